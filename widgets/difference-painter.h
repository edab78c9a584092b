/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"
#include "widgets/paint.h"

G_BEGIN_DECLS

/* Why one lane takes longer than another: what each cause adds to the time of B over that of
 * A, as bars to both sides of a middle, that add up. The width is given, the height follows. */

typedef struct
{
  const SystoleRun *a, *b;
  char letter_a, letter_b;
  double width;
  SystolePaintStyle style;
} SystoleDifferencePaint;

double systole_difference_get_height (const SystoleDifferencePaint *self);
void systole_difference_paint (cairo_t *cr, const SystoleDifferencePaint *self);
char *systole_difference_paint_describe (const SystoleDifferencePaint *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
