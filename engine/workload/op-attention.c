/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/workload/op-private.h"

#include <inttypes.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"

/* softmax (Q · Kᵀ ÷ √d) · V, and the feed-forward layer that follows it in a transformer. */

#define MAX_TOKENS (1 << 24)
#define MAX_HEADS (1 << 16)

enum
{
  PHASE,
  B,
  SQ,
  SKV,
  HQ,
  HKV,
  D,
  CAUSAL,
  KERNEL
};

static const char *const phases[] = { "prefill", "decode", "chunk", "multi_token_decode", NULL };

static const char *const kernels[] = { "fused", "plain", NULL };

static const SystoleOpDim dims[] = {
  { "phase", N_ ("part of an answer: the prompt, a token …"), 0, 3, 0, FALSE, phases },
  { "b", N_ ("sequences"), 1, MAX_TOKENS, 1, TRUE, NULL },
  { "sq", N_ ("new tokens of a sequence"), 1, MAX_TOKENS, 128, TRUE, NULL },
  { "skv", N_ ("tokens whose keys and values are read"), 1, MAX_TOKENS, 128, TRUE, NULL },
  { "hq", N_ ("query heads"), 1, MAX_HEADS, 8, TRUE, NULL },
  { "hkv", N_ ("key and value heads"), 1, MAX_HEADS, 8, TRUE, NULL },
  { "d", N_ ("size of a head"), 1, MAX_HEADS, 64, TRUE, NULL },
  { "causal", N_ ("1: a token sees only those before it"), 0, 1, 0, FALSE, NULL },
  { "kernel", N_ ("fused: scores stay on the chip; plain: three kernels, scores in memory"), 0, 1, 0, FALSE, kernels, TRUE },
};

static gboolean
check (const SystoleOp *op, GError **error)
{
  const guint64 *d = op->dims;
  const guint64 macs[] = { d[B], d[HQ], d[SQ], d[SKV], d[D], 2 };

  if (d[HQ] % d[HKV] != 0)
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("attention: hq is %" PRIu64 ", not a multiple of hkv = %" PRIu64), d[HQ], d[HKV]);
  else if (d[CAUSAL] != 0 && d[SQ] > d[SKV])
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("attention: with causal=1, sq is at most skv = %" PRIu64 ", not %" PRIu64), d[SKV], d[SQ]);
  else
    return systole_op_check_product ("attention: 2 × b × hq × sq × skv × d", macs, G_N_ELEMENTS (macs), error);
  return FALSE;
}

static SystoleAttention
read_dims (const SystoleOp *op)
{
  const guint64 *d = op->dims;

  return (SystoleAttention){
    .b = d[B],
    .sq = d[SQ],
    .skv = d[SKV],
    .hq = d[HQ],
    .hkv = d[HKV],
    .d = d[D],
    .plain = d[KERNEL] != 0,
    .causal = d[CAUSAL] != 0,
    .phase = (SystoleAttentionPhase) d[PHASE],
    .pairs = d[SQ] * d[SKV] - (d[CAUSAL] != 0 ? d[SQ] * (d[SQ] - 1) / 2 : 0),
    .format = op->format,
  };
}

/**
 * systole_op_as_attention:
 *
 * Returns: FALSE where the operation is no attention
 */
gboolean
systole_op_as_attention (const SystoleOp *self, SystoleAttention *out)
{
  if (self->kind != SYSTOLE_OP_ATTENTION)
    return FALSE;
  *out = read_dims (self);
  return TRUE;
}

/* Q · Kᵀ and its product with V, for the pairs that are not masked. */
static guint64
useful_macs (const SystoleOp *op)
{
  SystoleAttention attention = read_dims (op);

  return 2 * attention.b * attention.hq * attention.pairs * attention.d;
}

const SystoleOpClass systole_op_attention_class = {
  .dims = dims,
  .n_dims = G_N_ELEMENTS (dims),
  .check = check,
  .useful_macs = useful_macs,
};

/* --- feed-forward layer --- */

enum
{
  M,
  HIDDEN,
  INTER,
  GATED
};

static const SystoleOpDim mlp_dims[] = {
  { "m", N_ ("tokens"), 1, SYSTOLE_OP_MAX_SIDE, 128, TRUE, NULL },
  { "hidden", N_ ("numbers a token has"), 1, SYSTOLE_OP_MAX_SIDE, 256, TRUE, NULL },
  { "inter", N_ ("numbers a token has inside the layer"), 1, SYSTOLE_OP_MAX_SIDE, 1024, TRUE, NULL },
  { "gated", N_ ("1: a third matrix gates the inner numbers"), 0, 1, 0, FALSE, NULL },
};

static gboolean
mlp_check (const SystoleOp *op, GError **error)
{
  const guint64 macs[] = { op->dims[M], op->dims[HIDDEN], op->dims[INTER], 3 };

  return systole_op_check_product ("mlp: 3 × m × hidden × inter", macs, G_N_ELEMENTS (macs), error);
}

/**
 * systole_op_as_mlp:
 *
 * Returns: FALSE where the operation is no feed-forward layer
 */
gboolean
systole_op_as_mlp (const SystoleOp *self, SystoleMlp *out)
{
  if (self->kind != SYSTOLE_OP_MLP)
    return FALSE;
  *out = (SystoleMlp){ .m = self->dims[M], .hidden = self->dims[HIDDEN], .inter = self->dims[INTER], .gated = self->dims[GATED] != 0, .format = self->format, .seed = self->seed };
  return TRUE;
}

static guint64
mlp_useful_macs (const SystoleOp *op)
{
  return op->dims[M] * op->dims[HIDDEN] * op->dims[INTER] * (op->dims[GATED] != 0 ? 3 : 2);
}

const SystoleOpClass systole_op_mlp_class = {
  .dims = mlp_dims,
  .n_dims = G_N_ELEMENTS (mlp_dims),
  .check = mlp_check,
  .useful_macs = mlp_useful_macs,
};
