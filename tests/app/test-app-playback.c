/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gtk/gtk.h>

#include "app/library.h"
#include "app/playback.h"
#include "data/data.h"

/* The playhead follows the frame clock's time, whatever the number of frames. */

#define SECOND 1000000

static SystoleSession *
open_welcome (void)
{
  SystoleSession *session = systole_session_new (systole_data_get_catalogue ());
  g_autoptr (SystoleScenario) scenario = systole_library_load_scenario ("welcome", NULL);

  systole_session_load (session, scenario);
  systole_session_go_first (session);
  return session;
}

static SystolePlayback *
make_playback (SystoleSession *session)
{
  SystolePlayback *playback = systole_playback_new (session, NULL);

  return playback;
}

/* Plays `seconds` in frames of `frame` microseconds. */
static void
play (SystolePlayback *playback, SystoleSession *session, double seconds, gint64 frame)
{
  gint64 start = 1000;

  systole_session_set_playing (session, TRUE);
  for (gint64 t = 0; t <= (gint64) (seconds * SECOND); t += frame)
    systole_playback_advance (playback, start + t);
}

static void
test_speed (void)
{
  static const gint64 frames[] = { 16000, 40000, 100000, 160000 };
  static const double speeds[] = { 0.5, 1, 2 };

  for (guint i = 0; i < G_N_ELEMENTS (frames); i++)
    for (guint j = 0; j < G_N_ELEMENTS (speeds); j++)
      {
        g_autoptr (SystoleSession) session = open_welcome ();
        g_autoptr (SystolePlayback) playback = make_playback (session);

        systole_session_set_speed (session, speeds[j]);
        play (playback, session, 8, frames[i]);
        /* 0.8 s a step at speed 1. */
        g_assert_cmpfloat_with_epsilon (systole_session_get_position (session, 0), 8 / 0.8 * speeds[j], 1e-6);
      }
}

static void
test_reduced_motion (void)
{
  g_autoptr (SystoleSession) session = open_welcome ();
  g_autoptr (SystolePlayback) playback = make_playback (session);
  double before = -1;
  guint changes = 0;

  systole_playback_set_reduced_motion (playback, TRUE);
  systole_session_set_speed (session, 8);
  systole_session_set_playing (session, TRUE);
  for (gint64 t = 0; t <= SECOND; t += 10000)
    {
      double now;

      systole_playback_advance (playback, 1000 + t);
      now = systole_session_get_position (session, 0);
      g_assert_cmpfloat (now, ==, (double) (guint64) now);
      changes += now != before;
      before = now;
    }
  /* The first picture, then at most four a second; as far as without. */
  g_assert_cmpuint (changes, <=, 5);
  g_assert_cmpfloat_with_epsilon (before, 1 / 0.8 * 8, 1.01);
}

static void
test_end (void)
{
  g_autoptr (SystoleSession) session = open_welcome ();
  g_autoptr (SystolePlayback) playback = make_playback (session);

  systole_session_set_speed (session, 16);
  play (playback, session, 5, 16000);
  g_assert_true (systole_session_at_end (session));
  g_assert_false (systole_session_get_playing (session));
  /* Playing from the end begins again. */
  systole_session_set_playing (session, TRUE);
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 0);
  g_assert_false (systole_session_at_end (session));
}

/* "max": one step a drawn frame, no more than thirty a second. */
static void
test_fastest (void)
{
  g_autoptr (SystoleSession) session = open_welcome ();
  g_autoptr (SystolePlayback) playback = make_playback (session);

  systole_session_set_speed (session, SYSTOLE_SPEED_MAX);
  play (playback, session, 0.5, 10000);
  g_assert_cmpuint (systole_session_get_cycle (session, 0), <=, 15);
  g_assert_cmpuint (systole_session_get_cycle (session, 0), >=, 11);
}

/* Somebody scrubs while it plays: it goes on from there. */
static void
test_scrub_while_playing (void)
{
  g_autoptr (SystoleSession) session = open_welcome ();
  g_autoptr (SystolePlayback) playback = make_playback (session);

  play (playback, session, 1, 20000);
  systole_session_seek (session, 0, 20, 0);
  systole_playback_advance (playback, 1000 + SECOND + 20000);
  g_assert_cmpuint (systole_session_get_cycle (session, 0), ==, 20);
  systole_playback_advance (playback, 1000 + SECOND + 420000);
  g_assert_cmpfloat_with_epsilon (systole_session_get_position (session, 0), 20.5, 0.03);
  systole_session_set_playing (session, FALSE);
  /* At rest: a whole cycle. */
  g_assert_cmpfloat (systole_session_get_position (session, 0), ==, 20);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/playback/speed", test_speed);
  g_test_add_func ("/playback/reduced-motion", test_reduced_motion);
  g_test_add_func ("/playback/end", test_end);
  g_test_add_func ("/playback/fastest", test_fastest);
  g_test_add_func ("/playback/scrub-while-playing", test_scrub_while_playing);
  return g_test_run ();
}
