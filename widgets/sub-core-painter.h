/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/sm-geometry.h"

G_BEGIN_DECLS

/* The card of a sub-core: what its scheduler issues, its warps, its tensor core. */

void systole_sub_core_paint (cairo_t *cr, const SystoleLanePaint *self, const SystoleSmGeometry *geometry, const SystoleSmFrame *frame, const SystoleSmFrame *next, double fraction, guint sub_core);
void systole_sub_core_paint_row (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmFrame *frame, const SystoleWarpRow *row, const SystoleSmBox *box);

G_END_DECLS
