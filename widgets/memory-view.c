/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/memory-view.h"

#include "engine/base/i18n.h"
#include "widgets/memory-painter.h"

struct _SystoleMemoryView
{
  SystoleRunsView parent_instance;

  guint64 least_bytes, most_bytes; /* of all runs; most 0: none */
};

G_DEFINE_FINAL_TYPE (SystoleMemoryView, systole_memory_view, SYSTOLE_TYPE_RUNS_VIEW)

static void
fill_paint (SystoleRunsView *view, guint lane, double width, SystoleMemoryPaint *out)
{
  SystoleMemoryView *self = SYSTOLE_MEMORY_VIEW (view);

  *out = (SystoleMemoryPaint){ .run = systole_runs_view_get_run (view, lane), .name = systole_runs_view_get_name (view, lane), .letter = (char) ('A' + lane), .width = width, .least_bytes = self->least_bytes, .most_bytes = self->most_bytes };
  systole_canvas_get_style (SYSTOLE_CANVAS (view), &out->style);
}

static double
systole_memory_view_get_height (SystoleRunsView *view, guint lane, double width)
{
  SystoleMemoryPaint paint;

  fill_paint (view, lane, width, &paint);
  return systole_memory_get_height (&paint);
}

static void
systole_memory_view_paint_run (SystoleRunsView *view, guint lane, cairo_t *cr, double width)
{
  SystoleMemoryPaint paint;

  fill_paint (view, lane, width, &paint);
  systole_memory_paint (cr, &paint);
}

static char *
systole_memory_view_describe_run (SystoleRunsView *view, guint lane)
{
  SystoleMemoryPaint paint;

  fill_paint (view, lane, SYSTOLE_RUNS_VIEW_MIN_WIDTH, &paint);
  return systole_memory_describe (&paint);
}

static void
systole_memory_view_runs_changed (SystoleRunsView *view)
{
  SystoleMemoryView *self = SYSTOLE_MEMORY_VIEW (view);

  self->least_bytes = self->most_bytes = 0;
  for (guint i = 0; i < systole_runs_view_get_n (view); i++)
    {
      SystoleRun *run = systole_runs_view_get_run (view, i);

      if (run != NULL)
        systole_memory_get_range (run, &self->least_bytes, &self->most_bytes);
    }
}

static void
systole_memory_view_class_init (SystoleMemoryViewClass *klass)
{
  SystoleRunsViewClass *runs_class = SYSTOLE_RUNS_VIEW_CLASS (klass);

  runs_class->get_height = systole_memory_view_get_height;
  runs_class->paint_run = systole_memory_view_paint_run;
  runs_class->describe_run = systole_memory_view_describe_run;
  runs_class->runs_changed = systole_memory_view_runs_changed;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "memory");
}

static void
systole_memory_view_init (SystoleMemoryView *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  systole_canvas_set_label (SYSTOLE_CANVAS (self), _ ("What moves through the memories"));
}

GtkWidget *
systole_memory_view_new (void)
{
  return g_object_new (SYSTOLE_TYPE_MEMORY_VIEW, NULL);
}
