/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/edits.h"
#include "app/library.h"
#include "app/session.h"
#include "data/data.h"

/* What a window works on: runs, the instant, the axis it is counted on. */

static SystoleSession *
open_scenario (const char *id)
{
  SystoleSession *session = systole_session_new (systole_data_get_catalogue ());
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) scenario = systole_library_load_scenario (id, &error);

  g_assert_no_error (error);
  systole_session_load (session, scenario);
  return session;
}

static void
wait_for_runs (SystoleSession *session)
{
  gint64 limit = g_get_monotonic_time () + 60 * G_TIME_SPAN_SECOND;

  while (systole_session_is_running (session) && g_get_monotonic_time () < limit)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (systole_session_is_running (session));
}

/* A small scenario is whole before the first picture, at the moment its file names. */
static void
test_open (void)
{
  g_autoptr (SystoleSession) session = open_scenario ("welcome");

  g_assert_false (systole_session_is_running (session));
  g_assert_cmpuint (systole_session_get_n_lanes (session), ==, 2);
  g_assert_nonnull (systole_session_get_run (session, 0));
  g_assert_nonnull (systole_session_get_run (session, 1));
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, systole_session_get_scenario (session)->view.cycle);
  g_assert_cmpint (systole_session_get_step_unit (session), ==, SYSTOLE_STEP_CYCLE);
  g_assert_false (systole_session_get_playing (session));
}

static void
test_steps (void)
{
  g_autoptr (SystoleSession) session = open_scenario ("welcome");
  guint64 n[2], longest;
  guint steps = 0;

  for (guint i = 0; i < 2; i++)
    n[i] = systole_run_get_n_cycles (systole_session_get_run (session, i));
  longest = MAX (n[0], n[1]);
  g_assert_cmpfloat (systole_session_get_length (session), ==, (double) longest);

  systole_session_go_first (session);
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 0);
  g_assert_false (systole_session_step (session, -1));
  /* Own cycles: one step is one cycle of every lane; each ends in its time. */
  while (systole_session_step (session, 1))
    {
      steps++;
      for (guint i = 0; i < 2; i++)
        {
          g_assert_cmpuint (systole_session_get_cycle (session, i), ==, MIN (steps, n[i] - 1));
          g_assert_cmpint (systole_session_has_ended (session, i), ==, steps >= n[i]);
        }
    }
  g_assert_cmpuint (steps, ==, longest);
  g_assert_true (systole_session_at_end (session));
  /* And back, exactly. */
  while (systole_session_step (session, -1))
    {
      steps--;
      for (guint i = 0; i < 2; i++)
        g_assert_cmpuint (systole_session_get_cycle (session, i), ==, MIN (steps, n[i] - 1));
    }
  g_assert_cmpuint (steps, ==, 0);
  systole_session_go_last (session);
  g_assert_cmpuint (systole_session_get_cycle (session, n[1] > n[0] ? 1 : 0), ==, longest - 1);
}

/* The active lane stays at its instant in every base; the others follow their clocks. */
static void
test_time_bases (void)
{
  g_autoptr (SystoleSession) session = open_scenario ("welcome");
  SystoleRun *a = systole_session_get_run (session, 0), *b = systole_session_get_run (session, 1);
  guint64 n = systole_run_get_n_cycles (a), m = systole_run_get_n_cycles (b);

  for (guint64 cycle = 0; cycle < n; cycle++)
    {
      double seconds = (double) cycle / systole_run_get_clock_hz (a);
      double other = seconds * systole_run_get_clock_hz (b);

      systole_session_set_time_base (session, SYSTOLE_TIME_CYCLES);
      systole_session_seek (session, 0, cycle, 0);
      g_assert_cmpuint (systole_session_get_cycle (session, 1), ==, MIN (cycle, m - 1));
      systole_session_set_time_base (session, SYSTOLE_TIME_WALL);
      g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, cycle);
      g_assert_cmpfloat_with_epsilon (systole_session_get_axis (session), seconds, 1e-15);
      g_assert_cmpuint (systole_session_get_cycle (session, 1), ==, MIN ((guint64) (other + 1e-6), m - 1));
      g_assert_cmpint (systole_session_has_ended (session, 1), ==, other + 1e-6 >= (double) m);
      systole_session_set_time_base (session, SYSTOLE_TIME_WORK);
      g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, cycle);
      g_assert_cmpfloat_with_epsilon (systole_session_get_axis (session), systole_run_get_work_done (a, cycle), 1e-12);
    }
  g_assert_cmpfloat (systole_session_get_length (session), ==, 1);
}

/* Scrubbing to an instant is the same as stepping to it. */
static void
test_scrub (void)
{
  g_autoptr (SystoleSession) session = open_scenario ("welcome");

  for (guint cycle = 0; cycle < 36; cycle++)
    {
      systole_session_seek_axis (session, cycle + 0.4);
      g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, MIN (cycle, 29));
      g_assert_cmpuint (systole_session_get_cycle (session, 1), ==, cycle);
      g_assert_cmpfloat (systole_session_get_axis (session), ==, cycle);
    }
  systole_session_set_time_base (session, SYSTOLE_TIME_WALL);
  for (guint cycle = 0; cycle < 30; cycle++)
    {
      SystoleRun *run = systole_session_get_run (session, 0);

      systole_session_seek_axis (session, cycle / systole_run_get_clock_hz (run));
      g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, cycle);
    }
}

static void
test_bookmarks (void)
{
  g_autoptr (SystoleSession) session = open_scenario ("welcome");

  g_assert_false (systole_session_go_to_bookmark (session, 1));
  systole_session_seek (session, 0, 5, 0);
  g_assert_cmpuint (systole_session_set_bookmark (session, 4), ==, 1);
  systole_session_seek (session, 0, 9, 0);
  g_assert_true (systole_session_go_to_bookmark (session, 1));
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 5);
  g_assert_true (systole_session_undo (session));
  g_assert_false (systole_session_go_to_bookmark (session, 1));
}

/* Found at their instant of their lane only; those behind a removed one move up, and come back with it. */
static void
test_remove_bookmark (void)
{
  g_autoptr (SystoleSession) session = open_scenario ("welcome");

  for (guint i = 1; i <= 3; i++)
    {
      systole_session_seek (session, 0, 5 * i, 0);
      g_assert_cmpuint (systole_session_find_bookmark (session), ==, 0);
      g_assert_cmpuint (systole_session_set_bookmark (session, i), ==, i);
      g_assert_cmpuint (systole_session_find_bookmark (session), ==, i);
    }
  systole_session_set_active (session, 1);
  g_assert_cmpuint (systole_session_find_bookmark (session), ==, 0);
  systole_session_set_active (session, 0);
  systole_session_remove_bookmark (session, 2);
  g_assert_true (systole_session_go_to_bookmark (session, 2));
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 15);
  g_assert_false (systole_session_go_to_bookmark (session, 3));
  g_assert_true (systole_session_undo (session));
  g_assert_true (systole_session_go_to_bookmark (session, 2));
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 10);
  g_assert_true (systole_session_go_to_bookmark (session, 3));
}

static void
test_edit_reruns (void)
{
  g_autoptr (SystoleSession) session = open_scenario ("welcome");
  g_autoptr (GError) error = NULL;
  guint64 before = systole_run_get_n_cycles (systole_session_get_run (session, 0));

  g_assert_true (systole_edit_set_dim (session, SYSTOLE_GEMM_K, 16, FALSE, &error));
  g_assert_no_error (error);
  wait_for_runs (session);
  g_assert_cmpuint (systole_run_get_n_cycles (systole_session_get_run (session, 0)), >, before);
  g_assert_cmpstr (systole_history_get_undo_name (systole_session_get_history (session)), ==, "Set K to 16");
  g_assert_true (systole_session_undo (session));
  wait_for_runs (session);
  g_assert_cmpuint (systole_run_get_n_cycles (systole_session_get_run (session, 0)), ==, before);

  /* Refused: nothing changes. */
  g_assert_false (systole_edit_set_dim (session, SYSTOLE_GEMM_K, 0, FALSE, &error));
  g_assert_nonnull (error);
  g_assert_false (systole_history_is_dirty (systole_session_get_history (session)));
}

/* A large scenario runs in a thread; what is stale is dropped, what is cancelled ends. */
static void
test_thread (void)
{
  g_autoptr (SystoleSession) session = open_scenario ("waves");

  g_assert_true (systole_session_is_running (session));
  g_assert_true (systole_edit_set_dim (session, SYSTOLE_GEMM_K, 4096, FALSE, NULL));
  g_assert_true (systole_edit_set_dim (session, SYSTOLE_GEMM_K, 1024, FALSE, NULL));
  wait_for_runs (session);
  g_assert_cmpuint (systole_session_get_n_lanes (session), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_nonnull (systole_session_get_run (session, i));
      g_assert_cmpuint (systole_run_get_op (systole_session_get_run (session, i))->dims[SYSTOLE_GEMM_K], ==, 1024);
    }

  systole_edit_set_dim (session, SYSTOLE_GEMM_K, 2048, FALSE, NULL);
  systole_session_cancel (session);
  g_assert_false (systole_session_is_running (session));
  while (g_main_context_pending (NULL))
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (systole_run_get_op (systole_session_get_run (session, 0))->dims[SYSTOLE_GEMM_K], ==, 1024);
}

/* A machine that cannot run says why; the other lanes are shown. */
static void
test_lane_error (void)
{
  g_autoptr (SystoleSession) session = open_scenario ("welcome");

  systole_edit_set_kind (session, 1, SYSTOLE_LANE_MACHINE, "no-such-machine");
  wait_for_runs (session);
  g_assert_nonnull (systole_session_get_run (session, 0));
  g_assert_null (systole_session_get_run (session, 1));
  g_assert_nonnull (systole_session_get_error (session, 1));
  systole_session_go_last (session);
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 29);
}

/* Saving what was only opened gives the bytes that were opened; looking elsewhere is
 * kept in the view, not in the history. */
static void
test_document (void)
{
  g_autoptr (SystoleSession) session = open_scenario ("welcome");
  g_autofree char *opened = systole_scenario_write (systole_session_get_scenario (session), NULL);
  g_autoptr (SystoleScenario) same = systole_session_get_document (session, NULL);
  g_autofree char *saved = systole_scenario_write (same, NULL);
  g_autoptr (SystoleScenario) moved = NULL;

  g_assert_cmpstr (saved, ==, opened);
  systole_session_seek (session, 0, 7, 0);
  g_assert_false (systole_history_is_dirty (systole_session_get_history (session)));
  moved = systole_session_get_document (session, NULL);
  g_assert_cmpuint (moved->view.cycle, ==, 7);
}

/* The same product in formats of each machine's own stays the same product. */
static void
test_edit_together (void)
{
  g_autoptr (SystoleSession) session = open_scenario ("t4-or-tpu");
  const SystoleScenario *scenario;

  g_assert_true (systole_scenario_get_lane_op (systole_session_get_scenario (session), 0) != systole_scenario_get_lane_op (systole_session_get_scenario (session), 1));
  g_assert_true (systole_edit_set_dim (session, SYSTOLE_GEMM_N, 4096, FALSE, NULL));
  g_assert_true (systole_edit_set_format (session, SYSTOLE_FORMAT_INT8, NULL));
  scenario = systole_session_get_scenario (session);
  for (guint i = 0; i < scenario->lanes->len; i++)
    g_assert_cmpuint (systole_scenario_get_lane_op (scenario, i)->dims[SYSTOLE_GEMM_N], ==, 4096);
  g_assert_cmpint (systole_scenario_get_lane_op (scenario, 0)->format, ==, SYSTOLE_FORMAT_INT8);
  g_assert_cmpint (systole_scenario_get_lane_op (scenario, 1)->format, ==, SYSTOLE_FORMAT_BF16);
  wait_for_runs (session);
}

/* What the library offers: lessons first, each a question, then scenarios; each can be opened. */
static void
test_library (void)
{
  static const char *const languages[] = { "en", NULL };
  g_autoptr (GPtrArray) items = systole_library_list (languages);
  gboolean lessons_end = FALSE;

  g_assert_cmpuint (items->len, ==, systole_data_get_n_scenarios ());
  for (guint i = 0; i < items->len; i++)
    {
      const SystoleLibraryItem *item = g_ptr_array_index (items, i);
      g_autoptr (SystoleScenario) scenario = systole_library_load_scenario (item->id, NULL);

      g_assert_nonnull (scenario);
      g_assert_cmpstr (item->title, ==, systole_scenario_get_title (scenario, languages));
      g_assert_cmpstr (item->summary, !=, "");
      lessons_end = lessons_end || !item->is_lesson;
      g_assert_true (item->is_lesson != lessons_end);
      g_assert_true (!item->is_lesson || g_str_has_suffix (item->title, "?"));
    }
  g_assert_true (lessons_end);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/open", test_open);
  g_test_add_func ("/session/steps", test_steps);
  g_test_add_func ("/session/time-bases", test_time_bases);
  g_test_add_func ("/session/scrub", test_scrub);
  g_test_add_func ("/session/bookmarks", test_bookmarks);
  g_test_add_func ("/session/remove-bookmark", test_remove_bookmark);
  g_test_add_func ("/session/edit-reruns", test_edit_reruns);
  g_test_add_func ("/session/edit-together", test_edit_together);
  g_test_add_func ("/session/thread", test_thread);
  g_test_add_func ("/session/lane-error", test_lane_error);
  g_test_add_func ("/session/library", test_library);
  g_test_add_func ("/session/document", test_document);
  return g_test_run ();
}
