/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/level-painter.h"

G_BEGIN_DECLS

/* What stands above the picture at every level: badge, title and busy count; breadcrumb,
 * cycle and mapping; the ribbon whose parts add up; its words. */

double systole_head_get_height (const SystoleLanePaint *self); /* pixels, the space below included */
double systole_lane_padding (const SystoleLanePaint *self);    /* left, right and below */
void systole_head_paint (cairo_t *cr, const SystoleLanePaint *self, const SystoleLaneHead *head);
SystoleTarget systole_head_pick (const SystoleLanePaint *self, double x, double y);
gboolean systole_head_locate (const SystoleLanePaint *self, SystoleLevel level, double *x, double *y, double *width, double *height);

/* The texts and parts of a lane's head; clear it with systole_lane_head_clear(). */
void systole_lane_head_fill (const SystoleLanePaint *self, SystoleLaneHead *out);
char *systole_lane_paint_get_title (const SystoleLanePaint *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
