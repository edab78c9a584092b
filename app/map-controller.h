/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/session.h"
#include "widgets/map-page.h"

G_BEGIN_DECLS

/* Keeps the page with the map in step with a session: computes it in a thread while the page
 * is to be seen, and opens the place that is clicked. */

typedef struct _SystoleMapController SystoleMapController;

SystoleMapController *systole_map_controller_new (SystoleSession *session, SystoleMapPage *page) G_GNUC_WARN_UNUSED_RESULT;
void systole_map_controller_free (SystoleMapController *self);
gboolean systole_map_controller_is_settled (SystoleMapController *self); /* the finest map is there, or none can be */

G_END_DECLS
