/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/tpu-plan.h"

G_BEGIN_DECLS

void systole_tpu_fill_array_frame (const SystoleTpuPlan *plan, guint unit, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame);
gboolean systole_tpu_fill_array_values (const SystoleTpuPlan *plan, guint unit, SystoleArrayFrame *frame, SystoleProgress progress, gpointer progress_data);
void systole_tpu_fill_chip_frame (const SystoleRun *run, const SystoleTpuPlan *plan, guint64 cycle, SystoleChipFrame *frame);
/* Why what is counted does not work in a step, if it does not; how much of it does on average. */
SystoleReason systole_tpu_reason_of_rest (const SystoleTpuPlan *plan, const SystoleTpuStep *step);
guint64 systole_tpu_count_busy (const SystoleTpuPlan *plan, const SystoleTpuStep *step);
void systole_tpu_summarize (const SystoleTpuPlan *plan, guint64 cycle, SystoleSummary *out);

G_END_DECLS
