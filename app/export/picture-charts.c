/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/picture-charts.h"

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/run/run-name.h"
#include "widgets/difference-painter.h"
#include "widgets/energy-painter.h"
#include "widgets/memory-painter.h"
#include "widgets/neighbour-painter.h"
#include "widgets/roofline-painter.h"
#include "widgets/timeline-painter.h"
#include "widgets/waterfall-painter.h"

#define MARGIN 12.0
#define SCALE_STEP 0.94
#define MOST_SCALE 1.8 /* of a chart that would leave much of the picture blank */
#define LEAST_SCALE 0.3

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

/* Moves to where a chart of @height begins, @scale times as large; smaller still where it would not fit. */
static void
place (const SystolePicture *self, double height, double scale, cairo_t *cr)
{
  scale = MIN (scale, (self->height - 2 * MARGIN) / height);
  cairo_translate (cr, MARGIN, MARGIN);
  cairo_scale (cr, scale, scale);
}

/* Whether a chart is low enough, and if not a smaller scale to try: it is then made wider, and its parts may lie side by side.
 * The first is the largest: what has few rows has large ones. */
static gboolean
fits (const SystolePicture *self, double height, double *scale)
{
  if (height * *scale <= self->height - 2 * MARGIN || *scale < LEAST_SCALE)
    return TRUE;
  *scale *= SCALE_STEP;
  return FALSE;
}

static SystoleWaterfallPaint
init_waterfall (const SystolePicture *self)
{
  return (SystoleWaterfallPaint){ .run = self->runs[self->lane], .letter = get_letter (self), .width = get_width (self), .highlighted = -1, .style = self->style };
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

/* The lane that the first is compared with. */
static guint
get_other (const SystolePicture *self)
{
  return MAX (self->lane, 1);
}

static SystoleDifferencePaint
init_difference (const SystolePicture *self)
{
  guint other = get_other (self);

  return (SystoleDifferencePaint){ .a = self->runs[0], .b = self->runs[other], .letter_a = 'A', .letter_b = (char) ('A' + other % 26), .width = get_width (self), .style = self->style };
}

static SystoleNeighbourPaint
init_neighbours (const SystolePicture *self)
{
  return (SystoleNeighbourPaint){ .run = self->runs[self->lane], .unit = self->unit, .row = self->row, .column = self->column, .cycle = self->cycle, .width = get_width (self), .style = self->style };
}

static SystoleMapPaint
init_map (const SystolePicture *self)
{
  SystoleMapPaint paint = { .at_x = -1, .at_y = -1, .progress = -1 };

  if (self->map != NULL)
    systole_picture_map_init_paint (self->map, &paint);
  paint.width = get_width (self);
  paint.style = self->style;
  return paint;
}

gboolean
systole_picture_check_difference (const SystolePicture *self, GError **error)
{
  guint other = get_other (self);

  if (other < self->n_lanes && self->runs[0] != NULL && self->runs[other] != NULL)
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("--view: a difference is between two lanes that can run"));
  return FALSE;
}

gboolean
systole_picture_check_neighbours (const SystolePicture *self, GError **error)
{
  guint rows, columns;

  if (systole_run_get_array_size (self->runs[self->lane], &rows, &columns))
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("--view: lane %u has no PEs"), self->lane);
  return FALSE;
}

gboolean
systole_picture_check_map (const SystolePicture *self, GError **error)
{
  return systole_picture_map_check (self->runs, self->n_lanes, error);
}

static double
get_neighbours_height (const SystoleNeighbourPaint *paint)
{
  return systole_neighbour_get_height (&paint->style);
}

/* Charts of one lane say which; the others name all theirs. */
#define NAME_NONE(self, paint, name)
#define NAME_LANE(self, paint, own)                                          \
  systole_run_name_init (&own, (self)->runs, (self)->n_lanes, (self)->lane); \
  paint.name = &own

/* The two functions of a chart; each painter has its own type. */
#define CHART(chart, Paint, set_name, get_height, draw, tell)                                                  \
  void systole_picture_paint_##chart (const SystolePicture *self, const SystolePictureView *view, cairo_t *cr) \
  {                                                                                                            \
    g_auto (SystoleRunName) name = { NULL };                                                                   \
    Paint paint = init_##chart (self);                                                                         \
    double scale = MOST_SCALE;                                                                                 \
                                                                                                               \
    set_name (self, paint, name);                                                                              \
    paint.width = get_width (self) / scale;                                                                    \
    while (!fits (self, get_height (&paint), &scale))                                                          \
      paint.width = get_width (self) / scale;                                                                  \
    place (self, get_height (&paint), scale, cr);                                                              \
    draw (cr, &paint);                                                                                         \
  }                                                                                                            \
                                                                                                               \
  char *systole_picture_describe_##chart (const SystolePicture *self, const SystolePictureView *view)          \
  {                                                                                                            \
    g_auto (SystoleRunName) name = { NULL };                                                                   \
    Paint paint = init_##chart (self);                                                                         \
                                                                                                               \
    set_name (self, paint, name);                                                                              \
    return tell (&paint);                                                                                      \
  }

CHART (waterfall, SystoleWaterfallPaint, NAME_LANE, systole_waterfall_get_height, systole_waterfall_paint, systole_waterfall_describe)
CHART (roofline, SystoleRooflinePaint, NAME_NONE, systole_roofline_get_height, systole_roofline_paint, systole_roofline_describe)
CHART (memory, SystoleMemoryPaint, NAME_LANE, systole_memory_get_height, systole_memory_paint, systole_memory_describe)
CHART (energy, SystoleEnergyPaint, NAME_LANE, systole_energy_get_height, systole_energy_paint, systole_energy_describe)
CHART (difference, SystoleDifferencePaint, NAME_NONE, systole_difference_get_height, systole_difference_paint, systole_difference_paint_describe)
CHART (neighbours, SystoleNeighbourPaint, NAME_NONE, get_neighbours_height, systole_neighbour_paint, systole_neighbour_describe)
CHART (map, SystoleMapPaint, NAME_NONE, systole_map_get_height, systole_map_paint, systole_map_describe)
