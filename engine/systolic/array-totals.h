/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run-private.h"
#include "engine/systolic/array-timeline.h"

G_BEGIN_DECLS

/* Bytes that pass the edges of a bare array. */
typedef struct
{
  guint64 read[3], write[3]; /* by SystoleOperand */
} SystoleArrayTraffic;

gboolean systole_array_schedule_get_traffic (const SystoleArraySchedule *self, SystoleArrayTraffic *out) G_GNUC_WARN_UNUSED_RESULT;
gboolean systole_array_add_traffic (SystoleRun *run, const SystoleArrayTimeline *timeline, GError **error);
void systole_array_add_waterfall (SystoleRun *run, const SystoleArrayTimeline *timeline);

G_END_DECLS
