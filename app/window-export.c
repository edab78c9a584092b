/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#include <string.h>

#include "app/export-window.h"
#include "engine/base/i18n.h"

#define ENDING ".systole"

/* Asks what of the window is to go out, in a window of its own. */
void
systole_main_window_export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SystoleMainWindow *self = SYSTOLE_MAIN_WINDOW (widget);
  g_autofree char *suggested = systole_main_window_suggest_name (self);
  GtkWidget *window;

  if (systole_session_get_run (self->session, systole_session_get_active (self->session)) == NULL)
    {
      systole_main_window_show_error (self, _ ("There is nothing to export: this lane has no run."));
      return;
    }
  if (g_str_has_suffix (suggested, ENDING))
    suggested[strlen (suggested) - strlen (ENDING)] = '\0';
  window = systole_export_window_new (self->session, self->stage, suggested);
  gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (window));
}
