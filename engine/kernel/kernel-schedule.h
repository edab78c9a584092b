/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/kernel/kernel-chip.h"
#include "engine/run/frame.h"

G_BEGIN_DECLS

/*
 * Kernels as programs on a GPU, for operations that are no product.
 *
 * An operation is one launch or several, one after another. A launch has thread blocks;
 * an SM holds some at once, in *slots*; blocks go round in waves:
 *
 *     start | lead | wave | wave | … | last wave | out
 *     wave = prologue | iteration × (slot 0, slot 1, …) | epilogue
 *
 * A turn of one slot lasts `turn` cycles: the block waits for its bytes, which come in
 * the order of the slots, and then goes through the phases of the program, each on the
 * unit that it needs. So one block of an SM computes at a time, while the bytes of the
 * others are on the way. All SMs that have a block do the same in the same cycle; those
 * that have none in a slot wait. Everything is a closed form of the cycle.
 *
 * Work is counted on one unit, the *main* unit: tensor cores or fp32 lanes. Each
 * iteration of each block has its whole share of it, spread evenly over its cycles.
 */

#define SYSTOLE_KERNEL_MAX_PHASES 8
#define SYSTOLE_KERNEL_MAX_LAUNCHES 10
#define SYSTOLE_KERNEL_MAX_SLOTS 64

/* What a block does for some cycles of its turn. */
typedef struct
{
  SystoleUnit unit;               /* at work meanwhile */
  SystoleInstruction instruction; /* that its warps issue */
  SystoleReason reason;           /* of the main unit: BUSY: it is the one at work */
  const char *text;               /* a clause about one block, marked for translation */
  guint64 cycles;
} SystoleKernelPhase;

/* Waves that are alike. */
typedef struct
{
  guint64 start; /* cycle of the launch */
  guint64 waves, first_wave;
  guint64 blocks, first_block; /* of one wave; before the first */
  guint64 loops, first_step;   /* iterations of a block; iterations of all blocks before the first */
  guint64 turn;                /* cycles */
  guint slots;                 /* in use: ⌈blocks ÷ SMs⌉ */
  gboolean by_memory;          /* its bytes take longer than its blocks’ work: they are what the main unit waits for */
} SystoleKernelSegment;

typedef struct
{
  const char *title; /* marked for translation */
  guint warps;       /* of a block */
  SystoleKernelPhase phases[SYSTOLE_KERNEL_MAX_PHASES];
  guint n_phases;
  guint64 ticks, main_ticks;         /* of all phases; of those of the main unit */
  guint64 start, lead, out;          /* cycles */
  guint64 prologue, epilogue;        /* cycles of each wave */
  guint64 useful, padding;           /* work of the main unit, in the whole launch */
  guint64 blocks, waves, steps;      /* of all segments */
  guint64 block_bytes, stored_bytes; /* what a block copies in and stores in one iteration */
  const char *copies_title;          /* heading that says what is copied in, marked for translation; NULL: bytes of any kind */
  gboolean from_dram;                /* its bytes come from main memory */
  GArray *segments;                  /* SystoleKernelSegment */
  guint64 first_cycle, n_cycles;     /* within the run */
} SystoleKernelLaunch;

typedef enum
{
  SYSTOLE_KERNEL_START,    /* no SM has a block */
  SYSTOLE_KERNEL_LEAD,     /* first bytes on the way */
  SYSTOLE_KERNEL_PROLOGUE, /* a wave begins: what its blocks do once */
  SYSTOLE_KERNEL_TURN,
  SYSTOLE_KERNEL_EPILOGUE,
  SYSTOLE_KERNEL_OUT /* last bytes on the way */
} SystoleKernelStage;

typedef struct
{
  SystoleKernelStage stage;
  guint launch;
  const SystoleKernelSegment *segment;
  guint64 wave;        /* of the launch */
  guint64 first_block; /* of the wave */
  guint64 cycle;       /* within the stage (TURN: within the turn) */
  guint64 iteration;
  guint slot;
  guint phase;     /* TURN: n_phases while it waits for bytes */
  guint64 elapsed; /* cycles of the phase before this one; of the main phases: of all of them in this turn */
} SystoleKernelMoment;

typedef struct
{
  guint sms, used, sub_cores; /* used: SMs that blocks go to */
  guint lanes;                /* of the main unit, of a sub-core */
  guint interval;             /* cycles that a lane is busy with one operation of the run's count */
  SystoleUnit unit;
  SystoleKernelLaunch launches[SYSTOLE_KERNEL_MAX_LAUNCHES];
  guint n_launches;
  guint64 n_cycles;
} SystoleKernelSchedule;

/* What the blocks of a launch need; bytes and cycles of one block, all iterations. */
typedef struct
{
  double dram_bytes, l2_bytes;
  double dram_rate, l2_rate; /* bytes a cycle, whole chip; 0: no limit */
  double issue;              /* cycles of an SM, 0: those of the phases */
  double latency;            /* cycles that a wave takes at least */
  double norm;               /* exponent with which the limits add up, 0: the longest counts */
} SystoleKernelLoad;

SystoleKernelLaunch *systole_kernel_schedule_add (SystoleKernelSchedule *self, const char *title, guint warps);
void systole_kernel_launch_add_phase (SystoleKernelLaunch *self, SystoleUnit unit, SystoleInstruction instruction, SystoleReason reason, const char *text, guint64 cycles);
gboolean systole_kernel_schedule_add_blocks (SystoleKernelSchedule *self, SystoleKernelLaunch *launch, guint64 blocks, guint resident, guint64 loops, const SystoleKernelLoad *load);
gboolean systole_kernel_schedule_close (SystoleKernelSchedule *self);
void systole_kernel_schedule_clear (SystoleKernelSchedule *self);

SystoleKernelMoment systole_kernel_schedule_find (const SystoleKernelSchedule *self, guint64 cycle);
guint64 systole_kernel_segment_get_wave_cycles (const SystoleKernelLaunch *launch, const SystoleKernelSegment *segment);
SystoleReason systole_kernel_why_without (const SystoleKernelLaunch *launch, guint64 wave);
SystoleReason systole_kernel_get_phase_reason (const SystoleKernelLaunch *launch, const SystoleKernelSegment *segment, guint phase);
guint systole_kernel_count_sms (const SystoleKernelSchedule *self, const SystoleKernelSegment *segment, guint slot);
void systole_kernel_step_work (const SystoleKernelLaunch *launch, guint64 step, guint64 tick, guint64 *useful, guint64 *padding);

double systole_kernel_schedule_count_useful (const SystoleKernelSchedule *self, guint64 cycle);
void systole_kernel_schedule_count_busy (const SystoleKernelSchedule *self, const SystoleKernelMoment *moment, guint64 *useful, guint64 *padding);
void systole_kernel_schedule_add_idle (const SystoleKernelSchedule *self, guint64 out[SYSTOLE_N_REASONS]);

G_END_DECLS
