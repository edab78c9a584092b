/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/array-schedule.h"

G_BEGIN_DECLS

/*
 * The time of a bare array with its memory. The schedule says what the array does step by
 * step; here a step takes a cycle, or more where memory holds the array up. While it does
 * the whole array stands still: its registers keep what they hold, and nothing is added.
 *
 * Ports. A step moves the elements of an edge; a buffer whose ports are narrower than that
 * needs several cycles for it.
 *
 * Main memory is one channel of so many bytes a cycle, for reads and writes. Operands of a
 * fold are blocks. With double buffering, while a fold runs the channel carries, in this
 * order: what the fold streams because its block is too large for half a buffer, or because
 * it is the first fold (of the last one also the results); the blocks of the next fold; the results of the fold before; the
 * block that the whole next row of folds will use. It never rests while one of these can
 * move, and a block of the next fold, or row, is asked for when the fold, or row, before it
 * begins, so that its first byte comes `latency` later. A fold's last step waits until all
 * but the last of them have moved (at the end of a row: all). A stationary block that half
 * a buffer has no room for is fetched then, too. With single buffering folds and transfers
 * take turns.
 *
 * What is kept on the chip is chosen by trying: an operand is kept for as long as its
 * buffer allows where that is faster than reading it again, or as fast with fewer bytes.
 */

/* How long a block stays in its buffer. */
typedef enum
{
  SYSTOLE_KEEP_STREAM, /* it is too large: it passes through while its fold runs */
  SYSTOLE_KEEP_FOLD,   /* for its fold */
  SYSTOLE_KEEP_ROW,    /* for all folds of a row, which share it */
  SYSTOLE_KEEP_WHOLE   /* the whole operand, for the whole product */
} SystoleKeep;

typedef struct
{
  SystoleKeep outer, inner; /* operand that a row of folds shares; that each fold has its own block of */
  SystoleKeep sums;         /* WHOLE: partial sums stay until they are finished */
} SystoleArrayPolicy;

typedef enum
{
  SYSTOLE_STALL_NONE,
  SYSTOLE_STALL_PORT,   /* the buffer's ports are narrower than the edge */
  SYSTOLE_STALL_STREAM, /* main memory is slower than the fold that streams from it, or to it */
  SYSTOLE_STALL_FETCH   /* transfers that must be complete before the next fold begins are not */
} SystoleStall;

/* Indices of a sequence of like things, cut where they cease to be alike. */
typedef struct
{
  guint n;
  struct
  {
    guint64 first, count, length; /* `count` things from `first` on, of `length` cycles each */
  } pieces[5];
} SystolePieces;

typedef struct
{
  SystoleArraySchedule schedule; /* its cycles are steps; without lead-in and tail */
  SystoleArrayMemoryDef memory;
  gboolean is_plain;                /* every step takes a cycle */
  guint slow[3];                    /* cycles a step: load, stream, drain; overlapped: all the same */
  const char *narrowest;            /* bound by the buffer whose ports slow the stream down most: "memory:sram-a" … */
  guint64 different[3];             /* elements of each operand of one product, of an unfolded tensor those that it has */
  SystoleArrayPolicy policy;        /* what stays on the chip */
  guint64 lead, tail;               /* cycles of the first blocks on their way in, of the last results on their way out */
  guint64 n_cycles;                 /* of the run */
  guint64 channel_cycles;           /* of main memory's channel in use */
  guint64 dram_read[3], dram_write; /* bytes, by operand; of C partial sums */
  SystolePieces batches, rows[3];   /* products; rows of folds of the first, the middle and the last of them */
} SystoleArrayTimeline;

/* Where the run is in a cycle. */
typedef struct
{
  guint64 step;           /* of the schedule: that is carried out, or held */
  guint64 fold;           /* that it belongs to */
  SystoleStall stall;     /* why the array stands still, NONE: it does not */
  SystoleReason reason;   /* in lead-in and tail: MEMORY */
  SystolePhase phase;     /* there */
  gboolean outside;       /* lead-in or tail */
  guint64 left;           /* cycles until the step is carried out, or lead-in or tail is over */
  SystoleOperand operand; /* STREAM, FETCH: the one with most bytes among what is waited for */
  gboolean is_write;      /* of C: results on their way out, not partial sums on their way in */
} SystoleArrayMoment;

gboolean systole_array_timeline_init (SystoleArrayTimeline *self, const SystoleProduct *product, const SystoleArrayDef *def, gboolean cold, GError **error);
guint64 systole_array_timeline_get_start (const SystoleArrayTimeline *self, guint64 fold);
void systole_array_timeline_find (const SystoleArrayTimeline *self, guint64 cycle, SystoleArrayMoment *out);
guint64 systole_array_timeline_find_step (const SystoleArrayTimeline *self, guint64 step, gboolean carried_out);
/* Of a fold: cycles that it takes, and how many of them the array waits at its end. */
guint64 systole_array_timeline_get_fold_cycles (const SystoleArrayTimeline *self, guint64 fold, guint64 *wait);

guint64 systole_array_timeline_count_read (const SystoleArrayTimeline *self); /* bytes from main memory */
void systole_array_timeline_count_compulsory (const SystoleArrayTimeline *self, guint64 *read, guint64 *write);
const char *systole_array_timeline_get_bound (const SystoleArrayTimeline *self); /* "compute", "memory:dram", "memory:sram-a" … */

G_END_DECLS
