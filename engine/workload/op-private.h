/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/workload/op.h"

/* What one operation's file provides. */
typedef struct
{
  const SystoleOpDim *dims;
  guint n_dims;
  gboolean (*check) (const SystoleOp *op, GError **error);
  gboolean (*as_gemm) (const SystoleOp *op, SystoleGemm *out); /* NULL: not a GEMM */
  guint64 (*useful_macs) (const SystoleOp *op);
} SystoleOpClass;

extern const SystoleOpClass systole_op_gemm_class;
