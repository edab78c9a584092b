/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/tpu-plan.h"

#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* What a TPU moves between its main memory and its on-chip memory, and when. */

/* Memory is laid out in tiles of 8 × 128 words of 32 bits; narrower elements are packed
 * along the rows (jax-ml/jax, Pallas TPU documentation). */
#define TILE_WORDS_HIGH 8
#define TILE_LANES 128

/* Operands that fit in this share of the vector memory are brought in whole before the first
 * product, larger ones in blocks of at most the second share; the larger operand is read again
 * for each third share that the smaller one takes. Shares of a memory that also holds the
 * next blocks and the results; chosen by comparing with published v6e and v4 times. */
#define WHOLE_SHARE 0.55
#define BLOCK_SHARE 0.30
#define KEPT_SHARE 0.60

static gboolean
tiled_bytes (SystoleFormat format, SystoleOperand operand, guint64 rows, guint64 columns, guint64 *out)
{
  guint bits = systole_format_get_bits (format, operand);
  guint64 high = TILE_WORDS_HIGH * 32 / MIN (bits, 32);

  return systole_format_count_bytes (format, operand, systole_ceil_div (rows, high) * high, systole_ceil_div (columns, TILE_LANES) * TILE_LANES, out);
}

/* Reads of A and B: the smaller kept in parts and the larger read again for each, or square
 * blocks of C kept and both read again for each row or column of blocks; whichever is less. */
static gboolean
find_reads (const SystoleTpuTransfers *t, const SystoleGemm *gemm, double vmem, guint64 *out)
{
  guint64 smaller = MIN (t->a, t->b), larger = MAX (t->a, t->b);
  guint64 parts = (guint64) ceil (MAX (1.0, (double) smaller / (KEPT_SHARE * vmem)));
  guint64 side = MAX (TILE_LANES, (guint64) sqrt (KEPT_SHARE * vmem / 4));
  guint64 kept, again_a, again_b;
  gboolean fits_kept = systole_checked_mul (larger, parts, &kept) && systole_checked_add (kept, smaller, &kept);
  gboolean fits_blocks = systole_checked_mul (t->a, systole_ceil_div (gemm->n, side), &again_a) &&
                         systole_checked_mul (t->b, systole_ceil_div (gemm->m, side), &again_b) && systole_checked_add (again_a, again_b, &again_a);

  *out = fits_kept && fits_blocks ? MIN (kept, again_a) : fits_kept ? kept
                                                                    : again_a;
  return fits_kept || fits_blocks;
}

/* v2 and later: operands and results in main memory, blocks in vector memory. */
static gboolean
find_through_vmem (SystoleTpuTransfers *t, const SystoleMachine *machine, const SystoleGemm *gemm, const SystoleTpuPlan *plan)
{
  double vmem = systole_machine_get (machine, SYSTOLE_FIELD_VMEM);
  guint64 operands;

  if (!find_reads (t, gemm, vmem, &t->reads) || !systole_checked_add (t->a, t->b, &operands))
    return FALSE;
  t->writes = t->c;
  if ((double) operands <= WHOLE_SHARE * vmem)
    t->exposed = operands;
  else
    t->exposed = (guint64) MIN ((double) operands, BLOCK_SHARE * vmem);
  /* The last block of results, 128 rows of a tile; those of other MXUs are on their way by then. */
  t->last = MIN (t->c, systole_format_get_bytes (gemm->format, SYSTOLE_OPERAND_C, (guint64) TILE_LANES * plan->columns));
  t->compulsory_reads = gemm->m * systole_format_get_bytes (gemm->format, SYSTOLE_OPERAND_A, gemm->k) + gemm->k * systole_format_get_bytes (gemm->format, SYSTOLE_OPERAND_B, gemm->n);
  t->compulsory_writes = gemm->m * systole_format_get_bytes (gemm->format, SYSTOLE_OPERAND_C, gemm->n);
  return TRUE;
}

/* v1: activations and results stay in the unified buffer (what the host sends there is not
 * part of the run); weights come tile by tile, once for every 2048 rows, half of the
 * accumulators (Jouppi et al., ISCA 2017, section 2). */
#define V1_ACCUMULATOR_ROWS 2048

static gboolean
find_through_fifo (SystoleTpuTransfers *t, const SystoleGemm *gemm, const SystoleTpuPlan *plan)
{
  guint64 tile = (guint64) plan->rows * plan->columns;
  guint64 tiles = systole_ceil_div (gemm->k, plan->rows) * systole_ceil_div (gemm->n, plan->columns);
  guint64 times = tiles > 1 ? systole_ceil_div (gemm->m, V1_ACCUMULATOR_ROWS) : 1;

  t->exposed = tile;
  t->compulsory_reads = gemm->k * gemm->n;
  return systole_checked_mul (tiles, times, &tiles) && systole_checked_mul (tiles, tile, &t->reads);
}

/**
 * systole_tpu_plan_find_transfers:
 *
 * Fills the plan's transfers. Operands that are on the chip already cost none.
 *
 * Returns: FALSE with %SYSTOLE_ERROR_CAPACITY for counts that do not fit
 */
gboolean
systole_tpu_plan_find_transfers (SystoleTpuPlan *self, const SystoleMachine *machine, const SystoleGemm *gemm, SystoleOperands operands, GError **error)
{
  SystoleTpuTransfers *t = &self->transfers;
  double bandwidth = systole_machine_get (machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH);
  guint64 all;

  *t = (SystoleTpuTransfers){ .bytes_per_cycle = bandwidth * self->generation->memory_efficiency / self->clock_hz };
  if (tiled_bytes (gemm->format, SYSTOLE_OPERAND_A, gemm->m, gemm->k, &t->a) && tiled_bytes (gemm->format, SYSTOLE_OPERAND_B, gemm->k, gemm->n, &t->b) && tiled_bytes (gemm->format, SYSTOLE_OPERAND_C, gemm->m, gemm->n, &t->c))
    {
      gboolean fits = TRUE;

      if (operands == SYSTOLE_OPERANDS_COLD)
        fits = self->has_unified_buffer ? find_through_fifo (t, gemm, self) : find_through_vmem (t, machine, gemm, self);
      if (fits && systole_checked_add (t->reads, t->writes, &all) && all <= G_MAXINT64)
        {
          t->bound_cycles = (guint64) ceil ((double) all / bandwidth * self->clock_hz);
          return TRUE;
        }
    }
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("More than 2^63 bytes pass the main memory, the most that is counted"));
  return FALSE;
}
