/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/workload/gemm-sums.h"

#include <stdlib.h>

#include "engine/base/vector.h"

/*
 * Many partial sums at once. An element of A serves every sum of its row, an element of B
 * every sum of its column, so each is hashed once; hashing and multiplying go a stretch
 * of k at a time, by vectors.
 *
 * Elements are carried as the integers −8 … 8 that systole_operand_value() makes them
 * from, products of floats therefore in 64ths. An fp32 sum of those is exact while it stays
 * below 2^24 of them, and an fp64 sum always; a stretch in which an fp32 sum might not be is
 * added in floats, one by one.
 */

#define STRETCH 1024                        /* elements of k that are made before they are used */
#define EXACT (G_GINT64_CONSTANT (1) << 24) /* integers of this magnitude are an fp32 each */
#define MAX_PRODUCT 64

/* As in systole_operand_hash(), which the elements made here are bound to equal. */
#define GOLDEN G_GUINT64_CONSTANT (0x9E3779B97F4A7C15)

static inline guint64
mix (guint64 v)
{
  v = (v ^ (v >> 30)) * G_GUINT64_CONSTANT (0xBF58476D1CE4E5B9);
  v = (v ^ (v >> 27)) * G_GUINT64_CONSTANT (0x94D049BB133111EB);
  return v ^ (v >> 31);
}

static guint64
hash_operand (const SystoleGemm *self, SystoleOperand operand)
{
  return mix (mix (self->seed + GOLDEN) ^ ((guint64) operand + 1) * GOLDEN);
}

/* A[m, k …]: `row` is the hash of everything but k. */
SYSTOLE_VECTOR static void
make_row (guint64 row, guint64 k, guint n, gint16 *out)
{
  for (guint i = 0; i < n; i++)
    out[i] = (gint16) ((gint16) (mix (row ^ (k + i + GOLDEN)) >> 60) - 8);
}

/* fp4 has two bits of significand: ±5 and ±7 are ties and go to even, ±4 and ±8. */
static void
round_to_four_bits (gint16 *elements, guint n)
{
  static const gint16 rounded[] = { -8, -8, -6, -4, -4, -3, -2, -1, 0, 1, 2, 3, 4, 4, 6, 8 };

  for (guint i = 0; i < n; i++)
    elements[i] = rounded[elements[i] + 8];
}

/* The hash of B[k …, ] but for the column. */
SYSTOLE_VECTOR static void
make_row_hashes (guint64 operand, guint64 k, guint n, guint64 *out)
{
  for (guint i = 0; i < n; i++)
    out[i] = mix (operand ^ (k + i + GOLDEN));
}

/* B[k …, n] */
SYSTOLE_VECTOR static void
make_column (const guint64 *rows, guint64 column, guint n, gint16 *out)
{
  for (guint i = 0; i < n; i++)
    out[i] = (gint16) ((gint16) (mix (rows[i] ^ (column + GOLDEN)) >> 60) - 8);
}

SYSTOLE_VECTOR static gint32
multiply_and_add (const gint16 *a, const gint16 *b, guint n)
{
  gint32 sum = 0;

  for (guint i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

static double
add_stretch (SystoleFormat format, double sum, const gint16 *a, const gint16 *b, guint n)
{
  gint64 units = (gint64) (sum * MAX_PRODUCT);
  float rounded = (float) sum;

  if (systole_format_is_integer (format))
    return systole_format_add (format, sum, (double) multiply_and_add (a, b, n));
  if (format == SYSTOLE_FORMAT_FP64 || ABS (units) + (gint64) MAX_PRODUCT * n <= EXACT)
    return (double) (units + multiply_and_add (a, b, n)) / MAX_PRODUCT;
  for (guint i = 0; i < n; i++)
    rounded += (float) (a[i] * b[i]) / (float) MAX_PRODUCT;
  return (double) rounded;
}

static int
compare (const void *a, const void *b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

/* The different rows (or columns) among the sums, ascending, and how far each is needed. */
typedef struct
{
  gsize n;
  guint64 *index; /* m or n */
  guint64 *k_end;
  gint16 *elements; /* STRETCH of each */
} Lines;

static gsize
find (const Lines *lines, guint64 index)
{
  const guint64 *at = bsearch (&index, lines->index, lines->n, sizeof index, compare);

  return (gsize) (at - lines->index);
}

static void
lines_init (Lines *self, const SystoleGemmSum *sums, gsize n_sums, gsize offset)
{
#define INDEX(sum) G_STRUCT_MEMBER (guint64, sum, offset)
  self->index = g_new (guint64, n_sums);
  for (gsize i = 0; i < n_sums; i++)
    self->index[i] = INDEX (&sums[i]);
  qsort (self->index, n_sums, sizeof *self->index, compare);
  self->n = 0;
  for (gsize i = 0; i < n_sums; i++)
    if (i == 0 || self->index[i] != self->index[self->n - 1])
      self->index[self->n++] = self->index[i];
  self->k_end = g_new0 (guint64, self->n);
  for (gsize i = 0; i < n_sums; i++)
    {
      guint64 *k_end = &self->k_end[find (self, INDEX (&sums[i]))];

      *k_end = MAX (*k_end, sums[i].k_end);
    }
  self->elements = g_new (gint16, self->n * STRETCH);
#undef INDEX
}

/* Elements of the line that are wanted of the stretch from @k on. */
static guint
count_elements (const Lines *self, gsize line, guint64 k)
{
  return self->k_end[line] > k ? (guint) MIN (STRETCH, self->k_end[line] - k) : 0;
}

static void
lines_clear (Lines *self)
{
  g_free (self->index);
  g_free (self->k_end);
  g_free (self->elements);
}

/* A stretch of each row and column, as the hash has it. */
static void
hash_elements (const SystoleGemm *gemm, guint64 k, Lines *rows, Lines *columns)
{
  Lines *both[] = { rows, columns };
  guint64 of_a = hash_operand (gemm, SYSTOLE_OPERAND_A), of_b = hash_operand (gemm, SYSTOLE_OPERAND_B);
  guint64 hashes[STRETCH];

  for (gsize i = 0; i < rows->n; i++)
    make_row (mix (of_a ^ (rows->index[i] + GOLDEN)), k, count_elements (rows, i, k), rows->elements + i * STRETCH);
  make_row_hashes (of_b, k, STRETCH, hashes);
  for (gsize i = 0; i < columns->n; i++)
    make_column (hashes, columns->index[i], count_elements (columns, i, k), columns->elements + i * STRETCH);
  for (guint i = 0; i < G_N_ELEMENTS (both) && gemm->format == SYSTOLE_FORMAT_NVFP4; i++)
    for (gsize j = 0; j < both[i]->n; j++)
      round_to_four_bits (both[i]->elements + j * STRETCH, count_elements (both[i], j, k));
}

/* The same where an element is not the hash of its own indices. */
static void
ask_for_elements (const SystoleGemm *gemm, SystoleGemmElement element, gconstpointer data, guint64 k, Lines *rows, Lines *columns)
{
  double units = systole_format_is_integer (gemm->format) ? 1 : 8;

  for (gsize i = 0; i < rows->n; i++)
    for (guint j = 0; j < count_elements (rows, i, k); j++)
      rows->elements[i * STRETCH + j] = (gint16) (element (data, SYSTOLE_OPERAND_A, rows->index[i], k + j) * units);
  for (gsize i = 0; i < columns->n; i++)
    for (guint j = 0; j < count_elements (columns, i, k); j++)
      columns->elements[i * STRETCH + j] = (gint16) (element (data, SYSTOLE_OPERAND_B, k + j, columns->index[i]) * units);
}

/**
 * systole_gemm_sums_of:
 * @element: (nullable): an element of an operand, one of those that
 *   systole_operand_value() has or 0; NULL: the operands are the hash's own
 *
 * systole_gemm_sums() of operands that come from elsewhere. Each element is asked for once
 * for each row or column that a sum lies in.
 */
gboolean
systole_gemm_sums_of (const SystoleGemm *self, SystoleGemmElement element, gconstpointer data, SystoleGemmSum *sums, gsize n_sums, SystoleProgress progress, gpointer progress_data)
{
  guint64 k_end = 0;
  Lines rows, columns;
  gboolean going = TRUE;

  for (gsize i = 0; i < n_sums; i++)
    {
      sums[i].sum = 0;
      k_end = MAX (k_end, sums[i].k_end);
    }
  if (k_end == 0)
    return TRUE;
  lines_init (&rows, sums, n_sums, G_STRUCT_OFFSET (SystoleGemmSum, m));
  lines_init (&columns, sums, n_sums, G_STRUCT_OFFSET (SystoleGemmSum, n));
  for (guint64 k = 0; k < k_end && going; k += STRETCH)
    {
      if (element == NULL)
        hash_elements (self, k, &rows, &columns);
      else
        ask_for_elements (self, element, data, k, &rows, &columns);
      for (gsize i = 0; i < n_sums; i++)
        if (sums[i].k_end > k)
          sums[i].sum = add_stretch (self->format, sums[i].sum, rows.elements + find (&rows, sums[i].m) * STRETCH, columns.elements + find (&columns, sums[i].n) * STRETCH, (guint) MIN (STRETCH, sums[i].k_end - k));
      going = progress == NULL || progress ((double) k / (double) k_end, progress_data);
    }
  lines_clear (&rows);
  lines_clear (&columns);
  return going;
}

static double
get_element (gconstpointer data, SystoleOperand operand, guint64 i, guint64 j)
{
  return operand == SYSTOLE_OPERAND_A ? systole_gemm_a (data, i, j) : systole_gemm_b (data, i, j);
}

/**
 * systole_gemm_sums:
 * @sums: (array length=n_sums) (inout): what is wanted; each sum is filled
 * @progress: (nullable): called between stretches of k
 *
 * Each sum equals systole_gemm_partial() of the same element, bit for bit. O(K) hashes for each
 * different row and column, and Σ k_end multiplications that take a fraction of a
 * nanosecond each. No checkpoints: memory is O(@n_sums), at any K.
 *
 * Returns: FALSE if @progress stopped it; then the sums mean nothing
 */
gboolean
systole_gemm_sums (const SystoleGemm *self, SystoleGemmSum *sums, gsize n_sums, SystoleProgress progress, gpointer progress_data)
{
  if (self->given == NULL)
    return systole_gemm_sums_of (self, systole_format_is_sparse (self->format) ? get_element : NULL, self, sums, n_sums, progress, progress_data);
  for (gsize i = 0; i < n_sums; i++)
    sums[i].sum = systole_gemm_partial (self, sums[i].m, sums[i].n, sums[i].k_end);
  return TRUE;
}
