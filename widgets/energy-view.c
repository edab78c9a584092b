/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/energy-view.h"

#include "engine/base/i18n.h"
#include "widgets/energy-painter.h"

struct _SystoleEnergyView
{
  SystoleRunsView parent_instance;

  double most_watts; /* of all runs; 0: none */
};

G_DEFINE_FINAL_TYPE (SystoleEnergyView, systole_energy_view, SYSTOLE_TYPE_RUNS_VIEW)

static void
fill_paint (SystoleRunsView *view, guint lane, double width, SystoleEnergyPaint *out)
{
  SystoleEnergyView *self = SYSTOLE_ENERGY_VIEW (view);

  *out = (SystoleEnergyPaint){ .run = systole_runs_view_get_run (view, lane), .name = systole_runs_view_get_name (view, lane), .letter = (char) ('A' + lane), .width = width, .most_watts = self->most_watts };
  systole_canvas_get_style (SYSTOLE_CANVAS (view), &out->style);
}

static double
systole_energy_view_get_height (SystoleRunsView *view, guint lane, double width)
{
  SystoleEnergyPaint paint;

  fill_paint (view, lane, width, &paint);
  return systole_energy_get_height (&paint);
}

static void
systole_energy_view_paint_run (SystoleRunsView *view, guint lane, cairo_t *cr, double width)
{
  SystoleEnergyPaint paint;

  fill_paint (view, lane, width, &paint);
  systole_energy_paint (cr, &paint);
}

static char *
systole_energy_view_describe_run (SystoleRunsView *view, guint lane)
{
  SystoleEnergyPaint paint;

  fill_paint (view, lane, SYSTOLE_RUNS_VIEW_MIN_WIDTH, &paint);
  return systole_energy_describe (&paint);
}

static void
systole_energy_view_runs_changed (SystoleRunsView *view)
{
  SystoleEnergyView *self = SYSTOLE_ENERGY_VIEW (view);

  self->most_watts = 0;
  for (guint i = 0; i < systole_runs_view_get_n (view); i++)
    {
      SystoleRun *run = systole_runs_view_get_run (view, i);

      if (run != NULL)
        self->most_watts = MAX (self->most_watts, systole_energy_get_most_watts (run));
    }
}

static void
systole_energy_view_class_init (SystoleEnergyViewClass *klass)
{
  SystoleRunsViewClass *runs_class = SYSTOLE_RUNS_VIEW_CLASS (klass);

  runs_class->get_height = systole_energy_view_get_height;
  runs_class->paint_run = systole_energy_view_paint_run;
  runs_class->describe_run = systole_energy_view_describe_run;
  runs_class->runs_changed = systole_energy_view_runs_changed;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "energy");
}

static void
systole_energy_view_init (SystoleEnergyView *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  systole_canvas_set_label (SYSTOLE_CANVAS (self), _ ("Energy and power"));
}

GtkWidget *
systole_energy_view_new (void)
{
  return g_object_new (SYSTOLE_TYPE_ENERGY_VIEW, NULL);
}
