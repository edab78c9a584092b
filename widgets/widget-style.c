/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/widget-style.h"

#define ICONS "/org/systole/Systole/icons"

/* An application with this resource base path has them already. Asking for an icon instead
 * would wait until the whole theme is read. */
static gboolean
has_icons (GtkIconTheme *theme)
{
  g_auto (GStrv) paths = gtk_icon_theme_get_resource_path (theme);

  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    if (g_str_equal (paths[i], ICONS) || g_str_equal (paths[i], ICONS "/"))
      return TRUE;
  return FALSE;
}

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
  if (!has_icons (icons))
    gtk_icon_theme_add_resource_path (icons, ICONS);
}
