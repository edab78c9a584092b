/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/timeline-geometry.h"

G_BEGIN_DECLS

/* One lane's strip of the timeline: words of its phases over its busy share. */

/* The step line of the busy share: `shares[i]` holds from `edges[i]` to `edges[i + 1]`, in the
 * lane's own cycles. One bin a cycle while a cycle is wide enough to see, else one a
 * pixel; each is the exact mean. */
typedef struct
{
  GArray *edges;  /* double, bins + 1 */
  GArray *shares; /* double, 0 … 1 */
} SystoleStripSamples;

void systole_strip_sample (const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, guint lane, SystoleStripSamples *out);
void systole_strip_samples_clear (SystoleStripSamples *self);

double systole_strip_cycle_x (const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, guint lane, double cycle);
void systole_strip_paint_share (cairo_t *cr, const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, guint lane, double top);
void systole_strip_paint (cairo_t *cr, const SystoleTimelinePaint *self, const SystoleTimelineGeometry *geometry, guint lane);

G_END_DECLS
