/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run-private.h"
#include "engine/systolic/array-schedule.h"

G_BEGIN_DECLS

/*
 * A GEMM on a whole TPU.
 *
 * C is cut into parts_m × parts_n blocks, one an MXU; K is never divided, so no MXU needs
 * another's sums. Each MXU runs the weight-stationary overlapped schedule over its block;
 * all share one memory. Blocks at the lower and right margin may be smaller: there are at
 * most four kinds.
 */

typedef struct
{
  const char *architecture;
  guint int8, bf16, fp16; /* rows a cycle relative to the rate factor, 0: none */
  guint fp32_passes;
  guint push;                     /* rows of weights a cycle */
  guint vector_alus;              /* of one core */
  double convert_in, convert_out; /* vector operations an element */
  double launch;                  /* s */
  double memory_efficiency;       /* 0 … 1 */
  double bubble;                  /* share of a tile's pass */
} SystoleTpuGeneration;

/* Bytes and cycles of the transfers. */
typedef struct
{
  guint64 a, b, c;       /* padded to tiles, in memory */
  guint64 reads, writes; /* of main memory */
  guint64 exposed;       /* bytes before the first weight can be pushed */
  guint64 last;          /* bytes written after the last sum */
  guint64 compulsory_reads, compulsory_writes;
  double bytes_per_cycle; /* with the efficiency */
  guint64 bound_cycles;   /* all bytes at the peak bandwidth */
} SystoleTpuTransfers;

typedef struct
{
  SystoleArraySchedule schedule;
  guint n;              /* MXUs with this kind of block */
  double macs_per_slot; /* useful MACs a PE does in a cycle of the stream */
} SystoleTpuKind;

typedef struct
{
  const SystoleTpuGeneration *generation;
  gboolean has_unified_buffer; /* v1: activations stay on the chip, weights come through a FIFO */
  guint rows, columns, mxus, cores;
  guint rate, passes;
  double clock_hz;
  guint parts_m, parts_n;
  guint64 block_m, block_n; /* elements of a full block of C */
  SystoleTpuTransfers transfers;
  SystoleTpuKind kinds[4];
  guint n_kinds;
} SystoleTpuPlan;

gboolean systole_tpu_plan_init (SystoleTpuPlan *self, const SystoleMachine *machine, const SystoleGemm *gemm, SystoleOperands operands, GError **error);
const SystoleTpuKind *systole_tpu_plan_get_kind (const SystoleTpuPlan *self, guint unit); /* NULL: no block for this MXU */
void systole_tpu_plan_get_schedule (const SystoleTpuPlan *self, guint unit, SystoleArraySchedule *out);

/* tpu-memory.c */
gboolean systole_tpu_plan_find_transfers (SystoleTpuPlan *self, const SystoleMachine *machine, const SystoleGemm *gemm, SystoleOperands operands, GError **error);

G_END_DECLS
