/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/gpu-totals.h"

#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

static guint64
get_sub_cores (const SystoleGpuPlan *plan)
{
  return systole_gpu_plan_get_kernel (plan)->shape.sub_cores;
}

/* Of all waves but that of shares; SMs that are done, or never had a block, wait for the others. */
static void
add_up_waves (const SystoleGpuPlan *plan, guint64 out[SYSTOLE_N_REASONS])
{
  guint64 last = plan->full_waves + plan->tail_waves;

  if (plan->full_waves > 0)
    systole_sm_pace_add_idle (&plan->paces[SYSTOLE_GPU_ROUND_FULL], plan->full_waves * plan->sms, out);
  for (guint64 wave = plan->full_waves; wave < last; wave++)
    {
      SystoleGpuMoment m = systole_gpu_plan_find (plan, systole_gpu_plan_get_wave_start (plan, wave));
      guint64 length = plan->paces[SYSTOLE_GPU_ROUND_TAIL].n_cycles, times = 1;
      SystoleGpuGroup groups[2];
      guint n = systole_gpu_plan_get_groups (plan, &m, groups);

      /* Tail waves but the last are alike. */
      if (wave + 1 < last)
        {
          times = last - 1 - wave;
          wave = last - 2;
        }
      out[SYSTOLE_REASON_TAIL] += times * (plan->sms - m.active) * length * get_sub_cores (plan);
      for (guint i = 0; i < n; i++)
        {
          systole_sm_pace_add_idle (groups[i].pace, times * groups[i].n, out);
          out[SYSTOLE_REASON_TAIL] += times * groups[i].n * (length - groups[i].pace->n_cycles) * get_sub_cores (plan);
        }
    }
}

/* Tensor-core cycles of all blocks by cause. */
static void
add_up_idle (const SystoleGpuPlan *plan, guint64 out[SYSTOLE_N_REASONS])
{
  add_up_waves (plan, out);
  for (guint u = 0; u < plan->sms && plan->part_kernels[0] != NULL; u++)
    {
      SystoleGpuWork work;
      guint64 end = 0;

      for (guint i = 0; systole_gpu_plan_get_part (plan, u, i, &work); i++)
        {
          systole_sm_pace_add_idle (&work.pace, 1, out);
          end += work.pace.n_cycles;
        }
      out[SYSTOLE_REASON_TAIL] += (plan->shares_cycles - end) * get_sub_cores (plan);
    }
}

/* Multipliers' cycles that go to each part, of the whole run. */
static void
fill_waterfall (SystoleRun *run, const SystoleGpuPlan *plan)
{
  static const struct
  {
    SystolePart part;
    SystoleReason reasons[2]; /* BUSY: no more */
  } parts[] = {
    { SYSTOLE_PART_FILL_DRAIN, { SYSTOLE_REASON_DRAIN } },
    { SYSTOLE_PART_MEMORY, { SYSTOLE_REASON_MEMORY } },
    { SYSTOLE_PART_TAIL, { SYSTOLE_REASON_TAIL } },
    { SYSTOLE_PART_POWER, { SYSTOLE_REASON_UNIT_BUSY } },
    { SYSTOLE_PART_OPERAND, { SYSTOLE_REASON_OPERAND } },
    { SYSTOLE_PART_LAUNCH, { SYSTOLE_REASON_LAUNCH } },
  };
  const SystoleSmShape *s = &systole_gpu_plan_get_kernel (plan)->shape;
  guint64 core = s->multipliers, cores = s->sub_cores, peak = core * cores * plan->sms;
  guint64 idle[SYSTOLE_N_REASONS] = { 0 }, lost;
  guint64 sum = run->issued_macs, before = systole_ceil_div (run->useful_macs, peak);

  add_up_idle (plan, idle);
  for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
    idle[r] *= core;
  /* Of the time that the tensor cores multiply, what a lower clock takes and what their operands do. */
  lost = idle[SYSTOLE_REASON_BUSY] - run->issued_macs;
  idle[SYSTOLE_REASON_UNIT_BUSY] = MIN (lost, (guint64) ((double) idle[SYSTOLE_REASON_BUSY] * (1 - 1 / plan->cost.slow)));
  idle[SYSTOLE_REASON_OPERAND] = lost - idle[SYSTOLE_REASON_UNIT_BUSY];
  idle[SYSTOLE_REASON_LAUNCH] += plan->launch * peak;
  idle[SYSTOLE_REASON_DRAIN] += plan->end * peak;
  systole_run_add_part (run, SYSTOLE_PART_USEFUL, before);
  systole_run_add_part (run, SYSTOLE_PART_PADDING, systole_ceil_div (sum, peak) - before);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      before = systole_ceil_div (sum, peak);
      sum += idle[parts[i].reasons[0]];
      systole_run_add_part (run, parts[i].part, systole_ceil_div (sum, peak) - before);
    }
}

/* Bytes of both operands in memory. */
static guint64
get_operands_bytes (const SystoleGemm *g)
{
  return MAX (g->batch, 1) * (systole_gemm_get_operand_bytes (g, SYSTOLE_OPERAND_A) + systole_gemm_get_operand_bytes (g, SYSTOLE_OPERAND_B));
}

/* The indices of a sparse row end in a whole byte, which a copy of its elements alone does not count. */
static void
fill_traffic (SystoleRun *run, const SystoleGpuPlan *plan)
{
  const SystoleSmKernel *kernel = systole_gpu_plan_get_kernel (plan);
  const SystoleSmShape *s = &kernel->shape;
  guint64 tiles = kernel->n_blocks * kernel->n_tiles;
  guint64 copied = MAX (tiles * systole_sm_kernel_copied_bytes (kernel), get_operands_bytes (&run->gemm)), loaded = tiles * systole_sm_kernel_loaded_bytes (kernel);
  guint64 results = run->gemm.m * run->gemm.n * MAX (run->gemm.batch, 1) * plan->problem.unit.result_bytes;
  guint64 sums = s->splits > 1 ? run->gemm.m * run->gemm.n * 4 * s->splits : systole_gpu_stream_count_partials (&plan->cost.stream) * s->valid_m * s->valid_n * 4;
  guint64 dram = (guint64) ceil (plan->cost.dram_reads);

  if (run->operands != SYSTOLE_OPERANDS_RESIDENT && run->operands != SYSTOLE_OPERANDS_ON_CHIP)
    systole_run_add_traffic (run, SYSTOLE_MEMORY_DRAM, MIN (dram, copied + sums), (guint64) ceil (plan->cost.dram_writes));
  systole_run_add_traffic (run, SYSTOLE_MEMORY_L2, copied + sums, results + sums);
  systole_run_add_traffic (run, SYSTOLE_MEMORY_SHARED, MAX (loaded, copied) + sums, copied);
  systole_run_add_traffic (run, SYSTOLE_MEMORY_REGISTER, MAX (loaded, copied) + sums, loaded);
}

static void
fill_utilization (SystoleRun *run, const SystoleGpuPlan *plan)
{
  const SystoleSmKernel *kernel = systole_gpu_plan_get_kernel (plan);
  const SystoleSmShape *s = &kernel->shape;
  double all = (double) run->n_cycles * plan->sms, channel = 0;
  guint64 stores = (guint64) (s->tile_m / s->fragment_rows) * (s->tile_n / s->fragment_columns);
  double issues = (double) plan->blocks * ((double) kernel->n_tiles * (s->math_warps * kernel->math.n[SYSTOLE_SECTION_BODY] + 2.0) + (double) stores + 1);

  for (guint i = SYSTOLE_GPU_ROUND_FULL; i <= SYSTOLE_GPU_ROUND_TAIL; i++)
    if (plan->kernels[i] != NULL)
      channel += (double) (i == SYSTOLE_GPU_ROUND_FULL ? plan->full_waves * plan->sms * plan->cost.resident : plan->tail_blocks) * (double) plan->kernels[i]->n_tiles * (plan->kernels[i]->shape.copy_cycles_a + plan->kernels[i]->shape.copy_cycles_b);
  for (guint w = 0; w < plan->cost.stream.workers; w++)
    {
      SystoleGpuWork work;

      for (guint i = 0; systole_gpu_plan_get_part (plan, w, i, &work); i++)
        channel += (double) work.pace.n_tiles * (work.pace.kernel->shape.copy_cycles_a + work.pace.kernel->shape.copy_cycles_b);
    }
  systole_run_add_utilization (run, s->unit, (double) run->useful_macs / (run->peak_macs_per_cycle * (double) run->n_cycles), s->unit == SYSTOLE_UNIT_TENSOR ? N_ ("every multiplier of every tensor core in every cycle") : N_ ("every lane in every cycle"));
  systole_run_add_utilization (run, SYSTOLE_UNIT_TMA, channel / all, N_ ("bytes arriving in every cycle"));
  systole_run_add_utilization (run, SYSTOLE_UNIT_SCHEDULER, MIN (1, issues / (all * s->sub_cores)), N_ ("an instruction of every scheduler in every cycle"));
}

static void
fill_bounds (SystoleRun *run, const SystoleGpuPlan *plan)
{
  const SystoleGpuCost *c = &plan->cost;
  double dram = (c->dram_reads + c->dram_writes) / plan->problem.bandwidth, all = (double) run->n_cycles / run->clock_hz;
  const char *bound = "latency";

  run->compute_bound_cycles = systole_ceil_div (run->useful_macs, (guint64) run->peak_macs_per_cycle);
  run->memory_bound_cycles = (guint64) floor (dram * run->clock_hz);
  if (c->by_multiplying >= 0.5 * all && c->by_multiplying >= MAX (c->by_dram, c->by_l2))
    bound = "compute";
  else if (MAX (c->by_dram, c->by_l2) >= 0.5 * all)
    bound = c->by_dram >= c->by_l2 ? "memory:dram" : "memory:l2";
  g_strlcpy (run->bound, bound, sizeof run->bound);
}

gboolean
systole_gpu_fill_totals (SystoleRun *run, const SystoleGpuPlan *plan, GError **error)
{
  const SystoleSmKernel *kernel = systole_gpu_plan_get_kernel (plan);
  const SystoleSmShape *s = &kernel->shape;
  const SystoleGemm *g = &run->gemm;
  guint64 peak = (guint64) s->sub_cores * s->multipliers * plan->sms, capacity;

  run->n_cycles = plan->n_cycles;
  if (!systole_checked_mul (run->n_cycles, peak, &capacity) || capacity > G_MAXUINT64 / 256)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("%s: the run has more cycles than are counted"), systole_machine_get_name (run->machine));
      return FALSE;
    }
  run->clock_hz = plan->problem.unit.clock_hz;
  run->issued_macs = plan->blocks * kernel->n_tiles * s->tile_m * s->tile_n * s->tile_k;
  run->peak_macs_per_cycle = (double) peak;
  run->n_units = plan->sms;
  run->has_tiles = run->has_waves = TRUE;
  run->tiles = plan->blocks;
  run->waves = systole_gpu_plan_get_waves (plan);
  fill_waterfall (run, plan);
  fill_traffic (run, plan);
  fill_utilization (run, plan);
  fill_bounds (run, plan);
  if (run->operands == SYSTOLE_OPERANDS_COLD)
    {
      run->compulsory_read_bytes = get_operands_bytes (g);
      run->compulsory_write_bytes = MAX (g->batch, 1) * g->m * g->n * plan->problem.unit.result_bytes;
    }
  return TRUE;
}
