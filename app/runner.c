/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/runner.h"

#include "engine/base/error.h"

typedef struct
{
  SystoleScenario *scenario;
  SystoleCatalogue *catalogue;
  SystoleRunProgress *progress; /* or NULL */
  GCancellable *cancellable;    /* or NULL */
  guint lane, n;                /* the one that runs, of how many */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  systole_scenario_unref (job->scenario);
  systole_catalogue_unref (job->catalogue);
  g_clear_pointer (&job->progress, systole_run_progress_unref);
  g_free (job);
}

SystoleResults *
systole_results_ref (SystoleResults *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
systole_results_unref (SystoleResults *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < SYSTOLE_MAX_LANES; i++)
    {
      g_clear_pointer (&self->runs[i], systole_run_unref);
      g_clear_error (&self->errors[i]);
    }
  g_free (self);
}

SystoleRunProgress *
systole_run_progress_new (void)
{
  SystoleRunProgress *self = g_new0 (SystoleRunProgress, 1);

  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

SystoleRunProgress *
systole_run_progress_ref (SystoleRunProgress *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
systole_run_progress_unref (SystoleRunProgress *self)
{
  if (g_atomic_ref_count_dec (&self->ref_count))
    g_free (self);
}

/**
 * systole_run_progress_get:
 *
 * Returns: share that is done, 0 … 1
 */
double
systole_run_progress_get (SystoleRunProgress *self)
{
  return g_atomic_int_get (&self->thousandths) / 1000.0;
}

static gboolean
report (double fraction, gpointer data)
{
  Job *job = data;

  if (job->progress != NULL)
    g_atomic_int_set (&job->progress->thousandths, (int) (1000 * (job->lane + CLAMP (fraction, 0.0, 1.0)) / job->n));
  return !g_cancellable_is_cancelled (job->cancellable);
}

static SystoleResults *
compute (Job *job)
{
  SystoleResults *self = g_new0 (SystoleResults, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->n = MIN (job->scenario->lanes->len, SYSTOLE_MAX_LANES);
  job->n = MAX (self->n, 1);
  for (job->lane = 0; job->lane < self->n; job->lane++)
    {
      guint i = job->lane;

      if (!report (0, job))
        break;
      self->runs[i] = systole_scenario_run_lane (job->scenario, i, job->catalogue, report, job, &self->errors[i]);
    }
  return self;
}

/**
 * systole_runner_run:
 *
 * Runs every lane that is shown and returns when all are done: for scenarios
 * that are known to be small.
 */
SystoleResults *
systole_runner_run (const SystoleScenario *scenario, const SystoleCatalogue *catalogue)
{
  Job job = { (SystoleScenario *) scenario, (SystoleCatalogue *) catalogue, NULL, NULL, 0, 1 };

  return compute (&job);
}

static void
run_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;
  SystoleResults *results;

  job->cancellable = cancellable;
  results = compute (job);
  if (g_cancellable_is_cancelled (cancellable))
    {
      systole_results_unref (results);
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
    }
  else
    g_task_return_pointer (task, results, (GDestroyNotify) systole_results_unref);
}

/**
 * systole_runner_run_async:
 * @progress: (nullable): where the thread writes how far it is
 * @cancellable: (nullable): ends the work at the engine's next report
 *
 * Runs every lane that is shown in a thread. A lane that cannot run is not an error of
 * the whole: see `SystoleResults`.
 */
void
systole_runner_run_async (const SystoleScenario *scenario, SystoleCatalogue *catalogue, SystoleRunProgress *progress, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Job *job = g_new0 (Job, 1);

  job->scenario = systole_scenario_ref ((SystoleScenario *) scenario);
  job->catalogue = systole_catalogue_ref (catalogue);
  job->progress = progress != NULL ? systole_run_progress_ref (progress) : NULL;
  g_task_set_source_tag (task, systole_runner_run_async);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, run_thread);
}

/**
 * systole_runner_run_finish:
 *
 * Returns: (transfer full): the results; %NULL with %G_IO_ERROR_CANCELLED only
 */
SystoleResults *
systole_runner_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
