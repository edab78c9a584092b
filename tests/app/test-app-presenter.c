/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/app-fixture.h"

#include "app/back-row.h"
#include "app/presenter-keys.h"
#include "app/presenter.h"
#include "app/teacher-window.h"
#include "engine/scenario/beat.h"
#include "widgets/stage.h"

#include <string.h>

/* A whole lesson in a real window, by the keys that a clicker sends. */

static SystoleApplication *application;

static SystoleMainWindow *
open_lesson (void)
{
  SystoleMainWindow *window = systole_main_window_new (application);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "files", "lessons", "classroom.systole", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  systole_main_window_open (window, file);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_ready (window) && systole_main_window_get_file (window) != NULL);
  return window;
}

static void
activate (SystoleMainWindow *window, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
}

static SystolePresenter *
get_presenter (SystoleMainWindow *window)
{
  GtkWidget *presenter = systole_main_window_get_presenter (window);

  return presenter != NULL ? SYSTOLE_PRESENTER (presenter) : NULL;
}

static GtkWidget *
find_stage (GtkWidget *widget)
{
  if (SYSTOLE_IS_STAGE (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *stage = find_stage (child);

      if (stage != NULL)
        return stage;
    }
  return NULL;
}

/* As the window hears it: by the sign of the key. */
static void
press (SystoleMainWindow *window, guint keyval)
{
  SystolePresenterKey key;
  guint number;

  g_assert_true (systole_presenter_find_key (keyval, 0, TRUE, &key, &number));
  systole_presenter_press (get_presenter (window), key, number);
}

static gboolean
is_shown (SystoleMainWindow *window)
{
  SystolePresenter *presenter = get_presenter (window);

  return systole_session_get_n_lanes (systole_presenter_get_session (presenter)) > 0;
}

static const char *
get_description (SystoleMainWindow *window)
{
  return systole_canvas_get_description (SYSTOLE_CANVAS (systole_presenter_get_view (get_presenter (window))));
}

/* F5, through all beats and reveals, black in between, out: at the last beat, and no beat passed unseen. */
static void
test_clicker (void)
{
  SystoleMainWindow *window = open_lesson ();
  const SystoleScenario *lesson = systole_session_get_base (systole_main_window_get_session (window));
  guint n = systole_scenario_get_n_beats (lesson), positions = 1, beat = 0;
  gboolean was_dirty = systole_history_is_dirty (systole_session_get_history (systole_main_window_get_session (window)));
  const SystolePresenterState *state;

  activate (window, "win.present");
  state = systole_presenter_get_state (get_presenter (window));
  g_assert_cmpuint (state->n_beats, ==, n);
  g_assert_cmpuint (state->beat, ==, 0);
  wait_until (is_shown (window) && gtk_widget_get_mapped (GTK_WIDGET (get_presenter (window))));
  g_assert_false (gtk_widget_get_can_target (find_stage (GTK_WIDGET (window)))); /* nothing of it pops up over the class's picture */
  for (guint i = 0; i < n; i++)
    positions += systole_scenario_get_beat (lesson, i)->choices->len > 0;
  for (guint i = 0; i + 1 < n + positions - 1; i++)
    {
      press (window, GDK_KEY_Page_Down);
      wait_until (is_shown (window));
      g_assert_true (state->beat == beat || state->beat == beat + 1);
      g_assert_cmpstr (systole_presenter_get_caption (get_presenter (window)), !=, "");
      g_assert_null (strstr (systole_presenter_get_caption (get_presenter (window)), "{"));
      beat = state->beat;
      if (i % 3 == 1)
        {
          press (window, GDK_KEY_b);
          g_assert_cmpint (state->blank, ==, SYSTOLE_BLANK_BLACK);
          press (window, GDK_KEY_Page_Down);
          g_assert_cmpint (state->blank, ==, SYSTOLE_BLANK_NONE);
          g_assert_cmpuint (state->beat, ==, beat);
        }
    }
  g_assert_cmpuint (beat, ==, n - 1);
  press (window, GDK_KEY_F5); /* a clicker sends it in turn with Escape */
  g_assert_nonnull (get_presenter (window));
  press (window, GDK_KEY_period);
  press (window, GDK_KEY_Escape);
  press (window, GDK_KEY_Escape);
  g_assert_nonnull (get_presenter (window));
  g_assert_true (state->leaving);
  press (window, GDK_KEY_Escape);
  g_assert_null (get_presenter (window));
  wait_until (is_ready (window));
  g_assert_true (gtk_widget_get_can_target (find_stage (GTK_WIDGET (window))));
  g_assert_cmpint (systole_session_get_beat (systole_main_window_get_session (window)), ==, (int) n - 1);
  g_assert_cmpint (systole_history_is_dirty (systole_session_get_history (systole_main_window_get_session (window))), ==, was_dirty);
  /* and back in where it stopped */
  activate (window, "win.present-here");
  g_assert_cmpuint (systole_presenter_get_state (get_presenter (window))->beat, ==, n - 1);
  close_window (window);
}

/* A question: what is asked for is nowhere until the answer, also for those who listen. */
static void
test_question (void)
{
  SystoleMainWindow *window = open_lesson ();
  SystoleSession *session;

  systole_main_window_present (window, 1);
  session = systole_presenter_get_session (get_presenter (window));
  wait_until (is_shown (window) && get_description (window) != NULL && strstr (get_description (window), "How many") != NULL);
  g_assert_null (strstr (get_description (window), "That is right"));
  g_assert_nonnull (strstr (get_description (window), "1: 8 cycles.")); /* in the unit of the right one */
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 8);
  press (window, GDK_KEY_Right); /* would show it */
  press (window, GDK_KEY_space);
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 8);
  for (guint i = 0; i < 5; i++)
    press (window, GDK_KEY_3);
  press (window, GDK_KEY_1);
  press (window, GDK_KEY_BackSpace);
  g_assert_cmpuint (systole_presenter_state_count_hands (systole_presenter_get_state (get_presenter (window)), 2), ==, 5);
  g_assert_cmpuint (systole_presenter_state_count_hands (systole_presenter_get_state (get_presenter (window)), 0), ==, 0);
  press (window, GDK_KEY_Return);
  wait_until (!systole_session_get_playing (session));
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 29);
  wait_until (strstr (get_description (window), "That is right") != NULL);
  g_assert_nonnull (strstr (systole_presenter_get_caption (get_presenter (window)), "30"));
  press (window, GDK_KEY_Page_Up);
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 8);
  close_window (window);
}

/* A beat that plays stops where it says, and is as it was left when one comes back. */
static void
test_range (void)
{
  SystoleMainWindow *window = open_lesson ();
  SystoleSession *session;

  systole_main_window_present (window, 2);
  session = systole_presenter_get_session (get_presenter (window));
  wait_until (is_shown (window));
  g_assert_true (systole_session_get_playing (session));
  wait_until (!systole_session_get_playing (session));
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 22);
  press (window, GDK_KEY_Page_Down);
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 18);
  press (window, GDK_KEY_Page_Up);
  g_assert_false (systole_session_get_playing (session));
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 22);
  close_window (window);
}

/* Without a lesson: the present view, from event to event, and where one was is where one is. */
static void
test_present_view (void)
{
  SystoleMainWindow *window = systole_main_window_new (application);
  SystoleSession *session = systole_main_window_get_session (window);
  guint64 cycle;

  systole_main_window_open_welcome (window);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_ready (window));
  activate (window, "win.present");
  g_assert_true (systole_presenter_get_session (get_presenter (window)) == session);
  cycle = systole_session_get_cycle (session, 0);
  press (window, GDK_KEY_Page_Down);
  g_assert_cmpuint (systole_session_get_cycle (session, 0), >, cycle);
  press (window, GDK_KEY_Home);
  press (window, GDK_KEY_Right);
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 1);
  g_assert_cmpstr (systole_presenter_get_caption (get_presenter (window)), !=, "");
  press (window, GDK_KEY_Escape);
  press (window, GDK_KEY_Escape);
  g_assert_null (get_presenter (window));
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 1);
  close_window (window);
}

static gboolean
has_label (GtkWidget *widget, const char *words)
{
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), words) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (has_label (child, words))
      return TRUE;
  return FALSE;
}

/* What only the teacher sees: also on one screen. */
static void
test_teacher (void)
{
  static const struct
  {
    gint64 seconds;
    const char *text;
  } times[] = { { 0, "0:00" }, { 59, "0:59" }, { 725, "12:05" }, { 3725, "1:02:05" } };
  SystoleMainWindow *window = open_lesson ();
  GtkWidget *teacher;

  systole_main_window_present (window, 0);
  teacher = systole_presenter_show_notes (get_presenter (window));
  wait_until (is_shown (window) && has_label (teacher, "Let them find the diagonal"));
  g_assert_true (has_label (teacher, "How many cycles does the whole product take?") || has_label (teacher, "Vote"));
  g_assert_false (has_label (teacher, "30 cycles")); /* “30” alone may be the time of day */
  press (window, GDK_KEY_Page_Down);
  g_assert_true (has_label (teacher, "Collect hands"));
  g_assert_true (has_label (teacher, "3: 30 cycles"));
  g_assert_true (has_label (teacher, "The answer."));
  press (window, GDK_KEY_n); /* the class does not read what the teacher has */
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autofree char *text = systole_teacher_window_get_elapsed (times[i].seconds);

      g_assert_cmpstr (text, ==, times[i].text);
    }
  close_window (window);
}

/* From the last row: every position of the lesson, and what is left out there. */
static void
test_back_row (void)
{
  SystoleMainWindow *window = open_lesson ();
  GtkWidget *preview = systole_back_row_new (systole_main_window_get_session (window), NULL, 0);
  gboolean dropped = FALSE;

  gtk_window_present (GTK_WINDOW (preview));
  wait_until (has_label (preview, "1 / 6"));
  for (guint i = 0; i < 7; i++)
    {
      systole_back_row_turn (SYSTOLE_BACK_ROW (preview), 1);
      dropped |= *systole_back_row_get_dropped (SYSTOLE_BACK_ROW (preview)) != '\0';
    }
  wait_until (has_label (preview, "6 / 6"));
  g_assert_true (dropped); /* letters in the small cells of four tensor cores */
  systole_back_row_turn (SYSTOLE_BACK_ROW (preview), -1);
  g_assert_true (has_label (preview, "5 / 6"));
  gtk_window_destroy (GTK_WINDOW (preview));
  close_window (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/presenter/clicker", test_clicker);
  g_test_add_func ("/presenter/question", test_question);
  g_test_add_func ("/presenter/range", test_range);
  g_test_add_func ("/presenter/present-view", test_present_view);
  g_test_add_func ("/presenter/teacher", test_teacher);
  g_test_add_func ("/presenter/back-row", test_back_row);
}

int
main (int argc, char **argv)
{
  return run_window_tests (argc, argv, &application, add_tests);
}
