/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/neighbour-view.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "widgets/neighbour-painter.h"

#define MIN_WIDTH 200

struct _SystoleNeighbourView
{
  SystoleCanvas parent_instance;

  SystoleRun *run;
  SystoleTarget target;
  guint64 cycle;
};

G_DEFINE_FINAL_TYPE (SystoleNeighbourView, systole_neighbour_view, SYSTOLE_TYPE_CANVAS)

static void
fill_paint (SystoleNeighbourView *self, double width, SystoleNeighbourPaint *out)
{
  *out = (SystoleNeighbourPaint){ .run = self->run, .unit = self->target.unit, .row = self->target.row, .column = self->target.column, .cycle = self->cycle, .width = width };
  systole_canvas_get_style (SYSTOLE_CANVAS (self), &out->style);
}

static void
systole_neighbour_view_paint (SystoleCanvas *canvas, cairo_t *cr, double width, double height)
{
  SystoleNeighbourView *self = SYSTOLE_NEIGHBOUR_VIEW (canvas);
  SystoleNeighbourPaint paint;

  if (self->run == NULL)
    return;
  fill_paint (self, width, &paint);
  systole_neighbour_paint (cr, &paint);
}

static char *
systole_neighbour_view_describe (SystoleCanvas *canvas)
{
  SystoleNeighbourView *self = SYSTOLE_NEIGHBOUR_VIEW (canvas);
  SystoleNeighbourPaint paint;

  if (self->run == NULL)
    return NULL;
  fill_paint (self, MIN_WIDTH, &paint);
  return systole_neighbour_describe (&paint);
}

static void
systole_neighbour_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  SystolePaintStyle style;

  systole_canvas_get_style (SYSTOLE_CANVAS (widget), &style);
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : (int) ceil (systole_neighbour_get_height (&style));
}

static void
systole_neighbour_view_finalize (GObject *object)
{
  g_clear_pointer (&SYSTOLE_NEIGHBOUR_VIEW (object)->run, systole_run_unref);
  G_OBJECT_CLASS (systole_neighbour_view_parent_class)->finalize (object);
}

static void
systole_neighbour_view_class_init (SystoleNeighbourViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SystoleCanvasClass *canvas_class = SYSTOLE_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = systole_neighbour_view_finalize;
  widget_class->measure = systole_neighbour_view_measure;
  canvas_class->paint = systole_neighbour_view_paint;
  canvas_class->describe = systole_neighbour_view_describe;
}

static void
systole_neighbour_view_init (SystoleNeighbourView *self)
{
  systole_canvas_set_label (SYSTOLE_CANVAS (self), _ ("The PE and its neighbours"));
}

GtkWidget *
systole_neighbour_view_new (void)
{
  return g_object_new (SYSTOLE_TYPE_NEIGHBOUR_VIEW, NULL);
}

void
systole_neighbour_view_set_pe (SystoleNeighbourView *self, SystoleRun *run, const SystoleTarget *target, guint64 cycle)
{
  g_return_if_fail (SYSTOLE_IS_NEIGHBOUR_VIEW (self));
  if (run != NULL)
    systole_run_ref (run);
  g_clear_pointer (&self->run, systole_run_unref);
  self->run = run;
  if (run != NULL)
    self->target = *target;
  self->cycle = cycle;
  systole_canvas_invalidate (SYSTOLE_CANVAS (self));
}
