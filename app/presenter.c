/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/presenter-private.h"

#include "app/application.h"
#include "app/presenter-keys.h"
#include "engine/base/i18n.h"

#define LEAVE_SECONDS 3  /* “again to leave” */
#define NOTES_SECONDS 10 /* notes over the picture */
#define TEXT_SIZE_STEP 0.1

enum
{
  SIGNAL_LEFT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SystolePresenter, systole_presenter, GTK_TYPE_WINDOW)

/* --- what is shown --- */

static void
fill (SystolePresenterPaint *out, gpointer data)
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
  out->beat = self->state.beat;
  out->n_beats = self->state.n_beats;
  if (self->state.leaving)
    out->hint = _ ("Press Escape again to leave.");
  if (self->state.notes && *systole_presenter_content_get_notes (self->content) != '\0')
    out->notes = systole_presenter_content_get_notes (self->content);
}

/** Draws, and says, what the state and the session are now. */
void
systole_presenter_refresh (SystolePresenter *self)
{
  systole_presenter_content_update (self->content, self->session, systole_presenter_get_beat (self), &self->state);
  systole_presenter_view_set_cover (self->view, (SystolePresenterCover) self->state.blank);
  systole_presenter_view_set_spotlight (self->view, self->state.spotlight);
  systole_presenter_view_set_pen (self->view, self->state.pen);
  systole_canvas_redraw (SYSTOLE_CANVAS (self->view));
}

/* --- time --- */

static gboolean
leave_expired (gpointer data)
{
  SystolePresenter *self = data;

  self->leave_source = 0;
  systole_presenter_press (self, SYSTOLE_PRESENTER_EXPIRED, 0);
  return G_SOURCE_REMOVE;
}

static gboolean
notes_expired (gpointer data)
{
  SystolePresenter *self = data;

  self->notes_source = 0;
  if (self->state.notes)
    systole_presenter_press (self, SYSTOLE_PRESENTER_NOTES, 0);
  return G_SOURCE_REMOVE;
}

static void
watch (SystolePresenter *self)
{
  g_clear_handle_id (&self->leave_source, g_source_remove);
  if (self->state.leaving)
    self->leave_source = g_timeout_add_seconds (LEAVE_SECONDS, leave_expired, self);
  if (self->state.notes && self->notes_source == 0)
    self->notes_source = g_timeout_add_seconds (NOTES_SECONDS, notes_expired, self);
  else if (!self->state.notes)
    g_clear_handle_id (&self->notes_source, g_source_remove);
}

/* --- keys --- */

static void
change_speed (SystolePresenter *self, double factor)
{
  double speed = systole_session_get_speed (self->session) * factor;

  systole_session_set_speed (self->session, CLAMP (speed, 0.1, 16));
}

static void
move (SystolePresenter *self, SystolePresenterKey key)
{
  SystoleSession *session = self->session;

  switch ((int) key)
    {
    case SYSTOLE_PRESENTER_NEXT:
      systole_session_step_mark (session, 1);
      break;
    case SYSTOLE_PRESENTER_PREVIOUS:
      systole_session_step_mark (session, -1);
      break;
    case SYSTOLE_PRESENTER_FIRST:
      systole_session_go_first (session);
      break;
    case SYSTOLE_PRESENTER_LAST:
      systole_session_go_last (session);
      break;
    case SYSTOLE_PRESENTER_STEP:
      systole_session_step (session, 1);
      break;
    case SYSTOLE_PRESENTER_STEP_BACK:
      systole_session_step (session, -1);
      break;
    case SYSTOLE_PRESENTER_NEXT_EVENT:
      systole_session_step_event (session, 1);
      break;
    case SYSTOLE_PRESENTER_PREVIOUS_EVENT:
      systole_session_step_event (session, -1);
      break;
    case SYSTOLE_PRESENTER_PLAY:
      systole_presenter_toggle_playing (self);
      break;
    case SYSTOLE_PRESENTER_SLOWER:
      change_speed (self, 0.5);
      break;
    default:
      change_speed (self, 2);
      break;
    }
}

/**
 * systole_presenter_press:
 *
 * What a key of that meaning does.
 */
void
systole_presenter_press (SystolePresenter *self, SystolePresenterKey key, guint number)
{
  SystolePresenterDeed deed;

  g_return_if_fail (SYSTOLE_IS_PRESENTER (self));
  deed = systole_presenter_state_press (&self->state, key, number);
  watch (self);
  switch (deed)
    {
    case SYSTOLE_PRESENTER_NOTHING:
      return;
    case SYSTOLE_PRESENTER_ENTER:
    case SYSTOLE_PRESENTER_RETURN:
      systole_presenter_view_clear_ink (self->view);
      systole_presenter_show_beat (self, deed == SYSTOLE_PRESENTER_RETURN);
      break;
    case SYSTOLE_PRESENTER_SHOW_ANSWER:
      systole_presenter_show_answer (self);
      break;
    case SYSTOLE_PRESENTER_ASK_AGAIN:
      systole_presenter_ask_again (self);
      break;
    case SYSTOLE_PRESENTER_MOVE:
      move (self, key);
      break;
    case SYSTOLE_PRESENTER_BOOKMARK:
      systole_session_go_to_bookmark (self->session, number);
      break;
    case SYSTOLE_PRESENTER_CLEAR_INK:
      systole_presenter_view_clear_ink (self->view);
      break;
    case SYSTOLE_PRESENTER_LEAVE:
      g_signal_emit (self, signals[SIGNAL_LEFT], 0);
      return;
    default:
      break;
    }
  systole_presenter_refresh (self);
}

static gboolean
change_text_size (guint keyval, GdkModifierType modifiers)
{
  SystoleSettings *settings = systole_application_get_settings (systole_application_get_default ());
  double size = systole_settings_get_double (settings, "text-size");

  if ((modifiers & GDK_CONTROL_MASK) == 0)
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      size += TEXT_SIZE_STEP;
      break;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      size -= TEXT_SIZE_STEP;
      break;
    case GDK_KEY_0:
    case GDK_KEY_KP_0:
      size = 1;
      break;
    default:
      return FALSE;
    }
  g_object_set (settings, "text-size", CLAMP (size, SYSTOLE_TEXT_SIZE_MIN, SYSTOLE_TEXT_SIZE_MAX), NULL);
  return TRUE;
}

static gboolean
key_cb (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType modifiers, SystolePresenter *self)
{
  gboolean letters = systole_settings_get_boolean (systole_application_get_settings (systole_application_get_default ()), "letter-keys");
  SystolePresenterKey key;
  guint number;

  if (change_text_size (keyval, modifiers))
    return GDK_EVENT_STOP;
  if (!systole_presenter_find_key (keyval, modifiers, letters, &key, &number))
    return GDK_EVENT_PROPAGATE;
  systole_presenter_press (self, key, number);
  return GDK_EVENT_STOP;
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
  g_clear_pointer (&self->runs, systole_beat_runs_free);
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
  signals[SIGNAL_LEFT] = g_signal_new ("left", SYSTOLE_TYPE_PRESENTER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
systole_presenter_init (SystolePresenter *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget *view = systole_presenter_view_new (fill, self);

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
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
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

  self->lesson = systole_scenario_ref ((SystoleScenario *) systole_session_get_scenario (session));
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
systole_presenter_start (SystolePresenter *self, GdkMonitor *avoid)
{
  GdkMonitor *other = find_other (avoid), *shown = other != NULL ? other : avoid;
  GdkRectangle area = { 0, 0, 1280, 800 };

  g_return_if_fail (SYSTOLE_IS_PRESENTER (self));
  if (shown != NULL)
    gdk_monitor_get_geometry (shown, &area);
  gtk_window_set_default_size (GTK_WINDOW (self), area.width, area.height); /* where nobody manages windows */
  if (other != NULL)
    gtk_window_fullscreen_on_monitor (GTK_WINDOW (self), other);
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
