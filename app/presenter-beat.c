/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/presenter-private.h"

#include "app/lesson-instant.h"

#define LONGEST_WALK 40 /* cycles that a class waits for an answer to arrive */

/* The beat that is shown: its runs, its instant, and the stretch of time that it plays. */

const SystoleBeat *
systole_presenter_get_beat (SystolePresenter *self)
{
  return self->runs != NULL ? systole_scenario_get_beat (self->lesson, self->state.beat) : NULL;
}

static guint64
first_cycle (const SystoleBeat *beat)
{
  return beat->state->view.present ? beat->state->view.cycle : 0;
}

static guint
view_lane (SystolePresenter *self, const SystoleBeat *beat)
{
  return beat->state->view.present && beat->state->view.lane < systole_session_get_n_lanes (self->session) ? beat->state->view.lane : 0;
}

static void
seek (SystolePresenter *self, guint64 cycle)
{
  systole_session_seek (self->session, view_lane (self, systole_presenter_get_beat (self)), cycle, 0);
}

/* To an instant that lies ahead. */
static void
walk (SystolePresenter *self, guint64 to)
{
  if (self->still)
    {
      seek (self, to);
      return;
    }
  self->stop = to;
  systole_session_set_playing (self->session, TRUE);
}

/* From the beat's instant to where it plays. */
static void
play_range (SystolePresenter *self, const SystoleBeat *beat)
{
  if (beat->play_to > first_cycle (beat))
    walk (self, beat->play_to);
}

/** The level that the view names for a lane, else the run's own. */
void
systole_presenter_take_camera (SystoleSession *session, guint lane, SystoleCamera *out)
{
  const GArray *zooms = systole_session_get_scenario (session)->view.zooms;
  SystoleRun *run = systole_session_get_run (session, lane);

  if (run == NULL)
    return;
  systole_camera_init (out, run);
  if (lane < zooms->len && g_array_index (zooms, int, lane) >= 0)
    out->level = (SystoleLevel) g_array_index (zooms, int, lane);
}

static void
take_cameras (SystolePresenter *self, const SystoleBeat *beat)
{
  static const SystoleTarget none = SYSTOLE_TARGET_INIT;

  for (guint i = 0; i < SYSTOLE_PRESENTER_MAX_LANES; i++)
    {
      self->pinned[i] = none;
      systole_presenter_take_camera (self->session, i, &self->cameras[i]);
      if (beat == NULL || !beat->selection.present || beat->selection.lane != i)
        continue;
      self->pinned[i].kind = SYSTOLE_TARGET_PE;
      self->pinned[i].unit = self->cameras[i].unit;
      self->pinned[i].row = self->cameras[i].row = beat->selection.row;
      self->pinned[i].column = self->cameras[i].column = beat->selection.column;
    }
}

/* Cycle of the view's lane that settles the question; FALSE: the beat names none. */
static gboolean
find_instant (SystolePresenter *self, const SystoleBeat *beat, guint64 *cycle)
{
  SystoleLessonNow now;

  systole_lesson_now (self->session, &now);
  return systole_lesson_find_answer (&now.state, beat, cycle);
}

/* The session has the beat's runs. */
static void
begin (SystolePresenter *self)
{
  const SystoleBeat *beat = systole_presenter_get_beat (self);
  guint64 instant;

  self->shown = TRUE;
  take_cameras (self, beat);
  if (beat == NULL)
    return;
  if (self->as_left && beat->choices->len > 0 && beat->play_to == 0 && find_instant (self, beat, &instant))
    seek (self, instant);
  else if (self->as_left && beat->play_to > 0)
    seek (self, MAX (beat->play_to, first_cycle (beat)));
  else if (beat->choices->len == 0)
    play_range (self, beat);
}

static void
runs_cb (SystolePresenter *self)
{
  if (!self->shown && systole_session_get_n_lanes (self->session) > 0)
    begin (self);
  systole_canvas_invalidate (SYSTOLE_CANVAS (self->view));
  systole_presenter_refresh (self);
}

static void
moved_cb (SystolePresenter *self)
{
  const SystoleBeat *beat = systole_presenter_get_beat (self);
  guint64 cycle = systole_session_get_cycle (self->session, systole_session_get_active (self->session));

  if (self->stop > 0 && beat != NULL && systole_session_get_position (self->session, view_lane (self, beat)) >= (double) self->stop)
    {
      systole_presenter_stop (self);
      return;
    }
  /* Between two cycles only the picture moves. */
  if (systole_session_get_playing (self->session) && cycle == self->said_cycle)
    {
      systole_canvas_redraw (SYSTOLE_CANVAS (self->view));
      return;
    }
  self->said_cycle = cycle;
  systole_presenter_refresh (self);
}

static void
playing_cb (SystolePresenter *self)
{
  systole_canvas_set_playing (SYSTOLE_CANVAS (self->view), systole_session_get_playing (self->session));
  if (!systole_session_get_playing (self->session))
    self->stop = 0;
}

static void
ready_cb (guint beat, gpointer data)
{
  SystolePresenter *self = data;

  if (beat == self->state.beat && !self->shown)
    systole_presenter_show_beat (self, self->as_left);
}

static void
map_cb (gpointer data)
{
  SystolePresenter *self = data;

  systole_canvas_redraw (SYSTOLE_CANVAS (self->view));
}

/**
 * systole_presenter_take_session:
 * @session: of the window
 *
 * A lesson has a session of its own, so that the document is not touched.
 */
void
systole_presenter_take_session (SystolePresenter *self, SystoleSession *session)
{
  guint n = systole_scenario_get_n_beats (self->lesson);

  for (guint i = 0; i < n; i++)
    systole_presenter_state_add_beat (&self->state, systole_scenario_get_beat (self->lesson, i)->choices->len);
  if (n > 0)
    {
      self->session = systole_session_new (systole_session_get_catalogue (session));
      self->runs = systole_beat_runs_new (self->lesson, systole_session_get_catalogue (session), ready_cb, self);
      self->maps = systole_beat_maps_new (self->lesson, systole_session_get_catalogue (session), map_cb, self);
    }
  else
    self->session = g_object_ref (session);
  g_signal_connect_swapped (self->session, "runs-changed", G_CALLBACK (runs_cb), self);
  g_signal_connect_swapped (self->session, "moved", G_CALLBACK (moved_cb), self);
  g_signal_connect_swapped (self->session, "notify::playing", G_CALLBACK (playing_cb), self);
}

/**
 * systole_presenter_show_beat:
 * @as_left: at the end of what it plays, instead of playing it
 *
 * Shows the state's beat; at once if its runs are there, else when they come.
 */
void
systole_presenter_show_beat (SystolePresenter *self, gboolean as_left)
{
  SystoleResults *results;

  self->stop = 0;
  self->as_left = as_left;
  self->shown = FALSE;
  if (self->runs == NULL)
    {
      begin (self);
      return;
    }
  systole_beat_runs_prepare (self->runs, self->state.beat);
  systole_beat_maps_prepare (self->maps, self->state.beat);
  results = systole_beat_runs_get (self->runs, self->state.beat);
  if (results != NULL)
    systole_session_load_results (self->session, systole_beat_runs_get_scenario (self->runs, self->state.beat), results);
}

/**
 * systole_presenter_show_answer:
 *
 * The picture goes on to where the answer is seen: it plays there where that is near, else it jumps.
 */
void
systole_presenter_show_answer (SystolePresenter *self)
{
  const SystoleBeat *beat = systole_presenter_get_beat (self);
  guint64 from = first_cycle (beat), to;

  if (!self->shown)
    return;
  if (beat->play_to > 0 || !find_instant (self, beat, &to))
    {
      play_range (self, beat);
      return;
    }
  if (to <= from || to - from > LONGEST_WALK)
    seek (self, to);
  else
    walk (self, to);
}

/** Back to the instant at which it is asked. */
void
systole_presenter_ask_again (SystolePresenter *self)
{
  systole_session_set_playing (self->session, FALSE);
  if (self->shown)
    seek (self, first_cycle (systole_presenter_get_beat (self)));
}

/* Documented in presenter-private.h. */
void
systole_presenter_stop (SystolePresenter *self)
{
  guint64 stop = self->stop;

  if (stop == 0)
    return;
  self->stop = 0; /* before the session tells of its move */
  systole_session_set_playing (self->session, FALSE);
  seek (self, stop);
}

/** Space: plays on, within the beat's range as long as it is in it. */
void
systole_presenter_toggle_playing (SystolePresenter *self)
{
  const SystoleBeat *beat = systole_presenter_get_beat (self);
  gboolean playing = !systole_session_get_playing (self->session);

  systole_session_set_playing (self->session, playing);
  if (playing && beat != NULL && systole_session_get_position (self->session, view_lane (self, beat)) < (double) beat->play_to)
    self->stop = beat->play_to;
}
