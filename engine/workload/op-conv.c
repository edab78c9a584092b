/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/workload/op-private.h"

#include <inttypes.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"

/* output[i, f, y, x] = Σ input[i, c, y · stride + v · dilation − pad, …] · filter[f, c, v, u] over the channels of the
 * filter's group and its taps (v, u). What a padded place holds is 0. */

#define MAX_EXTENT (1 << 20)

enum
{
  N,
  C,
  H,
  W,
  K,
  R,
  S,
  P,
  Q,
  STRIDE_H,
  STRIDE_W,
  PAD_H,
  PAD_W,
  DILATION_H,
  DILATION_W,
  GROUPS,
  DIRECTION
};

static const char *const directions[] = { "fwd", "bwd_data", "bwd_filter", NULL };

static const SystoleOpDim dims[] = {
  { "n", N_ ("images"), 1, SYSTOLE_OP_MAX_SIDE, 1, TRUE, NULL },
  { "c", N_ ("channels of the input"), 1, SYSTOLE_OP_MAX_SIDE, 8, TRUE, NULL },
  { "h", N_ ("height of the input"), 1, MAX_EXTENT, 8, TRUE, NULL },
  { "w", N_ ("width of the input"), 1, MAX_EXTENT, 8, TRUE, NULL },
  { "k", N_ ("filters, the channels of the output"), 1, SYSTOLE_OP_MAX_SIDE, 8, TRUE, NULL },
  { "r", N_ ("height of a filter"), 1, MAX_EXTENT, 3, TRUE, NULL },
  { "s", N_ ("width of a filter"), 1, MAX_EXTENT, 3, TRUE, NULL },
  { "p", N_ ("height of the output; 0: computed"), 0, 2 * MAX_EXTENT, 0, FALSE, NULL },
  { "q", N_ ("width of the output; 0: computed"), 0, 2 * MAX_EXTENT, 0, FALSE, NULL },
  { "stride_h", N_ ("vertical stride"), 1, MAX_EXTENT, 1, FALSE, NULL },
  { "stride_w", N_ ("horizontal stride"), 1, MAX_EXTENT, 1, FALSE, NULL },
  { "pad_h", N_ ("rows of padding above and below"), 0, MAX_EXTENT / 2, 0, FALSE, NULL },
  { "pad_w", N_ ("columns of padding left and right"), 0, MAX_EXTENT / 2, 0, FALSE, NULL },
  { "dilation_h", N_ ("vertical distance of a filter’s taps"), 1, MAX_EXTENT, 1, FALSE, NULL },
  { "dilation_w", N_ ("horizontal distance of a filter’s taps"), 1, MAX_EXTENT, 1, FALSE, NULL },
  { "groups", N_ ("groups of channels that are convolved apart"), 1, SYSTOLE_OP_MAX_SIDE, 1, FALSE, NULL },
  { "dir", N_ ("what is computed: the output, or a gradient"), 0, 2, 0, FALSE, directions },
};

/* Places of a filter along one axis; 0: it does not fit. */
static guint64
count_places (const guint64 *d, guint extent, guint taps, guint stride, guint pad, guint dilation)
{
  guint64 padded = d[extent] + 2 * d[pad];
  guint64 reach = (d[taps] - 1) * d[dilation] + 1;

  return reach > padded ? 0 : (padded - reach) / d[stride] + 1;
}

static gboolean
check_output (const guint64 *d, guint dim, guint64 computed, GError **error)
{
  if (computed == 0)
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("conv: a filter of %" PRIu64 " × %" PRIu64 " does not fit the padded input"), d[R], d[S]);
  else if (d[dim] != 0 && d[dim] != computed)
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE,
                 /* Translators: name of a dimension, its value, the value it must have */
                 _ ("conv: %s is %" PRIu64 ", but input, filter, stride and padding give %" PRIu64),
                 dims[dim].key,
                 d[dim],
                 computed);
  else
    return TRUE;
  return FALSE;
}

static gboolean
check (const SystoleOp *op, GError **error)
{
  const guint64 *d = op->dims;
  guint64 p = count_places (d, H, R, STRIDE_H, PAD_H, DILATION_H);
  guint64 q = count_places (d, W, S, STRIDE_W, PAD_W, DILATION_W);
  const guint64 macs[] = { d[N], p, q, d[K], d[C], d[R], d[S] };
  const guint64 input[] = { d[N], d[C], d[H] + 2 * d[PAD_H], d[W] + 2 * d[PAD_W] };

  if (!check_output (d, P, p, error) || !check_output (d, Q, q, error))
    return FALSE;
  if (d[C] % d[GROUPS] != 0 || d[K] % d[GROUPS] != 0)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("conv: groups is %" PRIu64 ", which does not divide both c = %" PRIu64 " and k = %" PRIu64), d[GROUPS], d[C], d[K]);
      return FALSE;
    }
  return systole_op_check_product ("conv: n × k × p × q × c × r × s", macs, G_N_ELEMENTS (macs), error) &&
         systole_op_check_product ("conv: n × c × h × w", input, G_N_ELEMENTS (input), error);
}

static SystoleConv
read_dims (const SystoleOp *op)
{
  const guint64 *d = op->dims;

  return (SystoleConv){
    .n = d[N],
    .c = d[C],
    .h = d[H],
    .w = d[W],
    .k = d[K],
    .r = d[R],
    .s = d[S],
    .p = count_places (d, H, R, STRIDE_H, PAD_H, DILATION_H),
    .q = count_places (d, W, S, STRIDE_W, PAD_W, DILATION_W),
    .stride_h = d[STRIDE_H],
    .stride_w = d[STRIDE_W],
    .pad_h = d[PAD_H],
    .pad_w = d[PAD_W],
    .dilation_h = d[DILATION_H],
    .dilation_w = d[DILATION_W],
    .groups = d[GROUPS],
    .direction = (SystoleConvDirection) d[DIRECTION],
    .format = op->format,
    .seed = op->seed,
  };
}

/**
 * systole_op_as_conv:
 *
 * Returns: FALSE where the operation is no convolution
 */
gboolean
systole_op_as_conv (const SystoleOp *self, SystoleConv *out)
{
  if (self->kind != SYSTOLE_OP_CONV)
    return FALSE;
  *out = read_dims (self);
  return TRUE;
}

/**
 * systole_conv_as_gemm:
 *
 * The product of one group that the convolution becomes when the input is unfolded
 * (im2col), `batch` = groups of them:
 *
 *     direction     M            N              K
 *     forward       n · p · q    k ÷ groups     c ÷ groups · r · s
 *     data          n · h · w    c ÷ groups     k ÷ groups · r · s
 *     filter        k ÷ groups   c ÷ groups · r · s   n · p · q
 */
void
systole_conv_as_gemm (const SystoleConv *self, SystoleGemm *out)
{
  guint64 outputs = self->n * self->p * self->q;
  guint64 filters = self->k / self->groups;
  guint64 channels = self->c / self->groups;
  guint64 taps = self->r * self->s;

  *out = (SystoleGemm){ .format = self->format, .seed = self->seed, .batch = self->groups };
  switch (self->direction)
    {
    case SYSTOLE_CONV_BACKWARD_DATA:
      out->m = self->n * self->h * self->w;
      out->n = channels;
      out->k = filters * taps;
      break;
    case SYSTOLE_CONV_BACKWARD_FILTER:
      out->m = filters;
      out->n = channels * taps;
      out->k = outputs;
      break;
    case SYSTOLE_CONV_FORWARD:
    default:
      out->m = outputs;
      out->n = filters;
      out->k = channels * taps;
      break;
    }
}

/* Of the definition, padded places counted, as the published measurements do. */
static guint64
useful_macs (const SystoleOp *op)
{
  SystoleConv conv = read_dims (op);

  return conv.n * conv.k * conv.p * conv.q * (conv.c / conv.groups) * conv.r * conv.s;
}

const SystoleOpClass systole_op_conv_class = {
  .dims = dims,
  .n_dims = G_N_ELEMENTS (dims),
  .check = check,
  .useful_macs = useful_macs,
};
