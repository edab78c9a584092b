/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/workload/op-private.h"

#include "engine/base/i18n.h"

/* Operations on the elements of a matrix, and those that only move bytes. */

enum
{
  ROWS,
  COLUMNS,
  TABLE_ROWS
};

static const SystoleOpDim dims[] = {
  { "m", N_ ("rows"), 1, SYSTOLE_OP_MAX_SIDE, 1, FALSE, NULL },
  { "n", N_ ("columns: elements of a row"), 1, SYSTOLE_OP_MAX_SIDE, 1024, TRUE, NULL },
};

static const SystoleOpDim gather_dims[] = {
  { "m", N_ ("rows gathered"), 1, SYSTOLE_OP_MAX_SIDE, 1024, TRUE, NULL },
  { "n", N_ ("columns: elements of a row"), 1, SYSTOLE_OP_MAX_SIDE, 128, TRUE, NULL },
  { "rows", N_ ("rows of the table"), 1, SYSTOLE_OP_MAX_SIDE, 65536, TRUE, NULL },
};

enum
{
  BYTES,
  THREADS,
  BLOCKS
};

#define MAX_BYTES (G_GUINT64_CONSTANT (1) << 50)

static const SystoleOpDim stream_dims[] = {
  { "bytes", N_ ("bytes read and written in all"), 8, MAX_BYTES, 1 << 20, TRUE, NULL },
  { "threads_per_block", N_ ("threads of a block; 0: the engine chooses"), 0, 1024, 0, FALSE, NULL },
  { "blocks_per_sm", N_ ("blocks at once on one unit; 0: the engine chooses"), 0, 64, 0, FALSE, NULL },
};

static const SystoleOpDim cache_dims[] = {
  { "working_set_bytes", N_ ("bytes read again and again"), 8, MAX_BYTES, 1 << 16, TRUE, NULL },
};

static const struct
{
  guint reads, writes, row_reads, reductions, operations, special;
} rows[SYSTOLE_N_OPS] = {
#define VECTOR(ID, reads, writes, row_reads, reductions, operations, special) \
  [SYSTOLE_OP_##ID] = { reads, writes, row_reads, reductions, operations, special },
#include "engine/workload/vectors.def"
#undef VECTOR
  [SYSTOLE_OP_GATHER] = { 1, 1, 0, 0, 0, 0 },
  [SYSTOLE_OP_L1_READ] = { 1, 0, 0, 0, 1, 0 },
  [SYSTOLE_OP_L2_READ] = { 1, 0, 0, 0, 1, 0 },
};

/**
 * systole_op_as_vector:
 *
 * Streams and cache reads are one row, as long as the bytes make each of their arrays;
 * a gather is the rows it reads.
 *
 * Returns: FALSE where the operation is none of vectors.def
 */
gboolean
systole_op_as_vector (const SystoleOp *self, SystoleVector *out)
{
  guint matrices = rows[self->kind].reads + rows[self->kind].writes;

  if (matrices == 0)
    return FALSE;
  *out = (SystoleVector){
    .rows = 1,
    .reads = rows[self->kind].reads,
    .writes = rows[self->kind].writes,
    .row_reads = rows[self->kind].row_reads,
    .reductions = rows[self->kind].reductions,
    .operations = rows[self->kind].operations,
    .special = rows[self->kind].special,
    .format = self->format,
  };
  switch (self->kind)
    {
    case SYSTOLE_OP_MEMCPY:
    case SYSTOLE_OP_STREAM_INIT:
    case SYSTOLE_OP_STREAM_READ:
    case SYSTOLE_OP_STREAM_TRIAD:
    case SYSTOLE_OP_L1_READ:
    case SYSTOLE_OP_L2_READ:
      out->columns = MAX (1, self->dims[BYTES] * 8 / matrices / systole_format_get_bits (self->format, SYSTOLE_OPERAND_A));
      break;
    default:
      out->rows = self->dims[ROWS];
      out->columns = self->dims[COLUMNS];
      break;
    }
  return TRUE;
}

static gboolean
check (const SystoleOp *op, GError **error)
{
  /* the most operations and bytes an element that vectors.def has */
  const guint64 factors[] = { op->dims[ROWS], op->dims[COLUMNS], 16 };

  return systole_op_check_product (op->kind == SYSTOLE_OP_GATHER ? "gather: m × n" : "m × n", factors, G_N_ELEMENTS (factors), error);
}

static guint64
useful_work (const SystoleOp *op)
{
  SystoleVector vector;

  systole_op_as_vector (op, &vector);
  if (vector.operations > 0)
    return vector.rows * vector.columns * vector.operations;
  return systole_format_get_bytes (vector.format, SYSTOLE_OPERAND_A, vector.rows * vector.columns * (vector.reads + vector.writes));
}

static gboolean
check_table (const SystoleOp *op, GError **error)
{
  const guint64 table[] = { op->dims[TABLE_ROWS], op->dims[COLUMNS], 16 };

  return check (op, error) && systole_op_check_product ("gather: rows × n", table, G_N_ELEMENTS (table), error);
}

const SystoleOpClass systole_op_vector_class = {
  .dims = dims,
  .n_dims = G_N_ELEMENTS (dims),
  .check = check,
  .useful_work = useful_work,
};

const SystoleOpClass systole_op_gather_class = {
  .dims = gather_dims,
  .n_dims = G_N_ELEMENTS (gather_dims),
  .check = check_table,
  .useful_work = useful_work,
};

const SystoleOpClass systole_op_stream_class = {
  .dims = stream_dims,
  .n_dims = G_N_ELEMENTS (stream_dims),
  .useful_work = useful_work,
};

const SystoleOpClass systole_op_cache_class = {
  .dims = cache_dims,
  .n_dims = G_N_ELEMENTS (cache_dims),
  .useful_work = useful_work,
};
