/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/map-page.h"

#include "engine/base/i18n.h"
#include "widgets/accessible-name.h"

struct _SystoleMapPage
{
  GtkBox parent_instance;

  GtkWidget *choices; /* a row */
  GtkWidget *x, *y;   /* GtkDropDown */
  GtkWidget *stop, *enlarge;
  GtkWidget *view;
  gboolean silent; /* what changes is no choice of the user's */
};

static guint axes_changed, stop_signal, enlarge_signal;

G_DEFINE_FINAL_TYPE (SystoleMapPage, systole_map_page, GTK_TYPE_BOX)

static void
chosen_cb (SystoleMapPage *self)
{
  if (!self->silent)
    g_signal_emit (self, axes_changed, 0, gtk_drop_down_get_selected (GTK_DROP_DOWN (self->x)), gtk_drop_down_get_selected (GTK_DROP_DOWN (self->y)));
}

static void
stop_cb (SystoleMapPage *self)
{
  g_signal_emit (self, stop_signal, 0);
}

static void
enlarge_cb (SystoleMapPage *self)
{
  g_signal_emit (self, enlarge_signal, 0);
}

static GtkWidget *
add_choice (SystoleMapPage *self, const char *sign, const char *title)
{
  GtkWidget *label = gtk_label_new (sign), *choice = gtk_drop_down_new (NULL, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (choice), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  systole_accessible_name_choice (GTK_DROP_DOWN (choice), title);
  gtk_widget_set_tooltip_text (choice, title);
  gtk_widget_set_tooltip_text (label, title);
  gtk_box_append (GTK_BOX (self->choices), label);
  gtk_box_append (GTK_BOX (self->choices), choice);
  g_signal_connect_swapped (choice, "notify::selected", G_CALLBACK (chosen_cb), self);
  return choice;
}

static GtkWidget *
add_button (SystoleMapPage *self, const char *icon, const char *title, GCallback callback)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  systole_accessible_set_name (button, title);
  gtk_widget_set_tooltip_text (button, title);
  gtk_widget_add_css_class (button, "flat");
  gtk_box_append (GTK_BOX (self->choices), button);
  g_signal_connect_swapped (button, "clicked", callback, self);
  return button;
}

static void
systole_map_page_class_init (SystoleMapPageClass *klass)
{
  axes_changed = g_signal_new ("axes-changed", SYSTOLE_TYPE_MAP_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  stop_signal = g_signal_new ("stop", SYSTOLE_TYPE_MAP_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  enlarge_signal = g_signal_new ("enlarge", SYSTOLE_TYPE_MAP_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
systole_map_page_init (SystoleMapPage *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  self->choices = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  self->x = add_choice (self, "↔", _ ("Size along the map"));
  self->y = add_choice (self, "↕", _ ("Size upwards on the map"));
  self->stop = add_button (self, "process-stop-symbolic", _ ("Stop computing the map"), G_CALLBACK (stop_cb));
  self->enlarge = add_button (self, "view-fullscreen-symbolic", _ ("Show the map in a window of its own"), G_CALLBACK (enlarge_cb));
  gtk_widget_set_visible (self->stop, FALSE);
  self->view = systole_map_view_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->view);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (self), self->choices);
  gtk_box_append (GTK_BOX (self), scrolled);
}

GtkWidget *
systole_map_page_new (void)
{
  return g_object_new (SYSTOLE_TYPE_MAP_PAGE, NULL);
}

SystoleMapView *
systole_map_page_get_view (SystoleMapPage *self)
{
  g_return_val_if_fail (SYSTOLE_IS_MAP_PAGE (self), NULL);
  return SYSTOLE_MAP_VIEW (self->view);
}

/**
 * systole_map_page_set_choices:
 * @titles: (array zero-terminated=1): what may lie along a side; none: nothing is offered
 */
void
systole_map_page_set_choices (SystoleMapPage *self, const char *const *titles, guint x, guint y)
{
  g_return_if_fail (SYSTOLE_IS_MAP_PAGE (self));
  self->silent = TRUE;
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GtkStringList) list = gtk_string_list_new (titles);
      GtkDropDown *choice = GTK_DROP_DOWN (i == 0 ? self->x : self->y);

      gtk_drop_down_set_model (choice, G_LIST_MODEL (list));
      gtk_drop_down_set_selected (choice, i == 0 ? x : y);
    }
  gtk_widget_set_visible (self->choices, titles[0] != NULL);
  self->silent = FALSE;
}

void
systole_map_page_set_progress (SystoleMapPage *self, double progress)
{
  g_return_if_fail (SYSTOLE_IS_MAP_PAGE (self));
  gtk_widget_set_visible (self->stop, progress >= 0);
  systole_map_view_set_progress (SYSTOLE_MAP_VIEW (self->view), progress);
}

void
systole_map_page_set_large (SystoleMapPage *self, gboolean large)
{
  g_return_if_fail (SYSTOLE_IS_MAP_PAGE (self));
  gtk_widget_set_visible (self->enlarge, !large);
}
