/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/lane-view-private.h"

#include <math.h>

/* Pointer, wheel, pinch and keys of a lane. */

#define WHEEL_FACTOR 1.25 /* one notch of Ctrl+wheel */
#define WHEEL_PIXELS 48.0 /* one notch of the wheel when zoomed */
#define NEAR 12.0         /* half a target of 24 pixels */
#define LEAVE_MS 120      /* a card that opens takes the pointer away for a moment */

/* What is at a point, or within half a touch target of it. */
static SystoleTarget
pick_near (SystoleLaneView *self, double x, double y)
{
  static const double ring[][2] = { { 0, 0 }, { 0, -1 }, { 0, 1 }, { -1, 0 }, { 1, 0 }, { -0.7, -0.7 }, { 0.7, -0.7 }, { -0.7, 0.7 }, { 0.7, 0.7 } };
  SystoleTarget target = SYSTOLE_TARGET_INIT;
  SystoleLanePaint paint;

  if (self->run == NULL)
    return target;
  systole_lane_view_fill_paint (self, &paint);
  for (guint i = 0; i < G_N_ELEMENTS (ring) && target.kind == SYSTOLE_TARGET_NONE; i++)
    target = systole_lane_pick (&paint, x + ring[i][0] * NEAR, y + ring[i][1] * NEAR);
  return target;
}

static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, SystoleLaneView *self)
{
  SystoleTarget target = SYSTOLE_TARGET_INIT;

  g_clear_handle_id (&self->leave_source, g_source_remove);
  /* A popup that opens sends a motion to the same place: not the user's. */
  if (fabs (x - self->pointer_x) < 0.5 && fabs (y - self->pointer_y) < 0.5)
    return;
  self->pointer_x = x;
  self->pointer_y = y;
  if (self->run != NULL && !self->dragging)
    {
      SystoleLanePaint paint;

      systole_lane_view_fill_paint (self, &paint);
      target = systole_lane_pick (&paint, x, y);
    }
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), target.kind == SYSTOLE_TARGET_LEVEL ? "pointer" : NULL);
  systole_lane_view_set_hover (self, &target);
}

static gboolean
left_cb (gpointer data)
{
  SystoleLaneView *self = data;

  self->leave_source = 0;
  self->pointer_x = self->pointer_y = -1;
  systole_lane_view_set_hover (self, NULL);
  return G_SOURCE_REMOVE;
}

static void
leave_cb (GtkEventControllerMotion *controller, SystoleLaneView *self)
{
  if (self->leave_source == 0)
    self->leave_source = g_timeout_add (LEAVE_MS, left_cb, self);
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, SystoleLaneView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  systole_lane_view_hide_card (self);
  systole_lane_view_emit (self, SYSTOLE_LANE_VIEW_ACTIVATED);
}

static void
released_cb (GtkGestureClick *gesture, int n_press, double x, double y, SystoleLaneView *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  SystoleTarget target = pick_near (self, x, y);

  if (target.kind == SYSTOLE_TARGET_NONE)
    return;
  if (target.kind == SYSTOLE_TARGET_LEVEL)
    {
      if (n_press == 1)
        systole_lane_view_go_to_level (self, target.level);
    }
  else if (n_press == 2)
    systole_lane_view_zoom_into (self, &target);
  else if (n_press == 1)
    {
      self->focus = target;
      if ((modifiers & GDK_SHIFT_MASK) != 0)
        systole_lane_view_set_pinned_second (self, &target);
      else
        systole_lane_view_set_pinned (self, &target);
    }
}

static void
drag_begin_cb (GtkGestureDrag *gesture, double x, double y, SystoleLaneView *self)
{
  self->drag_centre_x = self->camera.centre_x;
  self->drag_centre_y = self->camera.centre_y;
}

static void
drag_update_cb (GtkGestureDrag *gesture, double dx, double dy, SystoleLaneView *self)
{
  SystoleCamera camera = self->camera;

  if (self->camera.scale <= 1)
    return;
  if (!self->dragging)
    {
      if (!gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) dx, (int) dy))
        return;
      self->dragging = TRUE;
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      systole_lane_view_set_hover (self, NULL);
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
    }
  camera.centre_x = self->drag_centre_x - dx / (camera.scale * gtk_widget_get_width (GTK_WIDGET (self)));
  camera.centre_y = self->drag_centre_y - dy / (camera.scale * gtk_widget_get_height (GTK_WIDGET (self)));
  systole_lane_view_change_camera (self, &camera, FALSE);
}

static void
drag_end_cb (GtkGestureDrag *gesture, double dx, double dy, SystoleLaneView *self)
{
  if (self->dragging)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), NULL);
  self->dragging = FALSE;
}

static gboolean
scroll_cb (GtkEventControllerScroll *controller, double dx, double dy, SystoleLaneView *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  double x = self->pointer_x, y = self->pointer_y;

  if ((modifiers & GDK_CONTROL_MASK) != 0)
    {
      if (x < 0)
        {
          x = gtk_widget_get_width (GTK_WIDGET (self)) / 2.0;
          y = gtk_widget_get_height (GTK_WIDGET (self)) / 2.0;
        }
      systole_lane_view_zoom_at (self, pow (WHEEL_FACTOR, -dy), x, y);
      return GDK_EVENT_STOP;
    }
  /* When the level fits, the stage scrolls. */
  if (self->camera.scale <= 1)
    return GDK_EVENT_PROPAGATE;
  if ((modifiers & GDK_SHIFT_MASK) != 0 && dx == 0)
    systole_lane_view_pan (self, -dy * WHEEL_PIXELS, 0);
  else
    systole_lane_view_pan (self, -dx * WHEEL_PIXELS, -dy * WHEEL_PIXELS);
  return GDK_EVENT_STOP;
}

static void
pinch_begin_cb (GtkGesture *gesture, GdkEventSequence *sequence, SystoleLaneView *self)
{
  self->pinch_scale = 1;
}

static void
pinch_cb (GtkGestureZoom *gesture, double scale, SystoleLaneView *self)
{
  double x, y;

  if (!(scale > 0) || !(self->pinch_scale > 0) || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    return;
  /* In steps, so that a level that opens does not fly past. */
  if (scale / self->pinch_scale < 1.08 && scale / self->pinch_scale > 1 / 1.08)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  systole_lane_view_zoom_at (self, scale / self->pinch_scale, x, y);
  self->pinch_scale = scale;
}

static void
focus_enter_cb (GtkEventControllerFocus *controller, SystoleLaneView *self)
{
  systole_lane_view_emit (self, SYSTOLE_LANE_VIEW_ACTIVATED);
}

static void
focus_leave_cb (GtkEventControllerFocus *controller, SystoleLaneView *self)
{
  systole_lane_view_hide_card (self);
}

void
systole_lane_view_add_controllers (SystoleLaneView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *controller;
  GtkGesture *click, *drag, *zoom;

  controller = gtk_event_controller_motion_new ();
  g_signal_connect (controller, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (controller, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (controller, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  g_signal_connect (controller, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = gtk_event_controller_focus_new ();
  g_signal_connect (controller, "enter", G_CALLBACK (focus_enter_cb), self);
  g_signal_connect (controller, "leave", G_CALLBACK (focus_leave_cb), self);
  gtk_widget_add_controller (widget, controller);

  click = gtk_gesture_click_new ();
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));

  drag = gtk_gesture_drag_new ();
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));

  zoom = gtk_gesture_zoom_new ();
  g_signal_connect (zoom, "begin", G_CALLBACK (pinch_begin_cb), self);
  g_signal_connect (zoom, "scale-changed", G_CALLBACK (pinch_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (zoom));
}

static gboolean
enter_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  systole_lane_view_zoom_in (SYSTOLE_LANE_VIEW (widget));
  return TRUE;
}

/* Not handled: the window's own Escape follows. */
static gboolean
escape_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  return systole_lane_view_close (SYSTOLE_LANE_VIEW (widget));
}

static gboolean
pin_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  return systole_lane_view_pin (SYSTOLE_LANE_VIEW (widget));
}

static gboolean
pin_second_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  return systole_lane_view_pin_second (SYSTOLE_LANE_VIEW (widget));
}

static gboolean
arrow_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  int dx, dy;

  g_variant_get (args, "(ii)", &dx, &dy);
  systole_lane_view_move_focus (SYSTOLE_LANE_VIEW (widget), dx, dy);
  return TRUE;
}

/* Single letters act only here, and only while they are wanted (WCAG 2.1.4). */
static gboolean
letter_key (GtkWidget *widget, GVariant *args, gpointer data)
{
  const char *action;

  g_variant_get (args, "(&s)", &action);
  return SYSTOLE_LANE_VIEW (widget)->single_letter_keys && gtk_widget_activate_action (widget, action, NULL);
}

void
systole_lane_view_add_bindings (GtkWidgetClass *klass)
{
  static const struct
  {
    guint key, keypad;
    int dx, dy;
  } arrows[] = {
    { GDK_KEY_Left, GDK_KEY_KP_Left, -1, 0 },
    { GDK_KEY_Right, GDK_KEY_KP_Right, 1, 0 },
    { GDK_KEY_Up, GDK_KEY_KP_Up, 0, -1 },
    { GDK_KEY_Down, GDK_KEY_KP_Down, 0, 1 },
  };
  static const struct
  {
    guint key;
    const char *action;
  } letters[] = {
    { GDK_KEY_a, "win.audit" },
    { GDK_KEY_d, "win.differences" },
    { GDK_KEY_t, "win.trace" },
  };
  static const guint enters[] = { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter };

  for (guint i = 0; i < G_N_ELEMENTS (enters); i++)
    {
      gtk_widget_class_add_binding (klass, enters[i], 0, enter_key, NULL);
      gtk_widget_class_add_binding (klass, enters[i], GDK_CONTROL_MASK, pin_key, NULL);
      gtk_widget_class_add_binding (klass, enters[i], GDK_CONTROL_MASK | GDK_SHIFT_MASK, pin_second_key, NULL);
    }
  gtk_widget_class_add_binding (klass, GDK_KEY_Escape, 0, escape_key, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    {
      gtk_widget_class_add_binding (klass, arrows[i].key, GDK_ALT_MASK, arrow_key, "(ii)", arrows[i].dx, arrows[i].dy);
      gtk_widget_class_add_binding (klass, arrows[i].keypad, GDK_ALT_MASK, arrow_key, "(ii)", arrows[i].dx, arrows[i].dy);
    }
  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    gtk_widget_class_add_binding (klass, letters[i].key, 0, letter_key, "(s)", letters[i].action);
}
