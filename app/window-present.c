/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include "app/application.h"
#include "app/back-row.h"
#include "app/presenter.h"
#include "engine/base/i18n.h"
#include "engine/scenario/beat.h"

/* The window and its presenter. */

static GdkMonitor *
find_monitor (SystoleMainWindow *self)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (self));

  return surface != NULL ? gdk_display_get_monitor_at_surface (gdk_surface_get_display (surface), surface) : NULL;
}

/* The card of what is pointed at is a surface of its own: it would lie over the presentation. */
static void
set_cards (SystoleMainWindow *self, gboolean allowed)
{
  gtk_widget_set_can_target (GTK_WIDGET (self->stage), allowed);
  for (guint i = 0; i < systole_stage_get_n_lanes (self->stage); i++)
    systole_lane_view_hide_card (systole_stage_get_lane (self->stage, i));
}

/* A class that thinks about a picture presses no key: the screen must not go dark meanwhile. */
static void
keep_awake (SystoleMainWindow *self, gboolean awake)
{
  GtkApplication *application = GTK_APPLICATION (systole_application_get_default ());

  if (self->awake != 0)
    gtk_application_uninhibit (application, self->awake);
  self->awake = 0;
  if (awake)
    /* Translators: why the screen does not go dark; the desktop may show it */
    self->awake = gtk_application_inhibit (application, GTK_WINDOW (self), GTK_APPLICATION_INHIBIT_IDLE, _ ("A presentation is going on."));
}

/* Where the presentation ended is where one goes on. */
static void
left_cb (SystoleMainWindow *self)
{
  SystolePresenter *presenter = SYSTOLE_PRESENTER (g_steal_pointer (&self->presenter));
  const SystolePresenterState *state = systole_presenter_get_state (presenter);

  if (state->n_beats > 0 && state->beat < systole_scenario_get_n_beats (systole_session_get_base (self->session)))
    systole_session_go_to_beat (self->session, (int) state->beat);
  gtk_window_destroy (GTK_WINDOW (presenter));
  keep_awake (self, FALSE);
  set_cards (self, TRUE);
  gtk_window_present (GTK_WINDOW (self));
}

/* Without a lesson the picture is the one that is looked at. */
static void
lend_cameras (SystoleMainWindow *self, SystolePresenter *presenter)
{
  for (guint i = 0; i < SYSTOLE_PRESENTER_MAX_LANES; i++)
    {
      SystoleLaneView *lane = systole_stage_get_lane (self->stage, i);
      SystoleCamera camera;

      if (lane == NULL)
        continue;
      systole_lane_view_get_camera (lane, &camera);
      systole_presenter_set_camera (presenter, i, &camera);
    }
}

/**
 * systole_main_window_present:
 * @beat: the first one shown
 *
 * Opens the presenter, or brings it to the front.
 */
void
systole_main_window_present (SystoleMainWindow *self, guint beat)
{
  SystolePresenter *presenter;

  if (self->presenter != NULL)
    {
      gtk_window_present (GTK_WINDOW (self->presenter));
      return;
    }
  systole_session_set_playing (self->session, FALSE);
  set_cards (self, FALSE);
  self->presenter = systole_presenter_new (self->session, beat);
  presenter = SYSTOLE_PRESENTER (self->presenter);
  if (systole_presenter_get_state (presenter)->n_beats == 0)
    lend_cameras (self, presenter);
  gtk_window_set_transient_for (GTK_WINDOW (presenter), GTK_WINDOW (self));
  g_signal_connect_object (presenter, "left", G_CALLBACK (left_cb), self, G_CONNECT_SWAPPED);
  systole_presenter_start (presenter, find_monitor (self));
  keep_awake (self, TRUE);
}

/* F5 begins at the beginning; with Shift at the beat that is shown, which is where the last presentation stopped. */
void
systole_main_window_present_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);
  int here = systole_session_get_beat (self->session);

  systole_main_window_present (self, g_str_equal (name, "win.present-here") && here >= 0 ? (guint) here : 0);
}

/* How legible it is, before anybody sits there. */
void
systole_main_window_back_row_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);
  SystoleCamera cameras[SYSTOLE_PRESENTER_MAX_LANES];
  GtkWidget *window;
  guint n = 0;

  for (; n < MIN (systole_stage_get_n_lanes (self->stage), SYSTOLE_PRESENTER_MAX_LANES); n++)
    systole_lane_view_get_camera (systole_stage_get_lane (self->stage, n), &cameras[n]);
  window = systole_back_row_new (self->session, cameras, n);
  gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (self));
  gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
  gtk_window_present (GTK_WINDOW (window));
}

GtkWidget *
systole_main_window_get_presenter (SystoleMainWindow *self)
{
  return self->presenter;
}

void
systole_main_window_dispose_presenter (SystoleMainWindow *self)
{
  GtkWidget *presenter = g_steal_pointer (&self->presenter);

  if (presenter != NULL)
    gtk_window_destroy (GTK_WINDOW (presenter));
  keep_awake (self, FALSE);
}
