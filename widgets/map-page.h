/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/map-view.h"

G_BEGIN_DECLS

/*
 * The page of Explain with the map: what lies along its two sides, the map, and a button
 * that ends its computing. What is offered and the map itself come from the application.
 *
 * Signals: axes-changed (uint x, uint y)  other rows of what is offered were chosen
 *          stop                           the computing is to end
 *          enlarge                        a window of its own is wanted
 */

#define SYSTOLE_TYPE_MAP_PAGE (systole_map_page_get_type ())
G_DECLARE_FINAL_TYPE (SystoleMapPage, systole_map_page, SYSTOLE, MAP_PAGE, GtkBox)

GtkWidget *systole_map_page_new (void) G_GNUC_WARN_UNUSED_RESULT;
SystoleMapView *systole_map_page_get_view (SystoleMapPage *self);
void systole_map_page_set_choices (SystoleMapPage *self, const char *const *titles, guint x, guint y); /* emits nothing */
void systole_map_page_set_progress (SystoleMapPage *self, double progress);                            /* < 0: done */
void systole_map_page_set_large (SystoleMapPage *self, gboolean large);                                /* it has a window of its own */

G_END_DECLS
