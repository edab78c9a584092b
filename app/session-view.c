/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/session-private.h"

/* How the scenario is looked at: what its file says, and what the user chose since. */

#define AUTOMATIC_CYCLE_LIMIT 200 /* runs up to this many cycles step by cycle */
#define AUTOMATIC_TILE_LIMIT 1000 /* runs of more tiles step by phase */

/* The unit that suits the length of the active run. */
static SystoleStep
automatic_unit (SystoleSession *self)
{
  SystoleRun *run = systole_session_get_run (self, self->active);
  SystoleQuantity tiles;

  if (run == NULL || systole_run_get_n_cycles (run) <= AUTOMATIC_CYCLE_LIMIT)
    return SYSTOLE_STEP_CYCLE;
  tiles = systole_run_get_counter (run, SYSTOLE_COUNTER_TILES);
  if (!tiles.present)
    tiles = systole_run_get_counter (run, SYSTOLE_COUNTER_FOLDS);
  return tiles.present && tiles.count > AUTOMATIC_TILE_LIMIT ? SYSTOLE_STEP_PHASE : SYSTOLE_STEP_TILE;
}

static void
choose_unit (SystoleSession *self)
{
  SystoleStep unit = automatic_unit (self);

  if (!self->step_automatic || unit == self->step_unit)
    return;
  self->step_unit = unit;
  systole_session_notify (self, "step-unit");
}

/* The view as the scenario states it, once its runs are there. */
void
systole_session_take_view (SystoleSession *self)
{
  const SystoleViewState *view = &systole_session_get_scenario (self)->view;
  guint lanes = systole_session_get_n_lanes (self);

  self->view_pending = FALSE;
  self->active = view->present && view->lane < lanes ? view->lane : 0;
  self->time_base = view->present ? view->time_base : SYSTOLE_TIME_CYCLES;
  self->speed = view->present && view->speed > 0 ? view->speed : 1;
  self->step_automatic = !view->present || view->step_automatic;
  if (!self->step_automatic)
    self->step_unit = view->step;
  systole_session_place (self, self->active, view->present ? view->cycle : 0, 0);
  self->view_moved = FALSE;
  systole_session_notify (self, "active");
  systole_session_notify (self, "time-base");
  systole_session_notify (self, "speed");
  systole_session_notify (self, "step-unit");
}

/* After other runs: an instant and a lane that exist. */
void
systole_session_settle (SystoleSession *self)
{
  guint lanes = systole_session_get_n_lanes (self);

  if (self->active >= MAX (lanes, 1))
    {
      self->active = 0;
      systole_session_notify (self, "active");
    }
  if (systole_session_get_run (self, self->leader) == NULL)
    {
      self->leader = self->active;
      for (guint i = 0; i < lanes && systole_session_get_run (self, self->leader) == NULL; i++)
        self->leader = i;
    }
  systole_session_place (self, self->leader, self->cycle, self->fraction_of_cycle);
  choose_unit (self);
  if (self->playing && systole_session_at_end (self))
    systole_session_set_playing (self, FALSE);
}

gboolean
systole_session_get_playing (SystoleSession *self)
{
  return self->playing;
}

/**
 * systole_session_set_playing:
 *
 * Playing from the end begins at the beginning again.
 */
void
systole_session_set_playing (SystoleSession *self, gboolean playing)
{
  g_return_if_fail (SYSTOLE_IS_SESSION (self));
  playing = playing && systole_session_get_run (self, self->leader) != NULL;
  if (playing == self->playing)
    return;
  if (playing && systole_session_at_end (self))
    systole_session_move (self, self->active, 0, 0);
  self->playing = playing;
  /* At rest the picture is that of a whole cycle. */
  if (!playing && self->fraction_of_cycle > 0)
    systole_session_move (self, self->leader, self->cycle, 0);
  systole_session_notify (self, "playing");
}

double
systole_session_get_speed (SystoleSession *self)
{
  return self->speed;
}

void
systole_session_set_speed (SystoleSession *self, double speed)
{
  g_return_if_fail (SYSTOLE_IS_SESSION (self));
  if (!(speed > 0) || speed == self->speed)
    return;
  self->speed = speed;
  self->view_moved = TRUE;
  systole_session_notify (self, "speed");
}

SystoleStep
systole_session_get_step_unit (SystoleSession *self)
{
  return self->step_unit;
}

gboolean
systole_session_is_step_automatic (SystoleSession *self)
{
  return self->step_automatic;
}

void
systole_session_set_step_unit (SystoleSession *self, SystoleStep unit)
{
  g_return_if_fail (SYSTOLE_IS_SESSION (self));
  if (unit == self->step_unit)
    return;
  self->step_unit = unit;
  self->step_automatic = FALSE;
  self->view_moved = TRUE;
  systole_session_notify (self, "step-unit");
}

SystoleTimeBase
systole_session_get_time_base (SystoleSession *self)
{
  return self->time_base;
}

/**
 * systole_session_set_time_base:
 *
 * Another axis; the active lane stays at its instant.
 */
void
systole_session_set_time_base (SystoleSession *self, SystoleTimeBase base)
{
  double position;
  guint64 cycle;

  g_return_if_fail (SYSTOLE_IS_SESSION (self));
  if (base == self->time_base)
    return;
  if (!systole_session_has_ended (self, self->active))
    {
      position = systole_session_get_position (self, self->active);
      cycle = self->leader == self->active ? self->cycle : (guint64) position;
      systole_session_place (self, self->active, cycle, self->leader == self->active ? self->fraction_of_cycle : 0);
    }
  self->time_base = base;
  self->view_moved = TRUE;
  systole_session_notify (self, "time-base");
  systole_session_emit_moved (self);
}

guint
systole_session_get_active (SystoleSession *self)
{
  return self->active;
}

/**
 * systole_session_set_active:
 * @lane: the lane that steps act on from now on
 */
void
systole_session_set_active (SystoleSession *self, guint lane)
{
  g_return_if_fail (SYSTOLE_IS_SESSION (self));
  if (lane == self->active || lane >= systole_session_get_n_lanes (self))
    return;
  if (!self->playing && !systole_session_has_ended (self, lane))
    systole_session_place (self, lane, systole_session_get_cycle (self, lane), 0);
  self->active = lane;
  self->view_moved = TRUE;
  choose_unit (self);
  systole_session_notify (self, "active");
  systole_session_emit_moved (self);
}

static void
put_levels (SystoleScenario *scenario, const int *levels)
{
  const int unstated = -1;
  SystoleViewState *view = &scenario->view;

  for (guint i = 0; levels != NULL && i < scenario->lanes->len && i < SYSTOLE_MAX_LANES; i++)
    {
      if (levels[i] < 0)
        continue;
      view->present = TRUE;
      while (view->zooms->len <= i)
        g_array_append_val (view->zooms, unstated);
      g_array_index (view->zooms, int, i) = levels[i];
    }
}

static void
put_view (SystoleSession *self, SystoleViewState *view)
{
  view->present = TRUE;
  view->time_base = self->time_base;
  view->lane = self->active;
  view->cycle = systole_session_get_cycle (self, self->active);
  view->speed = self->speed;
  view->step_automatic = self->step_automatic;
  view->step = self->step_unit;
}

/* Documented in session.h. */
SystoleScenario *
systole_session_get_document (SystoleSession *self, const int *levels)
{
  SystoleScenario *copy;

  g_return_val_if_fail (SYSTOLE_IS_SESSION (self), NULL);
  copy = systole_scenario_copy (systole_session_get_base (self));
  /* What is looked at belongs to the beat, not to the document. */
  if (self->shown.beat >= 0)
    return copy;
  if (self->view_moved)
    put_view (self, &copy->view);
  put_levels (copy, levels);
  return copy;
}

SystoleScenario *
systole_session_get_shown (SystoleSession *self, const int *levels)
{
  SystoleScenario *copy;

  g_return_val_if_fail (SYSTOLE_IS_SESSION (self), NULL);
  copy = systole_scenario_copy (systole_session_get_scenario (self));
  put_view (self, &copy->view);
  put_levels (copy, levels);
  return copy;
}

/**
 * systole_session_needs_letters:
 *
 * Returns: whether two machines are of one kind: sentences begin with the kind of machine, and
 *   need letters only then
 */
gboolean
systole_session_needs_letters (SystoleSession *session)
{
  gboolean seen[SYSTOLE_N_FAMILIES] = { FALSE };

  for (guint i = 0; i < systole_session_get_n_lanes (session); i++)
    {
      SystoleRun *run = systole_session_get_run (session, i);
      SystoleFamily family;

      if (run == NULL)
        continue;
      family = systole_machine_get_family (systole_run_get_machine (run));
      if (seen[family])
        return TRUE;
      seen[family] = TRUE;
    }
  return FALSE;
}
