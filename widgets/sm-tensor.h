/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/sm-geometry.h"

G_BEGIN_DECLS

/* A tensor core: its fragment's cells, the operands that are sent to all of them. */

gboolean systole_tensor_has_numbers (double pitch);
/* Cells of @frame, `wide` × `pitch` each. `next` (nullable): the frame that follows, towards which @fraction moves. */
void systole_tensor_paint (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmFrame *frame, const SystoleSmFrame *next, double fraction, guint sub_core, double x, double y, double wide, double pitch, double room, gboolean tokens, gboolean products);
/* Of kernels that are no product: a block divided by shares (sm-share.c). */
gboolean systole_tensor_is_share (const SystoleSmFrame *frame, guint sub_core);
void systole_tensor_paint_share (cairo_t *cr, const SystolePaintStyle *style, const SystoleSmFrame *frame, guint sub_core, double x, double y, double width, double height);
/* Place of a gliding value after a fraction of a cycle, 0 … 1. */
double systole_tensor_glide (double fraction);

G_END_DECLS
