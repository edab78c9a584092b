/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/array-schedule.h"
#include "engine/systolic/tpu-core.h"

G_BEGIN_DECLS

/*
 * What goes into the arrays in a step of a program that multiplies: a head, a block of one, or a
 * product of a batch, for each array or for a few arrays together. Steps follow one another without
 * a gap of the arrays' own: what a PE does is what entered at the corner as many cycles ago as the
 * wave takes to it, so that a step's wave runs out in the steps behind it.
 *
 * All heads (products) are blocks on the diagonal of one large product, which has their values. Of
 * the second product of a block of attention k counts within the block, and so do its columns of V.
 */

typedef struct
{
  SystoleGemm gemm; /* the large product: format and values */
  SystoleUnfolding unfolding;
  guint64 count;        /* heads, products */
  guint64 m, n, k;      /* of one of them */
  guint64 side;         /* 0: one as a whole; else blocks of side × side scores */
  guint64 keys;         /* in blocks: scores of a row */
  gboolean causal;      /* blocks above the diagonal are left out */
  gboolean shares_rows; /* all have the rows of A: groups of a convolution */
  gboolean second;      /* A comes from the vector unit: its values are not known here */
  /* On the arrays. */
  guint rows, columns, rate, passes, push;
  gboolean swapped;             /* A stands still instead of B: the arrays multiply the transposed matrices */
  guint at_once, arrays, parts; /* blocks in a repetition; arrays that one has; of them at work */
  guint64 width;                /* elements across the array that a part has */
  guint64 folds, period;        /* of a part; cycles from fold to fold */
  gboolean rows_innermost;
} SystoleTpuFeed;

void systole_tpu_feed_lay_out (SystoleTpuFeed *self, const SystoleTpuCore *core, guint rate, guint passes, guint64 m, guint64 n, guint64 k);
double systole_tpu_feed_get_cycles (const SystoleTpuFeed *self);
guint64 systole_tpu_feed_count_blocks (const SystoleTpuFeed *self);
gboolean systole_tpu_feed_get_schedule (const SystoleTpuFeed *self, guint unit, guint64 repetition, SystoleArraySchedule *out);

G_END_DECLS
