/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-kernel.h"

/*
 * The time of one block of a paced kernel, in closed form. With s stages, copies of C
 * cycles a k-tile after a latency L, and M cycles of multiplying a k-tile:
 *
 *     landed (t)  = max (landed (t − 1) + C, done (t − s) + L + C)
 *     done (t)    = max (landed (t), done (t − 1)) + M
 *
 * where landed (0) = launch + 1 + L + C. A path through these maxima goes on by one k-tile
 * for max (C, M) or by s for L + C + M, so for the last of n tiles, with t = n − 1,
 *
 *     done (t) = landed (0) + M + max (t · u, ⌊t ÷ s⌋ · (L + C + M) + (t mod s) · u),   u = max (C, M)
 *
 * and the stores of all fragments follow one another.
 */

/* Least interval of an mma: a warp needs a cycle to see that the others have come. */
#define MIN_INTERVAL 2

/**
 * systole_sm_shape_get_mma_cycles:
 *
 * Returns: cycles that each tensor core multiplies for one k-tile
 */
guint64
systole_sm_shape_get_mma_cycles (const SystoleSmShape *s)
{
  guint64 fragments = (guint64) (s->tile_m / (s->warp_grid_rows * s->fragment_rows)) * (s->tile_n / (s->warp_grid_columns * s->fragment_columns));

  return s->math_warps / s->sub_cores * fragments * (s->tile_k / s->fragment_k) * s->mma_interval;
}

static guint64
count (const SystoleSmShape *s, guint64 n_tiles, guint64 launch, guint64 latency, guint64 copy)
{
  guint64 m = systole_sm_shape_get_mma_cycles (s), u = MAX (copy, m), t = n_tiles - 1;
  guint64 fragments = (guint64) (s->tile_m / s->fragment_rows) * (s->tile_n / s->fragment_columns);
  guint64 stages = s->stages;

  return launch + 1 + latency + copy + m + MAX (t * u, t / stages * (latency + copy + m) + t % stages * u) + fragments * s->store_cycles;
}

/**
 * systole_sm_shape_count_cycles:
 * @shape: paced, with copy and store cycles, an mma interval ≥ 2 and copies ≥ 1 cycle each
 * @n_tiles: k-tiles, ≥ 1
 *
 * Returns: cycles of the block, those of the event machine
 */
guint64
systole_sm_shape_count_cycles (const SystoleSmShape *shape, guint64 n_tiles)
{
  g_return_val_if_fail (shape->paced && shape->mma_interval >= MIN_INTERVAL && shape->copy_cycles_a > 0 && shape->copy_cycles_b > 0, 0);
  return count (shape, n_tiles, shape->launch, shape->copy_latency, (guint64) shape->copy_cycles_a + shape->copy_cycles_b);
}

/* The largest value 0 … most for which the block is not longer than @cycles. */
static guint64
search (const SystoleSmShape *s, guint64 n_tiles, guint64 cycles, gboolean of_copy, guint64 other, guint64 least, guint64 most)
{
  guint64 low = least, high = most;

  while (low < high)
    {
      guint64 middle = low + (high - low + 1) / 2;

      if (count (s, n_tiles, 0, of_copy ? other : middle, of_copy ? middle : other) <= cycles)
        low = middle;
      else
        high = middle - 1;
    }
  return low;
}

/**
 * systole_sm_shape_stretch:
 * @shape: paced; `copy_latency` and the copies' cycles are what they would be with memory
 *   to itself
 * @cycles: that the block takes on a chip where others share L2 and main memory
 *
 * Lets the copies take as long as the block’s time leaves them, and the start of the block
 * what remains. Where other resident blocks hide the latency of this one's copies, the
 * latency becomes what is still seen of it.
 *
 * Returns: FALSE where no block can be that short: the shape is then the shortest there is
 */
gboolean
systole_sm_shape_stretch (SystoleSmShape *shape, guint64 n_tiles, guint64 cycles)
{
  guint64 m = systole_sm_shape_get_mma_cycles (shape);
  guint64 copy = (guint64) shape->copy_cycles_a + shape->copy_cycles_b, latency;
  guint64 bytes_a = shape->copy_cycles_a, bytes = copy;
  gboolean fits;

  /* Copies a little faster than the multiplying would run ahead for many tiles before they repeat. */
  if (copy < m)
    copy = MAX (MIN (copy, m * 7 / 8), 2);
  if (count (shape, n_tiles, 0, 0, copy) > cycles)
    copy = 2;
  fits = count (shape, n_tiles, 0, 0, copy) <= cycles;
  latency = search (shape, n_tiles, cycles, FALSE, copy, 0, shape->copy_latency);
  if (fits)
    {
      copy = search (shape, n_tiles, cycles, TRUE, latency, copy, MIN (cycles, G_MAXINT32));
      if (copy < m)
        copy = MAX (MIN (copy, m * 7 / 8), 2);
    }
  shape->copy_latency = (guint) latency;
  shape->copy_cycles_a = (guint) CLAMP (copy * bytes_a / bytes, 1, copy - 1);
  shape->copy_cycles_b = (guint) (copy - shape->copy_cycles_a);
  shape->launch = fits ? (guint) (cycles - count (shape, n_tiles, 0, latency, copy)) : 0;
  return fits;
}
