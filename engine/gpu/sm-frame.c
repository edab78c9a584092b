/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-schedule.h"

#include <math.h>

#include "engine/workload/gemm-sums.h"

/*
 * Frames of one SM, read from its schedule: each warp's and tensor core's entry by
 * halving, copies and loads from the end of their lists, sums from the operands.
 */

/* Sets what does not change with the cycle and empties the lists. @block: of the first resident; the
 * next one's is @stride further */
void
systole_sm_start_frame (const SystoleSmKernel *kernel, guint64 block, guint64 stride, SystoleSmFrame *frame)
{
  const SystoleSmShape *s = &kernel->shape;

  frame->block = block;
  frame->residents = block != SYSTOLE_NO_INDEX ? s->residents : 0;
  frame->block_stride = stride;
  frame->first_tile = block != SYSTOLE_NO_INDEX ? systole_sm_kernel_get_first_tile (kernel, block) : 0;
  frame->n_blocks = kernel->n_blocks;
  frame->n_sub_cores = s->sub_cores;
  frame->main_unit = s->unit;
  frame->fragment_rows = s->fragment_rows;
  frame->fragment_columns = s->fragment_columns;
  frame->fragment_k = s->fragment_k;
  frame->sparse = systole_format_is_sparse (kernel->gemm.format);
  frame->copy_bytes_per_cycle = (guint) s->copy_bytes_per_cycle;
  g_array_set_size (frame->warps, 0);
  g_array_set_size (frame->pipes, 0);
  g_array_set_size (frame->copies, 0);
  g_array_set_size (frame->stages, 0);
  g_array_set_size (frame->cells, 0);
}

/* Appends a warp. @shift: k-tiles that a recorded place is really further. */
void
systole_sm_fill_warp (const SystoleSmKernel *kernel, guint warp, const SystoleSmPlace *place, SystoleInstruction shows, gboolean issues, SystoleReason reason, gint64 shift, SystoleSmFrame *frame)
{
  const SystoleSmInstruction *in = systole_sm_kernel_get_instruction (kernel, warp, place);
  SystoleWarpState out = { .warp = warp, .sub_core = systole_sm_kernel_get_sub_core (kernel, warp), .resident = systole_sm_kernel_get_resident (kernel, warp), .issues = issues, .reason = reason, .instruction = shows, .tile = SYSTOLE_NO_INDEX };

  if (in != NULL && shows != SYSTOLE_INSTRUCTION_NONE)
    {
      out.operand = in->operand;
      out.index = in->index;
      if (place->section == SYSTOLE_SECTION_BODY && shows != SYSTOLE_INSTRUCTION_START)
        out.tile = (guint64) (place->iteration + in->ahead + shift);
    }
  if (shows == SYSTOLE_INSTRUCTION_START && reason == SYSTOLE_REASON_LAUNCH)
    out.index = 0;
  g_array_append_val (frame->warps, out);
}

static const SystoleWarpState *
get_warp (const SystoleSmFrame *frame, guint i)
{
  return &g_array_index (frame->warps, SystoleWarpState, i);
}

/* A copy warp at its end waits for the first of its copies that is still on the way. */
static void
tell_awaited_copy (const SystoleSmFrame *frame, SystoleWarpState *warp)
{
  for (guint i = 0; i < frame->copies->len; i++)
    {
      const SystoleCopyState *copy = &g_array_index (frame->copies, SystoleCopyState, i);

      if (copy->warp != warp->warp)
        continue;
      warp->operand = copy->operand;
      warp->tile = copy->tile;
      warp->index = copy->piece;
      return;
    }
}

/* Why a port that serves all warps is idle: what most of the way forward hangs on. */
static SystoleReason
explain_shared_unit (const SystoleSmKernel *kernel, const SystoleSmFrame *frame, SystoleUnit unit)
{
  if (unit == SYSTOLE_UNIT_TMA && frame->copies->len > 0)
    return SYSTOLE_REASON_MEMORY;
  for (guint w = 0; w < kernel->warps; w++)
    {
      SystoleReason reason = get_warp (frame, w)->reason;

      if (systole_sm_kernel_multiplies (kernel, w) != (unit == SYSTOLE_UNIT_LSU))
        continue;
      if (reason == SYSTOLE_REASON_LAUNCH || reason == SYSTOLE_REASON_BARRIER || (reason == SYSTOLE_REASON_MEMORY && unit == SYSTOLE_UNIT_LSU && get_warp (frame, w)->instruction == SYSTOLE_INSTRUCTION_WAIT))
        return reason;
    }
  return SYSTOLE_REASON_NO_WORK;
}

/* Completes what follows from the warps, tensor cores and copies: the shared pipes' causes
 * (the last two pipes: port, copy channel) and the copy warps' last wait. */
void
systole_sm_finish_frame (const SystoleSmKernel *kernel, SystoleSmFrame *frame)
{
  for (guint i = 0; i < frame->warps->len; i++)
    {
      SystoleWarpState *warp = &g_array_index (frame->warps, SystoleWarpState, i);

      if (!systole_sm_kernel_multiplies (kernel, i) && warp->instruction == SYSTOLE_INSTRUCTION_WAIT)
        tell_awaited_copy (frame, warp);
    }
  for (guint i = frame->pipes->len - 2; i < frame->pipes->len; i++)
    {
      SystolePipeState *pipe = &g_array_index (frame->pipes, SystolePipeState, i);

      if (pipe->reason != SYSTOLE_REASON_BUSY)
        pipe->reason = explain_shared_unit (kernel, frame, pipe->unit);
    }
}

static void
fill_copies (const SystoleSmSchedule *self, SystoleSmInstant now, SystoleSmFrame *frame)
{
  const SystoleSmKernel *kernel = self->kernel;
  guint n = systole_sm_schedule_search (self->copies, sizeof (SystoleSmIssueLog), now.cycle);
  guint first = n;

  /* One channel, first come first served: whatever has not landed is at the end of the list. */
  while (first > 0 && g_array_index (self->copies, SystoleSmIssueLog, first - 1).end > now.cycle)
    first--;
  for (guint i = first; i < n; i++)
    {
      const SystoleSmIssueLog *copy = &g_array_index (self->copies, SystoleSmIssueLog, i);
      SystoleCopyState out = { 0 };

      out.operand = copy->in->operand;
      out.tile = (guint64) (copy->tile + now.shift);
      out.piece = copy->in->index;
      out.n_pieces = out.operand == SYSTOLE_OPERAND_A ? kernel->pieces_a : kernel->pieces_b;
      out.warp = copy->warp;
      out.resident = systole_sm_kernel_get_resident (kernel, copy->warp);
      out.bytes = copy->in->bytes;
      if (now.cycle >= copy->begin)
        out.arrived = MIN (out.bytes, (guint64) ((double) (now.cycle - copy->begin + 1) * kernel->shape.copy_bytes_per_cycle));
      /* The channel has come to it no later than its latency, unless another is being served. */
      out.queued = now.cycle < copy->begin && now.cycle >= copy->cycle + kernel->shape.copy_latency;
      g_array_append_val (frame->copies, out);
    }
}

static void
fill_stages (const SystoleSmSchedule *self, SystoleSmInstant now, SystoleSmFrame *frame)
{
  const SystoleSmKernel *kernel = self->kernel;
  guint n_stages = kernel->shape.stages, residents = kernel->shape.residents;
  guint n = systole_sm_schedule_search (self->copies, sizeof (SystoleSmIssueLog), now.cycle);
  guint pieces = kernel->pieces_a + kernel->pieces_b;
  /* Behind the first copy of a tile lie at most its own, those of later and those of earlier tiles in flight. */
  guint enough = 2 * n_stages * residents * pieces;

  for (guint s = 0; s < n_stages * residents; s++)
    {
      SystoleStageState empty = { .tile = SYSTOLE_NO_INDEX, .pieces_a = kernel->pieces_a, .pieces_b = kernel->pieces_b, .resident = s / n_stages };

      g_array_append_val (frame->stages, empty);
    }
  for (guint i = n; i-- > 0 && enough-- > 0;)
    {
      const SystoleSmIssueLog *copy = &g_array_index (self->copies, SystoleSmIssueLog, i);
      guint64 tile = (guint64) (copy->tile + now.shift);
      SystoleStageState *stage = &g_array_index (frame->stages, SystoleStageState, systole_sm_kernel_get_resident (kernel, copy->warp) * n_stages + tile % n_stages);
      gboolean is_a = copy->in->operand == SYSTOLE_OPERAND_A;

      if (stage->tile == SYSTOLE_NO_INDEX)
        stage->tile = tile;
      if (stage->tile != tile || copy->end > now.cycle)
        continue;
      *(is_a ? &stage->landed_a : &stage->landed_b) += 1;
      if (copy->in->index < 64)
        *(is_a ? &stage->landed_mask_a : &stage->landed_mask_b) |= G_GUINT64_CONSTANT (1) << copy->in->index;
    }
}

static SystoleValue
value (double number)
{
  return (SystoleValue){ TRUE, number };
}

/* What a fragment does in a cycle: steps from … to − 1 of the k-steps that begin at k0; its sums begin at k_start.
 * All count slots, places along K that are multiplied: of a sparse format each column has rows of its own in them. */
typedef struct
{
  const SystoleSmKernel *kernel;
  guint64 k_start, k0, from, to;
} Steps;

/* The first slot of a row in a step or later. */
static guint64
slot_of_step (const Steps *self, guint row, guint64 step)
{
  guint rows = self->kernel->shape.fragment_rows;

  return self->k0 + (step + rows - 1 - row) / rows;
}

static void
fill_cell (const Steps *self, SystoleFragmentCell *cell)
{
  const SystoleGemm *gemm = &self->kernel->gemm;
  guint64 first = slot_of_step (self, cell->row, self->from);

  if (first == slot_of_step (self, cell->row, self->to))
    {
      cell->reason = SYSTOLE_REASON_UNIT_BUSY;
      return;
    }
  if (cell->m >= gemm->m || cell->n >= gemm->n || first >= self->kernel->depth)
    {
      cell->reason = SYSTOLE_REASON_PADDING;
      return;
    }
  cell->reason = SYSTOLE_REASON_BUSY;
  cell->k = systole_gemm_get_row (gemm, first, cell->n);
}

static double
multiply_slot (const SystoleGemm *gemm, guint64 m, guint64 n, guint64 slot)
{
  guint64 k = systole_gemm_get_row (gemm, slot, n);

  return systole_format_multiply (gemm->format, systole_gemm_a (gemm, m, k), systole_gemm_b (gemm, k, n));
}

/* A sum that does not begin at k = 0: a part of those that are added up later. */
static double
sum_part (const Steps *self, const SystoleFragmentCell *cell)
{
  const SystoleGemm *gemm = &self->kernel->gemm;
  guint64 end = slot_of_step (self, cell->row, self->from);
  double sum = 0;

  for (guint64 slot = self->k_start; slot < end; slot++)
    sum = systole_format_add (gemm->format, sum, multiply_slot (gemm, cell->m, cell->n, slot));
  return sum;
}

/* @sum: before this cycle, NaN where it is not asked for. */
static void
fill_values (const Steps *self, double sum, SystoleFragmentCell *cell)
{
  const SystoleGemm *gemm = &self->kernel->gemm;
  guint64 end = MIN (slot_of_step (self, cell->row, self->to), self->kernel->depth);
  double before = sum, product = 0;

  for (guint64 slot = slot_of_step (self, cell->row, self->from); slot < end; slot++)
    {
      double p = multiply_slot (gemm, cell->m, cell->n, slot);

      product += p;
      sum = isnan (sum) ? sum : systole_format_add (gemm->format, sum, p);
    }
  cell->a = value (systole_gemm_a (gemm, cell->m, cell->k));
  cell->b = value (systole_gemm_b (gemm, cell->k, cell->n));
  cell->product = value (product);
  cell->partial_in = (SystoleValue){ !isnan (before), before };
  cell->partial_out = (SystoleValue){ !isnan (sum), sum };
}

/* Values of the fragment's cells, all sums at once: an operand serves a whole row or column of them. */
static void
fill_sums (const Steps *self, SystoleFragmentCell *cells, guint n_cells)
{
  const SystoleSmKernel *kernel = self->kernel;
  gboolean too_long = kernel->gemm.k > SYSTOLE_FRAME_MAX_ADDITIONS / ((guint64) kernel->shape.sub_cores * n_cells);
  g_autofree SystoleGemmSum *sums = g_new (SystoleGemmSum, n_cells);
  guint n = 0;

  for (guint i = 0; i < n_cells; i++)
    if (cells[i].reason == SYSTOLE_REASON_BUSY)
      sums[n++] = (SystoleGemmSum){ cells[i].m, cells[i].n, cells[i].k, 0 };
  if (!too_long && self->k_start == 0)
    systole_gemm_sums (&kernel->gemm, sums, n, NULL, NULL);
  n = 0;
  for (guint i = 0; i < n_cells; i++)
    if (cells[i].reason == SYSTOLE_REASON_BUSY)
      {
        fill_values (self, too_long ? NAN : self->k_start == 0 ? sums[n].sum
                                                               : sum_part (self, &cells[i]),
                     &cells[i]);
        n++;
      }
}

/* The k-tile of the whole product that a resident's block begins with. */
static guint64
first_tile_of (const SystoleSmKernel *kernel, const SystoleSmFrame *frame, guint resident)
{
  return resident == 0 ? frame->first_tile : systole_sm_kernel_get_first_tile (kernel, systole_sm_frame_get_block (frame, resident));
}

/* @first_tile: of the block that the fragment is of */
static void
fill_cells (const SystoleSmKernel *kernel, const SystolePipeState *pipe, guint64 first_tile, guint64 k0, guint64 elapsed, SystoleSmFrame *frame)
{
  const SystoleSmShape *s = &kernel->shape;
  Steps steps = { kernel, first_tile * s->tile_k, k0, systole_sm_kernel_get_row_steps (kernel, elapsed), systole_sm_kernel_get_row_steps (kernel, elapsed + 1) };
  guint n = s->fragment_rows * s->fragment_columns, first = frame->cells->len;
  SystoleFragmentCell *cells;

  g_array_set_size (frame->cells, first + n);
  cells = &g_array_index (frame->cells, SystoleFragmentCell, first);
  for (guint i = 0; i < n; i++)
    {
      cells[i] = (SystoleFragmentCell){ .sub_core = pipe->sub_core, .row = i / s->fragment_columns, .column = i % s->fragment_columns, .reason = pipe->reason, .m = SYSTOLE_NO_INDEX, .n = SYSTOLE_NO_INDEX, .k = SYSTOLE_NO_INDEX };
      if (pipe->m0 != SYSTOLE_NO_INDEX)
        {
          cells[i].m = pipe->m0 + cells[i].row;
          cells[i].n = pipe->n0 + cells[i].column;
        }
      if (pipe->reason == SYSTOLE_REASON_BUSY)
        fill_cell (&steps, &cells[i]);
    }
  if (pipe->reason == SYSTOLE_REASON_BUSY && frame->values)
    fill_sums (&steps, cells, n);
}

static void
fill_tensor (const SystoleSmSchedule *self, SystoleSmInstant now, guint sub_core, SystoleSmFrame *frame)
{
  const SystoleSmKernel *kernel = self->kernel;
  GArray *log = self->tensor[sub_core];
  const SystoleSmPipeLog *entry = &g_array_index (log, SystoleSmPipeLog, systole_sm_schedule_search (log, sizeof (SystoleSmPipeLog), now.cycle) - 1);
  SystolePipeState pipe = { self->kernel->shape.unit, sub_core, entry->reason, entry->warp, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX };
  const SystoleSmInstruction *in = NULL;
  guint64 first_tile = 0, k0 = 0, elapsed = 0;
  gint64 tile = 0;

  if (entry->reason == SYSTOLE_REASON_BUSY)
    {
      in = systole_sm_kernel_get_instruction (kernel, entry->warp, &entry->place);
      tile = entry->place.iteration;
      elapsed = now.cycle - entry->cycle;
    }
  else if (entry->warp != G_MAXUINT)
    {
      GArray *warps = self->warps[entry->warp];

      in = systole_sm_kernel_find_mma (kernel, entry->warp, g_array_index (warps, SystoleSmWarpLog, systole_sm_schedule_search (warps, sizeof (SystoleSmWarpLog), now.cycle) - 1).place, &tile);
    }
  if (in != NULL)
    {
      guint row, column, resident = systole_sm_kernel_get_resident (kernel, pipe.warp);
      guint64 m, n;

      first_tile = first_tile_of (kernel, frame, resident);
      systole_sm_kernel_get_origin (kernel, systole_sm_frame_get_block (frame, resident), &m, &n);
      systole_sm_kernel_get_fragment (kernel, pipe.warp, in, &row, &column);
      pipe.m0 = m + row;
      pipe.n0 = n + column;
      pipe.tile = (guint64) (tile + now.shift);
      k0 = (first_tile + pipe.tile) * kernel->shape.tile_k + (guint64) in->k_step * kernel->shape.fragment_k;
      if (entry->reason == SYSTOLE_REASON_BUSY)
        pipe.k = systole_gemm_get_first_row (&kernel->gemm, k0 + systole_sm_kernel_get_row_steps (kernel, elapsed) / kernel->shape.fragment_rows);
    }
  g_array_append_val (frame->pipes, pipe);
  if (!frame->no_cells)
    fill_cells (kernel, &pipe, first_tile, k0, elapsed, frame);
}

static void
fill_shared_pipe (SystoleUnit unit, const GArray *log, SystoleSmInstant now, SystoleSmFrame *frame)
{
  SystolePipeState pipe = { unit, G_MAXUINT, SYSTOLE_REASON_NO_WORK, G_MAXUINT, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX };

  for (guint i = systole_sm_schedule_search (log, sizeof (SystoleSmIssueLog), now.cycle); i-- > 0;)
    {
      const SystoleSmIssueLog *entry = &g_array_index (log, SystoleSmIssueLog, i);

      if (entry->end <= now.cycle)
        break;
      if (entry->begin > now.cycle)
        continue;
      pipe.reason = SYSTOLE_REASON_BUSY;
      pipe.warp = entry->warp;
      pipe.tile = (guint64) (entry->tile + now.shift);
    }
  g_array_append_val (frame->pipes, pipe);
}

/** Of a block that does its whole part of K; see systole_sm_schedule_frame_part(). */
void
systole_sm_schedule_frame (const SystoleSmSchedule *self, guint64 block, guint64 cycle, SystoleSmFrame *frame)
{
  systole_sm_schedule_frame_part (self, block, 0, systole_sm_kernel_get_first_tile (self->kernel, block), cycle, frame);
}

/**
 * systole_sm_schedule_frame_part:
 * @block: 0 … n_blocks − 1: of the first resident
 * @stride: from one resident's block to the next one's
 * @first_tile: the k-tile of the whole product that the first resident's block begins with
 * @cycle: of the round, 0 … n_cycles − 1
 * @frame: its `values` says whether sums are wanted; `cycle`, `phase`, `unit` are left alone
 *
 * O(log n) in the length of the record, which does not grow with K; with values O(K) a cell, of
 * which only the additions are a cell's own.
 */
void
systole_sm_schedule_frame_part (const SystoleSmSchedule *self, guint64 block, guint64 stride, guint64 first_tile, guint64 cycle, SystoleSmFrame *frame)
{
  const SystoleSmKernel *kernel = self->kernel;
  SystoleSmInstant now = systole_sm_schedule_find (self, cycle);

  systole_sm_start_frame (kernel, block, stride, frame);
  frame->first_tile = first_tile;
  for (guint w = 0; w < kernel->warps; w++)
    {
      GArray *log = self->warps[w];
      const SystoleSmWarpLog *entry = &g_array_index (log, SystoleSmWarpLog, systole_sm_schedule_search (log, sizeof (SystoleSmWarpLog), now.cycle) - 1);

      systole_sm_fill_warp (kernel, w, &entry->place, entry->shows, entry->issues, entry->reason, now.shift, frame);
    }
  for (guint s = 0; s < kernel->shape.sub_cores; s++)
    fill_tensor (self, now, s, frame);
  fill_shared_pipe (SYSTOLE_UNIT_LSU, self->loads, now, frame);
  fill_shared_pipe (SYSTOLE_UNIT_TMA, self->copies, now, frame);
  fill_copies (self, now, frame);
  fill_stages (self, now, frame);
  systole_sm_finish_frame (kernel, frame);
}
