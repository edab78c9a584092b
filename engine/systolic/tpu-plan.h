/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run-private.h"
#include "engine/systolic/tpu-program.h"

G_BEGIN_DECLS

/* An operation laid on a TPU as a compiler would: its program, and what is known of the whole. */
typedef struct
{
  SystoleTpuCore core;
  SystoleTpuProgram program;
  gboolean multiplies;                                                     /* MACs; else vector operations, or bytes */
  gboolean has_arrays;                                                     /* the state of every PE is known */
  const char *manner;                                                      /* how it is laid out, marked for translation; NULL: nothing to tell */
  guint rate, passes;                                                      /* of the arrays */
  double peak;                                                             /* useful work a cycle of the whole chip */
  guint64 total;                                                           /* multipliers, vector lanes or bytes a cycle of the chip */
  double issued;                                                           /* MACs that the arrays carry out, those on padding included */
  double format_cycles, tail_cycles;                                       /* of the vector steps: number format, cores without work */
  guint64 compulsory_reads, compulsory_writes;                             /* bytes of the operation's own operands */
  guint64 unified_reads, unified_writes, sums_reads, sums_writes, weights; /* v1 */
  guint64 vmem_reads, vmem_writes;
} SystoleTpuPlan;

gboolean systole_tpu_models (const SystoleOp *op);
gboolean systole_tpu_plan_init (SystoleTpuPlan *self, const SystoleRun *run, GError **error);

/* Lowering, one function a class of operations; FALSE with an error where it cannot be done. */
gboolean systole_tpu_plan_product (SystoleTpuPlan *self, const SystoleRun *run, GError **error);
gboolean systole_tpu_plan_mlp (SystoleTpuPlan *self, const SystoleRun *run, GError **error);
gboolean systole_tpu_plan_attention (SystoleTpuPlan *self, const SystoleRun *run, GError **error);
gboolean systole_tpu_plan_stencil (SystoleTpuPlan *self, const SystoleRun *run, GError **error);
gboolean systole_tpu_plan_vector (SystoleTpuPlan *self, const SystoleRun *run, GError **error);

G_END_DECLS
