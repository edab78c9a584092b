/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/difference-view.h"

#include "engine/base/i18n.h"
#include "widgets/difference-painter.h"

struct _SystoleDifferenceView
{
  SystoleRunsView parent_instance;
};

G_DEFINE_FINAL_TYPE (SystoleDifferenceView, systole_difference_view, SYSTOLE_TYPE_RUNS_VIEW)

/* FALSE: it is the first lane, or that has no run. */
static gboolean
fill_paint (SystoleRunsView *view, guint lane, double width, SystoleDifferencePaint *out)
{
  *out = (SystoleDifferencePaint){ .letter_a = 'A', .letter_b = (char) ('A' + lane), .width = width };
  out->a = systole_runs_view_get_run (view, 0);
  out->b = systole_runs_view_get_run (view, lane);
  systole_canvas_get_style (SYSTOLE_CANVAS (view), &out->style);
  return lane > 0 && out->a != NULL && out->b != NULL;
}

static double
systole_difference_view_get_height (SystoleRunsView *view, guint lane, double width)
{
  SystoleDifferencePaint paint;

  return fill_paint (view, lane, width, &paint) ? systole_difference_get_height (&paint) : 0;
}

static void
systole_difference_view_paint_run (SystoleRunsView *view, guint lane, cairo_t *cr, double width)
{
  SystoleDifferencePaint paint;

  if (fill_paint (view, lane, width, &paint))
    systole_difference_paint (cr, &paint);
}

static char *
systole_difference_view_describe_run (SystoleRunsView *view, guint lane)
{
  SystoleDifferencePaint paint;

  return fill_paint (view, lane, SYSTOLE_RUNS_VIEW_MIN_WIDTH, &paint) ? systole_difference_paint_describe (&paint) : NULL;
}

static void
systole_difference_view_runs_changed (SystoleRunsView *view)
{
  gtk_widget_set_visible (GTK_WIDGET (view), systole_runs_view_get_n (view) > 1);
}

static void
systole_difference_view_class_init (SystoleDifferenceViewClass *klass)
{
  SystoleRunsViewClass *runs_class = SYSTOLE_RUNS_VIEW_CLASS (klass);

  runs_class->get_height = systole_difference_view_get_height;
  runs_class->paint_run = systole_difference_view_paint_run;
  runs_class->describe_run = systole_difference_view_describe_run;
  runs_class->runs_changed = systole_difference_view_runs_changed;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "difference");
}

static void
systole_difference_view_init (SystoleDifferenceView *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  systole_canvas_set_label (SYSTOLE_CANVAS (self), _ ("Why the lanes differ"));
}

GtkWidget *
systole_difference_view_new (void)
{
  return g_object_new (SYSTOLE_TYPE_DIFFERENCE_VIEW, NULL);
}
