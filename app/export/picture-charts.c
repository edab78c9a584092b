/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/picture-charts.h"

#include "widgets/energy-painter.h"
#include "widgets/memory-painter.h"
#include "widgets/roofline-painter.h"
#include "widgets/timeline-painter.h"
#include "widgets/waterfall-painter.h"

#define MARGIN 12.0

static double
get_width (const SystolePicture *self)
{
  return self->width - 2 * MARGIN;
}

static char
get_letter (const SystolePicture *self)
{
  return (char) ('A' + self->lane % 26);
}

/* Moves to where a chart of @height begins, and makes it smaller where it would not fit. */
static void
fit (const SystolePicture *self, double height, cairo_t *cr)
{
  double scale = MIN (1, (self->height - 2 * MARGIN) / height);

  cairo_translate (cr, MARGIN, MARGIN);
  cairo_scale (cr, scale, scale);
}

static SystoleWaterfallPaint
init_waterfall (const SystolePicture *self)
{
  return (SystoleWaterfallPaint){ self->runs[self->lane], get_letter (self), get_width (self), -1, self->style };
}

static SystoleMemoryPaint
init_memory (const SystolePicture *self)
{
  return (SystoleMemoryPaint){ .run = self->runs[self->lane], .letter = get_letter (self), .width = get_width (self), .style = self->style };
}

static SystoleEnergyPaint
init_energy (const SystolePicture *self)
{
  return (SystoleEnergyPaint){ .run = self->runs[self->lane], .letter = get_letter (self), .width = get_width (self), .style = self->style };
}

static SystoleRooflinePaint
init_roofline (const SystolePicture *self)
{
  SystoleRooflinePaint paint = { .n = MIN (MIN (self->n_lanes, (guint) SYSTOLE_MAX_LANES_SHOWN), SYSTOLE_ROOFLINE_MAX_RUNS), .width = get_width (self), .style = self->style };

  for (guint i = 0; i < paint.n; i++)
    paint.runs[i] = self->runs[i];
  return paint;
}

/* The two functions of a chart; each painter has its own type. */
#define CHART(chart, Paint)                                                                                    \
  void systole_picture_paint_##chart (const SystolePicture *self, const SystolePictureView *view, cairo_t *cr) \
  {                                                                                                            \
    Paint paint = init_##chart (self);                                                                         \
                                                                                                               \
    fit (self, systole_##chart##_get_height (&paint), cr);                                                     \
    systole_##chart##_paint (cr, &paint);                                                                      \
  }                                                                                                            \
                                                                                                               \
  char *systole_picture_describe_##chart (const SystolePicture *self, const SystolePictureView *view)          \
  {                                                                                                            \
    Paint paint = init_##chart (self);                                                                         \
                                                                                                               \
    return systole_##chart##_describe (&paint);                                                                \
  }

CHART (waterfall, SystoleWaterfallPaint)
CHART (roofline, SystoleRooflinePaint)
CHART (memory, SystoleMemoryPaint)
CHART (energy, SystoleEnergyPaint)
