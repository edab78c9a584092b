/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/paint.h"

G_BEGIN_DECLS

/* A lane that has no run: its badge, its machine, and why. */

typedef struct
{
  char letter;
  const char *title;   /* or NULL */
  const char *message; /* a sentence, or NULL */
  double width, height;
  SystolePaintStyle style;
} SystoleNoRunPaint;

void systole_no_run_paint (cairo_t *cr, const SystoleNoRunPaint *self);

G_END_DECLS
