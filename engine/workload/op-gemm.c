/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/workload/op-private.h"

#include "engine/base/i18n.h"

/* C[M × N] = A[M × K] · B[K × N]; element (m, n) is the sum over k, ascending. */

static const char *const transposed[] = { "N", "T", NULL };

#define SIDES                                                                         \
  { "m", N_ ("rows of A and C"), 1, SYSTOLE_OP_MAX_SIDE, 8, TRUE, NULL },             \
      { "n", N_ ("columns of B and C"), 1, SYSTOLE_OP_MAX_SIDE, 8, TRUE, NULL },      \
      { "k", N_ ("columns of A, rows of B"), 1, SYSTOLE_OP_MAX_SIDE, 8, TRUE, NULL }, \
      { "ta", N_ ("A stored transposed: N or T"), 0, 1, 0, FALSE, transposed },       \
  {                                                                                   \
    "tb", N_ ("B stored transposed: N or T"), 0, 1, 0, FALSE, transposed              \
  }

static const SystoleOpDim dims[] = { SIDES };

static const SystoleOpDim batched_dims[] = {
  SIDES,
  { "b", N_ ("products in the batch"), 1, SYSTOLE_OP_MAX_SIDE, 4, TRUE, NULL },
};

static guint64
get_batch (const SystoleOp *op)
{
  return op->kind == SYSTOLE_OP_BATCHED_GEMM ? op->dims[G_N_ELEMENTS (dims)] : 1;
}

static gboolean
as_gemm (const SystoleOp *op, SystoleGemm *out)
{
  *out = (SystoleGemm){
    .m = op->dims[SYSTOLE_GEMM_M],
    .n = op->dims[SYSTOLE_GEMM_N],
    .k = op->dims[SYSTOLE_GEMM_K],
    .format = op->format,
    .seed = op->seed,
    .batch = get_batch (op),
    .a_transposed = op->dims[SYSTOLE_GEMM_TA] != 0,
    .b_transposed = op->dims[SYSTOLE_GEMM_TB] != 0,
    .given = op->given,
  };
  return TRUE;
}

static gboolean
check (const SystoleOp *op, GError **error)
{
  const guint64 factors[] = { op->dims[SYSTOLE_GEMM_M], op->dims[SYSTOLE_GEMM_N], op->dims[SYSTOLE_GEMM_K], get_batch (op) };

  return systole_op_check_product (op->kind == SYSTOLE_OP_GEMM ? "gemm: m × n × k" : "batched_gemm: b × m × n × k", factors, G_N_ELEMENTS (factors), error);
}

static guint64
useful_macs (const SystoleOp *op)
{
  SystoleGemm gemm;

  as_gemm (op, &gemm);
  return gemm.m * gemm.n * systole_gemm_get_depth (&gemm) * gemm.batch;
}

const SystoleOpClass systole_op_gemm_class = {
  .dims = dims,
  .n_dims = G_N_ELEMENTS (dims),
  .check = check,
  .as_gemm = as_gemm,
  .useful_macs = useful_macs,
};

const SystoleOpClass systole_op_batched_class = {
  .dims = batched_dims,
  .n_dims = G_N_ELEMENTS (batched_dims),
  .check = check,
  .as_gemm = as_gemm,
  .useful_macs = useful_macs,
};

double
systole_gemm_a (const SystoleGemm *self, guint64 m, guint64 k)
{
  if (self->given != NULL && self->given->values[SYSTOLE_OPERAND_A] != NULL)
    return systole_given_get (self->given, SYSTOLE_OPERAND_A, m, k);
  return systole_operand_value (self->format, self->seed, SYSTOLE_OPERAND_A, m, k);
}

/* One step of systole_operand_hash(), which it is bound to equal; written again so that what
 * does not depend on k is taken out of the loop below. */
#define GOLDEN G_GUINT64_CONSTANT (0x9E3779B97F4A7C15)

static inline guint64
mix (guint64 v)
{
  v = (v ^ (v >> 30)) * G_GUINT64_CONSTANT (0xBF58476D1CE4E5B9);
  v = (v ^ (v >> 27)) * G_GUINT64_CONSTANT (0x94D049BB133111EB);
  return v ^ (v >> 31);
}

/* Eighths (floats) or units (int8) of an operand, −8 … 8. */
static inline int
integer_of (guint64 hash, gboolean four_bits)
{
  int integer = (int) (hash >> 60) - 8;

  /* fp4 has two bits of significand: ±5 and ±7 are ties and go to even, ±4 and ±8. */
  if (four_bits && (integer & 1) != 0 && (integer > 4 || integer < -4))
    return integer == 5 ? 4 : integer == -5 ? -4
                          : integer == 7    ? 8
                                            : -8;
  return integer;
}

/* Of values that are no eighths. */
static double
sum_given (const SystoleGemm *self, guint64 m, guint64 n, guint64 k_end)
{
  double sum = 0;

  for (guint64 k = 0; k < k_end; k++)
    sum = systole_format_add (self->format, sum, systole_format_multiply (self->format, systole_gemm_a (self, m, k), systole_gemm_b (self, k, n)));
  return sum;
}

/**
 * systole_gemm_partial:
 * @k_end: 0 … k
 *
 * The sum of the first @k_end products of C[m, n] in ascending k under the format's
 * rounding; the reference that every machine is compared with. O(k_end).
 *
 * Equal, bit for bit, to adding systole_format_multiply() of the elements with
 * systole_format_add(): products of int8 fit an int32, and those of eighths are exact in
 * fp32.
 */
double
systole_gemm_partial (const SystoleGemm *self, guint64 m, guint64 n, guint64 k_end)
{
  guint64 seed = mix (self->seed + GOLDEN);
  guint64 row_of_a = mix (mix (seed ^ ((guint64) SYSTOLE_OPERAND_A + 1) * GOLDEN) ^ (m + GOLDEN));
  guint64 all_of_b = mix (seed ^ ((guint64) SYSTOLE_OPERAND_B + 1) * GOLDEN);
  gboolean four_bits = self->format == SYSTOLE_FORMAT_NVFP4;
  guint32 integers = 0;
  float floats = 0;
  double doubles = 0;

  if (systole_format_is_sparse (self->format))
    return systole_gemm_partial_of_kept (self, m, n, k_end);
  if (self->given != NULL)
    return sum_given (self, m, n, k_end);
  for (guint64 k = 0; k < k_end; k++)
    {
      int a = integer_of (mix (row_of_a ^ (k + GOLDEN)), four_bits);
      int b = integer_of (mix (mix (all_of_b ^ (k + GOLDEN)) ^ (n + GOLDEN)), four_bits);

      integers += (guint32) (a * b);
      floats += (float) (a * b) / 64.0f;
      doubles += (double) (a * b) / 64.0;
    }
  if (self->format == SYSTOLE_FORMAT_FP64)
    return doubles;
  return self->format == SYSTOLE_FORMAT_INT8 ? (double) (gint32) integers : (double) floats;
}
