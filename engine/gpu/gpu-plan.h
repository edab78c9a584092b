/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/gpu/gpu-cost.h"
#include "engine/gpu/sm-pace.h"
#include "engine/gpu/sm-run.h"

G_BEGIN_DECLS

/*
 * A product on a whole GPU: which tile and split (gpu-cost.c), and the blocks one after
 * another.
 *
 *     launch | full wave | … | full wave | tail wave | … | adding up the splits of K
 *
 * Block b runs in wave b ÷ SMs on SM b mod SMs. Where an SM holds several blocks at once, a
 * round of them is drawn as so many waves, each block with an equal part of the round: their
 * k-tiles take turns on the tensor cores, so one can stand for the others, and what is hidden
 * of a block's latency behind the others is left out of it. In the last round, the tail,
 * there may be fewer of them, and their time is another.
 */

typedef struct
{
  SystoleGpuProblem problem;
  SystoleGpuCost cost;
  guint sms;
  guint64 blocks;
  guint64 full_waves, tail_waves, tail_blocks; /* tail_blocks: in all the tail waves */
  guint64 launch, end;                         /* cycles before the first block and after the last */
  SystoleSmKernel *full_kernel, *tail_kernel;  /* NULL: no such wave */
  SystoleSmPace full, tail;
  guint64 n_cycles;
  gsize full_schedule, tail_schedule; /* SystoleSmSchedule *, made when a frame is first asked for */
} SystoleGpuPlan;

SystoleGpuPlan *systole_gpu_plan_new (const SystoleMachine *machine, const SystoleGemm *gemm, SystoleOperands operands, const SystoleMapping *mapping, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void systole_gpu_plan_free (SystoleGpuPlan *self);
const SystoleSmSchedule *systole_gpu_plan_get_schedule (const SystoleGpuPlan *self, gboolean tail);
const SystoleSmKernel *systole_gpu_plan_get_kernel (const SystoleGpuPlan *self);

/* Where a cycle is: pace of its wave, or NULL before the first (wave 0) and after the last block. */
typedef struct
{
  const SystoleSmPace *pace;
  gboolean tail;
  guint64 wave, cycle;         /* cycle within the block */
  guint64 first_block, active; /* blocks of this wave */
} SystoleGpuMoment;

SystoleGpuMoment systole_gpu_plan_find (const SystoleGpuPlan *self, guint64 cycle);
guint64 systole_gpu_plan_get_waves (const SystoleGpuPlan *self);
guint64 systole_gpu_plan_get_wave_start (const SystoleGpuPlan *self, guint64 wave);
const SystoleSmPace *systole_gpu_plan_get_pace (const SystoleGpuPlan *self, guint64 wave);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleGpuPlan, systole_gpu_plan_free)

G_END_DECLS
