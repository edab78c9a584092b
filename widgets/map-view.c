/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/map-view.h"

#include "engine/base/i18n.h"
#include "widgets/map-painter.h"

#define MIN_WIDTH 220
#define NATURAL_WIDTH 300

struct _SystoleMapView
{
  SystoleCanvas parent_instance;

  SystoleMap *map; /* or NULL */
  char *subtitle, *x_name, *y_name, *message;
  char *names[SYSTOLE_MAP_MAX_LANES];
  char letters[SYSTOLE_MAP_MAX_LANES];
  gboolean has_here, covered;
  guint64 here_x, here_y;
  int at_x, at_y;
  double progress;
};

static guint place_activated;

G_DEFINE_FINAL_TYPE (SystoleMapView, systole_map_view, SYSTOLE_TYPE_CANVAS)

static void
fill_paint (SystoleMapView *self, double width, SystoleMapPaint *out)
{
  *out = (SystoleMapPaint){ .map = self->map, .subtitle = self->subtitle, .x_name = self->x_name, .y_name = self->y_name, .has_here = self->has_here, .here_x = self->here_x, .here_y = self->here_y, .at_x = self->at_x, .at_y = self->at_y, .covered = self->covered, .progress = self->progress, .message = self->message, .width = width };
  for (guint i = 0; i < SYSTOLE_MAP_MAX_LANES; i++)
    {
      out->names[i] = self->names[i] != NULL ? self->names[i] : "";
      out->letters[i] = self->letters[i];
    }
  systole_canvas_get_style (SYSTOLE_CANVAS (self), &out->style);
}

static void
systole_map_view_paint (SystoleCanvas *canvas, cairo_t *cr, double width, double height)
{
  SystoleMapPaint paint;

  fill_paint (SYSTOLE_MAP_VIEW (canvas), width, &paint);
  systole_map_paint (cr, &paint);
}

static char *
systole_map_view_describe (SystoleCanvas *canvas)
{
  SystoleMapView *self = SYSTOLE_MAP_VIEW (canvas);
  SystoleMapPaint paint;

  fill_paint (self, MIN_WIDTH, &paint);
  /* Who walks from place to place hears the places, not the whole each time. */
  if (self->map != NULL && self->message == NULL && !self->covered && self->at_x >= 0 && self->at_y >= 0)
    return systole_map_describe_place (&paint, (guint) self->at_x, (guint) self->at_y);
  return systole_map_describe (&paint);
}

static GtkSizeRequestMode
systole_map_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
systole_map_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline, int *natural_baseline)
{
  SystoleMapPaint paint;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MIN_WIDTH;
      *natural = NATURAL_WIDTH;
      return;
    }
  fill_paint (SYSTOLE_MAP_VIEW (widget), for_size > 0 ? for_size : MIN_WIDTH, &paint);
  *minimum = *natural = (int) systole_map_get_height (&paint);
}

static void
changed (SystoleMapView *self)
{
  systole_canvas_invalidate (SYSTOLE_CANVAS (self));
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
look_at (SystoleMapView *self, int x, int y)
{
  if (x == self->at_x && y == self->at_y)
    return;
  self->at_x = x;
  self->at_y = y;
  changed (self);
}

static void
activate (SystoleMapView *self)
{
  if (self->map != NULL && !self->covered && self->at_x >= 0 && self->at_y >= 0)
    g_signal_emit (self, place_activated, 0, self->map->x[self->at_x], self->map->y[self->at_y]);
}

static gboolean
pick (SystoleMapView *self, double x, double y, guint *at_x, guint *at_y)
{
  SystoleMapPaint paint;

  fill_paint (self, gtk_widget_get_width (GTK_WIDGET (self)), &paint);
  return !self->covered && systole_map_pick (&paint, x, y, at_x, at_y);
}

static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, SystoleMapView *self)
{
  guint at_x, at_y;

  if (pick (self, x, y, &at_x, &at_y))
    look_at (self, (int) at_x, (int) at_y);
}

static void
leave_cb (GtkEventControllerMotion *controller, SystoleMapView *self)
{
  if (!gtk_widget_has_focus (GTK_WIDGET (self)))
    look_at (self, -1, -1);
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, SystoleMapView *self)
{
  guint at_x, at_y;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (n_press != 1 || !pick (self, x, y, &at_x, &at_y))
    return;
  look_at (self, (int) at_x, (int) at_y);
  activate (self);
}

static gboolean
key_cb (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, SystoleMapView *self)
{
  int x = self->at_x, y = self->at_y;

  if (self->map == NULL || self->covered || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || key == GDK_KEY_space)
    {
      activate (self);
      return x >= 0;
    }
  if (key == GDK_KEY_Escape && x >= 0)
    {
      look_at (self, -1, -1);
      return TRUE;
    }
  if (key != GDK_KEY_Left && key != GDK_KEY_Right && key != GDK_KEY_Up && key != GDK_KEY_Down)
    return FALSE;
  if (x < 0 || y < 0)
    {
      /* The first key only says where one is. */
      x = (int) systole_map_find_x (self->map, self->has_here ? self->here_x : 0);
      y = (int) systole_map_find_y (self->map, self->has_here ? self->here_y : 0);
    }
  else
    {
      x += (key == GDK_KEY_Right) - (key == GDK_KEY_Left);
      y += (key == GDK_KEY_Up) - (key == GDK_KEY_Down);
    }
  look_at (self, CLAMP (x, 0, (int) self->map->n_x - 1), CLAMP (y, 0, (int) self->map->n_y - 1));
  return TRUE;
}

static void
drop_words (SystoleMapView *self)
{
  g_clear_pointer (&self->subtitle, g_free);
  g_clear_pointer (&self->x_name, g_free);
  g_clear_pointer (&self->y_name, g_free);
  for (guint i = 0; i < SYSTOLE_MAP_MAX_LANES; i++)
    g_clear_pointer (&self->names[i], g_free);
}

static void
systole_map_view_finalize (GObject *object)
{
  SystoleMapView *self = SYSTOLE_MAP_VIEW (object);

  drop_words (self);
  g_free (self->message);
  g_clear_pointer (&self->map, systole_map_free);
  G_OBJECT_CLASS (systole_map_view_parent_class)->finalize (object);
}

static void
systole_map_view_class_init (SystoleMapViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SystoleCanvasClass *canvas_class = SYSTOLE_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = systole_map_view_finalize;
  widget_class->get_request_mode = systole_map_view_get_request_mode;
  widget_class->measure = systole_map_view_measure;
  canvas_class->paint = systole_map_view_paint;
  canvas_class->describe = systole_map_view_describe;
  place_activated = g_signal_new ("place-activated", SYSTOLE_TYPE_MAP_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT64, G_TYPE_UINT64);
  gtk_widget_class_set_css_name (widget_class, "speedmap");
}

static void
systole_map_view_init (SystoleMapView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new (), *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->at_x = self->at_y = -1;
  self->progress = -1;
  self->x_name = g_strdup ("");
  self->y_name = g_strdup ("");
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  systole_canvas_set_label (SYSTOLE_CANVAS (self), _ ("Map of who is faster"));
}

GtkWidget *
systole_map_view_new (void)
{
  return g_object_new (SYSTOLE_TYPE_MAP_VIEW, NULL);
}

void
systole_map_view_set_words (SystoleMapView *self, const SystoleMapWords *words)
{
  g_return_if_fail (SYSTOLE_IS_MAP_VIEW (self));
  drop_words (self);
  self->subtitle = g_strdup (words->subtitle);
  self->x_name = g_strdup (words->x_name);
  self->y_name = g_strdup (words->y_name);
  for (guint i = 0; i < MIN (words->n_lanes, SYSTOLE_MAP_MAX_LANES); i++)
    {
      self->names[i] = g_strdup (words->names[i]);
      self->letters[i] = words->letters[i];
    }
  changed (self);
}

/* Who looks at a place goes on looking at it, in the finer map too. */
void
systole_map_view_take_map (SystoleMapView *self, SystoleMap *map)
{
  g_return_if_fail (SYSTOLE_IS_MAP_VIEW (self));
  if (map != NULL && self->map != NULL && self->at_x >= 0 && self->at_y >= 0)
    {
      self->at_x = (int) systole_map_find_x (map, self->map->x[self->at_x]);
      self->at_y = (int) systole_map_find_y (map, self->map->y[self->at_y]);
    }
  else
    self->at_x = self->at_y = -1;
  g_clear_pointer (&self->map, systole_map_free);
  self->map = map;
  changed (self);
}

const SystoleMap *
systole_map_view_get_map (SystoleMapView *self)
{
  g_return_val_if_fail (SYSTOLE_IS_MAP_VIEW (self), NULL);
  return self->map;
}

/**
 * systole_map_view_set_here:
 * @has: the stage shows a place of the plane: @x, @y
 */
void
systole_map_view_set_here (SystoleMapView *self, gboolean has, guint64 x, guint64 y)
{
  g_return_if_fail (SYSTOLE_IS_MAP_VIEW (self));
  self->has_here = has;
  self->here_x = x;
  self->here_y = y;
  changed (self);
}

void
systole_map_view_set_progress (SystoleMapView *self, double progress)
{
  g_return_if_fail (SYSTOLE_IS_MAP_VIEW (self));
  self->progress = progress;
  systole_canvas_redraw (SYSTOLE_CANVAS (self));
}

/* @message: (nullable): why there is no map */
void
systole_map_view_set_message (SystoleMapView *self, const char *message)
{
  g_return_if_fail (SYSTOLE_IS_MAP_VIEW (self));
  g_free (self->message);
  self->message = g_strdup (message);
  changed (self);
}

/* @covered: a question is asked: only the place of the stage is to be seen */
void
systole_map_view_set_covered (SystoleMapView *self, gboolean covered)
{
  g_return_if_fail (SYSTOLE_IS_MAP_VIEW (self));
  self->covered = covered;
  changed (self);
}
