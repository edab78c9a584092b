/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/presenter-private.h"

#include "app/application.h"
#include "app/presenter-keys.h"

/* Keys, and what the state answers to them. */

#define LEAVE_SECONDS 3  /* “again to leave” */
#define NOTES_SECONDS 10 /* notes over the picture */
#define REVEAL_US 300000.0
#define TEXT_SIZE_STEP 0.1

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

/* The frame of the right answer grows. */
static gboolean
reveal_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SystolePresenter *self = data;
  gint64 now = gdk_frame_clock_get_frame_time (clock);

  if (self->reveal_start == 0)
    self->reveal_start = now;
  self->reveal_progress = MIN (1, (double) (now - self->reveal_start) / REVEAL_US);
  systole_presenter_content_set_progress (self->content, self->reveal_progress);
  systole_canvas_redraw (SYSTOLE_CANVAS (self->view));
  if (self->reveal_progress < 1)
    return G_SOURCE_CONTINUE;
  self->reveal_tick = 0;
  return G_SOURCE_REMOVE;
}

static void
animate_reveal (SystolePresenter *self)
{
  if (self->reveal_tick != 0 || !gtk_widget_get_mapped (GTK_WIDGET (self->view)) || systole_application_get_reduced_motion (systole_application_get_default ()))
    return;
  self->reveal_start = 0;
  self->reveal_progress = 0;
  self->reveal_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->view), reveal_tick, self, NULL);
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
      self->explains = FALSE;
      systole_presenter_show_beat (self, deed == SYSTOLE_PRESENTER_RETURN);
      break;
    case SYSTOLE_PRESENTER_SHOW_ANSWER:
      systole_presenter_show_answer (self);
      animate_reveal (self);
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
    case SYSTOLE_PRESENTER_DO_EXPLAIN:
      self->explains = !self->explains;
      break;
    case SYSTOLE_PRESENTER_LEAVE:
      systole_presenter_leave (self);
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

/** A window hears the presenter's keys before anything in it does. */
void
systole_presenter_add_keys (SystolePresenter *self, GtkWidget *window)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_cb), self, 0);
  gtk_widget_add_controller (window, keys);
}
