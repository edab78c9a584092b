/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/paint.h"

G_BEGIN_DECLS

/* Cards, rows and badges: a rectangle with round corners, filled, with a line along the
 * inside of its edge. */

typedef struct
{
  double x, y, width, height; /* outside of the line */
  double radius;              /* of the line's middle; of the fill where there is no line */
  double line;                /* width; 0: none */
  SystoleColor fill;          /* alpha 0: none */
  SystoleColor color;         /* of the line */
  gboolean dashed;            /* as the dash of the context says */
} SystolePlate;

void systole_paint_plate (cairo_t *cr, const SystolePaintStyle *style, const SystolePlate *plate);
void systole_paint_badge (cairo_t *cr, const SystolePaintStyle *style, double x, double y, double width, double height, double radius, SystoleColor fill); /* no line */
/* The ground of what belongs together: `radius` as the grammar says. */
void systole_paint_card (cairo_t *cr, const SystolePaintStyle *style, double x, double y, double width, double height, double radius);

G_END_DECLS
