/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/gpu/gpu-tile.h"
#include "engine/gpu/sm-run.h"

G_BEGIN_DECLS

/*
 * A product on a whole GPU: which tile, how many blocks, and what one block costs in a
 * full wave and in the last one, where fewer SMs share the memory.
 *
 *     launch | full wave | full wave | … | last wave | adding up the splits of K
 *
 * Blocks go to SMs in order: block b runs in wave b ÷ at_once on SM b mod at_once. That is
 * all SMs, or as few as need no further wave, where memory is short and the last wave
 * would leave most of it idle.
 */

typedef struct
{
  const SystoleGpuGeneration *generation;
  const SystoleGpuTile *tile;
  double clock_hz;                         /* that the power limit allows while multiplying */
  guint sms, at_once;                      /* SMs there are; SMs that get blocks */
  guint64 blocks, full_waves, tail_blocks; /* tail_blocks: of the last wave, 0: it is full too */
  guint64 launch, end;                     /* cycles before the first block and after the last */
  SystoleSmShape full_shape, tail_shape;
  SystoleSmSchedule *full, *tail;                       /* NULL: no such wave; may be the same */
  guint64 dram_read, dram_written, l2_read, l2_written; /* bytes */
  guint64 n_cycles;
  gboolean short_of_memory; /* a block in a full wave waits for copies more than it multiplies */
  guint64 lower_bound;      /* of n_cycles, while searching */
} SystoleGpuPlan;

SystoleGpuPlan *systole_gpu_plan_new (const SystoleMachine *machine, const SystoleGemm *gemm, SystoleOperands operands, const SystoleMapping *mapping, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void systole_gpu_plan_free (SystoleGpuPlan *self);

/* Where a cycle is: schedule of its wave, or NULL before the first (wave 0) and after the last block. */
typedef struct
{
  const SystoleSmSchedule *schedule;
  guint64 wave, cycle;         /* cycle within the block */
  guint64 first_block, active; /* blocks of this wave */
} SystoleGpuMoment;

SystoleGpuMoment systole_gpu_plan_find (const SystoleGpuPlan *self, guint64 cycle);
guint64 systole_gpu_plan_get_waves (const SystoleGpuPlan *self);
guint64 systole_gpu_plan_get_wave_start (const SystoleGpuPlan *self, guint64 wave);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleGpuPlan, systole_gpu_plan_free)

G_END_DECLS
