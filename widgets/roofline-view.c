/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/roofline-view.h"

#include "engine/base/i18n.h"
#include "widgets/roofline-painter.h"

struct _SystoleRooflineView
{
  SystoleRunsView parent_instance;
};

G_DEFINE_FINAL_TYPE (SystoleRooflineView, systole_roofline_view, SYSTOLE_TYPE_RUNS_VIEW)

static void
fill_paint (SystoleRunsView *view, double width, SystoleRooflinePaint *out)
{
  *out = (SystoleRooflinePaint){ .n = systole_runs_view_get_n (view), .width = width };
  for (guint i = 0; i < out->n; i++)
    out->runs[i] = systole_runs_view_get_run (view, i);
  systole_canvas_get_style (SYSTOLE_CANVAS (view), &out->style);
}

static void
systole_roofline_view_paint (SystoleCanvas *canvas, cairo_t *cr, double width, double height)
{
  SystoleRooflinePaint paint;

  if (systole_runs_view_get_n (SYSTOLE_RUNS_VIEW (canvas)) == 0)
    return;
  fill_paint (SYSTOLE_RUNS_VIEW (canvas), width, &paint);
  systole_roofline_paint (cr, &paint);
}

static char *
systole_roofline_view_describe (SystoleCanvas *canvas)
{
  SystoleRooflinePaint paint;

  fill_paint (SYSTOLE_RUNS_VIEW (canvas), SYSTOLE_RUNS_VIEW_MIN_WIDTH, &paint);
  return paint.n > 0 ? systole_roofline_describe (&paint) : NULL;
}

static void
systole_roofline_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  SystoleRooflinePaint paint;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      GTK_WIDGET_CLASS (systole_roofline_view_parent_class)->measure (widget, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
      return;
    }
  fill_paint (SYSTOLE_RUNS_VIEW (widget), for_size > 0 ? for_size : SYSTOLE_RUNS_VIEW_MIN_WIDTH, &paint);
  *minimum = *natural = paint.n > 0 ? (int) systole_roofline_get_height (&paint) : 0;
}

static void
systole_roofline_view_class_init (SystoleRooflineViewClass *klass)
{
  SystoleCanvasClass *canvas_class = SYSTOLE_CANVAS_CLASS (klass);

  GTK_WIDGET_CLASS (klass)->measure = systole_roofline_view_measure;
  canvas_class->paint = systole_roofline_view_paint;
  canvas_class->describe = systole_roofline_view_describe;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "roofline");
}

static void
systole_roofline_view_init (SystoleRooflineView *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  systole_canvas_set_label (SYSTOLE_CANVAS (self), _ ("Roofline"));
}

GtkWidget *
systole_roofline_view_new (void)
{
  return g_object_new (SYSTOLE_TYPE_ROOFLINE_VIEW, NULL);
}
