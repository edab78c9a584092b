/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/tpu-feed.h"

#include <math.h>

#include "engine/base/number.h"

static guint64
folds_across (const SystoleTpuFeed *self, guint64 tiles, guint64 k)
{
  return systole_ceil_div (tiles, MIN (self->arrays, tiles)) * systole_ceil_div (k, self->rows);
}

static guint64
period_for (const SystoleTpuFeed *self, const SystoleTpuCore *core, guint64 stream)
{
  guint64 own = MAX (systole_ceil_div (stream * self->passes, self->rate), systole_ceil_div (self->rows, self->push));

  return (guint64) ceil ((double) own * (1 + core->generation->bubble));
}

/**
 * systole_tpu_feed_lay_out:
 * @self: all but its last part filled in; `at_once` and `arrays` too
 * @m, @n, @k: of a block, padded to what registers hold
 *
 * Chooses which operand stands still, whichever is quicker, and shares its tiles out.
 */
void
systole_tpu_feed_lay_out (SystoleTpuFeed *self, const SystoleTpuCore *core, guint rate, guint passes, guint64 m, guint64 n, guint64 k)
{
  guint64 b_tiles = systole_ceil_div (n, core->columns), a_tiles = systole_ceil_div (m, core->columns), tiles;

  self->rows = core->rows;
  self->columns = core->columns;
  self->rate = rate;
  self->passes = passes;
  self->push = core->generation->push;
  self->rows_innermost = TRUE;
  self->swapped = folds_across (self, a_tiles, k) * period_for (self, core, n) < folds_across (self, b_tiles, k) * period_for (self, core, m);
  tiles = self->swapped ? a_tiles : b_tiles;
  self->parts = (guint) MIN (self->arrays, tiles);
  self->width = systole_ceil_div (tiles, self->parts) * core->columns;
  self->folds = folds_across (self, tiles, k);
  self->period = period_for (self, core, self->swapped ? n : m);
}

/** Cycles of a repetition. */
double
systole_tpu_feed_get_cycles (const SystoleTpuFeed *self)
{
  return (double) self->folds * (double) self->period;
}

/* Keys that the rows of blocks up to the one with row @row see. */
static guint64
columns_of_blocks (const SystoleTpuFeed *self, guint64 row)
{
  guint64 all = systole_ceil_div (self->keys, self->side);

  return self->causal ? MIN (all, systole_ceil_div (MIN ((row + 1) * self->side, self->m) + self->keys - self->m, self->side)) : all;
}

/**
 * systole_tpu_feed_count_blocks:
 *
 * Returns: blocks of one head that are not masked altogether. O(rows of blocks) where some are.
 */
guint64
systole_tpu_feed_count_blocks (const SystoleTpuFeed *self)
{
  guint64 rows = self->side > 0 ? systole_ceil_div (self->m, self->side) : 1, blocks = 0;

  if (self->side == 0)
    return 1;
  if (!self->causal)
    return rows * columns_of_blocks (self, 0);
  for (guint64 row = 0; row < rows; row++)
    blocks += columns_of_blocks (self, row);
  return blocks;
}

/* Row and column of block @i of a head. */
static void
find_block (const SystoleTpuFeed *self, guint64 i, guint64 *row, guint64 *column)
{
  guint64 all = self->side > 0 ? columns_of_blocks (self, 0) : 1;

  *row = self->causal ? 0 : i / all;
  *column = self->causal ? i : i % all;
  while (self->causal && self->side > 0 && *column >= columns_of_blocks (self, *row))
    *column -= columns_of_blocks (self, (*row)++);
}

static void
find_range (const SystoleTpuFeed *self, guint64 index, SystoleArrayPlan *plan)
{
  guint64 blocks = systole_tpu_feed_count_blocks (self), head = index / blocks, row, column;
  guint64 first = self->shares_rows ? 0 : head * self->m, side = self->side > 0 ? self->side : G_MAXINT64;

  find_block (self, index % blocks, &row, &column);
  plan->m0 = first + row * self->side;
  plan->m1 = MIN (first + self->m, row * self->side + MIN (side, self->m) + first);
  if (self->side == 0 || !self->second)
    {
      plan->n0 = head * self->n + column * self->side;
      plan->n1 = MIN ((head + 1) * self->n, plan->n0 + MIN (side, self->n));
      plan->gemm.k = self->k;
      return;
    }
  plan->n0 = (head * systole_ceil_div (self->keys, self->side) + column) * self->n;
  plan->n1 = plan->n0 + self->n;
  plan->gemm.k = MIN (self->side, self->keys - column * self->side);
}

static void
swap (guint64 *a, guint64 *b)
{
  guint64 kept = *a;

  *a = *b;
  *b = kept;
}

/* A block's tiles are shared out across the array. */
static gboolean
take_part (const SystoleTpuFeed *self, guint part, SystoleArrayPlan *plan)
{
  if (self->swapped)
    {
      swap (&plan->m0, &plan->n0);
      swap (&plan->m1, &plan->n1);
      swap (&plan->gemm.m, &plan->gemm.n);
    }
  if (plan->n0 + part * self->width >= plan->n1)
    return FALSE;
  plan->n0 += part * self->width;
  plan->n1 = MIN (plan->n1, plan->n0 + self->width);
  return TRUE;
}

/**
 * systole_tpu_feed_get_schedule:
 * @unit: array of the chip
 * @repetition: of the step's stage
 * @out: (out): its first element streams in cycle `load`
 *
 * Returns: FALSE if the array has nothing to do in it
 */
gboolean
systole_tpu_feed_get_schedule (const SystoleTpuFeed *self, guint unit, guint64 repetition, SystoleArraySchedule *out)
{
  guint64 index = repetition * self->at_once + unit / self->arrays, stream, load;
  SystoleArrayPlan plan = {
    .gemm = self->gemm,
    .unfolding = self->unfolding,
    .rows = self->rows,
    .columns = self->columns,
    .dataflow = SYSTOLE_DATAFLOW_WS,
    .timing = SYSTOLE_TIMING_OVERLAPPED,
    .rate = self->rate,
    .passes = self->passes,
    .push = self->push,
    .rows_innermost = self->rows_innermost,
    .a_later = self->second && !self->swapped,
    .b_later = self->second && self->swapped,
  };

  if (unit / self->arrays >= self->at_once || index / systole_tpu_feed_count_blocks (self) >= self->count || unit % self->arrays >= self->parts)
    return FALSE;
  plan.gemm.batch = 1;
  find_range (self, index, &plan);
  if (!take_part (self, unit % self->arrays, &plan))
    return FALSE;
  stream = systole_ceil_div ((plan.m1 - plan.m0) * self->passes, self->rate);
  load = systole_ceil_div (self->rows, self->push);
  plan.bubble = self->period - MIN (self->period, MAX (stream, load));
  return systole_array_schedule_init (out, &plan, NULL);
}
