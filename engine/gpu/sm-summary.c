/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-run.h"

/**
 * systole_sm_schedule_summarize:
 * @cycle: of the block
 * @out: zeroed; `total`, `busy` and `idle` are filled, in multipliers
 */
void
systole_sm_schedule_summarize (const SystoleSmSchedule *self, guint64 block, guint64 cycle, SystoleSummary *out)
{
  const SystoleSmKernel *kernel = self->kernel;
  SystoleSmInstant now = systole_sm_schedule_find (self, cycle);
  guint edges = systole_sm_kernel_get_edges (kernel, block);
  guint64 core = systole_sm_schedule_get_multipliers (self) / kernel->shape.sub_cores;

  out->total = systole_sm_schedule_get_multipliers (self);
  for (guint s = 0; s < kernel->shape.sub_cores; s++)
    {
      GArray *log = self->tensor[s];
      const SystoleSmPipeLog *entry = &g_array_index (log, SystoleSmPipeLog, systole_sm_schedule_search (log, sizeof (SystoleSmPipeLog), now.cycle) - 1);
      const SystoleSmInstruction *mma;
      guint64 elapsed, busy;
      gint64 tile;

      if (entry->reason != SYSTOLE_REASON_BUSY)
        {
          out->idle[entry->reason] += core;
          continue;
        }
      mma = systole_sm_kernel_get_instruction (kernel, entry->warp, &entry->place);
      elapsed = now.cycle - entry->cycle;
      tile = entry->place.iteration + now.shift;
      busy = systole_sm_kernel_count_mma (kernel, edges, entry->warp, mma, tile, elapsed + 1) - systole_sm_kernel_count_mma (kernel, edges, entry->warp, mma, tile, elapsed);
      out->busy += busy;
      out->idle[SYSTOLE_REASON_PADDING] += core - busy;
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

/* Useful MACs of all blocks before @block. */
double
systole_sm_kernel_count_blocks (const SystoleSmKernel *kernel, guint64 block)
{
  const SystoleGemm *g = &kernel->gemm;
  const SystoleSmShape *s = &kernel->shape;
  guint64 full_rows = block / kernel->blocks_n, in_row = block % kernel->blocks_n;
  guint64 rows = MIN (full_rows * s->tile_m, g->m);
  double sum = (double) rows * (double) g->n;

  if (in_row > 0)
    sum += (double) MIN (s->tile_m, g->m - rows) * (double) MIN (in_row * s->tile_n, g->n);
  return sum * (double) g->k;
}
