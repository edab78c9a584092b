/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <string.h>

#include "app/export-job.h"
#include "app/export/keyframes.h"
#include "app/library.h"
#include "data/data.h"
#include "engine/base/number.h"

/* What goes out of the program: every kind, written by the thread that the window uses. */

static char *folder;

static SystoleSession *
open_scenario (const char *id)
{
  SystoleSession *session = systole_session_new (systole_data_get_catalogue ());
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) scenario = systole_library_load_scenario (id, &error);

  g_assert_no_error (error);
  systole_session_load (session, scenario);
  while (systole_session_is_running (session))
    g_main_context_iteration (NULL, TRUE);
  return session;
}

static SystoleExportJob *
make_job (SystoleSession *session, const char *id)
{
  SystoleCamera cameras[SYSTOLE_MAX_LANES];
  SystoleExportJob *job;
  SystoleAnimation *film;
  guint n;
  const SystoleExportKind *kinds = systole_export_get_kinds (&n);

  for (guint i = 0; i < systole_session_get_n_lanes (session); i++)
    systole_camera_init (&cameras[i], systole_session_get_run (session, i));
  job = systole_export_job_new (session, 0, cameras);
  film = &job->export.film;
  for (guint i = 0; i < n; i++)
    if (g_str_equal (kinds[i].id, id))
      job->export.kind = &kinds[i];
  g_assert_nonnull (job->export.kind);
  film->view = systole_picture_view_get (0);
  film->picture.width = 320;
  film->picture.height = 200;
  film->first = 3;
  film->last = 9;
  film->n_frames = 7;
  film->rate = 4;
  systole_paint_style_init (&film->picture.style, SYSTOLE_SCHEME_LIGHT);
  return job;
}

static void
done_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static char *
write_job (SystoleExportJob *job, const char *name, GCancellable *cancellable, gsize *length, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;
  char *content = NULL;

  systole_export_job_write_async (job, file, cancellable, done_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  if (!systole_export_job_write_finish (result, error))
    {
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
      return NULL;
    }
  g_assert_true (g_file_get_contents (path, &content, length, NULL));
  g_assert_cmpint (g_unlink (path), ==, 0);
  return content;
}

static void
test_kinds (void)
{
  static const struct
  {
    const char *id, *start;
  } starts[] = { { "png", "\x89PNG" }, { "svg", "<?xml" }, { "pdf", "%PDF-" }, { "keyframes", "%PDF-" }, { "gif", "GIF89a" }, { "apng", "\x89PNG" }, { "csv", "id,A,B,b_over_a\n" }, { "spreadsheet", "\xef\xbb\xbf\"" }, { "json", "{" }, { "trace", "{" }, { "handout", "%PDF-" } };
  g_autoptr (SystoleSession) session = open_scenario ("welcome");
  guint n;

  systole_export_get_kinds (&n);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (starts));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (SystoleExportJob) job = make_job (session, starts[i].id);
      g_autoptr (GError) error = NULL;
      g_autofree char *content = NULL;
      gsize length;

      if (!systole_export_can (job->export.kind, job->scenario))
        continue;
      content = write_job (job, starts[i].id, NULL, &length, &error);
      g_assert_no_error (error);
      g_assert_true (g_str_has_prefix (content, starts[i].start));
    }
}

/* Cell of row @name in column @column of the CSV for programs. */
static char *
find_cell (char **lines, const char *name, guint column)
{
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], ",", -1);

      if (g_str_equal (cells[0] != NULL ? cells[0] : "", name))
        return g_strdup (cells[column]);
    }
  return NULL;
}

/* The numbers are the runs'. */
static void
test_numbers (void)
{
  g_autoptr (SystoleSession) session = open_scenario ("welcome");
  g_autoptr (SystoleExportJob) job = make_job (session, "csv");
  gsize length;
  g_autofree char *content = write_job (job, "n.csv", NULL, &length, NULL), *a = NULL, *b = NULL, *ratio = NULL, *machine = NULL;
  g_auto (GStrv) lines = g_strsplit (content, "\n", -1);
  guint64 cycles[2];
  double quotient;

  a = find_cell (lines, "cycles", 1);
  b = find_cell (lines, "cycles", 2);
  ratio = find_cell (lines, "cycles", 3);
  machine = find_cell (lines, "machine", 1);
  for (guint i = 0; i < 2; i++)
    cycles[i] = systole_run_get_n_cycles (systole_session_get_run (session, i));
  g_assert_cmpuint (g_ascii_strtoull (a, NULL, 10), ==, cycles[0]);
  g_assert_cmpuint (g_ascii_strtoull (b, NULL, 10), ==, cycles[1]);
  g_assert_true (systole_number_parse_double (ratio, 0, 100, "ratio", &quotient, NULL));
  g_assert_cmpfloat (quotient, ==, (double) cycles[1] / (double) cycles[0]);
  g_assert_true (strlen (machine) > 0);
}

static void
test_keyframes (void)
{
  static const char *const ids[] = { "welcome", "folds", "decode-step", "transformer-layer" };

  for (guint s = 0; s < G_N_ELEMENTS (ids); s++)
    {
      g_autoptr (SystoleSession) session = open_scenario (ids[s]);
      g_autoptr (SystoleExportJob) job = make_job (session, "keyframes");
      guint64 cycles[SYSTOLE_MAX_KEYFRAMES], last = systole_run_get_n_cycles (job->runs[0]) - 1;
      guint n = systole_keyframes_find (&job->export.film.picture, cycles, G_N_ELEMENTS (cycles));

      g_assert_cmpuint (n, >=, 2);
      g_assert_cmpuint (cycles[0], ==, 0);
      g_assert_cmpuint (cycles[n - 1], ==, last);
      for (guint i = 1; i < n; i++)
        g_assert_cmpuint (cycles[i - 1], <, cycles[i]);
      g_assert_cmpuint (systole_keyframes_find (&job->export.film.picture, cycles, 2), ==, 2);
      g_assert_cmpuint (cycles[1], ==, last);
    }
}

/* A film of few frames is estimated exactly; of many, within a half. */
static void
test_estimate (void)
{
  g_autoptr (SystoleSession) session = open_scenario ("welcome");
  g_autoptr (SystoleExportJob) job = make_job (session, "apng");
  SystoleAnimation *film = &job->export.film;
  const SystoleAnimationKind *kind = systole_animation_kind_find (".apng");

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GBytes) bytes = NULL;
      double estimate;

      film->first = 0;
      film->last = i == 0 ? 4 : 29;
      film->n_frames = i == 0 ? 5 : 30;
      bytes = systole_animation_encode (film, kind, NULL, NULL, NULL);
      estimate = (double) systole_animation_estimate (film, kind) / (double) g_bytes_get_size (bytes);
      g_assert_cmpfloat (estimate, >, i == 0 ? 0.98 : 0.5);
      g_assert_cmpfloat (estimate, <, i == 0 ? 1.02 : 1.5);
    }
}

/* Every cycle of the range once, whatever the range is. */
static void
test_cycles (void)
{
  SystoleAnimation film = { .first = 5, .last = 14, .n_frames = 10 };

  for (guint i = 0; i < 10; i++)
    g_assert_cmpuint (systole_animation_get_cycle (&film, i), ==, 5 + i);
  film = (SystoleAnimation){ .first = 0, .last = G_MAXUINT64 / 2, .n_frames = 3 };
  g_assert_cmpuint (systole_animation_get_cycle (&film, 0), ==, 0);
  g_assert_cmpuint (systole_animation_get_cycle (&film, 1), ==, G_MAXUINT64 / 4);
  g_assert_cmpuint (systole_animation_get_cycle (&film, 2), ==, G_MAXUINT64 / 2);
}

/* Stopped, or nowhere to write: nothing is left behind. */
static void
test_failures (void)
{
  g_autoptr (SystoleSession) session = open_scenario ("welcome");
  g_autoptr (SystoleExportJob) job = make_job (session, "apng");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) stopped = NULL, nowhere = NULL;
  gsize length;

  g_cancellable_cancel (cancellable);
  g_assert_null (write_job (job, "stopped.apng", cancellable, &length, &stopped));
  g_assert_error (stopped, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (write_job (job, "no/such/folder.apng", NULL, &length, &nowhere));
  g_assert_nonnull (nowhere);
  g_assert_true (strlen (nowhere->message) > 0);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("systole-export-XXXXXX", NULL);
  g_assert_nonnull (folder);
  g_test_add_func ("/export/kinds", test_kinds);
  g_test_add_func ("/export/numbers", test_numbers);
  g_test_add_func ("/export/keyframes", test_keyframes);
  g_test_add_func ("/export/estimate", test_estimate);
  g_test_add_func ("/export/cycles", test_cycles);
  g_test_add_func ("/export/failures", test_failures);
  status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return status;
}
