/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/lane-view-private.h"

/* What a question asks for is not told by the picture. */

/**
 * systole_lane_view_set_hidden:
 * @hides: a counter is asked for
 * @hidden: which; nothing if @hides is FALSE
 *
 * “?” stands for its value, in the picture and in its description.
 */
void
systole_lane_view_set_hidden (SystoleLaneView *self, gboolean hides, SystoleCounter hidden)
{
  g_return_if_fail (SYSTOLE_IS_LANE_VIEW (self));
  g_return_if_fail (hidden < SYSTOLE_N_COUNTERS);
  if (self->hides == hides && (self->hidden == hidden || !hides))
    return;
  self->hides = hides;
  self->hidden = hidden;
  systole_canvas_invalidate (SYSTOLE_CANVAS (self));
}
