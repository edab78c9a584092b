/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-plan.h"

#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/kernel/kernel-caption.h"
#include "engine/kernel/kernel-frame.h"
#include "engine/kernel/kernel-report.h"
#include "engine/machine/unit-words.h"

/* Operations that are no product on a whole GPU: how a run answers from its plan. The
 * family of GPUs hands them over; what a plan holds is in kernel-schedule.h. */

static const SystoleKernelPlan *
get_plan (const SystoleRun *run)
{
  return run->payload;
}

static void
free_payload (gpointer payload)
{
  systole_kernel_plan_free (payload);
}

static gboolean
prepare (SystoleRun *run, SystoleProgress progress, gpointer progress_data, GError **error)
{
  const SystoleMapping *map = &run->mapping;
  SystoleKernelPlan *plan;
  const SystoleKernelSchedule *s;
  guint64 peak, capacity;

  (void) progress;
  (void) progress_data;
  if ((map->tile_m | map->tile_n | map->tile_k | map->stages) != 0)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("%s: a tile and its stages can be chosen for products only"), systole_op_kind_get_title (run->op.kind));
      return FALSE;
    }
  if (map->lanes)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("%s: the lanes can be chosen for matrix products only"), systole_op_kind_get_title (run->op.kind));
      return FALSE;
    }
  plan = systole_kernel_plan_new (run, error);
  if (plan == NULL)
    return FALSE;
  run->payload = plan;
  if (plan->algorithm_work > 0)
    run->algorithm_work = plan->algorithm_work;
  s = &plan->schedule;
  peak = (guint64) s->lanes * s->sub_cores * s->sms;
  run->n_cycles = s->n_cycles;
  if (!systole_checked_mul (run->n_cycles, peak, &capacity) || capacity > G_MAXUINT64 / 256)
    return systole_kernel_too_long (error);
  run->clock_hz = plan->chip.clock_hz;
  run->peak_macs_per_cycle = (double) peak / s->interval;
  run->n_units = s->sms;
  run->has_tiles = run->has_waves = TRUE;
  for (guint i = 0; i < s->n_launches; i++)
    {
      run->tiles += s->launches[i].blocks;
      run->waves += s->launches[i].waves;
      if (run->useful_macs > 0)
        run->issued_macs += (s->launches[i].useful + s->launches[i].padding) / s->interval;
    }
  systole_kernel_report (run, plan);
  return TRUE;
}

static char *
describe_mapping (const SystoleRun *run)
{
  return g_strdup (get_plan (run)->mapping);
}

static char *
describe_machine (const SystoleRun *run)
{
  g_autofree char *units = systole_machine_describe_units (run->machine, get_plan (run)->chip.sms);

  /* Translators: name of a GPU; "132 SMs" */
  return g_strdup_printf (_ ("%1$s, %2$s"), systole_machine_get_name (run->machine), units);
}

/* What the blocks of a launch are at: products only where it has some. */
static SystolePhase
work_of (const SystoleRun *run, const SystoleKernelLaunch *launch)
{
  return run->useful_macs > 0 && launch->useful > 0 ? SYSTOLE_PHASE_COMPUTE : SYSTOLE_PHASE_WORK;
}

static SystolePhase
get_phase (const SystoleRun *run, const SystoleKernelSchedule *s, const SystoleKernelMoment *m)
{
  const SystoleKernelLaunch *launch = &s->launches[m->launch];

  switch (m->stage)
    {
    case SYSTOLE_KERNEL_START:
      return SYSTOLE_PHASE_LAUNCH;
    case SYSTOLE_KERNEL_LEAD:
    case SYSTOLE_KERNEL_PROLOGUE:
      return SYSTOLE_PHASE_COPY;
    case SYSTOLE_KERNEL_TURN:
      if (m->phase == launch->n_phases)
        return SYSTOLE_PHASE_COPY;
      return launch->phases[m->phase].instruction == SYSTOLE_INSTRUCTION_STORE ? SYSTOLE_PHASE_EPILOGUE : work_of (run, launch);
    case SYSTOLE_KERNEL_EPILOGUE:
    case SYSTOLE_KERNEL_OUT:
    default:
      return SYSTOLE_PHASE_EPILOGUE;
    }
}

static void
summarize (const SystoleRun *run, guint64 cycle, SystoleSummary *out)
{
  const SystoleKernelSchedule *s = &get_plan (run)->schedule;
  SystoleKernelMoment m = systole_kernel_schedule_find (s, cycle);
  const SystoleKernelLaunch *launch = &s->launches[m.launch];
  guint64 lanes = (guint64) s->lanes * s->sub_cores, with, padding, before = 0;

  for (guint i = 0; i < m.launch; i++)
    before += s->launches[i].waves;
  out->phase = get_phase (run, s, &m);
  out->n_folds = run->waves;
  out->fold = MIN (before + m.wave, run->waves - 1);
  out->total = lanes * s->sms;
  if (m.stage == SYSTOLE_KERNEL_START)
    {
      out->idle[SYSTOLE_REASON_LAUNCH] = out->total;
      return;
    }
  with = lanes * systole_kernel_count_sms (s, m.segment, m.stage == SYSTOLE_KERNEL_TURN ? m.slot : 0);
  systole_kernel_schedule_count_busy (s, &m, &out->busy, &padding);
  out->idle[systole_kernel_why_without (launch, m.wave)] = out->total - with;
  out->idle[SYSTOLE_REASON_PADDING] = padding;
  out->idle[systole_kernel_why_idle (launch, &m)] += with - out->busy - padding;
}

static double
count_before (const SystoleRun *run, guint64 cycle)
{
  const SystoleKernelSchedule *s = &get_plan (run)->schedule;

  return systole_kernel_schedule_count_useful (s, cycle) / s->interval;
}

/* Of an algorithm with fewer products than the operation counts, each stands for more than one. */
static double
get_useful_before (const SystoleRun *run, guint64 cycle)
{
  return count_before (run, cycle) * ((double) run->useful_work / (double) run->algorithm_work);
}

static double
get_busy_before (const SystoleRun *run, double cycle)
{
  guint64 whole = (guint64) floor (cycle);
  double part = cycle - floor (cycle);
  double before = count_before (run, whole);

  return part > 0 ? before + part * (count_before (run, whole + 1) - before) : before;
}

static SystoleStretch
stretch (guint64 start, guint64 end, SystolePhase phase, SystoleReason reason)
{
  return (SystoleStretch){ start, end, phase, reason };
}

/* A launch: start, first bytes, waves (one by one where there is room), last bytes. */
static guint
strip_of_launch (const SystoleRun *run, const SystoleKernelLaunch *launch, SystoleStretch *out, guint max)
{
  guint64 t = launch->first_cycle, end = t + launch->n_cycles - launch->out;
  guint n = 0;

  if (launch->start > 0)
    out[n++] = stretch (t, t + launch->start, SYSTOLE_PHASE_LAUNCH, SYSTOLE_REASON_LAUNCH);
  t += launch->start;
  if (launch->lead > 0)
    out[n++] = stretch (t, t + launch->lead, SYSTOLE_PHASE_COPY, SYSTOLE_REASON_MEMORY);
  t += launch->lead;
  if (launch->waves + 3 > max)
    out[n++] = stretch (t, end, work_of (run, launch), SYSTOLE_REASON_BUSY);
  else
    for (guint i = 0; i < launch->segments->len; i++)
      {
        const SystoleKernelSegment *s = &g_array_index (launch->segments, SystoleKernelSegment, i);
        guint64 length = systole_kernel_segment_get_wave_cycles (launch, s);

        for (guint64 w = 0; w < s->waves; w++)
          out[n++] = stretch (t + s->start + w * length, t + s->start + (w + 1) * length, work_of (run, launch), SYSTOLE_REASON_BUSY);
      }
  if (launch->out > 0)
    out[n++] = stretch (end, end + launch->out, SYSTOLE_PHASE_EPILOGUE, SYSTOLE_REASON_DRAIN);
  return n;
}

static guint
get_strip (const SystoleRun *run, SystoleStretch *out, guint max)
{
  const SystoleKernelSchedule *s = &get_plan (run)->schedule;
  guint n = 0;

  if (max < 4 * s->n_launches)
    {
      out[0] = stretch (0, run->n_cycles, run->useful_macs > 0 ? SYSTOLE_PHASE_COMPUTE : SYSTOLE_PHASE_WORK, SYSTOLE_REASON_BUSY);
      return 1;
    }
  for (guint i = 0; i < s->n_launches; i++)
    n += strip_of_launch (run, &s->launches[i], out + n, max / s->n_launches);
  return n;
}

/* First cycle of each wave; of the work of the blocks. */
static guint64
wave_start (const SystoleKernelSchedule *s, const SystoleKernelMoment *m, guint64 waves_later, gboolean *found)
{
  const SystoleKernelLaunch *launch = &s->launches[m->launch];
  guint64 wave = m->stage == SYSTOLE_KERNEL_START || m->stage == SYSTOLE_KERNEL_LEAD ? 0 : m->wave + waves_later;

  *found = wave < launch->waves;
  for (guint i = 0; *found && i < launch->segments->len; i++)
    {
      const SystoleKernelSegment *g = &g_array_index (launch->segments, SystoleKernelSegment, i);

      if (wave < g->first_wave + g->waves)
        return launch->first_cycle + launch->start + launch->lead + g->start + (wave - g->first_wave) * systole_kernel_segment_get_wave_cycles (launch, g);
    }
  return 0;
}

static gboolean
next_wave (const SystoleKernelSchedule *s, guint64 cycle, int direction, guint64 *out)
{
  SystoleKernelMoment m = systole_kernel_schedule_find (s, cycle);
  gboolean found;

  if (direction > 0)
    {
      *out = wave_start (s, &m, 1, &found);
      if (found)
        return TRUE;
      if (m.launch + 1 >= s->n_launches)
        return FALSE;
      *out = s->launches[m.launch + 1].first_cycle + s->launches[m.launch + 1].start + s->launches[m.launch + 1].lead;
      return TRUE;
    }
  if (m.stage == SYSTOLE_KERNEL_OUT)
    *out = wave_start (s, &m, (guint64) -1, &found);
  else
    *out = wave_start (s, &m, 0, &found);
  if (found && *out < cycle)
    return TRUE;
  if (found && m.wave > 0 && m.stage != SYSTOLE_KERNEL_START && m.stage != SYSTOLE_KERNEL_LEAD)
    {
      *out = wave_start (s, &m, (guint64) -1, &found);
      return found;
    }
  if (m.launch == 0)
    return FALSE;
  m = systole_kernel_schedule_find (s, s->launches[m.launch].first_cycle - 1);
  m.wave = s->launches[m.launch].waves - 1;
  m.stage = SYSTOLE_KERNEL_TURN;
  *out = wave_start (s, &m, 0, &found);
  return found;
}

/* First cycle after the stage that a cycle is in (TURN: after the turn). */
static guint64
stage_end (const SystoleKernelSchedule *s, guint64 cycle, const SystoleKernelMoment *m)
{
  const SystoleKernelLaunch *launch = &s->launches[m->launch];
  const guint64 lengths[] = {
    [SYSTOLE_KERNEL_START] = launch->start,
    [SYSTOLE_KERNEL_LEAD] = launch->lead,
    [SYSTOLE_KERNEL_PROLOGUE] = launch->prologue,
    [SYSTOLE_KERNEL_TURN] = m->segment->turn,
    [SYSTOLE_KERNEL_EPILOGUE] = launch->epilogue,
    [SYSTOLE_KERNEL_OUT] = launch->out,
  };

  return cycle - m->cycle + lengths[m->stage];
}

/* Begin of the next turn of a slot, or of the one before. */
static gboolean
next_turn (const SystoleKernelSchedule *s, guint64 cycle, int direction, guint64 *out)
{
  SystoleKernelMoment m;

  if (direction > 0)
    {
      m = systole_kernel_schedule_find (s, cycle);
      do
        {
          cycle = stage_end (s, cycle, &m);
          if (cycle >= s->n_cycles)
            return FALSE;
          m = systole_kernel_schedule_find (s, cycle);
        }
      while (m.stage != SYSTOLE_KERNEL_TURN);
      *out = cycle;
      return TRUE;
    }
  do
    {
      if (cycle == 0)
        return FALSE;
      m = systole_kernel_schedule_find (s, cycle - 1);
      cycle -= m.cycle + 1;
    }
  while (m.stage != SYSTOLE_KERNEL_TURN);
  *out = cycle;
  return TRUE;
}

static gboolean
find_kind (const SystoleRun *run, guint64 cycle, SystoleEvents kind, int direction, guint64 *out)
{
  const SystoleKernelSchedule *s = &get_plan (run)->schedule;
  const SystoleKernelLaunch *last = &s->launches[s->n_launches - 1];
  const SystoleKernelSegment *first = &g_array_index (last->segments, SystoleKernelSegment, 0);

  switch ((guint) kind)
    {
    case SYSTOLE_EVENT_TILE:
      return next_turn (s, cycle, direction, out);
    case SYSTOLE_EVENT_WAVE:
      return next_wave (s, cycle, direction, out);
    case SYSTOLE_EVENT_FIRST_OUTPUT:
      *out = last->first_cycle + last->start + last->lead + last->prologue + ((first->loops - 1) * first->slots + 1) * first->turn - 1;
      return direction > 0 ? *out > cycle : *out < cycle;
    case SYSTOLE_EVENT_END:
      *out = run->n_cycles - 1;
      return direction > 0 && cycle < *out;
    default:
      return FALSE;
    }
}

static gboolean
find_event (const SystoleRun *run, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind)
{
  static const SystoleEvents all[] = { SYSTOLE_EVENT_FIRST_OUTPUT, SYSTOLE_EVENT_TILE, SYSTOLE_EVENT_WAVE, SYSTOLE_EVENT_END };

  return systole_run_find_nearest_event (run, cycle, kinds, direction, all, G_N_ELEMENTS (all), find_kind, out, out_kind);
}

static guint64
step (const SystoleRun *run, guint64 cycle, SystoleStep kind, int direction)
{
  return systole_run_step_along (run, cycle, kind, direction, find_kind);
}

static char *
describe_cycle (const SystoleRun *run, guint64 cycle)
{
  return systole_kernel_caption (get_plan (run), run->machine, cycle);
}

static guint
get_levels (const SystoleRun *run, SystoleLevel *out, guint max)
{
  static const SystoleLevel levels[] = { SYSTOLE_LEVEL_CHIP, SYSTOLE_LEVEL_SM, SYSTOLE_LEVEL_SUB_CORE };
  guint n = MIN (max, G_N_ELEMENTS (levels));

  (void) run;
  for (guint i = 0; i < n; i++)
    out[i] = levels[i];
  return n;
}

static void
sm_frame (const SystoleRun *run, guint unit, guint64 cycle, SystoleSmFrame *frame)
{
  const SystoleKernelSchedule *s = &get_plan (run)->schedule;
  SystoleKernelMoment m = systole_kernel_schedule_find (s, cycle);

  frame->cycle = cycle;
  frame->unit = unit;
  frame->phase = get_phase (run, s, &m);
  systole_kernel_sm_frame (get_plan (run), unit, &m, frame);
}

static void
chip_frame (const SystoleRun *run, guint64 cycle, SystoleChipFrame *frame)
{
  const SystoleKernelSchedule *s = &get_plan (run)->schedule;
  SystoleKernelMoment m = systole_kernel_schedule_find (s, cycle);

  frame->cycle = cycle;
  frame->phase = get_phase (run, s, &m);
  systole_kernel_chip_frame (get_plan (run), run->machine, &m, frame);
}

const SystoleFamilyClass systole_kernel_family = {
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
