/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/paint.h"

G_BEGIN_DECLS

/* A sentence over as many lines as its words need. `cr` NULL: it is only measured. `y` is the
 * top of the first line; returns the height of all. What the last line allowed cannot hold
 * ends in an ellipsis. */
double systole_paint_lines (cairo_t *cr, const SystolePaintStyle *style, const char *text, double px, SystoleWeight weight, SystoleColor color, double x, double y, double width, guint max_lines);

G_END_DECLS
