/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/timeline-painter.h"

G_BEGIN_DECLS

/* The strips of a timeline, kept as an image: nothing of them moves while a run plays. */

typedef struct
{
  cairo_surface_t *surface; /* NULL: to be drawn */
  double width, height, scale;
} SystoleStripLayer;

void systole_strip_layer_drop (SystoleStripLayer *self); /* runs, colours, range or sizes are others */
void systole_strip_layer_paint (SystoleStripLayer *self, cairo_t *cr, const SystoleTimelinePaint *timeline);

G_END_DECLS
