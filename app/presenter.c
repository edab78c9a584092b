/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/presenter-private.h"

#include "app/application.h"
#include "app/teacher-window.h"
#include "engine/base/i18n.h"

enum
{
  SIGNAL_LEFT,
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SystolePresenter, systole_presenter, GTK_TYPE_WINDOW)

/* --- what is shown --- */

static gboolean
has_pinned (SystolePresenter *self, guint n)
{
  for (guint i = 0; i < n; i++)
    if (self->pinned[i].kind != SYSTOLE_TARGET_NONE)
      return TRUE;
  return FALSE;
}

/** What the painter is given: also for the teacher's small picture. */
void
systole_presenter_fill (SystolePresenterPaint *out, gpointer data)
{
  SystolePresenter *self = data;

  if (self->session == NULL)
    return;
  systole_presenter_content_fill (self->content, self->session, out);
  for (guint i = 0; i < out->n_lanes; i++)
    {
      out->lanes[i].camera = self->cameras[i];
      out->lanes[i].pinned = self->pinned[i];
    }
  if (self->explains && out->pane == NULL)
    out->pane = has_pinned (self, out->n_lanes) ? "selection" : "time";
  if (self->maps != NULL && systole_beat_maps_fill (self->maps, self->state.beat, &self->map))
    {
      self->map.covered = out->question != NULL && !self->state.revealed;
      systole_presenter_content_mark_answer (self->content, &self->map);
      out->map = &self->map;
    }
  out->beat = self->state.beat;
  out->n_beats = self->state.n_beats;
  if (self->state.leaving)
    out->hint = _ ("Press Escape again to leave.");
  if (self->state.notes && self->teacher == NULL && *systole_presenter_content_get_notes (self->content) != '\0')
    out->notes = systole_presenter_content_get_notes (self->content);
}

/** Draws, and says, what the state and the session are now. */
void
systole_presenter_refresh (SystolePresenter *self)
{
  systole_presenter_content_update (self->content, self->session, systole_presenter_get_beat (self), &self->state);
  systole_presenter_content_set_progress (self->content, self->reveal_tick != 0 ? self->reveal_progress : 1);
  systole_presenter_view_set_cover (self->view, (SystolePresenterCover) self->state.blank);
  systole_presenter_view_set_spotlight (self->view, self->state.spotlight);
  systole_presenter_view_set_pen (self->view, self->state.pen);
  systole_canvas_redraw (SYSTOLE_CANVAS (self->view));
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* --- pointer --- */

static void
pressed_cb (SystolePresenter *self, guint lane, const SystoleTarget *target)
{
  static const SystoleTarget none = SYSTOLE_TARGET_INIT;
  gboolean again = systole_target_equal (&self->pinned[lane], target);

  self->pinned[lane] = again ? none : *target;
  systole_canvas_redraw (SYSTOLE_CANVAS (self->view));
}

static void
choice_pressed_cb (SystolePresenter *self, guint choice)
{
  systole_presenter_press (self, SYSTOLE_PRESENTER_DIGIT, choice + 1);
}

/** Tells that it ends. */
void
systole_presenter_leave (SystolePresenter *self)
{
  g_signal_emit (self, signals[SIGNAL_LEFT], 0);
}

/* --- look --- */

static void
look_cb (SystolePresenter *self, SystoleApplication *application)
{
  systole_canvas_set_scheme (SYSTOLE_CANVAS (self->view), systole_application_get_presenter_scheme (application));
  systole_canvas_set_font_scale (SYSTOLE_CANVAS (self->view), systole_application_get_font_scale (application));
  systole_playback_set_reduced_motion (self->playback, systole_application_get_reduced_motion (application));
}

/* --- class --- */

static gboolean
systole_presenter_close_request (GtkWindow *window)
{
  g_signal_emit (window, signals[SIGNAL_LEFT], 0);
  return TRUE;
}

static void
systole_presenter_dispose (GObject *object)
{
  SystolePresenter *self = SYSTOLE_PRESENTER (object);

  g_clear_handle_id (&self->leave_source, g_source_remove);
  g_clear_handle_id (&self->notes_source, g_source_remove);
  if (self->reveal_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->view), self->reveal_tick);
  self->reveal_tick = 0;
  g_clear_pointer (&self->runs, systole_beat_runs_free);
  g_clear_pointer (&self->maps, systole_beat_maps_free);
  if (self->teacher != NULL)
    gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&self->teacher)));
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->playback);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (systole_presenter_parent_class)->dispose (object);
}

static void
systole_presenter_finalize (GObject *object)
{
  SystolePresenter *self = SYSTOLE_PRESENTER (object);

  systole_presenter_content_free (self->content);
  g_clear_pointer (&self->lesson, systole_scenario_unref);
  G_OBJECT_CLASS (systole_presenter_parent_class)->finalize (object);
}

static void
systole_presenter_class_init (SystolePresenterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = systole_presenter_dispose;
  object_class->finalize = systole_presenter_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = systole_presenter_close_request;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", SYSTOLE_TYPE_PRESENTER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_LEFT] = g_signal_new ("left", SYSTOLE_TYPE_PRESENTER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
systole_presenter_init (SystolePresenter *self)
{
  GtkWidget *view = systole_presenter_view_new (systole_presenter_fill, self);

  self->content = systole_presenter_content_new ();
  self->view = SYSTOLE_PRESENTER_VIEW (view);
  systole_presenter_state_init (&self->state);
  systole_canvas_set_label (SYSTOLE_CANVAS (view), _ ("Presentation"));
  g_signal_connect_swapped (view, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect_swapped (view, "choice-pressed", G_CALLBACK (choice_pressed_cb), self);
  gtk_window_set_child (GTK_WINDOW (self), view);
  gtk_window_set_focus (GTK_WINDOW (self), view);
  gtk_window_set_decorated (GTK_WINDOW (self), FALSE);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Presentation"));
  systole_presenter_add_keys (self, GTK_WIDGET (self));
}

/**
 * systole_presenter_new:
 * @session: whose document is presented; without beats its present view, in the session itself
 * @beat: that is shown first
 *
 * Returns: (transfer none): a window that is not shown yet
 */
GtkWidget *
systole_presenter_new (SystoleSession *session, guint beat)
{
  SystolePresenter *self = g_object_new (SYSTOLE_TYPE_PRESENTER, NULL);
  SystoleApplication *application = systole_application_get_default ();

  self->lesson = systole_scenario_ref ((SystoleScenario *) systole_session_get_base (session));
  systole_presenter_take_session (self, session);
  self->playback = systole_playback_new (self->session, GTK_WIDGET (self->view));
  g_signal_connect_object (application, "look-changed", G_CALLBACK (look_cb), self, G_CONNECT_SWAPPED);
  look_cb (self, application);
  systole_presenter_state_go_to (&self->state, beat);
  systole_presenter_show_beat (self, FALSE);
  systole_presenter_refresh (self);
  return GTK_WIDGET (self);
}

/* Another monitor than the one avoided; NULL: there is none. */
static GdkMonitor *
find_other (GdkMonitor *avoid)
{
  GListModel *monitors = gdk_display_get_monitors (gdk_display_get_default ());

  for (guint i = 0; avoid != NULL && i < g_list_model_get_n_items (monitors); i++)
    {
      g_autoptr (GdkMonitor) monitor = g_list_model_get_item (monitors, i);

      if (monitor != avoid)
        return monitor; /* the list keeps it */
    }
  return NULL;
}

/* Documented in presenter.h. */
void
systole_presenter_set_still (SystolePresenter *self)
{
  g_return_if_fail (SYSTOLE_IS_PRESENTER (self));
  self->still = TRUE;
  systole_presenter_stop (self);
}

/* Documented in presenter.h. */
GtkWidget *
systole_presenter_show_notes (SystolePresenter *self)
{
  g_return_val_if_fail (SYSTOLE_IS_PRESENTER (self), NULL);
  if (self->teacher == NULL)
    self->teacher = systole_teacher_window_new (self);
  gtk_window_present (GTK_WINDOW (self->teacher));
  return self->teacher;
}

/* Documented in presenter.h. */
void
systole_presenter_start (SystolePresenter *self, GdkMonitor *avoid)
{
  GdkMonitor *other = find_other (avoid), *shown = other != NULL ? other : avoid;
  GdkRectangle area = { 0, 0, 1280, 800 };

  g_return_if_fail (SYSTOLE_IS_PRESENTER (self));
  if (shown != NULL)
    gdk_monitor_get_geometry (shown, &area);
  gtk_window_set_default_size (GTK_WINDOW (self), area.width, area.height); /* where nobody manages windows */
  if (other != NULL)
    {
      gtk_window_fullscreen_on_monitor (GTK_WINDOW (self), other);
      systole_presenter_show_notes (self);
    }
  else
    gtk_window_fullscreen (GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

void
systole_presenter_set_camera (SystolePresenter *self, guint lane, const SystoleCamera *camera)
{
  g_return_if_fail (SYSTOLE_IS_PRESENTER (self));
  g_return_if_fail (lane < SYSTOLE_PRESENTER_MAX_LANES);
  self->cameras[lane] = *camera;
  systole_canvas_invalidate (SYSTOLE_CANVAS (self->view));
}

const SystolePresenterState *
systole_presenter_get_state (SystolePresenter *self)
{
  return &self->state;
}

SystoleSession *
systole_presenter_get_session (SystolePresenter *self)
{
  return self->session;
}

SystolePresenterView *
systole_presenter_get_view (SystolePresenter *self)
{
  return self->view;
}

const char *
systole_presenter_get_caption (SystolePresenter *self)
{
  return systole_presenter_content_get_caption (self->content);
}
