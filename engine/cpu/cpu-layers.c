/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/number.h"
#include "engine/cpu/cpu-plan.h"

/* Layers of a transformer, made of products and functions that are planned one by one; an
 * item is then a part of each, in the proportion of their cycles. */

#define SOFTMAX_OPERATIONS 5 /* as vectors.def has it */
#define SOFTMAX_SPECIAL 2
#define GATE_OPERATIONS 6
#define GELU_OPERATIONS 10

/* What the layer's parts add up to. */
typedef struct
{
  SystoleCpuPlan plan;  /* of the largest product: its register tile is told */
  guint64 rounds, work; /* of all parts, one after another; cycles of a core that has an item in each of them */
  guint64 items, issued, copied, l2_read, l1_read;
} Layer;

static void
add_part (const SystoleCpuPlan *self, Layer *layer, const SystoleCpuPlan *part)
{
  guint64 rounds = systole_ceil_div (part->items, self->cores);

  layer->items += part->items;
  layer->rounds += rounds;
  layer->work += rounds * part->work;
}

static void
add_product (const SystoleCpuPlan *self, Layer *layer, const SystoleGemm *gemm)
{
  SystoleCpuPlan plan = *self;

  /* Main memory is shared by the whole layer: it has no say in the tile of one product. */
  plan.dram_bytes_per_cycle = G_MAXDOUBLE;
  systole_cpu_plan_gemm (&plan, gemm);
  if (layer->items == 0)
    layer->plan = plan;
  add_part (self, layer, &plan);
  layer->issued += plan.issued;
  layer->copied += plan.copied_bytes;
  layer->l2_read += plan.l2_read;
  layer->l1_read += plan.l1_read;
}

/* Functions are computed in fp32 on vectors while the elements are in a cache. */
static void
add_function (const SystoleCpuPlan *self, Layer *layer, guint64 elements, guint operations, guint special)
{
  SystoleVector v = { .rows = 1, .columns = elements, .operations = operations, .special = special, .format = SYSTOLE_FORMAT_FP32 };
  SystoleCpuPlan plan = *self;

  if (plan.unit.matrix)
    {
      plan.unit.width = self->generation->vector_bytes / 4;
      plan.unit.cycles = 0.5;
      plan.unit.lanes = 2 * plan.unit.width;
    }
  systole_cpu_plan_vector (&plan, &v);
  add_part (self, layer, &plan);
}

static void
finish (SystoleCpuPlan *self, const Layer *layer, guint64 read, guint64 written)
{
  double rate = self->dram_bytes_per_cycle;

  *self = layer->plan;
  self->dram_bytes_per_cycle = rate;
  self->items = CLAMP (layer->items, (layer->rounds - 1) * self->cores + 1, layer->rounds * self->cores);
  self->busy = MAX (systole_ceil_div (systole_ceil_div (layer->issued, self->items), self->unit.lanes), 1);
  self->work = MAX (self->busy, systole_ceil_div (layer->work, layer->rounds));
  self->issued = MAX (layer->issued, self->items);
  self->copied_bytes = layer->copied;
  self->dram_read = read;
  self->dram_write = written;
  self->l2_read = MAX (layer->l2_read, read);
  self->l1_read = MAX (layer->l1_read, self->l2_read);
}

/* Fused: scores stay in the caches, and keys that the mask hides are left out, tile by tile;
 * plain: scores go through memory between two products and a softmax, nothing is left out. */
void
systole_cpu_plan_attention (SystoleCpuPlan *self, const SystoleAttention *a)
{
  guint64 heads = a->b * a->hkv, rows = a->sq * (a->hq / a->hkv), keys = a->plain ? a->skv : MAX (systole_ceil_div (a->pairs, a->sq), 1);
  SystoleGemm scores = { .m = rows, .n = keys, .k = a->d, .format = a->format, .seed = 1, .batch = heads };
  SystoleGemm values = { .m = rows, .n = a->d, .k = keys, .format = a->format, .seed = 1, .batch = heads };
  guint64 q = systole_format_get_bytes (a->format, SYSTOLE_OPERAND_A, a->b * a->hq * a->sq * a->d), kv = 2 * systole_format_get_bytes (a->format, SYSTOLE_OPERAND_A, heads * a->skv * a->d);
  guint64 all = systole_format_get_bytes (a->format, SYSTOLE_OPERAND_A, heads * rows * a->skv);
  Layer layer = { 0 };

  add_product (self, &layer, &scores);
  add_product (self, &layer, &values);
  add_function (self, &layer, heads * rows * keys, SOFTMAX_OPERATIONS, SOFTMAX_SPECIAL);
  if (!a->plain)
    layer.copied = MIN (layer.copied, q + kv);
  finish (self, &layer, q + kv + (a->plain ? 2 * all : 0), q + (a->plain ? 2 * all : 0));
}

void
systole_cpu_plan_mlp (SystoleCpuPlan *self, const SystoleMlp *mlp)
{
  SystoleGemm up = { .m = mlp->m, .n = mlp->inter * (mlp->gated ? 2 : 1), .k = mlp->hidden, .format = mlp->format, .seed = 1, .batch = 1 };
  SystoleGemm down = { .m = mlp->m, .n = mlp->hidden, .k = mlp->inter, .format = mlp->format, .seed = 1, .batch = 1 };
  guint64 tokens = systole_format_get_bytes (mlp->format, SYSTOLE_OPERAND_A, mlp->m * mlp->hidden), inner = systole_format_get_bytes (mlp->format, SYSTOLE_OPERAND_A, mlp->m * mlp->inter);
  guint64 weights = systole_format_get_bytes (mlp->format, SYSTOLE_OPERAND_B, mlp->hidden * mlp->inter) * (mlp->gated ? 3 : 2);
  /* Inner numbers stay in the last cache, or go out and come back. */
  guint64 out = (double) inner > self->cache ? inner : 0;
  Layer layer = { 0 };

  add_product (self, &layer, &up);
  add_product (self, &layer, &down);
  add_function (self, &layer, mlp->m * mlp->inter, mlp->gated ? GATE_OPERATIONS : GELU_OPERATIONS, mlp->gated ? 2 : 1);
  finish (self, &layer, tokens + weights + out, tokens + out);
}
