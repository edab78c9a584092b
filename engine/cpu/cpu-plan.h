/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run-private.h"

G_BEGIN_DECLS

/*
 * How an operation is laid on the cores of a CPU.
 *
 * The work is cut into equal items, which the cores take in rounds: in every round each
 * core has one item, in the last some have none. An item begins with copying its operands
 * into the core's caches (packing); then the core issues vector or matrix instructions,
 * and idles where registers, issue slots or main memory hold it up. A round takes `period`
 * cycles; before the first the threads are started, after the last they are gathered.
 */

/* What one core issues in the number format of the operation. */
typedef struct
{
  guint width;        /* elements of C an instruction works on in a row */
  guint rows;         /* rows of C: 1 for a vector, 16 for a matrix unit */
  guint depth;        /* k that it adds up */
  double cycles;      /* between two of them on one core, all pipes together */
  guint latency;      /* cycles until its result can be used */
  guint registers;    /* that may hold sums */
  double issue_share; /* of the cycles */
  double slots;       /* instructions a cycle, loads included */
  guint lanes;        /* multiply–accumulates a cycle a core */
  gboolean matrix;    /* a matrix unit (AMX) */
} SystoleCpuUnit;

typedef struct
{
  const char *architecture;
  guint vector_bytes, latency, slots, registers;
  double copy_bytes, dram_share, start, gather, issue_share;
} SystoleCpuGeneration;

typedef struct
{
  /* given */
  const SystoleCpuGeneration *generation;
  SystoleCpuUnit unit;
  guint cores;
  double clock_hz;
  double dram_bytes_per_cycle; /* all cores together, achieved */
  double cache;                /* bytes of the last level that all cores share, else of all second levels */

  /* filled by the operation's own file */
  guint64 items;
  guint64 busy;         /* cycles of an item in which every lane is issued */
  guint64 work;         /* cycles of an item with caches that keep up, ≥ busy */
  guint64 copied_bytes; /* all items: packed operands, parts of sums */
  guint64 issued;       /* MACs, or operations of an operation without */
  guint64 dram_read, dram_write, l2_read, l1_read;
  guint vectors, block_rows, splits; /* of a register tile; for the description */

  /* filled by systole_cpu_plan_finish() */
  guint64 rounds, copy, period, start, gather, n_cycles;
} SystoleCpuPlan;

/* Where a cycle is. */
typedef struct
{
  guint64 round;        /* rounds: gathering; G_MAXUINT64: starting */
  guint64 cycle;        /* within the round */
  guint active;         /* cores that have an item */
  gboolean busy;        /* they issue */
  SystoleReason reason; /* why they do not */
} SystoleCpuMoment;

gboolean systole_cpu_plan_init (SystoleCpuPlan *self, const SystoleRun *run, GError **error);
gboolean systole_cpu_plan_finish (SystoleCpuPlan *self, const SystoleRun *run, GError **error);
guint64 systole_cpu_plan_estimate (const SystoleCpuPlan *self);
double systole_cpu_unit_step (const SystoleCpuUnit *self, guint sums, double other);

void systole_cpu_plan_gemm (SystoleCpuPlan *self, const SystoleGemm *gemm);
void systole_cpu_plan_conv (SystoleCpuPlan *self, const SystoleConv *conv);
void systole_cpu_plan_vector (SystoleCpuPlan *self, const SystoleVector *vector);
void systole_cpu_plan_attention (SystoleCpuPlan *self, const SystoleAttention *attention);
void systole_cpu_plan_mlp (SystoleCpuPlan *self, const SystoleMlp *mlp);
void systole_cpu_plan_stencil (SystoleCpuPlan *self, const SystoleStencil *stencil);
void systole_cpu_plan_spmv (SystoleCpuPlan *self, const SystoleSpmv *matrix);
void systole_cpu_plan_sort (SystoleCpuPlan *self, const SystoleSort *sort, guint64 work);
void systole_cpu_plan_query (SystoleCpuPlan *self, const SystoleQuery *query, guint64 work);

void systole_cpu_plan_find (const SystoleCpuPlan *self, guint64 cycle, SystoleCpuMoment *out);
guint64 systole_cpu_plan_count_busy (const SystoleCpuPlan *self, guint64 cycle); /* core-cycles before it */
void systole_cpu_chip_frame (const SystoleCpuPlan *self, const SystoleMachine *machine, guint64 cycle, SystoleChipFrame *frame);

G_END_DECLS
