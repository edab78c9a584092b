/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/app-fixture.h"

#include "app/presenter-keys.h"
#include "app/presenter.h"
#include "app/window-private.h"

/*
 * Where nothing moves no frame is drawn: the window of each state becomes quiet, and stays so.
 */

#define QUIET_MS 300 /* without a frame: the state has come to rest */
#define MOST_LATE 8
#define WATCH_MS 600 /* longer than a tooltip's delay and the pause of a hover */

static SystoleApplication *application;

typedef struct
{
  SystoleMainWindow *window;
  guint frames;
  gint64 last; /* of the latest, monotonic µs */
} Watch;

static void
paint_cb (GdkFrameClock *clock, Watch *self)
{
  self->frames++;
  self->last = g_get_monotonic_time ();
}

static gboolean
is_quiet (const Watch *self)
{
  return g_get_monotonic_time () - self->last > QUIET_MS * 1000;
}

static gboolean
end_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Frames that come after a pause without any. */
static guint
count_late (Watch *self)
{
  gboolean over = FALSE;

  self->last = g_get_monotonic_time ();
  wait_until (is_quiet (self));
  self->frames = 0;
  g_timeout_add (WATCH_MS, end_cb, &over);
  while (!over)
    g_main_context_iteration (NULL, TRUE);
  return self->frames;
}

/* What is computed beside the window may come late, and is drawn then; but it comes once. */
static void
assert_rests (Watch *self, const char *state)
{
  guint late = count_late (self);

  for (guint i = 1; i < MOST_LATE && late > 0; i++)
    late = count_late (self);
  if (late > 0)
    g_test_message ("%s: frames come again and again while nothing moves", state);
  g_assert_cmpuint (late, ==, 0);
}

static void
open (Watch *self, const char *id)
{
  *self = (Watch){ .window = systole_main_window_new (application) };
  systole_main_window_open_library (self->window, id);
  gtk_window_present (GTK_WINDOW (self->window));
  wait_until (is_ready (self->window) && gtk_widget_get_mapped (GTK_WIDGET (self->window)));
  g_signal_connect_after (gtk_widget_get_frame_clock (GTK_WIDGET (self->window)), "paint", G_CALLBACK (paint_cb), self);
}

static void
shut (Watch *self)
{
  g_signal_handlers_disconnect_by_data (gtk_widget_get_frame_clock (GTK_WIDGET (self->window)), self);
  close_window (self->window);
}

static void
activate (const Watch *self, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), action, NULL));
}

/* Opened, after a step (whose values glide), paused, at the end. */
static void
test_time (void)
{
  static const char *const files[] = { "welcome", "waves" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      SystoleSession *session;
      Watch watch;

      open (&watch, files[i]);
      session = systole_main_window_get_session (watch.window);
      assert_rests (&watch, "opened");
      g_assert_true (systole_session_step (session, 1));
      assert_rests (&watch, "after a step");
      systole_session_set_playing (session, TRUE);
      wait_until (watch.frames > 3);
      systole_session_set_playing (session, FALSE);
      assert_rests (&watch, "paused");
      activate (&watch, "win.last");
      assert_rests (&watch, "at the end");
      shut (&watch);
    }
}

/* Each page of Explain. */
static void
test_pages (void)
{
  static const char *const pages[] = { "selection", "time", "roofline", "memory", "energy", "map", "table", "state" };
  Watch watch;

  open (&watch, "welcome");
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      systole_explain_pane_set_page (watch.window->explain, pages[i]);
      assert_rests (&watch, pages[i]);
    }
  shut (&watch);
}

static void
press (SystolePresenter *presenter, guint keyval)
{
  SystolePresenterKey key;
  guint number;

  g_assert_true (systole_presenter_find_key (keyval, 0, TRUE, &key, &number));
  systole_presenter_press (presenter, key, number);
}

/* On a beat, on the next, and in front of a black screen. */
static void
test_presenter (void)
{
  SystolePresenter *presenter;
  GdkFrameClock *clock;
  Watch watch;

  open (&watch, "tpu-or-gpu");
  systole_main_window_present (watch.window, 0);
  presenter = SYSTOLE_PRESENTER (systole_main_window_get_presenter (watch.window));
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (presenter)));
  clock = gtk_widget_get_frame_clock (GTK_WIDGET (presenter));
  if (clock != gtk_widget_get_frame_clock (GTK_WIDGET (watch.window)))
    g_signal_connect_after (clock, "paint", G_CALLBACK (paint_cb), &watch);
  assert_rests (&watch, "a beat");
  press (presenter, GDK_KEY_Page_Down);
  assert_rests (&watch, "the next beat");
  press (presenter, GDK_KEY_b);
  assert_rests (&watch, "black");
  g_signal_handlers_disconnect_by_data (clock, &watch);
  close_window (watch.window);
}

static void
add (void)
{
  g_test_add_func ("/app-idle/time", test_time);
  g_test_add_func ("/app-idle/pages", test_pages);
  g_test_add_func ("/app-idle/presenter", test_presenter);
}

int
main (int argc, char **argv)
{
  return run_window_tests (argc, argv, &application, add);
}
