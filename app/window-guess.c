/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include "app/ask-window.h"

/* Guessing alone: while a question waits, nothing in the window tells the answer. */

/**
 * systole_main_window_update_untold:
 *
 * Hides what the open question asks for from stage, timeline, transport and explanations,
 * or shows it again.
 */
void
systole_main_window_update_untold (SystoleMainWindow *self)
{
  SystoleAskWindow *ask = SYSTOLE_ASK_WINDOW (self->ask);
  SystoleCounter hidden = SYSTOLE_COUNTER_CYCLES;
  gboolean untold = ask != NULL && systole_ask_window_is_untold (ask);
  gboolean hides = ask != NULL && systole_ask_window_get_hidden (ask, &hidden);
  gboolean hides_length = hides && (hidden == SYSTOLE_COUNTER_CYCLES || hidden == SYSTOLE_COUNTER_SECONDS);

  for (guint i = 0; i < systole_stage_get_n_lanes (self->stage); i++)
    systole_lane_view_set_hidden (systole_stage_get_lane (self->stage, i), hides, hidden);
  systole_timeline_view_set_untold (self->timeline, untold, hides_length);
  systole_playhead_bar_set_hides_length (self->bar, hides_length);
  systole_explain_pane_set_untold (self->explain, untold);
  systole_scenario_panel_set_untold (self->panel, untold);
}

static void
closed_cb (SystoleMainWindow *self)
{
  self->ask = NULL;
  systole_main_window_update_untold (self);
}

static void
ask_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);

  if (self->ask == NULL)
    {
      self->ask = systole_ask_window_new (self->session);
      gtk_window_set_transient_for (GTK_WINDOW (self->ask), GTK_WINDOW (widget));
      g_signal_connect_object (self->ask, "untold-changed", G_CALLBACK (systole_main_window_update_untold), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->ask, "destroy", G_CALLBACK (closed_cb), self, G_CONNECT_SWAPPED);
      systole_main_window_update_untold (self);
    }
  gtk_window_present (GTK_WINDOW (self->ask));
}

void
systole_main_window_install_guess_actions (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "win.ask", NULL, ask_action);
}

/** The window goes: so does what it asks. */
void
systole_main_window_dispose_guess (SystoleMainWindow *self)
{
  GtkWidget *ask = self->ask;

  if (ask == NULL)
    return;
  self->ask = NULL;
  g_signal_handlers_disconnect_by_data (ask, self);
  gtk_window_destroy (GTK_WINDOW (ask));
}
