/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/place.h"
#include "app/window.h"
#include "data/data.h"
#include "engine/base/error.h"

/* For tests of the window: the application of the process, and waiting without sleeping. */

#define DEADLINE (60 * G_TIME_SPAN_SECOND)

#define wait_until(condition)                               \
  G_STMT_START                                              \
  {                                                         \
    gint64 limit = g_get_monotonic_time () + DEADLINE;      \
    guint waker = g_timeout_add (50, wake, NULL);           \
    while (!(condition) && g_get_monotonic_time () < limit) \
      g_main_context_iteration (NULL, TRUE);                \
    g_source_remove (waker);                                \
    g_assert_true (condition);                              \
  }                                                         \
  G_STMT_END

static inline gboolean
wake (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static inline SystoleApplication *
start_application (SystoleSettings *settings)
{
  SystoleApplication *application = systole_application_new (settings);
  g_autoptr (GError) error = NULL;

  g_application_set_default (G_APPLICATION (application));
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);
  return application;
}

static inline gboolean
is_ready (SystoleMainWindow *window)
{
  SystoleSession *session = systole_main_window_get_session (window);

  return systole_session_get_n_lanes (session) > 0 && !systole_session_is_running (session);
}

static inline void
close_window (SystoleMainWindow *window)
{
  gtk_window_destroy (GTK_WINDOW (window));
  while (g_main_context_pending (NULL))
    g_main_context_iteration (NULL, FALSE);
}

/* main() of a test of windows: `add` adds the cases, which find @application. Without a display there are none. */
static inline int
run_window_tests (int argc, char **argv, SystoleApplication **application, void (*add) (void))
{
  g_autoptr (SystoleSettings) settings = NULL;
  int status;

  systole_place_set_up (argv[0]);
  g_test_init (&argc, &argv, NULL);
  if (g_getenv ("DISPLAY") == NULL)
    {
      g_print ("1..0 # SKIP no display\n");
      return 0;
    }
  settings = systole_settings_new ();
  *application = start_application (settings);
  add ();
  status = g_test_run ();
  g_object_unref (*application);
  return status;
}
