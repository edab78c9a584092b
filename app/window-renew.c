/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

/* Another language: every word of a window is made again, and nothing else changes.
 * A second window takes over the session with its history, runs and playhead, the file
 * and what is kept of it; then the first one goes. */

static void
take_document (SystoleMainWindow *self, SystoleMainWindow *from)
{
  self->file = g_steal_pointer (&from->file);
  self->state = g_steal_pointer (&from->state);
  self->format = from->format;
  self->suggested = g_steal_pointer (&from->suggested);
  self->library_id = g_steal_pointer (&from->library_id);
  self->autosave = g_steal_pointer (&from->autosave);
  self->autosaved = g_steal_pointer (&from->autosaved);
  self->autosave_failed = from->autosave_failed;
  self->hint_done = from->hint_done;
  self->moved_by_user = from->moved_by_user;
  systole_main_window_watch_file (self);
  systole_main_window_watch_changes (self);
}

/* Where the user looked: zoom, what is pinned. */
static void
take_view (SystoleMainWindow *self, SystoleMainWindow *from)
{
  for (guint i = 0; i < systole_stage_get_n_lanes (self->stage) && i < systole_stage_get_n_lanes (from->stage); i++)
    {
      SystoleLaneView *to = systole_stage_get_lane (self->stage, i), *old = systole_stage_get_lane (from->stage, i);
      SystoleCamera camera;
      SystoleTarget first, second;

      self->levels[i] = from->levels[i];
      if (systole_lane_view_get_run (old) == NULL || systole_lane_view_get_run (to) == NULL)
        continue;
      systole_lane_view_get_camera (old, &camera);
      systole_lane_view_set_camera (to, &camera);
      systole_lane_view_get_pinned (old, &first, &second);
      systole_lane_view_set_pinned (to, first.kind != SYSTOLE_TARGET_NONE ? &first : NULL);
      if (second.kind != SYSTOLE_TARGET_NONE)
        systole_lane_view_set_pinned_second (to, &second);
    }
}

static void
take_size (SystoleMainWindow *self, SystoleMainWindow *from)
{
  int width, height;

  gtk_window_get_default_size (GTK_WINDOW (from), &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  if (gtk_window_is_maximized (GTK_WINDOW (from)))
    gtk_window_maximize (GTK_WINDOW (self));
  if (gtk_window_is_fullscreen (GTK_WINDOW (from)))
    gtk_window_fullscreen (GTK_WINDOW (self));
}

/**
 * systole_main_window_renew:
 *
 * Returns: (transfer none): the window that has everything of this one, in the present
 *   language; this one is destroyed
 */
SystoleMainWindow *
systole_main_window_renew (SystoleMainWindow *self)
{
  SystoleMainWindow *next = g_object_new (SYSTOLE_TYPE_MAIN_WINDOW, "application", gtk_window_get_application (GTK_WINDOW (self)), "session", self->session, NULL);

  take_size (next, self);
  take_document (next, self);
  systole_main_window_show_session (next);
  take_view (next, self);
  self->handed_over = TRUE;
  if (systole_main_window_is_start_shown (self))
    systole_main_window_show_start (next);
  gtk_window_present (GTK_WINDOW (next));
  gtk_window_destroy (GTK_WINDOW (self));
  return next;
}
