/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/format.h"
#include "engine/base/operand.h"
#include "engine/workload/given.h"

G_BEGIN_DECLS

/* One tensor operation: a value. Which dimensions it has is its row's business
 * (`systole_op_get_dims()`); a GEMM is C[M × N] = A[M × K] · B[K × N]. */

typedef enum
{
#define OP(ID, id, class, title) SYSTOLE_OP_##ID,
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
  gboolean required;        /* FALSE: `initial` when absent, and not written while it is that */
  const char *const *words; /* NULL: a number; else `max` + 1 words, the value is the index */
  gboolean way;             /* tells how the work is done, not which work it is */
} SystoleOpDim;

typedef struct
{
  SystoleOpKind kind;
  SystoleFormat format;
  guint64 seed;                      /* of the operand values, default 1 */
  guint64 dims[SYSTOLE_OP_MAX_DIMS]; /* elements, in the order of the row's dims */
  char id[SYSTOLE_OP_MAX_ID];        /* name within a scenario; may be empty */
  SystoleGiven *given;               /* values in full, of a GEMM; NULL: from the seed. Not owned: whoever made the operation keeps it */
} SystoleOp;

/* What a GEMM engine is given: dimensions in elements, each 1 … 2^40, product of MACs < 2^57. */
typedef struct
{
  guint64 m, n, k;
  SystoleFormat format;
  guint64 seed;
  guint64 batch;             /* independent products of this shape, 1 for a GEMM */
  gboolean a_transposed;     /* A is stored K × M, as BLAS counts (column major: “T”) */
  gboolean b_transposed;     /* B is stored N × K */
  const SystoleGiven *given; /* or NULL */
} SystoleGemm;

enum
{
  SYSTOLE_GEMM_M,
  SYSTOLE_GEMM_N,
  SYSTOLE_GEMM_K,
  SYSTOLE_GEMM_TA,
  SYSTOLE_GEMM_TB
};

typedef enum
{
  SYSTOLE_CONV_FORWARD,         /* output from input and filters */
  SYSTOLE_CONV_BACKWARD_DATA,   /* gradient of the input from that of the output */
  SYSTOLE_CONV_BACKWARD_FILTER, /* gradient of the filters */
} SystoleConvDirection;

/* A convolution of n images of c × h × w with k filters of (c ÷ groups) × r × s; the output is
 * n × k × p × q. The dimensions are those of the forward direction in each direction. */
typedef struct
{
  guint64 n, c, h, w, k, r, s, p, q;
  guint64 stride_h, stride_w, pad_h, pad_w, dilation_h, dilation_w;
  guint64 groups; /* divides c and k; c: depthwise */
  SystoleConvDirection direction;
  SystoleFormat format;
  guint64 seed;
} SystoleConv;

typedef enum
{
  SYSTOLE_ATTENTION_PREFILL,     /* sq = skv: the prompt */
  SYSTOLE_ATTENTION_DECODE,      /* sq = 1: one token more */
  SYSTOLE_ATTENTION_CHUNK,       /* 1 < sq < skv: a piece of the prompt */
  SYSTOLE_ATTENTION_MULTI_DECODE /* a few tokens guessed ahead */
} SystoleAttentionPhase;

/* softmax (Q · Kᵀ ÷ √d) · V for b sequences, hq query heads sharing hkv key and value heads. */
typedef struct
{
  guint64 b, sq, skv, hq, hkv, d;
  gboolean plain;  /* scores go through memory between three kernels; else one kernel keeps them */
  gboolean causal; /* token i of the last sq sees the first skv − sq + i + 1 only */
  SystoleAttentionPhase phase;
  guint64 pairs; /* of query and key that are not masked, one head of one sequence */
  SystoleFormat format;
} SystoleAttention;

/* m tokens × hidden → inter, a function, inter → hidden; gated: a second product to `inter`
 * multiplies the first. */
typedef struct
{
  guint64 m, hidden, inter;
  gboolean gated;
  SystoleFormat format;
  guint64 seed;
} SystoleMlp;

/* An operation on the elements of a matrix; rows of engine/workload/vectors.def. Each element, read or
 * written, is as wide as one of operand A of the format. */
typedef struct
{
  guint64 rows, columns; /* elements */
  guint reads, writes;   /* matrices */
  guint row_reads;       /* vectors of `columns` elements */
  guint reductions;      /* over each row */
  guint operations;      /* an element */
  guint special;         /* of these, on the special-function unit */
  SystoleFormat format;
} SystoleVector;

/* One sweep over a grid: each point becomes a weighted sum of itself and its neighbours. */
typedef struct
{
  guint64 x, y, z; /* points; x lies together in memory */
  guint radius;
  gboolean box;     /* all neighbours within the radius; else those along the axes */
  guint neighbours; /* of a point, itself not counted */
  guint operations; /* a point: one addition a neighbour, one multiplication for each distance */
  SystoleFormat format;
} SystoleStencil;

/* y = A · x with A in compressed rows: values, 32-bit columns, 32-bit starts of rows. */
typedef struct
{
  guint64 m, n, nonzeros;
  guint64 band; /* columns to each side of the diagonal that nonzeros lie in; 0: anywhere */
  SystoleFormat format;
} SystoleSpmv;

/* Keys as wide as an element of the format, in ascending order, each with its payload. */
typedef struct
{
  guint64 n;
  guint64 key_bytes, payload_bytes; /* of one */
  guint64 digits;                   /* of 8 bits, of a key */
  SystoleFormat format;
} SystoleSort;

/* SELECT group, SUM (value) FROM fact JOIN build USING (key) WHERE filter GROUP BY group */
typedef struct
{
  guint64 rows, build;       /* of the two tables */
  guint64 columns;           /* of the first that are read: filter, key, values */
  guint64 passing, matching; /* rows that pass the filter; of these, that find a partner */
  guint64 groups;
  guint64 value_bytes;
  SystoleFormat format;
} SystoleQuery;

const char *systole_op_kind_get_id (SystoleOpKind kind);
const char *systole_op_kind_get_title (SystoleOpKind kind);
gboolean systole_op_kind_from_id (const char *id, SystoleOpKind *out);
const SystoleOpDim *systole_op_kind_get_dims (SystoleOpKind kind, guint *n_dims);

void systole_op_init (SystoleOp *self, SystoleOpKind kind, SystoleFormat format);
void systole_op_init_gemm (SystoleOp *self, guint64 m, guint64 n, guint64 k, SystoleFormat format);
gboolean systole_op_check (const SystoleOp *self, GError **error);
gboolean systole_op_equal (const SystoleOp *a, const SystoleOp *b);
gboolean systole_op_is_same_work (const SystoleOp *a, const SystoleOp *b);
gboolean systole_op_parse (const char *text, SystoleFormat format_if_absent, SystoleOp *out, GError **error);
char *systole_op_to_string (const SystoleOp *self) G_GNUC_WARN_UNUSED_RESULT;
guint64 systole_op_get_dim (const SystoleOp *self, const char *key);
gboolean systole_op_dim_parse (const SystoleOpDim *dim, const char *text, guint64 *out, GError **error);
char *systole_op_dim_to_string (const SystoleOpDim *dim, guint64 value) G_GNUC_WARN_UNUSED_RESULT;

gboolean systole_op_as_gemm (const SystoleOp *self, SystoleGemm *out);    /* a single product */
gboolean systole_op_as_batched (const SystoleOp *self, SystoleGemm *out); /* a product or a batch of them */
gboolean systole_op_as_conv (const SystoleOp *self, SystoleConv *out);
gboolean systole_op_as_attention (const SystoleOp *self, SystoleAttention *out);
gboolean systole_op_as_mlp (const SystoleOp *self, SystoleMlp *out);
gboolean systole_op_as_vector (const SystoleOp *self, SystoleVector *out);
gboolean systole_op_as_stencil (const SystoleOp *self, SystoleStencil *out);
gboolean systole_op_as_spmv (const SystoleOp *self, SystoleSpmv *out);
gboolean systole_op_as_sort (const SystoleOp *self, SystoleSort *out);
gboolean systole_op_as_query (const SystoleOp *self, SystoleQuery *out);
void systole_conv_as_gemm (const SystoleConv *self, SystoleGemm *out);
guint64 systole_op_get_useful_macs (const SystoleOp *self);
guint64 systole_op_get_useful_work (const SystoleOp *self);

double systole_gemm_a (const SystoleGemm *self, guint64 m, guint64 k);
double systole_gemm_b (const SystoleGemm *self, guint64 k, guint64 n);
guint64 systole_gemm_get_depth (const SystoleGemm *self);
guint64 systole_gemm_get_row (const SystoleGemm *self, guint64 slot, guint64 n);
guint64 systole_gemm_get_first_row (const SystoleGemm *self, guint64 slot);
guint64 systole_gemm_get_operand_bytes (const SystoleGemm *self, SystoleOperand operand);
double systole_gemm_partial_of_kept (const SystoleGemm *self, guint64 m, guint64 n, guint64 k_end);
double systole_gemm_partial (const SystoleGemm *self, guint64 m, guint64 n, guint64 k_end);

G_END_DECLS
