/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Gives the display of a widget the spacing and fonts of widgets.css and the icons of
 * the resource, once. An application's own style goes before it. */
void systole_widget_style_ensure (GtkWidget *widget);

G_END_DECLS
