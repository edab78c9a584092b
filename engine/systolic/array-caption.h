/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/array-timeline.h"

G_BEGIN_DECLS

/* Sentences about one array in one cycle, translated. */
char *systole_array_timeline_describe_cycle (const SystoleArrayTimeline *self, guint64 cycle) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
