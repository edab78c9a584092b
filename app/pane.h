/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A bin that wants a width of its own, whatever is in it would like; never less than
 * what is in it needs.
 *
 * Property: natural-width (int, pixels at font scale 1). */

#define SYSTOLE_TYPE_PANE (systole_pane_get_type ())
G_DECLARE_FINAL_TYPE (SystolePane, systole_pane, SYSTOLE, PANE, AdwBin)

void systole_pane_set_font_scale (SystolePane *self, double font_scale);

G_END_DECLS
