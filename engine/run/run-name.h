/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/*
 * What a run is called beside others: its machine and, where another has the same one,
 * what they differ in: operation, format, dataflow, schedule, start, size, machine's field.
 * Heads of lanes, timeline, charts, map and the presenter all say the same.
 */

typedef struct
{
  char *title; /* "NVIDIA H100 PCIe, 114 SMs · stream-K", "Systolic array 8 × 8" */
  char *brief; /* "stream-K" where all have one machine, else "NVIDIA T4", "Array 8 × 8" */
  char *apart; /* "stream-K"; NULL: the machine alone tells, or nothing does */
} SystoleRunName;

void systole_run_name_init (SystoleRunName *self, const SystoleRun *const *runs, guint n, guint i);
void systole_run_name_clear (SystoleRunName *self);
char *systole_run_describe_briefly (const SystoleRun *self) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SystoleRunName, systole_run_name_clear)

G_END_DECLS
