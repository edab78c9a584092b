/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export-job.h"

#include "app/safe-file.h"
#include "engine/base/i18n.h"

#define THOUSANDTHS 1000

/**
 * systole_export_job_new:
 * @lane: that pictures are of, or that counts the cycles; it has a run
 * @cameras: (array): by lane, where the stage stands
 *
 * Returns: (transfer full): a job for what the session shows now; its kind, view, size and
 *   range are still to be said
 */
SystoleExportJob *
systole_export_job_new (SystoleSession *session, guint lane, const SystoleCamera *cameras)
{
  SystoleExportJob *self = g_new0 (SystoleExportJob, 1);
  SystoleAnimation *film = &self->export.film;
  SystolePicture *picture = &film->picture;

  g_atomic_ref_count_init (&self->ref_count);
  self->progress = systole_run_progress_new ();
  self->scenario = systole_scenario_ref ((SystoleScenario *) systole_session_get_scenario (session));
  self->catalogue = systole_catalogue_ref (systole_session_get_catalogue (session));
  self->export.catalogue = self->catalogue;
  picture->n_lanes = MIN (systole_session_get_n_lanes (session), SYSTOLE_MAX_LANES);
  for (guint i = 0; i < picture->n_lanes; i++)
    {
      SystoleRun *run = systole_session_get_run (session, i);

      self->runs[i] = run != NULL ? systole_run_ref (run) : NULL;
      self->cameras[i] = cameras[i];
    }
  picture->scenario = self->scenario;
  picture->runs = (const SystoleRun *const *) self->runs;
  picture->cameras = self->cameras;
  picture->title = systole_scenario_get_title (self->scenario, g_get_language_names ());
  picture->lane = lane;
  picture->cycle = systole_session_get_cycle (session, lane);
  film->scale = film->n_frames = 1;
  film->rate = 1;
  return self;
}

SystoleExportJob *
systole_export_job_ref (SystoleExportJob *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
systole_export_job_unref (SystoleExportJob *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < SYSTOLE_MAX_LANES; i++)
    g_clear_pointer (&self->runs[i], systole_run_unref);
  systole_scenario_unref (self->scenario);
  systole_catalogue_unref (self->catalogue);
  systole_run_progress_unref (self->progress);
  g_free (self);
}

typedef struct
{
  SystoleExportJob *job;
  GCancellable *cancellable;
} Watch;

static gboolean
progress_cb (double fraction, gpointer data)
{
  const Watch *watch = data;

  g_atomic_int_set (&watch->job->progress->thousandths, (int) (fraction * THOUSANDTHS));
  return !g_cancellable_is_cancelled (watch->cancellable);
}

static void
write_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  SystoleExportJob *self = data;
  Watch watch = { self, cancellable };
  GFile *target = g_object_get_data (G_OBJECT (task), "target");
  g_autofree char *path = g_file_get_path (target);
  g_autoptr (GBytes) bytes = NULL;
  GError *error = NULL;
  gsize length;
  const char *content;

  if (path == NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s", _ ("This place takes no files from other programs. Choose a folder of this computer."));
      return;
    }
  bytes = systole_export_make (&self->export, progress_cb, &watch, &error);
  if (bytes == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  content = g_bytes_get_data (bytes, &length);
  if (systole_safe_file_write (path, content, length, SYSTOLE_SAFE_FILE_PLAIN, NULL, NULL, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * systole_export_job_write_async:
 *
 * Makes the export and writes @target whole or not at all.
 */
void
systole_export_job_write_async (SystoleExportJob *self, GFile *target, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_object_set_data_full (G_OBJECT (task), "target", g_object_ref (target), g_object_unref);
  g_task_set_task_data (task, systole_export_job_ref (self), (GDestroyNotify) systole_export_job_unref);
  g_task_run_in_thread (task, write_thread);
}

/* FALSE: @error says why; G_IO_ERROR_CANCELLED where it was stopped. */
gboolean
systole_export_job_write_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
estimate_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  SystoleExportJob *self = data;

  g_task_return_int (task, (gssize) systole_animation_estimate (&self->export.film, systole_animation_kind_find (self->export.kind->ending)));
}

/* How many bytes the film will have. */
void
systole_export_job_estimate_async (SystoleExportJob *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_task_data (task, systole_export_job_ref (self), (GDestroyNotify) systole_export_job_unref);
  g_task_run_in_thread (task, estimate_thread);
}

/* Returns: bytes, or 0 with an error where it was cancelled */
guint64
systole_export_job_estimate_finish (GAsyncResult *result, GError **error)
{
  gssize bytes = g_task_propagate_int (G_TASK (result), error);

  return bytes > 0 ? (guint64) bytes : 0;
}
