/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"
#include "engine/workload/product.h"

G_BEGIN_DECLS

/* The line of a table about a bare array, without building a run: allocates nothing. */

#define SYSTOLE_ARRAY_REPORT_LEVELS 4

typedef struct
{
  guint64 total_cycles; /* scale-sim: as that simulator prints it, one less than the run's */
  guint64 stall_cycles; /* of them: memory holds the array up, first blocks and last results included (not in scale-sim) */
  guint64 folds;
  double overall_utilization;                          /* MACs ÷ (total_cycles × R × C) */
  double mapping_efficiency;                           /* PEs that hold an element, mean over the folds */
  double compute_utilization;                          /* mapping_efficiency × T ÷ the cycles of a fold */
  SystoleTraffic traffic[SYSTOLE_ARRAY_REPORT_LEVELS]; /* dram, sram-a, sram-b, sram-c */
  guint64 dram_read[3];                                /* by operand; of C partial sums */
  char bound[16];
} SystoleArrayReport;

gboolean systole_array_report (const SystoleProduct *product, const SystoleArrayDef *def, SystoleArrayReport *out, GError **error);

G_END_DECLS
