/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/number.h"
#include "engine/cpu/cpu-plan.h"

/* Products: register tiles of C as in Goto and van de Geijn, “Anatomy of High-Performance
 * Matrix Multiplication”, ACM TOMS 34(3) 2008: both operands are packed once, a tile of
 * vectors × rows stays in registers while k runs. The vectors lie along m or along n,
 * whichever is better; k is split where there are too few tiles for the cores. */

#define TILE_START 30 /* cycles to set up the loop over k of one register tile: ESTIMATE */

static const guint split_counts[] = { 1, 2, 4, 8, 16, 32, 64, 128 };

typedef struct
{
  guint64 along, across, k, batch; /* of C: the side with the vectors, the other one */
  guint64 operand_bytes, result_bytes;
} Product;

static void
try_tile (SystoleCpuPlan *self, const Product *product, guint vectors, guint rows, guint splits, SystoleCpuPlan *best, gboolean *found)
{
  const SystoleCpuUnit *u = &self->unit;
  guint64 wide = systole_ceil_div (product->along, (guint64) vectors * u->width), high = systole_ceil_div (product->across, (guint64) rows * u->rows);
  guint64 steps = systole_ceil_div (systole_ceil_div (product->k, u->depth), splits);
  guint64 macs;
  SystoleCpuPlan plan = *self;

  if (splits > 1 && steps * u->depth < 64)
    return;
  plan.items = wide * high * splits * product->batch;
  macs = (guint64) vectors * u->width * rows * u->rows * steps * u->depth;
  plan.busy = systole_ceil_div (macs, u->lanes);
  plan.work = MAX (plan.busy, (guint64) ((double) steps * systole_cpu_unit_step (u, vectors * rows, vectors + 2) + 0.5)) + TILE_START + 2 * vectors * rows; /* sums are read and written once */
  plan.issued = plan.items * macs;
  plan.copied_bytes = product->operand_bytes + (splits > 1 ? product->along * product->across * product->batch * 4 * splits : 0);
  plan.vectors = vectors;
  plan.block_rows = rows * u->rows;
  plan.splits = splits;
  /* Of equals the larger tile, which is read less often from the caches. */
  if (!*found || systole_cpu_plan_estimate (&plan) < systole_cpu_plan_estimate (best) ||
      (systole_cpu_plan_estimate (&plan) == systole_cpu_plan_estimate (best) && vectors * rows > best->vectors * best->block_rows))
    *best = plan;
  *found = TRUE;
}

static void
try_side (SystoleCpuPlan *self, const Product *product, SystoleCpuPlan *best, gboolean *found)
{
  guint most = self->unit.matrix ? 2 : self->unit.registers;

  for (guint vectors = 1; vectors <= 2; vectors++)
    for (guint rows = 1; rows <= most && vectors * rows <= self->unit.registers; rows++)
      for (guint i = 0; i < G_N_ELEMENTS (split_counts); i++)
        try_tile (self, product, vectors, rows, split_counts[i], best, found);
}

/* What a tile reads from the first and second cache: its vectors and rows in every step of k. */
static void
count_traffic (SystoleCpuPlan *self, const SystoleGemm *gemm)
{
  const SystoleCpuUnit *u = &self->unit;
  guint64 bytes = MAX (systole_format_get_bytes (gemm->format, SYSTOLE_OPERAND_A, 1), 1);
  guint64 tile = (guint64) self->vectors * u->width * self->block_rows;
  guint64 edges = (guint64) self->vectors * u->width + self->block_rows;

  self->l2_read = MAX (self->dram_read, gemm->batch * gemm->m * gemm->k * bytes * MIN (systole_ceil_div (gemm->n, (guint64) self->vectors * u->width), 64));
  self->l1_read = MAX (self->l2_read, (guint64) ((double) self->issued / (double) tile * (double) (edges * bytes)));
}

void
systole_cpu_plan_gemm (SystoleCpuPlan *self, const SystoleGemm *gemm)
{
  guint64 operands = gemm->batch * (gemm->m * systole_format_get_bytes (gemm->format, SYSTOLE_OPERAND_A, gemm->k) + gemm->k * systole_format_get_bytes (gemm->format, SYSTOLE_OPERAND_B, gemm->n));
  guint64 results = gemm->batch * gemm->m * systole_format_get_bytes (gemm->format, SYSTOLE_OPERAND_C, gemm->n);
  Product by_n = { gemm->n, gemm->m, gemm->k, gemm->batch, operands, results }, by_m = { gemm->m, gemm->n, gemm->k, gemm->batch, operands, results };
  SystoleCpuPlan best = *self;
  gboolean found = FALSE;

  self->dram_read = operands;
  self->dram_write = results;
  try_side (self, &by_n, &best, &found);
  try_side (self, &by_m, &best, &found);
  *self = best;
  count_traffic (self, gemm);
}
