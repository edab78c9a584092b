/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/explain-pane-private.h"

#include "engine/base/i18n.h"

/* The buttons that choose a page. They flow over as many lines as the words of the
 * language need: a stack switcher would make the pane as wide as all of them. */

#define MAX_TABS 8

static void
toggled_cb (GtkToggleButton *button, SystoleExplainPane *self)
{
  if (gtk_toggle_button_get_active (button))
    gtk_stack_set_visible_child_name (GTK_STACK (self->stack), g_object_get_data (G_OBJECT (button), "page"));
}

static void
page_cb (SystoleExplainPane *self)
{
  const char *name = gtk_stack_get_visible_child_name (GTK_STACK (self->stack));

  for (GtkWidget *child = gtk_widget_get_first_child (self->switcher); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *button = gtk_flow_box_child_get_child (GTK_FLOW_BOX_CHILD (child));
      gboolean shown = g_strcmp0 (g_object_get_data (G_OBJECT (button), "page"), name) == 0;

      gtk_accessible_update_state (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_STATE_SELECTED, shown, -1);
      if (shown)
        gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
    }
}

static GtkWidget *
add_tab (SystoleExplainPane *self, GtkStackPage *page, GtkWidget *group)
{
  GtkWidget *label = gtk_label_new (gtk_stack_page_get_title (page));
  GtkWidget *button = g_object_new (GTK_TYPE_TOGGLE_BUTTON, "child", label, "accessible-role", GTK_ACCESSIBLE_ROLE_TAB, NULL);
  GtkWidget *child;

  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, gtk_stack_page_get_title (page), -1);
  g_object_set_data_full (G_OBJECT (button), "page", g_strdup (gtk_stack_page_get_name (page)), g_free);
  if (group != NULL)
    gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), GTK_TOGGLE_BUTTON (group));
  g_signal_connect (button, "toggled", G_CALLBACK (toggled_cb), self);
  gtk_flow_box_append (GTK_FLOW_BOX (self->switcher), button);
  child = gtk_widget_get_parent (button);
  gtk_widget_set_focusable (child, FALSE);
  return button;
}

void
systole_explain_pane_add_tabs (SystoleExplainPane *self)
{
  g_autoptr (GtkSelectionModel) pages = gtk_stack_get_pages (GTK_STACK (self->stack));
  GtkWidget *group = NULL;

  for (guint i = 0; i < MIN (g_list_model_get_n_items (G_LIST_MODEL (pages)), MAX_TABS); i++)
    {
      g_autoptr (GObject) page = g_list_model_get_object (G_LIST_MODEL (pages), i);
      GtkWidget *button = add_tab (self, GTK_STACK_PAGE (page), group);

      if (group == NULL)
        group = button;
    }
  g_signal_connect_swapped (self->stack, "notify::visible-child-name", G_CALLBACK (page_cb), self);
  page_cb (self);
}
