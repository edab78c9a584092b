/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/widget-style.h"

void
systole_widget_style_ensure (GtkWidget *widget)
{
  GdkDisplay *display = gtk_widget_get_display (widget);
  GtkIconTheme *icons = gtk_icon_theme_get_for_display (display);
  GtkCssProvider *provider;

  if (g_object_get_data (G_OBJECT (display), "systole-widget-style") != NULL)
    return;
  g_object_set_data (G_OBJECT (display), "systole-widget-style", display);
  provider = gtk_css_provider_new ();
  gtk_css_provider_load_from_resource (provider, "/org/systole/Systole/widgets/widgets.css");
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (provider), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION - 1);
  g_object_unref (provider);
  if (!gtk_icon_theme_has_icon (icons, "systole-play-symbolic"))
    gtk_icon_theme_add_resource_path (icons, "/org/systole/Systole/icons");
}
