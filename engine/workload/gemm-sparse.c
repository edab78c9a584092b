/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/workload/op.h"

#include <math.h>

/*
 * 2:4 sparsity of B: of each four rows of a column, the two of largest magnitude are kept (of
 * equal ones the earlier), the others become zero, as tools that prune a trained model do
 * (Mishra et al., arXiv 2104.08378, §3). A *slot* is a place along K that is multiplied:
 * slots 2g and 2g + 1 of a column are the rows kept of rows 4g … 4g + 3. Of a dense format
 * slots and rows are the same.
 */

#define GROUP 4
#define KEPT 2

/* Before pruning. */
static double
get_unpruned (const SystoleGemm *self, guint64 k, guint64 n)
{
  if (self->given != NULL && self->given->values[SYSTOLE_OPERAND_B] != NULL)
    return systole_given_get (self->given, SYSTOLE_OPERAND_B, k, n);
  return systole_operand_value (self->format, self->seed, SYSTOLE_OPERAND_B, k, n);
}

/* Rows of the group that are kept, ascending; the last group may have fewer than four. */
static void
find_kept (const SystoleGemm *self, guint64 group, guint64 n, guint64 out[KEPT])
{
  guint64 first = group * GROUP, end = MIN (first + GROUP, self->k);
  guint64 largest = first, second = G_MAXUINT64;
  double most = -1, next = -1;

  for (guint64 k = first; k < end; k++)
    {
      double magnitude = fabs (get_unpruned (self, k, n));

      if (magnitude > most)
        {
          second = largest;
          next = most;
          largest = k;
          most = magnitude;
        }
      else if (magnitude > next)
        {
          second = k;
          next = magnitude;
        }
    }
  if (next < 0)
    second = largest;
  out[0] = MIN (largest, second);
  out[1] = MAX (largest, second);
}

/**
 * systole_gemm_get_depth:
 *
 * Returns: multiplications that an element of C needs: K; of a sparse format, the rows of a
 *   column of B that are kept
 */
guint64
systole_gemm_get_depth (const SystoleGemm *self)
{
  return systole_format_is_sparse (self->format) ? self->k / GROUP * KEPT + MIN (self->k % GROUP, KEPT) : self->k;
}

/**
 * systole_gemm_get_row:
 * @slot: 0 … depth − 1
 *
 * Returns: the row of B that column @n multiplies there, 0 … k − 1
 */
guint64
systole_gemm_get_row (const SystoleGemm *self, guint64 slot, guint64 n)
{
  guint64 kept[KEPT];

  if (!systole_format_is_sparse (self->format))
    return slot;
  find_kept (self, slot / KEPT, n, kept);
  return kept[slot % KEPT];
}

/**
 * systole_gemm_get_first_row:
 *
 * Returns: the first row of B that any column may multiply in the slot
 */
guint64
systole_gemm_get_first_row (const SystoleGemm *self, guint64 slot)
{
  return systole_format_is_sparse (self->format) ? slot / KEPT * GROUP : slot;
}

double
systole_gemm_b (const SystoleGemm *self, guint64 k, guint64 n)
{
  guint64 kept[KEPT];

  if (!systole_format_is_sparse (self->format))
    return get_unpruned (self, k, n);
  find_kept (self, k / GROUP, n, kept);
  return k == kept[0] || k == kept[1] ? get_unpruned (self, k, n) : 0;
}

/**
 * systole_gemm_partial_of_kept:
 * @k_end: 0 … k
 *
 * systole_gemm_partial() of a sparse format: products of pruned elements, which change no
 * sum, are left out.
 */
double
systole_gemm_partial_of_kept (const SystoleGemm *self, guint64 m, guint64 n, guint64 k_end)
{
  double sum = 0;

  for (guint64 group = 0; group * GROUP < k_end; group++)
    {
      guint64 kept[KEPT];

      find_kept (self, group, n, kept);
      for (guint i = 0; i < KEPT && kept[i] < k_end && (i == 0 || kept[i] != kept[0]); i++)
        sum = systole_format_add (self->format, sum, systole_format_multiply (self->format, systole_gemm_a (self, m, kept[i]), get_unpruned (self, kept[i], n)));
    }
  return sum;
}

/**
 * systole_gemm_get_operand_bytes:
 * @operand: A or B
 *
 * Returns: bytes of the operand in memory, of one product; of a sparse B what is kept and
 *   the numbers of its rows
 */
guint64
systole_gemm_get_operand_bytes (const SystoleGemm *self, SystoleOperand operand)
{
  guint64 depth = systole_gemm_get_depth (self);

  if (operand == SYSTOLE_OPERAND_A)
    return self->m * systole_format_get_slot_bytes (self->format, operand, depth);
  return depth * systole_format_get_slot_bytes (self->format, operand, self->n);
}
