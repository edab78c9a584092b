/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/tpu-plan.h"

G_BEGIN_DECLS

/* More additions than this are never made for one picture: its numbers are left out. */
#define SYSTOLE_TPU_MAX_SCORE_ADDITIONS (G_GUINT64_CONSTANT (1) << 32)

guint64 systole_tpu_count_score_additions (const SystoleTpuPlan *plan, const SystoleArraySchedule *schedule, const GPtrArray *cells);
gboolean systole_tpu_fill_scores (const SystoleTpuPlan *plan, const SystoleTpuFeed *feed, const SystoleArraySchedule *schedule, GPtrArray *cells, SystoleProgress progress, gpointer progress_data);

G_END_DECLS
