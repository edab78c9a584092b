/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/paint.h"

G_BEGIN_DECLS

/* Text of several lines, broken between words; what does not fit ends in an ellipsis. Sizes at font scale 1. */

guint systole_paragraph_count_lines (const SystolePaintStyle *style, const char *text, double px, SystoleWeight weight, double width);
double systole_paragraph_get_height (const SystolePaintStyle *style, const char *text, double px, SystoleWeight weight, double width, guint max_lines);
double systole_paint_paragraph (cairo_t *cr, const SystolePaintStyle *style, const char *text, double px, SystoleWeight weight, SystoleColor color, double x, double y, double width, guint max_lines);

G_END_DECLS
