/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/presenter-view.h"

#include "widgets/types.h"

#define HIDE_SECONDS 3 /* the pointer goes when it has not moved for so long */
#define HALO 0.9       /* radii in units */
#define SPOTLIGHT 5.5
#define SHADE 0.72      /* how dark it is around the spotlight */
#define INK 0.22        /* half the width of the pen's line */
#define PRESS_SLACK 6.0 /* a drag shorter than this is a press */

typedef struct
{
  double x, y; /* share of width and height: ink stays where it was when the window changes */
  gboolean begins;
} Dot;

struct _SystolePresenterView
{
  SystoleCanvas parent_instance;

  SystolePresenterFill fill;
  gpointer data;
  SystoleLaneCache *caches[SYSTOLE_PRESENTER_MAX_LANES];
  SystolePresenterCover cover;
  gboolean spotlight, pen;
  GArray *ink; /* Dot */
  double pointer_x, pointer_y;
  gboolean pointer_shown;
  guint hide_source;
  double press_x, press_y;
};

enum
{
  PRESSED,
  CHOICE_PRESSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SystolePresenterView, systole_presenter_view, SYSTOLE_TYPE_CANVAS)

/**
 * systole_presenter_view_get_paint:
 * @width: of the picture, which may be another than that of the widget
 * @out: (out): the painter's struct as it stands, without caches
 */
void
systole_presenter_view_get_paint (SystolePresenterView *self, double width, double height, SystolePresenterPaint *out)
{
  g_return_if_fail (SYSTOLE_IS_PRESENTER_VIEW (self));
  systole_presenter_paint_init (out, systole_canvas_get_scheme (SYSTOLE_CANVAS (self)), width, height);
  systole_canvas_get_style (SYSTOLE_CANVAS (self), &out->style);
  out->text_scale = systole_canvas_get_font_scale (SYSTOLE_CANVAS (self));
  self->fill (out, self->data);
}

static void
fill_paint (SystolePresenterView *self, SystolePresenterPaint *out)
{
  systole_presenter_view_get_paint (self, gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)), out);
  for (guint i = 0; i < out->n_lanes; i++)
    out->lanes[i].cache = self->caches[i];
}

static void
systole_presenter_view_paint (SystoleCanvas *canvas, cairo_t *cr, double width, double height)
{
  SystolePresenterView *self = SYSTOLE_PRESENTER_VIEW (canvas);
  SystolePresenterPaint paint;

  fill_paint (self, &paint);
  paint.width = width;
  paint.height = height;
  systole_presenter_paint (cr, &paint);
}

static void
paint_ink (SystolePresenterView *self, cairo_t *cr, const SystolePaintStyle *style, double width, double height, double unit)
{
  for (guint i = 0; i < self->ink->len; i++)
    {
      const Dot *dot = &g_array_index (self->ink, Dot, i);

      if (dot->begins)
        cairo_move_to (cr, dot->x * width, dot->y * height);
      cairo_line_to (cr, dot->x * width, dot->y * height);
    }
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (cr, 2 * INK * unit);
  systole_paint_source (cr, style->palette->meanings[SYSTOLE_MEANING_RESULT].mark);
  cairo_stroke (cr);
}

/* All but a circle is dark. */
static void
paint_spotlight (SystolePresenterView *self, cairo_t *cr, double width, double height, double unit)
{
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_new_sub_path (cr);
  cairo_arc (cr, self->pointer_x, self->pointer_y, SPOTLIGHT * unit, 0, 2 * G_PI);
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
  cairo_set_source_rgba (cr, 0, 0, 0, SHADE);
  cairo_fill (cr);
}

static void
paint_halo (SystolePresenterView *self, cairo_t *cr, const SystolePaintStyle *style, double unit)
{
  SystoleColor color = style->palette->accent_fill;

  cairo_arc (cr, self->pointer_x, self->pointer_y, HALO * unit, 0, 2 * G_PI);
  color.alpha = 0.25;
  systole_paint_source (cr, color);
  cairo_fill_preserve (cr);
  color.alpha = 1;
  systole_paint_source (cr, color);
  cairo_set_line_width (cr, style->line_scale);
  cairo_stroke (cr);
}

static void
systole_presenter_view_paint_over (SystoleCanvas *canvas, cairo_t *cr, double width, double height)
{
  SystolePresenterView *self = SYSTOLE_PRESENTER_VIEW (canvas);
  SystolePresenterPaint paint;
  SystolePresenterLayout layout;
  SystolePaintStyle style;

  if (self->cover != SYSTOLE_COVER_NONE)
    {
      double light = self->cover == SYSTOLE_COVER_WHITE ? 1 : 0;

      cairo_set_source_rgb (cr, light, light, light);
      cairo_paint (cr);
      return;
    }
  fill_paint (self, &paint);
  systole_presenter_layout (&paint, &layout);
  systole_presenter_paint_style (&paint, &style);
  paint_ink (self, cr, &style, width, height, layout.unit);
  if (self->spotlight)
    paint_spotlight (self, cr, width, height, layout.unit);
  else if (self->pointer_shown)
    paint_halo (self, cr, &style, layout.unit);
}

static char *
systole_presenter_view_describe (SystoleCanvas *canvas)
{
  SystolePresenterView *self = SYSTOLE_PRESENTER_VIEW (canvas);
  SystolePresenterPaint paint;

  fill_paint (self, &paint);
  return systole_presenter_describe (&paint);
}

static void
systole_presenter_view_drop (SystoleCanvas *canvas)
{
  SystolePresenterView *self = SYSTOLE_PRESENTER_VIEW (canvas);

  for (guint i = 0; i < SYSTOLE_PRESENTER_MAX_LANES; i++)
    {
      g_clear_pointer (&self->caches[i], systole_lane_cache_free);
      self->caches[i] = systole_lane_cache_new ();
    }
}

static gboolean
hide_pointer (gpointer data)
{
  SystolePresenterView *self = data;

  self->hide_source = 0;
  self->pointer_shown = FALSE;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "none");
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, SystolePresenterView *self)
{
  /* Windows that come and go send motions of a pointer at rest. */
  if (x == self->pointer_x && y == self->pointer_y)
    return;
  self->pointer_x = x;
  self->pointer_y = y;
  self->pointer_shown = TRUE;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), self->pen ? "crosshair" : NULL);
  g_clear_handle_id (&self->hide_source, g_source_remove);
  self->hide_source = g_timeout_add_seconds (HIDE_SECONDS, hide_pointer, self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
add_dot (SystolePresenterView *self, double x, double y, gboolean begins)
{
  Dot dot = { x / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1), y / MAX (gtk_widget_get_height (GTK_WIDGET (self)), 1), begins };

  g_array_append_val (self->ink, dot);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_begin_cb (GtkGestureDrag *gesture, double x, double y, SystolePresenterView *self)
{
  self->press_x = x;
  self->press_y = y;
  if (self->pen)
    add_dot (self, x, y, TRUE);
}

static void
drag_update_cb (GtkGestureDrag *gesture, double dx, double dy, SystolePresenterView *self)
{
  if (self->pen && self->ink->len > 0)
    add_dot (self, self->press_x + dx, self->press_y + dy, FALSE);
}

static void
drag_end_cb (GtkGestureDrag *gesture, double dx, double dy, SystolePresenterView *self)
{
  SystolePresenterPaint paint;
  SystolePresenterLayout layout;
  SystolePaintStyle style;
  SystoleTarget target;
  guint lane = 0;

  if (self->pen || dx * dx + dy * dy > PRESS_SLACK * PRESS_SLACK || self->cover != SYSTOLE_COVER_NONE)
    return;
  fill_paint (self, &paint);
  systole_presenter_layout (&paint, &layout);
  systole_presenter_paint_style (&paint, &style);
  if (paint.question != NULL)
    {
      int choice = systole_question_pick (paint.question, &style, layout.side.width, layout.side.height, self->press_x - layout.side.x, self->press_y - layout.side.y);

      if (choice >= 0)
        g_signal_emit (self, signals[CHOICE_PRESSED], 0, (guint) choice);
      return;
    }
  target = systole_presenter_pick (&paint, self->press_x, self->press_y, &lane);
  if (target.kind != SYSTOLE_TARGET_NONE)
    g_signal_emit (self, signals[PRESSED], 0, lane, &target);
}

static void
systole_presenter_view_finalize (GObject *object)
{
  SystolePresenterView *self = SYSTOLE_PRESENTER_VIEW (object);

  g_clear_handle_id (&self->hide_source, g_source_remove);
  for (guint i = 0; i < SYSTOLE_PRESENTER_MAX_LANES; i++)
    g_clear_pointer (&self->caches[i], systole_lane_cache_free);
  g_array_unref (self->ink);
  G_OBJECT_CLASS (systole_presenter_view_parent_class)->finalize (object);
}

static void
systole_presenter_view_class_init (SystolePresenterViewClass *klass)
{
  SystoleCanvasClass *canvas_class = SYSTOLE_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = systole_presenter_view_finalize;
  canvas_class->paint = systole_presenter_view_paint;
  canvas_class->paint_over = systole_presenter_view_paint_over;
  canvas_class->describe = systole_presenter_view_describe;
  canvas_class->drop = systole_presenter_view_drop;
  signals[PRESSED] = g_signal_new ("pressed", SYSTOLE_TYPE_PRESENTER_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, SYSTOLE_TYPE_TARGET | G_SIGNAL_TYPE_STATIC_SCOPE);
  signals[CHOICE_PRESSED] = g_signal_new ("choice-pressed", SYSTOLE_TYPE_PRESENTER_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
systole_presenter_view_init (SystolePresenterView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->ink = g_array_new (FALSE, FALSE, sizeof (Dot));
  systole_presenter_view_drop (SYSTOLE_CANVAS (self));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  g_signal_connect (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

/**
 * systole_presenter_view_new:
 * @fill: says what is shown, whenever it is drawn
 * @data: for @fill, outlives the widget
 */
GtkWidget *
systole_presenter_view_new (SystolePresenterFill fill, gpointer data)
{
  SystolePresenterView *self = g_object_new (SYSTOLE_TYPE_PRESENTER_VIEW, NULL);

  self->fill = fill;
  self->data = data;
  return GTK_WIDGET (self);
}

void
systole_presenter_view_set_cover (SystolePresenterView *self, SystolePresenterCover cover)
{
  g_return_if_fail (SYSTOLE_IS_PRESENTER_VIEW (self));
  if (self->cover == cover)
    return;
  self->cover = cover;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
systole_presenter_view_set_spotlight (SystolePresenterView *self, gboolean spotlight)
{
  g_return_if_fail (SYSTOLE_IS_PRESENTER_VIEW (self));
  if (self->spotlight == spotlight)
    return;
  self->spotlight = spotlight;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
systole_presenter_view_set_pen (SystolePresenterView *self, gboolean pen)
{
  g_return_if_fail (SYSTOLE_IS_PRESENTER_VIEW (self));
  if (self->pen == pen)
    return;
  self->pen = pen;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), pen ? "crosshair" : NULL);
}

void
systole_presenter_view_clear_ink (SystolePresenterView *self)
{
  g_return_if_fail (SYSTOLE_IS_PRESENTER_VIEW (self));
  g_array_set_size (self->ink, 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
systole_presenter_view_has_ink (SystolePresenterView *self)
{
  g_return_val_if_fail (SYSTOLE_IS_PRESENTER_VIEW (self), FALSE);
  return self->ink->len > 0;
}
