/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/session-private.h"

#include <math.h>

#include "widgets/timeline-painter.h"

/* Conversions between clocks are exact to some 2⁻⁵²: what is this near to a whole
 * cycle is that cycle. */
#define WHOLE_CYCLE 1e-9

guint64
systole_session_run_length (SystoleSession *self, guint lane)
{
  SystoleRun *run = systole_session_get_run (self, lane);

  return run != NULL ? systole_run_get_n_cycles (run) : 0;
}

/* Position on the axis at which a lane ends; negative without a run. */
static double
lane_end (SystoleSession *self, guint lane)
{
  SystoleRun *run = systole_session_get_run (self, lane);

  if (run == NULL)
    return -1;
  return systole_time_from_cycle (self->time_base, run, (double) systole_run_get_n_cycles (run));
}

/* The lane that ends last on the present axis. */
static guint
longest_lane (SystoleSession *self)
{
  guint best = self->active;

  for (guint i = 0; i < systole_session_get_n_lanes (self); i++)
    if (lane_end (self, i) > lane_end (self, best))
      best = i;
  return best;
}

static double
snap (double cycle)
{
  double whole = round (cycle);

  return fabs (cycle - whole) <= WHOLE_CYCLE * MAX (1.0, fabs (cycle)) ? whole : cycle;
}

void
systole_session_place (SystoleSession *self, guint leader, guint64 cycle, double fraction)
{
  guint64 n = systole_session_run_length (self, leader);

  self->leader = leader;
  self->cycle = MIN (cycle, n);
  self->fraction_of_cycle = self->cycle < n ? fraction : 0;
}

void
systole_session_move (SystoleSession *self, guint leader, guint64 cycle, double fraction)
{
  if (leader == self->leader && cycle == self->cycle && fraction == self->fraction_of_cycle)
    return;
  self->view_moved = TRUE;
  systole_session_place (self, leader, cycle, fraction);
  systole_session_emit_moved (self);
}

/**
 * systole_session_get_length:
 *
 * Returns: length of the axis: cycles of the longest lane, seconds, or 1
 */
double
systole_session_get_length (SystoleSession *self)
{
  return MAX (0, lane_end (self, longest_lane (self)));
}

/**
 * systole_session_get_axis:
 *
 * Returns: the instant on the axis: cycles, seconds or share 0 … 1
 */
double
systole_session_get_axis (SystoleSession *self)
{
  SystoleRun *run = systole_session_get_run (self, self->leader);

  return run != NULL ? systole_time_from_cycle (self->time_base, run, (double) self->cycle + self->fraction_of_cycle) : 0;
}

/**
 * systole_session_get_position:
 *
 * Returns: cycles of the lane's own clock, 0 … n, where n says that it has ended
 */
double
systole_session_get_position (SystoleSession *self, guint lane)
{
  SystoleRun *run = systole_session_get_run (self, lane);
  double n;

  if (run == NULL)
    return 0;
  n = (double) systole_run_get_n_cycles (run);
  if (lane == self->leader || self->time_base == SYSTOLE_TIME_CYCLES)
    return MIN ((double) self->cycle + self->fraction_of_cycle, n);
  if (systole_session_get_axis (self) >= lane_end (self, lane) && self->time_base == SYSTOLE_TIME_WALL)
    return n;
  if (self->time_base == SYSTOLE_TIME_WORK && self->cycle >= systole_session_run_length (self, self->leader))
    return n;
  return CLAMP (snap (systole_time_to_cycle (self->time_base, run, systole_session_get_axis (self))), 0, n);
}

/**
 * systole_session_get_cycle:
 *
 * Returns: the cycle whose frame a lane shows, 0 … n − 1: the last one once it has ended
 */
guint64
systole_session_get_cycle (SystoleSession *self, guint lane)
{
  guint64 n = systole_session_run_length (self, lane);
  guint64 cycle = lane == self->leader ? self->cycle : (guint64) systole_session_get_position (self, lane);

  return n > 0 ? MIN (cycle, n - 1) : 0;
}

gboolean
systole_session_has_ended (SystoleSession *self, guint lane)
{
  guint64 n = systole_session_run_length (self, lane);

  return n > 0 && systole_session_get_position (self, lane) >= (double) n;
}

gboolean
systole_session_at_end (SystoleSession *self)
{
  for (guint i = 0; i < systole_session_get_n_lanes (self); i++)
    if (systole_session_get_run (self, i) != NULL && !systole_session_has_ended (self, i))
      return FALSE;
  return systole_session_get_n_lanes (self) > 0;
}

guint
systole_session_get_leader (SystoleSession *self)
{
  return self->leader;
}

/**
 * systole_session_seek:
 * @cycle: of the clock of @lane, 0 … n; n is the end
 * @fraction: of the way to the next cycle, 0 … < 1
 */
void
systole_session_seek (SystoleSession *self, guint lane, guint64 cycle, double fraction)
{
  g_return_if_fail (SYSTOLE_IS_SESSION (self));
  systole_session_move (self, lane, MIN (cycle, systole_session_run_length (self, lane)), fraction);
}

/**
 * systole_session_seek_axis:
 * @position: in the unit of the axis
 *
 * Goes to the whole cycle of the active lane, or where that one has ended of the
 * longest, that holds the instant.
 */
void
systole_session_seek_axis (SystoleSession *self, double position)
{
  guint lane = self->active;
  SystoleRun *run;
  double cycle;

  g_return_if_fail (SYSTOLE_IS_SESSION (self));
  if (self->time_base != SYSTOLE_TIME_WORK && position >= lane_end (self, lane))
    lane = longest_lane (self);
  run = systole_session_get_run (self, lane);
  if (run == NULL)
    return;
  cycle = floor (snap (systole_time_to_cycle (self->time_base, run, MAX (position, 0))));
  systole_session_move (self, lane, (guint64) CLAMP (cycle, 0, (double) systole_run_get_n_cycles (run)), 0);
}

/**
 * systole_session_find_step:
 * @direction: −1 or 1
 * @lane: (out): the lane whose cycle it is: the active one while it can move
 * @cycle: (out): where one step leads; n is the end
 *
 * Returns: %FALSE at the beginning, or at the end
 */
gboolean
systole_session_find_step (SystoleSession *self, SystoleStep unit, int direction, guint *lane, guint64 *cycle)
{
  guint which = self->active;
  gboolean between;
  guint64 now, n, target;
  SystoleRun *run;

  if (systole_session_has_ended (self, which) || systole_session_get_run (self, which) == NULL)
    which = longest_lane (self);
  run = systole_session_get_run (self, which);
  if (run == NULL)
    return FALSE;

  n = systole_run_get_n_cycles (run);
  now = which == self->leader ? self->cycle : (guint64) systole_session_get_position (self, which);
  between = systole_session_get_position (self, which) > (double) now;
  if (direction > 0)
    {
      if (now >= n)
        return FALSE;
      target = systole_run_step (run, now, unit, 1);
      if (target <= now)
        target = n;
    }
  else if (now >= n)
    target = unit == SYSTOLE_STEP_CYCLE ? n - 1 : systole_run_step (run, n - 1, unit, -1);
  else if (between)
    target = now;
  else
    {
      if (now == 0)
        return FALSE;
      target = systole_run_step (run, now, unit, -1);
    }
  *lane = which;
  *cycle = target;
  return TRUE;
}

/**
 * systole_session_step:
 *
 * One step of the step unit forward or back; ends playing.
 */
gboolean
systole_session_step (SystoleSession *self, int direction)
{
  guint lane;
  guint64 cycle;

  g_return_val_if_fail (SYSTOLE_IS_SESSION (self), FALSE);
  systole_session_set_playing (self, FALSE);
  if (!systole_session_find_step (self, self->step_unit, direction, &lane, &cycle))
    return FALSE;
  systole_session_move (self, lane, cycle, 0);
  return TRUE;
}

gboolean
systole_session_step_event (SystoleSession *self, int direction)
{
  guint lane;
  guint64 cycle;

  g_return_val_if_fail (SYSTOLE_IS_SESSION (self), FALSE);
  systole_session_set_playing (self, FALSE);
  if (!systole_session_find_step (self, SYSTOLE_STEP_EVENT, direction, &lane, &cycle))
    return FALSE;
  systole_session_move (self, lane, cycle, 0);
  return TRUE;
}

/* The nearest bookmark on the axis in a direction, or −1. */
static int
nearest_bookmark (SystoleSession *self, int direction, double *position)
{
  const GArray *bookmarks = systole_session_get_scenario (self)->view.bookmarks;
  double now = systole_session_get_axis (self);
  double best = 0;
  int found = -1;

  for (guint i = 0; i < bookmarks->len; i++)
    {
      const SystoleBookmark *bookmark = &g_array_index (bookmarks, SystoleBookmark, i);
      SystoleRun *run = systole_session_get_run (self, bookmark->lane);
      double at;

      if (run == NULL)
        continue;
      at = systole_time_from_cycle (self->time_base, run, (double) bookmark->cycle);
      if ((direction > 0 ? at > now : at < now) && (found < 0 || direction * (at - best) < 0))
        {
          found = (int) i;
          best = at;
        }
    }
  *position = best;
  return found;
}

/**
 * systole_session_step_mark:
 *
 * To the next or previous event or bookmark, whichever comes first.
 */
gboolean
systole_session_step_mark (SystoleSession *self, int direction)
{
  guint lane;
  guint64 cycle;
  double at;
  int bookmark;

  g_return_val_if_fail (SYSTOLE_IS_SESSION (self), FALSE);
  systole_session_set_playing (self, FALSE);
  bookmark = nearest_bookmark (self, direction, &at);
  if (systole_session_find_step (self, SYSTOLE_STEP_EVENT, direction, &lane, &cycle))
    {
      double event = systole_time_from_cycle (self->time_base, systole_session_get_run (self, lane), (double) cycle);

      if (bookmark < 0 || direction * (event - at) <= 0)
        {
          systole_session_move (self, lane, cycle, 0);
          return TRUE;
        }
    }
  return bookmark >= 0 && systole_session_go_to_bookmark (self, (guint) bookmark + 1);
}

void
systole_session_go_first (SystoleSession *self)
{
  g_return_if_fail (SYSTOLE_IS_SESSION (self));
  systole_session_set_playing (self, FALSE);
  systole_session_move (self, self->active, 0, 0);
}

/**
 * systole_session_go_last:
 *
 * To the last cycle of the lane that ends last.
 */
void
systole_session_go_last (SystoleSession *self)
{
  guint lane = longest_lane (self);
  guint64 n = systole_session_run_length (self, lane);

  g_return_if_fail (SYSTOLE_IS_SESSION (self));
  systole_session_set_playing (self, FALSE);
  if (n > 0)
    systole_session_move (self, lane, n - 1, 0);
}
