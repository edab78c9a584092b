/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-machine-private.h"
#include "engine/systolic/array-play.h"

/* The registers read out as a frame: the same struct that the closed forms fill. */

static SystoleValue
present (double value)
{
  return (SystoleValue){ TRUE, value };
}

PeState
systole_array_machine_get_state (const SystoleArrayMachine *self, guint row, guint column, guint64 *fold)
{
  const Tag *tag = systole_array_machine_get_tag (self, row, column);

  *fold = systole_array_machine_get_fold (self, tag);
  if (self->overlapped || *fold == self->control.fold)
    return (PeState) tag->state;
  *fold = self->control.fold; /* a new fold has begun, and here nothing of it has come by */
  return PE_WAITS;
}

StayTag
systole_array_machine_get_stationary (const SystoleArrayMachine *self, guint row, guint column, double *value)
{
  guint chain = self->overlapped ? column : 0;
  gsize i = (gsize) row * self->def.columns + column;
  StayTag tag;
  guint64 fold;

  if (self->overlapped && systole_array_machine_get_state (self, row, column, &fold) != PE_WAITS)
    {
      *value = systole_array_machine_read_operand (self, self->active, i);
      tag = self->active_tags[i];
    }
  else if (self->overlapped && self->shadow_tags[i].valid)
    {
      *value = systole_array_machine_read_operand (self, self->shadow, i);
      tag = self->shadow_tags[i];
    }
  else
    {
      *value = systole_array_machine_read_operand (self, systole_ring_get (&self->chains[chain], 0, row), column - chain);
      tag = *(const StayTag *) systole_ring_get (&self->chain_tags[chain], 0, row);
    }
  tag.valid = tag.valid && (guint64) tag.column_fold * self->def.columns + column < self->spatial_columns;
  return tag;
}

/* The sum that PE (row, column) adds to in this cycle. */
static double
get_sum_in (const SystoleArrayMachine *self, guint row, guint column, const Tag *tag)
{
  if (systole_array_machine_is_os (self))
    return tag->first ? 0 : systole_array_machine_read_sum (self, systole_ring_get (&self->sums, 0, row), column);
  if (row == 0)
    return systole_array_machine_read_sum (self, self->starts, column);
  return systole_array_machine_read_sum (self, systole_ring_get (&self->sums, 0, row * self->hop - 1), column);
}

gboolean
systole_array_machine_get_mac (const SystoleArrayMachine *self, guint row, guint column, Mac *mac)
{
  const Tag *tag = systole_array_machine_get_tag (self, row, column);
  double moves = systole_array_machine_read_operand (self, systole_ring_get (&self->across, row, column), 0), other;

  if (!tag->valid)
    return FALSE;
  if (systole_array_machine_is_os (self))
    {
      const Tag *down = (const Tag *) systole_ring_get (&self->down_tags, 0, row) + column;

      other = systole_array_machine_read_operand (self, systole_ring_get (&self->down, 0, row), column);
      if (!down->valid)
        return FALSE;
      *mac = (Mac){ (guint64) tag->row_fold * self->def.rows + row, (guint64) down->column_fold * self->def.columns + column, down->slot, moves, other, 0, 0 };
    }
  else
    {
      StayTag stays = systole_array_machine_get_stationary (self, row, column, &other);
      guint64 k = (guint64) stays.row_fold * self->def.rows + stays.row, i = (guint64) stays.column_fold * self->def.columns + column;

      if (!stays.valid)
        return FALSE;
      if (self->def.dataflow == SYSTOLE_DATAFLOW_WS)
        *mac = (Mac){ tag->slot, i, k, moves, other, 0, 0 };
      else
        *mac = (Mac){ i, tag->slot, k, other, moves, 0, 0 };
    }
  systole_array_machine_locate (self, tag->product, &mac->m, &mac->n);
  mac->in = get_sum_in (self, row, column, tag);
  mac->out = systole_format_add (self->gemm.format, mac->in, systole_format_multiply (self->gemm.format, mac->a, mac->b));
  return TRUE;
}

static SystoleReason
reason_of (const SystoleArrayMachine *self, PeState state, guint64 fold)
{
  if (self->control.stage == STAGE_LOAD)
    return SYSTOLE_REASON_WEIGHTS;
  if (state == PE_WAITS)
    return SYSTOLE_REASON_FILL;
  if (state == PE_RUNS)
    return SYSTOLE_REASON_OPERAND; /* an operand is missing: never in a sound machine */
  if (self->overlapped && !self->one_by_one && fold + 1 < self->folds && !systole_array_machine_is_os (self))
    return SYSTOLE_REASON_WEIGHTS;
  return SYSTOLE_REASON_DRAIN;
}

/* os: the sum that an idle PE holds. */
static void
read_held (const SystoleArrayMachine *self, gboolean values, SystoleArrayCell *cell)
{
  gsize i = (gsize) cell->row * self->def.columns + cell->column;
  const Sum *sum = self->overlapped ? &self->drain[i] : (const Sum *) systole_ring_get (&self->sum_tags, 0, cell->row) + cell->column;

  if (!sum->valid)
    return;
  cell->m = sum->m;
  cell->n = sum->n;
  systole_array_machine_locate (self, sum->product, &cell->m, &cell->n);
  if (values)
    cell->partial_in = present (self->overlapped ? sum->value : systole_array_machine_read_sum (self, systole_ring_get (&self->sums, 0, cell->row), cell->column));
}

static void
read_idle (const SystoleArrayMachine *self, PeState state, gboolean values, SystoleArrayCell *cell)
{
  double value;
  StayTag stays;
  guint64 m, n;

  if (systole_array_machine_is_os (self))
    {
      if (state != PE_WAITS)
        read_held (self, values, cell);
      return;
    }
  stays = systole_array_machine_get_stationary (self, cell->row, cell->column, &value);
  if (!stays.valid)
    return;
  m = n = (guint64) stays.column_fold * self->def.columns + cell->column;
  systole_array_machine_locate (self, stays.product, &m, &n);
  cell->k = (guint64) stays.row_fold * self->def.rows + stays.row;
  if (self->def.dataflow == SYSTOLE_DATAFLOW_WS)
    cell->n = n;
  else
    cell->m = m;
  if (values)
    *(self->def.dataflow == SYSTOLE_DATAFLOW_WS ? &cell->b : &cell->a) = present (value);
}

static void
read_cell (const SystoleArrayMachine *self, guint row, guint column, gboolean values, SystoleArrayCell *cell)
{
  guint64 fold;
  PeState state = systole_array_machine_get_state (self, row, column, &fold);
  Mac mac;

  *cell = (SystoleArrayCell){ .row = row, .column = column, .m = SYSTOLE_NO_INDEX, .n = SYSTOLE_NO_INDEX, .k = SYSTOLE_NO_INDEX, .fold = fold };
  if (!systole_array_machine_covers (self, fold, row, column))
    {
      cell->reason = SYSTOLE_REASON_PADDING;
      return;
    }
  if (!systole_array_machine_get_mac (self, row, column, &mac))
    {
      cell->reason = reason_of (self, state, fold);
      read_idle (self, state, values, cell);
      return;
    }
  cell->reason = SYSTOLE_REASON_BUSY;
  cell->m = mac.m;
  cell->n = mac.n;
  cell->k = mac.k;
  cell->final = mac.k + 1 == self->gemm.k;
  if (!values)
    return;
  cell->a = present (mac.a);
  cell->b = present (mac.b);
  cell->product = present (systole_format_multiply (self->gemm.format, mac.a, mac.b));
  cell->partial_in = present (mac.in);
  cell->partial_out = present (mac.out);
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
        guint64 fold;
        PeState state = systole_array_machine_get_state (self, r, c, &fold);

        if (!systole_array_machine_covers (self, fold, r, c))
          continue;
        waiting += state == PE_WAITS;
        finished += state == PE_DONE && (!self->overlapped || fold + 1 == self->folds);
      }
  if (waiting > finished)
    return SYSTOLE_PHASE_FILL;
  return waiting == 0 && finished == 0 ? SYSTOLE_PHASE_STEADY : SYSTOLE_PHASE_DRAIN;
}

/* Memory holds the array up: nothing is clocked. */
static void
hold (const SystoleArrayMachine *self, SystoleArrayFrame *frame)
{
  if (self->pacer.before || self->pacer.over)
    frame->phase = self->pacer.before ? SYSTOLE_PHASE_COPY : SYSTOLE_PHASE_EPILOGUE;
  else if (self->pacer.waits)
    frame->phase = SYSTOLE_PHASE_WAIT;
  systole_array_frame_hold (frame, self->pacer.before || self->pacer.over);
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
  frame->held = FALSE;
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
        const Sum *sum = (const Sum *) systole_ring_get (&self->left, 0, slot) + column;
        SystoleEdgeToken token = { column, slot, FALSE, window->values ? sum->value : 0, sum->m, sum->n, sum->k_end == self->gemm.k };

        if (!sum->valid)
          continue;
        systole_array_machine_locate (self, sum->product, &token.i, &token.j);
        g_array_append_val (frame->bottom, token);
      }
  if (self->timeline != NULL && !self->pacer.goes_on)
    hold (self, frame);
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
  return self->timeline != NULL ? systole_array_pacer_is_done (&self->pacer) : self->control.stage == STAGE_DONE;
}

/**
 * systole_array_machine_get_result:
 *
 * Returns: TRUE if C[@m, @n] is finished and has left the array
 */
gboolean
systole_array_machine_get_result (const SystoleArrayMachine *self, guint64 m, guint64 n, double *value)
{
  guint64 product = n / self->gemm.n, first_m = 0, first_n = 0, i;

  systole_array_machine_locate (self, product, &first_m, &first_n);
  i = (product * self->gemm.m + m - first_m) * self->gemm.n + n - first_n;
  if (!self->finished[i])
    return FALSE;
  *value = systole_array_machine_read_sum (self, self->results, i);
  return TRUE;
}
