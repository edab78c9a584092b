/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/tpu-totals.h"

#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* The numbers of a run on a TPU: traffic, waterfall, bound, utilization. */

static const SystoleArraySchedule *
longest (const SystoleTpuMatrix *plan)
{
  return &plan->kinds[0].schedule;
}

/* Where the cycles of the longest MXU went. */
typedef struct
{
  guint64 streamed, streamed_by_all; /* cycles with rows passing; the same spread over all MXUs */
  guint64 weights, bubbles, memory;
} Cycles;

static Cycles
find_cycles (const SystoleTpuMatrix *plan)
{
  const SystoleArraySchedule *s = longest (plan);
  double all = 0;
  Cycles c;

  for (guint i = 0; i < plan->n_kinds; i++)
    all += (double) plan->kinds[i].n * (double) plan->kinds[i].schedule.folds * (double) plan->kinds[i].schedule.stream;
  c.streamed = s->folds * s->stream;
  c.streamed_by_all = MIN (c.streamed, (guint64) ceil (all / plan->core.mxus));
  c.weights = s->load + (s->folds - 1) * (s->own_period - s->stream);
  c.bubbles = (s->folds - 1) * (s->busy_period - s->own_period);
  c.memory = s->plan.fetch + s->plan.tail + (s->folds - 1) * (s->period - s->busy_period);
  return c;
}

/* Multiplications a cycle of the whole chip, every PE busy. */
static double
multipliers (const SystoleTpuMatrix *plan)
{
  return (double) plan->core.rows * plan->core.columns * plan->core.mxus;
}

/* Cumulative bounds, each rounded up; a part is the difference of two. */
static void
add_waterfall (SystoleRun *run, const SystoleTpuMatrix *plan, const Cycles *c)
{
  const SystoleArraySchedule *s = longest (plan);
  double one_pass = multipliers (plan) * plan->rate;
  guint64 peak = (guint64) ceil ((double) run->useful_macs / one_pass);
  guint64 format = MAX (peak, (guint64) ceil ((double) run->useful_macs / one_pass * plan->passes));
  guint64 tiles = MAX (format, c->streamed_by_all), streamed = MAX (tiles, c->streamed);
  guint64 convert = s->plan.convert_in + s->plan.convert_out;
  guint64 rest = s->n_cycles - streamed - convert - c->weights - c->bubbles - c->memory - s->plan.launch;

  systole_run_add_part (run, SYSTOLE_PART_USEFUL, peak);
  systole_run_add_part (run, SYSTOLE_PART_FORMAT, format - peak + convert);
  systole_run_add_part (run, SYSTOLE_PART_PADDING, tiles - format);
  systole_run_add_part (run, SYSTOLE_PART_WEIGHTS, c->weights);
  systole_run_add_part (run, SYSTOLE_PART_FILL_DRAIN, rest);
  systole_run_add_part (run, SYSTOLE_PART_OPERAND, c->bubbles);
  systole_run_add_part (run, SYSTOLE_PART_MEMORY, c->memory);
  systole_run_add_part (run, SYSTOLE_PART_TAIL, streamed - tiles);
  systole_run_add_part (run, SYSTOLE_PART_LAUNCH, s->plan.launch);
}

static gboolean
times (guint64 a, guint64 b, guint64 c, guint64 *out)
{
  return systole_checked_mul (a, b, out) && systole_checked_mul (*out, c, out);
}

static gboolean
sum3 (guint64 a, guint64 b, guint64 c, guint64 *out)
{
  return systole_checked_add (a, b, out) && systole_checked_add (*out, c, out);
}

/* v1: weights from DRAM through the FIFO; the unified buffer delivers A once for each column of
 * tiles; sums go to the accumulators once for each row of tiles. */
static gboolean
add_v1_traffic (SystoleRun *run, const SystoleTpuMatrix *plan)
{
  const SystoleGemm *gemm = &run->gemm;
  guint64 nt = systole_ceil_div (gemm->n, plan->core.columns), kt = systole_ceil_div (gemm->k, plan->core.rows);
  guint64 weights, activations, sums, sums_read;

  if (!times (nt * kt, plan->core.rows, plan->core.columns, &weights) || !times (gemm->m, gemm->k, nt, &activations) ||
      !times (gemm->m * gemm->n, kt, 4, &sums) || !times (gemm->m * gemm->n, kt, 4, &sums_read))
    return FALSE;
  if (run->operands == SYSTOLE_OPERANDS_COLD)
    systole_run_add_traffic (run, SYSTOLE_MEMORY_DRAM, plan->transfers.reads, 0);
  systole_run_add_traffic (run, SYSTOLE_MEMORY_WEIGHT_FIFO, MAX (weights, plan->transfers.reads), plan->transfers.reads);
  systole_run_add_traffic (run, SYSTOLE_MEMORY_UNIFIED_BUFFER, activations, gemm->m * gemm->n);
  systole_run_add_traffic (run, SYSTOLE_MEMORY_ACCUMULATOR, sums_read, sums);
  return TRUE;
}

/* Vector memory delivers A once for each column of tiles, each weight tile to every MXU that
 * needs it, sums to be added to, and results; whatever comes from main memory is written there
 * first, and read at least once. */
static gboolean
add_traffic (SystoleRun *run, const SystoleTpuMatrix *plan)
{
  const SystoleTpuTransfers *t = &plan->transfers;
  const SystoleGemm *gemm = &run->gemm;
  guint64 nt = systole_ceil_div (gemm->n, plan->core.columns), kt = systole_ceil_div (gemm->k, plan->core.rows);
  guint64 a, b, operands, sums, sums_again, reads, writes;

  if (!systole_checked_mul (t->a, nt, &a) || !systole_checked_mul (t->b, plan->parts_m, &b) || !systole_checked_add (a, b, &operands) ||
      !times (gemm->m * gemm->n, kt, 4, &sums) || !times (gemm->m * gemm->n, kt - 1, 4, &sums_again) ||
      !sum3 (MAX (operands, t->reads), sums_again, t->c, &reads) || !sum3 (t->reads, sums, t->c, &writes))
    return FALSE;
  if (run->operands == SYSTOLE_OPERANDS_COLD)
    systole_run_add_traffic (run, SYSTOLE_MEMORY_DRAM, t->reads, t->writes);
  systole_run_add_traffic (run, SYSTOLE_MEMORY_VMEM, reads, writes);
  return TRUE;
}

/* What takes most of the run. */
static const char *
find_bound (const SystoleTpuMatrix *plan, const Cycles *c)
{
  const SystoleArraySchedule *s = longest (plan);
  guint64 others = s->n_cycles - c->memory - s->plan.launch;

  if (s->plan.launch > others && s->plan.launch > c->memory)
    return "latency";
  return c->memory > others || s->period > s->busy_period ? "memory:dram" : "compute";
}

/**
 * systole_tpu_fill_totals:
 *
 * Returns: FALSE with %SYSTOLE_ERROR_CAPACITY for counts that do not fit
 */
gboolean
systole_tpu_fill_totals (SystoleRun *run, const SystoleTpuMatrix *plan, GError **error)
{
  const SystoleArraySchedule *s = longest (plan);
  Cycles c = find_cycles (plan);
  double issued = 0;

  run->n_cycles = s->n_cycles;
  run->clock_hz = plan->core.clock_hz;
  run->n_units = plan->core.mxus;
  run->peak_macs_per_cycle = multipliers (plan) * plan->rate / plan->passes;
  for (guint i = 0; i < plan->n_kinds; i++)
    {
      const SystoleTpuKind *kind = &plan->kinds[i];

      issued += (double) kind->n * (double) kind->schedule.folds * (double) (kind->schedule.plan.m1) * plan->core.rows * plan->core.columns;
      run->folds += kind->n * kind->schedule.folds;
    }
  if (!(issued < 0x1p63) || !(plan->core.has_unified_buffer ? add_v1_traffic (run, plan) : add_traffic (run, plan)))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("More than 2^63 multiplications or 2^64 bytes, the most that is counted"));
      return FALSE;
    }
  run->issued_macs = MAX (run->useful_macs, (guint64) issued);
  run->has_folds = TRUE;
  run->has_stalls = TRUE;
  run->stall_cycles = c.memory;
  run->compute_bound_cycles = (guint64) ceil ((double) run->useful_macs / run->peak_macs_per_cycle);
  run->memory_bound_cycles = plan->transfers.bound_cycles;
  run->compulsory_read_bytes = plan->transfers.compulsory_reads;
  run->compulsory_write_bytes = plan->transfers.compulsory_writes;
  g_strlcpy (run->bound, find_bound (plan, &c), sizeof run->bound);
  add_waterfall (run, plan, &c);
  systole_run_add_utilization (run, SYSTOLE_UNIT_MXU, (double) run->useful_macs / (run->peak_macs_per_cycle * (double) run->n_cycles), N_ ("all PEs of all MXUs in every cycle of the run"));
  return TRUE;
}
