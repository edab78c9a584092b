/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/lane-painter.h"
#include "widgets/timeline-painter.h"

G_BEGIN_DECLS

/* A sheet of paper with what the window shows: the title, the lanes as they stand, the
 * timeline and the caption in full. */

typedef struct
{
  const char *title;
  const char *caption;           /* "": none */
  const SystoleLanePaint *lanes; /* place, style and cache are the page's own */
  guint n_lanes;                 /* 0 … 4 */
  const SystoleTimelinePaint *timeline;
  double width, height; /* of what can be printed on, CSS pixels: 1/96 inch */
  SystolePaintStyle style;
} SystolePagePaint;

void systole_page_paint (cairo_t *cr, const SystolePagePaint *self);

G_END_DECLS
