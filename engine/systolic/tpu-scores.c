/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/tpu-scores.h"

#include <math.h>

#include "engine/workload/product.h"

/*
 * What the vector unit makes of the scores of attention, for the PEs that multiply it with the values:
 *
 *     p = exp ((s − largest s of the row in the block) / √d)        rounded to the operands' format
 *
 * Kernels that work in blocks correct the sums of earlier blocks for a larger s, and all divide by the sum of p
 * at the end; both is done by the vector unit on what has left the array.
 */

/* Lines of P or of V that cells need, each once. */
typedef struct
{
  GArray *index;  /* guint64: which */
  GHashTable *at; /* index → place */
  GArray *values; /* double, a line after the other */
  guint64 length;
} Lines;

static void
lines_init (Lines *self, guint64 length)
{
  *self = (Lines){ g_array_new (FALSE, FALSE, sizeof (guint64)), g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL), g_array_new (FALSE, FALSE, sizeof (double)), length };
}

static void
lines_clear (Lines *self)
{
  g_array_unref (self->index);
  g_array_unref (self->values);
  g_hash_table_unref (self->at);
}

static void
lines_want (Lines *self, guint64 index)
{
  if (!g_hash_table_contains (self->at, &index))
    {
      g_hash_table_insert (self->at, g_memdup2 (&index, sizeof index), GUINT_TO_POINTER (self->index->len));
      g_array_append_val (self->index, index);
    }
}

static const double *
lines_get (const Lines *self, guint64 index)
{
  return (const double *) (gpointer) self->values->data + GPOINTER_TO_UINT (g_hash_table_lookup (self->at, &index)) * self->length;
}

/* @rows: of P; @columns: of V */
static void
list_lines (const SystoleTpuFeed *feed, const GPtrArray *cells, Lines *rows, Lines *columns)
{
  for (guint i = 0; i < cells->len; i++)
    {
      const SystoleArrayCell *cell = g_ptr_array_index (cells, i);

      lines_want (rows, feed->swapped ? cell->n : cell->m);
      lines_want (columns, feed->swapped ? cell->m : cell->n);
    }
}

static gboolean
fill_rows (const SystoleTpuPlan *plan, const SystoleTpuFeed *feed, guint64 block, Lines *rows, SystoleProgress progress, gpointer progress_data)
{
  const SystoleTpuFeed *first = &plan->program.feeds[0];
  guint64 blocks = feed->side > 0 ? (feed->keys + feed->side - 1) / feed->side : 1, head = block / blocks, key0 = block % blocks * feed->side;
  g_autofree SystoleGemmSum *scores = g_new0 (SystoleGemmSum, rows->length);
  double scale = 1 / sqrt ((double) first->k);
  SystoleGemm gemm = first->gemm;

  if (first->swapped)
    {
      gemm.m = first->gemm.n;
      gemm.n = first->gemm.m;
    }
  g_array_set_size (rows->values, (guint) (rows->index->len * rows->length));
  for (guint i = 0; i < rows->index->len; i++)
    {
      guint64 row = g_array_index (rows->index, guint64, i), query = row - head * feed->m, seen = feed->causal ? MIN (rows->length, query + feed->keys - feed->m + 1 - MIN (key0, query + feed->keys - feed->m + 1)) : rows->length;
      double *p = &g_array_index (rows->values, double, i * rows->length), most = -INFINITY;

      for (guint64 j = 0; j < rows->length; j++)
        {
          guint64 key = head * first->n + key0 + j;

          scores[j] = first->swapped ? (SystoleGemmSum){ key, row, gemm.k, 0 } : (SystoleGemmSum){ row, key, gemm.k, 0 };
        }
      if (!systole_product_sums (&gemm, &first->unfolding, scores, (gsize) seen, NULL, NULL) || (progress != NULL && !progress ((double) i / rows->index->len, progress_data)))
        return FALSE;
      for (guint64 j = 0; j < seen; j++)
        most = MAX (most, scores[j].sum);
      for (guint64 j = 0; j < rows->length; j++)
        p[j] = j < seen ? systole_format_round (gemm.format, SYSTOLE_OPERAND_A, exp ((scores[j].sum - most) * scale)) : 0;
    }
  return TRUE;
}

static void
fill_columns (const SystoleTpuFeed *feed, const SystoleArraySchedule *schedule, Lines *columns)
{
  const SystoleGemm *gemm = &schedule->plan.gemm;

  g_array_set_size (columns->values, (guint) (columns->index->len * columns->length));
  for (guint i = 0; i < columns->index->len; i++)
    for (guint64 k = 0; k < columns->length; k++)
      g_array_index (columns->values, double, i * columns->length + k) = feed->swapped ? systole_product_a (gemm, &feed->unfolding, 0, g_array_index (columns->index, guint64, i), k) : systole_product_b (gemm, &feed->unfolding, k, g_array_index (columns->index, guint64, i));
}

static void
fill_cell (const SystoleTpuFeed *feed, SystoleFormat format, const double *p, const double *v, SystoleArrayCell *cell)
{
  double sum = 0;

  for (guint64 k = 0; k < cell->k; k++)
    sum = systole_format_add (format, sum, feed->swapped ? systole_format_multiply (format, v[k], p[k]) : systole_format_multiply (format, p[k], v[k]));
  cell->a = (SystoleValue){ TRUE, feed->swapped ? v[cell->k] : p[cell->k] };
  cell->b = (SystoleValue){ TRUE, feed->swapped ? p[cell->k] : v[cell->k] };
  cell->product = (SystoleValue){ TRUE, systole_format_multiply (format, cell->a.value, cell->b.value) };
  cell->partial_in = (SystoleValue){ TRUE, sum };
  cell->partial_out = (SystoleValue){ TRUE, systole_format_add (format, sum, cell->product.value) };
}

/**
 * systole_tpu_count_score_additions:
 * @cells: (element-type SystoleArrayCell): busy ones of a second product, all of @schedule
 *
 * Returns: what systole_tpu_fill_scores() takes at most, for a row of P a PE
 */
guint64
systole_tpu_count_score_additions (const SystoleTpuPlan *plan, const SystoleArraySchedule *schedule, const GPtrArray *cells)
{
  guint64 rows = MIN (cells->len, (guint64) plan->core.rows + plan->core.columns);

  return rows * schedule->plan.gemm.k * plan->program.feeds[0].k + cells->len * schedule->plan.gemm.k;
}

/**
 * systole_tpu_fill_scores:
 * @feed: a second product
 * @cells: (element-type SystoleArrayCell): its busy PEs
 *
 * Gives them the values that the vector unit makes of the scores.
 *
 * Returns: FALSE if @progress stopped it; nothing is filled then
 */
gboolean
systole_tpu_fill_scores (const SystoleTpuPlan *plan, const SystoleTpuFeed *feed, const SystoleArraySchedule *schedule, GPtrArray *cells, SystoleProgress progress, gpointer progress_data)
{
  const SystoleArrayCell *one = g_ptr_array_index (cells, 0);
  guint64 block = (feed->swapped ? one->m : one->n) / feed->n;
  Lines rows, columns;
  gboolean going;

  lines_init (&rows, schedule->plan.gemm.k);
  lines_init (&columns, schedule->plan.gemm.k);
  list_lines (feed, cells, &rows, &columns);
  going = fill_rows (plan, feed, block, &rows, progress, progress_data);
  if (going)
    fill_columns (feed, schedule, &columns);
  for (guint i = 0; i < cells->len && going; i++)
    {
      SystoleArrayCell *cell = g_ptr_array_index (cells, i);

      fill_cell (feed, schedule->plan.gemm.format, lines_get (&rows, feed->swapped ? cell->n : cell->m), lines_get (&columns, feed->swapped ? cell->m : cell->n), cell);
    }
  lines_clear (&rows);
  lines_clear (&columns);
  return going;
}
