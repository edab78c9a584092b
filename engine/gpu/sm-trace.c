/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-trace.h"

#include "engine/gpu/gpu-run.h"
#include "engine/gpu/sm-run.h"

/*
 * The way of a sum that stays in the registers of a sub-core. In a paced kernel it follows
 * from the beginnings of the resident's turns, since every k-tile goes through the same
 * mmas; on a bare SM it is found in the frames of the block.
 */

#define MAX_LOOKED_AT 16384 /* cycles of a block whose frames are looked at */

/* What a multiplier of a paced kernel does at a moment. */
typedef struct
{
  const SystoleGpuWork *work;
  guint64 round;     /* cycle of the run in which the round begins */
  guint64 resident;  /* whose turn it is */
  guint row, column; /* of the fragment among the warp's */
  guint before;      /* mmas of a turn before those of the warp */
  guint in_row;      /* row of the multiplier */
} Place;

/* Cycle of an mma in which a row of the fragment multiplies its k-th pair. */
static guint64
find_elapsed (const SystoleSmShape *s, guint row, guint k)
{
  guint64 step = (guint64) k * s->fragment_rows + row, all = (guint64) s->fragment_rows * s->fragment_k;

  return ((step + 1) * s->mma_interval + all - 1) / all - 1;
}

static gboolean
find_place (const SystoleGpuWork *work, guint64 cycle, guint row, Place *out)
{
  const SystoleSmPace *pace = &work->pace;
  const SystoleSmKernel *kernel = pace->kernel;
  guint64 turn = systole_sm_pace_find_turn (pace, work->cycle), start = systole_sm_pace_get_start (pace, turn);
  guint n = kernel->math.n[SYSTOLE_SECTION_BODY], index;
  const SystoleSmInstruction *mma;

  if (work->cycle < start || work->cycle >= start + pace->multiply)
    return FALSE;
  index = (guint) ((work->cycle - start) / kernel->shape.mma_interval);
  mma = &kernel->math.code[SYSTOLE_SECTION_BODY][index % n];
  *out = (Place){ work, cycle - work->cycle, turn % pace->residents, mma->row, mma->column, index / n * n, row };
  return TRUE;
}

/* Adds the products of a k-tile, in the order of k; up to @depth of them lie within K. */
static void
add_tile (SystoleTrace *trace, const Place *place, guint64 tile, guint column, guint64 depth)
{
  const SystoleSmPace *pace = &place->work->pace;
  const SystoleSmKernel *kernel = pace->kernel;
  const SystoleSmShape *s = &kernel->shape;
  guint64 start = place->round + systole_sm_pace_get_start (pace, tile * pace->residents + place->resident);

  for (guint i = 0; i < kernel->math.n[SYSTOLE_SECTION_BODY]; i++)
    {
      const SystoleSmInstruction *mma = &kernel->math.code[SYSTOLE_SECTION_BODY][i];

      if (mma->row != place->row || mma->column != place->column)
        continue;
      for (guint j = 0; j < s->fragment_k; j++)
        {
          guint64 k = (place->work->first_tile + tile) * s->tile_k + (guint64) mma->k_step * s->fragment_k + j;
          SystoleTraceStep step = { start + (guint64) (place->before + i) * s->mma_interval + find_elapsed (s, place->in_row, j), place->in_row, column, k };

          if (k < depth)
            g_array_append_val (trace->steps, step);
        }
    }
}

static void
trace_paced (SystoleTrace *trace, const SystoleGpuPlan *plan, const SystoleGpuWork *work, guint64 cycle, guint row, guint column)
{
  const SystoleSmPace *pace = &work->pace;
  const SystoleSmShape *s = &pace->kernel->shape;
  guint64 here = systole_sm_pace_find_turn (pace, work->cycle) / pace->residents, most = MAX (SYSTOLE_TRACE_MAX_STEPS / s->tile_k, 1);
  guint64 first = here > most ? here - most : 0, end = MIN (here + most + 1, pace->n_tiles);
  Place place;

  if (!find_place (work, cycle, row, &place))
    return;
  for (guint64 tile = first; tile < end; tile++)
    add_tile (trace, &place, tile, column, pace->kernel->depth);
  trace->begins = first == 0;
  trace->ends = end == pace->n_tiles;
  trace->is_final = trace->ends && s->splits == 1 && plan->part_kernels[0] == NULL;
}

/* On a bare SM: the frames of its block, of which each has its own time. */
static void
trace_bare (SystoleTrace *trace, const SystoleRun *run, guint64 cycle, guint row, guint column)
{
  guint64 length = systole_sm_run_get_schedule (run)->n_cycles, first = cycle / length * length;
  SystoleSmFrame frame;

  if (length > MAX_LOOKED_AT)
    return;
  systole_sm_frame_init (&frame);
  for (guint64 c = first; c < MIN (first + length, systole_run_get_n_cycles (run)); c++)
    {
      const SystoleFragmentCell *cell;

      systole_run_sm_frame (run, trace->unit, c, &frame);
      cell = &g_array_index (frame.cells, SystoleFragmentCell, (trace->sub_core * frame.fragment_rows + row) * frame.fragment_columns + column);
      if (cell->reason == SYSTOLE_REASON_BUSY && cell->m == trace->m && cell->n == trace->n)
        {
          SystoleTraceStep step = { c, row, column, cell->k };

          g_array_append_val (trace->steps, step);
        }
    }
  systole_sm_frame_clear (&frame);
  trace->begins = trace->ends = trace->is_final = TRUE;
}

/**
 * systole_run_trace_multiplier:
 * @run: of a product on an SM or a GPU
 * @cycle: 0 … n_cycles − 1
 * @row: of the multiplier among those of the sub-core’s fragment
 *
 * Follows the sum that a multiplier adds to in @cycle, from its first product to its last one.
 *
 * Returns: (transfer full) (nullable): the way; %NULL where the multiplier does not work, or on
 *   no element of a product, or the block is too long for a bare SM’s frames
 */
SystoleTrace *
systole_run_trace_multiplier (const SystoleRun *run, guint unit, guint64 cycle, guint sub_core, guint row, guint column)
{
  SystoleTrace *trace = NULL;
  SystoleSmFrame frame;
  guint64 cell_index;

  if (systole_sm_run_get_schedule (run) == NULL)
    return NULL;
  systole_sm_frame_init (&frame);
  systole_run_sm_frame (run, unit, cycle, &frame);
  cell_index = ((guint64) sub_core * frame.fragment_rows + row) * frame.fragment_columns + column;
  if (row < frame.fragment_rows && column < frame.fragment_columns && cell_index < frame.cells->len)
    {
      const SystoleFragmentCell *cell = &g_array_index (frame.cells, SystoleFragmentCell, cell_index);

      if (cell->reason == SYSTOLE_REASON_BUSY && cell->m != SYSTOLE_NO_INDEX && cell->n != SYSTOLE_NO_INDEX)
        {
          trace = systole_trace_new (unit, cell->m, cell->n);
          trace->stays = TRUE;
          trace->sub_core = sub_core;
          trace->maker = frame.maker;
        }
    }
  systole_sm_frame_clear (&frame);
  if (trace == NULL)
    return NULL;
  if (systole_machine_get_sm (systole_run_get_machine (run)) != NULL)
    trace_bare (trace, run, cycle, row, column);
  else
    {
      const SystoleGpuPlan *plan = systole_gpu_run_get_plan (run);
      SystoleGpuMoment moment = systole_gpu_plan_find (plan, cycle);
      SystoleGpuWork work;

      if (systole_gpu_plan_find_work (plan, &moment, unit, &work))
        trace_paced (trace, plan, &work, cycle, row, column);
    }
  if (trace->steps->len == 0)
    g_clear_pointer (&trace, systole_trace_free);
  return trace;
}
