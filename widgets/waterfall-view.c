/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/waterfall-view.h"

#include <math.h>

#include "engine/base/i18n.h"

#define MAX_RUNS 4
#define GAP 16 /* CSS pixels between two waterfalls */
#define MIN_WIDTH 220

struct _SystoleWaterfallView
{
  SystoleCanvas parent_instance;

  SystoleRun *runs[MAX_RUNS];
  guint n_runs;
  guint lane; /* that the keyboard is on */
  int highlighted[MAX_RUNS];
};

static guint part_activated;

G_DEFINE_FINAL_TYPE (SystoleWaterfallView, systole_waterfall_view, SYSTOLE_TYPE_CANVAS)

static void
fill_paint (SystoleWaterfallView *self, guint lane, double width, SystoleWaterfallPaint *out)
{
  *out = (SystoleWaterfallPaint){ .run = self->runs[lane], .letter = (char) ('A' + lane), .width = width, .highlighted = self->highlighted[lane] };
  systole_canvas_get_style (SYSTOLE_CANVAS (self), &out->style);
}

static void
systole_waterfall_view_paint (SystoleCanvas *canvas, cairo_t *cr, double width, double height)
{
  SystoleWaterfallView *self = SYSTOLE_WATERFALL_VIEW (canvas);

  for (guint i = 0; i < self->n_runs; i++)
    {
      SystoleWaterfallPaint paint;

      fill_paint (self, i, width, &paint);
      cairo_save (cr);
      systole_waterfall_paint (cr, &paint);
      cairo_restore (cr);
      cairo_translate (cr, 0, ceil (systole_waterfall_get_height (&paint)) + GAP);
    }
}

static char *
systole_waterfall_view_describe (SystoleCanvas *canvas)
{
  SystoleWaterfallView *self = SYSTOLE_WATERFALL_VIEW (canvas);
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; i < self->n_runs; i++)
    {
      g_autofree char *sentence = NULL;
      SystoleWaterfallPaint paint;

      fill_paint (self, i, MIN_WIDTH, &paint);
      sentence = systole_waterfall_describe (&paint);
      if (sentence == NULL)
        continue;
      if (words->len > 0)
        g_string_append_c (words, ' ');
      g_string_append (words, sentence);
    }
  return g_string_free (g_steal_pointer (&words), FALSE);
}

static GtkSizeRequestMode
systole_waterfall_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
systole_waterfall_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  SystoleWaterfallView *self = SYSTOLE_WATERFALL_VIEW (widget);
  double height = 0;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MIN_WIDTH;
      *natural = 260;
      return;
    }
  for (guint i = 0; i < self->n_runs; i++)
    {
      SystoleWaterfallPaint paint;

      fill_paint (self, i, for_size > 0 ? for_size : MIN_WIDTH, &paint);
      height += ceil (systole_waterfall_get_height (&paint)) + (i > 0 ? GAP : 0);
    }
  *minimum = *natural = (int) height;
}

static gboolean
pick (SystoleWaterfallView *self, double x, double y, guint *lane, int *part)
{
  for (guint i = 0; i < self->n_runs; i++)
    {
      SystoleWaterfallPaint paint;
      double height;

      fill_paint (self, i, gtk_widget_get_width (GTK_WIDGET (self)), &paint);
      height = ceil (systole_waterfall_get_height (&paint));
      if (y < height)
        {
          *lane = i;
          *part = systole_waterfall_pick (&paint, x, y);
          return *part >= 0;
        }
      y -= height + GAP;
    }
  return FALSE;
}

static void
activate (SystoleWaterfallView *self, guint lane, int part)
{
  for (guint i = 0; i < self->n_runs; i++)
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

/* Alt+arrows, as on the stage: the next part, over the ends of the lanes. */
static gboolean
move_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  SystoleWaterfallView *self = SYSTOLE_WATERFALL_VIEW (widget);
  guint n = 0;
  int step, part;

  g_variant_get (args, "(i)", &step);
  if (self->n_runs == 0)
    return FALSE;
  self->lane = MIN (self->lane, self->n_runs - 1);
  systole_run_get_waterfall (self->runs[self->lane], &n);
  part = self->highlighted[self->lane] + step;
  if (part >= (int) n && self->lane + 1 < self->n_runs)
    {
      self->lane++;
      part = 0;
    }
  else if (part < 0 && self->lane > 0)
    {
      self->lane--;
      systole_run_get_waterfall (self->runs[self->lane], &n);
      part = (int) n - 1;
    }
  else
    part = CLAMP (part, 0, (int) n - 1);
  if (part >= 0)
    activate (self, self->lane, part);
  return TRUE;
}

static void
drop_runs (SystoleWaterfallView *self)
{
  for (guint i = 0; i < self->n_runs; i++)
    g_clear_pointer (&self->runs[i], systole_run_unref);
  self->n_runs = 0;
}

static void
systole_waterfall_view_finalize (GObject *object)
{
  drop_runs (SYSTOLE_WATERFALL_VIEW (object));
  G_OBJECT_CLASS (systole_waterfall_view_parent_class)->finalize (object);
}

static void
systole_waterfall_view_class_init (SystoleWaterfallViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SystoleCanvasClass *canvas_class = SYSTOLE_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = systole_waterfall_view_finalize;
  widget_class->get_request_mode = systole_waterfall_view_get_request_mode;
  widget_class->measure = systole_waterfall_view_measure;
  canvas_class->paint = systole_waterfall_view_paint;
  canvas_class->describe = systole_waterfall_view_describe;
  part_activated = g_signal_new ("part-activated", SYSTOLE_TYPE_WATERFALL_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "waterfall");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Down, GDK_ALT_MASK, move_key, "(i)", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Up, GDK_ALT_MASK, move_key, "(i)", -1);
}

static void
systole_waterfall_view_init (SystoleWaterfallView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  for (guint i = 0; i < MAX_RUNS; i++)
    self->highlighted[i] = -1;
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

/**
 * systole_waterfall_view_set_runs:
 * @n: 0 … 4; more are left out
 */
void
systole_waterfall_view_set_runs (SystoleWaterfallView *self, SystoleRun *const *runs, guint n)
{
  g_return_if_fail (SYSTOLE_IS_WATERFALL_VIEW (self));
  n = MIN (n, MAX_RUNS);
  for (guint i = 0; i < n; i++)
    systole_run_ref (runs[i]);
  drop_runs (self);
  for (guint i = 0; i < n; i++)
    {
      self->runs[i] = runs[i];
      self->highlighted[i] = -1;
    }
  self->n_runs = n;
  systole_canvas_invalidate (SYSTOLE_CANVAS (self));
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
systole_waterfall_view_set_highlighted (SystoleWaterfallView *self, guint lane, int part)
{
  g_return_if_fail (SYSTOLE_IS_WATERFALL_VIEW (self));
  g_return_if_fail (lane < MAX_RUNS);
  if (self->highlighted[lane] == part)
    return;
  self->highlighted[lane] = part;
  systole_canvas_redraw (SYSTOLE_CANVAS (self));
}
