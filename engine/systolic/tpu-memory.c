/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/tpu-matrix.h"

#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* What a TPU moves between its main memory and its on-chip memory, and when. */

/* Memory is laid out in tiles of 8 × 128 words of 32 bits; narrower elements are packed
 * along the rows (jax-ml/jax, Pallas TPU documentation). */
#define TILE_WORDS_HIGH 8
#define TILE_LANES 128

/* Share of the on-chip memory that one operand is kept in; it also holds the next blocks and
 * the results. Fitted to published v6e times. */
#define KEPT_SHARE 0.65

/* Longest K that is brought in at once. */
#define LONG_K 2048

gboolean
systole_tpu_tiled_bytes (SystoleFormat format, SystoleOperand operand, guint64 rows, guint64 columns, guint64 *out)
{
  guint bits = systole_format_get_bits (format, operand);
  guint64 high = TILE_WORDS_HIGH * 32 / MIN (bits, 32);

  return systole_format_count_bytes (format, operand, systole_ceil_div (rows, high) * high, systole_ceil_div (columns, TILE_LANES) * TILE_LANES, out);
}

/* Reads of A and B by one core: the smaller kept in parts and the larger read again for each, or
 * square blocks of C kept and both read again for each row or column of blocks; whichever is less. */
static gboolean
find_reads (SystoleTpuTransfers *t, guint64 m, guint64 n, double kept, guint64 *out)
{
  guint64 smaller = MIN (t->a, t->b), larger = MAX (t->a, t->b);
  guint64 parts = (guint64) ceil (MAX (1.0, (double) smaller / kept));
  guint64 side = MAX (TILE_LANES, (guint64) sqrt (kept / 4));
  guint64 in_parts, again_a, again_b, in_blocks;
  gboolean fits_parts = systole_checked_mul (larger, parts, &in_parts) && systole_checked_add (in_parts, smaller, &in_parts);
  gboolean fits_blocks = systole_checked_mul (t->a, systole_ceil_div (n, side), &again_a) &&
                         systole_checked_mul (t->b, systole_ceil_div (m, side), &again_b) && systole_checked_add (again_a, again_b, &in_blocks);

  t->again = parts > 1;
  *out = fits_parts && fits_blocks ? MIN (in_parts, in_blocks) : fits_parts ? in_parts
                                                                            : in_blocks;
  return fits_parts || fits_blocks;
}

/* v2 and later: operands and results in main memory, blocks in vector memory; one core's share. */
static gboolean
find_through_vmem (SystoleTpuTransfers *t, const SystoleTpuMatrix *matrix)
{
  const SystoleTpuCore *core = &matrix->core;
  const SystoleTpuProduct *product = &matrix->product;
  const SystoleTpuGeneration *g = core->generation;
  const SystoleGemm *gemm = &product->gemm;
  double kept = KEPT_SHARE * (core->vmem + core->cmem) / core->cores;
  guint64 m = systole_ceil_div (gemm->m, matrix->cores_m), n = systole_ceil_div (gemm->n, matrix->cores_n), cores = matrix->cores_m * matrix->cores_n;
  guint64 results = systole_format_get_bytes (gemm->format, SYSTOLE_OPERAND_C, (guint64) TILE_LANES * core->columns);
  guint64 operands, reads, all;

  if (product->a_bytes > 0)
    t->a = systole_ceil_div (product->a_bytes, matrix->cores_m);
  t->a = product->a_here ? 0 : t->a;
  t->b = product->b_here ? 0 : t->b;
  t->c = product->c_stays ? 0 : t->c;
  if (!find_reads (t, m, n, kept, &reads) || !systole_checked_add (t->a, t->b, &operands))
    return FALSE;
  if ((double) operands <= g->whole)
    t->exposed = t->b + (gemm->k > LONG_K ? (guint64) ((double) t->a * g->long_share) : t->a);
  else
    t->exposed = (guint64) MIN ((double) operands, g->first);
  /* The last block of results, 128 rows of a tile; those of other MXUs are on their way by then. */
  t->last = MIN (t->c, MAX (results, (guint64) ((double) t->c * g->exposed_results)));
  if (!systole_checked_add (reads, t->c, &all))
    return FALSE;
  t->hidden = all - t->exposed - t->last;
  return systole_checked_mul (reads, cores, &t->reads) && systole_checked_mul (t->c, cores, &t->writes);
}

/* Activations come from the host into the unified buffer and results go back. Up to half of the buffer
 * is filled before the first row can be taken; the results of the last column of tiles leave when
 * all has been done; of a single tile nothing is hidden. The link has two directions. */
static gboolean
find_through_host (SystoleTpuHost *host, const SystoleTpuMatrix *matrix)
{
  const SystoleTpuCore *core = &matrix->core;
  const SystoleTpuProduct *product = &matrix->product;
  const SystoleGemm *gemm = &product->gemm;
  guint64 columns = (gemm->n - 1) % core->columns + 1;
  double room = gemm->n <= core->columns && gemm->k <= core->rows ? G_MAXDOUBLE : core->unified_buffer / 2;
  guint64 a, c;

  *host = (SystoleTpuHost){ .bytes_per_cycle = core->host_bandwidth / core->clock_hz, .shared = core->outer == SYSTOLE_MEMORY_HOST };
  if (!systole_format_count_bytes (gemm->format, SYSTOLE_OPERAND_A, gemm->m, gemm->k, &a) || !systole_format_count_bytes (gemm->format, SYSTOLE_OPERAND_A, gemm->m, gemm->n, &c))
    return FALSE;
  host->in = product->a_here ? 0 : product->a_bytes > 0 ? product->a_bytes
                                                        : a;
  host->out = product->c_stays ? 0 : c;
  host->first = (guint64) MIN ((double) host->in, room);
  host->last = MIN (systole_format_get_bytes (gemm->format, SYSTOLE_OPERAND_A, gemm->m * columns), (guint64) MIN ((double) host->out, room));
  host->hidden = MAX (host->in - host->first, host->out - host->last);
  return TRUE;
}

/* Weights come tile by tile, once for as many rows as there are accumulators. */
static gboolean
find_through_fifo (SystoleTpuTransfers *t, const SystoleGemm *gemm, const SystoleTpuCore *core)
{
  guint64 tile = (guint64) core->rows * core->columns;
  guint64 tiles = systole_ceil_div (gemm->k, core->rows) * systole_ceil_div (gemm->n, core->columns);
  guint64 times = tiles > 1 ? systole_ceil_div (gemm->m, SYSTOLE_TPU_V1_ACCUMULATORS) : 1;

  if (!systole_checked_mul (tiles, times, &tiles) || !systole_checked_mul (tiles, tile, &t->reads))
    return FALSE;
  t->exposed = tile;
  t->hidden = t->reads - t->exposed;
  return TRUE;
}

/**
 * systole_tpu_matrix_find_transfers:
 *
 * Fills the transfers for the chosen number of cores. Operands that are on the chip already
 * cost none.
 *
 * Returns: FALSE with %SYSTOLE_ERROR_CAPACITY for counts that do not fit
 */
gboolean
systole_tpu_matrix_find_transfers (SystoleTpuMatrix *self, GError **error)
{
  SystoleTpuTransfers *t = &self->transfers;
  const SystoleGemm *gemm = &self->product.gemm;
  guint64 m = systole_ceil_div (gemm->m, self->cores_m), n = systole_ceil_div (gemm->n, self->cores_n);
  guint64 all;

  *t = (SystoleTpuTransfers){ .bytes_per_cycle = systole_tpu_core_get_bytes_per_cycle (&self->core) };
  if (systole_tpu_tiled_bytes (gemm->format, SYSTOLE_OPERAND_A, m, gemm->k, &t->a) && systole_tpu_tiled_bytes (gemm->format, SYSTOLE_OPERAND_B, gemm->k, n, &t->b) && systole_tpu_tiled_bytes (gemm->format, SYSTOLE_OPERAND_C, m, n, &t->c))
    {
      gboolean fits = TRUE;

      if (!self->core.has_unified_buffer)
        fits = find_through_vmem (t, self);
      else
        fits = find_through_host (&t->host, self) && (self->product.b_here || find_through_fifo (t, gemm, &self->core));
      if (fits && systole_checked_add (t->reads, t->writes, &all) && all <= G_MAXINT64)
        return TRUE;
    }
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("More than 2^63 bytes pass the main memory, the most that is counted"));
  return FALSE;
}
