/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-machine-private.h"

#include <string.h>

#include "engine/base/vector.h"

/*
 * The clock edge of the sums. All PEs multiply in one loop over the registers; what is particular
 * to few of them (the first and last slot of a fold, sums that leave) is looked after
 * before and behind it.
 */

typedef struct
{
  guint rows, columns;
  gsize a, sums; /* elements from row to row */
} Shape;

/* Each sum grows by the product of the operands in its PE. */
SYSTOLE_VECTOR static void
add_integers (Shape shape, gint32 *sums, const gint8 *a, const gint8 *b)
{
  for (guint r = 0; r < shape.rows; r++)
    {
      guint32 *restrict sum = (guint32 *) sums + r * shape.sums;
      const gint8 *restrict x = a + r * shape.a, *restrict y = b + (gsize) r * shape.columns;

      for (guint c = 0; c < shape.columns; c++)
        sum[c] += (guint32) (x[c] * y[c]);
    }
}

SYSTOLE_VECTOR static void
add_floats (Shape shape, float *sums, const float *a, const float *b)
{
  for (guint r = 0; r < shape.rows; r++)
    {
      float *restrict sum = sums + r * shape.sums;
      const float *restrict x = a + r * shape.a, *restrict y = b + (gsize) r * shape.columns;

      for (guint c = 0; c < shape.columns; c++)
        sum[c] += x[c] * y[c];
    }
}

SYSTOLE_VECTOR static void
add_doubles (Shape shape, double *sums, const double *a, const double *b)
{
  for (guint r = 0; r < shape.rows; r++)
    {
      double *restrict sum = sums + r * shape.sums;
      const double *restrict x = a + r * shape.a, *restrict y = b + (gsize) r * shape.columns;

      for (guint c = 0; c < shape.columns; c++)
        sum[c] += x[c] * y[c];
    }
}

static void
add_products (SystoleArrayMachine *self, gconstpointer b)
{
  Shape shape = { self->def.rows, self->def.columns, systole_ring_get_stride (&self->across) / self->across.size, (gsize) self->hop * self->def.columns };
  gpointer sums = systole_ring_get (&self->sums, 0, 0);
  gconstpointer a = systole_ring_get (&self->across, 0, 0);

  if (self->numbers == NUMBERS_INTEGERS)
    add_integers (shape, sums, a, b);
  else if (self->numbers == NUMBERS_FLOATS)
    add_floats (shape, sums, a, b);
  else
    add_doubles (shape, sums, a, b);
}

double
systole_array_machine_read_operand (const SystoleArrayMachine *self, gconstpointer registers, gsize i)
{
  if (self->numbers == NUMBERS_INTEGERS)
    return ((const gint8 *) registers)[i];
  return self->numbers == NUMBERS_FLOATS ? (double) ((const float *) registers)[i] : ((const double *) registers)[i];
}

double
systole_array_machine_read_sum (const SystoleArrayMachine *self, gconstpointer registers, gsize i)
{
  if (self->numbers == NUMBERS_INTEGERS)
    return ((const gint32 *) registers)[i];
  return self->numbers == NUMBERS_FLOATS ? (double) ((const float *) registers)[i] : ((const double *) registers)[i];
}

static inline void
write_sum (Numbers numbers, gpointer registers, gsize i, double value)
{
  if (numbers == NUMBERS_INTEGERS)
    ((gint32 *) registers)[i] = (gint32) value;
  else if (numbers == NUMBERS_FLOATS)
    ((float *) registers)[i] = (float) value;
  else
    ((double *) registers)[i] = value;
}

/* Sums that the accumulators take. */
static void
keep (SystoleArrayMachine *self, const Sum *sums, guint n_sums)
{
  /* Copies, since what is stored below might be these for all that C knows. */
  gsize rows = self->gemm.m, columns = self->gemm.n;
  guint64 k = self->gemm.k, done = 0;
  Numbers numbers = self->numbers;
  gpointer results = self->results;
  guint8 *finished = self->finished;

  for (guint i = 0; i < n_sums; i++)
    {
      gsize at = (sums[i].product * rows + sums[i].m) * columns + sums[i].n;

      if (!sums[i].valid)
        continue;
      write_sum (numbers, results, at, sums[i].value);
      finished[at] = sums[i].k_end == k;
      done += finished[at];
    }
  self->out_done += done;
}

/* os: the sum that PE (row, column) has when its last product is in; the fold says which element it is. */
static Sum
finish_sum (const SystoleArrayMachine *self, guint row, guint column)
{
  const Tag *across = systole_array_machine_get_tag (self, row, column);
  const Tag *down = (const Tag *) systole_ring_get (&self->down_tags, 0, row) + column;

  return (Sum){
    .value = systole_array_machine_read_sum (self, systole_ring_get (&self->sums, 0, row), column),
    .product = across->product,
    .m = across->row_fold * self->def.rows + row,
    .n = down->column_fold * self->def.columns + column,
    .k_end = down->slot + G_GUINT64_CONSTANT (1),
    .fold = (guint32) systole_array_machine_get_fold (self, across),
    .valid = across->valid && down->valid,
  };
}

/* os, overlapped: a column shifts out the sums of one fold; those of the next, captured meanwhile, stay. */
static void
shift_drain (SystoleArrayMachine *self, guint column)
{
  guint64 fold = self->drains[column].fold;

  for (guint r = self->def.rows; r-- > 0;)
    {
      Sum *sum = &self->drain[(gsize) r * self->def.columns + column];
      const Sum *above = r > 0 ? sum - self->def.columns : NULL;

      if (above != NULL && above->valid && above->fold == fold)
        *sum = *above;
      else if (sum->fold == fold)
        sum->valid = FALSE;
    }
}

static const Marks *
get_marks (const SystoleArrayMachine *self, guint column)
{
  return systole_ring_get (&self->across_marks, 0, column);
}

/* os, behind the products: sums with their last product are finished. */
static void
finish_sums (SystoleArrayMachine *self)
{
  for (guint c = 0; c < self->def.columns; c++)
    {
      guint row = get_marks (self, c)->last;
      Sum sum;

      if (row == G_MAXUINT)
        continue;
      sum = finish_sum (self, row, c);
      if (sum.valid && self->overlapped)
        self->drain[(gsize) row * self->def.columns + c] = sum;
      else if (sum.valid)
        ((Sum *) systole_ring_get (&self->sum_tags, 0, row))[c] = sum;
      if (sum.valid && self->def.timing == SYSTOLE_TIMING_SCALE_SIM)
        keep (self, &sum, 1); /* read in place; no PE reads it back */
      if (self->overlapped && row + 1 == self->def.rows)
        self->drains[c] = (Drain){ self->def.rows, systole_array_machine_get_fold (self, systole_array_machine_get_tag (self, row, c)) };
    }
}

/* os, one fold after the other: all columns shift down by one, and the lowest row leaves. */
static void
drain_sums (SystoleArrayMachine *self, Sum *leaving)
{
  gconstpointer values = systole_ring_get (&self->sums, 0, self->def.rows - 1);
  const Sum *tags = systole_ring_get (&self->sum_tags, 0, self->def.rows - 1);

  for (guint c = 0; c < self->def.columns; c++)
    {
      leaving[c] = tags[c];
      leaving[c].value = systole_array_machine_read_sum (self, values, c);
    }
  systole_ring_shift (&self->sums);
  systole_ring_shift (&self->sum_tags);
  memset (systole_ring_get (&self->sums, 0, 0), 0, self->sums.width * self->sums.size);
  memset (systole_ring_get (&self->sum_tags, 0, 0), 0, self->sum_tags.width * self->sum_tags.size);
}

static void
multiply_os (SystoleArrayMachine *self, Sum *leaving)
{
  guint rows = self->def.rows, columns = self->def.columns;
  gpointer sums = systole_ring_get (&self->sums, 0, 0);

  if (self->control.stage == STAGE_DRAIN)
    {
      drain_sums (self, leaving);
      return;
    }
  for (guint c = 0; c < columns; c++)
    {
      guint row = get_marks (self, c)->first;

      leaving[c].valid = FALSE;
      if (row != G_MAXUINT)
        write_sum (self->numbers, sums, (gsize) row * columns + c, 0);
    }
  add_products (self, systole_ring_get (&self->down, 0, 0));
  for (guint c = 0; c < columns && self->overlapped; c++)
    if (self->drains[c].left > 0)
      {
        const Sum *last = &self->drain[(gsize) (rows - 1) * columns + c];

        if (last->fold == self->drains[c].fold)
          leaving[c] = *last;
        shift_drain (self, c);
        self->drains[c].left--;
      }
  finish_sums (self);
}

/* ws, is: sums go down by a row, each adds its PE's product, and the lowest leave. */
static void
multiply_passing (SystoleArrayMachine *self, Sum *leaving)
{
  gboolean ws = self->def.dataflow == SYSTOLE_DATAFLOW_WS;
  guint last = self->def.rows * self->hop - 1; /* register above the bottom edge */
  const Tag *tags = systole_ring_get (&self->sum_tags, 0, last);
  gconstpointer sums;

  systole_ring_shift (&self->sums);
  memcpy (systole_ring_get (&self->sums, 0, 0), self->starts, self->sums.width * self->sums.size);
  add_products (self, self->overlapped ? self->active : systole_ring_get (&self->chains[0], 0, 0));
  sums = systole_ring_get (&self->sums, 0, last);
  for (guint c = 0; c < self->def.columns; c++)
    {
      const Tag *tag = &tags[c];
      guint32 other = tag->column_fold * self->def.columns + c;

      leaving[c].valid = tag->valid;
      if (!tag->valid)
        continue;
      leaving[c].value = systole_array_machine_read_sum (self, sums, c);
      leaving[c].product = tag->product;
      leaving[c].m = ws ? tag->slot : other;
      leaving[c].n = ws ? other : tag->slot;
      leaving[c].k_end = MIN (self->gemm.k, (tag->row_fold + G_GUINT64_CONSTANT (1)) * self->def.rows);
    }
}

/* The products of this cycle, added; what leaves at its end is a new line of `left`. */
void
systole_array_machine_multiply (SystoleArrayMachine *self)
{
  systole_ring_shift (&self->left);
  if (systole_array_machine_is_os (self))
    multiply_os (self, systole_ring_get (&self->left, 0, 0));
  else
    multiply_passing (self, systole_ring_get (&self->left, 0, 0));
}

/* What has just left goes to the accumulators. */
void
systole_array_machine_collect (SystoleArrayMachine *self)
{
  keep (self, systole_ring_get (&self->left, 0, 0), self->def.columns);
}
