/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/format.h"
#include "engine/base/operand.h"

G_BEGIN_DECLS

/* One tensor operation: a value. Which dimensions it has is its row's business
 * (`systole_op_get_dims()`); a GEMM is C[M × N] = A[M × K] · B[K × N]. */

typedef enum
{
#define OP(ID, id, n_operands, title) SYSTOLE_OP_##ID,
#include "engine/workload/ops.def"
#undef OP
  SYSTOLE_N_OPS
} SystoleOpKind;

#define SYSTOLE_OP_MAX_DIMS 24
#define SYSTOLE_OP_MAX_ID 64

typedef struct
{
  const char *key;   /* "m": attribute in files, key of --op */
  const char *title; /* marked for translation */
  guint64 min;
  guint64 max;
  guint64 initial;
  gboolean required; /* FALSE: `initial` when absent */
} SystoleOpDim;

typedef struct
{
  SystoleOpKind kind;
  SystoleFormat format;
  guint64 seed;                      /* of the operand values, default 1 */
  guint64 dims[SYSTOLE_OP_MAX_DIMS]; /* elements, in the order of the row's dims */
  char id[SYSTOLE_OP_MAX_ID];        /* name within a scenario; may be empty */
} SystoleOp;

/* What a GEMM engine is given: dimensions in elements, each 1 … 2^40, product of MACs < 2^63. */
typedef struct
{
  guint64 m, n, k;
  SystoleFormat format;
  guint64 seed;
} SystoleGemm;

enum
{
  SYSTOLE_GEMM_M,
  SYSTOLE_GEMM_N,
  SYSTOLE_GEMM_K
};

const char *systole_op_kind_get_id (SystoleOpKind kind);
const char *systole_op_kind_get_title (SystoleOpKind kind);
gboolean systole_op_kind_from_id (const char *id, SystoleOpKind *out);
const SystoleOpDim *systole_op_kind_get_dims (SystoleOpKind kind, guint *n_dims);

void systole_op_init (SystoleOp *self, SystoleOpKind kind, SystoleFormat format);
void systole_op_init_gemm (SystoleOp *self, guint64 m, guint64 n, guint64 k, SystoleFormat format);
gboolean systole_op_check (const SystoleOp *self, GError **error);
gboolean systole_op_equal (const SystoleOp *a, const SystoleOp *b);
gboolean systole_op_parse (const char *text, SystoleFormat format_if_absent, SystoleOp *out, GError **error);
char *systole_op_to_string (const SystoleOp *self) G_GNUC_WARN_UNUSED_RESULT;
gboolean systole_op_as_gemm (const SystoleOp *self, SystoleGemm *out);
guint64 systole_op_get_useful_macs (const SystoleOp *self);

double systole_gemm_a (const SystoleGemm *self, guint64 m, guint64 k);
double systole_gemm_b (const SystoleGemm *self, guint64 k, guint64 n);
double systole_gemm_partial (const SystoleGemm *self, guint64 m, guint64 n, guint64 k_end);

G_END_DECLS
