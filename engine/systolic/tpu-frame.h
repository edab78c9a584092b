/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/tpu-plan.h"

G_BEGIN_DECLS

void systole_tpu_fill_array_frame (const SystoleTpuPlan *plan, guint unit, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame);
gboolean systole_tpu_fill_array_values (const SystoleTpuPlan *plan, guint unit, SystoleArrayFrame *frame, SystoleProgress progress, gpointer progress_data);
void systole_tpu_fill_chip_frame (const SystoleRun *run, const SystoleTpuPlan *plan, guint64 cycle, SystoleChipFrame *frame);
void systole_tpu_summarize (const SystoleTpuPlan *plan, guint64 cycle, SystoleSummary *out);

G_END_DECLS
