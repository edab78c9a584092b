/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

/* The sum that is followed: the lane with the selection, else the active one. */

/* Documented in window-private.h. */
void
systole_main_window_trace_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);
  SystoleLaneView *lane = systole_stage_get_selected_lane (self->stage);

  if (lane == NULL)
    lane = systole_stage_get_active_lane (self->stage);
  if (lane == NULL || !systole_lane_view_toggle_trace (lane))
    gtk_widget_error_bell (widget);
}

/* The timeline tells when the sum is born and when it is written. */
static void
selection_cb (SystoleMainWindow *self, guint lane)
{
  systole_timeline_view_set_trace (self->timeline, lane, systole_lane_view_get_trace (systole_stage_get_lane (self->stage, lane)));
}

static void
runs_cb (SystoleMainWindow *self)
{
  for (guint i = 0; i < systole_stage_get_n_lanes (self->stage); i++)
    selection_cb (self, i);
}

/* Documented in window-private.h. */
void
systole_main_window_follow_trace (SystoleMainWindow *self)
{
  g_signal_connect_object (self->stage, "selection-changed", G_CALLBACK (selection_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->stage, "runs-changed", G_CALLBACK (runs_cb), self, G_CONNECT_SWAPPED);
}
