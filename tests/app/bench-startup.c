/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/application.h"
#include "app/place.h"
#include "app/window.h"

#include <stdlib.h>
#include <sys/resource.h>

/*
 * How long a window takes from the start of its process to its first picture: an empty
 * window of libadwaita, and ours with the welcome scenario; then the processor time of
 * ours while nobody does anything. Prints, and judges nothing.
 *
 * bench-startup [TIMES]
 */

#define IDLE_SECONDS 10
#define MAX_TIMES 99
#define STARTED "BENCH_STARTED"

/* --- a process that is measured --- */

typedef struct
{
  gboolean idles;     /* stays, and measures that */
  double first, full; /* milliseconds: a picture, and one with every lane */
  gint64 cpu;         /* microseconds, at the start of idling */
} Child;

static gint64
cpu_time (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (gint64) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * G_USEC_PER_SEC + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
}

static gboolean
idled_cb (gpointer data)
{
  Child *child = data;

  g_print ("%.3f %.3f %.3f\n", child->first, child->full, (double) (cpu_time () - child->cpu) / 1000.0);
  exit (EXIT_SUCCESS);
}

static gboolean
settled_cb (gpointer data)
{
  Child *child = data;

  child->cpu = cpu_time ();
  g_timeout_add_seconds (IDLE_SECONDS, idled_cb, child);
  return G_SOURCE_REMOVE;
}

static gboolean
is_full (GtkWidget *widget)
{
  SystoleSession *session;

  if (!SYSTOLE_IS_MAIN_WINDOW (widget))
    return TRUE;
  session = systole_main_window_get_session (SYSTOLE_MAIN_WINDOW (widget));
  return systole_session_get_n_lanes (session) > 0 && !systole_session_is_running (session);
}

static void
after_paint_cb (GdkFrameClock *clock, GtkWidget *widget)
{
  Child *child = g_object_get_data (G_OBJECT (widget), "child");
  double now = (double) (g_get_monotonic_time () - g_ascii_strtoll (g_getenv (STARTED), NULL, 10)) / 1000.0;

  if (child->first == 0)
    child->first = now;
  if (child->full != 0 || !is_full (widget))
    return;
  child->full = now;
  if (child->idles)
    {
      g_timeout_add_seconds (3, settled_cb, child);
      return;
    }
  g_print ("%.3f %.3f 0\n", child->first, child->full);
  exit (EXIT_SUCCESS);
}

static void
realize_cb (GtkWidget *widget)
{
  g_signal_connect_object (gtk_widget_get_frame_clock (widget), "after-paint", G_CALLBACK (after_paint_cb), widget, 0);
}

static void
window_added_cb (GtkApplication *application, GtkWindow *window, Child *child)
{
  g_object_set_data (G_OBJECT (window), "child", child);
  g_signal_connect (window, "realize", G_CALLBACK (realize_cb), NULL);
}

static void
bare_activate_cb (GApplication *application)
{
  GtkWindow *window = g_object_new (ADW_TYPE_APPLICATION_WINDOW, "application", application, "default-width", 1200, "default-height", 750, NULL);

  gtk_window_present (window);
}

/* As main() of the program does. */
static GtkApplication *
our_application (const char *executable)
{
  g_autoptr (SystoleSettings) settings = NULL;
  g_autofree char *language = NULL;

  systole_place_set_up (executable);
  settings = systole_settings_new ();
  language = systole_settings_dup_string (settings, "language");
  systole_place_set_language (language);
  return GTK_APPLICATION (systole_application_new (settings));
}

static int
run_child (char **argv)
{
  Child child = { g_str_equal (argv[1], "idle"), 0, 0, 0 };
  g_autoptr (GtkApplication) application = NULL;

  if (g_str_equal (argv[1], "bare"))
    {
      application = GTK_APPLICATION (adw_application_new ("org.systole.Bench", G_APPLICATION_DEFAULT_FLAGS));
      g_signal_connect (application, "activate", G_CALLBACK (bare_activate_cb), NULL);
    }
  else
    application = our_application (argv[0]);
  g_application_set_flags (G_APPLICATION (application), g_application_get_flags (G_APPLICATION (application)) | G_APPLICATION_NON_UNIQUE);
  g_signal_connect (application, "window-added", G_CALLBACK (window_added_cb), &child);
  return g_application_run (G_APPLICATION (application), 1, argv);
}

/* --- the measuring one --- */

static void
measure (const char *executable, const char *what, double result[3])
{
  g_autofree char *now = g_strdup_printf ("%" G_GINT64_FORMAT, g_get_monotonic_time ());
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), STARTED, now, TRUE);
  const char *argv[] = { executable, what, NULL };
  g_autofree char *out = NULL;
  g_autoptr (GError) error = NULL;
  char *end;

  if (!g_spawn_sync (NULL, (char **) argv, environment, G_SPAWN_DEFAULT, NULL, NULL, &out, NULL, NULL, &error))
    g_error ("%s", error->message);
  end = out;
  for (guint i = 0; i < 3; i++)
    result[i] = g_ascii_strtod (end, &end);
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static double
median (double *values, guint n)
{
  qsort (values, n, sizeof *values, compare);
  return values[n / 2];
}

int
main (int argc, char **argv)
{
  double bare[MAX_TIMES], first[MAX_TIMES], full[MAX_TIMES], result[3];
  guint n;

  if (argc > 1 && g_getenv (STARTED) != NULL)
    return run_child (argv);
  n = argc > 1 ? (guint) CLAMP (atoi (argv[1]), 1, MAX_TIMES) : 5;
  measure (argv[0], "bare", result); /* what is read from the disk is read once */
  measure (argv[0], "ours", result);
  for (guint i = 0; i < n; i++)
    {
      measure (argv[0], "bare", result);
      bare[i] = result[0];
      measure (argv[0], "ours", result);
      first[i] = result[0];
      full[i] = result[1];
    }
  g_print ("medians of %u: empty window %.0f ms, first picture %.0f ms, with every lane %.0f ms; from empty to first %.0f ms, to every lane %.0f ms\n",
           n,
           median (bare, n),
           median (first, n),
           median (full, n),
           median (first, n) - median (bare, n),
           median (full, n) - median (bare, n));
  measure (argv[0], "idle", result);
  g_print ("idle: %.1f ms of processor time in %d s\n", result[2], IDLE_SECONDS);
  return EXIT_SUCCESS;
}
