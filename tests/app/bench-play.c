/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Playing in a whole window of 1920 × 1080 that is drawn by software: frames a second, and what a frame costs.
 *
 *     bench-play [SECONDS]
 *
 * Every scenario of the table plays for so long. A compositor asks for 60 frames a second; fewer mean that
 * drawing does not keep pace. */

#include "tests/app/app-fixture.h"

#include <time.h>

#define USUAL_SECONDS 3.0

static const char *const scenarios[] = { "welcome", "two-dimensions", "three-dataflows", "large-products", "t4-or-tpu", "tensor-cores", "waves" };

/* What a frame consists of, in order: the playhead moves, widgets get their sizes, pictures are painted and put together. */
typedef enum
{
  PHASE_UPDATE,
  PHASE_LAYOUT,
  PHASE_PAINT,
  N_PHASES
} Phase;

static const char *const phase_signals[N_PHASES] = { "update", "layout", "paint" };

typedef struct
{
  guint frames;
  double since;         /* processor time at the end of the phase before, s */
  double cpu[N_PHASES]; /* of each phase, s */
} Count;

static double
get_cpu (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static void
before_cb (GdkFrameClock *clock, Count *self)
{
  self->since = get_cpu ();
}

static void
end_phase (Count *self, Phase phase)
{
  double now = get_cpu ();

  self->cpu[phase] += now - self->since;
  self->since = now;
}

/* Called after GTK's own handlers, which were there first. */
static void
update_cb (GdkFrameClock *clock, Count *self)
{
  end_phase (self, PHASE_UPDATE);
}

static void
layout_cb (GdkFrameClock *clock, Count *self)
{
  end_phase (self, PHASE_LAYOUT);
}

static void
paint_cb (GdkFrameClock *clock, Count *self)
{
  end_phase (self, PHASE_PAINT);
  self->frames++;
}

static void
listen (GdkFrameClock *clock, Count *count)
{
  const GCallback callbacks[N_PHASES] = { G_CALLBACK (update_cb), G_CALLBACK (layout_cb), G_CALLBACK (paint_cb) };

  g_signal_connect (clock, "before-paint", G_CALLBACK (before_cb), count);
  for (guint i = 0; i < N_PHASES; i++)
    g_signal_connect_after (clock, phase_signals[i], callbacks[i], count);
}

static void
play (SystoleApplication *application, const char *id, double seconds)
{
  SystoleMainWindow *window = systole_main_window_new (application);
  SystoleSession *session = systole_main_window_get_session (window);
  GdkFrameClock *clock;
  Count count = { 0 };
  gint64 start;
  double passed;

  systole_main_window_open_library (window, id);
  gtk_window_set_default_size (GTK_WINDOW (window), 1920, 1080);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_ready (window) && gtk_widget_get_mapped (GTK_WIDGET (window)));
  clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  systole_session_go_first (session);
  systole_session_set_playing (session, TRUE);
  listen (clock, &count);
  start = g_get_monotonic_time ();
  while ((passed = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC) < seconds)
    {
      /* From the beginning again, so that something always moves. */
      if (!systole_session_get_playing (session))
        {
          systole_session_go_first (session);
          systole_session_set_playing (session, TRUE);
        }
      g_main_context_iteration (NULL, TRUE);
    }
  g_print ("%-20s %4d × %-4d %6.1f frames/s, ms of processor time a frame:", id, gtk_widget_get_width (GTK_WIDGET (window)), gtk_widget_get_height (GTK_WIDGET (window)), count.frames / passed);
  for (guint i = 0; i < N_PHASES; i++)
    g_print (" %s %5.2f", phase_signals[i], 1000 * count.cpu[i] / MAX (count.frames, 1));
  g_print ("\n");
  g_signal_handlers_disconnect_by_data (clock, &count);
  close_window (window);
}

int
main (int argc, char **argv)
{
  g_autoptr (SystoleSettings) settings = NULL;
  double seconds = argc > 1 ? g_ascii_strtod (argv[1], NULL) : USUAL_SECONDS;
  SystoleApplication *application;

  systole_place_set_up (argv[0]);
  settings = systole_settings_new ();
  application = start_application (settings);
  for (guint i = 0; i < G_N_ELEMENTS (scenarios); i++)
    play (application, scenarios[i], seconds);
  g_object_unref (application);
  return 0;
}
