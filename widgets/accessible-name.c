/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/accessible-name.h"

/* Drop-downs and expanders hand the keyboard to a button inside them, and it is that
 * button which a screen reader is asked about. */
static GtkWidget *
focused_part (GtkWidget *widget)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  return GTK_IS_BUTTON (child) ? child : widget;
}

/**
 * systole_accessible_set_name:
 *
 * Names a widget and the button inside it that takes the keyboard, if there is one.
 */
void
systole_accessible_set_name (GtkWidget *widget, const char *name)
{
  GtkWidget *part;

  g_return_if_fail (GTK_IS_WIDGET (widget) && name != NULL);
  part = focused_part (widget);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  if (part != widget)
    gtk_accessible_update_property (GTK_ACCESSIBLE (part), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
describe (GtkDropDown *choice)
{
  gpointer item = gtk_drop_down_get_selected_item (choice);
  const char *text = GTK_IS_STRING_OBJECT (item) ? gtk_string_object_get_string (item) : "";

  gtk_accessible_update_property (GTK_ACCESSIBLE (focused_part (GTK_WIDGET (choice))), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/**
 * systole_accessible_name_choice:
 * @choice: of strings
 *
 * The name of a choice; what is chosen becomes and stays its description.
 */
void
systole_accessible_name_choice (GtkDropDown *choice, const char *name)
{
  g_return_if_fail (GTK_IS_DROP_DOWN (choice));
  systole_accessible_set_name (GTK_WIDGET (choice), name);
  g_signal_handlers_disconnect_by_func (choice, describe, NULL);
  g_signal_connect (choice, "notify::selected-item", G_CALLBACK (describe), NULL);
  describe (choice);
}
