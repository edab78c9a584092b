/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/workload/op-private.h"

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* C[M × N] = A[M × K] · B[K × N]; element (m, n) is the sum over k, ascending. */

#define MAX_SIDE (G_GUINT64_CONSTANT (1) << 40)

static const SystoleOpDim dims[] = {
  { "m", N_ ("rows of A and C"), 1, MAX_SIDE, 8, TRUE },
  { "n", N_ ("columns of B and C"), 1, MAX_SIDE, 8, TRUE },
  { "k", N_ ("columns of A, rows of B"), 1, MAX_SIDE, 8, TRUE },
};

static gboolean
as_gemm (const SystoleOp *op, SystoleGemm *out)
{
  *out = (SystoleGemm) { op->dims[SYSTOLE_GEMM_M], op->dims[SYSTOLE_GEMM_N], op->dims[SYSTOLE_GEMM_K], op->format, op->seed };
  return TRUE;
}

static gboolean
check (const SystoleOp *op, GError **error)
{
  guint64 macs;

  if (!systole_checked_mul (op->dims[SYSTOLE_GEMM_M], op->dims[SYSTOLE_GEMM_N], &macs) || !systole_checked_mul (macs, op->dims[SYSTOLE_GEMM_K], &macs) || macs > G_MAXINT64 / 64)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("gemm: m × n × k is larger than 2^57, the most that is counted"));
      return FALSE;
    }
  return TRUE;
}

static guint64
useful_macs (const SystoleOp *op)
{
  return op->dims[SYSTOLE_GEMM_M] * op->dims[SYSTOLE_GEMM_N] * op->dims[SYSTOLE_GEMM_K];
}

const SystoleOpClass systole_op_gemm_class = {
  .dims = dims,
  .n_dims = G_N_ELEMENTS (dims),
  .check = check,
  .as_gemm = as_gemm,
  .useful_macs = useful_macs,
};

double
systole_gemm_a (const SystoleGemm *self, guint64 m, guint64 k)
{
  return systole_operand_value (self->format, self->seed, SYSTOLE_OPERAND_A, m, k);
}

double
systole_gemm_b (const SystoleGemm *self, guint64 k, guint64 n)
{
  return systole_operand_value (self->format, self->seed, SYSTOLE_OPERAND_B, k, n);
}

/**
 * systole_gemm_partial:
 * @k_end: 0 … k
 *
 * The sum of the first @k_end products of C[m, n] in ascending k under the format's
 * rounding; the reference that every machine is compared with. O(k_end).
 */
double
systole_gemm_partial (const SystoleGemm *self, guint64 m, guint64 n, guint64 k_end)
{
  double sum = 0;

  for (guint64 k = 0; k < k_end; k++)
    sum = systole_format_add (self->format, sum, systole_format_multiply (self->format, systole_gemm_a (self, m, k), systole_gemm_b (self, k, n)));
  return sum;
}
