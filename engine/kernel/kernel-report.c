/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-report.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* Half of the run: below, no limit alone explains it. */
#define BOUND_SHARE 0.5
#define PORT_BYTES 64 /* L2 → one SM, a cycle */

static void
fill_waterfall (SystoleRun *run, const SystoleKernelPlan *plan)
{
  static const struct
  {
    SystolePart part;
    SystoleReason reasons[4]; /* BUSY: no more */
  } parts[] = {
    { SYSTOLE_PART_PADDING, { SYSTOLE_REASON_PADDING } },
    { SYSTOLE_PART_FILL_DRAIN, { SYSTOLE_REASON_DRAIN, SYSTOLE_REASON_FILL } },
    { SYSTOLE_PART_OPERAND, { SYSTOLE_REASON_OPERAND, SYSTOLE_REASON_UNIT_BUSY, SYSTOLE_REASON_BARRIER } },
    { SYSTOLE_PART_MEMORY, { SYSTOLE_REASON_MEMORY } },
    { SYSTOLE_PART_TAIL, { SYSTOLE_REASON_TAIL, SYSTOLE_REASON_NO_WORK } },
    { SYSTOLE_PART_LAUNCH, { SYSTOLE_REASON_LAUNCH } },
  };
  const SystoleKernelSchedule *s = &plan->schedule;
  guint64 peak = (guint64) s->lanes * s->sub_cores * s->sms, idle[SYSTOLE_N_REASONS] = { 0 };
  guint64 sum, before;

  systole_kernel_schedule_add_idle (s, idle);
  sum = idle[SYSTOLE_REASON_BUSY];
  systole_run_add_part (run, SYSTOLE_PART_USEFUL, systole_ceil_div (sum, peak));
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      before = systole_ceil_div (sum, peak);
      for (guint r = 0; r < G_N_ELEMENTS (parts[i].reasons); r++)
        if (parts[i].reasons[r] != SYSTOLE_REASON_BUSY)
          sum += idle[parts[i].reasons[r]];
      systole_run_add_part (run, parts[i].part, systole_ceil_div (sum, peak) - before);
    }
}

static void
fill_traffic (SystoleRun *run, const SystoleKernelPlan *plan)
{
  guint64 dram_read = MAX ((guint64) ceil (plan->dram_read), plan->compulsory_read);
  guint64 l2_read = MAX ((guint64) ceil (plan->l2_read), dram_read);
  guint64 l2_written = (guint64) ceil (plan->l2_written);
  gboolean from_l1 = run->op.kind == SYSTOLE_OP_L1_READ;

  if (dram_read > 0 || plan->dram_written > 0)
    systole_run_add_traffic (run, SYSTOLE_MEMORY_DRAM, dram_read, MAX ((guint64) ceil (plan->dram_written), plan->compulsory_write));
  systole_run_add_traffic (run, SYSTOLE_MEMORY_L2, l2_read, l2_written);
  systole_run_add_traffic (run, from_l1 ? SYSTOLE_MEMORY_L1 : SYSTOLE_MEMORY_SHARED, MAX ((guint64) ceil (plan->shared_read), l2_read), (guint64) ceil (plan->shared_written));
}

/* Cycles in which a unit of an SM is at work, all SMs together. */
static double
unit_cycles (const SystoleKernelSchedule *s, SystoleUnit unit)
{
  double sum = 0;

  for (guint i = 0; i < s->n_launches; i++)
    for (guint p = 0; p < s->launches[i].n_phases; p++)
      if (s->launches[i].phases[p].unit == unit)
        sum += (double) s->launches[i].phases[p].cycles * (double) s->launches[i].steps;
  return sum;
}

static void
fill_utilization (SystoleRun *run, const SystoleKernelPlan *plan)
{
  static const struct
  {
    SystoleUnit unit;
    const char *main, *other;
  } units[] = {
    { SYSTOLE_UNIT_TENSOR, N_ ("every multiplier of every tensor core in every cycle"), N_ ("a tensor instruction in every cycle") },
    { SYSTOLE_UNIT_FP32, N_ ("an operation on every fp32 lane in every cycle"), N_ ("an fp32 instruction in every cycle") },
    { SYSTOLE_UNIT_FP64, N_ ("an operation on every fp64 lane in every cycle"), N_ ("an fp64 instruction in every cycle") },
    { SYSTOLE_UNIT_INT, N_ ("an operation on every integer lane in every cycle"), N_ ("an integer instruction in every cycle") },
    { SYSTOLE_UNIT_SFU, N_ ("a special function in every cycle"), N_ ("a special function in every cycle") },
    { SYSTOLE_UNIT_LSU, N_ ("every byte of every port in every cycle"), N_ ("a store in every cycle") },
  };
  const SystoleKernelSchedule *s = &plan->schedule;
  double all = (double) run->n_cycles * s->sms;

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      double cycles = unit_cycles (s, units[i].unit);

      if (units[i].unit == s->unit)
        systole_run_add_utilization (run, units[i].unit, (double) run->algorithm_work / (run->peak_macs_per_cycle * (double) run->n_cycles), units[i].main);
      else if (cycles > 0)
        systole_run_add_utilization (run, units[i].unit, cycles / all, units[i].other);
    }
  if (run->op.kind != SYSTOLE_OP_L1_READ)
    systole_run_add_utilization (run, SYSTOLE_UNIT_TMA, MIN ((plan->l2_read + plan->l2_written) / (all * PORT_BYTES), 1), N_ ("bytes arriving in every cycle"));
}

static void
fill_bounds (SystoleRun *run, const SystoleKernelPlan *plan)
{
  double n = (double) run->n_cycles, bytes = 0;
  const char *bound = "latency";

  run->compute_bound_cycles = (guint64) floor ((double) run->algorithm_work / run->peak_macs_per_cycle);
  for (guint i = 0; i < run->n_traffic; i++)
    if (run->traffic[i].level == SYSTOLE_MEMORY_DRAM)
      bytes = (double) (run->traffic[i].read_bytes + run->traffic[i].write_bytes);
  run->memory_bound_cycles = (guint64) floor (bytes / plan->chip.dram_bytes_per_cycle);
  if (plan->compute_cycles >= BOUND_SHARE * n && plan->compute_cycles >= MAX (plan->dram_cycles, plan->l2_cycles))
    bound = "compute";
  else if (MAX (plan->dram_cycles, plan->l2_cycles) >= BOUND_SHARE * n)
    bound = plan->dram_cycles >= plan->l2_cycles ? "memory:dram" : run->op.kind == SYSTOLE_OP_L1_READ && plan->shared_read > plan->l2_read ? "memory:l1"
                                                                                                                                           : "memory:l2";
  g_strlcpy (run->bound, bound, sizeof run->bound);
}

/**
 * systole_kernel_report:
 *
 * Waterfall, traffic, shares of time and bounds; the cycles and the peak are there already.
 */
void
systole_kernel_report (SystoleRun *run, const SystoleKernelPlan *plan)
{
  fill_waterfall (run, plan);
  fill_traffic (run, plan);
  run->compulsory_read_bytes = plan->compulsory_read;
  run->compulsory_write_bytes = plan->compulsory_write;
  fill_utilization (run, plan);
  fill_bounds (run, plan);
}
