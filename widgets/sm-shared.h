/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/sm-geometry.h"

G_BEGIN_DECLS

/* The card of shared memory: tiles in their stages, copies on their way. `next` and
 * `fraction`: how far the copies move towards the next cycle. */
void systole_shared_paint (cairo_t *cr, const SystoleLanePaint *self, const SystoleSmGeometry *geometry, const SystoleSmFrame *frame, const SystoleSmFrame *next, double fraction);

G_END_DECLS
