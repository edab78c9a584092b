/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"
#include "engine/systolic/array-def.h"
#include "engine/workload/product.h"

G_BEGIN_DECLS

/*
 * The compressed schedule of a GEMM, or of a batch of them, on one R × C array.
 *
 * One pass over the array is a *fold*: a block of at most R × C elements stands
 * still (ws: of B, is: of A, os: of C) while T elements stream by. Folds follow one
 * another with a fixed period, the columns of folds innermost and the products of a batch
 * outermost, so that the state of any PE at any cycle is a division away.
 *
 *     cycle = lead + load + fold · period + slot + row + column
 *
 * where `slot` 0 … T − 1 counts the streamed elements. In front may lie a lead-in
 * (launch, then memory) and behind a tail in which the results are written back.
 */

/* What is asked for. */
typedef struct
{
  SystoleGemm gemm;           /* the whole product: operand values come from it */
  SystoleUnfolding unfolding; /* where they come from instead if a convolution became it */
  guint64 m0, m1, n0, n1;     /* part of C computed here, elements, half-open */
  guint rows, columns;        /* PEs */
  SystoleDataflow dataflow;
  SystoleTiming timing;
  guint rate;                        /* ws: rows of A that enter each cycle, ≥ 1 */
  guint passes;                      /* ws: cycles a row takes at rate 1 (formats in several passes), ≥ 1 */
  guint push;                        /* ws, is: rows of the stationary block that enter each cycle, ≥ 1 */
  gboolean rows_innermost;           /* folds over the rows (ws, is: over K) follow one another first */
  guint64 launch, fetch, convert_in; /* cycles before the first load: start-up, first data from memory, number format */
  guint64 idle, convert_out, tail;   /* cycles after the last result: others still work, number format, write-back */
  guint64 bubble;                    /* overlapped: cycles between folds in which the operands' port serves something else */
  guint64 period;                    /* overlapped: cycles from fold to fold where memory is slower; 0: the array's own */
  gboolean a_later, b_later;         /* the values of the operand are made by another unit and not known here: frames are without them and their sums */
  gboolean shadow;                   /* ws, is, hardware timing: blocks shift into shadow registers, folds follow one another */
} SystoleArrayPlan;

typedef struct
{
  SystoleArrayPlan plan;
  guint64 spatial_rows, spatial_columns; /* Sr, Sc: elements mapped on rows and columns */
  guint64 stream;                        /* T: cycles a fold streams */
  guint64 row_folds, column_folds;       /* of each product of the batch */
  guint64 batch, folds;                  /* products; folds in all */
  gboolean overlapped;                   /* folds may be in the array at the same time, or a block shift in behind one */
  guint64 lead;                          /* launch + fetch + convert_in */
  guint64 load;                          /* cycles from a fold's (overlapped: the run's) begin to its stream */
  guint64 own_period;                    /* max (R, T), or one fold after the other */
  guint64 busy_period;                   /* and the bubble */
  guint64 period;                        /* and what memory adds */
  guint64 compute_end;                   /* first cycle after the last result */
  guint64 n_cycles;
  guint64 identity; /* hash of the plan */
} SystoleArraySchedule;

/* What one PE does in one cycle. */
typedef struct
{
  SystoleReason reason;
  guint64 fold;
  gint64 slot; /* of the fold's stream at this PE: < 0 not there yet, ≥ T gone by */
} SystoleArrayPlace;

/* What all PEs on one diagonal share. */
typedef struct
{
  SystoleArrayPlace place;
  guint rows, columns; /* PEs of the fold that hold elements */
  guint64 i, j;        /* the fold's first element along rows and columns */
  guint64 m0, n0;      /* the first element of C of the fold's product */
  guint64 s;           /* index of the slot along the stream */
} SystoleArrayDiagonal;

void systole_array_plan_init (SystoleArrayPlan *self, const SystoleProduct *product, const SystoleArrayDef *def);
gboolean systole_array_schedule_init (SystoleArraySchedule *self, const SystoleArrayPlan *plan, GError **error);

guint64 systole_array_schedule_split_fold (const SystoleArraySchedule *self, guint64 fold, guint64 *row_fold, guint64 *column_fold); /* which product of the batch */
guint64 systole_array_schedule_get_n_results (const SystoleArraySchedule *self);
guint systole_array_schedule_get_fold_rows (const SystoleArraySchedule *self, guint64 fold);
guint systole_array_schedule_get_fold_columns (const SystoleArraySchedule *self, guint64 fold);
guint64 systole_array_schedule_get_stream_start (const SystoleArraySchedule *self, guint64 fold);
guint64 systole_array_schedule_get_leading_fold (const SystoleArraySchedule *self, guint64 cycle);
/* Lead-in and tail: FALSE where the array loads, streams or drains. */
gboolean systole_array_schedule_is_outside (const SystoleArraySchedule *self, guint64 cycle, SystoleReason *reason, SystolePhase *phase);
void systole_array_schedule_get_diagonal (const SystoleArraySchedule *self, guint diagonal, guint64 cycle, SystoleArrayDiagonal *out);
void systole_array_schedule_place (const SystoleArraySchedule *self, guint row, guint column, guint64 cycle, SystoleArrayPlace *out);
void systole_array_schedule_get_indices (const SystoleArraySchedule *self, guint64 fold, guint row, guint column, guint64 slot, guint64 *m, guint64 *n, guint64 *k);

/* Counts, each O(folds in the array at once) at any length. */
SystolePhase systole_array_schedule_get_phase (const SystoleArraySchedule *self, guint64 cycle);
guint64 systole_array_schedule_count (const SystoleArraySchedule *self, guint64 cycle, guint64 idle[SYSTOLE_N_REASONS]);
double systole_array_schedule_get_busy_before (const SystoleArraySchedule *self, double cycle);
guint64 systole_array_schedule_count_results (const SystoleArraySchedule *self, guint64 cycle);
guint systole_array_schedule_get_stretches (const SystoleArraySchedule *self, SystoleStretch *out, guint max);

G_END_DECLS
