/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-machine-private.h"

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

/*
 * Everything here is local: a PE sees its own registers and those of its left and
 * upper neighbour, a controller feeds row 0 and column 0, and control bits (first, last,
 * fold) walk with the operands. When a fold ends is not computed: it ends when the last
 * operand has reached the last PE.
 */

#define MAX_MACHINE_CYCLES (G_GUINT64_CONSTANT (1) << 26)
#define MAX_RESULTS (G_GUINT64_CONSTANT (1) << 26)

static Pe *
pe_at (const SystoleArrayMachine *self, Pe *pes, guint row, guint column)
{
  return &pes[(gsize) row * self->def.columns + column];
}

static gboolean
is_os (const SystoleArrayMachine *self)
{
  return self->def.dataflow == SYSTOLE_DATAFLOW_OS;
}

/* Element (i, j) of A or B of the fold's product, or an empty register beyond the matrix. Its indices are global. */
static Operand
fetch (const SystoleArrayMachine *self, SystoleOperand which, guint64 i, guint64 j, guint64 fold)
{
  guint64 rows = which == SYSTOLE_OPERAND_A ? self->gemm.m : self->gemm.k;
  guint64 columns = which == SYSTOLE_OPERAND_A ? self->gemm.k : self->gemm.n;
  Operand operand = { .fold = fold, .valid = i < rows && j < columns };
  guint64 m, n;

  systole_product_get_origin (&self->gemm, &self->unfolding, fold / self->folds_of_one, &m, &n);
  operand.i = which == SYSTOLE_OPERAND_A ? m + i : i;
  operand.j = which == SYSTOLE_OPERAND_A ? j : n + j;
  if (operand.valid)
    operand.value = which == SYSTOLE_OPERAND_A ? systole_product_a (&self->gemm, &self->unfolding, n, operand.i, j) : systole_product_b (&self->gemm, &self->unfolding, i, operand.j);
  return operand;
}

/* First row and column of the fold's block of its product, in elements. */
static guint64
first_row (const SystoleArrayMachine *self, guint64 fold)
{
  return fold % self->folds_of_one / self->column_folds * self->def.rows;
}

static guint64
first_column (const SystoleArrayMachine *self, guint64 fold)
{
  return fold % self->column_folds * self->def.columns;
}

/* The operand that enters row `row` from the left: A[m, k] (ws, os) or B[k, n] (is). */
static Operand
fetch_left (const SystoleArrayMachine *self, const Operand *control, guint row, guint64 slot)
{
  guint64 line = first_row (self, control->fold) + row;
  Operand operand = is_os (self)                                ? fetch (self, SYSTOLE_OPERAND_A, line, slot, control->fold)
                    : self->def.dataflow == SYSTOLE_DATAFLOW_WS ? fetch (self, SYSTOLE_OPERAND_A, slot, line, control->fold)
                                                                : fetch (self, SYSTOLE_OPERAND_B, line, slot, control->fold);

  operand.moves = TRUE;
  operand.first = slot == 0;
  operand.last = slot + 1 == self->stream;
  return operand;
}

static guint64
slot_of (const SystoleArrayMachine *self, const Operand *across)
{
  return self->def.dataflow == SYSTOLE_DATAFLOW_WS ? across->i % self->gemm.m : self->def.dataflow == SYSTOLE_DATAFLOW_IS ? across->j % self->gemm.n
                                                                                                                          : across->j;
}

/* Row `row` of the fold's stationary block, for one column: B[k, n] (ws) or A[m, k] (is). */
static Operand
fetch_stationary (const SystoleArrayMachine *self, guint64 fold, guint row, guint column)
{
  guint64 k = first_row (self, fold) + row;
  guint64 other = first_column (self, fold) + column;

  return self->def.dataflow == SYSTOLE_DATAFLOW_WS ? fetch (self, SYSTOLE_OPERAND_B, k, other, fold) : fetch (self, SYSTOLE_OPERAND_A, other, k, fold);
}

/* Rows that all products share hold the columns of all; else the columns of each are counted from 0. */
Sum *
systole_array_machine_get_accumulator (const SystoleArrayMachine *self, guint64 m, guint64 n)
{
  return &self->results[m * self->result_columns + n % self->result_columns];
}

gboolean
systole_array_machine_covers (const SystoleArrayMachine *self, guint64 fold, guint row, guint column)
{
  return first_row (self, fold) + row < self->spatial_rows && first_column (self, fold) + column < self->spatial_columns;
}

const Operand *
systole_array_machine_get_stationary (const SystoleArrayMachine *self, const Pe *pe)
{
  if (!self->overlapped)
    return &pe->chain;
  return pe->across.moves && pe->across.first ? &pe->shadow : &pe->active;
}

gboolean
systole_array_machine_get_mac (const SystoleArrayMachine *self, guint row, guint column, Operand *a, Operand *b, Sum *in, Sum *out)
{
  const Pe *pe = pe_at (self, self->pes, row, column);
  const Operand *stays = is_os (self) ? &pe->down : systole_array_machine_get_stationary (self, pe);

  if (!pe->across.moves || !pe->across.valid || !stays->valid)
    return FALSE;
  *a = self->def.dataflow == SYSTOLE_DATAFLOW_IS ? *stays : pe->across;
  *b = self->def.dataflow == SYSTOLE_DATAFLOW_IS ? pe->across : *stays;
  if (is_os (self))
    *in = pe->across.first ? (Sum){ .valid = FALSE } : pe->sum;
  else if (row > 0)
    *in = self->hop == 2 ? pe_at (self, self->pes, row - 1, column)->hop : pe_at (self, self->pes, row - 1, column)->sum;
  else
    *in = b->i == 0 ? (Sum){ .valid = FALSE } : *systole_array_machine_get_accumulator (self, a->i, b->j);
  if (!in->valid)
    *in = (Sum){ .m = a->i, .n = b->j, .k_end = b->i, .valid = TRUE };
  *out = *in;
  out->value = systole_format_add (self->gemm.format, in->value, systole_format_multiply (self->gemm.format, a->value, b->value));
  out->k_end = b->i + 1;
  return TRUE;
}

static void
shift_chains (SystoleArrayMachine *self)
{
  for (guint c = 0; c < self->def.columns; c++)
    {
      const Shift *shift = &self->shifts[c];

      if (!shift->on)
        continue;
      for (guint r = 0; r < self->def.rows; r++)
        {
          Pe *next = pe_at (self, self->next_pes, r, c);

          next->chain = r > 0 ? pe_at (self, self->pes, r - 1, c)->chain : fetch_stationary (self, shift->fold, self->def.rows - 1 - shift->counter, c);
          if (self->overlapped && shift->counter + 1 == self->def.rows)
            next->shadow = next->chain;
        }
    }
}

/* What will be in the operand registers in the next cycle. */
static void
move_operands (SystoleArrayMachine *self, guint r, guint c)
{
  Pe *next = pe_at (self, self->next_pes, r, c);
  const Control *control = &self->next_control;

  if (c > 0)
    next->across = pe_at (self, self->pes, r, c - 1)->across;
  else if (r > 0)
    {
      const Pe *above = pe_at (self, self->pes, r - 1, 0);
      const Operand *source = self->hop == 2 && !is_os (self) ? &above->wait : &above->across;

      next->across = source->moves ? fetch_left (self, source, r, slot_of (self, source)) : (Operand){ .moves = FALSE };
    }
  else
    next->across = control->stage == STAGE_STREAM && control->counter < self->stream ? fetch_left (self, &(Operand){ .fold = control->fold }, 0, control->counter) : (Operand){ .moves = FALSE };
  next->wait = pe_at (self, self->pes, r, c)->across;

  if (!is_os (self))
    return;
  if (r > 0)
    next->down = pe_at (self, self->pes, r - 1, c)->down;
  else if (c > 0)
    {
      const Operand *source = &pe_at (self, self->pes, 0, c - 1)->down;

      next->down = source->moves ? fetch (self, SYSTOLE_OPERAND_B, source->i, first_column (self, source->fold) + c, source->fold) : (Operand){ .moves = FALSE };
      next->down.moves = source->moves;
    }
  else
    {
      next->down = fetch (self, SYSTOLE_OPERAND_B, control->counter, first_column (self, control->fold), control->fold);
      next->down.moves = control->stage == STAGE_STREAM && control->counter < self->stream;
      next->down.valid = next->down.valid && next->down.moves;
    }
}

static void
keep (SystoleArrayMachine *self, const Sum *sum)
{
  *systole_array_machine_get_accumulator (self, sum->m, sum->n) = *sum;
  self->out_done += sum->k_end == self->gemm.k;
}

/* A column shifts out the sums of one fold; those of the next, captured meanwhile, stay. */
static void
shift_drain (SystoleArrayMachine *self, guint r, guint c)
{
  Pe *next = pe_at (self, self->next_pes, r, c);
  const Sum *above = r > 0 ? &pe_at (self, self->pes, r - 1, c)->drain : NULL;

  if (above != NULL && above->valid && above->fold == self->drains[c].fold)
    next->drain = *above;
  else if (next->drain.fold == self->drains[c].fold)
    next->drain.valid = FALSE;
}

static void
add_up (SystoleArrayMachine *self, guint r, guint c)
{
  const Pe *pe = pe_at (self, self->pes, r, c);
  Pe *next = pe_at (self, self->next_pes, r, c);
  gboolean os = is_os (self), drains = os && self->control.stage == STAGE_DRAIN;
  Operand a, b;
  Sum in, out;
  gboolean busy = systole_array_machine_get_mac (self, r, c, &a, &b, &in, &out);

  if (busy)
    next->sum = out;
  else if (!os)
    next->sum = r == 0 ? (Sum){ .valid = FALSE } : self->hop == 2 ? pe_at (self, self->pes, r - 1, c)->hop
                                                                  : pe_at (self, self->pes, r - 1, c)->sum;
  else if (drains)
    next->sum = r == 0 ? (Sum){ .valid = FALSE } : pe_at (self, self->pes, r - 1, c)->sum;
  next->hop = pe->sum;

  if (self->drains[c].left > 0)
    shift_drain (self, r, c);
  if (os && busy && pe->across.last && self->overlapped)
    {
      next->drain = out;
      next->drain.fold = pe->across.fold;
    }
  if (os && busy && pe->across.last && self->def.timing == SYSTOLE_TIMING_SCALE_SIM)
    keep (self, &out); /* read in place; no PE reads it back */
  if (r + 1 < self->def.rows)
    return;
  if (os && self->overlapped)
    {
      self->leaving[c] = self->drains[c].left > 0 && pe->drain.fold == self->drains[c].fold ? pe->drain : (Sum){ .valid = FALSE };
      self->next_drains[c] = pe->across.moves && pe->across.last ? (Drain){ self->def.rows, pe->across.fold } : (Drain){ self->drains[c].left - (self->drains[c].left > 0), self->drains[c].fold };
    }
  else if (os)
    self->leaving[c] = drains ? pe->sum : (Sum){ .valid = FALSE };
  else
    self->leaving[c] = self->hop == 2 ? pe->sum : next->sum;
}

static void
update_state (SystoleArrayMachine *self, guint r, guint c, gboolean new_fold)
{
  const Pe *pe = pe_at (self, self->pes, r, c);
  Pe *next = pe_at (self, self->next_pes, r, c);

  if (self->overlapped && pe->across.moves && pe->across.first)
    next->active = pe->shadow;
  if (pe->across.moves && pe->across.last)
    next->state = PE_DONE;
  if (next->across.moves)
    {
      next->state = PE_RUNS;
      next->fold = next->across.fold;
    }
  if (!new_fold)
    return;
  next->state = next->across.moves ? PE_RUNS : PE_WAITS;
  next->fold = self->next_control.fold;
  if (is_os (self))
    next->sum = (Sum){ .valid = FALSE };
  else
    next->chain = (Operand){ .valid = FALSE };
}

/* Read: everything that the next cycle's registers will hold, from this cycle's only. */
static void
evaluate (SystoleArrayMachine *self)
{
  gsize n = (gsize) self->def.rows * self->def.columns;
  gboolean new_fold;

  self->next_control = self->control;
  systole_array_machine_control (self, &self->next_control);
  new_fold = !self->overlapped && self->next_control.stage != STAGE_DONE && self->next_control.fold != self->control.fold;
  for (gsize i = 0; i < n; i++)
    self->next_pes[i] = self->pes[i];
  shift_chains (self);
  for (guint r = 0; r < self->def.rows; r++)
    for (guint c = 0; c < self->def.columns; c++)
      {
        move_operands (self, r, c);
        add_up (self, r, c);
        update_state (self, r, c, new_fold);
      }
  for (guint c = 0; c < self->def.columns; c++)
    {
      if (c > 0 && self->overlapped)
        self->next_shifts[c] = self->shifts[c - 1];
      else
        self->next_shifts[c] = (Shift){ self->next_control.loads, self->next_control.load_fold, (guint) self->next_control.load_counter };
    }
}

static void
leave (SystoleArrayMachine *self, guint column)
{
  Sum *left = &self->left[(gsize) column * SYSTOLE_EDGE_SLOTS];

  for (guint s = SYSTOLE_EDGE_SLOTS - 1; s > 0; s--)
    left[s] = left[s - 1];
  left[0] = self->leaving[column];
  if (left[0].valid)
    keep (self, &left[0]);
}

static void
commit (SystoleArrayMachine *self)
{
  Pe *pes = self->pes;
  Shift *shifts = self->shifts;
  Drain *drains = self->drains;

  self->pes = self->next_pes;
  self->next_pes = pes;
  self->shifts = self->next_shifts;
  self->next_shifts = shifts;
  self->drains = self->next_drains;
  self->next_drains = drains;
  self->control = self->next_control;
  for (guint c = 0; c < self->def.columns; c++)
    leave (self, c);
}

/**
 * systole_array_machine_step:
 *
 * One clock: read, then commit. Behind the last cycle nothing happens any more.
 */
void
systole_array_machine_step (SystoleArrayMachine *self)
{
  if (self->control.stage == STAGE_DONE)
    return;
  evaluate (self);
  commit (self);
  self->cycle++;
}

/* What the registers hold in cycle 0. */
static void
reset (SystoleArrayMachine *self)
{
  Control *next = &self->next_control;

  systole_array_machine_control_begin (self, next);
  for (guint r = 0; r < self->def.rows; r++)
    for (guint c = 0; c < self->def.columns; c++)
      {
        move_operands (self, r, c);
        update_state (self, r, c, FALSE);
      }
  for (guint c = 0; c < self->def.columns; c++)
    self->next_shifts[c].on = next->loads && (c == 0 || !self->overlapped);
  commit (self);
}

static gboolean
allocate (SystoleArrayMachine *self)
{
  gsize n = (gsize) self->def.rows * self->def.columns;
  guint columns = self->def.columns;

  self->pes = g_try_new0 (Pe, n);
  self->next_pes = g_try_new0 (Pe, n);
  self->results = g_try_new0 (Sum, self->gemm.m * self->gemm.n * self->gemm.batch);
  self->shifts = g_new0 (Shift, columns);
  self->next_shifts = g_new0 (Shift, columns);
  self->drains = g_new0 (Drain, columns);
  self->next_drains = g_new0 (Drain, columns);
  self->leaving = g_new0 (Sum, columns);
  self->left = g_new0 (Sum, (gsize) columns * SYSTOLE_EDGE_SLOTS);
  return self->pes != NULL && self->next_pes != NULL && self->results != NULL;
}

/**
 * systole_array_machine_new_with_hop:
 * @run: on a bare array; only the operation and the array's def are read
 * @hop: registers that a sum passes from row to row, 1 or 2; 2: ws or is, not overlapped
 *
 * Returns: (transfer full) (nullable): the machine in cycle 0, or NULL with
 *   %SYSTOLE_ERROR_CAPACITY for more than 2^26 cycles or results
 */
SystoleArrayMachine *
systole_array_machine_new_with_hop (const SystoleRun *run, guint hop, GError **error)
{
  const SystoleArrayDef *def = systole_machine_get_array (systole_run_get_machine (run));
  g_autoptr (SystoleArrayMachine) self = g_new0 (SystoleArrayMachine, 1);
  guint64 results = 0, next_m, next_n;
  SystoleProduct product;

  g_return_val_if_fail (def != NULL && hop >= 1 && hop <= SYSTOLE_ARRAY_MACHINE_MAX_HOP, NULL);
  g_return_val_if_fail (hop == 1 || (def->timing != SYSTOLE_TIMING_OVERLAPPED && def->dataflow != SYSTOLE_DATAFLOW_OS), NULL);
  self->def = *def;
  self->hop = hop;
  self->overlapped = def->timing == SYSTOLE_TIMING_OVERLAPPED;
  systole_op_as_product (systole_run_get_op (run), &product);
  self->gemm = product.gemm;
  self->unfolding = product.unfolding;
  systole_product_get_origin (&self->gemm, &self->unfolding, 1, &next_m, &next_n);
  self->result_columns = next_m == 0 ? self->gemm.n * self->gemm.batch : self->gemm.n;
  self->stream = is_os (self) ? self->gemm.k : def->dataflow == SYSTOLE_DATAFLOW_WS ? self->gemm.m
                                                                                    : self->gemm.n;
  self->spatial_rows = is_os (self) ? self->gemm.m : self->gemm.k;
  self->spatial_columns = def->dataflow == SYSTOLE_DATAFLOW_IS ? self->gemm.m : self->gemm.n;
  self->column_folds = systole_ceil_div (self->spatial_columns, def->columns);
  self->folds_of_one = systole_ceil_div (self->spatial_rows, def->rows) * self->column_folds;
  self->folds = self->folds_of_one * self->gemm.batch;
  if (systole_run_get_n_cycles (run) > MAX_MACHINE_CYCLES || !systole_checked_mul (self->gemm.m, self->gemm.n, &results) || !systole_checked_mul (results, self->gemm.batch, &results) || results > MAX_RESULTS || !allocate (self))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("The register machine runs at most 2^26 cycles and 2^26 results, and needs memory for every register"));
      return NULL;
    }
  reset (self);
  return g_steal_pointer (&self);
}

/**
 * systole_array_machine_new:
 *
 * The machine with one register from row to row, which frames are compared with.
 */
SystoleArrayMachine *
systole_array_machine_new (const SystoleRun *run, GError **error)
{
  return systole_array_machine_new_with_hop (run, 1, error);
}

void
systole_array_machine_free (SystoleArrayMachine *self)
{
  if (self == NULL)
    return;
  g_free (self->pes);
  g_free (self->next_pes);
  g_free (self->results);
  g_free (self->shifts);
  g_free (self->next_shifts);
  g_free (self->drains);
  g_free (self->next_drains);
  g_free (self->leaving);
  g_free (self->left);
  g_free (self);
}
