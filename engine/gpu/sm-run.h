/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/gpu/sm-schedule.h"
#include "engine/run/run.h"

G_BEGIN_DECLS

/* For the event machine: the schedule of a run on a bare SM, or of a GPU’s first block; NULL for other runs. */
const SystoleSmSchedule *systole_sm_run_get_schedule (const SystoleRun *run);
const SystoleSmSchedule *systole_gpu_run_get_schedule (const SystoleRun *run);

/* sm-summary.c: what one SM does in a cycle of a block, in numbers. */
void systole_sm_schedule_summarize (const SystoleSmSchedule *self, guint edges, guint64 cycle, guint64 times, SystoleSummary *out);
void systole_sm_kernel_count_edges (const SystoleSmKernel *kernel, guint64 block, guint64 out[SYSTOLE_SM_EDGES]);
guint64 systole_sm_schedule_count_issued (const SystoleSmSchedule *self);
guint64 systole_sm_schedule_get_tile (const SystoleSmSchedule *self, guint64 cycle);
double systole_sm_schedule_count_blocks (const SystoleSmSchedule *self, guint64 block);

G_END_DECLS
