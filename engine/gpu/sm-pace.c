/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-pace.h"

/** Of whole blocks; see systole_sm_pace_init_part(). */
void
systole_sm_pace_init (SystoleSmPace *self, const SystoleSmKernel *kernel)
{
  systole_sm_pace_init_part (self, kernel, 0, kernel->n_tiles);
}

/**
 * systole_sm_pace_init_part:
 * @kernel: of a paced shape; must outlive @self
 * @first_tile: that each block does of its tile of C
 * @n_tiles: k-tiles of each, ≥ 1
 */
void
systole_sm_pace_init_part (SystoleSmPace *self, const SystoleSmKernel *kernel, guint64 first_tile, guint64 n_tiles)
{
  const SystoleSmShape *s = &kernel->shape;

  self->kernel = kernel;
  self->first_tile = first_tile;
  self->n_tiles = n_tiles;
  self->residents = s->residents;
  self->n_turns = n_tiles * s->residents;
  systole_sm_delays_init (&self->delays, s);
  self->multiply = self->delays.multiply;
  self->first = (guint64) s->launch + 1 + s->copy_latency + s->copy_cycles_a + s->copy_cycles_b;
  self->last_end = systole_sm_pace_get_start (self, self->n_turns - 1) + self->multiply;
  self->n_cycles = systole_sm_shape_count_cycles (s, n_tiles);
}

/* Cycle in which the tensor cores begin with the k-tile of a turn. */
guint64
systole_sm_pace_get_start (const SystoleSmPace *self, guint64 turn)
{
  return self->first + systole_sm_delays_get (&self->delays, turn);
}

/* The last turn that has begun at the cycle; 0 before the first. */
guint64
systole_sm_pace_find_turn (const SystoleSmPace *self, guint64 cycle)
{
  const SystoleSmDelays *d = &self->delays;
  /* As many k-tiles as there are buffers take so long, in any place: the turn is within two times as many. */
  guint64 each = MAX (d->loop, d->buffers / d->residents * d->turn), times = cycle > self->first ? (cycle - self->first) / each : 0;
  guint64 low = MIN (times > 0 ? (times - 1) * d->buffers : 0, self->n_turns - 1), high = MIN ((times + 1) * d->buffers, self->n_turns) - 1;

  while (low < high)
    {
      guint64 middle = low + (high - low + 1) / 2;

      if (systole_sm_pace_get_start (self, middle) <= cycle)
        low = middle;
      else
        high = middle - 1;
    }
  return low;
}

/* Whose k-tile is multiplied at the cycle, or was last. */
guint
systole_sm_pace_find_resident (const SystoleSmPace *self, guint64 cycle)
{
  return (guint) (systole_sm_pace_find_turn (self, cycle) % self->residents);
}

/* Does nothing multiply between a k-tile and the next one? */
static gboolean
is_followed_by_stall (const SystoleSmPace *self, guint64 turn, guint64 *out)
{
  *out = systole_sm_pace_get_start (self, turn) + self->multiply;
  return turn + 1 < self->n_turns && systole_sm_pace_get_start (self, turn + 1) > *out;
}

/**
 * systole_sm_pace_find_event:
 * @stalls: where nothing multiplies any more though not all is done, else where a k-tile begins
 * @direction: 1: the first after @cycle, −1: the last before it
 */
gboolean
systole_sm_pace_find_event (const SystoleSmPace *self, gboolean stalls, guint64 cycle, int direction, guint64 *out)
{
  guint64 turn = systole_sm_pace_find_turn (self, cycle), buffers = self->kernel->shape.stages * self->residents;

  /* Of as many k-tiles as there are buffers, one at least is like any other. */
  for (guint64 i = 0; i <= buffers + 1; i++)
    {
      guint64 at = direction > 0 ? turn + i : turn - i;
      gboolean found = TRUE;

      if (at >= self->n_turns)
        return FALSE;
      if (stalls)
        found = is_followed_by_stall (self, at, out);
      else
        *out = systole_sm_pace_get_start (self, at);
      if (found && (direction > 0 ? *out > cycle : *out < cycle))
        return TRUE;
    }
  return FALSE;
}

static guint64
valid (guint64 total, guint64 blocks, guint64 length, gboolean last)
{
  return last ? total - (blocks - 1) * length : MIN (length, total);
}

/**
 * systole_sm_pace_find:
 * @cycle: of the round, 0 … n_cycles
 *
 * Returns: how much of the turns is over before the cycle
 */
SystoleSmProgress
systole_sm_pace_find (const SystoleSmPace *self, guint64 cycle)
{
  SystoleSmProgress out = { 0, 0 };

  if (cycle >= self->last_end)
    return (SystoleSmProgress){ self->n_turns, 0 };
  if (cycle <= self->first)
    return out;
  out.turns = systole_sm_pace_find_turn (self, cycle - 1);
  out.since = MIN (cycle - systole_sm_pace_get_start (self, out.turns), self->multiply);
  if (out.since == self->multiply)
    out = (SystoleSmProgress){ out.turns + 1, 0 };
  return out;
}

/**
 * systole_sm_pace_count_macs:
 * @resident: 0 … residents − 1
 * @edges: class of its block
 * @progress: of the round
 *
 * Returns: MACs on elements of the operands that the resident has done until then
 */
guint64
systole_sm_pace_count_macs (const SystoleSmPace *self, guint resident, guint edges, const SystoleSmProgress *progress)
{
  const SystoleSmKernel *kernel = self->kernel;
  const SystoleSmShape *s = &kernel->shape;
  const SystoleSmProgram *math = &kernel->math;
  guint64 rows = valid (kernel->gemm.m, kernel->blocks_m, s->tile_m, (edges & 1) != 0), columns = valid (kernel->gemm.n, kernel->blocks_n, s->tile_n, (edges & 2) != 0);
  guint64 first = self->first_tile * s->tile_k + ((edges & 4) != 0 ? (s->splits - 1) * kernel->n_tiles * s->tile_k : 0);
  guint64 left = first < kernel->depth ? kernel->depth - first : 0, since = progress->since;
  /* Turns of the resident that are over. */
  guint64 tile = (progress->turns + self->residents - 1 - resident) / self->residents, sum = MIN (left, tile * s->tile_k) * rows * columns;
  guint n = math->n[SYSTOLE_SECTION_BODY], step = 0;

  if (since == 0 || progress->turns % self->residents != resident)
    return sum;
  /* A whole k-tile's finished mmas are known; one with padding in k is gone through. */
  if (left >= (tile + 1) * s->tile_k)
    {
      step = (guint) MIN (since / s->mma_interval, kernel->n_steps);
      sum += kernel->areas[edges & 3][step] * s->fragment_k;
    }
  for (; step < kernel->n_steps && (guint64) step * s->mma_interval < since; step++)
    for (guint w = step / n * s->sub_cores; w < MIN ((step / n + 1) * s->sub_cores, s->math_warps); w++)
      sum += systole_sm_kernel_count_mma (kernel, edges, w, &math->code[SYSTOLE_SECTION_BODY][step % n], (gint64) (self->first_tile + tile), MIN (since - (guint64) step * s->mma_interval, s->mma_interval));
  return sum;
}

/* What the tensor cores are idle for, where they are. */
static SystoleReason
explain (const SystoleSmPace *self, guint64 cycle)
{
  return cycle < self->kernel->shape.launch ? SYSTOLE_REASON_LAUNCH : cycle >= self->last_end ? SYSTOLE_REASON_DRAIN
                                                                                              : SYSTOLE_REASON_MEMORY;
}

/**
 * systole_sm_pace_summarize:
 * @edges: class of the block of systole_sm_pace_find_resident()
 * @times: so many SMs are in this state
 * @out: `total`, `busy` and `idle` are added to, in multipliers
 */
void
systole_sm_pace_summarize (const SystoleSmPace *self, guint edges, guint64 cycle, guint64 times, SystoleSummary *out)
{
  const SystoleSmKernel *kernel = self->kernel;
  const SystoleSmShape *s = &kernel->shape;
  guint64 turn = systole_sm_pace_find_turn (self, cycle), start = systole_sm_pace_get_start (self, turn), core = s->multipliers;
  guint n = kernel->math.n[SYSTOLE_SECTION_BODY], index;
  gint64 tile = (gint64) (self->first_tile + turn / self->residents);
  guint64 elapsed, issued;

  out->total += times * core * s->sub_cores;
  if (cycle < start || cycle >= start + self->multiply)
    {
      out->idle[explain (self, cycle)] += times * core * s->sub_cores;
      return;
    }
  index = (guint) ((cycle - start) / s->mma_interval);
  elapsed = (cycle - start) % s->mma_interval;
  issued = (systole_sm_kernel_get_row_steps (kernel, elapsed + 1) - systole_sm_kernel_get_row_steps (kernel, elapsed)) * s->fragment_columns;
  for (guint c = 0; c < s->sub_cores; c++)
    {
      guint warp = index / n * s->sub_cores + c;
      const SystoleSmInstruction *mma = &kernel->math.code[SYSTOLE_SECTION_BODY][index % n];
      guint64 busy = systole_sm_kernel_count_mma (kernel, edges, warp, mma, tile, elapsed + 1) - systole_sm_kernel_count_mma (kernel, edges, warp, mma, tile, elapsed);

      out->busy += times * busy;
      out->idle[SYSTOLE_REASON_PADDING] += times * (issued - busy);
      out->idle[SYSTOLE_REASON_UNIT_BUSY] += times * (core - issued);
    }
}

/* Adds the tensor-core cycles of so many rounds of an SM by cause, BUSY too. */
void
systole_sm_pace_add_idle (const SystoleSmPace *self, guint64 times, guint64 out[SYSTOLE_N_REASONS])
{
  const SystoleSmShape *s = &self->kernel->shape;
  guint64 busy = self->n_turns * self->multiply, drain = self->n_cycles - self->last_end, cores = times * s->sub_cores;

  out[SYSTOLE_REASON_BUSY] += cores * busy;
  out[SYSTOLE_REASON_LAUNCH] += cores * s->launch;
  out[SYSTOLE_REASON_DRAIN] += cores * drain;
  out[SYSTOLE_REASON_MEMORY] += cores * (self->n_cycles - busy - drain - s->launch);
}
