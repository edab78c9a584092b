/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/map-page.h"

G_BEGIN_DECLS

/* A window of its own for the page with the map, which it takes from its place and puts back
 * there when it is closed. */

void systole_map_window_present (GtkWindow *parent, SystoleMapPage *page);

G_END_DECLS
