/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-kernel.h"

/*
 * The time of the r resident blocks of a paced kernel, in closed form. Their k-tiles take
 * turns: number t of all is k-tile t ÷ r of block t mod r. With s stages of each block, so
 * b = r · s buffers, copies of C cycles a k-tile after a latency L, and M cycles of
 * multiplying a k-tile:
 *
 *     landed (t)  = max (landed (t − 1) + C, done (t − b) + L + C)
 *     done (t)    = max (landed (t), done (t − 1)) + M
 *
 * where landed (0) = launch + 1 + L + C. A path through these maxima goes on by one k-tile
 * for max (C, M) or by b for L + C + M, so
 *
 *     done (t) = landed (0) + M + max (t · u, ⌊t ÷ b⌋ · (L + C + M) + (t mod b) · u),   u = max (C, M)
 *
 * A block stores when its last k-tile is done and those before it have stored, in S cycles:
 * with n k-tiles each, the last of them ends in max (done (r · (n − 1) + i) + (r − i) · S),
 * i = 0 … r − 1.
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

/* Cycles in which a block's sums leave the SM, one fragment after another. */
guint64
systole_sm_shape_get_store_cycles (const SystoleSmShape *s)
{
  return (guint64) (s->tile_m / s->fragment_rows) * (s->tile_n / s->fragment_columns) * s->store_cycles;
}

static guint64
count (const SystoleSmShape *s, guint64 n_tiles, guint64 launch, guint64 latency, guint64 copy)
{
  guint64 m = systole_sm_shape_get_mma_cycles (s), u = MAX (copy, m), residents = MAX (s->residents, 1);
  guint64 store = systole_sm_shape_get_store_cycles (s), buffers = residents * s->stages, end = 0;

  for (guint64 i = 0; i < residents; i++)
    {
      guint64 t = residents * (n_tiles - 1) + i;

      end = MAX (end, MAX (t * u, t / buffers * (latency + copy + m) + t % buffers * u) + (residents - i) * store);
    }
  return launch + 1 + latency + copy + m + end;
}

/**
 * systole_sm_shape_count_cycles:
 * @shape: paced, with copy and store cycles, an mma interval ≥ 2 and copies ≥ 1 cycle each
 * @n_tiles: k-tiles of each resident block, ≥ 1
 *
 * Returns: cycles of the round, those of the event machine
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
 * @cycles: that its round takes on a chip where other SMs share L2 and main memory
 *
 * Lets the copies take as long as the round’s time leaves them, and the start of the round
 * what remains.
 *
 * Returns: FALSE where no round can be that short: the shape is then the shortest there is
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
