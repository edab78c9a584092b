/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/gpu/gpu-cost.h"
#include "engine/gpu/sm-pace.h"
#include "engine/gpu/sm-run.h"

G_BEGIN_DECLS

/*
 * A product on a whole GPU: which tile and split (gpu-cost.c), and the waves of blocks one after
 * another.
 *
 *     launch | full wave | … | full wave | tail wave | … | adding up the splits of K
 *
 * In a full wave every SM has as many residents as it holds: blocks whose k-tiles take turns on its tensor
 * cores (sm-kernel.h). Resident i of SM u is block i · SMs + u of the wave, as blocks go round the SMs. In
 * the tail some SMs have a block less than others, or none, and are done sooner.
 *
 * Blocks that stay on their SM (persistent) make one full wave; all later ones are tail waves, whose
 * blocks do not start. Stream-K has no tail: its last wave is made of shares, each of which is
 * parts of two or three tiles, and what follows is the fix-up (gpu-stream.h).
 */

/* What an SM may have to do in a wave that is not one of shares. */
typedef enum
{
  SYSTOLE_GPU_ROUND_FULL, /* as many residents as it holds */
  SYSTOLE_GPU_ROUND_TAIL, /* those of the busiest SM in the tail */
  SYSTOLE_GPU_ROUND_LESS, /* one less than those */
  SYSTOLE_GPU_N_ROUNDS
} SystoleGpuRound;

typedef struct
{
  SystoleGpuProblem problem;
  SystoleGpuCost cost;
  guint sms;
  guint64 blocks;
  guint64 full_waves, tail_waves, tail_blocks;    /* tail_blocks: in all the tail waves */
  guint64 launch, end;                            /* cycles before the first block and after the last */
  SystoleSmKernel *kernels[SYSTOLE_GPU_N_ROUNDS]; /* NULL: no SM does that */
  SystoleSmPace paces[SYSTOLE_GPU_N_ROUNDS];
  guint64 alone[SYSTOLE_GPU_N_ROUNDS];                  /* cycles of the event machine's round with L2 and main memory to itself */
  SystoleSmKernel *part_kernels[2];                     /* of a share's first part, of its later ones; NULL: no shares */
  guint64 shares_first, shares_last_end, shares_cycles; /* the wave of shares: first mma, end of the last, length */
  GMutex lock;                                          /* of: */
  GHashTable *part_schedules;                           /* k-tiles · 2 + later → SystoleSmSchedule, made when a frame is first asked for */
  guint64 n_cycles;
  gsize schedules[SYSTOLE_GPU_N_ROUNDS]; /* SystoleSmSchedule *, made when a frame is first asked for */
} SystoleGpuPlan;

SystoleGpuPlan *systole_gpu_plan_new (const SystoleMachine *machine, const SystoleGemm *gemm, SystoleOperands operands, const SystoleMapping *mapping, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void systole_gpu_plan_free (SystoleGpuPlan *self);
const SystoleSmSchedule *systole_gpu_plan_get_schedule (const SystoleGpuPlan *self, SystoleGpuRound round);
const SystoleSmKernel *systole_gpu_plan_get_kernel (const SystoleGpuPlan *self);

/* Where a cycle is: in a wave, else before the first (wave 0) or after the last block. */
typedef struct
{
  gboolean runs;       /* in a wave */
  gboolean shares;     /* in that of stream-K's shares */
  guint64 wave, cycle; /* cycle within the wave */
  guint64 first_block, blocks;
  guint active; /* SMs that have a block, or a share, at the beginning of the wave */
} SystoleGpuMoment;

/* SMs that do alike in a wave: @first … @first + @n − 1. */
typedef struct
{
  SystoleGpuRound round;
  const SystoleSmPace *pace;
  guint first, n;
} SystoleGpuGroup;

/* What one SM does at a moment. */
typedef struct
{
  SystoleSmPace pace;
  SystoleGpuRound round;
  guint64 block;      /* of its first resident; of stream-K: the tile */
  guint64 cycle;      /* within what it does */
  guint64 first_tile; /* k-tile of the whole product that it begins with */
  gboolean later;     /* not the first part of a share */
} SystoleGpuWork;

gboolean systole_gpu_plan_get_part (const SystoleGpuPlan *self, guint unit, guint index, SystoleGpuWork *out);
gboolean systole_gpu_plan_find_work (const SystoleGpuPlan *self, const SystoleGpuMoment *moment, guint unit, SystoleGpuWork *out);
const SystoleSmSchedule *systole_gpu_plan_get_work_schedule (const SystoleGpuPlan *self, const SystoleGpuMoment *moment, const SystoleGpuWork *work);
guint systole_gpu_plan_get_groups (const SystoleGpuPlan *self, const SystoleGpuMoment *moment, SystoleGpuGroup out[2]);
guint systole_gpu_plan_count_working (const SystoleGpuPlan *self, const SystoleGpuMoment *moment);
void systole_gpu_plan_count_edges (const SystoleGpuPlan *self, const SystoleGpuMoment *moment, const SystoleGpuGroup *group, guint resident, guint64 out[SYSTOLE_SM_EDGES]);
void systole_gpu_plan_get_wave_edges (const SystoleGpuPlan *self, guint64 wave, guint64 *first, guint64 *last_end, guint64 *n_cycles);
SystoleGpuMoment systole_gpu_plan_find (const SystoleGpuPlan *self, guint64 cycle);
guint64 systole_gpu_plan_get_waves (const SystoleGpuPlan *self);
guint64 systole_gpu_plan_get_wave_start (const SystoleGpuPlan *self, guint64 wave);
const SystoleSmPace *systole_gpu_plan_get_pace (const SystoleGpuPlan *self, guint64 wave);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleGpuPlan, systole_gpu_plan_free)

G_END_DECLS
