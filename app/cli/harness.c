/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/harness.h"

#include <string.h>

#include "engine/gpu/gpu-generation.h"

#define MICRO 1e-6
/* Times that an eager framework's convolution moves its filters, to lay them out as the kernel wants them. */
#define FILTER_PASSES 5
/* A product's operand that fits so much of L2 is still there from the kernel that made it: so much of its bytes moves. */
#define FRESH 0.3
/* Of the memory's peak, that a kernel between others reaches. */
#define DRAM_SHARE 0.88

typedef enum
{
  OTHERS_COLD,
  OTHERS_RESIDENT,
  OTHERS_COLD_BUT_ATTENTION /* only attention repeats on the same operands */
} Others;

struct _SystoleHarness
{
  const char *source, *device, *format; /* part of the source's name; beginnings of the others' */
  SystoleOperands products;
  Others others;
  double start, conv, dispatch; /* µs */
  double product, share;        /* of `dispatch` */
};

static const SystoleHarness harnesses[] = {
#define HARNESS(source, device, format, products, others, start, conv, dispatch, product, share) { source, device, format, SYSTOLE_OPERANDS_##products, OTHERS_##others, start, conv, dispatch, product, share },
#define COST(...)
#define METER(...)
#define LIBRARY(...)
#define QUANTIZE(...)
#include "app/cli/harness.def"
#undef HARNESS
#undef COST
#undef METER
#undef LIBRARY
#undef QUANTIZE
};

typedef struct
{
  const char *source, *device;
  SystoleOpKind kind;
  double work, wait, again; /* dispatches */
} Cost;

static const Cost costs[] = {
#define HARNESS(...)
#define COST(source, device, ID, work, wait, again) { source, device, SYSTOLE_OP_##ID, work, wait, again },
#define LIBRARY(...)
#define QUANTIZE(...)
#define METER(...)
#include "app/cli/harness.def"
#undef HARNESS
#undef COST
#undef METER
#undef LIBRARY
#undef QUANTIZE
};

static const struct
{
  const char *source, *device;
  SystoleLibrary library;
} libraries[] = {
#define HARNESS(...)
#define COST(...)
#define METER(...)
#define LIBRARY(source, device, library) { source, device, SYSTOLE_LIBRARY_##library },
#define QUANTIZE(...)
#include "app/cli/harness.def"
#undef HARNESS
#undef COST
#undef METER
#undef LIBRARY
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
#define COST(...)
#define METER(...)
#define LIBRARY(...)
#define QUANTIZE(source, device, FORMAT, start, elements, bytes, few, floor) { source, device, SYSTOLE_FORMAT_##FORMAT, start, elements, bytes, few, floor },
#include "app/cli/harness.def"
#undef HARNESS
#undef COST
#undef METER
#undef LIBRARY
#undef QUANTIZE
};

/**
 * systole_harness_find:
 * @source: where a row of measurements is from; may be empty
 * @device: name of its device
 * @format: of its operands
 */
const SystoleHarness *
systole_harness_find (const char *source, const char *device, const char *format)
{
  for (guint i = 0; i < G_N_ELEMENTS (harnesses); i++)
    if (strstr (source, harnesses[i].source) != NULL && g_str_has_prefix (device, harnesses[i].device) && g_str_has_prefix (format, harnesses[i].format))
      return &harnesses[i];
  return NULL;
}

static Cost
find_cost (SystoleOpKind kind, const char *source, const char *device)
{
  for (guint i = 0; i < G_N_ELEMENTS (costs); i++)
    if (costs[i].kind == kind && strstr (source, costs[i].source) != NULL && g_str_has_prefix (device, costs[i].device))
      return costs[i];
  return (Cost){ "", "", kind, 1, 0.5, 0 };
}

static gboolean
is_product (const SystoleOp *op)
{
  return op->kind == SYSTOLE_OP_GEMM || op->kind == SYSTOLE_OP_BATCHED_GEMM;
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
 * systole_harness_set_layout:
 * @self: (nullable): NULL: nothing is known of how it was measured
 * @given: the row says itself how its operands are stored
 *
 * A framework's matrices are row by row, and its weights N × K: in the words of BLAS, which
 * counts column by column, T and N; the right one of a batch is K × N: T.
 */
void
systole_harness_set_layout (const SystoleHarness *self, SystoleOp *op, gboolean given)
{
  if (self == NULL || given)
    return;
  set_word (op, "ta", "T");
  set_word (op, "tb", op->kind == SYSTOLE_OP_BATCHED_GEMM ? "T" : "N");
}

/**
 * systole_harness_get_operands:
 *
 * Who measures a product calls the same again and again.
 */
SystoleOperands
systole_harness_get_operands (const SystoleHarness *self, const SystoleOp *op, SystoleFamily family)
{
  if (is_product (op) && family == SYSTOLE_FAMILY_GPU)
    return self != NULL ? self->products : SYSTOLE_OPERANDS_REPEATED;
  if (self == NULL || is_product (op) || op->kind == SYSTOLE_OP_MLP)
    return SYSTOLE_OPERANDS_COLD;
  return self->others == OTHERS_RESIDENT || (self->others == OTHERS_COLD_BUT_ATTENTION && op->kind == SYSTOLE_OP_ATTENTION) ? SYSTOLE_OPERANDS_RESIDENT : SYSTOLE_OPERANDS_COLD;
}

SystoleLibrary
systole_harness_get_library (const char *source, const char *device)
{
  for (guint i = 0; i < G_N_ELEMENTS (libraries); i++)
    if (strstr (source, libraries[i].source) != NULL && g_str_has_prefix (device, libraries[i].device))
      return libraries[i].library;
  return SYSTOLE_LIBRARY_USUAL;
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
      bytes = elements * q->bytes * (elements * systole_format_get_bits (op->format, SYSTOLE_OPERAND_A) / 8 < FRESH * systole_machine_get (machine, SYSTOLE_FIELD_L2) ? FRESH : 1);
      by_bytes = bytes / (DRAM_SHARE * systole_machine_get (machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH));
      by_elements = q->elements > 0 ? elements / (systole_machine_get (machine, SYSTOLE_FIELD_UNITS) * systole_run_get_clock_hz (run) * q->elements) : 0;
      return q->start + MAX (by_bytes, by_elements) / MICRO;
    }
  return 0;
}

static double
get_product_us (const SystoleHarness *self, const SystoleRun *run, const char *source, const char *device)
{
  const SystoleOp *op = systole_run_get_op (run);
  double us = MAX (systole_run_get_seconds (run) - systole_gpu_get_launch (systole_run_get_machine (run)), 0) / MICRO + self->start + self->share * self->dispatch, floor;

  us = MAX (us, self->dispatch * (op->kind == SYSTOLE_OP_BATCHED_GEMM ? find_cost (op->kind, source, device).work : self->product));
  us += get_quantizing (run, source, device, &floor);
  return MAX (us, floor);
}

/* Eager frameworks lay out the filters and turn the images. */
static double
get_layout_us (const SystoleRun *run)
{
  double bandwidth = systole_machine_get (systole_run_get_machine (run), SYSTOLE_FIELD_MEMORY_BANDWIDTH);
  SystoleConv c;

  if (!systole_op_as_conv (systole_run_get_op (run), &c) || !(bandwidth > 0))
    return 0;
  return FILTER_PASSES * (double) c.k * (double) (c.c / c.groups) * (double) c.r * (double) c.s * systole_format_get_bits (c.format, SYSTOLE_OPERAND_A) / 8 / bandwidth / MICRO;
}

static double
get_other_us (const SystoleHarness *self, const SystoleRun *run, const char *source, const char *device)
{
  SystoleOpKind kind = systole_run_get_op (run)->kind;
  Cost cost = find_cost (kind, source, device);
  double us = systole_run_get_seconds (run) / MICRO;

  if (kind == SYSTOLE_OP_CONV)
    us += self->conv;
  if (!(self->dispatch > 0))
    return us;
  us += MIN (us, cost.again * self->dispatch) + cost.wait * self->dispatch + (kind == SYSTOLE_OP_CONV ? get_layout_us (run) : 0);
  return MAX (us, cost.work * self->dispatch);
}

/**
 * systole_harness_get_seconds:
 * @self: (nullable): NULL: nothing is known of how it was measured
 *
 * Returns: the time that the measurement would show of a run
 */
double
systole_harness_get_seconds (const SystoleHarness *self, const SystoleRun *run, const char *source, const char *device)
{
  const SystoleMachine *machine = systole_run_get_machine (run);
  const SystoleOp *op = systole_run_get_op (run);
  double units = systole_machine_get (machine, SYSTOLE_FIELD_UNITS);

  if (self == NULL || op->kind == SYSTOLE_OP_MLP)
    return systole_run_get_seconds (run);
  /* Who reads L1 divides by the rate of all SMs together the bytes that one of them reads. */
  if (op->kind == SYSTOLE_OP_L1_READ && units > 0)
    return systole_run_get_seconds (run) / units;
  if (!is_product (op))
    return get_other_us (self, run, source, device) * MICRO;
  return systole_machine_get_family (machine) == SYSTOLE_FAMILY_GPU ? get_product_us (self, run, source, device) * MICRO : systole_run_get_seconds (run);
}
