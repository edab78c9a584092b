/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/run-private.h"

#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/gpu/gpu-frame.h"
#include "engine/gpu/gpu-plan.h"
#include "engine/kernel/kernel-plan.h"

/* A product on a whole GPU: totals, waterfall, time. Frames are in gpu-frame.c. */

static const SystoleGpuPlan *
get_plan (const SystoleRun *run)
{
  return run->payload;
}

const SystoleSmSchedule *
systole_gpu_run_get_schedule (const SystoleRun *run)
{
  const SystoleGpuPlan *plan = get_plan (run);

  return plan->full != NULL ? plan->full : plan->tail;
}

static void
free_payload (gpointer payload)
{
  systole_gpu_plan_free (payload);
}

/* Tensor-core cycles of all blocks by cause. */
static void
add_up_idle (const SystoleGpuPlan *plan, guint64 out[SYSTOLE_N_REASONS])
{
  for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
    out[r] = (plan->full != NULL ? plan->full_waves * plan->at_once * plan->full->idle[r] : 0) + (plan->tail != NULL ? plan->tail_blocks * plan->tail->idle[r] : 0);
}

static void
fill_waterfall (SystoleRun *run, const SystoleGpuPlan *plan)
{
  static const struct
  {
    SystolePart part;
    SystoleReason reasons[3]; /* BUSY: no more */
  } parts[] = {
    { SYSTOLE_PART_FILL_DRAIN, { SYSTOLE_REASON_DRAIN, SYSTOLE_REASON_FILL } },
    { SYSTOLE_PART_OPERAND, { SYSTOLE_REASON_OPERAND, SYSTOLE_REASON_UNIT_BUSY } },
    { SYSTOLE_PART_MEMORY, { SYSTOLE_REASON_MEMORY, SYSTOLE_REASON_BARRIER } },
    { SYSTOLE_PART_TAIL, { SYSTOLE_REASON_NO_WORK, SYSTOLE_REASON_TAIL } },
    { SYSTOLE_PART_LAUNCH, { SYSTOLE_REASON_LAUNCH } },
  };
  guint64 core = plan->full_shape.multipliers, cores = plan->full_shape.sub_cores, peak = core * cores * plan->sms;
  guint64 idle[SYSTOLE_N_REASONS];
  guint64 sum = run->issued_macs, before = systole_ceil_div (run->useful_macs, peak);

  add_up_idle (plan, idle);
  for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
    idle[r] *= core;
  idle[SYSTOLE_REASON_UNIT_BUSY] += idle[SYSTOLE_REASON_BUSY] - run->issued_macs;
  if (plan->tail != NULL)
    idle[SYSTOLE_REASON_TAIL] += (plan->at_once - plan->tail_blocks) * plan->tail->n_cycles * cores * core;
  /* SMs that get no block at all. */
  idle[SYSTOLE_REASON_TAIL] += (plan->sms - plan->at_once) * (plan->n_cycles - plan->launch - plan->end) * cores * core;
  idle[SYSTOLE_REASON_LAUNCH] += plan->launch * peak;
  idle[SYSTOLE_REASON_DRAIN] += plan->end * peak;
  systole_run_add_part (run, SYSTOLE_PART_USEFUL, before);
  systole_run_add_part (run, SYSTOLE_PART_PADDING, systole_ceil_div (sum, peak) - before);
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
fill_traffic (SystoleRun *run, const SystoleGpuPlan *plan)
{
  const SystoleSmSchedule *any = plan->full != NULL ? plan->full : plan->tail;
  const SystoleSmKernel *kernel = any->kernel;
  const SystoleSmShape *s = &kernel->shape;
  guint64 tiles = kernel->n_blocks * kernel->n_tiles;
  guint64 copied = tiles * systole_sm_kernel_copied_bytes (kernel), loaded = tiles * systole_sm_kernel_loaded_bytes (kernel);
  guint64 c_bytes = run->gemm.m * run->gemm.n * (s->splits > 1 ? 4 : s->store_bytes);
  guint64 mmas = run->issued_macs / ((guint64) s->fragment_rows * s->fragment_columns * s->fragment_k);
  guint64 operands = systole_sm_kernel_fragment_bytes (kernel);
  guint64 sums = s->splits > 1 ? c_bytes * s->splits : 0;

  if (run->operands == SYSTOLE_OPERANDS_COLD)
    systole_run_add_traffic (run, SYSTOLE_MEMORY_DRAM, plan->dram_read, c_bytes);
  systole_run_add_traffic (run, SYSTOLE_MEMORY_L2, copied + sums, c_bytes + sums);
  systole_run_add_traffic (run, SYSTOLE_MEMORY_SHARED, MAX (loaded, copied) + sums, copied);
  systole_run_add_traffic (run, SYSTOLE_MEMORY_REGISTER, MAX (mmas * operands, MAX (loaded, copied)) + sums, loaded);
}

static void
fill_utilization (SystoleRun *run, const SystoleGpuPlan *plan)
{
  double all = (double) run->n_cycles * plan->sms;
  double port = 0, channel = 0, issues = 0;
  const struct
  {
    const SystoleSmSchedule *schedule;
    guint64 blocks;
  } waves[] = { { plan->full, plan->full_waves * plan->at_once }, { plan->tail, plan->tail_blocks } };

  for (guint i = 0; i < G_N_ELEMENTS (waves); i++)
    if (waves[i].schedule != NULL)
      {
        port += (double) waves[i].schedule->port_cycles * (double) waves[i].blocks;
        channel += (double) waves[i].schedule->channel_cycles * (double) waves[i].blocks;
        issues += (double) waves[i].schedule->issues * (double) waves[i].blocks;
      }
  systole_run_add_utilization (run, SYSTOLE_UNIT_TENSOR, (double) run->useful_macs / (run->peak_macs_per_cycle * (double) run->n_cycles), N_ ("every multiplier of every tensor core in every cycle"));
  if (!plan->full_shape.direct)
    systole_run_add_utilization (run, SYSTOLE_UNIT_LSU, port / all, N_ ("a load in every cycle"));
  systole_run_add_utilization (run, SYSTOLE_UNIT_TMA, channel / all, N_ ("bytes arriving in every cycle"));
  systole_run_add_utilization (run, SYSTOLE_UNIT_SCHEDULER, issues / (all * plan->full_shape.sub_cores), N_ ("an instruction of every scheduler in every cycle"));
}

static void
fill_bounds (SystoleRun *run, const SystoleGpuPlan *plan)
{
  double dram = systole_machine_get (run->machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH) / run->clock_hz;
  double l2 = MIN (plan->generation->l2_bytes_per_cycle, 64) * plan->sms;
  double compute, by_l2 = 0, by_dram = 0, n = (double) run->n_cycles;
  const char *bound = "latency";

  run->compute_bound_cycles = systole_ceil_div (run->useful_macs, (guint64) run->peak_macs_per_cycle);
  compute = (double) run->compute_bound_cycles / plan->generation->issue_share;
  for (guint i = 0; i < run->n_traffic; i++)
    {
      const SystoleTraffic *t = &run->traffic[i];

      if (t->level == SYSTOLE_MEMORY_DRAM)
        by_dram = (double) (t->read_bytes + t->write_bytes) / dram;
      else if (t->level == SYSTOLE_MEMORY_L2)
        by_l2 = (double) t->read_bytes / l2;
    }
  run->memory_bound_cycles = (guint64) floor (by_dram);
  by_dram /= plan->generation->dram_share;
  if (compute >= 0.5 * n && compute >= MAX (by_dram, by_l2))
    bound = "compute";
  else if (MAX (by_dram, by_l2) >= 0.5 * n)
    bound = by_dram >= by_l2 ? "memory:dram" : "memory:l2";
  g_strlcpy (run->bound, bound, sizeof run->bound);
}

static gboolean
models (const SystoleOp *op)
{
  return op->kind == SYSTOLE_OP_GEMM || systole_kernel_models (op);
}

static gboolean
prepare (SystoleRun *run, SystoleProgress progress, gpointer progress_data, GError **error)
{
  SystoleGpuPlan *plan;
  const SystoleSmSchedule *any;
  guint64 peak, capacity;

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
  any = plan->full != NULL ? plan->full : plan->tail;
  peak = systole_sm_schedule_get_multipliers (any) * plan->sms;
  run->n_cycles = plan->n_cycles;
  if (!systole_checked_mul (run->n_cycles, peak, &capacity) || capacity > G_MAXUINT64 / 256)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("%s: the run has more cycles than are counted"), systole_machine_get_name (run->machine));
      return FALSE;
    }
  run->clock_hz = plan->clock_hz;
  run->issued_macs = plan->blocks * systole_sm_schedule_count_issued (any);
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
      SystoleFormat format = run->gemm.format;

      run->compulsory_read_bytes = run->gemm.m * systole_format_get_bytes (format, SYSTOLE_OPERAND_A, run->gemm.k) + run->gemm.k * systole_format_get_bytes (format, SYSTOLE_OPERAND_B, run->gemm.n);
      run->compulsory_write_bytes = run->gemm.m * systole_format_get_bytes (format, SYSTOLE_OPERAND_C, run->gemm.n);
    }
  return TRUE;
}

static char *
describe_mapping (const SystoleRun *run)
{
  const SystoleSmShape *s = &get_plan (run)->full_shape;

  if (s->splits > 1)
    return g_strdup_printf ("%ux%ux%u, %u stages, split-k %u", s->tile_m, s->tile_n, s->tile_k, s->stages, s->splits);
  return g_strdup_printf ("%ux%ux%u, %u stages", s->tile_m, s->tile_n, s->tile_k, s->stages);
}

static char *
describe_machine (const SystoleRun *run)
{
  const SystoleGpuPlan *plan = get_plan (run);

  return g_strdup_printf (P_ ("%s, %u SM", "%s, %u SMs", plan->sms), systole_machine_get_name (run->machine), plan->sms);
}

static SystolePhase
get_phase (const SystoleGpuPlan *plan, const SystoleGpuMoment *m)
{
  if (m->schedule == NULL)
    return m->first_block >= plan->blocks ? SYSTOLE_PHASE_EPILOGUE : SYSTOLE_PHASE_LAUNCH;
  if (m->cycle < m->schedule->first_mma)
    return SYSTOLE_PHASE_COPY;
  return m->cycle < m->schedule->last_mma_end ? SYSTOLE_PHASE_COMPUTE : SYSTOLE_PHASE_EPILOGUE;
}

static void
count_wave_edges (const SystoleGpuMoment *m, guint64 out[SYSTOLE_SM_EDGES])
{
  guint64 before[SYSTOLE_SM_EDGES];

  systole_sm_kernel_count_edges (m->schedule->kernel, m->first_block, before);
  systole_sm_kernel_count_edges (m->schedule->kernel, m->first_block + m->active, out);
  for (guint e = 0; e < SYSTOLE_SM_EDGES; e++)
    out[e] -= before[e];
}

static void
summarize (const SystoleRun *run, guint64 cycle, SystoleSummary *out)
{
  const SystoleGpuPlan *plan = get_plan (run);
  SystoleGpuMoment m = systole_gpu_plan_find (plan, cycle);
  guint64 multipliers = (guint64) plan->full_shape.sub_cores * plan->full_shape.multipliers;
  guint64 edges[SYSTOLE_SM_EDGES];

  out->phase = get_phase (plan, &m);
  out->n_folds = systole_gpu_plan_get_waves (plan);
  out->fold = MIN (m.wave, out->n_folds - 1);
  if (m.schedule == NULL)
    {
      out->total = multipliers * plan->sms;
      out->idle[out->phase == SYSTOLE_PHASE_LAUNCH ? SYSTOLE_REASON_LAUNCH : SYSTOLE_REASON_DRAIN] = out->total;
      return;
    }
  count_wave_edges (&m, edges);
  for (guint e = 0; e < SYSTOLE_SM_EDGES; e++)
    if (edges[e] > 0)
      systole_sm_schedule_summarize (m.schedule, e, m.cycle, edges[e], out);
  out->idle[SYSTOLE_REASON_TAIL] += (plan->sms - m.active) * multipliers;
  out->total += (plan->sms - m.active) * multipliers;
}

static double
get_useful_before (const SystoleRun *run, guint64 cycle)
{
  const SystoleGpuPlan *plan = get_plan (run);
  SystoleGpuMoment m = systole_gpu_plan_find (plan, cycle);
  guint64 edges[SYSTOLE_SM_EDGES];
  double sum;

  if (cycle < plan->launch)
    return 0;
  sum = systole_sm_schedule_count_blocks (plan->full != NULL ? plan->full : plan->tail, m.first_block);
  if (m.schedule == NULL)
    return sum;
  count_wave_edges (&m, edges);
  for (guint e = 0; e < SYSTOLE_SM_EDGES; e++)
    if (edges[e] > 0)
      sum += (double) edges[e] * (double) systole_sm_schedule_count_macs (m.schedule, e, m.cycle);
  return sum;
}

static double
get_busy_before (const SystoleRun *run, double cycle)
{
  guint64 whole = (guint64) floor (cycle);
  double part = cycle - floor (cycle);
  double before = get_useful_before (run, whole);

  return part > 0 ? before + part * (get_useful_before (run, whole + 1) - before) : before;
}

static guint
get_strip (const SystoleRun *run, SystoleStretch *out, guint max)
{
  const SystoleGpuPlan *plan = get_plan (run);
  guint64 waves = systole_gpu_plan_get_waves (plan), end = systole_gpu_plan_get_wave_start (plan, waves);
  guint n = 0;

  if (max < 3)
    {
      out[0] = (SystoleStretch){ 0, run->n_cycles, SYSTOLE_PHASE_COMPUTE, SYSTOLE_REASON_BUSY };
      return 1;
    }
  out[n++] = (SystoleStretch){ 0, plan->launch, SYSTOLE_PHASE_LAUNCH, SYSTOLE_REASON_LAUNCH };
  if (3 * waves + 2 > max)
    out[n++] = (SystoleStretch){ plan->launch, end, SYSTOLE_PHASE_COMPUTE, SYSTOLE_REASON_BUSY };
  else
    for (guint64 w = 0; w < waves; w++)
      {
        const SystoleSmSchedule *s = w < plan->full_waves ? plan->full : plan->tail;
        guint64 t = systole_gpu_plan_get_wave_start (plan, w);

        out[n++] = (SystoleStretch){ t, t + s->first_mma, SYSTOLE_PHASE_COPY, SYSTOLE_REASON_MEMORY };
        out[n++] = (SystoleStretch){ t + s->first_mma, t + s->last_mma_end, SYSTOLE_PHASE_COMPUTE, SYSTOLE_REASON_BUSY };
        if (s->last_mma_end < s->n_cycles)
          out[n++] = (SystoleStretch){ t + s->last_mma_end, t + s->n_cycles, SYSTOLE_PHASE_EPILOGUE, SYSTOLE_REASON_DRAIN };
      }
  if (end < run->n_cycles)
    out[n++] = (SystoleStretch){ end, run->n_cycles, SYSTOLE_PHASE_EPILOGUE, SYSTOLE_REASON_DRAIN };
  return n;
}

/* Places within a wave at which a step or an event may stop; the list is of that wave's block. */
static gboolean
find_in_wave (const SystoleGpuPlan *plan, guint64 wave, SystoleEvents kind, guint64 cycle, int direction, guint64 *out)
{
  const SystoleSmSchedule *s = wave < plan->full_waves ? plan->full : plan->tail;
  guint64 start = systole_gpu_plan_get_wave_start (plan, wave);
  guint64 at = cycle < start ? 0 : MIN (cycle - start, s->n_cycles);
  gboolean before = cycle < start;
  guint64 single;

  switch ((guint) kind)
    {
    case SYSTOLE_EVENT_TILE:
    case SYSTOLE_EVENT_STALL:
      if (!systole_sm_schedule_find_next (s, kind == SYSTOLE_EVENT_TILE ? s->tile_starts : s->stalls, at, direction, out))
        return FALSE;
      *out += start;
      return TRUE;
    case SYSTOLE_EVENT_BUSY:
      single = s->first_mma;
      break;
    case SYSTOLE_EVENT_FIRST_OUTPUT:
      single = s->first_store;
      if (wave > 0)
        return FALSE;
      break;
    case SYSTOLE_EVENT_WAVE:
      single = 0;
      break;
    default:
      return FALSE;
    }
  *out = start + single;
  return direction > 0 ? *out > cycle : !before && *out < cycle;
}

static gboolean
find_kind (const SystoleRun *run, guint64 cycle, SystoleEvents kind, int direction, guint64 *out)
{
  const SystoleGpuPlan *plan = get_plan (run);
  guint64 waves = systole_gpu_plan_get_waves (plan);
  guint64 wave = MIN (systole_gpu_plan_find (plan, cycle).wave, waves - 1);

  if (kind == SYSTOLE_EVENT_END)
    {
      *out = run->n_cycles - 1;
      return direction > 0 && cycle < *out;
    }
  if (kind == SYSTOLE_EVENT_FIRST_OUTPUT)
    wave = 0;
  /* In this wave or, if there is none any more, in a neighbour; one hop reaches what every wave has. */
  for (guint hop = 0; hop < 2; hop++)
    {
      if (find_in_wave (plan, wave, kind, cycle, direction, out))
        return TRUE;
      if (kind == SYSTOLE_EVENT_FIRST_OUTPUT || (direction > 0 ? wave + 1 >= waves : wave == 0))
        return FALSE;
      wave += direction > 0 ? 1 : (guint64) -1;
    }
  return FALSE;
}

static gboolean
find_event (const SystoleRun *run, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind)
{
  static const SystoleEvents all[] = { SYSTOLE_EVENT_FIRST_OUTPUT, SYSTOLE_EVENT_STALL, SYSTOLE_EVENT_TILE, SYSTOLE_EVENT_WAVE, SYSTOLE_EVENT_BUSY, SYSTOLE_EVENT_END };
  gboolean found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      guint64 at;

      if ((kinds & all[i]) == 0 || !find_kind (run, cycle, all[i], direction, &at) || at >= run->n_cycles)
        continue;
      if (found && (direction > 0 ? at >= *out : at <= *out))
        continue;
      found = TRUE;
      *out = at;
      if (out_kind != NULL)
        *out_kind = all[i];
    }
  return found;
}

static guint64
step (const SystoleRun *run, guint64 cycle, SystoleStep kind, int direction)
{
  SystoleStretch strip[64];
  guint64 found;
  guint n;

  if (kind == SYSTOLE_STEP_TILE || kind == SYSTOLE_STEP_WAVE)
    return find_kind (run, cycle, kind == SYSTOLE_STEP_TILE ? SYSTOLE_EVENT_TILE : SYSTOLE_EVENT_WAVE, direction, &found) ? found : direction > 0 ? run->n_cycles - 1
                                                                                                                                                  : 0;
  n = get_strip (run, strip, G_N_ELEMENTS (strip));
  if (direction > 0)
    {
      for (guint i = 0; i < n; i++)
        if (strip[i].start > cycle)
          return strip[i].start;
      return run->n_cycles - 1;
    }
  while (n-- > 0)
    if (strip[n].start < cycle)
      return strip[n].start;
  return 0;
}

static char *
describe_cycle (const SystoleRun *run, guint64 cycle)
{
  const SystoleGpuPlan *plan = get_plan (run);
  SystoleGpuMoment m = systole_gpu_plan_find (plan, cycle);
  guint64 waves = systole_gpu_plan_get_waves (plan);
  g_autofree char *sm = NULL, *wave = NULL, *this_wave = NULL, *all_waves = NULL;
  SystoleSmFrame frame;

  if (m.schedule == NULL)
    return g_strdup (m.first_block < plan->blocks ? _ ("GPU: the kernel is being launched; no SM has a block yet.") : _ ("GPU: all blocks are done; a second kernel adds up the parts of each sum."));
  this_wave = systole_number_format_count (m.wave + 1);
  all_waves = systole_number_format_count (waves);
  /* Translators: which wave, of how many */
  wave = g_strdup_printf (_ ("GPU: wave %1$s of %2$s"), this_wave, all_waves);
  systole_sm_frame_init (&frame);
  systole_gpu_sm_frame (plan, 0, cycle, &frame);
  sm = systole_sm_caption (&frame);
  systole_sm_frame_clear (&frame);
  if (m.active == plan->sms)
    /* Translators: "GPU: wave 1 of 3"; number of SMs; a sentence about one SM */
    return g_strdup_printf (P_ ("%s, the %u SM has a block. %s", "%s, all %u SMs have a block. %s", plan->sms), wave, plan->sms, sm);
  /* Translators: "GPU: wave 3 of 3"; how many SMs; of how many; a sentence about one SM */
  return g_strdup_printf (P_ ("%1$s, %2$u of %3$u SMs has a block, no tile is left for the others. %4$s", "%1$s, %2$u of %3$u SMs have a block, no tile is left for the others. %4$s", m.active), wave, (guint) m.active, plan->sms, sm);
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
  SystoleGpuMoment m = systole_gpu_plan_find (get_plan (run), cycle);

  frame->cycle = cycle;
  frame->unit = unit;
  frame->phase = get_phase (get_plan (run), &m);
  systole_gpu_sm_frame (get_plan (run), unit, cycle, frame);
}

static void
chip_frame (const SystoleRun *run, guint64 cycle, SystoleChipFrame *frame)
{
  SystoleGpuMoment m = systole_gpu_plan_find (get_plan (run), cycle);

  frame->cycle = cycle;
  frame->phase = get_phase (get_plan (run), &m);
  systole_gpu_chip_frame (get_plan (run), run->machine, cycle, frame);
}

const SystoleFamilyClass systole_gpu_family = {
  .has_tiles = TRUE,
  .models = models,
  .prepare = prepare,
  .free_payload = free_payload,
  .describe_mapping = describe_mapping,
  .describe_machine = describe_machine,
  .summarize = summarize,
  .get_strip = get_strip,
  .get_busy_before = get_busy_before,
  .get_useful_before = get_useful_before,
  .step = step,
  .find_event = find_event,
  .describe_cycle = describe_cycle,
  .get_levels = get_levels,
  .sm_frame = sm_frame,
  .chip_frame = chip_frame,
};
