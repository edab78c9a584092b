/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-machine-private.h"

#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

/*
 * Everything here is local: a PE has its own registers and hands on to its right and
 * lower neighbour, a controller feeds row 0 and column 0, and control bits (first, last,
 * fold) walk with the operands. When a fold ends is not computed: it ends when the last
 * operand has reached the last PE.
 */

#define MAX_MACHINE_CYCLES (G_GUINT64_CONSTANT (1) << 26)
#define MAX_RESULTS (G_GUINT64_CONSTANT (1) << 26)

gboolean
systole_array_machine_covers (const SystoleArrayMachine *self, guint64 fold, guint row, guint column)
{
  guint64 first_row = fold % self->folds_of_one / self->column_folds * self->def.rows, first_column = fold % self->column_folds * self->def.columns;

  return first_row + row < self->spatial_rows && first_column + column < self->spatial_columns;
}

void
systole_array_machine_locate (const SystoleArrayMachine *self, guint64 product, guint64 *m, guint64 *n)
{
  guint64 first_m, first_n;

  systole_product_get_origin (&self->gemm, &self->unfolding, product, &first_m, &first_n);
  *m += first_m;
  *n += first_n;
}

/* Overlapped: where the first slot of a fold has come, the PE multiplies with the block that waited in its shadow. */
static void
swap_weights (SystoleArrayMachine *self)
{
  gsize size = self->chains[0].size;

  for (guint c = 0; c < self->def.columns; c++)
    {
      guint row = ((const Marks *) systole_ring_get (&self->across_marks, 0, c))->first;
      gsize i = (gsize) row * self->def.columns + c;

      if (row == G_MAXUINT)
        continue;
      memcpy ((guint8 *) self->active + i * size, (const guint8 *) self->shadow + i * size, size);
      self->active_tags[i] = self->shadow_tags[i];
    }
}

/* Column 0 is told to shift, and passes what it was told to the next. */
static void
move_shifts (SystoleArrayMachine *self, const Control *next)
{
  systole_ring_shift (&self->shifts);
  *(Shift *) systole_ring_get (&self->shifts, 0, 0) = (Shift){ next->loads, next->load_fold, (guint) next->load_counter };
}

/* One fold after the other: what stood still in the last one is forgotten. */
static void
begin_fold (SystoleArrayMachine *self)
{
  if (!systole_array_machine_is_os (self))
    {
      systole_array_machine_forget_stationary (self);
      return;
    }
  for (guint r = 0; r < self->def.rows; r++)
    {
      memset (systole_ring_get (&self->sums, 0, r), 0, self->sums.width * self->sums.size);
      memset (systole_ring_get (&self->sum_tags, 0, r), 0, self->sum_tags.width * self->sum_tags.size);
    }
}

/* The registers of the cycle that `next` controls, but for the sums. */
static void
enter (SystoleArrayMachine *self, const Control *next)
{
  systole_array_machine_feed (self, next);
  if (systole_array_machine_is_os (self))
    return;
  move_shifts (self, next);
  if (self->overlapped)
    swap_weights (self);
  systole_array_machine_start_sums (self);
}

/**
 * systole_array_machine_step:
 *
 * One clock: what every register takes comes from what all held before. Behind the last
 * cycle nothing happens any more.
 */
void
systole_array_machine_step (SystoleArrayMachine *self)
{
  Control next = self->control;

  if (systole_array_machine_is_done (self))
    return;
  self->cycle++;
  if (self->timeline != NULL)
    {
      gboolean goes_on = self->pacer.goes_on;

      systole_array_pacer_advance (&self->pacer);
      if (!goes_on)
        return; /* no register is clocked */
    }
  systole_array_machine_control (self, &next);
  systole_array_machine_multiply (self);
  if (!systole_array_machine_is_os (self))
    systole_array_machine_shift_chains (self);
  systole_array_machine_collect (self);
  if (!self->overlapped && next.stage != STAGE_DONE && next.fold != self->control.fold)
    begin_fold (self);
  enter (self, &next);
  self->control = next;
}

static gboolean
allocate_stationary (SystoleArrayMachine *self, gsize operand)
{
  guint rows = self->def.rows, columns = self->def.columns;
  gboolean ok;

  self->n_chains = self->overlapped ? columns : 1;
  self->chains = g_new0 (SystoleRing, self->n_chains);
  self->chain_tags = g_new0 (SystoleRing, self->n_chains);
  ok = systole_ring_init (&self->shifts, FALSE, 1, self->n_chains, 1, sizeof (Shift));
  for (guint q = 0; q < self->n_chains && ok; q++)
    ok = systole_ring_init (&self->chains[q], TRUE, 1, rows, columns / self->n_chains, operand) && systole_ring_init (&self->chain_tags[q], FALSE, 1, rows, 1, sizeof (StayTag));
  if (self->overlapped)
    {
      self->shadow = g_malloc0_n ((gsize) rows * columns, operand);
      self->active = g_malloc0_n ((gsize) rows * columns, operand);
      self->shadow_tags = g_new0 (StayTag, (gsize) rows * columns);
      self->active_tags = g_new0 (StayTag, (gsize) rows * columns);
    }
  return ok;
}

static gsize
operand_size (Numbers numbers)
{
  if (numbers == NUMBERS_INTEGERS)
    return sizeof (gint8);
  return numbers == NUMBERS_FLOATS ? sizeof (float) : sizeof (double);
}

static gboolean
allocate (SystoleArrayMachine *self)
{
  guint rows = self->def.rows, columns = self->def.columns;
  gsize n = (gsize) rows * columns, operand = operand_size (self->numbers), sum = self->numbers == NUMBERS_DOUBLES ? sizeof (double) : 4;
  gboolean os = systole_array_machine_is_os (self);

  self->results = g_try_malloc0_n (self->gemm.m * self->gemm.n * self->gemm.batch, sum);
  self->finished = g_try_new0 (guint8, self->gemm.m * self->gemm.n * self->gemm.batch);
  self->starts = g_malloc0_n (columns, sum);
  self->drains = g_new0 (Drain, columns);
  if (os && self->overlapped)
    self->drain = g_new0 (Sum, n);
  if (os && !(systole_ring_init (&self->down, TRUE, 1, rows + 1, columns, operand) && systole_ring_init (&self->down_tags, FALSE, 1, rows + 1, columns, sizeof (Tag))))
    return FALSE;
  if (!os && !allocate_stationary (self, operand))
    return FALSE;
  /* A line more than the columns have, for the controller that sees the last PE's a cycle later; two for the rows' distance. */
  return self->results != NULL && self->finished != NULL && systole_ring_init (&self->across, TRUE, rows, columns + 2, 1, operand) &&
         systole_ring_init (&self->across_tags, FALSE, 1, columns + 2, rows, sizeof (Tag)) && systole_ring_init (&self->across_marks, FALSE, 1, columns + 2, 1, sizeof (Marks)) &&
         systole_ring_init (&self->sums, TRUE, 1, rows * self->hop, columns, sum) && systole_ring_init (&self->sum_tags, FALSE, 1, rows * self->hop + 1, columns, os ? sizeof (Sum) : sizeof (Tag)) &&
         systole_ring_init (&self->left, FALSE, 1, SYSTOLE_EDGE_SLOTS, columns, sizeof (Sum)) && systole_array_machine_fill_memory (self);
}

static void
forget_marks (SystoleArrayMachine *self)
{
  for (guint c = 0; c < self->across_marks.depth; c++)
    *(Marks *) systole_ring_get (&self->across_marks, 0, c) = (Marks){ G_MAXUINT, G_MAXUINT };
}

static gboolean
attach_memory (SystoleArrayMachine *self, const SystoleProduct *product, gboolean cold, GError **error)
{
  g_autofree SystoleArrayTimeline *timeline = g_new (SystoleArrayTimeline, 1);

  if (!systole_array_timeline_init (timeline, product, &self->def, cold, error))
    return FALSE;
  if (timeline->is_plain)
    return TRUE;
  self->timeline = g_steal_pointer (&timeline);
  systole_array_pacer_init (&self->pacer, self->timeline);
  return TRUE;
}

/**
 * systole_array_machine_new_with_hop:
 * @run: on a bare array; only the operation and the array's def are read
 * @hop: registers that a sum passes from row to row, 1 or 2; 2: ws or is, not overlapped, no shadows
 *
 * Returns: (transfer full) (nullable): the machine in cycle 0, or NULL with
 *   %SYSTOLE_ERROR_CAPACITY for more than 2^26 cycles or results
 */
SystoleArrayMachine *
systole_array_machine_new_with_hop (const SystoleRun *run, guint hop, GError **error)
{
  const SystoleArrayDef *def = systole_machine_get_array (systole_run_get_machine (run));
  g_autoptr (SystoleArrayMachine) self = g_new0 (SystoleArrayMachine, 1);
  guint64 results = 0;
  SystoleProduct product;

  g_return_val_if_fail (def != NULL && hop >= 1 && hop <= SYSTOLE_ARRAY_MACHINE_MAX_HOP, NULL);
  g_return_val_if_fail (hop == 1 || (def->timing != SYSTOLE_TIMING_OVERLAPPED && def->dataflow != SYSTOLE_DATAFLOW_OS), NULL);
  self->def = *def;
  self->hop = hop;
  self->one_by_one = def->weights == SYSTOLE_WEIGHTS_SHADOW && def->timing == SYSTOLE_TIMING_HARDWARE && def->dataflow != SYSTOLE_DATAFLOW_OS && hop == 1;
  self->overlapped = def->timing == SYSTOLE_TIMING_OVERLAPPED || self->one_by_one;
  systole_op_as_product (systole_run_get_op (run), &product);
  self->gemm = product.gemm;
  self->unfolding = product.unfolding;
  self->numbers = self->gemm.format == SYSTOLE_FORMAT_INT8 ? NUMBERS_INTEGERS : self->gemm.format == SYSTOLE_FORMAT_FP64 ? NUMBERS_DOUBLES
                                                                                                                         : NUMBERS_FLOATS;
  self->stream = systole_array_machine_is_os (self) ? self->gemm.k : def->dataflow == SYSTOLE_DATAFLOW_WS ? self->gemm.m
                                                                                                          : self->gemm.n;
  self->spatial_rows = systole_array_machine_is_os (self) ? self->gemm.m : self->gemm.k;
  self->spatial_columns = def->dataflow == SYSTOLE_DATAFLOW_IS ? self->gemm.m : self->gemm.n;
  self->column_folds = systole_ceil_div (self->spatial_columns, def->columns);
  self->folds_of_one = systole_ceil_div (self->spatial_rows, def->rows) * self->column_folds;
  self->folds = self->folds_of_one * self->gemm.batch;
  if (systole_run_get_n_cycles (run) > MAX_MACHINE_CYCLES || !systole_checked_mul (self->gemm.m, self->gemm.n, &results) || !systole_checked_mul (results, self->gemm.batch, &results) || results > MAX_RESULTS || !allocate (self))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("The register machine runs at most 2^26 cycles and 2^26 results, and needs memory for every register"));
      return NULL;
    }
  if (!attach_memory (self, &product, systole_run_get_operands (run) == SYSTOLE_OPERANDS_COLD, error))
    return NULL;
  forget_marks (self);
  systole_array_machine_control_begin (self, &self->control);
  enter (self, &self->control);
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

static void
free_registers (SystoleArrayMachine *self)
{
  SystoleRing *rings[] = { &self->across, &self->across_tags, &self->across_marks, &self->down, &self->down_tags, &self->shifts, &self->sums, &self->sum_tags, &self->left };

  for (guint q = 0; q < self->n_chains; q++)
    {
      systole_ring_clear (&self->chains[q]);
      systole_ring_clear (&self->chain_tags[q]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (rings); i++)
    systole_ring_clear (rings[i]);
}

void
systole_array_machine_free (SystoleArrayMachine *self)
{
  if (self == NULL)
    return;
  free_registers (self);
  g_free (self->timeline);
  g_free (self->a.elements);
  g_free (self->b.elements);
  g_free (self->chains);
  g_free (self->chain_tags);
  g_free (self->shadow);
  g_free (self->active);
  g_free (self->shadow_tags);
  g_free (self->active_tags);
  g_free (self->starts);
  g_free (self->drain);
  g_free (self->drains);
  g_free (self->results);
  g_free (self->finished);
  g_free (self);
}
