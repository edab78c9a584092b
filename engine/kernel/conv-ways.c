/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-conv.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"

/*
 * The ways that libraries compute convolutions, after cuDNN's and MIOpen's kernels:
 *
 * - a product without the matrix of patches (implicit GEMM), each direction; gradients of
 *   filters cut in parts along their long sum;
 * - a product and a kernel that adds the patches up (gradients of the input);
 * - Winograd F(2×2, 3×3) in one kernel: 16 products for 4 outputs of 9 taps;
 * - Winograd F(4×4, 3×3) in three kernels: 36 products for 16 outputs.
 *
 * Every block has as many K-steps more as fill its pipeline. Tiles are those of the
 * libraries' kernels, not any that would fit.
 */

#define STEP 32     /* elements of K of one iteration */
#define SCATTER 2.8 /* times that a patch's element crosses memory */
#define MAX_SPLITS 128
#define CACHED 3 /* equal calls find most of what fits half of L2 */

static double
round_k (double k)
{
  return ceil (k / 8) * 8;
}

static double
bytes_counted (const SystoleConvMachine *m, double bytes)
{
  return bytes < m->cache / 2 ? bytes / CACHED : bytes;
}

/* As the schedule lays them out: full waves and a last one. */
static double
estimate (const SystoleConvMachine *m, const SystoleConvPart *p)
{
  double at_once = (double) m->sms * p->resident;
  double full = floor ((double) p->blocks / at_once), rest = (double) p->blocks - full * at_once;
  double bytes = p->bytes / (double) p->blocks / m->bytes_a_cycle;

  return p->start * m->clock_hz + MAX (full * p->resident * p->cycles, full * at_once * bytes) + MAX (ceil (rest / m->sms) * p->cycles, rest * bytes);
}

/* A product of rows × columns × k, @times of them, in tiles of tm × tn. */
static SystoleConvPart
make_product (const SystoleConvMachine *m, double share, double rows, double columns, double k, double times, guint tm, guint tn, double fill)
{
  double side = (double) tm * tn / (tm + tn), area = (double) tm * tn;
  SystoleConvPart p = { .title = N_ ("product kernel") };

  p.blocks = (guint64) (ceil (rows / tm) * ceil (columns / tn) * times);
  p.loops = (guint64) MAX (ceil (round_k (k) / STEP), 1);
  p.resident = (guint) MAX (1, 16384 / area);
  p.cycles = area * (round_k (k) + fill) / (m->rate * share * side / (side + m->reuse));
  p.step_macs = area * MIN (round_k (k), STEP);
  return p;
}

static SystoleConvPart
make_move (const SystoleConvMachine *m, const char *title, double bytes)
{
  SystoleConvPart p = { .title = title, .resident = 8, .loops = 1, .bytes = bytes, .start = m->launch };

  p.blocks = (guint64) MAX (ceil (bytes / 16384), 1);
  return p;
}

static void
take_if_better (const SystoleConvMachine *m, SystoleConvWay *way, SystoleConvWay *best)
{
  way->cycles = 0;
  for (guint i = 0; i < way->n_parts; i++)
    way->cycles += estimate (m, &way->parts[i]);
  if (best->n_parts == 0 || way->cycles < best->cycles)
    *best = *way;
}

/* The best tile for a product, with what comes before and after it. */
static void
try_tiles (const SystoleConvMachine *m, const SystoleConvTiles *tiles, SystoleConvWay *frame, guint which, double share, double rows, double columns, double k, double times, double bytes, guint splits, SystoleConvWay *best)
{
  for (guint t = 0; t < tiles->n; t++)
    {
      SystoleConvWay way = *frame;

      way.tile_m = tiles->sizes[t][0];
      way.tile_n = tiles->sizes[t][1];
      way.splits = splits;
      way.parts[which] = make_product (m, share, rows, columns, ceil (k / splits), times * splits, way.tile_m, way.tile_n, m->fill);
      way.parts[which].bytes = bytes_counted (m, bytes);
      way.parts[which].start = m->launch;
      take_if_better (m, &way, best);
    }
}

static void
try_product (const SystoleConvMachine *m, SystoleConvWay *frame, guint which, double share, double rows, double columns, double k, double times, double bytes, guint splits, SystoleConvWay *best)
{
  try_tiles (m, &m->tiles, frame, which, share, rows, columns, k, times, bytes, splits, best);
}

typedef struct
{
  const SystoleConv *c;
  double input, output, filters; /* bytes */
  double taps, pixels, points;   /* r × s; outputs and inputs of one channel, all images */
  double stride;                 /* product of both */
} Sizes;

static void
measure (const SystoleConv *c, double element, Sizes *s)
{
  *s = (Sizes){ .c = c };
  s->taps = (double) c->r * (double) c->s;
  s->pixels = (double) c->n * (double) c->p * (double) c->q;
  s->points = (double) c->n * (double) c->h * (double) c->w;
  s->input = s->points * (double) c->c * element;
  s->output = s->pixels * (double) c->k * element;
  s->filters = (double) c->k * (double) (c->c / c->groups) * s->taps * element;
  s->stride = (double) c->stride_h * (double) c->stride_w;
}

static void
try_implicit (const SystoleConvMachine *m, const Sizes *s, SystoleConvWay *best)
{
  SystoleConvWay way = { .id = "implicit-gemm", .n_parts = 1, .macs = 0 };
  double groups = (double) s->c->groups, c = (double) s->c->c / groups, k = (double) s->c->k / groups;
  double input = s->taps < 2 && s->stride > 1 ? s->input / 2 : s->input, bytes = input + s->output + s->filters;

  switch (s->c->direction)
    {
    case SYSTOLE_CONV_FORWARD:
      if (m->winograd_any && s->taps < 2 && s->stride > 1)
        bytes += 3 * s->input; /* MIOpen first copies the pixels that the stride takes */
      try_product (m, &way, 0, m->share, k, s->pixels, c * s->taps, groups, bytes, 1, best);
      break;
    case SYSTOLE_CONV_BACKWARD_DATA:
      try_product (m, &way, 0, m->share, c, s->points, ceil (k * s->taps / s->stride * (1 + (s->stride - 1) * m->skipped_share)), groups, bytes, 1, best);
      break;
    case SYSTOLE_CONV_BACKWARD_FILTER:
    default:
      for (guint splits = 1; splits <= MAX_SPLITS; splits *= 2)
        try_tiles (m, &m->filter_tiles, &way, 0, m->share * m->filter_share, k, c * s->taps, s->pixels, groups, bytes + (splits > 1 ? 8.0 * splits * s->filters / m->element : 0), splits, best);
      break;
    }
}

static void
try_scatter (const SystoleConvMachine *m, const Sizes *s, SystoleConvWay *best)
{
  SystoleConvWay way = { .id = "gemm-scatter", .n_parts = 2 };
  double groups = (double) s->c->groups, c = (double) s->c->c / groups;
  double patches = (double) s->c->c * s->taps * s->pixels * m->element;

  way.parts[1] = make_move (m, N_ ("scattering kernel"), SCATTER * patches + 2 * s->input + s->output);
  try_product (m, &way, 0, m->share, c * s->taps, s->pixels, (double) s->c->k / groups, groups, 0, 1, best);
}

/* Outputs that Winograd computes, the channels it adds over and those it makes. */
static void
winograd_sizes (const Sizes *s, double *p, double *q, double *in, double *out)
{
  gboolean forward = s->c->direction == SYSTOLE_CONV_FORWARD, data = s->c->direction == SYSTOLE_CONV_BACKWARD_DATA;

  *p = (double) (data ? s->c->h : s->c->p);
  *q = (double) (data ? s->c->w : s->c->q);
  *in = (double) (forward ? s->c->c : s->c->k);
  *out = (double) (forward ? s->c->k : s->c->c);
}

static void
try_winograd_fused (const SystoleConvMachine *m, const Sizes *s, SystoleConvWay *best)
{
  static const guint shapes[][2] = { { 128, 32 }, { 64, 32 }, { 32, 64 } };
  double p, q, in, out, tiles;

  winograd_sizes (s, &p, &q, &in, &out);
  tiles = (double) s->c->n * ceil (p / 2) * ceil (q / 2);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      SystoleConvWay way = { .id = "winograd-2x2", .n_parts = 1, .tile_m = shapes[i][0], .tile_n = 4 * shapes[i][1], .splits = 1, .macs = (guint64) (16 * tiles * in * out) };
      double side = (double) way.tile_m * way.tile_n / (way.tile_m + way.tile_n);

      /* The products' operands come from four pixels a tile; sixteen products each. */
      way.parts[0] = make_product (m, m->winograd_share, out, tiles, in, 1, shapes[i][0], shapes[i][1], m->fill / 16.0);
      way.parts[0].title = N_ ("Winograd kernel");
      way.parts[0].cycles = 16.0 * shapes[i][0] * shapes[i][1] * (round_k (in) + m->fill / 16.0) / (m->rate * m->winograd_share * side / (side + m->reuse));
      way.parts[0].step_macs *= 16;
      way.parts[0].resident = 1;
      way.parts[0].bytes = bytes_counted (m, s->input + s->output + s->filters);
      way.parts[0].start = m->launch;
      take_if_better (m, &way, best);
    }
}

static void
try_winograd_large (const SystoleConvMachine *m, const Sizes *s, SystoleConvWay *best)
{
  SystoleConvWay way = { .id = "winograd-4x4", .n_parts = 3 };
  gboolean filter = s->c->direction == SYSTOLE_CONV_BACKWARD_FILTER;
  double p, q, in, out, tiles, moved;

  winograd_sizes (s, &p, &q, &in, &out);
  tiles = (double) s->c->n * ceil (p / 4) * ceil (q / 4);
  way.macs = (guint64) (36 * tiles * in * out);
  moved = 36 * (tiles * (in + out) + in * out) * m->element;
  way.parts[0] = make_move (m, N_ ("transforming kernel"), moved);
  way.parts[2] = make_move (m, N_ ("kernel that transforms back"), moved);
  if (filter)
    try_product (m, &way, 1, m->share, (double) s->c->k, (double) s->c->c, tiles, 36, 0, 1, best);
  else
    try_product (m, &way, 1, m->share, out, tiles, in, 36, 0, 1, best);
}

/* MIOpen cuts a filter in pieces of 3 × 3, each 16 products for 4 outputs. */
static void
try_winograd_any (const SystoleConvMachine *m, const Sizes *s, SystoleConvWay *best)
{
  SystoleConvWay way = { .id = "winograd-pieces", .n_parts = 1 };
  guint64 r = s->c->r, w = s->c->s;
  double products, pixels, p, q, in, out;

  if (s->c->stride_h == 1 && s->c->stride_w == 1)
    products = 4.0 * (double) systole_ceil_div (r, 3) * (double) systole_ceil_div (w, 3);
  else if (s->c->stride_h == 2 && s->c->stride_w == 2)
    products = 16.0 * (double) systole_ceil_div (systole_ceil_div (r, 2), 3) * (double) systole_ceil_div (systole_ceil_div (w, 2), 3);
  else
    return;
  winograd_sizes (s, &p, &q, &in, &out);
  pixels = s->stride > 1 ? s->pixels : (double) s->c->n * p * q;
  way.macs = (guint64) (products * in * out * pixels);
  try_product (m, &way, 0, m->winograd_share, out, pixels, in * products, 1, s->input + s->output + s->filters, 1, best);
}

/**
 * systole_conv_find_way:
 * @only_product: tensor cores: no Winograd
 * @out: the way that takes least; `macs` 0: as many as the operation counts
 */
void
systole_conv_find_way (const SystoleConv *c, const SystoleConvMachine *m, gboolean only_product, SystoleConvWay *out)
{
  gboolean plain = c->groups == 1 && c->dilation_h == 1 && c->dilation_w == 1 && !only_product;
  gboolean three = plain && c->r == 3 && c->s == 3 && c->stride_h == 1 && c->stride_w == 1;
  Sizes s;

  *out = (SystoleConvWay){ 0 };
  measure (c, m->element, &s);
  try_implicit (m, &s, out);
  if (c->direction == SYSTOLE_CONV_BACKWARD_DATA)
    try_scatter (m, &s, out);
  if (m->winograd_any && plain && s.taps > 1 && c->s < 20 && c->direction != SYSTOLE_CONV_BACKWARD_FILTER)
    try_winograd_any (m, &s, out);
  if (!m->winograd_any && three && c->direction != SYSTOLE_CONV_BACKWARD_FILTER)
    try_winograd_fused (m, &s, out);
  if (m->winograd_large && three)
    try_winograd_large (m, &s, out);
}
