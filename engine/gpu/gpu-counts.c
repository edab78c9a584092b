/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/gpu-run.h"

#include <math.h>

/* How many multipliers of a GPU do what in a cycle of a product, and how many MACs are done before it. */

/* Of what takes longest: of SM 0. */
SystolePhase
systole_gpu_plan_get_phase (const SystoleGpuPlan *plan, const SystoleGpuMoment *m)
{
  guint64 first, last_end, n_cycles;

  if (!m->runs)
    return m->first_block >= plan->blocks ? SYSTOLE_PHASE_EPILOGUE : SYSTOLE_PHASE_LAUNCH;
  systole_gpu_plan_get_wave_edges (plan, m->wave, &first, &last_end, &n_cycles);
  if (m->cycle < first)
    return SYSTOLE_PHASE_COPY;
  return m->cycle < last_end ? SYSTOLE_PHASE_COMPUTE : SYSTOLE_PHASE_EPILOGUE;
}

/* In the wave of shares each SM is at a place of its own. */
static void
summarize_shares (const SystoleGpuPlan *plan, const SystoleGpuMoment *m, SystoleSummary *out)
{
  const SystoleSmShape *shape = &systole_gpu_plan_get_kernel (plan)->shape;
  guint64 multipliers = (guint64) shape->sub_cores * shape->multipliers;

  for (guint u = 0; u < plan->sms; u++)
    {
      SystoleGpuWork work;

      if (systole_gpu_plan_find_work (plan, m, u, &work))
        systole_sm_pace_summarize (&work.pace, systole_sm_kernel_get_edges (work.pace.kernel, work.block), work.cycle, 1, out);
      else
        {
          out->idle[SYSTOLE_REASON_TAIL] += multipliers;
          out->total += multipliers;
        }
    }
}

/* SMs of a wave that do alike: their residents take turns, so all of them multiply for the same one. */
static void
summarize_group (const SystoleGpuPlan *plan, const SystoleGpuMoment *m, const SystoleGpuGroup *group, SystoleSummary *out)
{
  const SystoleSmShape *shape = &group->pace->kernel->shape;
  guint64 multipliers = (guint64) shape->sub_cores * shape->multipliers, edges[SYSTOLE_SM_EDGES];

  if (m->cycle >= group->pace->n_cycles)
    {
      out->idle[SYSTOLE_REASON_TAIL] += group->n * multipliers;
      out->total += group->n * multipliers;
      return;
    }
  systole_gpu_plan_count_edges (plan, m, group, systole_sm_pace_find_resident (group->pace, m->cycle), edges);
  for (guint e = 0; e < SYSTOLE_SM_EDGES; e++)
    if (edges[e] > 0)
      systole_sm_pace_summarize (group->pace, e, m->cycle, edges[e], out);
}

/* What all multipliers do in a cycle; sums exactly to those of all SMs. */
void
systole_gpu_run_summarize (const SystoleRun *run, guint64 cycle, SystoleSummary *out)
{
  const SystoleGpuPlan *plan = systole_gpu_run_get_plan (run);
  SystoleGpuMoment m = systole_gpu_plan_find (plan, cycle);
  const SystoleSmShape *shape = &systole_gpu_plan_get_kernel (plan)->shape;
  guint64 multipliers = (guint64) shape->sub_cores * shape->multipliers;
  SystoleGpuGroup groups[2];
  guint n;

  out->phase = systole_gpu_plan_get_phase (plan, &m);
  out->n_folds = systole_gpu_plan_get_waves (plan);
  out->fold = MIN (m.wave, out->n_folds - 1);
  if (!m.runs)
    {
      out->total = multipliers * plan->sms;
      out->idle[out->phase == SYSTOLE_PHASE_LAUNCH ? SYSTOLE_REASON_LAUNCH : SYSTOLE_REASON_DRAIN] = out->total;
      return;
    }
  if (m.shares)
    {
      summarize_shares (plan, &m, out);
      return;
    }
  n = systole_gpu_plan_get_groups (plan, &m, groups);
  for (guint i = 0; i < n; i++)
    summarize_group (plan, &m, &groups[i], out);
  out->idle[SYSTOLE_REASON_TAIL] += (plan->sms - m.active) * multipliers;
  out->total += (plan->sms - m.active) * multipliers;
}

/* Useful MACs of all blocks before the first of a wave. */
static double
count_blocks (const SystoleGpuPlan *plan, guint64 block)
{
  const SystoleSmKernel *kernel = systole_gpu_plan_get_kernel (plan);
  SystoleSmPace pace;
  SystoleSmProgress all;
  guint64 blocks[SYSTOLE_SM_EDGES];
  double sum = 0;

  systole_sm_pace_init (&pace, kernel);
  all = systole_sm_pace_find (&pace, pace.n_cycles);
  systole_sm_kernel_count_edges (kernel, block, blocks);
  for (guint e = 0; e < SYSTOLE_SM_EDGES; e++)
    if (blocks[e] > 0)
      sum += (double) blocks[e] * (double) systole_sm_pace_count_macs (&pace, 0, e, &all);
  return sum;
}

/* Useful MACs of a group of SMs in a wave until a cycle of it. */
static double
count_group (const SystoleGpuPlan *plan, const SystoleGpuMoment *m, const SystoleGpuGroup *group)
{
  SystoleSmProgress progress = systole_sm_pace_find (group->pace, m->cycle);
  double sum = 0;

  for (guint r = 0; r < group->pace->residents; r++)
    {
      guint64 edges[SYSTOLE_SM_EDGES];

      systole_gpu_plan_count_edges (plan, m, group, r, edges);
      for (guint e = 0; e < SYSTOLE_SM_EDGES; e++)
        if (edges[e] > 0)
          sum += (double) edges[e] * (double) systole_sm_pace_count_macs (group->pace, r, e, &progress);
    }
  return sum;
}

/* Useful MACs of a wave of shares until a cycle of it. */
static double
count_shares (const SystoleGpuPlan *plan, guint64 cycle)
{
  double sum = 0;

  for (guint u = 0; u < plan->cost.stream.workers; u++)
    {
      SystoleGpuWork work;
      guint64 left = cycle;

      for (guint i = 0; systole_gpu_plan_get_part (plan, u, i, &work); i++)
        {
          SystoleSmProgress progress = systole_sm_pace_find (&work.pace, left);

          sum += (double) systole_sm_pace_count_macs (&work.pace, 0, systole_sm_kernel_get_edges (work.pace.kernel, work.block), &progress);
          left -= MIN (left, work.pace.n_cycles);
        }
    }
  return sum;
}

/* MACs on elements of the operands that are done before a cycle, of all SMs. */
double
systole_gpu_run_get_useful_before (const SystoleRun *run, guint64 cycle)
{
  const SystoleGpuPlan *plan = systole_gpu_run_get_plan (run);
  SystoleGpuMoment m = systole_gpu_plan_find (plan, cycle);
  SystoleGpuGroup groups[2];
  double sum;
  guint n;

  if (cycle < plan->launch)
    return 0;
  sum = count_blocks (plan, m.first_block);
  if (!m.runs)
    return sum;
  if (m.shares)
    return sum + count_shares (plan, m.cycle);
  n = systole_gpu_plan_get_groups (plan, &m, groups);
  for (guint i = 0; i < n; i++)
    sum += count_group (plan, &m, &groups[i]);
  return sum;
}

/* As systole_gpu_run_get_useful_before(), within cycles too. */
double
systole_gpu_run_get_busy_before (const SystoleRun *run, double cycle)
{
  guint64 whole = (guint64) floor (cycle);
  double part = cycle - floor (cycle);
  double before = systole_gpu_run_get_useful_before (run, whole);

  return part > 0 ? before + part * (systole_gpu_run_get_useful_before (run, whole + 1) - before) : before;
}
