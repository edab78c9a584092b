/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/lane-view-private.h"

#include "engine/gpu/sm-trace.h"

/* The sum that is followed through the array, or where it stays on an SM: what T does. */

/* What a key or a button follows: what is pinned, else what the keyboard or the pointer is at. */
static const SystoleTarget *
find_source (SystoleLaneView *self)
{
  const SystoleTarget *targets[] = { &self->pinned, &self->focus, &self->hover };

  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    if (targets[i]->kind == SYSTOLE_TARGET_PE || targets[i]->kind == SYSTOLE_TARGET_MULTIPLIER)
      return targets[i];
  return NULL;
}

/**
 * systole_lane_view_get_trace:
 *
 * Returns: (nullable): the way that is shown, until it changes
 */
const SystoleTrace *
systole_lane_view_get_trace (SystoleLaneView *self)
{
  g_return_val_if_fail (SYSTOLE_IS_LANE_VIEW (self), NULL);
  return self->trace;
}

/**
 * systole_lane_view_stop_trace:
 *
 * Returns: %FALSE if nothing was followed
 */
gboolean
systole_lane_view_stop_trace (SystoleLaneView *self)
{
  g_return_val_if_fail (SYSTOLE_IS_LANE_VIEW (self), FALSE);
  if (self->trace == NULL)
    return FALSE;
  g_clear_pointer (&self->trace, systole_trace_free);
  systole_canvas_redraw (SYSTOLE_CANVAS (self));
  systole_lane_view_emit (self, SYSTOLE_LANE_VIEW_SELECTION_CHANGED);
  return TRUE;
}

/**
 * systole_lane_view_toggle_trace:
 *
 * Follows the sum that the pinned PE or multiplier (else the focused, else the pointed one) adds to in the
 * present cycle, whatever cycle is shown later; a second time, no longer.
 *
 * Returns: %FALSE if nothing is followed and there is nothing to follow
 */
gboolean
systole_lane_view_toggle_trace (SystoleLaneView *self)
{
  const SystoleTarget *target;

  g_return_val_if_fail (SYSTOLE_IS_LANE_VIEW (self), FALSE);
  if (systole_lane_view_stop_trace (self))
    return TRUE;
  target = find_source (self);
  if (self->run == NULL || self->ended || target == NULL)
    return FALSE;
  if (target->kind == SYSTOLE_TARGET_PE)
    self->trace = systole_run_trace (self->run, target->unit, systole_lane_view_get_cycle (self), target->row, target->column);
  else
    self->trace = systole_run_trace_multiplier (self->run, target->unit, systole_lane_view_get_cycle (self), target->sub_core, target->row, target->column);
  if (self->trace == NULL)
    return FALSE;
  systole_canvas_redraw (SYSTOLE_CANVAS (self));
  systole_lane_view_emit (self, SYSTOLE_LANE_VIEW_SELECTION_CHANGED);
  return TRUE;
}
