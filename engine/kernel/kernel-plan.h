/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/kernel/kernel-schedule.h"
#include "engine/run/run-private.h"

G_BEGIN_DECLS

/* An operation that is no product on a whole GPU: its launches and what they move. A
 * program is one function that fills a plan; the table in kernel-plan.c names it. */

typedef struct
{
  SystoleKernelChip chip;
  SystoleKernelSchedule schedule;
  char mapping[96];                                           /* ids, English: "128x64, 2 splits" */
  guint64 algorithm_work;                                     /* 0: as much as the operation counts */
  double dram_read, dram_written, l2_read, l2_written;        /* bytes */
  double shared_read, shared_written;                         /* of shared memory or L1 */
  guint64 compulsory_read, compulsory_write;                  /* bytes, cold operands */
  double compute_cycles, dram_cycles, l2_cycles, wait_cycles; /* what each limit alone would take; wait: latency and launches */
} SystoleKernelPlan;

typedef gboolean (*SystoleKernelProgram) (SystoleKernelPlan *plan, const SystoleRun *run, GError **error);

gboolean systole_kernel_models (const SystoleOp *op);
SystoleKernelPlan *systole_kernel_plan_new (const SystoleRun *run, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void systole_kernel_plan_free (SystoleKernelPlan *self);

/* For programs. */
double systole_kernel_warm_share (const SystoleKernelPlan *plan, const SystoleRun *run, double bytes);
gboolean systole_kernel_too_long (GError **error);

gboolean systole_kernel_make_vector (SystoleKernelPlan *plan, const SystoleRun *run, GError **error);
gboolean systole_kernel_make_cache (SystoleKernelPlan *plan, const SystoleRun *run, GError **error);
gboolean systole_kernel_make_attention (SystoleKernelPlan *plan, const SystoleRun *run, GError **error);
gboolean systole_kernel_make_mlp (SystoleKernelPlan *plan, const SystoleRun *run, GError **error);
gboolean systole_kernel_make_stencil (SystoleKernelPlan *plan, const SystoleRun *run, GError **error);
gboolean systole_kernel_make_spmv (SystoleKernelPlan *plan, const SystoleRun *run, GError **error);
gboolean systole_kernel_make_sort (SystoleKernelPlan *plan, const SystoleRun *run, GError **error);
gboolean systole_kernel_make_query (SystoleKernelPlan *plan, const SystoleRun *run, GError **error);
gboolean systole_kernel_make_conv (SystoleKernelPlan *plan, const SystoleRun *run, GError **error);

extern const SystoleFamilyClass systole_kernel_family;

G_END_DECLS
