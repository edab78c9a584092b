/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/harness.h"

#include <string.h>

/*
 * Times of host software, read from the small rows of each published table: the least
 * time that an eager framework shows for a simple operation. They belong to a host and a
 * version, not to a GPU; a host that is not listed has those of its source's row without
 * a device. First match counts.
 */
static const struct
{
  const char *source, *device; /* parts of the source's name; device or NULL for any */
  double host, extra;          /* µs */
  enum
  {
    COLD,
    WARM,
    WARM_ATTENTION /* only attention repeats on the same operands */
  } operands;
} rows[] = {
  { "asplos/label/", "h100", 12.5, 0, COLD },
  { "asplos/label/", "a100", 17, 0, COLD },
  { "asplos/label/", "mi2", 17.5, 0, COLD },
  { "asplos/label/", "t4", 22, 0, COLD },
  { "asplos/label/", NULL, 25, 0, COLD },
  { "NeuSight", "h100", 18, 0, WARM },
  { "NeuSight", "v100", 32, 0, WARM },
  { "NeuSight", "p100", 45, 0, WARM },
  { "NeuSight", "mi2", 14, 0, WARM },
  { "NeuSight", NULL, 26, 0, WARM },
  { "LLMCompassPlus", NULL, 0, 0, WARM_ATTENTION },
  { "LLMCompass", "mi210", 27, 0, WARM },
  { "LLMCompass", NULL, 27, 0, WARM },
  { "DeepBench", NULL, 0, 0, WARM }, /* host: see conv_hosts */
  { "aiconfigurator", NULL, 0, 0, WARM },
  { "vidur", NULL, 0, 0, WARM },
  { "LLMServingSim", NULL, 0, 0, WARM },
};

/* Who divides by the rate of all SMs together the bytes that one of them reads. */
static const char *const per_chip[] = { "gpu-benches" };

/* Convolutions of DeepBench are timed on the host: inference and training programs, µs. */
static const struct
{
  const char *source;
  double extra, half; /* half: of 16-bit formats */
} conv_hosts[] = {
  { "results/inference/server/DeepBench", 5, 5 },
  { "DeepBench", 21, 13 },
};

/* An operation's part of a framework's host time: what it takes when the kernel is
 * short, and what is added to a kernel that is long. */
static const struct
{
  SystoleOpKind op;
  double work, wait;
} costs[] = {
  { SYSTOLE_OP_GELU, 1.17, 0.5 },
  { SYSTOLE_OP_RELU, 1.2, 0.5 },
  { SYSTOLE_OP_SOFTMAX, 1.27, 0.5 },
  { SYSTOLE_OP_LAYERNORM, 1.8, 1.6 }, /* two kernels’ worth before the one that is measured */
  { SYSTOLE_OP_CONV, 2, 5.4 },        /* choice of an algorithm, layouts */
};

/**
 * systole_harness_find:
 * @source: (nullable): where a row comes from, as published tables name it
 */
void
systole_harness_find (const char *source, const char *device, const SystoleOp *op, SystoleHarness *out)
{
  *out = (SystoleHarness){ .operands = SYSTOLE_OPERANDS_COLD };
  for (guint i = 0; source != NULL && i < G_N_ELEMENTS (rows); i++)
    if (strstr (source, rows[i].source) != NULL && (rows[i].device == NULL || strstr (device, rows[i].device) != NULL))
      {
        out->host = rows[i].host * 1e-6;
        out->extra = rows[i].extra * 1e-6;
        if (rows[i].operands == WARM || (rows[i].operands == WARM_ATTENTION && op->kind == SYSTOLE_OP_ATTENTION))
          out->operands = SYSTOLE_OPERANDS_RESIDENT;
        break;
      }
  for (guint i = 0; source != NULL && op->kind == SYSTOLE_OP_CONV && i < G_N_ELEMENTS (conv_hosts); i++)
    if (strstr (source, conv_hosts[i].source) != NULL)
      {
        out->extra = (op->format == SYSTOLE_FORMAT_FP16 ? conv_hosts[i].half : conv_hosts[i].extra) * 1e-6;
        break;
      }
  for (guint i = 0; source != NULL && op->kind == SYSTOLE_OP_L1_READ && i < G_N_ELEMENTS (per_chip); i++)
    out->divided = out->divided || strstr (source, per_chip[i]) != NULL;
  if (source != NULL && strstr (source, "/vllm/") != NULL)
    out->library = SYSTOLE_LIBRARY_VLLM;
}

/**
 * systole_harness_apply:
 *
 * Returns: s that the measurement would show of a run
 */
double
systole_harness_apply (const SystoleHarness *self, const SystoleRun *run)
{
  SystoleOpKind op = systole_run_get_op (run)->kind;
  double work = 1, wait = 0.5, seconds = systole_run_get_seconds (run), units = systole_machine_get (systole_run_get_machine (run), SYSTOLE_FIELD_UNITS);

  if (self->divided && units > 0)
    return seconds / units;
  if (!(self->host > 0))
    return seconds + self->extra;
  for (guint i = 0; i < G_N_ELEMENTS (costs); i++)
    if (costs[i].op == op)
      {
        work = costs[i].work;
        wait = costs[i].wait;
      }
  return MAX (work * self->host, seconds + wait * self->host) + self->extra;
}
