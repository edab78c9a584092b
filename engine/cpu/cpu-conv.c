/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/number.h"
#include "engine/cpu/cpu-plan.h"

/* Convolutions without lowering, as Georganas et al., “Anatomy of High-Performance Deep
 * Learning Convolutions on SIMD Architectures”, SC 2018: channels in vectors, a stretch of
 * pixels of a row in registers, and the loops over input channels and filter inside. */

/* Backward through a strided filter has no such loop: each image is one thread's, which
 * scatters its products. Share of the lanes that then work: ESTIMATE, agrees with DeepBench. */
#define SCATTER_SHARE 0.15

/* One item: a row of `width` pixels of a vector of channels; `inner` steps a pixel. */
static void
plan_rows (SystoleCpuPlan *self, guint64 items, guint64 width, guint64 inner, gboolean strided)
{
  const SystoleCpuUnit *u = &self->unit;
  guint64 stretches = systole_ceil_div (width, u->registers);
  guint64 pixels = systole_ceil_div (width, stretches);
  /* The weights' vector and two prefetches a step; a stride skips half of each cache line, so that more lines are touched. */
  double step = systole_cpu_unit_step (u, (guint) pixels, 3 + (strided ? 0.5 * (double) pixels : 0));
  guint64 steps = systole_ceil_div (inner, u->depth);
  guint64 macs = stretches * pixels * steps * u->depth * u->width * u->rows;

  self->items = items;
  self->busy = systole_ceil_div (macs, u->lanes);
  self->work = MAX (self->busy, (guint64) ((double) (stretches * steps) * step + 0.5));
  self->issued = items * macs;
  self->block_rows = (guint) pixels;
}

/* The gradient of the filters: sums of a vector of output channels for each input channel
 * (or each column of the filter where there are few channels), over all pixels; images are
 * shared out where there are too few filters. The input is transposed first. */
static void
plan_filters (SystoleCpuPlan *self, const SystoleConv *c, guint64 outputs, guint64 inputs, guint64 image_bytes, gboolean strided)
{
  const SystoleCpuUnit *u = &self->unit;
  gboolean few = inputs < u->width;
  guint64 together = few ? MIN (inputs * c->s, u->registers) : u->width;
  guint64 filters = outputs * (few ? systole_ceil_div (inputs * c->s, together) : systole_ceil_div (inputs, u->width));
  guint64 images = CLAMP (self->cores / MAX (filters, 1), 1, c->n);
  guint64 steps = systole_ceil_div (systole_ceil_div (c->n, images) * c->p * c->q, u->depth) * c->r * (few ? 1 : c->s);
  double step = systole_cpu_unit_step (u, (guint) together, 3 + (strided ? 0.5 * (double) together : 0));
  guint64 macs = together * steps * u->depth * u->width * u->rows;

  self->items = filters * images;
  self->busy = systole_ceil_div (macs, u->lanes);
  self->work = MAX (self->busy, (guint64) ((double) steps * step + 0.5));
  self->issued = self->items * macs;
  self->splits = (guint) images;
  self->copied_bytes += image_bytes + (images > 1 ? images * c->k * (c->c / c->groups) * c->r * c->s * 4 : 0);
}

void
systole_cpu_plan_conv (SystoleCpuPlan *self, const SystoleConv *c)
{
  guint64 lanes = (guint64) self->unit.width * self->unit.rows;
  guint64 in = c->c / c->groups, out = c->k / c->groups;
  gboolean depthwise = in == 1 && out == 1, strided = c->stride_w > 1;
  guint64 outputs = depthwise ? systole_ceil_div (c->k, lanes) : c->groups * systole_ceil_div (out, lanes);
  guint64 inputs = depthwise ? systole_ceil_div (c->c, lanes) : c->groups * systole_ceil_div (in, lanes);
  guint64 bytes = MAX (systole_format_get_bytes (c->format, SYSTOLE_OPERAND_A, 1), 1);
  guint64 image = c->n * c->c * c->h * c->w * bytes, result = c->n * c->k * c->p * c->q * bytes, filter = c->k * in * c->r * c->s * bytes;

  switch (c->direction)
    {
    case SYSTOLE_CONV_BACKWARD_DATA:
      self->dram_read = result + filter;
      self->dram_write = image;
      /* of the filter's steps only those count that meet a pixel of the result */
      plan_rows (self, c->n * inputs * c->h, c->w, systole_ceil_div (systole_ceil_div (out, self->unit.depth) * self->unit.depth * c->r * c->s * c->p * c->q, c->h * c->w), strided);
      if (c->stride_h * c->stride_w > 1 && c->r * c->s > 1)
        {
          guint64 macs = c->k * in * c->r * c->s * c->p * c->q;

          self->items = c->n;
          self->busy = systole_ceil_div (macs, self->unit.lanes);
          self->work = (guint64) ((double) self->busy / SCATTER_SHARE);
          self->issued = c->n * macs;
        }
      break;
    case SYSTOLE_CONV_BACKWARD_FILTER:
      self->dram_read = result + image;
      self->dram_write = filter;
      plan_filters (self, c, outputs, in, image, strided);
      break;
    case SYSTOLE_CONV_FORWARD:
    default:
      self->dram_read = image + filter;
      self->dram_write = result;
      plan_rows (self, c->n * outputs * c->p, c->q, in * c->r * c->s, strided);
      break;
    }
  self->l2_read = MAX (self->dram_read, self->items * filter / MAX (outputs, 1));
  self->l1_read = MAX (self->l2_read, (guint64) ((double) self->issued * (double) bytes / (double) MAX (self->block_rows, 1)));
}
