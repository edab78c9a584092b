/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lessons and exercises in a window: cards of Setup, guessing alone, files for students. */

#include "app/ask-window.h"
#include "app/exercise-card.h"
#include "app/exercise-edits.h"
#include "app/window-private.h"
#include "engine/scenario/beat.h"
#include "tests/app/app-fixture.h"

#include <glib/gstdio.h>

static SystoleApplication *application;

static SystoleMainWindow *
open_welcome (void)
{
  SystoleMainWindow *window = systole_main_window_new (application);

  systole_main_window_open_welcome (window);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_ready (window) && gtk_widget_get_mapped (GTK_WIDGET (window)));
  return window;
}

static void
activate (SystoleMainWindow *window, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
}

/* Ctrl+B, a caption, a question; the list and the fields show what the document has. */
static void
test_beats (void)
{
  SystoleMainWindow *window = open_welcome ();
  SystoleSession *session = systole_main_window_get_session (window);
  SystoleLessonCard *card = systole_scenario_panel_get_lesson (window->panel);
  SystoleBeatEditor *editor;
  SystoleBeatField *caption;
  g_autofree char *text = NULL;

  g_assert_null (systole_lesson_card_get_editor (card));
  activate (window, "win.add-beat");
  editor = systole_lesson_card_get_editor (card);
  caption = systole_beat_editor_get_field (editor, SYSTOLE_BEAT_CAPTION);
  g_assert_cmpint (systole_session_get_beat (session), ==, 0);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (editor)));
  g_assert_nonnull (systole_beat_list_get_row (systole_lesson_card_get_list (card), 0));

  systole_beat_editor_set_language (editor, "en");
  systole_beat_field_type (caption, "{op} takes {cycles of lane 0} cycles.");
  g_assert_cmpstr (systole_beat_get_text (systole_scenario_get_beat (systole_session_get_base (session), 0), SYSTOLE_BEAT_CAPTION, "en"), ==, "{op} takes {cycles of lane 0} cycles.");
  g_assert_cmpstr (systole_beat_field_get_note (caption), ==, "8 × 8 × 8 takes 30 cycles.");
  /* What is no formula is refused and stays to be mended. */
  systole_beat_field_type (caption, "{cycles of}");
  g_assert_cmpstr (systole_beat_get_text (systole_scenario_get_beat (systole_session_get_base (session), 0), SYSTOLE_BEAT_CAPTION, "en"), ==, "{op} takes {cycles of lane 0} cycles.");
  text = systole_beat_field_get_text (caption);
  g_assert_cmpstr (text, ==, "{cycles of}");
  g_assert_cmpstr (systole_beat_field_get_note (caption), !=, "");

  activate (window, "win.duplicate-beat");
  g_assert_cmpint (systole_session_get_beat (session), ==, 1);
  activate (window, "win.beat-earlier");
  g_assert_cmpint (systole_session_get_beat (session), ==, 0);
  activate (window, "win.delete-beat");
  activate (window, "win.delete-beat");
  g_assert_cmpint (systole_session_get_beat (session), ==, -1);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (editor)));
  close_window (window);
}

/* Guessed wrong: the right answer, the idea behind the other, and the stage goes there. */
static void
test_ask (void)
{
  SystoleMainWindow *window = open_welcome ();
  SystoleSession *session = systole_main_window_get_session (window);
  SystoleAskWindow *ask = SYSTOLE_ASK_WINDOW (systole_ask_window_new (session));
  gboolean right = FALSE, wrong = FALSE;

  gtk_window_present (GTK_WINDOW (ask));
  for (guint i = 0; i < 8 && !(right && wrong); i++)
    {
      g_assert_cmpuint (systole_ask_window_get_n_choices (ask), >=, 2);
      g_assert_cmpstr (systole_ask_window_get_verdict (ask), ==, "");
      systole_ask_window_choose (ask, i % 2);
      if (g_str_equal (systole_ask_window_get_verdict (ask), "Right."))
        right = TRUE;
      else
        wrong = g_str_has_prefix (systole_ask_window_get_verdict (ask), "It is ");
      g_assert_true (right || wrong);
      systole_ask_window_next (ask);
    }
  g_assert_true (right && wrong);
  gtk_window_destroy (GTK_WINDOW (ask));
  close_window (window);
}

/* By how many of timeline and stage a screen reader is told the length of lane A, 30 cycles. */
static guint
count_tellers (SystoleMainWindow *window)
{
  SystoleCanvas *lane = SYSTOLE_CANVAS (systole_stage_get_lane (window->stage, 0));
  const char *time = systole_canvas_get_description (SYSTOLE_CANVAS (window->timeline));
  const char *picture = systole_canvas_get_description (lane);
  gboolean timeline = time != NULL && strstr (time, "of 30 cycles") != NULL;
  gboolean stage = picture != NULL && strstr (picture, "of 30:") != NULL;

  return (timeline ? 1 : 0) + (stage ? 1 : 0);
}

static gboolean
is_covered (SystoleMainWindow *window)
{
  return !gtk_widget_get_mapped (gtk_widget_get_ancestor (GTK_WIDGET (systole_explain_pane_get_map (window->explain)), GTK_TYPE_STACK));
}

/* While the cycles are asked for nothing tells them; with the answer, or without the question, all is told again. */
static void
test_untold (void)
{
  SystoleMainWindow *window = open_welcome ();
  SystoleAskWindow *ask;
  SystoleCounter hidden;

  systole_main_window_set_explain_visible (window, TRUE);
  systole_explain_pane_set_page (window->explain, "table");
  wait_until (count_tellers (window) == 2 && !is_covered (window));
  activate (window, "win.ask");
  ask = SYSTOLE_ASK_WINDOW (window->ask);
  for (guint i = 0; i < 8 && !(systole_ask_window_get_hidden (ask, &hidden) && hidden == SYSTOLE_COUNTER_CYCLES); i++)
    systole_ask_window_next (ask);
  g_assert_true (systole_ask_window_get_hidden (ask, &hidden) && hidden == SYSTOLE_COUNTER_CYCLES);
  wait_until (count_tellers (window) == 0 && is_covered (window));
  systole_explain_pane_set_page (window->explain, "selection"); /* of the present instant */
  g_assert_false (is_covered (window));
  systole_explain_pane_set_page (window->explain, "table");
  g_assert_true (is_covered (window));
  activate (window, "win.ask"); /* the same window */
  g_assert_true (window->ask == GTK_WIDGET (ask));

  systole_ask_window_choose (ask, 0);
  systole_session_seek (systole_main_window_get_session (window), 0, 3, 0);
  wait_until (count_tellers (window) == 2 && !is_covered (window));

  systole_ask_window_next (ask);
  wait_until (is_covered (window));
  gtk_window_destroy (GTK_WINDOW (ask));
  g_assert_null (window->ask);
  wait_until (count_tellers (window) == 2 && !is_covered (window));

  activate (window, "win.ask");
  close_window (window); /* with what it asks */
}

static char *
read_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *text = NULL;

  wait_until (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* Made by the teacher, saved as two files, filled in by a student, marked. */
static void
test_exercise (void)
{
  SystoleMainWindow *window = open_welcome ();
  SystoleSession *session = systole_main_window_get_session (window);
  SystoleExerciseCard *card = systole_scenario_panel_get_exercises (window->panel);
  g_autofree char *folder = g_dir_make_tmp ("systole-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "lab.systole", NULL);
  g_autofree char *key_path = g_build_filename (folder, "lab-key.systole", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *student = NULL;
  g_autofree char *key = NULL;
  const guint64 late = 14, good = 8;
  SystoleTarget pinned;

  g_assert_null (systole_exercise_card_get_entry (card, 0, 0));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.add-exercise", "i", SYSTOLE_EXERCISE_ROW_ENTRY));
  g_assert_nonnull (systole_exercise_card_get_entry (card, 0, 7));

  systole_edit_set_answer (session, 0, 0, &good);
  g_assert_cmpstr (gtk_editable_get_text (systole_exercise_card_get_entry (card, 0, 0)), ==, "8");
  systole_edit_set_answer (session, 0, 2, &late);
  g_assert_cmpstr (systole_exercise_card_check (card, 0), ==, "1 of 8 right. Cycle 10: Row 2 multiplies now; in cycle 14 its operand has passed.");
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 10);
  systole_lane_view_get_pinned (systole_stage_get_lane (window->stage, 0), &pinned, NULL);
  g_assert_cmpint (pinned.kind, ==, SYSTOLE_TARGET_PE);
  g_assert_cmpuint (pinned.row, ==, 2);
  systole_session_undo (session);
  g_assert_cmpstr (gtk_editable_get_text (systole_exercise_card_get_entry (card, 0, 2)), ==, "");

  systole_main_window_save_for_students (window, file);
  student = read_file (folder, "lab.systole");
  key = read_file (folder, "lab-key.systole");
  g_assert_nonnull (strstr (student, "<blank of=\"7\"/>"));
  g_assert_null (strstr (student, "answer"));
  g_assert_nonnull (strstr (key, "<blank of=\"7\" answer=\"15\"/>"));
  g_remove (path);
  g_remove (key_path);
  g_rmdir (folder);
  close_window (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/lesson/beats", test_beats);
  g_test_add_func ("/lesson/ask", test_ask);
  g_test_add_func ("/lesson/untold", test_untold);
  g_test_add_func ("/lesson/exercise", test_exercise);
}

int
main (int argc, char **argv)
{
  return run_window_tests (argc, argv, &application, add_tests);
}
