/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-machine-private.h"

/* Frames of the event machine: what its registers, buffers and pipes hold. */

static void
fill_cell (const SystoleSmMachine *self, const RunningMma *mma, guint64 k0, SystoleFragmentCell *cell)
{
  const SystoleSmShape *s = &self->kernel->shape;
  const SystoleGemm *g = &self->kernel->gemm;
  guint64 elapsed = self->state->cycle - mma->flight.begin;
  double sum = *systole_sm_machine_get_sum (self, &mma->flight, cell->row, cell->column), product = 0;
  gboolean any = FALSE;

  cell->reason = SYSTOLE_REASON_UNIT_BUSY;
  for (guint64 step = systole_sm_kernel_get_row_steps (self->kernel, elapsed); step < systole_sm_kernel_get_row_steps (self->kernel, elapsed + 1); step++)
    {
      guint k = (guint) (step / s->fragment_rows);
      double a = systole_sm_machine_get_a (self, mma, cell->row, k, cell->column), b = mma->b[k * s->fragment_columns + cell->column];

      if (step % s->fragment_rows != cell->row)
        continue;
      if (cell->m >= g->m || cell->n >= g->n || k0 + k >= self->kernel->depth)
        {
          if (!any)
            cell->reason = SYSTOLE_REASON_PADDING;
          continue;
        }
      cell->reason = SYSTOLE_REASON_BUSY;
      if (!any)
        {
          cell->k = self->wide == 1 ? k0 + k : (k0 + k) / 2 * 4 + mma->rows[k * s->fragment_columns + cell->column];
          cell->a = (SystoleValue){ TRUE, a };
          cell->b = (SystoleValue){ TRUE, b };
          cell->partial_in = (SystoleValue){ TRUE, sum };
        }
      any = TRUE;
      product += systole_format_multiply (g->format, a, b);
      sum = systole_format_add (g->format, sum, systole_format_multiply (g->format, a, b));
    }
  if (any)
    {
      cell->product = (SystoleValue){ TRUE, product };
      cell->partial_out = (SystoleValue){ TRUE, sum };
    }
}

static void
fill_tensor (const SystoleSmMachine *self, guint sub_core, SystoleSmFrame *frame)
{
  const SystoleSmShape *s = &self->kernel->shape;
  const SystoleSmPipe *at = &self->state->tensor[sub_core];
  const RunningMma *mma = &self->running[sub_core];
  gboolean busy = mma->flight.warp != G_MAXUINT;
  SystolePipeState pipe = { self->kernel->shape.unit, sub_core, at->reason, busy ? mma->flight.warp : at->waits_for, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX };
  const SystoleSmInstruction *in = busy ? mma->flight.in : NULL;
  gint64 tile = mma->flight.tile;
  guint64 k0 = 0;

  if (!busy && at->waits_for != G_MAXUINT)
    in = systole_sm_kernel_find_mma (self->kernel, at->waits_for, self->state->warps[at->waits_for].place, &tile);
  if (in != NULL)
    {
      guint row, column;
      guint64 block = systole_sm_machine_get_block (self, pipe.warp);

      systole_sm_kernel_get_origin (self->kernel, block, &pipe.m0, &pipe.n0);
      systole_sm_kernel_get_fragment (self->kernel, pipe.warp, in, &row, &column);
      pipe.m0 += row;
      pipe.n0 += column;
      pipe.tile = (guint64) tile;
      k0 = (systole_sm_kernel_get_first_tile (self->kernel, block) + (guint64) tile) * s->tile_k + (guint64) in->k_step * s->fragment_k;
      if (busy)
        pipe.k = systole_gemm_get_first_row (&self->kernel->gemm, k0 + systole_sm_kernel_get_row_steps (self->kernel, self->state->cycle - mma->flight.begin) / s->fragment_rows);
    }
  g_array_append_val (frame->pipes, pipe);
  for (guint r = 0; r < s->fragment_rows; r++)
    for (guint c = 0; c < s->fragment_columns; c++)
      {
        SystoleFragmentCell cell = { .sub_core = sub_core, .row = r, .column = c, .reason = pipe.reason, .m = SYSTOLE_NO_INDEX, .n = SYSTOLE_NO_INDEX, .k = SYSTOLE_NO_INDEX };

        if (in != NULL)
          {
            cell.m = pipe.m0 + r;
            cell.n = pipe.n0 + c;
          }
        if (busy)
          fill_cell (self, mma, k0, &cell);
        g_array_append_val (frame->cells, cell);
      }
}

static void
fill_memory (const SystoleSmMachine *self, SystoleSmFrame *frame)
{
  const SystoleSmShape *s = &self->kernel->shape;
  guint64 now = self->state->cycle;
  SystolePipeState port = { SYSTOLE_UNIT_LSU, G_MAXUINT, SYSTOLE_REASON_NO_WORK, G_MAXUINT, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX };
  SystolePipeState channel = port;

  if (self->load.end > now)
    {
      port.reason = SYSTOLE_REASON_BUSY;
      port.warp = self->load.warp;
      port.tile = (guint64) self->load.tile;
    }
  channel.unit = SYSTOLE_UNIT_TMA;
  for (guint i = 0; i < self->copies->len; i++)
    {
      const Flight *copy = &g_array_index (self->copies, Flight, i);
      gboolean moves = copy->begin <= now;
      SystoleCopyState out = { copy->in->operand, (guint64) copy->tile, copy->in->index, copy->in->operand == SYSTOLE_OPERAND_A ? self->kernel->pieces_a : self->kernel->pieces_b, copy->warp, systole_sm_kernel_get_resident (self->kernel, copy->warp), copy->in->bytes, 0, !moves && copy->issue + s->copy_latency <= now };

      if (moves)
        {
          out.arrived = MIN (out.bytes, (guint64) ((double) (now - copy->begin + 1) * s->copy_bytes_per_cycle));
          channel.reason = SYSTOLE_REASON_BUSY;
          channel.warp = copy->warp;
          channel.tile = (guint64) copy->tile;
        }
      g_array_append_val (frame->copies, out);
    }
  g_array_append_val (frame->pipes, port);
  g_array_append_val (frame->pipes, channel);
  for (guint i = 0; i < s->stages * s->residents; i++)
    {
      const Buffer *b = &self->buffers[i];
      SystoleStageState out = { b->tile < 0 ? SYSTOLE_NO_INDEX : (guint64) b->tile, self->kernel->pieces_a, self->kernel->pieces_b, b->landed_a, b->landed_b, b->mask_a, b->mask_b, i / s->stages };

      g_array_append_val (frame->stages, out);
    }
}

/**
 * systole_sm_machine_frame:
 *
 * Fills @frame with the present cycle; values are always there.
 */
void
systole_sm_machine_frame (const SystoleSmMachine *self, SystoleSmFrame *frame)
{
  gboolean multiplied = FALSE, multiplies = FALSE;

  g_return_if_fail (!self->done);
  systole_sm_start_frame (self->kernel, self->block, self->stride, frame);
  frame->cycle = systole_sm_machine_get_cycle (self);
  frame->unit = 0;
  for (guint w = 0; w < self->kernel->warps; w++)
    {
      const SystoleSmWarp *warp = &self->state->warps[w];

      systole_sm_fill_warp (self->kernel, w, &warp->place, warp->shows, warp->issues, warp->reason, 0, frame);
      multiplies = multiplies || (systole_sm_kernel_multiplies (self->kernel, w) && warp->place.section <= SYSTOLE_SECTION_BODY);
    }
  for (guint i = 0; i < self->kernel->shape.sub_cores; i++)
    {
      fill_tensor (self, i, frame);
      multiplies = multiplies || self->running[i].flight.warp != G_MAXUINT;
      multiplied = multiplied || self->state->tensor[i].warp != G_MAXUINT;
    }
  frame->phase = !multiplied ? SYSTOLE_PHASE_COPY : multiplies ? SYSTOLE_PHASE_COMPUTE
                                                               : SYSTOLE_PHASE_EPILOGUE;
  fill_memory (self, frame);
  systole_sm_finish_frame (self->kernel, frame);
}
