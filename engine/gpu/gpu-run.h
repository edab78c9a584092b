/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run-private.h"

#include "engine/gpu/gpu-plan.h"

G_BEGIN_DECLS

/* What the family of GPUs answers about a run of a product, by file. */

const SystoleGpuPlan *systole_gpu_run_get_plan (const SystoleRun *run);

/* gpu-counts.c */
SystolePhase systole_gpu_plan_get_phase (const SystoleGpuPlan *plan, const SystoleGpuMoment *moment);
void systole_gpu_run_summarize (const SystoleRun *run, guint64 cycle, SystoleSummary *out);
double systole_gpu_run_get_useful_before (const SystoleRun *run, guint64 cycle);
double systole_gpu_run_get_busy_before (const SystoleRun *run, double cycle);

/* gpu-events.c */
guint systole_gpu_run_get_strip (const SystoleRun *run, SystoleStretch *out, guint max);
gboolean systole_gpu_run_find_event (const SystoleRun *run, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind);
guint64 systole_gpu_run_step (const SystoleRun *run, guint64 cycle, SystoleStep kind, int direction);

/* gpu-words.c */
char *systole_gpu_run_describe_mapping (const SystoleRun *run) G_GNUC_WARN_UNUSED_RESULT;
char *systole_gpu_run_describe_machine (const SystoleRun *run) G_GNUC_WARN_UNUSED_RESULT;
char *systole_gpu_run_describe_cycle (const SystoleRun *run, guint64 cycle) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
