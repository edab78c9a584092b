/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/gpu-frame.h"

/* Room of blocks that the SM could hold beside those that it has: warps without a program, empty buffers. */
static void
add_room (const SystoleSmKernel *kernel, SystoleReason reason, SystoleSmFrame *frame)
{
  const SystoleSmShape *s = &kernel->shape;

  for (guint w = frame->warps->len; w < kernel->warps; w++)
    {
      SystoleWarpState warp = { .warp = w, .sub_core = systole_sm_kernel_get_sub_core (kernel, w), .resident = systole_sm_kernel_get_resident (kernel, w), .reason = reason, .instruction = reason == SYSTOLE_REASON_LAUNCH ? SYSTOLE_INSTRUCTION_START : SYSTOLE_INSTRUCTION_NONE, .tile = SYSTOLE_NO_INDEX };

      g_array_append_val (frame->warps, warp);
    }
  for (guint i = frame->stages->len; i < s->stages * s->residents; i++)
    {
      SystoleStageState stage = { .tile = SYSTOLE_NO_INDEX, .pieces_a = kernel->pieces_a, .pieces_b = kernel->pieces_b, .resident = i / s->stages };

      g_array_append_val (frame->stages, stage);
    }
}

/* An SM without a block: before the launch, in the last wave, at the end. */
static void
fill_idle_sm (const SystoleGpuPlan *plan, SystoleReason reason, SystoleSmFrame *frame)
{
  const SystoleSmKernel *kernel = systole_gpu_plan_get_kernel (plan);
  const SystoleSmShape *s = &kernel->shape;

  systole_sm_start_frame (kernel, SYSTOLE_NO_INDEX, 0, frame);
  add_room (kernel, reason, frame);
  for (guint p = 0; p < s->sub_cores + 2; p++)
    {
      SystoleUnit unit = p < s->sub_cores ? s->unit : p == s->sub_cores ? SYSTOLE_UNIT_LSU
                                                                        : SYSTOLE_UNIT_TMA;
      SystolePipeState pipe = { unit, p < s->sub_cores ? p : G_MAXUINT, reason, G_MAXUINT, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX };

      g_array_append_val (frame->pipes, pipe);
    }
  for (guint c = 0; c < s->sub_cores * s->fragment_rows * s->fragment_columns; c++)
    {
      guint each = s->fragment_rows * s->fragment_columns;
      SystoleFragmentCell cell = { .sub_core = c / each, .row = c % each / s->fragment_columns, .column = c % s->fragment_columns, .reason = reason, .m = SYSTOLE_NO_INDEX, .n = SYSTOLE_NO_INDEX, .k = SYSTOLE_NO_INDEX };

      g_array_append_val (frame->cells, cell);
    }
}

/* Why an SM has no block at this moment. */
static SystoleReason
explain_no_block (const SystoleGpuPlan *plan, const SystoleGpuMoment *m)
{
  if (m->runs)
    return SYSTOLE_REASON_TAIL;
  return m->first_block < plan->blocks ? SYSTOLE_REASON_LAUNCH : SYSTOLE_REASON_DRAIN;
}

/**
 * systole_gpu_sm_frame:
 * @unit: an SM, 0 … SMs − 1
 * @cycle: of the run
 * @frame: its `cycle`, `phase` and `unit` are left alone
 */
void
systole_gpu_sm_frame (const SystoleGpuPlan *plan, guint unit, guint64 cycle, SystoleSmFrame *frame)
{
  SystoleGpuMoment m = systole_gpu_plan_find (plan, cycle);
  SystoleGpuWork work;

  if (systole_gpu_plan_find_work (plan, &m, unit, &work))
    {
      systole_sm_schedule_frame_part (systole_gpu_plan_get_work_schedule (plan, &m, &work), work.block, plan->sms, work.first_tile, work.cycle, frame);
      add_room (systole_gpu_plan_get_kernel (plan), SYSTOLE_REASON_TAIL, frame);
    }
  else
    fill_idle_sm (plan, explain_no_block (plan, &m), frame);
}

/* What most of an SM's idle multipliers wait for. */
static SystoleReason
main_cause (const SystoleSummary *summary)
{
  SystoleReason cause = SYSTOLE_REASON_NO_WORK;
  guint64 most = 0;

  for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
    if (summary->idle[r] > most)
      {
        most = summary->idle[r];
        cause = (SystoleReason) r;
      }
  return cause;
}

static void
fill_memories (const SystoleGpuPlan *plan, const SystoleGpuMoment *m, const SystoleMachine *machine, SystoleChipFrame *frame)
{
  gboolean copying = FALSE, storing = FALSE;
  SystoleGpuWork work;
  SystoleMemoryState dram = { SYSTOLE_MEMORY_DRAM, (guint64) systole_machine_get (machine, SYSTOLE_FIELD_MEMORY_CAPACITY), FALSE, FALSE };
  SystoleMemoryState l2 = { SYSTOLE_MEMORY_L2, (guint64) systole_machine_get (machine, SYSTOLE_FIELD_L2), FALSE, FALSE };
  SystoleMemoryState shared = { SYSTOLE_MEMORY_SHARED, (guint64) systole_machine_get (machine, SYSTOLE_FIELD_MAX_SHARED) * plan->sms, FALSE, FALSE };

  if (systole_gpu_plan_find_work (plan, m, 0, &work))
    {
      const SystoleSmShape *shape = &work.pace.kernel->shape;
      SystoleSmFrame sm;

      systole_sm_frame_init (&sm);
      sm.no_cells = TRUE;
      systole_sm_schedule_frame_part (systole_gpu_plan_get_work_schedule (plan, m, &work), work.block, plan->sms, work.first_tile, work.cycle, &sm);
      copying = g_array_index (sm.pipes, SystolePipeState, sm.pipes->len - 1).reason == SYSTOLE_REASON_BUSY;
      shared.reading = g_array_index (sm.pipes, SystolePipeState, sm.pipes->len - 2).reason == SYSTOLE_REASON_BUSY;
      for (guint w = 0; w < sm.warps->len; w++)
        storing = storing || (g_array_index (sm.warps, SystoleWarpState, w).instruction == SYSTOLE_INSTRUCTION_STORE && g_array_index (sm.warps, SystoleWarpState, w).issues);
      if (shape->direct)
        for (guint p = 0; p < shape->sub_cores; p++)
          shared.reading = shared.reading || g_array_index (sm.pipes, SystolePipeState, p).reason == SYSTOLE_REASON_BUSY;
      systole_sm_frame_clear (&sm);
    }
  l2.reading = shared.writing = copying;
  dram.reading = copying && plan->cost.dram_reads > 0;
  l2.writing = dram.writing = storing;
  g_array_append_val (frame->memories, dram);
  g_array_append_val (frame->memories, l2);
  g_array_append_val (frame->memories, shared);
}

/* When the SMs that have a block less than others are done. */
static guint64
find_fewer (const SystoleGpuPlan *plan, const SystoleGpuMoment *m)
{
  SystoleGpuGroup groups[2];

  if (!m->runs || m->shares || systole_gpu_plan_get_groups (plan, m, groups) < 2)
    return 0;
  return systole_gpu_plan_get_wave_start (plan, m->wave) + groups[1].pace->n_cycles;
}

/* What an SM does, in numbers. */
static SystoleSummary
summarize_work (const SystoleGpuPlan *plan, const SystoleGpuWork *work)
{
  guint64 block = work->block + (guint64) systole_sm_pace_find_resident (&work->pace, work->cycle) * plan->sms;
  SystoleSummary out = { 0 };

  systole_sm_pace_summarize (&work->pace, systole_sm_kernel_get_edges (work->pace.kernel, block), work->cycle, 1, &out);
  return out;
}

/**
 * systole_gpu_chip_frame:
 * @cycle: of the run
 * @frame: its `cycle` and `phase` are left alone
 */
void
systole_gpu_chip_frame (const SystoleGpuPlan *plan, const SystoleMachine *machine, guint64 cycle, SystoleChipFrame *frame)
{
  SystoleGpuMoment m = systole_gpu_plan_find (plan, cycle);
  SystoleGpuWork work;

  frame->wave = m.wave;
  frame->n_waves = systole_gpu_plan_get_waves (plan);
  frame->blocks = plan->blocks;
  frame->blocks_done = m.first_block;
  frame->fewer_from = find_fewer (plan, &m);
  g_array_set_size (frame->units, 0);
  g_array_set_size (frame->memories, 0);
  for (guint u = 0; u < plan->sms; u++)
    {
      SystoleUnitState unit = { u, explain_no_block (plan, &m), SYSTOLE_NO_INDEX, 0 };

      if (systole_gpu_plan_find_work (plan, &m, u, &work))
        {
          SystoleSummary s = summarize_work (plan, &work);

          unit.block = work.block;
          unit.reason = s.busy > 0 ? SYSTOLE_REASON_BUSY : main_cause (&s);
          unit.busy_share = (double) s.busy / (double) s.total;
        }
      g_array_append_val (frame->units, unit);
    }
  fill_memories (plan, &m, machine, frame);
}
