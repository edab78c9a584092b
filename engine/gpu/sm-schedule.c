/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-schedule.h"

#include <string.h>

guint64
systole_sm_kernel_get_row_steps (const SystoleSmKernel *kernel, guint64 elapsed)
{
  const SystoleSmShape *s = &kernel->shape;

  return elapsed * s->fragment_rows * s->fragment_k / s->mma_interval;
}

guint
systole_sm_kernel_get_edges (const SystoleSmKernel *kernel, guint64 block)
{
  guint64 tile = block / kernel->shape.splits % (kernel->blocks_m * kernel->blocks_n);

  return (tile / kernel->blocks_n == kernel->blocks_m - 1 ? 1 : 0) | (tile % kernel->blocks_n == kernel->blocks_n - 1 ? 2 : 0) | (block % kernel->shape.splits == kernel->shape.splits - 1 ? 4 : 0);
}

static guint
inside (guint64 total, guint64 first, guint length)
{
  return first >= total ? 0 : (guint) MIN (total - first, length);
}

/* MACs of @steps row steps of a fragment of which so many rows, columns and k are inside of the operands. */
static guint64
count_inside (const SystoleSmKernel *kernel, guint64 steps, guint rows, guint columns, guint ks)
{
  guint64 full = steps / kernel->shape.fragment_rows, rest = steps % kernel->shape.fragment_rows;

  return (MIN (full, ks) * rows + (full < ks ? MIN (rest, rows) : 0)) * columns;
}

/* Of an mma's fragment, what is inside in a block that is not the last along M, N and K, and in one that is. */
typedef struct
{
  guint rows[2], columns[2], ks[2];
} Inside;

static void
find_inside (const SystoleSmKernel *kernel, guint warp, const SystoleSmInstruction *mma, gint64 tile, Inside *out)
{
  const SystoleSmShape *s = &kernel->shape;
  guint row, column;

  systole_sm_kernel_get_fragment (kernel, warp, mma, &row, &column);
  for (guint last = 0; last < 2; last++)
    {
      guint64 m0 = last * (kernel->blocks_m - 1) * s->tile_m, n0 = last * (kernel->blocks_n - 1) * s->tile_n;
      guint64 tile0 = last * (s->splits - 1) * kernel->n_tiles;

      out->rows[last] = inside (kernel->gemm.m, m0 + row, s->fragment_rows);
      out->columns[last] = inside (kernel->gemm.n, n0 + column, s->fragment_columns);
      out->ks[last] = inside (kernel->depth, (tile0 + (guint64) tile) * s->tile_k + (guint64) mma->k_step * s->fragment_k, s->fragment_k);
    }
}

/**
 * systole_sm_kernel_count_mma:
 * @edges: class of the block
 * @elapsed: cycles since it began, 0 … mma_interval
 *
 * Returns: MACs on elements of the operands that an mma has done; a tensor core goes
 *   through a fragment k by k, row by row of each k
 */
guint64
systole_sm_kernel_count_mma (const SystoleSmKernel *kernel, guint edges, guint warp, const SystoleSmInstruction *mma, gint64 tile, guint64 elapsed)
{
  Inside in;

  find_inside (kernel, warp, mma, tile, &in);
  return count_inside (kernel, systole_sm_kernel_get_row_steps (kernel, elapsed), in.rows[edges & 1], in.columns[edges >> 1 & 1], in.ks[edges >> 2 & 1]);
}

/* Those of a whole mma, for each class of blocks. */
void
systole_sm_kernel_count_whole_mma (const SystoleSmKernel *kernel, guint warp, const SystoleSmInstruction *mma, gint64 tile, guint64 out[SYSTOLE_SM_EDGES])
{
  guint64 steps = systole_sm_kernel_get_row_steps (kernel, kernel->shape.mma_interval);
  Inside in;

  find_inside (kernel, warp, mma, tile, &in);
  for (guint e = 0; e < SYSTOLE_SM_EDGES; e++)
    out[e] = count_inside (kernel, steps, in.rows[e & 1], in.columns[e >> 1 & 1], in.ks[e >> 2 & 1]);
}

/**
 * systole_sm_schedule_find:
 * @cycle: of the block, 0 … n_cycles − 1
 *
 * Returns: the cycle of the record that looks the same
 */
SystoleSmInstant
systole_sm_schedule_find (const SystoleSmSchedule *self, guint64 cycle)
{
  guint64 period = self->t1 - self->t0;

  if (self->repeats == 0 || cycle < self->t1)
    return (SystoleSmInstant){ cycle, 0 };
  if (cycle >= self->t1 + self->repeats * period)
    return (SystoleSmInstant){ cycle - self->repeats * period, (gint64) self->repeats * self->period_tiles };
  return (SystoleSmInstant){ self->t0 + (cycle - self->t1) % period, (gint64) ((cycle - self->t1) / period + 1) * self->period_tiles };
}

/**
 * systole_sm_schedule_search:
 * @log: whose elements of @size bytes begin with an ascending guint64 cycle
 *
 * Returns: number of elements at or before @cycle
 */
guint
systole_sm_schedule_search (const GArray *log, gsize size, guint64 cycle)
{
  guint low = 0, high = log->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      guint64 at;

      memcpy (&at, log->data + middle * size, sizeof at);
      if (at <= cycle)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The i-th of recorded cycles, periods that were left out counted, as a real cycle. */
static guint64
get_nth (const SystoleSmSchedule *self, const GArray *cycles, guint64 i)
{
  guint64 period = self->t1 - self->t0;
  guint64 e0 = self->repeats == 0 ? 0 : systole_sm_schedule_search (cycles, sizeof (guint64), self->t0 - 1);
  guint64 e1 = self->repeats == 0 ? cycles->len : systole_sm_schedule_search (cycles, sizeof (guint64), self->t1 - 1);
  guint64 each = e1 - e0;

  if (i < e1)
    return g_array_index (cycles, guint64, i);
  if (each > 0 && (i - e1) / each < self->repeats)
    return g_array_index (cycles, guint64, e0 + (i - e1) % each) + ((i - e1) / each + 1) * period;
  return g_array_index (cycles, guint64, i - self->repeats * each) + self->repeats * period;
}

/**
 * systole_sm_schedule_find_next:
 * @cycles: (element-type guint64): recorded cycles, ascending: `tile_starts` or `stalls`
 * @cycle: of the block
 * @direction: 1 or −1
 *
 * Returns: the nearest of @cycles after (before) @cycle, as a real cycle, or FALSE
 */
gboolean
systole_sm_schedule_find_next (const SystoleSmSchedule *self, const GArray *cycles, guint64 cycle, int direction, guint64 *out)
{
  guint64 each = self->repeats == 0 ? 0 : systole_sm_schedule_search (cycles, sizeof (guint64), self->t1 - 1) - systole_sm_schedule_search (cycles, sizeof (guint64), self->t0 - 1);
  guint64 low = 0, high = cycles->len + self->repeats * each;

  /* The first that lies after the cycle (going back: not before it). */
  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;
      guint64 at = get_nth (self, cycles, middle);

      if (direction > 0 ? at > cycle : at >= cycle)
        high = middle;
      else
        low = middle + 1;
    }
  if (direction > 0 ? low >= cycles->len + self->repeats * each : low == 0)
    return FALSE;
  *out = get_nth (self, cycles, direction > 0 ? low : low - 1);
  return TRUE;
}

static guint64
count_recorded (const SystoleSmSchedule *self, guint edges, guint64 cycle, gint64 shift)
{
  guint64 interval = self->kernel->shape.mma_interval;
  guint n = cycle == 0 ? 0 : systole_sm_schedule_search (self->mmas, sizeof (SystoleSmMmaLog), cycle - 1);
  guint64 sum = 0;

  for (guint i = n; i-- > 0;)
    {
      const SystoleSmMmaLog *mma = &g_array_index (self->mmas, SystoleSmMmaLog, i);
      guint64 elapsed = cycle - mma->cycle;

      sum += systole_sm_kernel_count_mma (self->kernel, edges, mma->warp, mma->in, mma->tile + shift, MIN (elapsed, interval));
      if (elapsed >= interval)
        return sum + mma->before[edges];
    }
  return sum;
}

/**
 * systole_sm_schedule_count_macs:
 * @edges: class of the block
 * @cycle: of the block, 0 … n_cycles
 *
 * Returns: MACs on elements of the operands done before the cycle, of all residents, were they all of the class
 */
guint64
systole_sm_schedule_count_macs (const SystoleSmSchedule *self, guint edges, guint64 cycle)
{
  guint64 period = self->t1 - self->t0;
  guint64 at_t1, each;
  SystoleSmInstant there;

  if (self->repeats == 0 || cycle <= self->t1)
    return count_recorded (self, edges, cycle, 0);
  at_t1 = count_recorded (self, edges, self->t1, 0);
  each = at_t1 - count_recorded (self, edges, self->t0, 0);
  there = systole_sm_schedule_find (self, cycle);
  if (cycle >= self->t1 + self->repeats * period)
    return count_recorded (self, edges, there.cycle, there.shift) + self->repeats * each;
  return at_t1 + (cycle - self->t1) / period * each + count_recorded (self, edges, there.cycle, 0) - count_recorded (self, edges, self->t0, 0);
}

/* Multipliers of one SM. */
guint64
systole_sm_schedule_get_multipliers (const SystoleSmSchedule *self)
{
  const SystoleSmShape *s = &self->kernel->shape;

  return (guint64) s->sub_cores * s->multipliers;
}
