/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/product-harness.h"

#include <string.h>

#include "engine/gpu/gpu-generation.h"

static const SystoleProductHarness harnesses[] = {
#define HARNESS(source, device, operands, a, b, start, dispatch, of_product, of_batch, share) { source, device, SYSTOLE_OPERANDS_##operands, a, b, start, dispatch, of_product, of_batch, share },
#define QUANTIZE(...)
#include "app/cli/product-harness.def"
#undef HARNESS
#undef QUANTIZE
};

typedef struct
{
  const char *source, *device;
  SystoleFormat format;
  double start, elements, bytes;
  double floor_few, floor; /* µs, up to 16 rows and for more */
} Quantize;

static const Quantize quantizers[] = {
#define HARNESS(...)
#define QUANTIZE(source, device, FORMAT, start, elements, bytes, few, floor) { source, device, SYSTOLE_FORMAT_##FORMAT, start, elements, bytes, few, floor },
#include "app/cli/product-harness.def"
#undef HARNESS
#undef QUANTIZE
};

/**
 * systole_product_harness_find:
 * @source: where a row of measurements is from; may be empty
 * @device: name of its device
 */
const SystoleProductHarness *
systole_product_harness_find (const char *source, const char *device)
{
  for (guint i = 0; i < G_N_ELEMENTS (harnesses); i++)
    if (strstr (source, harnesses[i].source) != NULL && g_str_has_prefix (device, harnesses[i].device))
      return &harnesses[i];
  return NULL;
}

static void
set_word (SystoleOp *op, const char *key, const char *word)
{
  guint n;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n);

  for (guint i = 0; i < n; i++)
    if (strcmp (dims[i].key, key) == 0)
      systole_op_dim_parse (&dims[i], word, &op->dims[i], NULL);
}

/**
 * systole_product_harness_set_layout:
 * @given: the row says itself how its operands are stored
 *
 * A framework's matrices are row by row, and its weights N × K: in the words of BLAS, which
 * counts column by column, T and N; the right one of a batch is K × N: T.
 */
void
systole_product_harness_set_layout (const SystoleProductHarness *self, SystoleOp *op, gboolean given)
{
  if (self == NULL || given)
    return;
  set_word (op, "ta", self->layout_a);
  set_word (op, "tb", op->kind == SYSTOLE_OP_BATCHED_GEMM ? self->layout_a : self->layout_b);
}

/* µs of a kernel that narrows A before the product, and the least that the whole call takes. */
static double
get_quantizing (const SystoleRun *run, const char *source, const char *device, double *floor)
{
  const SystoleMachine *machine = systole_run_get_machine (run);
  const SystoleOp *op = systole_run_get_op (run);
  double elements, bytes, by_bytes, by_elements;
  SystoleGemm gemm;

  *floor = 0;
  if (!systole_op_as_gemm (op, &gemm))
    return 0;
  elements = (double) gemm.m * (double) gemm.k;
  for (guint i = 0; i < G_N_ELEMENTS (quantizers); i++)
    {
      const Quantize *q = &quantizers[i];

      if (q->format != op->format || strstr (source, q->source) == NULL || !g_str_has_prefix (device, q->device))
        continue;
      *floor = gemm.m <= 16 ? q->floor_few : q->floor;
      /* A that fits a part of L2 is still there from its own kernel: less than a third of the bytes move. */
      bytes = elements * q->bytes * (elements * systole_format_get_bits (op->format, SYSTOLE_OPERAND_A) / 8 < 0.3 * systole_machine_get (machine, SYSTOLE_FIELD_L2) ? 0.3 : 1);
      by_bytes = bytes / (0.88 * systole_machine_get (machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH));
      by_elements = q->elements > 0 ? elements / (systole_machine_get (machine, SYSTOLE_FIELD_UNITS) * systole_run_get_clock_hz (run) * q->elements) : 0;
      return q->start + 1e6 * MAX (by_bytes, by_elements);
    }
  return 0;
}

/**
 * systole_product_harness_get_seconds:
 * @self: (nullable): NULL: nothing is known of how it was measured
 *
 * Returns: the time that the harness would print for a run on a GPU; for other runs theirs
 */
double
systole_product_harness_get_seconds (const SystoleProductHarness *self, const SystoleRun *run, const char *source, const char *device)
{
  const SystoleMachine *machine = systole_run_get_machine (run);
  SystoleOpKind kind = systole_run_get_op (run)->kind;
  double seconds = systole_run_get_seconds (run), us, floor;

  if (self == NULL || systole_machine_get_family (machine) != SYSTOLE_FAMILY_GPU || (kind != SYSTOLE_OP_GEMM && kind != SYSTOLE_OP_BATCHED_GEMM))
    return seconds;
  us = 1e6 * MAX (seconds - systole_gpu_get_launch (machine), 0) + self->start + self->share * self->dispatch;
  us = MAX (us, self->dispatch * (kind == SYSTOLE_OP_BATCHED_GEMM ? self->of_batch : self->of_product));
  us += get_quantizing (run, source, device, &floor);
  return MAX (us, floor) * 1e-6;
}
