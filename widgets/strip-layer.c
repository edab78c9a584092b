/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/strip-layer.h"

#include <math.h>

void
systole_strip_layer_drop (SystoleStripLayer *self)
{
  g_clear_pointer (&self->surface, cairo_surface_destroy);
}

/* In the pixels of what is drawn on. */
static void
draw (SystoleStripLayer *self, cairo_t *cr, const SystoleTimelinePaint *timeline, double scale)
{
  cairo_t *layer;

  systole_strip_layer_drop (self);
  self->surface = cairo_surface_create_similar (cairo_get_target (cr), CAIRO_CONTENT_COLOR_ALPHA, (int) ceil (timeline->width), (int) ceil (timeline->height));
  self->width = timeline->width;
  self->height = timeline->height;
  self->scale = scale;
  layer = cairo_create (self->surface);
  systole_timeline_paint_strips (layer, timeline);
  cairo_destroy (layer);
}

/**
 * systole_strip_layer_paint:
 *
 * As systole_timeline_paint_strips(), from the image that is kept. Strips that depend on
 * positions are not kept.
 */
void
systole_strip_layer_paint (SystoleStripLayer *self, cairo_t *cr, const SystoleTimelinePaint *timeline)
{
  double scale_x, scale_y;

  if (timeline->untold)
    {
      systole_strip_layer_drop (self);
      systole_timeline_paint_strips (cr, timeline);
      return;
    }
  cairo_surface_get_device_scale (cairo_get_target (cr), &scale_x, &scale_y);
  if (self->surface == NULL || self->width != timeline->width || self->height != timeline->height || self->scale != scale_x)
    draw (self, cr, timeline, scale_x);
  cairo_set_source_surface (cr, self->surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
}
