/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/cpu/cpu-plan.h"

static const SystoleCpuPlan *
get_plan (const SystoleRun *run)
{
  return run->payload;
}

typedef union
{
  SystoleAttention attention;
  SystoleMlp mlp;
  SystoleStencil stencil;
  SystoleSpmv spmv;
  SystoleSort sort;
  SystoleQuery query;
} Others;

static gboolean
models (const SystoleOp *op)
{
  SystoleGemm gemm;
  SystoleConv conv;
  SystoleVector vector;
  Others o;

  return systole_op_as_batched (op, &gemm) || systole_op_as_conv (op, &conv) || systole_op_as_vector (op, &vector) ||
         systole_op_as_attention (op, &o.attention) || systole_op_as_mlp (op, &o.mlp) || systole_op_as_stencil (op, &o.stencil) ||
         systole_op_as_spmv (op, &o.spmv) || systole_op_as_sort (op, &o.sort) || systole_op_as_query (op, &o.query);
}

static void
fill_plan (SystoleCpuPlan *plan, const SystoleRun *run)
{
  SystoleGemm gemm;
  SystoleConv conv;
  SystoleVector vector;
  Others o;

  if (systole_op_as_batched (&run->op, &gemm))
    systole_cpu_plan_gemm (plan, &gemm);
  else if (systole_op_as_conv (&run->op, &conv))
    systole_cpu_plan_conv (plan, &conv);
  else if (systole_op_as_vector (&run->op, &vector))
    systole_cpu_plan_vector (plan, &vector);
  else if (systole_op_as_attention (&run->op, &o.attention))
    systole_cpu_plan_attention (plan, &o.attention);
  else if (systole_op_as_mlp (&run->op, &o.mlp))
    systole_cpu_plan_mlp (plan, &o.mlp);
  else if (systole_op_as_stencil (&run->op, &o.stencil))
    systole_cpu_plan_stencil (plan, &o.stencil);
  else if (systole_op_as_spmv (&run->op, &o.spmv))
    systole_cpu_plan_spmv (plan, &o.spmv);
  else if (systole_op_as_sort (&run->op, &o.sort))
    systole_cpu_plan_sort (plan, &o.sort, run->useful_work);
  else if (systole_op_as_query (&run->op, &o.query))
    systole_cpu_plan_query (plan, &o.query, run->useful_work);
}

/* Core-cycles by cause; each cumulative sum is rounded up to whole cycles of all cores. */
static void
fill_waterfall (SystoleRun *run, const SystoleCpuPlan *plan)
{
  guint64 per_cycle = (guint64) plan->cores * plan->unit.lanes;
  guint64 waiting = plan->rounds * plan->cores - plan->items;
  const struct
  {
    SystolePart part;
    guint64 core_cycles;
  } parts[] = {
    { SYSTOLE_PART_PADDING, 0 },
    { SYSTOLE_PART_OPERAND, plan->items * (plan->work - plan->busy) },
    { SYSTOLE_PART_MEMORY, plan->items * (plan->period - plan->work) },
    { SYSTOLE_PART_TAIL, waiting * plan->period },
    { SYSTOLE_PART_LAUNCH, (plan->start + plan->gather) * plan->cores },
  };
  guint64 useful = MIN (systole_ceil_div (run->useful_work, per_cycle), systole_ceil_div (plan->items * plan->busy, plan->cores));
  guint64 sum = plan->items * plan->busy, before = useful;

  systole_run_add_part (run, SYSTOLE_PART_USEFUL, useful);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      guint64 now;

      sum += parts[i].core_cycles;
      now = systole_ceil_div (sum, plan->cores);
      systole_run_add_part (run, parts[i].part, now - before);
      before = now;
    }
}

static void
fill_bounds (SystoleRun *run, const SystoleCpuPlan *plan)
{
  double bandwidth = systole_machine_get (run->machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH) / run->clock_hz;
  double n = (double) run->n_cycles, compute = (double) plan->rounds * (double) plan->work, memory = (double) plan->rounds * (double) (plan->period - plan->work);

  run->compute_bound_cycles = systole_ceil_div (run->useful_work, (guint64) run->peak_macs_per_cycle);
  run->memory_bound_cycles = run->operands == SYSTOLE_OPERANDS_COLD ? (guint64) floor ((double) (plan->dram_read + plan->dram_write) / bandwidth) : 0;
  g_strlcpy (run->bound, compute >= 0.5 * n && compute >= memory ? "compute" : memory >= 0.5 * n ? "memory:dram"
                                                                                                 : "latency",
             sizeof run->bound);
}

static gboolean
prepare (SystoleRun *run, SystoleProgress progress, gpointer progress_data, GError **error)
{
  SystoleCpuPlan plan;

  (void) progress;
  (void) progress_data;
  if (!systole_cpu_plan_init (&plan, run, error))
    return FALSE;
  fill_plan (&plan, run);
  if (run->operands != SYSTOLE_OPERANDS_COLD)
    plan.dram_read = plan.dram_write = 0;
  if (!systole_cpu_plan_finish (&plan, run, error))
    return FALSE;
  run->payload = g_memdup2 (&plan, sizeof plan);
  run->n_cycles = plan.n_cycles;
  run->clock_hz = plan.clock_hz;
  run->issued_macs = run->useful_macs > 0 ? MAX (plan.issued, run->useful_macs) : 0;
  run->peak_macs_per_cycle = (double) plan.cores * plan.unit.lanes;
  run->n_units = plan.cores;
  run->has_tiles = run->has_waves = TRUE;
  run->tiles = plan.items;
  run->waves = plan.rounds;
  fill_waterfall (run, &plan);
  if (run->operands == SYSTOLE_OPERANDS_COLD)
    {
      systole_run_add_traffic (run, SYSTOLE_MEMORY_DRAM, plan.dram_read, plan.dram_write);
      run->compulsory_read_bytes = plan.dram_read;
      run->compulsory_write_bytes = plan.dram_write;
    }
  systole_run_add_traffic (run, SYSTOLE_MEMORY_L2, plan.l2_read, MAX (plan.dram_write, plan.copied_bytes));
  systole_run_add_traffic (run, SYSTOLE_MEMORY_L1, plan.l1_read, MAX (plan.dram_write, plan.copied_bytes));
  systole_run_add_utilization (run, SYSTOLE_UNIT_CORE, MIN (1, (double) run->useful_work / (run->peak_macs_per_cycle * (double) run->n_cycles)), N_ ("every lane of every core in every cycle"));
  fill_bounds (run, &plan);
  return TRUE;
}

static char *
describe_mapping (const SystoleRun *run)
{
  const SystoleCpuPlan *plan = get_plan (run);

  /* Where no register tile is chosen. */
  if (plan->vectors * plan->block_rows <= 1)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " rounds", plan->rounds);
  if (plan->splits > 1)
    return g_strdup_printf ("%ux%u registers, split %u, %" G_GUINT64_FORMAT " rounds", plan->vectors, plan->block_rows, plan->splits, plan->rounds);
  return g_strdup_printf ("%ux%u registers, %" G_GUINT64_FORMAT " rounds", plan->vectors, plan->block_rows, plan->rounds);
}

static char *
describe_machine (const SystoleRun *run)
{
  const SystoleCpuPlan *plan = get_plan (run);

  /* Translators: name of a CPU, number of its cores */
  return g_strdup_printf (P_ ("%s, %u core", "%s, %u cores", plan->cores), systole_machine_get_name (run->machine), plan->cores);
}

/* What the cores are at: products only of operations that have some. */
static SystolePhase
work_of (const SystoleRun *run)
{
  return run->useful_macs > 0 ? SYSTOLE_PHASE_COMPUTE : SYSTOLE_PHASE_WORK;
}

static SystolePhase
get_phase (const SystoleRun *run, const SystoleCpuMoment *m)
{
  if (m->active == 0)
    return m->round == G_MAXUINT64 ? SYSTOLE_PHASE_LAUNCH : SYSTOLE_PHASE_WAIT;
  return m->cycle < get_plan (run)->copy ? SYSTOLE_PHASE_COPY : work_of (run);
}

static void
summarize (const SystoleRun *run, guint64 cycle, SystoleSummary *out)
{
  const SystoleCpuPlan *plan = get_plan (run);
  guint64 lanes = plan->unit.lanes, useful;
  SystoleCpuMoment m;

  systole_cpu_plan_find (plan, cycle, &m);
  out->phase = get_phase (run, &m);
  out->total = lanes * plan->cores;
  out->n_folds = plan->rounds;
  out->fold = m.round == G_MAXUINT64 ? 0 : MIN (m.round, plan->rounds - 1);
  if (m.active == 0)
    out->idle[m.reason] = out->total;
  else
    out->idle[SYSTOLE_REASON_TAIL] = lanes * (plan->cores - m.active);
  if (m.active > 0 && !m.busy)
    out->idle[m.reason] += lanes * m.active;
  else if (m.active > 0)
    {
      /* Padding is at the edges of the operands; here every item has its share of it. */
      useful = (guint64) ((double) (lanes * m.active) * MIN (1, (double) run->useful_work / (double) MAX (plan->issued, 1)));
      out->busy = useful;
      out->idle[SYSTOLE_REASON_PADDING] = lanes * m.active - useful;
    }
}

static double
get_useful_before (const SystoleRun *run, guint64 cycle)
{
  const SystoleCpuPlan *plan = get_plan (run);

  return (double) run->useful_work * ((double) systole_cpu_plan_count_busy (plan, cycle) / ((double) plan->items * (double) plan->busy));
}

static double
get_busy_before (const SystoleRun *run, double cycle)
{
  guint64 whole = (guint64) floor (cycle);
  double part = cycle - floor (cycle), before = get_useful_before (run, whole);

  return part > 0 ? before + part * (get_useful_before (run, whole + 1) - before) : before;
}

static guint
get_strip (const SystoleRun *run, SystoleStretch *out, guint max)
{
  const SystoleCpuPlan *plan = get_plan (run);
  guint64 end = plan->start + plan->rounds * plan->period;
  gboolean coarse = 2 * plan->rounds + 2 > max;
  guint n = 0;

  if (max < 3)
    {
      out[0] = (SystoleStretch){ 0, run->n_cycles, work_of (run), SYSTOLE_REASON_BUSY };
      return 1;
    }
  if (plan->start > 0)
    out[n++] = (SystoleStretch){ 0, plan->start, SYSTOLE_PHASE_LAUNCH, SYSTOLE_REASON_LAUNCH };
  if (coarse)
    out[n++] = (SystoleStretch){ plan->start, end, work_of (run), SYSTOLE_REASON_BUSY };
  for (guint64 r = 0; !coarse && r < plan->rounds; r++)
    {
      guint64 t = plan->start + r * plan->period;

      if (plan->copy > 0)
        out[n++] = (SystoleStretch){ t, t + plan->copy, SYSTOLE_PHASE_COPY, SYSTOLE_REASON_MEMORY };
      out[n++] = (SystoleStretch){ t + plan->copy, t + plan->period, work_of (run), SYSTOLE_REASON_BUSY };
    }
  if (end < run->n_cycles)
    out[n++] = (SystoleStretch){ end, run->n_cycles, SYSTOLE_PHASE_WAIT, SYSTOLE_REASON_BARRIER };
  return n;
}

/* The place of an event in round @round. */
static gboolean
place_event (const SystoleCpuPlan *plan, SystoleEvents kind, guint64 round, guint64 *out)
{
  guint64 t = plan->start + round * plan->period;

  switch ((guint) kind)
    {
    case SYSTOLE_EVENT_WAVE:
    case SYSTOLE_EVENT_TILE:
      *out = t;
      return TRUE;
    case SYSTOLE_EVENT_BUSY:
      *out = t + plan->copy;
      return TRUE;
    case SYSTOLE_EVENT_STALL:
      *out = t;
      return plan->copy > 0;
    case SYSTOLE_EVENT_FIRST_OUTPUT:
      *out = plan->start + plan->period - 1;
      return TRUE;
    case SYSTOLE_EVENT_END:
    default:
      *out = plan->n_cycles - 1;
      return TRUE;
    }
}

static gboolean
find_event (const SystoleRun *run, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind)
{
  static const SystoleEvents all[] = { SYSTOLE_EVENT_FIRST_OUTPUT, SYSTOLE_EVENT_STALL, SYSTOLE_EVENT_TILE, SYSTOLE_EVENT_WAVE, SYSTOLE_EVENT_BUSY, SYSTOLE_EVENT_END };
  const SystoleCpuPlan *plan = get_plan (run);
  guint64 here = cycle < plan->start ? 0 : MIN ((cycle - plan->start) / plan->period, plan->rounds - 1);
  guint64 first = here > 0 ? here - 1 : 0, last = MIN (here + 1, plan->rounds - 1);
  gboolean found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    for (guint64 r = first; (kinds & all[i]) != 0 && r <= last; r++)
      {
        guint64 at;

        if (!place_event (plan, all[i], r, &at) || (direction > 0 ? at <= cycle : at >= cycle))
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
  const SystoleCpuPlan *plan = get_plan (run);
  SystoleEvents events = kind == SYSTOLE_STEP_TILE || kind == SYSTOLE_STEP_WAVE ? SYSTOLE_EVENT_WAVE : SYSTOLE_EVENT_WAVE | SYSTOLE_EVENT_BUSY;
  guint64 found;

  if (find_event (run, cycle, events, direction, &found, NULL))
    return found;
  return direction > 0 ? plan->n_cycles - 1 : 0;
}

static char *
describe_cycle (const SystoleRun *run, guint64 cycle)
{
  const SystoleCpuPlan *plan = get_plan (run);
  g_autofree char *round = NULL, *rounds = systole_number_format_count (plan->rounds), *place = NULL;
  const char *what;
  SystoleCpuMoment m;

  systole_cpu_plan_find (plan, cycle, &m);
  if (m.active == 0)
    return g_strdup (m.round == G_MAXUINT64 ? _ ("CPU: the threads are being started on the cores.") : _ ("CPU: the cores have done their parts and wait for each other."));
  round = systole_number_format_count (m.round + 1);
  /* Translators: which round of items, of how many */
  place = g_strdup_printf (_ ("CPU: round %1$s of %2$s"), round, rounds);
  if (m.cycle < plan->copy)
    what = _ ("operands are copied into the caches of the cores");
  else if (m.busy)
    what = run->useful_macs > 0 ? _ ("every lane multiplies and adds") : _ ("every lane computes");
  else
    what = m.reason == SYSTOLE_REASON_OPERAND ? _ ("the lanes wait for an earlier result or for an issue slot") : _ ("the lanes wait for main memory");
  if (m.active == plan->cores)
    /* Translators: "CPU: round 1 of 3", what the cores do */
    return g_strdup_printf (_ ("%1$s, all cores have an item: %2$s."), place, what);
  /* Translators: "CPU: round 3 of 3", number of cores, of how many, what they do */
  return g_strdup_printf (P_ ("%1$s, %2$u of %3$u cores has an item, none is left for the others: %4$s.", "%1$s, %2$u of %3$u cores have an item, none is left for the others: %4$s.", m.active), place, m.active, plan->cores, what);
}

static guint
get_levels (const SystoleRun *run, SystoleLevel *out, guint max)
{
  (void) run;
  if (max > 0)
    out[0] = SYSTOLE_LEVEL_CHIP;
  return MIN (max, 1);
}

static void
chip_frame (const SystoleRun *run, guint64 cycle, SystoleChipFrame *frame)
{
  SystoleCpuMoment m;

  systole_cpu_plan_find (get_plan (run), cycle, &m);
  frame->cycle = cycle;
  frame->phase = get_phase (run, &m);
  systole_cpu_chip_frame (get_plan (run), run->machine, cycle, frame);
}

const SystoleFamilyClass systole_cpu_family = {
  .models = models,
  .prepare = prepare,
  .free_payload = g_free,
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
  .chip_frame = chip_frame,
};
