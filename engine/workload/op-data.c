/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/workload/op-private.h"

#include <inttypes.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* Work of scientific programs and databases: little arithmetic, much memory. */

static guint64
element_bytes (const SystoleOp *op)
{
  return MAX (systole_format_get_bits (op->format, SYSTOLE_OPERAND_A) / 8, 1);
}

/* --- stencil --- */

enum
{
  X,
  Y,
  Z,
  RADIUS,
  SHAPE
};

static const char *const shapes[] = { "star", "box", NULL };

static const SystoleOpDim stencil_dims[] = {
  { "x", N_ ("points along x, which lie together in memory"), 1, 1 << 24, 256, TRUE, NULL },
  { "y", N_ ("points along y"), 1, 1 << 24, 256, TRUE, NULL },
  { "z", N_ ("points along z"), 1, 1 << 24, 1, FALSE, NULL },
  { "radius", N_ ("points to each side that a point depends on"), 1, 8, 1, FALSE, NULL },
  { "shape", N_ ("star: neighbours along the axes; box: all of them"), 0, 1, 0, FALSE, shapes },
};

/* Points that are equally far away share a coefficient: along the axes `radius` distances, in a
 * box one for each unordered set of distances, C (radius + axes, axes) with the point itself. */
static guint
count_coefficients (gboolean box, guint radius, guint axes)
{
  guint count = 1;

  if (!box)
    return radius + 1;
  for (guint i = 1; i <= axes; i++)
    count = count * (radius + i) / i;
  return count;
}

static SystoleStencil
read_stencil (const SystoleOp *op)
{
  SystoleStencil s = {
    .x = op->dims[X],
    .y = op->dims[Y],
    .z = op->dims[Z],
    .radius = (guint) op->dims[RADIUS],
    .box = op->dims[SHAPE] != 0,
    .format = op->format,
  };
  guint axes = MAX ((s.x > 1) + (s.y > 1) + (s.z > 1), 1), side = 1;

  for (guint i = 0; i < axes; i++)
    side *= 2 * s.radius + 1;
  s.neighbours = s.box ? side - 1 : 2 * axes * s.radius;
  s.operations = s.neighbours + count_coefficients (s.box, s.radius, axes);
  return s;
}

/**
 * systole_op_as_stencil:
 *
 * Operations as Datta et al., “Stencil computation optimization and auto-tuning”, SC 2008, count them: 8 for the
 * star of 7 points, 30 for the box of 27.
 *
 * Returns: FALSE where the operation is no stencil
 */
gboolean
systole_op_as_stencil (const SystoleOp *self, SystoleStencil *out)
{
  if (self->kind != SYSTOLE_OP_STENCIL)
    return FALSE;
  *out = read_stencil (self);
  return TRUE;
}

static gboolean
stencil_check (const SystoleOp *op, GError **error)
{
  SystoleStencil s = read_stencil (op);
  const guint64 factors[] = { s.x, s.y, s.z, s.operations };

  return systole_op_check_product (_ ("stencil: x × y × z × operations a point"), factors, G_N_ELEMENTS (factors), error);
}

static guint64
stencil_work (const SystoleOp *op)
{
  SystoleStencil s = read_stencil (op);

  return s.x * s.y * s.z * s.operations;
}

const SystoleOpClass systole_op_stencil_class = {
  .dims = stencil_dims,
  .n_dims = G_N_ELEMENTS (stencil_dims),
  .check = stencil_check,
  .useful_work = stencil_work,
};

/* --- sparse matrix times vector --- */

enum
{
  M,
  N,
  NONZEROS,
  BAND
};

static const SystoleOpDim spmv_dims[] = {
  { "m", N_ ("rows"), 1, SYSTOLE_OP_MAX_SIDE, 1 << 16, TRUE, NULL },
  { "n", N_ ("columns: elements of x"), 1, SYSTOLE_OP_MAX_SIDE, 1 << 16, TRUE, NULL },
  { "nnz", N_ ("elements that are not zero, in all"), 1, SYSTOLE_OP_MAX_SIDE, 1 << 20, TRUE, NULL },
  { "band", N_ ("columns to each side of the diagonal that they lie in; 0: anywhere"), 0, SYSTOLE_OP_MAX_SIDE, 0, FALSE, NULL },
};

gboolean
systole_op_as_spmv (const SystoleOp *self, SystoleSpmv *out)
{
  if (self->kind != SYSTOLE_OP_SPMV)
    return FALSE;
  *out = (SystoleSpmv){ .m = self->dims[M], .n = self->dims[N], .nonzeros = self->dims[NONZEROS], .band = self->dims[BAND], .format = self->format };
  return TRUE;
}

static gboolean
spmv_check (const SystoleOp *op, GError **error)
{
  guint64 all;

  if (!systole_checked_mul (op->dims[M], op->dims[N], &all) || op->dims[NONZEROS] <= all)
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("spmv: nnz is %" PRIu64 ", the matrix has %" PRIu64 " elements"), op->dims[NONZEROS], all);
  return FALSE;
}

static guint64
spmv_macs (const SystoleOp *op)
{
  return op->dims[NONZEROS];
}

const SystoleOpClass systole_op_spmv_class = {
  .dims = spmv_dims,
  .n_dims = G_N_ELEMENTS (spmv_dims),
  .check = spmv_check,
  .useful_macs = spmv_macs,
};

/* --- sort --- */

/* Of a key and digit: cut the digit out, count it, look its place up, add, move. */
#define OPERATIONS_A_DIGIT 5

enum
{
  KEYS,
  PAYLOAD
};

static const SystoleOpDim sort_dims[] = {
  { "n", N_ ("keys, each as wide as an element of the number format"), 1, SYSTOLE_OP_MAX_SIDE, 1 << 20, TRUE, NULL },
  { "payload", N_ ("bytes that go with each key"), 0, 64, 0, FALSE, NULL },
};

/**
 * systole_op_as_sort:
 *
 * By digits from the last to the first, as libraries do on CPUs and GPUs.
 *
 * Returns: FALSE where the operation is no sort
 */
gboolean
systole_op_as_sort (const SystoleOp *self, SystoleSort *out)
{
  if (self->kind != SYSTOLE_OP_SORT)
    return FALSE;
  *out = (SystoleSort){ .n = self->dims[KEYS], .key_bytes = element_bytes (self), .payload_bytes = self->dims[PAYLOAD], .format = self->format };
  out->digits = out->key_bytes;
  return TRUE;
}

static guint64
sort_work (const SystoleOp *op)
{
  return op->dims[KEYS] * element_bytes (op) * OPERATIONS_A_DIGIT;
}

const SystoleOpClass systole_op_sort_class = {
  .dims = sort_dims,
  .n_dims = G_N_ELEMENTS (sort_dims),
  .useful_work = sort_work,
};

/* --- filter, join, aggregate --- */

#define OPERATIONS_A_PROBE 4 /* multiply, shift, mask; compare the key */
#define OPERATIONS_A_MATCH 2 /* address of the group, sum */

enum
{
  ROWS,
  BUILD,
  COLUMNS,
  PASSING,
  MATCHING,
  GROUPS
};

static const SystoleOpDim query_dims[] = {
  { "rows", N_ ("rows of the table that is filtered"), 1, SYSTOLE_OP_MAX_SIDE, 1 << 20, TRUE, NULL },
  { "build", N_ ("rows of the table that is joined to it, in a hash table"), 1, SYSTOLE_OP_MAX_SIDE, 1 << 16, TRUE, NULL },
  { "columns", N_ ("columns of the first table that are read: filter, key, values"), 2, 64, 3, FALSE, NULL },
  { "passing", N_ ("rows that pass the filter, percent"), 0, 100, 50, FALSE, NULL },
  { "matching", N_ ("of these, rows that find a partner, percent"), 0, 100, 100, FALSE, NULL },
  { "groups", N_ ("groups of the result, each with one sum"), 1, 1 << 30, 1, FALSE, NULL },
};

static guint64
percent_of (guint64 all, guint64 percent)
{
  return all / 100 * percent + all % 100 * percent / 100;
}

static SystoleQuery
read_query (const SystoleOp *op)
{
  const guint64 *d = op->dims;
  guint64 passing = percent_of (d[ROWS], d[PASSING]);

  return (SystoleQuery){
    .rows = d[ROWS],
    .build = d[BUILD],
    .columns = d[COLUMNS],
    .passing = passing,
    .matching = percent_of (passing, d[MATCHING]),
    .groups = d[GROUPS],
    .value_bytes = element_bytes (op),
    .format = op->format,
  };
}

/**
 * systole_op_as_query:
 *
 * Returns: FALSE where the operation is no query
 */
gboolean
systole_op_as_query (const SystoleOp *self, SystoleQuery *out)
{
  if (self->kind != SYSTOLE_OP_QUERY)
    return FALSE;
  *out = read_query (self);
  return TRUE;
}

static guint64
query_work (const SystoleOp *op)
{
  SystoleQuery q = read_query (op);

  return q.rows + OPERATIONS_A_PROBE * (q.build + q.passing) + OPERATIONS_A_MATCH * q.matching;
}

const SystoleOpClass systole_op_query_class = {
  .dims = query_dims,
  .n_dims = G_N_ELEMENTS (query_dims),
  .useful_work = query_work,
};
