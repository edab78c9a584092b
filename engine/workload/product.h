/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/workload/gemm-sums.h"

G_BEGIN_DECLS

/*
 * What an array multiplies: one matrix product, or a batch of equal ones, with the values
 * of their operands. A convolution becomes such a batch, one product for each group of
 * channels, when one of its tensors is unfolded (im2col); nothing is copied, the address
 * generator in front of the array reads the tensor in that order.
 *
 * Indices are global. In a batch of b products C[m, n] belongs to product n ÷ N; rows count
 * on from product to product where each has its own (a batch of GEMMs, whose products are
 * the blocks on the diagonal of one large product), and not where all share them (the
 * pixels of a convolution). k counts within one product.
 *
 * The order of unfolding, forwards and for the gradient of the data, with the channels of
 * a pixel innermost, as images lie in memory:
 *
 *     m = (image · P + p) · Q + q               k = (r · S + s) · channels of a group + channel
 *     m = (image · H + y) · W + x               k = (r · S + s) · filters of a group + filter
 *
 * and for the gradient of the filters n = (r · S + s) · channels of a group + channel,
 * k = (image · P + p) · Q + q.
 */

/* Where the operands come from if a convolution became the product. */
typedef struct
{
  gboolean unfolds;
  SystoleConv conv;
} SystoleUnfolding;

typedef struct
{
  SystoleGemm gemm; /* its `batch` is the number of products, ≥ 1 */
  SystoleUnfolding unfolding;
} SystoleProduct;

/* Place of an element that an unfolded matrix takes from its tensor. */
typedef struct
{
  guint64 image, y, x; /* y, x: of the tensor's pixel, meaningless if `pads` */
  guint64 r, s;        /* tap of the filter */
  guint64 channel;     /* global */
  gboolean pads;       /* the tap falls outside: the element is 0 */
} SystoleTap;

gboolean systole_op_as_product (const SystoleOp *op, SystoleProduct *out);
void systole_product_get_origin (const SystoleGemm *gemm, const SystoleUnfolding *unfolding, guint64 batch, guint64 *m, guint64 *n);
double systole_product_a (const SystoleGemm *gemm, const SystoleUnfolding *unfolding, guint64 n, guint64 m, guint64 k);
double systole_product_b (const SystoleGemm *gemm, const SystoleUnfolding *unfolding, guint64 k, guint64 n);
double systole_product_partial (const SystoleGemm *gemm, const SystoleUnfolding *unfolding, guint64 m, guint64 n, guint64 k_end);
gboolean systole_product_sums (const SystoleGemm *gemm, const SystoleUnfolding *unfolding, SystoleGemmSum *sums, gsize n_sums, SystoleProgress progress, gpointer progress_data);
guint64 systole_unfolding_hash (const SystoleUnfolding *self);

/* Which tap of which pixel: of A[m, k] (forward, gradient of the data), of B[k, n] (gradient of the filters; @n and @m
 * change roles). @group: n ÷ N. */
void systole_unfolding_locate (const SystoleUnfolding *self, guint64 group, guint64 pixel, guint64 tap, SystoleTap *out);
/* Elements of the unfolded tensor (all groups) that any tap reads. */
guint64 systole_unfolding_count_touched (const SystoleUnfolding *self);

G_END_DECLS
