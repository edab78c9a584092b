/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/roofline.h"
#include "widgets/paint.h"

G_BEGIN_DECLS

/* The runs of all lanes under their roofs, on logarithmic axes; a legend below, or beside
 * where there is room. */

#define SYSTOLE_ROOFLINE_MAX_RUNS 4

typedef struct
{
  const SystoleRun *runs[SYSTOLE_ROOFLINE_MAX_RUNS]; /* by lane; NULL: none */
  guint n;
  double width; /* pixels; the height follows */
  SystolePaintStyle style;
} SystoleRooflinePaint;

double systole_roofline_get_height (const SystoleRooflinePaint *self);
void systole_roofline_paint (cairo_t *cr, const SystoleRooflinePaint *self);
char *systole_roofline_describe (const SystoleRooflinePaint *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
