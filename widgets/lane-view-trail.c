/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/lane-view-private.h"

#include <math.h>

/* With less motion nothing glides: what moved leaves a trail that is gone after a moment. */

#define TRAIL_MS 200

static gboolean
gone_cb (gpointer data)
{
  SystoleLaneView *self = data;

  self->trail_source = 0;
  systole_canvas_redraw (SYSTOLE_CANVAS (self));
  return G_SOURCE_REMOVE;
}

/* A step forward by one cycle leaves a trail; a jump anywhere does not. */
void
systole_lane_view_leave_trail (SystoleLaneView *self, double from, double to)
{
  if (floor (to) == floor (from))
    return;
  systole_lane_view_stop_trail (self);
  if (self->reduced_motion && floor (to) == floor (from) + 1)
    self->trail_source = g_timeout_add (TRAIL_MS, gone_cb, self);
}

void
systole_lane_view_stop_trail (SystoleLaneView *self)
{
  g_clear_handle_id (&self->trail_source, g_source_remove);
}
