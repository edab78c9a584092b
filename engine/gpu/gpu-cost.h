/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/gpu/gpu-generation.h"
#include "engine/gpu/gpu-stream.h"
#include "engine/run/run.h"

G_BEGIN_DECLS

/*
 * How long a kernel takes on a chip: what decides which tile and split of K are taken.
 *
 * A round is what one SM does at once: `resident` blocks, whose k-tiles share the tensor
 * cores and the port to L2. Its time is the closed form of sm-time.c with the sums of the
 * resident blocks for C and M. Rounds follow one another; the last may have fewer blocks.
 * L2 and main memory serve all SMs: with the times that they alone would need,
 *
 *     time = (SMs^p + L2^p + DRAM^p)^(1/p),   p = 2.5
 *
 * since the nearer two of them are, the more often one waits for the other. A board that
 * would draw more than its limit on average multiplies more slowly: energy an operation
 * falls with the clock as f^1.2, so power as f^2.2.
 */

/* A chip and a product, in numbers. */
typedef struct
{
  SystoleGpuUnit unit;
  const char *chip; /* for the occupancy */
  SystoleGemm gemm;
  guint64 depth; /* multiplications of an element of C: K, or what is kept of it */
  guint sms, sub_cores;
  double l2, bandwidth;                   /* bytes, bytes a second */
  double tdp, idle;                       /* W */
  double bytes_a, bytes_b, bytes_c;       /* of the matrices */
  double element_a, element_b, element_c; /* of one multiplication's operands, of a result */
  double cold_a, cold_b, cold_c;          /* shares that come from main memory or go there */
} SystoleGpuProblem;

/* One way to do it. */
typedef struct
{
  const SystoleGpuTile *tile;
  SystoleSchedule schedule;
  guint splits, stages;
  guint resident; /* blocks of an SM at once */
  guint64 tiles_m, tiles_n;
  guint64 blocks, rounds;                /* rounds: with all SMs full */
  guint64 k_tiles;                       /* of a block */
  guint64 tail;                          /* blocks of the busiest SM in the last round, 0: it is full too; of blocks that stay: in all rounds but the first */
  double multiply;                       /* cycles that all of an SM's cores multiply for one k-tile, at full clock */
  double slow;                           /* ≥ 1: how much longer multiplying takes under the power limit */
  double round, tail_round;              /* cycles, of SMs alone */
  SystoleGpuStream stream;               /* workers = 0: nothing is cut */
  double stream_round, fix_up;           /* cycles: of the SM whose share takes longest; of adding up afterwards */
  double contention;                     /* ≥ 1: how much longer they take with L2 and main memory shared */
  double adding;                         /* s: a second kernel adds up the splits */
  double dram_reads, dram_writes;        /* bytes */
  double by_multiplying, by_l2, by_dram; /* s that each alone would need */
  double seconds;                        /* launch not counted */
} SystoleGpuCost;

void systole_gpu_problem_init (SystoleGpuProblem *self, const SystoleMachine *machine, const SystoleGemm *gemm, const SystoleGpuUnit *unit, SystoleOperands operands);
gboolean systole_gpu_cost_compute (const SystoleGpuProblem *problem, const SystoleGpuTile *tile, SystoleSchedule schedule, guint splits, guint stages, double best, SystoleGpuCost *out);
double systole_gpu_cost_get_part (const SystoleGpuProblem *problem, const SystoleGpuCost *cost, guint64 k_tiles, gboolean later);

G_END_DECLS
