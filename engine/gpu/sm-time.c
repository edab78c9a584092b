/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-kernel.h"

/*
 * The time of the r resident blocks of a paced kernel, in closed form. Their k-tiles take
 * turns: number t of all is k-tile t ÷ r of block t mod r. With s stages of each block, so
 * b = r · s buffers, copies of C cycles a k-tile after a latency L, M cycles of multiplying
 * a k-tile, and B cycles in which the warps of a block meet between two of its own:
 *
 *     landed (t)  = max (landed (t − 1) + C, done (t − b) + L + C)
 *     begin (t)   = max (landed (t), done (t − 1), done (t − r) + B)
 *     done (t)    = begin (t) + M
 *
 * where landed (0) = launch + 1 + L + C. A path through these maxima goes on by one k-tile
 * for u = max (C, M), by r for M + B, or by b for L + C + M. Each of these steps is a
 * multiple of the one before, so the longest path takes as many as fit of the step that is
 * longest a k-tile, and of what is left the same:
 *
 *     turns (t) = ⌊t ÷ r⌋ · max (r · u, M + B) + (t mod r) · u
 *     delay (t) = max (turns (t), ⌊t ÷ b⌋ · (L + C + M) + turns (t mod b))
 *     done (t)  = landed (0) + M + delay (t)
 *
 * A block stores when its last k-tile is done and those before it have stored, in S cycles:
 * with n k-tiles each, the last of them ends in max (done (r · (n − 1) + i) + (r − i) · S),
 * i = 0 … r − 1, and the round `end_cycles` later. gpu-cost.c times every tile of the library
 * with the same sums over real numbers.
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

/**
 * systole_sm_delays_init:
 * @self: (out)
 * @shape: paced
 */
void
systole_sm_delays_init (SystoleSmDelays *self, const SystoleSmShape *s)
{
  guint64 copy = (guint64) s->copy_cycles_a + s->copy_cycles_b;

  self->residents = MAX (s->residents, 1);
  self->buffers = self->residents * s->stages;
  self->multiply = systole_sm_shape_get_mma_cycles (s);
  self->unit = MAX (copy, self->multiply);
  self->turn = MAX (self->residents * self->unit, self->multiply + s->sync_cycles);
  self->loop = s->copy_latency + copy + self->multiply;
}

/**
 * systole_sm_delays_get:
 * @k_tile: t, counted over all residents
 *
 * Returns: cycles from the beginning of k-tile 0's multiplying to that of this one's
 */
guint64
systole_sm_delays_get (const SystoleSmDelays *self, guint64 t)
{
  guint64 r = self->residents, rest = t % self->buffers;

  return MAX (t / r * self->turn + t % r * self->unit, t / self->buffers * self->loop + rest / r * self->turn + rest % r * self->unit);
}

/**
 * systole_sm_shape_count_cycles:
 * @shape: paced, with copy and store cycles, an mma interval ≥ 2 and copies ≥ 1 cycle each
 * @n_tiles: k-tiles of each resident block, ≥ 1
 *
 * Returns: cycles of the round, those of the event machine
 */
guint64
systole_sm_shape_count_cycles (const SystoleSmShape *s, guint64 n_tiles)
{
  guint64 store = systole_sm_shape_get_store_cycles (s), residents = MAX (s->residents, 1), end = 0;
  SystoleSmDelays delays;

  g_return_val_if_fail (s->paced && s->mma_interval >= MIN_INTERVAL && s->copy_cycles_a > 0 && s->copy_cycles_b > 0, 0);
  systole_sm_delays_init (&delays, s);
  for (guint64 i = 0; i < residents; i++)
    end = MAX (end, systole_sm_delays_get (&delays, residents * (n_tiles - 1) + i) + (residents - i) * store);
  return (guint64) s->launch + 1 + s->copy_latency + s->copy_cycles_a + s->copy_cycles_b + delays.multiply + end + s->end_cycles;
}

/* Shares the cycles of a k-tile's copies out to A and B, by their bytes. */
static void
set_copy (SystoleSmShape *s, guint64 copy, guint64 bytes_a, guint64 bytes)
{
  s->copy_cycles_a = (guint) CLAMP (copy * bytes_a / bytes, 1, copy - 1);
  s->copy_cycles_b = (guint) (copy - s->copy_cycles_a);
}

/* The longest latency or copies, from the least to the most, with which the round is not longer than @cycles. */
static guint64
search (SystoleSmShape s, guint64 n_tiles, guint64 cycles, gboolean of_copy, guint64 least, guint64 most)
{
  guint64 low = least, high = most;

  while (low < high)
    {
      guint64 middle = low + (high - low + 1) / 2;

      if (of_copy)
        set_copy (&s, middle, 1, 2);
      else
        s.copy_latency = (guint) middle;
      if (systole_sm_shape_count_cycles (&s, n_tiles) <= cycles)
        low = middle;
      else
        high = middle - 1;
    }
  return low;
}

/* Copies a little faster than the multiplying would run ahead for many tiles before they repeat. */
static guint64
calm (guint64 copy, guint64 m)
{
  return copy < m ? MAX (MIN (copy, m * 7 / 8), 2) : copy;
}

/**
 * systole_sm_shape_stretch:
 * @shape: paced; with memory to itself
 * @cycles: that its round takes on a chip where other SMs share L2 and main memory
 *
 * Lets the copies take as long as the round’s time leaves them, and the start of the round
 * what remains. Where the round is shorter than the shape’s own, by roundings or because its
 * parts overlap, start, end and latency are cut first.
 *
 * Returns: FALSE where no round can be that short: the shape is then the shortest there is
 */
gboolean
systole_sm_shape_stretch (SystoleSmShape *shape, guint64 n_tiles, guint64 cycles)
{
  guint64 m = systole_sm_shape_get_mma_cycles (shape), bytes_a = shape->copy_cycles_a, bytes = bytes_a + shape->copy_cycles_b;
  guint *const cuts[] = { &shape->launch, &shape->end_cycles, &shape->sync_cycles };
  guint64 least = calm (bytes, m), now;
  gboolean fits;

  set_copy (shape, least, bytes_a, bytes);
  now = systole_sm_shape_count_cycles (shape, n_tiles);
  for (guint i = 0; i < G_N_ELEMENTS (cuts) && now > cycles; i++)
    {
      guint all = *cuts[i];

      *cuts[i] = 0;
      now = systole_sm_shape_count_cycles (shape, n_tiles);
      if (now < cycles && cuts[i] != &shape->sync_cycles)
        *cuts[i] = (guint) MIN (cycles - now, all);
      now = systole_sm_shape_count_cycles (shape, n_tiles);
    }
  if (now > cycles)
    {
      shape->copy_latency = (guint) search (*shape, n_tiles, cycles, FALSE, 0, shape->copy_latency);
      least = 2;
      if (systole_sm_shape_count_cycles (shape, n_tiles) > cycles)
        set_copy (shape, least, bytes_a, bytes);
    }
  fits = systole_sm_shape_count_cycles (shape, n_tiles) <= cycles;
  if (!fits)
    return FALSE;
  set_copy (shape, calm (search (*shape, n_tiles, cycles, TRUE, (guint64) shape->copy_cycles_a + shape->copy_cycles_b, MIN (cycles, G_MAXINT32)), m), bytes_a, bytes);
  shape->launch += (guint) (cycles - systole_sm_shape_count_cycles (shape, n_tiles));
  return TRUE;
}
