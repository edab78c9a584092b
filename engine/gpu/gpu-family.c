/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/gpu-run.h"

#include "engine/gpu/gpu-frame.h"
#include "engine/gpu/gpu-totals.h"
#include "engine/gpu/tile-choice.h"
#include "engine/kernel/kernel-plan.h"

/* A product on a whole GPU: what the family answers itself, and in which files the rest is (gpu-run.h). */

/* Of a run of this family. */
const SystoleGpuPlan *
systole_gpu_run_get_plan (const SystoleRun *run)
{
  return run->payload;
}

/* Of SM 0’s first blocks, for the event machine. */
const SystoleSmSchedule *
systole_gpu_run_get_schedule (const SystoleRun *run)
{
  const SystoleGpuPlan *plan = systole_gpu_run_get_plan (run);
  SystoleGpuMoment first = systole_gpu_plan_find (plan, plan->launch);
  SystoleGpuWork work;

  return systole_gpu_plan_find_work (plan, &first, 0, &work) ? systole_gpu_plan_get_work_schedule (plan, &first, &work) : NULL;
}

static void
free_payload (gpointer payload)
{
  systole_gpu_plan_free (payload);
}

static gboolean
models (const SystoleOp *op)
{
  SystoleGemm gemm;

  return systole_op_as_batched (op, &gemm) || systole_kernel_models (op);
}

static gboolean
prepare (SystoleRun *run, SystoleProgress progress, gpointer progress_data, GError **error)
{
  SystoleGpuPlan *plan;

  /* Other kernels than products have plans of their own kind. */
  if (systole_kernel_models (&run->op))
    {
      run->klass = &systole_kernel_family;
      return run->klass->prepare (run, progress, progress_data, error);
    }
  plan = systole_gpu_plan_new (run->machine, &run->gemm, run->operands, &run->mapping, error);
  if (plan == NULL)
    return FALSE;
  run->payload = plan;
  return systole_gpu_fill_totals (run, plan, error);
}

static guint
get_levels (const SystoleRun *run, SystoleLevel *out, guint max)
{
  static const SystoleLevel levels[] = { SYSTOLE_LEVEL_CHIP, SYSTOLE_LEVEL_SM, SYSTOLE_LEVEL_SUB_CORE, SYSTOLE_LEVEL_FRAGMENT };
  guint n = MIN (max, G_N_ELEMENTS (levels));

  (void) run;
  for (guint i = 0; i < n; i++)
    out[i] = levels[i];
  return n;
}

static void
sm_frame (const SystoleRun *run, guint unit, guint64 cycle, SystoleSmFrame *frame)
{
  SystoleGpuMoment m = systole_gpu_plan_find (systole_gpu_run_get_plan (run), cycle);

  frame->cycle = cycle;
  frame->unit = unit;
  frame->phase = systole_gpu_plan_get_phase (systole_gpu_run_get_plan (run), &m);
  systole_gpu_sm_frame (systole_gpu_run_get_plan (run), unit, cycle, frame);
}

static void
chip_frame (const SystoleRun *run, guint64 cycle, SystoleChipFrame *frame)
{
  SystoleGpuMoment m = systole_gpu_plan_find (systole_gpu_run_get_plan (run), cycle);

  frame->cycle = cycle;
  frame->phase = systole_gpu_plan_get_phase (systole_gpu_run_get_plan (run), &m);
  systole_gpu_chip_frame (systole_gpu_run_get_plan (run), run->machine, cycle, frame);
}

static guint
get_tile_choices (const SystoleRun *run, SystoleTileChoice *out, guint max)
{
  return systole_gpu_list_choices (systole_gpu_run_get_plan (run), out, max);
}

const SystoleFamilyClass systole_gpu_family = {
  .has_sparsity = TRUE,
  .has_tiles = TRUE,
  .models = models,
  .prepare = prepare,
  .free_payload = free_payload,
  .describe_mapping = systole_gpu_run_describe_mapping,
  .describe_machine = systole_gpu_run_describe_machine,
  .summarize = systole_gpu_run_summarize,
  .get_strip = systole_gpu_run_get_strip,
  .get_busy_before = systole_gpu_run_get_busy_before,
  .get_useful_before = systole_gpu_run_get_useful_before,
  .step = systole_gpu_run_step,
  .find_event = systole_gpu_run_find_event,
  .describe_cycle = systole_gpu_run_describe_cycle,
  .get_levels = get_levels,
  .get_tile_choices = get_tile_choices,
  .sm_frame = sm_frame,
  .chip_frame = chip_frame,
};
