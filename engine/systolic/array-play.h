/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/array-timeline.h"

G_BEGIN_DECLS

/* What a bare array does in a cycle of its run: what its schedule says of the step, and that
 * it is held up where memory does so. */

void systole_array_timeline_fill_frame (const SystoleArrayTimeline *self, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame);
guint64 systole_array_timeline_count (const SystoleArrayTimeline *self, guint64 cycle, guint64 idle[SYSTOLE_N_REASONS]);
void systole_array_frame_hold (SystoleArrayFrame *frame, gboolean empty); /* the registers keep what they hold; empty: nothing */
SystolePhase systole_array_timeline_get_phase (const SystoleArrayTimeline *self, guint64 cycle);
double systole_array_timeline_get_busy_before (const SystoleArrayTimeline *self, double cycle);
guint systole_array_timeline_get_stretches (const SystoleArrayTimeline *self, SystoleStretch *out, guint max);
gboolean systole_array_timeline_find_event (const SystoleArrayTimeline *self, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind);
guint64 systole_array_timeline_step (const SystoleArrayTimeline *self, guint64 cycle, SystoleStep step, int direction);

G_END_DECLS
