/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/waterfall-view.h"

#include "engine/base/i18n.h"

struct _SystoleWaterfallView
{
  SystoleRunsView parent_instance;

  guint lane; /* that the keyboard is on */
  int highlighted[SYSTOLE_RUNS_VIEW_MAX];
};

static guint part_activated;

G_DEFINE_FINAL_TYPE (SystoleWaterfallView, systole_waterfall_view, SYSTOLE_TYPE_RUNS_VIEW)

static void
fill_paint (SystoleRunsView *view, guint lane, double width, SystoleWaterfallPaint *out)
{
  *out = (SystoleWaterfallPaint){ .run = systole_runs_view_get_run (view, lane), .name = systole_runs_view_get_name (view, lane), .letter = (char) ('A' + lane), .width = width, .highlighted = SYSTOLE_WATERFALL_VIEW (view)->highlighted[lane] };
  systole_canvas_get_style (SYSTOLE_CANVAS (view), &out->style);
}

static double
systole_waterfall_view_get_height (SystoleRunsView *view, guint lane, double width)
{
  SystoleWaterfallPaint paint;

  fill_paint (view, lane, width, &paint);
  return systole_waterfall_get_height (&paint);
}

static void
systole_waterfall_view_paint_run (SystoleRunsView *view, guint lane, cairo_t *cr, double width)
{
  SystoleWaterfallPaint paint;

  fill_paint (view, lane, width, &paint);
  systole_waterfall_paint (cr, &paint);
}

static char *
systole_waterfall_view_describe_run (SystoleRunsView *view, guint lane)
{
  SystoleWaterfallPaint paint;

  fill_paint (view, lane, SYSTOLE_RUNS_VIEW_MIN_WIDTH, &paint);
  return systole_waterfall_describe (&paint);
}

static void
systole_waterfall_view_runs_changed (SystoleRunsView *view)
{
  for (guint i = 0; i < SYSTOLE_RUNS_VIEW_MAX; i++)
    SYSTOLE_WATERFALL_VIEW (view)->highlighted[i] = -1;
}

static gboolean
pick (SystoleWaterfallView *self, double x, double y, guint *lane, int *part)
{
  SystoleWaterfallPaint paint;

  if (!systole_runs_view_find (SYSTOLE_RUNS_VIEW (self), y, lane, &y))
    return FALSE;
  fill_paint (SYSTOLE_RUNS_VIEW (self), *lane, gtk_widget_get_width (GTK_WIDGET (self)), &paint);
  *part = systole_waterfall_pick (&paint, x, y);
  return *part >= 0;
}

static void
activate (SystoleWaterfallView *self, guint lane, int part)
{
  for (guint i = 0; i < systole_runs_view_get_n (SYSTOLE_RUNS_VIEW (self)); i++)
    systole_waterfall_view_set_highlighted (self, i, i == lane ? part : -1);
  self->lane = lane;
  g_signal_emit (self, part_activated, 0, lane, (guint) part);
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, SystoleWaterfallView *self)
{
  guint lane;
  int part;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (n_press == 1 && pick (self, x, y, &lane, &part))
    activate (self, lane, part);
}

static int
count_parts (SystoleWaterfallView *self, guint lane)
{
  SystoleRun *run = systole_runs_view_get_run (SYSTOLE_RUNS_VIEW (self), lane);
  guint n = 0;

  if (run != NULL)
    systole_run_get_waterfall (run, &n);
  return (int) n;
}

/* Alt+arrows, as on the stage: the next part, over the ends of the lanes. */
static gboolean
move_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  SystoleWaterfallView *self = SYSTOLE_WATERFALL_VIEW (widget);
  int n = (int) systole_runs_view_get_n (SYSTOLE_RUNS_VIEW (self));
  int lane, step, part;

  g_variant_get (args, "(i)", &step);
  if (n == 0)
    return FALSE;
  lane = MIN ((int) self->lane, n - 1);
  part = self->highlighted[lane] + step;
  while (part < 0 || part >= count_parts (self, (guint) lane))
    {
      lane += step;
      if (lane < 0 || lane >= n)
        return TRUE;
      part = step > 0 ? 0 : count_parts (self, (guint) lane) - 1;
    }
  activate (self, (guint) lane, part);
  return TRUE;
}

static void
systole_waterfall_view_class_init (SystoleWaterfallViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SystoleRunsViewClass *runs_class = SYSTOLE_RUNS_VIEW_CLASS (klass);

  runs_class->get_height = systole_waterfall_view_get_height;
  runs_class->paint_run = systole_waterfall_view_paint_run;
  runs_class->describe_run = systole_waterfall_view_describe_run;
  runs_class->runs_changed = systole_waterfall_view_runs_changed;
  part_activated = g_signal_new ("part-activated", SYSTOLE_TYPE_WATERFALL_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "waterfall");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Down, GDK_ALT_MASK, move_key, "(i)", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Up, GDK_ALT_MASK, move_key, "(i)", -1);
}

static void
systole_waterfall_view_init (SystoleWaterfallView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  systole_waterfall_view_runs_changed (SYSTOLE_RUNS_VIEW (self));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  systole_canvas_set_label (SYSTOLE_CANVAS (self), _ ("Where the time goes"));
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

GtkWidget *
systole_waterfall_view_new (void)
{
  return g_object_new (SYSTOLE_TYPE_WATERFALL_VIEW, NULL);
}

void
systole_waterfall_view_set_highlighted (SystoleWaterfallView *self, guint lane, int part)
{
  g_return_if_fail (SYSTOLE_IS_WATERFALL_VIEW (self));
  g_return_if_fail (lane < SYSTOLE_RUNS_VIEW_MAX);
  if (self->highlighted[lane] == part)
    return;
  self->highlighted[lane] = part;
  systole_canvas_redraw (SYSTOLE_CANVAS (self));
}
