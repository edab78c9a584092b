/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/map-window.h"

#include "engine/base/i18n.h"

#define WIDTH 1060
#define HEIGHT 760

/* The page goes home while it and its home are there. */
static void
put_back (GtkWindow *window)
{
  GtkWidget *page = gtk_window_get_child (window);
  GtkBox *home = g_object_get_data (G_OBJECT (window), "home");

  if (page == NULL || home == NULL)
    return;
  g_object_ref (page);
  gtk_window_set_child (window, NULL);
  systole_map_page_set_large (SYSTOLE_MAP_PAGE (page), FALSE);
  gtk_box_append (home, page);
  g_object_unref (page);
}

static gboolean
close_cb (GtkWindow *window)
{
  put_back (window);
  return FALSE;
}

static gboolean
key_cb (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, GtkWindow *window)
{
  if (key != GDK_KEY_Escape)
    return FALSE;
  gtk_window_close (window);
  return TRUE;
}

/**
 * systole_map_window_present:
 * @parent: the window that has the page
 * @page: in a GtkBox of its own, or already in a window of its own
 */
void
systole_map_window_present (GtkWindow *parent, SystoleMapPage *page)
{
  GtkWidget *home = gtk_widget_get_parent (GTK_WIDGET (page));
  GtkEventController *keys;
  GtkWidget *window;

  if (!GTK_IS_BOX (home))
    {
      gtk_window_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (page))));
      return;
    }
  window = g_object_new (GTK_TYPE_WINDOW, "title", _ ("Which is faster?"), "transient-for", parent, "destroy-with-parent", TRUE, "default-width", WIDTH, "default-height", HEIGHT, NULL);
  g_object_ref (page);
  gtk_box_remove (GTK_BOX (home), GTK_WIDGET (page));
  systole_map_page_set_large (page, TRUE);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (page));
  g_object_unref (page);
  g_object_set_data_full (G_OBJECT (window), "home", g_object_ref (home), g_object_unref);
  g_signal_connect (window, "close-request", G_CALLBACK (close_cb), NULL);
  keys = gtk_event_controller_key_new ();
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), window);
  gtk_widget_add_controller (window, keys);
  gtk_window_present (GTK_WINDOW (window));
}
