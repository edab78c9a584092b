/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"
#include "widgets/paint.h"

G_BEGIN_DECLS

/* One PE among its neighbours, small: what it holds, what comes and goes, from whom
 * and to whom. Colours, shapes and places of the numbers are those of the array's cells. */

typedef struct
{
  const SystoleRun *run; /* of an array */
  guint unit, row, column;
  guint64 cycle;
  double width; /* pixels; the height follows from the style */
  SystolePaintStyle style;
} SystoleNeighbourPaint;

void systole_neighbour_paint (cairo_t *cr, const SystoleNeighbourPaint *self);
double systole_neighbour_get_height (const SystolePaintStyle *style);
/* The same in words: “−6 from PE (3, 2). …”; NULL: there is no such PE. */
char *systole_neighbour_describe (const SystoleNeighbourPaint *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
