/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/gpu/sm-state.h"

G_BEGIN_DECLS

/*
 * One block on one SM, or a round of residents, compressed: a record of prologue, one period of the main loop
 * and epilogue, in which any cycle is found by halving.
 *
 * The period begins where the state of the SM, times relative to now and tiles relative
 * to the present one, is one that was seen before. The record is that of a short block;
 * the real one has `repeats` further periods at cycle t1:
 *
 *     real cycle   0 … t1                     recorded cycle  the same
 *                  t1 … t1 + repeats · P                      t0 + (cycle − t1) mod P
 *                  t1 + repeats · P …                         cycle − repeats · P
 *
 * with P = t1 − t0, and k-tiles counted on by period_tiles a period.
 */

typedef struct
{
  guint64 cycle; /* from here on */
  SystoleSmPlace place;
  SystoleReason reason;
  SystoleInstruction shows;
  gboolean issues;
} SystoleSmWarpLog;

typedef struct
{
  guint64 cycle; /* from here on; BUSY: where its mma began */
  SystoleReason reason;
  guint warp;           /* occupant, or whom it waits for */
  SystoleSmPlace place; /* BUSY */
} SystoleSmPipeLog;

typedef struct
{
  guint64 cycle;      /* issue */
  guint64 begin, end; /* port or channel held */
  guint warp;
  gint64 tile;
  const SystoleSmInstruction *in;
} SystoleSmIssueLog;

/* Edge classes of blocks: bit 0, the last row of blocks; bit 1, the last column; bit 2, the last split of K. */
#define SYSTOLE_SM_EDGES 8

typedef struct
{
  guint64 cycle;
  gint64 tile;
  guint warp;
  const SystoleSmInstruction *in;
  guint64 before[SYSTOLE_SM_EDGES]; /* useful MACs of all earlier ones */
} SystoleSmMmaLog;

typedef struct
{
  SystoleSmKernel *kernel;
  guint64 t0, t1, repeats; /* repeats = 0: nothing is left out */
  gint64 period_tiles;
  guint64 recorded;                             /* cycles */
  guint64 n_cycles;                             /* of the real block */
  guint64 first_mma, last_mma_end, first_store; /* real cycles */
  guint64 idle[SYSTOLE_N_REASONS];              /* tensor-core cycles of the real block, by cause; BUSY too */
  guint64 port_cycles, channel_cycles, issues;
  GArray **warps;               /* SystoleSmWarpLog */
  GArray **tensor;              /* SystoleSmPipeLog */
  GArray *loads;                /* SystoleSmIssueLog */
  GArray *copies;               /* SystoleSmIssueLog */
  GArray *mmas;                 /* SystoleSmMmaLog */
  GArray *tile_starts;          /* guint64: first mma of each k-tile */
  GArray *stalls;               /* guint64: from here on nothing multiplies, though not all is done */
  gboolean was_busy, measuring; /* while recording; only the time is wanted */
} SystoleSmSchedule;

/* A cycle of the record, and how many k-tiles later it really is. */
typedef struct
{
  guint64 cycle;
  gint64 shift;
} SystoleSmInstant;

SystoleSmSchedule *systole_sm_schedule_new (const SystoleSmShape *shape, const SystoleGemm *gemm, GError **error) G_GNUC_WARN_UNUSED_RESULT;
SystoleSmSchedule *systole_sm_schedule_new_part (const SystoleSmShape *shape, const SystoleGemm *gemm, guint64 n_tiles, GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean systole_sm_schedule_measure (const SystoleSmShape *shape, const SystoleGemm *gemm, guint64 *out, GError **error);
void systole_sm_schedule_free (SystoleSmSchedule *self);
SystoleSmInstant systole_sm_schedule_find (const SystoleSmSchedule *self, guint64 cycle);
gboolean systole_sm_schedule_find_next (const SystoleSmSchedule *self, const GArray *cycles, guint64 cycle, int direction, guint64 *out);
guint systole_sm_schedule_search (const GArray *log, gsize size, guint64 cycle);
guint64 systole_sm_schedule_count_macs (const SystoleSmSchedule *self, guint edges, guint64 cycle);
guint64 systole_sm_schedule_get_multipliers (const SystoleSmSchedule *self);
guint systole_sm_kernel_get_edges (const SystoleSmKernel *kernel, guint64 block);
guint64 systole_sm_kernel_count_mma (const SystoleSmKernel *kernel, guint edges, guint warp, const SystoleSmInstruction *mma, gint64 tile, guint64 elapsed);
void systole_sm_kernel_count_whole_mma (const SystoleSmKernel *kernel, guint warp, const SystoleSmInstruction *mma, gint64 tile, guint64 out[SYSTOLE_SM_EDGES]);
guint64 systole_sm_kernel_get_row_steps (const SystoleSmKernel *kernel, guint64 elapsed);

/* sm-frame.c */
void systole_sm_schedule_frame (const SystoleSmSchedule *self, guint64 block, guint64 cycle, SystoleSmFrame *frame);
void systole_sm_schedule_frame_part (const SystoleSmSchedule *self, guint64 block, guint64 stride, guint64 first_tile, guint64 cycle, SystoleSmFrame *frame);
void systole_sm_fill_warp (const SystoleSmKernel *kernel, guint warp, const SystoleSmPlace *place, SystoleInstruction shows, gboolean issues, SystoleReason reason, gint64 shift, SystoleSmFrame *frame);
void systole_sm_finish_frame (const SystoleSmKernel *kernel, SystoleSmFrame *frame);
void systole_sm_start_frame (const SystoleSmKernel *kernel, guint64 block, guint64 stride, SystoleSmFrame *frame);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleSmSchedule, systole_sm_schedule_free)

G_END_DECLS
