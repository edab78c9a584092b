/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/array-schedule.h"

G_BEGIN_DECLS

guint64 systole_array_schedule_step (const SystoleArraySchedule *self, guint64 cycle, SystoleStep step, int direction);
gboolean systole_array_schedule_find_event (const SystoleArraySchedule *self, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind);

G_END_DECLS
