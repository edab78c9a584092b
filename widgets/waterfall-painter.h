/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run-name.h"
#include "widgets/paint.h"

G_BEGIN_DECLS

/* Where the time goes: peak → … → achieved, one run. */

typedef struct
{
  const SystoleRun *run;
  char letter;
  double width;    /* pixels; the height follows */
  int highlighted; /* index of a part, −1 none */
  SystolePaintStyle style;
  const SystoleRunName *name; /* beside other lanes; NULL: the machine alone */
} SystoleWaterfallPaint;

double systole_waterfall_get_height (const SystoleWaterfallPaint *self);
void systole_waterfall_paint (cairo_t *cr, const SystoleWaterfallPaint *self);
int systole_waterfall_pick (const SystoleWaterfallPaint *self, double x, double y); /* part index, −1 */
char *systole_waterfall_describe (const SystoleWaterfallPaint *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
