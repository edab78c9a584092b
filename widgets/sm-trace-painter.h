/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/lane-painter.h"
#include "widgets/sm-geometry.h"

G_BEGIN_DECLS

/* The sum that is followed on an SM: the multiplier beside whose registers it stays. */

gboolean systole_sm_find_trace (const SystoleLanePaint *self, SystoleTarget *out); /* FALSE: none in this SM */
void systole_sm_paint_trace (cairo_t *cr, const SystoleLanePaint *self, const SystoleSmBox *cell);

G_END_DECLS
