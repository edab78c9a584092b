/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window-private.h"

#define SOFTWARE_CLASS "software" /* in style.css */

/* Without a graphics card GTK paints every blurred shadow and every rounded clip of the window
 * anew at each frame, even where nothing changes: a tenth to a third of the time of a frame that plays. */
static void
realize_cb (GtkWidget *widget)
{
  if (GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (GTK_NATIVE (widget))))
    gtk_widget_add_css_class (widget, SOFTWARE_CLASS);
  else
    gtk_widget_remove_css_class (widget, SOFTWARE_CLASS);
}

/**
 * systole_main_window_watch_renderer:
 *
 * Drawn by software the window has an edge that is quick to draw.
 */
void
systole_main_window_watch_renderer (SystoleMainWindow *self)
{
  g_signal_connect_after (self, "realize", G_CALLBACK (realize_cb), NULL);
}
