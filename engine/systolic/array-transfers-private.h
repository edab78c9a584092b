/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/array-transfers.h"

G_BEGIN_DECLS

/* Operands of a timeline by the part they play in its dataflow, and what they are in elements and bytes. */

/* Operand that a row of folds shares, and the one that each fold has its own block of. */
static inline SystoleOperand
systole_array_get_outer (const SystoleArrayTimeline *self)
{
  return self->schedule.plan.dataflow == SYSTOLE_DATAFLOW_IS ? SYSTOLE_OPERAND_B : SYSTOLE_OPERAND_A;
}

static inline SystoleOperand
systole_array_get_inner (const SystoleArrayTimeline *self)
{
  return self->schedule.plan.dataflow == SYSTOLE_DATAFLOW_IS ? SYSTOLE_OPERAND_A : SYSTOLE_OPERAND_B;
}

static inline gboolean
systole_array_is_os (const SystoleArrayTimeline *self)
{
  return self->schedule.plan.dataflow == SYSTOLE_DATAFLOW_OS;
}

static inline guint64
systole_array_bytes_of (const SystoleArrayTimeline *self, SystoleOperand operand, guint64 elements)
{
  SystoleFormat format = self->schedule.plan.gemm.format;

  if (operand == SYSTOLE_OPERAND_C)
    return elements * systole_format_get_accumulator_bytes (format);
  return systole_format_get_bytes (format, operand, elements);
}

/* Elements of an operand of one product that are different: of an unfolded tensor those that it has. */
static inline guint64
systole_array_count_different (const SystoleArrayTimeline *self, SystoleOperand operand)
{
  return self->different[operand];
}

/* Elements of the whole operand of one product, as the array takes them. */
static inline guint64
systole_array_count_elements (const SystoleArrayTimeline *self, SystoleOperand operand)
{
  const SystoleGemm *gemm = &self->schedule.plan.gemm;

  return operand == SYSTOLE_OPERAND_A ? gemm->m * gemm->k : operand == SYSTOLE_OPERAND_B ? gemm->k * gemm->n
                                                                                         : gemm->m * gemm->n;
}

static inline gboolean
systole_array_has_partial_sums (const SystoleArrayTimeline *self)
{
  return !systole_array_is_os (self) && self->schedule.row_folds > 1;
}

G_END_DECLS
