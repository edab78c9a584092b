/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-run.h"

/**
 * systole_sm_schedule_summarize:
 * @edges: class of the block
 * @cycle: of the block
 * @times: so many SMs are in this state
 * @out: `total`, `busy` and `idle` are added to, in multipliers
 */
void
systole_sm_schedule_summarize (const SystoleSmSchedule *self, guint edges, guint64 cycle, guint64 times, SystoleSummary *out)
{
  const SystoleSmKernel *kernel = self->kernel;
  SystoleSmInstant now = systole_sm_schedule_find (self, cycle);
  guint64 core = kernel->shape.multipliers;

  out->total += times * systole_sm_schedule_get_multipliers (self);
  for (guint s = 0; s < kernel->shape.sub_cores; s++)
    {
      GArray *log = self->tensor[s];
      const SystoleSmPipeLog *entry = &g_array_index (log, SystoleSmPipeLog, systole_sm_schedule_search (log, sizeof (SystoleSmPipeLog), now.cycle) - 1);
      const SystoleSmInstruction *mma;
      guint64 elapsed, busy, issued;
      gint64 tile;

      if (entry->reason != SYSTOLE_REASON_BUSY)
        {
          out->idle[entry->reason] += times * core;
          continue;
        }
      mma = systole_sm_kernel_get_instruction (kernel, entry->warp, &entry->place);
      elapsed = now.cycle - entry->cycle;
      tile = entry->place.iteration + now.shift;
      busy = systole_sm_kernel_count_mma (kernel, edges, entry->warp, mma, tile, elapsed + 1) - systole_sm_kernel_count_mma (kernel, edges, entry->warp, mma, tile, elapsed);
      issued = (systole_sm_kernel_get_row_steps (kernel, elapsed + 1) - systole_sm_kernel_get_row_steps (kernel, elapsed)) * kernel->shape.fragment_columns;
      out->busy += times * busy;
      out->idle[SYSTOLE_REASON_PADDING] += times * (issued - busy);
      /* A generation that cannot issue its mma back to back leaves some multipliers without a step. */
      out->idle[SYSTOLE_REASON_UNIT_BUSY] += times * (core - issued);
    }
}

/* The k-tile of which an mma has begun last; 0 before the first. */
guint64
systole_sm_schedule_get_tile (const SystoleSmSchedule *self, guint64 cycle)
{
  SystoleSmInstant now = systole_sm_schedule_find (self, cycle);
  guint n = systole_sm_schedule_search (self->tile_starts, sizeof (guint64), now.cycle);

  return (guint64) ((gint64) MAX (n, 1) - 1 + now.shift);
}

/**
 * systole_sm_kernel_count_edges:
 * @out: how many of the blocks before @block are in each class
 */
void
systole_sm_kernel_count_edges (const SystoleSmKernel *kernel, guint64 block, guint64 out[SYSTOLE_SM_EDGES])
{
  guint64 splits = kernel->shape.splits, tile = block / splits, rest = block % splits;
  guint64 each = kernel->blocks_m * kernel->blocks_n, products = tile / each;
  guint64 whole[4] = { (kernel->blocks_m - 1) * (kernel->blocks_n - 1), kernel->blocks_n - 1, kernel->blocks_m - 1, 1 };
  guint64 row = tile % each / kernel->blocks_n, column = tile % each % kernel->blocks_n;
  guint64 tiles[4] = { row * (kernel->blocks_n - 1), 0, row, 0 };

  /* The row that is not complete: its tiles before @tile are none of the last column. */
  tiles[row == kernel->blocks_m - 1 ? 1 : 0] += column;
  for (guint e = 0; e < 4; e++)
    tiles[e] += products * whole[e];
  for (guint e = 0; e < 4; e++)
    {
      out[e] = tiles[e] * (splits - 1);
      out[e | 4] = tiles[e];
    }
  if (rest > 0)
    out[systole_sm_kernel_get_edges (kernel, block) & 3] += rest;
}

/* Useful MACs of all blocks before @block. */
double
systole_sm_schedule_count_blocks (const SystoleSmSchedule *self, guint64 block)
{
  guint64 blocks[SYSTOLE_SM_EDGES];
  double sum = 0;

  systole_sm_kernel_count_edges (self->kernel, block, blocks);
  for (guint e = 0; e < SYSTOLE_SM_EDGES; e++)
    if (blocks[e] > 0)
      sum += (double) blocks[e] * (double) systole_sm_schedule_count_macs (self, e, self->n_cycles);
  return sum;
}

/* MACs that a block carries out, padding included. */
guint64
systole_sm_schedule_count_issued (const SystoleSmSchedule *self)
{
  const SystoleSmShape *s = &self->kernel->shape;

  return self->kernel->n_tiles * s->tile_m * s->tile_n * s->tile_k;
}
