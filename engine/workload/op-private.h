/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/workload/op.h"

/* What one operation's file provides. */
typedef struct
{
  const SystoleOpDim *dims;
  guint n_dims;
  gboolean (*check) (const SystoleOp *op, GError **error);     /* NULL: ranges of the dims are enough */
  guint64 (*useful_macs) (const SystoleOp *op);                /* NULL: no multiply–accumulates */
  guint64 (*useful_work) (const SystoleOp *op);                /* NULL: the MACs */
  gboolean (*as_gemm) (const SystoleOp *op, SystoleGemm *out); /* with its batch; NULL: not a GEMM */
} SystoleOpClass;

extern const SystoleOpClass systole_op_gemm_class;
extern const SystoleOpClass systole_op_batched_class;
extern const SystoleOpClass systole_op_conv_class;
extern const SystoleOpClass systole_op_attention_class;
extern const SystoleOpClass systole_op_mlp_class;
extern const SystoleOpClass systole_op_vector_class;
extern const SystoleOpClass systole_op_gather_class;
extern const SystoleOpClass systole_op_stream_class;
extern const SystoleOpClass systole_op_cache_class;
extern const SystoleOpClass systole_op_stencil_class;
extern const SystoleOpClass systole_op_spmv_class;
extern const SystoleOpClass systole_op_sort_class;
extern const SystoleOpClass systole_op_query_class;

/* Longest side of a matrix and most bytes of a buffer. */
#define SYSTOLE_OP_MAX_SIDE (G_GUINT64_CONSTANT (1) << 40)

/* Most MACs or element operations that are counted: cycles at any rate then fit 63 bits. */
#define SYSTOLE_OP_MAX_WORK (G_MAXINT64 / 64)

gboolean systole_op_check_product (const char *name, const guint64 *factors, guint n, GError **error);
