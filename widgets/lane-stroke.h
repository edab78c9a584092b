/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/paint.h"

G_BEGIN_DECLS

/* What tells lanes apart in a chart: a colour, a dash and a shape, never one alone. */

void systole_lane_stroke_set (cairo_t *cr, const SystolePaintStyle *style, guint lane, double width); /* colour, dash and width of its lines */
/* A dot: what is modelled is hollow, what is measured is filled. */
void systole_lane_dot (cairo_t *cr, const SystolePaintStyle *style, guint lane, gboolean filled, double x, double y, double radius);

G_END_DECLS
