/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/lane-view-private.h"

#include <math.h>

/* Zoom: within a level by scale, from level to level by the tree of targets. */

#define FADE_US 200000   /* cross-fade between two levels */
#define MAX_SCALE 1024.0 /* closer than this a 1024 × 1024 array shows one PE */
/* A target that fills this share of the lane opens when the user zooms closer. */
#define OPEN_SHARE 0.55

void
systole_lane_view_stop_fade (SystoleLaneView *self)
{
  g_clear_pointer (&self->fade_from, cairo_surface_destroy);
  if (self->fade_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->fade_tick);
  self->fade_tick = 0;
}

static gboolean
fade_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SystoleLaneView *self = SYSTOLE_LANE_VIEW (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);

  if (self->fade_start == 0)
    self->fade_start = now;
  self->fade_alpha = 1 - (double) (now - self->fade_start) / FADE_US;
  gtk_widget_queue_draw (widget);
  if (self->fade_alpha > 0)
    return G_SOURCE_CONTINUE;
  self->fade_tick = 0;
  g_clear_pointer (&self->fade_from, cairo_surface_destroy);
  return G_SOURCE_REMOVE;
}

static void
start_fade (SystoleLaneView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean animations = TRUE;

  systole_lane_view_stop_fade (self);
  g_object_get (gtk_widget_get_settings (widget), "gtk-enable-animations", &animations, NULL);
  if (self->reduced_motion || !animations || !gtk_widget_get_mapped (widget))
    return;
  self->fade_from = systole_canvas_take_picture (SYSTOLE_CANVAS (self));
  if (self->fade_from == NULL)
    return;
  self->fade_start = 0;
  self->fade_alpha = 1;
  self->fade_tick = gtk_widget_add_tick_callback (widget, fade_cb, NULL, NULL);
}

void
systole_lane_view_paint_fade (SystoleLaneView *self, cairo_t *cr)
{
  if (self->fade_from == NULL)
    return;
  cairo_set_source_surface (cr, self->fade_from, 0, 0);
  cairo_paint_with_alpha (cr, CLAMP (self->fade_alpha, 0, 1));
}

static void
clamp_camera (SystoleCamera *camera)
{
  double half;

  if (!(camera->scale > 1))
    camera->scale = 1;
  camera->scale = MIN (camera->scale, MAX_SCALE);
  half = 0.5 / camera->scale;
  camera->centre_x = CLAMP (camera->centre_x, half, 1 - half);
  camera->centre_y = CLAMP (camera->centre_y, half, 1 - half);
}

static gboolean
camera_equal (const SystoleCamera *a, const SystoleCamera *b)
{
  return a->level == b->level && a->unit == b->unit && a->sub_core == b->sub_core && a->row == b->row && a->column == b->column && a->scale == b->scale && a->centre_x == b->centre_x && a->centre_y == b->centre_y;
}

/* `fade`: another level, so what was under pointer and focus is gone. */
void
systole_lane_view_change_camera (SystoleLaneView *self, const SystoleCamera *camera, gboolean fade)
{
  static const SystoleTarget no_target = SYSTOLE_TARGET_INIT;
  SystoleCamera wanted = *camera;

  clamp_camera (&wanted);
  if (camera_equal (&self->camera, &wanted))
    return;
  if (fade)
    {
      start_fade (self);
      self->hover = self->focus = no_target;
      systole_lane_view_hide_card (self);
    }
  self->camera = wanted;
  systole_canvas_invalidate (SYSTOLE_CANVAS (self));
  systole_lane_view_refresh_card (self);
  systole_lane_view_emit (self, SYSTOLE_LANE_VIEW_CAMERA_CHANGED);
}

gboolean
systole_lane_view_zoom_into (SystoleLaneView *self, const SystoleTarget *target)
{
  SystoleLanePaint paint;
  SystoleCamera camera;

  if (self->run == NULL)
    return FALSE;
  systole_lane_view_fill_paint (self, &paint);
  if (!systole_lane_zoom_in (&paint, target, &camera))
    return FALSE;
  systole_lane_view_change_camera (self, &camera, TRUE);
  return TRUE;
}

/**
 * systole_lane_view_zoom_in:
 *
 * Into what has the keyboard, else what is pinned, else the first thing.
 */
gboolean
systole_lane_view_zoom_in (SystoleLaneView *self)
{
  static const SystoleTarget no_target = SYSTOLE_TARGET_INIT;
  SystoleLanePaint paint;
  SystoleTarget target;
  double x, y, width, height;

  g_return_val_if_fail (SYSTOLE_IS_LANE_VIEW (self), FALSE);
  if (self->run == NULL)
    return FALSE;
  if (self->focus.kind != SYSTOLE_TARGET_NONE)
    return systole_lane_view_zoom_into (self, &self->focus);
  systole_lane_view_fill_paint (self, &paint);
  if (self->pinned.kind != SYSTOLE_TARGET_NONE && systole_lane_locate (&paint, &self->pinned, &x, &y, &width, &height) && systole_lane_view_zoom_into (self, &self->pinned))
    return TRUE;
  target = systole_lane_neighbour (&paint, &no_target, 0, 0);
  return systole_lane_view_zoom_into (self, &target);
}

/**
 * systole_lane_view_zoom_out:
 *
 * First back to where the level fits, then to the level above.
 */
gboolean
systole_lane_view_zoom_out (SystoleLaneView *self)
{
  SystoleLanePaint paint;
  SystoleCamera camera;

  g_return_val_if_fail (SYSTOLE_IS_LANE_VIEW (self), FALSE);
  if (self->run == NULL)
    return FALSE;
  camera = self->camera;
  if (camera.scale > 1)
    {
      camera.scale = 1;
      systole_lane_view_change_camera (self, &camera, FALSE);
      return TRUE;
    }
  systole_lane_view_fill_paint (self, &paint);
  if (!systole_lane_zoom_out (&paint, &camera))
    return FALSE;
  systole_lane_view_change_camera (self, &camera, TRUE);
  return TRUE;
}

/* What a breadcrumb does: out to a level above. */
gboolean
systole_lane_view_go_to_level (SystoleLaneView *self, SystoleLevel level)
{
  SystoleLanePaint paint;
  SystoleCamera camera;

  if (self->run == NULL || level == self->camera.level)
    return FALSE;
  systole_lane_view_fill_paint (self, &paint);
  while (paint.camera.level != level)
    {
      paint.camera.scale = 1;
      if (!systole_lane_zoom_out (&paint, &camera))
        return FALSE;
      paint.camera = camera;
    }
  systole_lane_view_change_camera (self, &camera, TRUE);
  return TRUE;
}

/* Moves the camera so that a target's centre comes to lie at (x, y). */
static void
keep_target_at (SystoleLanePaint *paint, const SystoleTarget *target, double x, double y)
{
  for (guint i = 0; i < 3; i++)
    {
      double left, top, width, height;

      if (!systole_lane_locate (paint, target, &left, &top, &width, &height))
        return;
      paint->camera.centre_x += (left + width / 2 - x) / (paint->width * paint->camera.scale);
      paint->camera.centre_y += (top + height / 2 - y) / (paint->height * paint->camera.scale);
      clamp_camera (&paint->camera);
    }
}

/* Ctrl+wheel and pinch: closer or further by a factor, the thing at (x, y) stays. */
void
systole_lane_view_zoom_at (SystoleLaneView *self, double factor, double x, double y)
{
  SystoleLanePaint paint;
  SystoleTarget target;
  double left, top, width, height;
  gboolean found;

  if (self->run == NULL || !(factor > 0))
    return;
  systole_lane_view_fill_paint (self, &paint);
  if (factor < 1 && paint.camera.scale <= 1)
    {
      systole_lane_view_zoom_out (self);
      return;
    }

  target = systole_lane_pick (&paint, x, y);
  found = target.kind != SYSTOLE_TARGET_NONE && target.kind != SYSTOLE_TARGET_LEVEL && systole_lane_locate (&paint, &target, &left, &top, &width, &height);
  if (factor > 1 && found && (width >= OPEN_SHARE * paint.width || height >= OPEN_SHARE * paint.height || paint.camera.scale >= MAX_SCALE))
    {
      systole_lane_view_zoom_into (self, &target);
      return;
    }

  if (!found)
    {
      /* Nothing to hold on to: the middle moves towards the pointer. */
      double turn = 1 / paint.camera.scale - 1 / (paint.camera.scale * factor);

      paint.camera.centre_x += (x / paint.width - 0.5) * turn;
      paint.camera.centre_y += (y / paint.height - 0.5) * turn;
    }
  paint.camera.scale *= factor;
  clamp_camera (&paint.camera);
  if (found)
    keep_target_at (&paint, &target, left + width / 2 - (x - left - width / 2) * (factor - 1), top + height / 2 - (y - top - height / 2) * (factor - 1));
  systole_lane_view_change_camera (self, &paint.camera, FALSE);
}

/* Moves the picture by pixels; nothing when the level fits. */
void
systole_lane_view_pan (SystoleLaneView *self, double dx, double dy)
{
  SystoleCamera camera = self->camera;

  if (camera.scale <= 1)
    return;
  camera.centre_x -= dx / (camera.scale * MAX (1, gtk_widget_get_width (GTK_WIDGET (self))));
  camera.centre_y -= dy / (camera.scale * MAX (1, gtk_widget_get_height (GTK_WIDGET (self))));
  systole_lane_view_change_camera (self, &camera, FALSE);
}

/* The run changed: stay where we are if the place still exists. */
void
systole_lane_view_keep_camera (SystoleLaneView *self)
{
  SystoleLevel levels[SYSTOLE_N_LEVELS];
  guint n_levels = systole_run_get_levels (self->run, levels, SYSTOLE_N_LEVELS);
  guint rows, columns;
  gboolean known = FALSE;

  for (guint i = 0; i < n_levels; i++)
    known = known || levels[i] == self->camera.level;
  known = known && self->camera.unit < MAX (1, systole_run_get_n_units (self->run));
  if (known && self->camera.level == SYSTOLE_LEVEL_PE && systole_run_get_array_size (self->run, &rows, &columns))
    known = self->camera.row < rows && self->camera.column < columns;

  if (!known)
    {
      systole_camera_init (&self->camera, self->run);
      self->focus.kind = SYSTOLE_TARGET_NONE;
      systole_lane_view_emit (self, SYSTOLE_LANE_VIEW_CAMERA_CHANGED);
    }
  if (systole_run_get_array_size (self->run, &rows, &columns))
    {
      if (self->focus.kind == SYSTOLE_TARGET_PE && (self->focus.row >= rows || self->focus.column >= columns))
        self->focus.kind = SYSTOLE_TARGET_NONE;
      if (self->pinned_second.kind == SYSTOLE_TARGET_PE && (self->pinned_second.row >= rows || self->pinned_second.column >= columns))
        systole_lane_view_set_pinned_second (self, NULL);
      if (self->pinned.kind == SYSTOLE_TARGET_PE && (self->pinned.row >= rows || self->pinned.column >= columns))
        systole_lane_view_set_pinned (self, NULL);
    }
  else
    {
      if (self->focus.kind == SYSTOLE_TARGET_PE)
        self->focus.kind = SYSTOLE_TARGET_NONE;
      if (self->pinned.kind == SYSTOLE_TARGET_PE)
        systole_lane_view_set_pinned (self, NULL);
    }
}

void
systole_lane_view_get_camera (SystoleLaneView *self, SystoleCamera *out)
{
  g_return_if_fail (SYSTOLE_IS_LANE_VIEW (self));
  *out = self->camera;
}

/**
 * systole_lane_view_set_camera:
 * @camera: its level must be one of the run's; scale and centre are brought into range
 *
 * Goes there at once, without a cross-fade.
 */
void
systole_lane_view_set_camera (SystoleLaneView *self, const SystoleCamera *camera)
{
  g_return_if_fail (SYSTOLE_IS_LANE_VIEW (self));
  g_return_if_fail (camera->level < SYSTOLE_N_LEVELS);
  systole_lane_view_stop_fade (self);
  systole_lane_view_change_camera (self, camera, FALSE);
}
