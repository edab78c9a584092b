/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/lane-view-private.h"

/* What of a lane is hovered, focused and pinned. */

static const SystoleTarget no_target = SYSTOLE_TARGET_INIT;

static gboolean
change_target (SystoleLaneView *self, SystoleTarget *place, const SystoleTarget *target)
{
  SystoleTarget wanted = target != NULL ? *target : no_target;

  if (systole_target_equal (place, &wanted))
    return FALSE;
  *place = wanted;
  systole_canvas_redraw (SYSTOLE_CANVAS (self));
  return TRUE;
}

void
systole_lane_view_set_hover (SystoleLaneView *self, const SystoleTarget *target)
{
  if (change_target (self, &self->hover, target))
    systole_lane_view_queue_card (self, &self->hover);
}

void
systole_lane_view_set_focus_target (SystoleLaneView *self, const SystoleTarget *target)
{
  if (change_target (self, &self->focus, target))
    systole_lane_view_queue_card (self, &self->focus);
}

/**
 * systole_lane_view_get_pinned:
 * @first: (out) (nullable): kind NONE: nothing
 * @second: (out) (nullable): the one it is compared with
 */
void
systole_lane_view_get_pinned (SystoleLaneView *self, SystoleTarget *first, SystoleTarget *second)
{
  g_return_if_fail (SYSTOLE_IS_LANE_VIEW (self));
  if (first != NULL)
    *first = self->pinned;
  if (second != NULL)
    *second = self->pinned_second;
}

/**
 * systole_lane_view_set_pinned:
 * @target: (nullable): NULL unpins it and the second
 */
void
systole_lane_view_set_pinned (SystoleLaneView *self, const SystoleTarget *target)
{
  gboolean changed;

  g_return_if_fail (SYSTOLE_IS_LANE_VIEW (self));
  changed = change_target (self, &self->pinned, target);
  if (changed)
    g_clear_pointer (&self->trace, systole_trace_free);
  if (self->pinned.kind == SYSTOLE_TARGET_NONE)
    changed = change_target (self, &self->pinned_second, NULL) || changed;
  if (changed)
    systole_lane_view_emit (self, SYSTOLE_LANE_VIEW_SELECTION_CHANGED);
}

/**
 * systole_lane_view_set_pinned_second:
 * @target: (nullable): NULL unpins it
 *
 * Pins a second thing to compare; without a first one it becomes the first.
 */
void
systole_lane_view_set_pinned_second (SystoleLaneView *self, const SystoleTarget *target)
{
  g_return_if_fail (SYSTOLE_IS_LANE_VIEW (self));
  if (self->pinned.kind == SYSTOLE_TARGET_NONE)
    systole_lane_view_set_pinned (self, target);
  else if (change_target (self, &self->pinned_second, target))
    systole_lane_view_emit (self, SYSTOLE_LANE_VIEW_SELECTION_CHANGED);
}

void
systole_lane_view_get_focus_target (SystoleLaneView *self, SystoleTarget *out)
{
  g_return_if_fail (SYSTOLE_IS_LANE_VIEW (self));
  *out = self->focus;
}

void
systole_lane_view_get_hover_target (SystoleLaneView *self, SystoleTarget *out)
{
  g_return_if_fail (SYSTOLE_IS_LANE_VIEW (self));
  *out = self->hover;
}

/**
 * systole_lane_view_move_focus:
 * @dx: −1, 0, 1: columns
 * @dy: −1, 0, 1: rows
 *
 * Moves the keyboard's target to its neighbour; the first time, to what is pinned or
 * the first thing.
 */
gboolean
systole_lane_view_move_focus (SystoleLaneView *self, int dx, int dy)
{
  SystoleLanePaint paint;
  SystoleTarget target;
  double x, y, width, height;

  g_return_val_if_fail (SYSTOLE_IS_LANE_VIEW (self), FALSE);
  if (self->run == NULL)
    return FALSE;
  systole_lane_view_fill_paint (self, &paint);
  if (self->focus.kind != SYSTOLE_TARGET_NONE)
    target = systole_lane_neighbour (&paint, &self->focus, dx, dy);
  else if (self->pinned.kind != SYSTOLE_TARGET_NONE && systole_lane_locate (&paint, &self->pinned, &x, &y, &width, &height))
    target = systole_lane_neighbour (&paint, &self->pinned, dx, dy);
  else
    target = systole_lane_neighbour (&paint, &no_target, dx, dy);
  if (target.kind == SYSTOLE_TARGET_NONE)
    return FALSE;
  systole_lane_view_set_focus_target (self, &target);
  return TRUE;
}

static const SystoleTarget *
current_target (SystoleLaneView *self)
{
  if (self->focus.kind != SYSTOLE_TARGET_NONE)
    return &self->focus;
  return self->hover.kind != SYSTOLE_TARGET_NONE ? &self->hover : NULL;
}

gboolean
systole_lane_view_pin (SystoleLaneView *self)
{
  const SystoleTarget *target;

  g_return_val_if_fail (SYSTOLE_IS_LANE_VIEW (self), FALSE);
  target = current_target (self);
  if (target == NULL || target->kind == SYSTOLE_TARGET_LEVEL)
    return FALSE;
  systole_lane_view_set_pinned (self, target);
  return TRUE;
}

gboolean
systole_lane_view_pin_second (SystoleLaneView *self)
{
  const SystoleTarget *target;

  g_return_val_if_fail (SYSTOLE_IS_LANE_VIEW (self), FALSE);
  target = current_target (self);
  if (target == NULL || target->kind == SYSTOLE_TARGET_LEVEL)
    return FALSE;
  systole_lane_view_set_pinned_second (self, target);
  return TRUE;
}

/**
 * systole_lane_view_close:
 *
 * What Escape does: closes the card, else follows no longer, else zooms out one level, else unpins.
 *
 * Returns: %FALSE if there was nothing to do
 */
gboolean
systole_lane_view_close (SystoleLaneView *self)
{
  g_return_val_if_fail (SYSTOLE_IS_LANE_VIEW (self), FALSE);
  if (systole_lane_view_hide_card (self))
    return TRUE;
  if (systole_lane_view_stop_trace (self))
    return TRUE;
  if (systole_lane_view_zoom_out (self))
    return TRUE;
  if (self->pinned.kind == SYSTOLE_TARGET_NONE)
    return FALSE;
  systole_lane_view_set_pinned (self, NULL);
  return TRUE;
}

/**
 * systole_lane_view_get_paint:
 * @out: (out): filled, without a cache
 */
void
systole_lane_view_get_paint (SystoleLaneView *self, SystoleLanePaint *out)
{
  g_return_if_fail (SYSTOLE_IS_LANE_VIEW (self));
  systole_lane_view_fill_paint (self, out);
  out->cache = NULL;
}

/**
 * systole_lane_view_explain:
 * @facts: (out): as of systole_lane_explain()
 * @sentence: (out):
 *
 * Returns: (transfer full) (nullable): the title of the target; NULL when there is none
 */
char *
systole_lane_view_explain (SystoleLaneView *self, const SystoleTarget *target, GArray **facts, char **sentence)
{
  SystoleLanePaint paint;

  g_return_val_if_fail (SYSTOLE_IS_LANE_VIEW (self), NULL);
  *facts = NULL;
  *sentence = NULL;
  if (self->run == NULL || target->kind == SYSTOLE_TARGET_NONE)
    return NULL;
  systole_lane_view_fill_paint (self, &paint);
  return systole_lane_explain (&paint, target, facts, sentence);
}
