/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/tpu-plan.h"

G_BEGIN_DECLS

guint64 systole_tpu_count_wave (const SystoleTpuPlan *plan, guint unit, guint64 cycle, guint64 idle[SYSTOLE_N_REASONS]);
void systole_tpu_fill_wave (const SystoleTpuPlan *plan, guint unit, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame);
gboolean systole_tpu_fill_wave_sums (const SystoleTpuPlan *plan, guint unit, guint64 max_additions, SystoleArrayFrame *frame, SystoleProgress progress, gpointer progress_data);

G_END_DECLS
