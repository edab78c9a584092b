/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/workload/product.h"

/**
 * systole_op_as_product:
 *
 * Returns: FALSE where the operation is no product, nor a batch of them, nor a convolution
 */
gboolean
systole_op_as_product (const SystoleOp *op, SystoleProduct *out)
{
  *out = (SystoleProduct){ .unfolding = { .unfolds = FALSE } };
  if (systole_op_as_batched (op, &out->gemm))
    return TRUE;
  if (!systole_op_as_conv (op, &out->unfolding.conv))
    return FALSE;
  out->unfolding.unfolds = TRUE;
  systole_conv_as_gemm (&out->unfolding.conv, &out->gemm);
  return TRUE;
}

/**
 * systole_product_get_origin:
 * @batch: which product of the batch, or group of the convolution
 *
 * Global indices of the first element of its C.
 */
void
systole_product_get_origin (const SystoleGemm *gemm, const SystoleUnfolding *unfolding, guint64 batch, guint64 *m, guint64 *n)
{
  gboolean shares_rows = unfolding->unfolds && unfolding->conv.direction != SYSTOLE_CONV_BACKWARD_FILTER;

  *m = shares_rows ? 0 : batch * gemm->m;
  *n = batch * gemm->n;
}

/* A pixel of the output reads the input, a pixel of the input's gradient the output's. */
static gboolean
step_tap (guint64 place, guint64 tap, guint64 stride, guint64 pad, guint64 dilation, guint64 extent, gboolean backward, guint64 *out)
{
  guint64 shift = tap * dilation, at = backward ? place + pad : place * stride + shift;

  if (at < (backward ? shift : pad))
    return FALSE;
  at -= backward ? shift : pad;
  if (backward && at % stride != 0)
    return FALSE;
  *out = backward ? at / stride : at;
  return *out < extent;
}

/**
 * systole_unfolding_locate:
 * @pixel: index of the unfolded matrix that runs over pixels
 * @tap: index of it that runs over taps and channels
 */
void
systole_unfolding_locate (const SystoleUnfolding *self, guint64 group, guint64 pixel, guint64 tap, SystoleTap *out)
{
  const SystoleConv *conv = &self->conv;
  gboolean backward = conv->direction == SYSTOLE_CONV_BACKWARD_DATA;
  guint64 channels = (backward ? conv->k : conv->c) / conv->groups;
  guint64 height = backward ? conv->h : conv->p, width = backward ? conv->w : conv->q;
  guint64 y, x;

  out->channel = group * channels + tap % channels;
  out->s = tap / channels % conv->s;
  out->r = tap / channels / conv->s;
  x = pixel % width;
  y = pixel / width % height;
  out->image = pixel / width / height;
  out->pads = !step_tap (y, out->r, conv->stride_h, conv->pad_h, conv->dilation_h, backward ? conv->p : conv->h, backward, &out->y) ||
              !step_tap (x, out->s, conv->stride_w, conv->pad_w, conv->dilation_w, backward ? conv->q : conv->w, backward, &out->x);
}

/* The element of the tensor that is unfolded: input, or the output's gradient. */
static double
unfolded (const SystoleUnfolding *self, SystoleOperand operand, guint64 group, guint64 pixel, guint64 tap)
{
  const SystoleConv *conv = &self->conv;
  gboolean backward = conv->direction == SYSTOLE_CONV_BACKWARD_DATA;
  SystoleTap at;

  systole_unfolding_locate (self, group, pixel, tap, &at);
  if (at.pads)
    return 0;
  return systole_operand_value (conv->format, conv->seed, operand, (at.image * (backward ? conv->p : conv->h) + at.y) * (backward ? conv->q : conv->w) + at.x, at.channel);
}

/**
 * systole_product_a:
 * @n: any column of the same product of the batch
 *
 * A[m, k]. Elements of a tensor are those of systole_operand_value() in row `pixel`,
 * column `channel` (global) of the operand, so that a convolution of 1 × 1 taps and stride
 * 1 is bit for bit the product that it becomes.
 */
double
systole_product_a (const SystoleGemm *gemm, const SystoleUnfolding *unfolding, guint64 n, guint64 m, guint64 k)
{
  if (!unfolding->unfolds)
    return systole_gemm_a (gemm, m, k);
  if (unfolding->conv.direction == SYSTOLE_CONV_BACKWARD_FILTER)
    return systole_operand_value (gemm->format, gemm->seed, SYSTOLE_OPERAND_A, k, m);
  return unfolded (unfolding, SYSTOLE_OPERAND_A, n / gemm->n, m, k);
}

/**
 * systole_product_b:
 *
 * B[k, n]. Element (tap and channel within its group, filter) of the filters is that row
 * and column of the operand.
 */
double
systole_product_b (const SystoleGemm *gemm, const SystoleUnfolding *unfolding, guint64 k, guint64 n)
{
  const SystoleConv *conv = &unfolding->conv;
  guint64 group, filters, channels;

  if (!unfolding->unfolds || conv->direction == SYSTOLE_CONV_FORWARD)
    return systole_gemm_b (gemm, k, n);
  group = n / gemm->n;
  n -= group * gemm->n;
  if (conv->direction == SYSTOLE_CONV_BACKWARD_FILTER)
    return unfolded (unfolding, SYSTOLE_OPERAND_B, group, k, n);
  filters = conv->k / conv->groups;
  channels = conv->c / conv->groups;
  return systole_operand_value (gemm->format, gemm->seed, SYSTOLE_OPERAND_B, k / filters * channels + n, group * filters + k % filters);
}

/**
 * systole_product_partial:
 * @k_end: 0 … K
 *
 * The sum of the first @k_end products of C[m, n] in ascending k under the format's
 * rounding. O(k_end).
 */
double
systole_product_partial (const SystoleGemm *gemm, const SystoleUnfolding *unfolding, guint64 m, guint64 n, guint64 k_end)
{
  double sum = 0;

  if (!unfolding->unfolds)
    return systole_gemm_partial (gemm, m, n, k_end);
  for (guint64 k = 0; k < k_end; k++)
    sum = systole_format_add (gemm->format, sum, systole_format_multiply (gemm->format, systole_product_a (gemm, unfolding, n, m, k), systole_product_b (gemm, unfolding, k, n)));
  return sum;
}

/* One product of a batch, for whom asks for its elements. */
typedef struct
{
  const SystoleGemm *gemm;
  const SystoleUnfolding *unfolding;
  guint64 n; /* a column of it */
} One;

static double
get_element (gconstpointer data, SystoleOperand operand, guint64 i, guint64 j)
{
  const One *one = data;

  return operand == SYSTOLE_OPERAND_A ? systole_product_a (one->gemm, one->unfolding, one->n, i, j) : systole_product_b (one->gemm, one->unfolding, i, j);
}

/* The sums from @first on that lie in the same product. */
static gsize
count_same_product (const SystoleGemm *gemm, const SystoleGemmSum *sums, gsize first, gsize n_sums)
{
  gsize end = first + 1;

  while (end < n_sums && sums[end].n / gemm->n == sums[first].n / gemm->n)
    end++;
  return end - first;
}

/**
 * systole_product_sums:
 * @sums: (array length=n_sums) (inout): what is wanted; each sum is filled
 * @progress: (nullable): called now and then
 *
 * systole_gemm_sums() for any product.
 *
 * Returns: FALSE if @progress stopped it; then the sums mean nothing
 */
gboolean
systole_product_sums (const SystoleGemm *gemm, const SystoleUnfolding *unfolding, SystoleGemmSum *sums, gsize n_sums, SystoleProgress progress, gpointer progress_data)
{
  gsize n;

  if (!unfolding->unfolds)
    return systole_gemm_sums (gemm, sums, n_sums, progress, progress_data);
  for (gsize i = 0; i < n_sums; i += n)
    {
      One one = { gemm, unfolding, sums[i].n };

      n = count_same_product (gemm, sums, i, n_sums);
      if (!systole_gemm_sums_of (gemm, get_element, &one, sums + i, n, progress, progress_data))
        return FALSE;
    }
  return TRUE;
}

guint64
systole_unfolding_hash (const SystoleUnfolding *self)
{
  const SystoleConv *conv = &self->conv;
  const guint64 words[] = {
    /* clang-format off */
    conv->n, conv->c, conv->h, conv->w, conv->k, conv->r, conv->s, conv->stride_h, conv->stride_w, conv->pad_h, conv->pad_w,
    conv->dilation_h, conv->dilation_w, conv->groups, conv->direction
    /* clang-format on */
  };
  guint64 hash = 0;

  for (guint i = 0; self->unfolds && i < G_N_ELEMENTS (words); i++)
    hash = systole_operand_hash (hash, SYSTOLE_OPERAND_A, i, words[i]);
  return hash;
}

/* Lines of a tensor of `extent` that the taps of `places` windows read. Windows that start in the same line modulo
 * the stride read lines in arithmetic progressions of that difference: one after the other they overlap or they do not. */
static guint64
count_lines (guint64 extent, guint64 places, guint64 taps, guint64 stride, guint64 pad, guint64 dilation)
{
  guint64 a = stride, b = dilation, classes, step, lines = 0;

  while (b > 0)
    {
      guint64 rest = a % b;

      a = b;
      b = rest;
    }
  classes = stride / a; /* taps t and t + classes begin in the same line modulo the stride */
  step = dilation / a;  /* and so many windows apart */
  for (guint64 first = 0; first < MIN (classes, taps); first++)
    {
      guint64 end = 0; /* first window index of the progression that is not counted yet */

      for (guint64 tap = first, shift = 0; tap < taps; tap += classes, shift += step)
        {
          guint64 offset = first * dilation; /* line of index i: i · stride + offset − pad */
          guint64 low = pad > offset ? (pad - offset + stride - 1) / stride : 0;
          guint64 high = extent + pad > offset ? (extent + pad - offset + stride - 1) / stride : 0; /* first index beyond */

          low = MAX (MAX (low, shift), end);
          high = MIN (high, shift + places);
          if (high > low)
            lines += high - low;
          end = MAX (end, shift + places);
        }
    }
  return lines;
}

/**
 * systole_unfolding_count_touched:
 *
 * Returns: elements of the unfolded tensor that some tap reads: all images and channels of
 *   the lines and columns that lie under the filters. O(taps).
 */
guint64
systole_unfolding_count_touched (const SystoleUnfolding *self)
{
  const SystoleConv *conv = &self->conv;

  /* Each gradient of an output pixel went into some tap, if it is inside the input. */
  if (conv->direction == SYSTOLE_CONV_BACKWARD_DATA)
    return conv->n * conv->k * conv->p * conv->q;
  return conv->n * conv->c * count_lines (conv->h, conv->p, conv->r, conv->stride_h, conv->pad_h, conv->dilation_h) *
         count_lines (conv->w, conv->q, conv->s, conv->stride_w, conv->pad_w, conv->dilation_w);
}
