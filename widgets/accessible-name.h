/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void systole_accessible_set_name (GtkWidget *widget, const char *name);
void systole_accessible_name_choice (GtkDropDown *choice, const char *name);

G_END_DECLS
