/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/folded.h"

#include "widgets/accessible-name.h"

/**
 * systole_folded_new:
 * @label: (nullable): its translated title, or %NULL to set one later
 * @child: what is folded
 *
 * An expander whose child is out of reach while it is folded. GTK 4.18 looks for the focus in a child that a folded
 * expander has taken off the window, and complains that it has no root; one that is not visible is passed over.
 *
 * Returns: (transfer floating): the expander, folded
 */
GtkWidget *
systole_folded_new (const char *label, GtkWidget *child)
{
  GtkWidget *expander = gtk_expander_new (label);

  gtk_expander_set_child (GTK_EXPANDER (expander), child);
  g_object_bind_property (expander, "expanded", child, "visible", G_BINDING_SYNC_CREATE);
  if (label != NULL)
    systole_accessible_set_name (expander, label);
  return expander;
}
