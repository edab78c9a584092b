/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-machine-private.h"

/* The registers read out as a frame: the same struct that the closed forms fill. */

static SystoleValue
present (double value)
{
  return (SystoleValue){ TRUE, value };
}

static SystoleReason
reason_of (const SystoleArrayMachine *self, const Pe *pe)
{
  if (self->control.stage == STAGE_LOAD)
    return SYSTOLE_REASON_WEIGHTS;
  if (pe->state == PE_WAITS)
    return SYSTOLE_REASON_FILL;
  if (pe->state == PE_RUNS)
    return SYSTOLE_REASON_OPERAND; /* an operand is missing: never in a sound machine */
  if (self->overlapped && pe->fold + 1 < self->folds && self->def.dataflow != SYSTOLE_DATAFLOW_OS)
    return SYSTOLE_REASON_WEIGHTS;
  return SYSTOLE_REASON_DRAIN;
}

static void
read_idle (const SystoleArrayMachine *self, const Pe *pe, gboolean values, SystoleArrayCell *cell)
{
  const Operand *stays;

  if (self->def.dataflow == SYSTOLE_DATAFLOW_OS)
    {
      const Sum *sum = self->overlapped ? &pe->drain : &pe->sum;

      if (!sum->valid || pe->state == PE_WAITS)
        return;
      cell->m = sum->m;
      cell->n = sum->n;
      if (values)
        cell->partial_in = present (sum->value);
      return;
    }
  if (!self->overlapped)
    stays = &pe->chain;
  else if (pe->state == PE_WAITS)
    stays = pe->shadow.valid ? &pe->shadow : &pe->chain;
  else
    stays = &pe->active;
  if (!stays->valid)
    return;
  if (self->def.dataflow == SYSTOLE_DATAFLOW_WS)
    {
      cell->k = stays->i;
      cell->n = stays->j;
    }
  else
    {
      cell->m = stays->i;
      cell->k = stays->j;
    }
  if (values)
    *(self->def.dataflow == SYSTOLE_DATAFLOW_WS ? &cell->b : &cell->a) = present (stays->value);
}

static void
read_cell (const SystoleArrayMachine *self, guint row, guint column, gboolean values, SystoleArrayCell *cell)
{
  const Pe *pe = &self->pes[(gsize) row * self->def.columns + column];
  Operand a, b;
  Sum in, out;

  *cell = (SystoleArrayCell){ .row = row, .column = column, .m = SYSTOLE_NO_INDEX, .n = SYSTOLE_NO_INDEX, .k = SYSTOLE_NO_INDEX, .fold = pe->fold };
  if (!systole_array_machine_covers (self, pe->fold, row, column))
    {
      cell->reason = SYSTOLE_REASON_PADDING;
      return;
    }
  if (!systole_array_machine_get_mac (self, row, column, &a, &b, &in, &out))
    {
      cell->reason = reason_of (self, pe);
      read_idle (self, pe, values, cell);
      return;
    }
  cell->reason = SYSTOLE_REASON_BUSY;
  cell->m = a.i;
  cell->n = b.j;
  cell->k = b.i;
  cell->final = out.k_end == self->gemm.k;
  if (!values)
    return;
  cell->a = present (a.value);
  cell->b = present (b.value);
  cell->product = present (systole_format_multiply (self->gemm.format, a.value, b.value));
  cell->partial_in = present (in.value);
  cell->partial_out = present (out.value);
}

static SystolePhase
get_phase (const SystoleArrayMachine *self)
{
  guint64 waiting = 0, finished = 0;

  if (self->control.stage == STAGE_LOAD)
    return SYSTOLE_PHASE_LOAD;
  for (guint r = 0; r < self->def.rows; r++)
    for (guint c = 0; c < self->def.columns; c++)
      {
        const Pe *pe = &self->pes[(gsize) r * self->def.columns + c];

        if (!systole_array_machine_covers (self, pe->fold, r, c))
          continue;
        waiting += pe->state == PE_WAITS;
        finished += pe->state == PE_DONE && (!self->overlapped || pe->fold + 1 == self->folds);
      }
  if (waiting > finished)
    return SYSTOLE_PHASE_FILL;
  return waiting == 0 && finished == 0 ? SYSTOLE_PHASE_STEADY : SYSTOLE_PHASE_DRAIN;
}

/**
 * systole_array_machine_frame:
 *
 * What the registers hold in the present cycle. Of the edges only the bottom is filled:
 * what will enter is not in a register yet.
 */
void
systole_array_machine_frame (const SystoleArrayMachine *self, const SystoleWindow *window, SystoleArrayFrame *frame)
{
  guint width = window->column1 - window->column0;

  frame->cycle = self->cycle;
  frame->window = *window;
  frame->identity = 0;
  frame->phase = get_phase (self);
  g_array_set_size (frame->cells, width * (window->row1 - window->row0));
  for (guint row = window->row0; row < window->row1; row++)
    for (guint column = window->column0; column < window->column1; column++)
      read_cell (self, row, column, window->values, &g_array_index (frame->cells, SystoleArrayCell, (row - window->row0) * width + (column - window->column0)));
  g_array_set_size (frame->left, 0);
  g_array_set_size (frame->top, 0);
  g_array_set_size (frame->bottom, 0);
  g_array_set_size (frame->more, 0);
  for (guint column = window->column0; column < window->column1; column++)
    for (guint slot = 0; slot < SYSTOLE_EDGE_SLOTS; slot++)
      {
        const Sum *sum = &self->left[(gsize) column * SYSTOLE_EDGE_SLOTS + slot];
        SystoleEdgeToken token = { column, slot, FALSE, window->values ? sum->value : 0, sum->m, sum->n, sum->k_end == self->gemm.k };

        if (sum->valid)
          g_array_append_val (frame->bottom, token);
      }
  frame->left_more = 0;
  frame->out_total = self->gemm.m * self->gemm.n * self->gemm.batch;
  frame->out_done = self->out_done;
}

guint64
systole_array_machine_get_cycle (const SystoleArrayMachine *self)
{
  return self->cycle;
}

gboolean
systole_array_machine_is_done (const SystoleArrayMachine *self)
{
  return self->control.stage == STAGE_DONE;
}

/**
 * systole_array_machine_get_result:
 *
 * Returns: TRUE if C[@m, @n] is finished and has left the array
 */
gboolean
systole_array_machine_get_result (const SystoleArrayMachine *self, guint64 m, guint64 n, double *value)
{
  const Sum *sum = systole_array_machine_get_accumulator (self, m, n);

  if (!sum->valid || sum->k_end < self->gemm.k)
    return FALSE;
  *value = sum->value;
  return TRUE;
}
