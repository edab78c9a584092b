/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-machine-private.h"

#include <string.h>

#include "engine/base/number.h"

/*
 * What enters the array: an address walks down the rows (os: also right along the columns), a
 * cycle a row, and fetches the operand of each row as it comes by; stationary blocks are shifted in
 * from above, last row first; the sums of row 0 start from the accumulators.
 */

#define MAX_MEMORY (G_GUINT64_CONSTANT (1) << 24) /* elements of an operand that are kept */

/* Element (i, j) of an operand of one product. */
static double
make_element (const SystoleArrayMachine *self, SystoleOperand which, guint64 product, guint64 i, guint64 j)
{
  guint64 m = 0, n = 0;

  systole_array_machine_locate (self, product, &m, &n);
  return which == SYSTOLE_OPERAND_A ? systole_product_a (&self->gemm, &self->unfolding, n, m + i, j) : systole_product_b (&self->gemm, &self->unfolding, i, n + j);
}

static inline void
store (Numbers numbers, gpointer registers, gsize to, double value)
{
  if (numbers == NUMBERS_INTEGERS)
    ((gint8 *) registers)[to] = (gint8) value;
  else if (numbers == NUMBERS_FLOATS)
    ((float *) registers)[to] = (float) value;
  else
    ((double *) registers)[to] = value;
}

static gboolean
fill_matrix (const SystoleArrayMachine *self, SystoleOperand which, Matrix *matrix)
{
  guint64 one = 0, n = 0;

  if (!systole_checked_mul (matrix->rows, matrix->columns, &one) || !systole_checked_mul (one, self->gemm.batch, &n) || n > MAX_MEMORY)
    return TRUE;
  matrix->elements = g_try_malloc_n (n, self->across.size);
  for (guint64 i = 0; matrix->elements != NULL && i < n; i++)
    store (self->numbers, matrix->elements, i, make_element (self, which, i / one, i % one / matrix->columns, i % matrix->columns));
  return matrix->elements != NULL;
}

gboolean
systole_array_machine_fill_memory (SystoleArrayMachine *self)
{
  self->a.rows = self->gemm.m;
  self->a.columns = self->b.rows = self->gemm.k;
  self->b.columns = self->gemm.n;
  return fill_matrix (self, SYSTOLE_OPERAND_A, &self->a) && fill_matrix (self, SYSTOLE_OPERAND_B, &self->b);
}

/* An operand's memory, and what its elements go to. */
typedef struct
{
  const SystoleArrayMachine *machine;
  SystoleOperand which;
  Matrix matrix;
  Numbers numbers;
} Source;

static Source
get_source (const SystoleArrayMachine *self, SystoleOperand which)
{
  return (Source){ self, which, which == SYSTOLE_OPERAND_A ? self->a : self->b, self->numbers };
}

/* Element (i, j) of a product's operand into a register; 0 beyond the matrix. Returns: FALSE there */
static inline guint8
fetch (Source source, guint64 product, guint64 i, guint64 j, gpointer registers, gsize to)
{
  const Matrix *matrix = &source.matrix;
  gsize from = (product * matrix->rows + i) * matrix->columns + j;

  if (i >= matrix->rows || j >= matrix->columns)
    {
      store (source.numbers, registers, to, 0);
      return FALSE;
    }
  if (matrix->elements == NULL)
    store (source.numbers, registers, to, make_element (source.machine, source.which, product, i, j));
  else if (source.numbers == NUMBERS_INTEGERS)
    ((gint8 *) registers)[to] = ((const gint8 *) matrix->elements)[from];
  else if (source.numbers == NUMBERS_FLOATS)
    ((float *) registers)[to] = ((const float *) matrix->elements)[from];
  else
    ((double *) registers)[to] = ((const double *) matrix->elements)[from];
  return TRUE;
}

/* A slot of the present stream, or the bubble behind one and in front of the next. */
static Tag
make_tag (const SystoleArrayMachine *self, const Control *next, const Tag *before)
{
  Tag tag = *before;

  if (next->stage == STAGE_STREAM && next->counter < self->stream)
    return (Tag){
      .slot = (guint32) next->counter,
      .product = (guint32) (next->fold / self->folds_of_one),
      .row_fold = (guint32) (next->fold % self->folds_of_one / self->column_folds),
      .column_fold = (guint32) (next->fold % self->column_folds),
      .state = PE_RUNS,
      .first = next->counter == 0,
      .last = next->counter + 1 == self->stream,
    };
  tag.valid = tag.first = tag.last = FALSE;
  tag.state = before->state == PE_RUNS ? PE_DONE : before->state;
  return tag;
}

/* ws: A[m, k], os: A[m, k], is: B[k, n] of the rows that the tags have come to. */
static inline void
fetch_left (SystoleArrayMachine *self, SystoleDataflow dataflow, Tag *tags)
{
  Source source = get_source (self, dataflow == SYSTOLE_DATAFLOW_IS ? SYSTOLE_OPERAND_B : SYSTOLE_OPERAND_A);
  guint8 *registers = systole_ring_get (&self->across, 0, 0);
  gsize stride = systole_ring_get_stride (&self->across);
  guint rows = self->def.rows;

  for (guint r = 0; r < rows; r++, registers += stride)
    {
      guint64 line = (guint64) tags[r].row_fold * rows + r;
      guint64 slot = tags[r].state == PE_RUNS ? tags[r].slot : G_MAXUINT64; /* a bubble has no element */

      tags[r].valid = dataflow == SYSTOLE_DATAFLOW_WS ? fetch (source, tags[r].product, slot, line, registers, 0) : fetch (source, tags[r].product, line, slot, registers, 0);
    }
}

static void
feed_left (SystoleArrayMachine *self, const Control *next)
{
  guint rows = self->def.rows;
  Tag *tags;
  const Tag *above;
  Marks *marks;

  systole_ring_shift (&self->across);
  systole_ring_shift (&self->across_tags);
  systole_ring_shift (&self->across_marks);
  tags = systole_ring_get (&self->across_tags, 0, 0);
  above = systole_ring_get (&self->across_tags, 0, self->hop);
  marks = systole_ring_get (&self->across_marks, 0, 0);
  *marks = (Marks){ G_MAXUINT, G_MAXUINT };
  tags[0] = make_tag (self, next, systole_ring_get (&self->across_tags, 0, 1));
  memcpy (tags + 1, above, (rows - 1) * sizeof *tags);
  for (guint r = 0; r < rows; r++)
    {
      if (tags[r].first)
        marks->first = r;
      if (tags[r].last)
        marks->last = r;
    }
  /* Once for each dataflow, so that the loop in it asks nothing. */
  if (self->def.dataflow == SYSTOLE_DATAFLOW_WS)
    fetch_left (self, SYSTOLE_DATAFLOW_WS, tags);
  else if (self->def.dataflow == SYSTOLE_DATAFLOW_OS)
    fetch_left (self, SYSTOLE_DATAFLOW_OS, tags);
  else
    fetch_left (self, SYSTOLE_DATAFLOW_IS, tags);
}

/* os: B[k, n] of the column that the tag has come to. */
static void
feed_top (SystoleArrayMachine *self, const Control *next)
{
  Source source = get_source (self, SYSTOLE_OPERAND_B);
  guint columns = self->def.columns;
  Tag *tags;
  gpointer registers;

  systole_ring_shift (&self->down);
  systole_ring_shift (&self->down_tags);
  tags = systole_ring_get (&self->down_tags, 0, 0);
  registers = systole_ring_get (&self->down, 0, 0);
  tags[0] = make_tag (self, next, systole_ring_get (&self->down_tags, 0, 1));
  memcpy (tags + 1, systole_ring_get (&self->down_tags, 0, 1), (columns - 1) * sizeof *tags);
  for (guint c = 0; c < columns; c++)
    tags[c].valid = fetch (source, tags[c].product, tags[c].state == PE_RUNS ? tags[c].slot : G_MAXUINT64, (guint64) tags[c].column_fold * columns + c, registers, c);
}

/* The operands of the cycle that `next` controls. */
void
systole_array_machine_feed (SystoleArrayMachine *self, const Control *next)
{
  feed_left (self, next);
  if (systole_array_machine_is_os (self))
    feed_top (self, next);
}

/* Row `counter` from below of a fold's block enters one chain: B[k, n] (ws) or A[m, k] (is). */
static void
shift_chain (SystoleArrayMachine *self, guint chain, const Shift *shift)
{
  SystoleRing *ring = &self->chains[chain];
  Source source = get_source (self, self->def.dataflow == SYSTOLE_DATAFLOW_WS ? SYSTOLE_OPERAND_B : SYSTOLE_OPERAND_A);
  StayTag tag = {
    .product = (guint32) (shift->fold / self->folds_of_one),
    .row_fold = (guint32) (shift->fold % self->folds_of_one / self->column_folds),
    .column_fold = (guint32) (shift->fold % self->column_folds),
    .row = self->def.rows - 1 - shift->counter,
  };
  guint64 k = (guint64) tag.row_fold * self->def.rows + tag.row;
  guint64 other = (guint64) tag.column_fold * self->def.columns + chain;
  gpointer line;

  systole_ring_shift (ring);
  systole_ring_shift (&self->chain_tags[chain]);
  line = systole_ring_get (ring, 0, 0);
  tag.valid = k < self->gemm.k;
  for (guint c = 0; c < ring->width; c++)
    if (self->def.dataflow == SYSTOLE_DATAFLOW_WS)
      fetch (source, tag.product, k, other + c, line, c);
    else
      fetch (source, tag.product, other + c, k, line, c);
  *(StayTag *) systole_ring_get (&self->chain_tags[chain], 0, 0) = tag;
}

/* Overlapped: what a column's chain holds when the block is in stays in its shadow registers. */
static void
capture_shadow (SystoleArrayMachine *self, guint column)
{
  gsize size = self->chains[0].size;

  for (guint r = 0; r < self->def.rows; r++)
    {
      gsize i = (gsize) r * self->def.columns + column;

      memcpy ((guint8 *) self->shadow + i * size, systole_ring_get (&self->chains[column], 0, r), size);
      self->shadow_tags[i] = *(const StayTag *) systole_ring_get (&self->chain_tags[column], 0, r);
    }
}

/* The chains' edge at the end of this cycle. */
void
systole_array_machine_shift_chains (SystoleArrayMachine *self)
{
  for (guint q = 0; q < self->n_chains; q++)
    {
      const Shift *shift = systole_ring_get (&self->shifts, 0, q);

      if (!shift->on)
        continue;
      shift_chain (self, q, shift);
      if (self->overlapped && shift->counter + 1 == self->def.rows)
        capture_shadow (self, q);
    }
}

/* One fold after the other: nothing of the block that stood still is there when the next begins. */
void
systole_array_machine_forget_stationary (SystoleArrayMachine *self)
{
  for (guint r = 0; r < self->def.rows; r++)
    {
      memset (systole_ring_get (&self->chains[0], 0, r), 0, self->chains[0].width * self->chains[0].size);
      *(StayTag *) systole_ring_get (&self->chain_tags[0], 0, r) = (StayTag){ .valid = FALSE };
    }
}

/* ws, is: what the sums of row 0 add to in the cycle that begins, and the tags they set out with. */
void
systole_array_machine_start_sums (SystoleArrayMachine *self)
{
  guint columns = self->def.columns;
  gboolean ws = self->def.dataflow == SYSTOLE_DATAFLOW_WS;
  guint64 n = self->gemm.n, spatial_columns = self->spatial_columns;
  gsize size = self->sums.size, m = self->gemm.m;
  gpointer starts = self->starts;
  gconstpointer results = self->results;
  Tag *tags;

  memset (starts, 0, columns * size);
  systole_ring_shift (&self->sum_tags);
  tags = systole_ring_get (&self->sum_tags, 0, 0);
  for (guint c = 0; c < columns; c++)
    {
      guint64 other, i;

      tags[c] = *systole_array_machine_get_tag (self, 0, c);
      other = (guint64) tags[c].column_fold * columns + c;
      tags[c].valid = tags[c].valid && other < spatial_columns;
      if (!tags[c].valid || tags[c].row_fold == 0)
        continue;
      i = (tags[c].product * m + (ws ? tags[c].slot : other)) * n + (ws ? other : tags[c].slot);
      if (size == sizeof (guint32))
        ((guint32 *) starts)[c] = ((const guint32 *) results)[i]; /* the bits of an int32 or a float */
      else
        ((guint64 *) starts)[c] = ((const guint64 *) results)[i];
    }
}
