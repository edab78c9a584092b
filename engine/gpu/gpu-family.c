/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/run-private.h"

#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/gpu/gpu-frame.h"
#include "engine/gpu/gpu-plan.h"
#include "engine/gpu/gpu-totals.h"
#include "engine/gpu/tile-choice.h"
#include "engine/kernel/kernel-plan.h"
#include "engine/machine/unit-words.h"

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

static char *
describe_mapping (const SystoleRun *run)
{
  const SystoleGpuPlan *plan = get_plan (run);
  const SystoleSmShape *s = &systole_gpu_plan_get_kernel (plan)->shape;
  GString *text = g_string_new (NULL);

  g_string_printf (text, "%ux%ux%u, %u stages", s->tile_m, s->tile_n, s->tile_k, s->stages);
  if (s->splits > 1)
    g_string_append_printf (text, ", split-k %u", s->splits);
  else if (plan->cost.schedule != SYSTOLE_SCHEDULE_DATA_PARALLEL)
    g_string_append_printf (text, ", %s", systole_schedule_get_id (plan->cost.schedule));
  if (plan->cost.resident > 1)
    g_string_append_printf (text, systole_maker_choose (systole_machine_get_maker (run->machine), ", %u blocks an SM"), plan->cost.resident);
  if (run->mapping.lanes)
    g_string_append (text, ", lanes");
  return g_string_free (text, FALSE);
}

static char *
describe_machine (const SystoleRun *run)
{
  g_autofree char *units = systole_machine_describe_units (run->machine, get_plan (run)->sms);

  /* Translators: name of a GPU; "132 SMs" */
  return g_strdup_printf (_ ("%1$s, %2$s"), systole_machine_get_name (run->machine), units);
}

static SystolePhase
get_phase (const SystoleGpuPlan *plan, const SystoleGpuMoment *m)
{
  guint64 first, last_end, n_cycles;

  if (!m->runs)
    return m->first_block >= plan->blocks ? SYSTOLE_PHASE_EPILOGUE : SYSTOLE_PHASE_LAUNCH;
  systole_gpu_plan_get_wave_edges (plan, m->wave, &first, &last_end, &n_cycles);
  if (m->cycle < first)
    return SYSTOLE_PHASE_COPY;
  return m->cycle < last_end ? SYSTOLE_PHASE_COMPUTE : SYSTOLE_PHASE_EPILOGUE;
}

static void
count_wave_edges (const SystoleGpuMoment *m, guint64 out[SYSTOLE_SM_EDGES])
{
  guint64 before[SYSTOLE_SM_EDGES];

  systole_sm_kernel_count_edges (m->pace->kernel, m->first_block, before);
  systole_sm_kernel_count_edges (m->pace->kernel, m->first_block + m->active, out);
  for (guint e = 0; e < SYSTOLE_SM_EDGES; e++)
    out[e] -= before[e];
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

static void
summarize (const SystoleRun *run, guint64 cycle, SystoleSummary *out)
{
  const SystoleGpuPlan *plan = get_plan (run);
  SystoleGpuMoment m = systole_gpu_plan_find (plan, cycle);
  const SystoleSmShape *shape = &systole_gpu_plan_get_kernel (plan)->shape;
  guint64 multipliers = (guint64) shape->sub_cores * shape->multipliers;
  guint64 edges[SYSTOLE_SM_EDGES];

  out->phase = get_phase (plan, &m);
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
  count_wave_edges (&m, edges);
  for (guint e = 0; e < SYSTOLE_SM_EDGES; e++)
    if (edges[e] > 0)
      systole_sm_pace_summarize (m.pace, e, m.cycle, edges[e], out);
  out->idle[SYSTOLE_REASON_TAIL] += (plan->sms - m.active) * multipliers;
  out->total += (plan->sms - m.active) * multipliers;
}

/* Useful MACs of all blocks before the first of a wave. */
static double
count_blocks (const SystoleGpuPlan *plan, guint64 block)
{
  const SystoleSmKernel *kernel = systole_gpu_plan_get_kernel (plan);
  SystoleSmPace whole, *pace = &whole;
  guint64 blocks[SYSTOLE_SM_EDGES];
  double sum = 0;

  systole_sm_pace_init (pace, kernel);
  systole_sm_kernel_count_edges (kernel, block, blocks);
  for (guint e = 0; e < SYSTOLE_SM_EDGES; e++)
    if (blocks[e] > 0)
      sum += (double) blocks[e] * (double) systole_sm_pace_count_macs (pace, e, pace->n_cycles);
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
          sum += (double) systole_sm_pace_count_macs (&work.pace, systole_sm_kernel_get_edges (work.pace.kernel, work.block), MIN (left, work.pace.n_cycles));
          left -= MIN (left, work.pace.n_cycles);
        }
    }
  return sum;
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
  sum = count_blocks (plan, m.first_block);
  if (!m.runs)
    return sum;
  if (m.shares)
    return sum + count_shares (plan, m.cycle);
  count_wave_edges (&m, edges);
  for (guint e = 0; e < SYSTOLE_SM_EDGES; e++)
    if (edges[e] > 0)
      sum += (double) edges[e] * (double) systole_sm_pace_count_macs (m.pace, e, m.cycle);
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
        guint64 t = systole_gpu_plan_get_wave_start (plan, w), first, last_end, n_cycles;

        systole_gpu_plan_get_wave_edges (plan, w, &first, &last_end, &n_cycles);
        out[n++] = (SystoleStretch){ t, t + first, SYSTOLE_PHASE_COPY, SYSTOLE_REASON_MEMORY };
        out[n++] = (SystoleStretch){ t + first, t + last_end, SYSTOLE_PHASE_COMPUTE, SYSTOLE_REASON_BUSY };
        if (last_end < n_cycles)
          out[n++] = (SystoleStretch){ t + last_end, t + n_cycles, SYSTOLE_PHASE_EPILOGUE, SYSTOLE_REASON_DRAIN };
      }
  if (end < run->n_cycles)
    out[n++] = (SystoleStretch){ end, run->n_cycles, SYSTOLE_PHASE_EPILOGUE, SYSTOLE_REASON_DRAIN };
  return n;
}

/* As systole_sm_pace_find_event() over the parts of SM 0's share. */
static gboolean
find_in_share (const SystoleGpuPlan *plan, gboolean stalls, guint64 cycle, int direction, guint64 *out)
{
  SystoleGpuWork work;
  guint64 start = 0;
  gboolean found = FALSE;

  for (guint i = 0; systole_gpu_plan_get_part (plan, 0, i, &work); i++)
    {
      guint64 end = start + work.pace.n_cycles, at;

      if ((direction > 0 ? end > cycle : start < cycle) && systole_sm_pace_find_event (&work.pace, stalls, cycle < start ? 0 : MIN (cycle - start, work.pace.n_cycles), cycle < start ? 1 : direction, &at))
        {
          *out = start + at;
          found = TRUE;
          if (direction > 0)
            return TRUE;
        }
      start = end;
    }
  return found;
}

/* Places within a wave at which a step or an event may stop; the list is of that wave's block. */
static gboolean
find_in_wave (const SystoleGpuPlan *plan, guint64 wave, SystoleEvents kind, guint64 cycle, int direction, guint64 *out)
{
  const SystoleSmPace *s = systole_gpu_plan_get_pace (plan, wave);
  guint64 start = systole_gpu_plan_get_wave_start (plan, wave), first, last_end, n_cycles, at;
  gboolean before = cycle < start;
  guint64 single;

  systole_gpu_plan_get_wave_edges (plan, wave, &first, &last_end, &n_cycles);
  at = cycle < start ? 0 : MIN (cycle - start, n_cycles);
  switch ((guint) kind)
    {
    case SYSTOLE_EVENT_TILE:
    case SYSTOLE_EVENT_STALL:
      if (s != NULL ? !systole_sm_pace_find_event (s, kind == SYSTOLE_EVENT_STALL, at, direction, out) : !find_in_share (plan, kind == SYSTOLE_EVENT_STALL, at, direction, out))
        return FALSE;
      *out += start;
      return TRUE;
    case SYSTOLE_EVENT_BUSY:
      single = first;
      break;
    case SYSTOLE_EVENT_FIRST_OUTPUT:
      single = last_end;
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

  return systole_run_find_nearest_event (run, cycle, kinds, direction, all, G_N_ELEMENTS (all), find_kind, out, out_kind);
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

/* @wave: "GPU: wave 3 of 3"; @sm: what SM 0 does */
static char *
describe_shares (const SystoleGpuPlan *plan, const SystoleGpuMoment *m, const char *wave, const char *units, const char *sm)
{
  const SystoleGpuStream *stream = &plan->cost.stream;
  g_autofree char *tiles = systole_number_format_count (stream->n_tiles), *steps = systole_number_format_count (stream->share);
  guint at_work = 0;

  for (guint u = 0; u < plan->sms; u++)
    {
      SystoleGpuWork work;

      at_work += systole_gpu_plan_find_work (plan, m, u, &work);
    }
  /* Translators: "GPU: wave 3 of 3"; how many tiles; how many SMs work; of how many: "132 SMs"; k-tiles of a share; a sentence about one SM */
  return g_strdup_printf (_ ("%1$s: %2$s tiles are cut into equal shares; %3$u of %4$s still work on theirs, of %5$s K-steps. %6$s"), wave, tiles, at_work, units, steps, sm);
}

static char *
describe_wave (const SystoleRun *run, guint64 cycle)
{
  const SystoleGpuPlan *plan = get_plan (run);
  SystoleGpuMoment m = systole_gpu_plan_find (plan, cycle);
  guint64 waves = systole_gpu_plan_get_waves (plan);
  g_autofree char *sm = NULL, *wave = NULL, *this_wave = NULL, *all_waves = NULL, *units = NULL;
  SystoleSmFrame frame;

  if (!m.runs)
    {
      if (m.first_block >= plan->blocks && plan->cost.stream.workers > 0)
        return g_strdup (_ ("GPU: all shares are done; who began a tile adds to it the sums of those who went on with it."));
      if (m.first_block >= plan->blocks)
        return g_strdup (_ ("GPU: all blocks are done; a second kernel adds up the parts of each sum."));
      /* Translators: "SM" */
      return g_strdup_printf (_ ("GPU: the kernel is being launched; no %s has a block yet."), systole_machine_get_unit_word (run->machine));
    }
  this_wave = systole_number_format_count (m.wave + 1);
  all_waves = systole_number_format_count (waves);
  /* Translators: which wave, of how many */
  wave = g_strdup_printf (_ ("GPU: wave %1$s of %2$s"), this_wave, all_waves);
  systole_sm_frame_init (&frame);
  systole_gpu_sm_frame (plan, 0, cycle, &frame);
  sm = systole_sm_caption (&frame, run->machine);
  units = systole_machine_count_units (run->machine, plan->sms);
  systole_sm_frame_clear (&frame);
  if (m.shares)
    return describe_shares (plan, &m, wave, units, sm);
  if (m.active == plan->sms)
    /* Translators: "GPU: wave 1 of 3"; "132 SMs"; a sentence about one SM */
    return g_strdup_printf (P_ ("%1$s, its %2$s has a block. %3$s", "%1$s, all %2$s have a block. %3$s", plan->sms), wave, units, sm);
  /* Translators: "GPU: wave 3 of 3"; how many SMs; of how many: "132 SMs"; a sentence about one SM */
  return g_strdup_printf (P_ ("%1$s, %2$u of %3$s has a block, no tile is left for the others. %4$s", "%1$s, %2$u of %3$s have a block, no tile is left for the others. %4$s", m.active), wave, (guint) m.active, units, sm);
}

static char *
describe_cycle (const SystoleRun *run, guint64 cycle)
{
  g_autofree char *told = describe_wave (run, cycle);

  if (run->mapping.lanes || !systole_gpu_library_has_only_lanes (run->machine, run->op.format))
    return g_steal_pointer (&told);
  /* Translators: a sentence about the GPU; "int8" */
  return g_strdup_printf (_ ("%1$s The library has no %2$s kernel for the tensor cores, so the integer lanes multiply."), told, systole_format_get_id (run->op.format));
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

static guint
get_tile_choices (const SystoleRun *run, SystoleTileChoice *out, guint max)
{
  return systole_gpu_list_choices (get_plan (run), out, max);
}

const SystoleFamilyClass systole_gpu_family = {
  .has_sparsity = TRUE,
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
  .get_tile_choices = get_tile_choices,
  .sm_frame = sm_frame,
  .chip_frame = chip_frame,
};
