/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/run-private.h"

#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/gpu/sm-caption.h"
#include "engine/gpu/sm-run.h"

/*
 * A product on a bare SM: blocks of C one after another, each from its launch to its
 * last store, all alike in time because the rest of a ragged block is padding.
 */

static const SystoleSmSchedule *
get_schedule (const SystoleRun *run)
{
  return run->payload;
}

const SystoleSmSchedule *
systole_sm_run_get_schedule (const SystoleRun *run)
{
  if (run->klass == &systole_gpu_family)
    return systole_gpu_run_get_schedule (run);
  return run->klass == &systole_sm_family ? get_schedule (run) : NULL;
}

static void
free_payload (gpointer payload)
{
  systole_sm_schedule_free (payload);
}

static gboolean
total_cycles (const SystoleSmSchedule *schedule, guint64 *out)
{
  return systole_checked_mul (schedule->n_cycles, schedule->kernel->n_blocks, out);
}

static gboolean
refuse_length (const SystoleRun *run, GError **error)
{
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("%s: the run has more cycles than are counted"), systole_machine_get_name (run->machine));
  return FALSE;
}

/* Plans with a tile of @fm × @fn of the smallest; keeps it if it is the fastest so far. */
static gboolean
try_tile (const SystoleRun *run, const SystoleSmShape *unit, guint fm, guint fn, SystoleSmSchedule **best, GError **error)
{
  SystoleMapping mapping = run->mapping;
  g_autoptr (SystoleSmSchedule) candidate = NULL;
  SystoleSmShape shape;
  guint64 cycles, best_cycles;

  mapping.tile_m = unit->tile_m * fm;
  mapping.tile_n = unit->tile_n * fn;
  if (!systole_sm_shape_from_def (systole_machine_get_sm (run->machine), &run->gemm, &mapping, &shape, error))
    return FALSE;
  candidate = systole_sm_schedule_new (&shape, &run->gemm, error);
  if (candidate == NULL)
    return FALSE;
  if (!total_cycles (candidate, &cycles))
    return refuse_length (run, error);
  if (*best != NULL && total_cycles (*best, &best_cycles) && best_cycles <= cycles)
    return TRUE;
  g_clear_pointer (best, systole_sm_schedule_free);
  *best = g_steal_pointer (&candidate);
  return TRUE;
}

/* Without a wish for tile_m and tile_n, the fastest of 1, 2 or 4 fragments a warp each
 * way that C has a use for; of equals the smallest. */
static SystoleSmSchedule *
plan (const SystoleRun *run, GError **error)
{
  SystoleSmSchedule *best = NULL;
  g_autoptr (GError) first_error = NULL;
  SystoleSmShape unit;

  if (!systole_sm_shape_from_def (systole_machine_get_sm (run->machine), &run->gemm, &run->mapping, &unit, error))
    return NULL;
  for (guint fm = 1; fm <= 4; fm *= 2)
    for (guint fn = 1; fn <= 4; fn *= 2)
      {
        if (fm > 1 && (run->mapping.tile_m > 0 || (guint64) unit.tile_m * (fm / 2) >= run->gemm.m))
          continue;
        if (fn > 1 && (run->mapping.tile_n > 0 || (guint64) unit.tile_n * (fn / 2) >= run->gemm.n))
          continue;
        try_tile (run, &unit, fm, fn, &best, first_error == NULL ? &first_error : NULL);
      }
  if (best == NULL)
    g_propagate_error (error, g_steal_pointer (&first_error));
  return best;
}

/* Which part of the waterfall takes the cycles that a tensor core is idle for a cause. */
static const struct
{
  SystolePart part;
  SystoleReason reasons[3];
} waterfall_parts[] = {
  { SYSTOLE_PART_FILL_DRAIN, { SYSTOLE_REASON_DRAIN, SYSTOLE_REASON_FILL } },
  { SYSTOLE_PART_OPERAND, { SYSTOLE_REASON_OPERAND, SYSTOLE_REASON_UNIT_BUSY } },
  { SYSTOLE_PART_MEMORY, { SYSTOLE_REASON_MEMORY, SYSTOLE_REASON_BARRIER } },
  { SYSTOLE_PART_TAIL, { SYSTOLE_REASON_NO_WORK, SYSTOLE_REASON_TAIL } },
  { SYSTOLE_PART_LAUNCH, { SYSTOLE_REASON_LAUNCH } },
};

static void
fill_waterfall (SystoleRun *run, const SystoleSmSchedule *schedule)
{
  guint64 peak = systole_sm_schedule_get_multipliers (schedule);
  guint64 core = peak / schedule->kernel->shape.sub_cores;
  guint64 sum = run->useful_macs, before;

  systole_run_add_part (run, SYSTOLE_PART_USEFUL, before = systole_ceil_div (sum, peak));
  sum = run->issued_macs;
  systole_run_add_part (run, SYSTOLE_PART_PADDING, systole_ceil_div (sum, peak) - before);
  for (guint i = 0; i < G_N_ELEMENTS (waterfall_parts); i++)
    {
      before = systole_ceil_div (sum, peak);
      for (guint r = 0; r < G_N_ELEMENTS (waterfall_parts[i].reasons); r++)
        if (waterfall_parts[i].reasons[r] != SYSTOLE_REASON_BUSY)
          sum += schedule->idle[waterfall_parts[i].reasons[r]] * core * schedule->kernel->n_blocks;
      systole_run_add_part (run, waterfall_parts[i].part, systole_ceil_div (sum, peak) - before);
    }
}

static void
fill_traffic (SystoleRun *run, const SystoleSmSchedule *schedule)
{
  const SystoleSmKernel *kernel = schedule->kernel;
  guint64 tiles = kernel->n_blocks * kernel->n_tiles;
  guint64 stored = kernel->n_blocks * kernel->shape.tile_m * kernel->shape.tile_n * kernel->shape.store_bytes;
  guint64 copied = tiles * systole_sm_kernel_copied_bytes (kernel);
  guint64 mmas = run->issued_macs / ((guint64) kernel->shape.fragment_rows * kernel->shape.fragment_columns * kernel->shape.fragment_k);
  guint64 operands = systole_sm_kernel_fragment_bytes (kernel);

  systole_run_add_traffic (run, SYSTOLE_MEMORY_L2, copied, stored);
  systole_run_add_traffic (run, SYSTOLE_MEMORY_SHARED, tiles * systole_sm_kernel_loaded_bytes (kernel), copied);
  systole_run_add_traffic (run, SYSTOLE_MEMORY_REGISTER, mmas * operands, tiles * systole_sm_kernel_loaded_bytes (kernel));
}

static void
fill_bound (SystoleRun *run)
{
  const char *bound = "latency";

  if (2 * run->compute_bound_cycles >= run->n_cycles && run->compute_bound_cycles >= run->memory_bound_cycles)
    bound = "compute";
  else if (2 * run->memory_bound_cycles >= run->n_cycles)
    bound = "memory:l2";
  g_strlcpy (run->bound, bound, sizeof run->bound);
}

static gboolean
prepare (SystoleRun *run, SystoleProgress progress, gpointer progress_data, GError **error)
{
  SystoleSmSchedule *schedule = plan (run, error);
  const SystoleSmKernel *kernel;
  guint64 capacity, macs, peak;
  double cycles;

  (void) progress;
  (void) progress_data;
  if (schedule == NULL)
    return FALSE;
  run->payload = schedule;
  kernel = schedule->kernel;
  peak = systole_sm_schedule_get_multipliers (schedule);
  if (!total_cycles (schedule, &run->n_cycles) || !systole_checked_mul (run->n_cycles, peak, &capacity) ||
      !systole_checked_mul (capacity, 64, &macs))
    return refuse_length (run, error);
  run->clock_hz = systole_machine_get_sm (run->machine)->clock_hz;
  run->issued_macs = kernel->n_blocks * kernel->n_tiles * kernel->shape.tile_m * kernel->shape.tile_n * kernel->shape.tile_k;
  run->peak_macs_per_cycle = (double) peak;
  run->n_units = 1;
  run->has_tiles = run->has_waves = TRUE;
  run->tiles = run->waves = kernel->n_blocks;
  run->compute_bound_cycles = systole_ceil_div (run->useful_macs, peak);
  run->memory_bound_cycles = kernel->n_blocks * schedule->channel_cycles;
  fill_waterfall (run, schedule);
  fill_traffic (run, schedule);
  fill_bound (run);
  cycles = (double) schedule->n_cycles;
  systole_run_add_utilization (run, SYSTOLE_UNIT_TENSOR, (double) run->useful_macs / (double) capacity, N_ ("every multiplier of every tensor core in every cycle"));
  systole_run_add_utilization (run, SYSTOLE_UNIT_LSU, (double) schedule->port_cycles / cycles, N_ ("a load in every cycle"));
  systole_run_add_utilization (run, SYSTOLE_UNIT_TMA, (double) schedule->channel_cycles / cycles, N_ ("bytes arriving in every cycle"));
  systole_run_add_utilization (run, SYSTOLE_UNIT_SCHEDULER, (double) schedule->issues / (cycles * kernel->shape.sub_cores), N_ ("an instruction of every scheduler in every cycle"));
  return TRUE;
}

static char *
describe_mapping (const SystoleRun *run)
{
  const SystoleSmShape *s = &get_schedule (run)->kernel->shape;

  return g_strdup_printf ("%ux%ux%u, %u stages", s->tile_m, s->tile_n, s->tile_k, s->stages);
}

static char *
describe_machine (const SystoleRun *run)
{
  return g_strdup (systole_machine_get_name (run->machine));
}

static SystolePhase
get_phase (const SystoleSmSchedule *schedule, guint64 cycle)
{
  if (cycle < schedule->first_mma)
    return SYSTOLE_PHASE_COPY;
  return cycle < schedule->last_mma_end ? SYSTOLE_PHASE_COMPUTE : SYSTOLE_PHASE_EPILOGUE;
}

static void
summarize (const SystoleRun *run, guint64 cycle, SystoleSummary *out)
{
  const SystoleSmSchedule *schedule = get_schedule (run);
  guint64 block = cycle / schedule->n_cycles, at = cycle % schedule->n_cycles;
  guint64 tile;

  systole_sm_schedule_summarize (schedule, systole_sm_kernel_get_edges (schedule->kernel, block), at, 1, out);
  tile = systole_sm_schedule_get_tile (schedule, at);
  out->phase = get_phase (schedule, at);
  out->fold = block * schedule->kernel->n_tiles + tile;
  out->n_folds = schedule->kernel->n_blocks * schedule->kernel->n_tiles;
}

static guint
get_strip (const SystoleRun *run, SystoleStretch *out, guint max)
{
  const SystoleSmSchedule *s = get_schedule (run);
  guint64 blocks = s->kernel->n_blocks;
  guint n = 0;

  if (max < 3)
    {
      out[0] = (SystoleStretch){ 0, run->n_cycles, SYSTOLE_PHASE_COMPUTE, SYSTOLE_REASON_BUSY };
      return 1;
    }
  /* Too many blocks for a stretch each: the first copy, the last stores and what lies between. */
  if (blocks > max / 3)
    {
      guint64 end = (blocks - 1) * s->n_cycles + s->last_mma_end;

      out[n++] = (SystoleStretch){ 0, s->first_mma, SYSTOLE_PHASE_COPY, SYSTOLE_REASON_MEMORY };
      out[n++] = (SystoleStretch){ s->first_mma, end, SYSTOLE_PHASE_COMPUTE, SYSTOLE_REASON_BUSY };
      out[n++] = (SystoleStretch){ end, run->n_cycles, SYSTOLE_PHASE_EPILOGUE, SYSTOLE_REASON_DRAIN };
      return n;
    }
  for (guint64 b = 0; b < blocks; b++)
    {
      guint64 t = b * s->n_cycles;

      out[n++] = (SystoleStretch){ t, t + s->first_mma, SYSTOLE_PHASE_COPY, SYSTOLE_REASON_MEMORY };
      out[n++] = (SystoleStretch){ t + s->first_mma, t + s->last_mma_end, SYSTOLE_PHASE_COMPUTE, SYSTOLE_REASON_BUSY };
      out[n++] = (SystoleStretch){ t + s->last_mma_end, t + s->n_cycles, SYSTOLE_PHASE_EPILOGUE, SYSTOLE_REASON_DRAIN };
    }
  return n;
}

static double
get_useful_before (const SystoleRun *run, guint64 cycle)
{
  const SystoleSmSchedule *s = get_schedule (run);
  guint64 block = cycle / s->n_cycles;
  double sum = systole_sm_schedule_count_blocks (s, block);

  if (cycle % s->n_cycles > 0)
    sum += (double) systole_sm_schedule_count_macs (s, systole_sm_kernel_get_edges (s->kernel, block), cycle % s->n_cycles);
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

/* The nearest of the places where a stretch of a block begins. */
static guint64
step_phase (const SystoleSmSchedule *s, guint64 cycle, int direction)
{
  guint64 block = cycle / s->n_cycles * s->n_cycles;
  const guint64 places[] = { 0, s->first_mma, s->last_mma_end, s->n_cycles };

  if (direction > 0)
    {
      for (guint i = 0; i < G_N_ELEMENTS (places); i++)
        if (block + places[i] > cycle)
          return block + places[i];
    }
  for (guint i = G_N_ELEMENTS (places); i-- > 0;)
    if (block + places[i] < cycle)
      return block + places[i];
  return block > 0 ? block - s->n_cycles + s->last_mma_end : 0;
}

static gboolean
find_in_blocks (const SystoleRun *run, const GArray *cycles, guint64 cycle, int direction, guint64 *out)
{
  const SystoleSmSchedule *s = get_schedule (run);
  guint64 block = cycle / s->n_cycles;

  if (cycles->len == 0)
    return FALSE;
  if (systole_sm_schedule_find_next (s, cycles, cycle % s->n_cycles, direction, out))
    *out += block * s->n_cycles;
  else if (direction > 0 && block + 1 < s->kernel->n_blocks)
    *out = (block + 1) * s->n_cycles + g_array_index (cycles, guint64, 0);
  else if (direction < 0 && block > 0 && systole_sm_schedule_find_next (s, cycles, s->n_cycles, -1, out))
    *out += (block - 1) * s->n_cycles;
  else
    return FALSE;
  return TRUE;
}

static guint64
step (const SystoleRun *run, guint64 cycle, SystoleStep kind, int direction)
{
  const SystoleSmSchedule *s = get_schedule (run);
  guint64 found;

  if (kind == SYSTOLE_STEP_TILE)
    return find_in_blocks (run, s->tile_starts, cycle, direction, &found) ? found : direction > 0 ? run->n_cycles - 1
                                                                                                  : 0;
  if (kind == SYSTOLE_STEP_WAVE)
    return direction > 0 ? (cycle / s->n_cycles + 1) * s->n_cycles : cycle == 0 ? 0
                                                                                : (cycle - 1) / s->n_cycles * s->n_cycles;
  return step_phase (s, cycle, direction);
}

static gboolean
find_event (const SystoleRun *run, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind)
{
  const SystoleSmSchedule *s = get_schedule (run);
  guint64 block = cycle / s->n_cycles, wave = direction > 0 ? (block + 1) * s->n_cycles : cycle == 0 ? 0
                                                                                                     : (cycle - 1) / s->n_cycles * s->n_cycles;
  guint64 busy = 0, tile = 0, stall = 0;
  gboolean has_tile = find_in_blocks (run, s->tile_starts, cycle, direction, &tile);
  gboolean has_stall = find_in_blocks (run, s->stalls, cycle, direction, &stall);
  gboolean has_busy = TRUE, found = FALSE;

  busy = block * s->n_cycles + s->first_mma;
  if (direction > 0 && busy <= cycle)
    busy += s->n_cycles;
  if (direction < 0 && busy >= cycle)
    {
      has_busy = block > 0;
      busy -= has_busy ? s->n_cycles : 0;
    }
  const struct
  {
    SystoleEvents kind;
    gboolean has;
    guint64 cycle;
  } candidates[] = {
    { SYSTOLE_EVENT_FIRST_OUTPUT, TRUE, s->first_store },
    { SYSTOLE_EVENT_STALL, has_stall, stall },
    { SYSTOLE_EVENT_TILE, has_tile, tile },
    { SYSTOLE_EVENT_WAVE, wave > 0, wave },
    { SYSTOLE_EVENT_BUSY, has_busy, busy },
    { SYSTOLE_EVENT_END, TRUE, run->n_cycles - 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
    {
      guint64 at = candidates[i].cycle;

      if (!candidates[i].has || (kinds & candidates[i].kind) == 0 || at >= run->n_cycles || (direction > 0 ? at <= cycle : at >= cycle))
        continue;
      if (found && (direction > 0 ? at >= *out : at <= *out))
        continue;
      found = TRUE;
      *out = at;
      if (out_kind != NULL)
        *out_kind = candidates[i].kind;
    }
  return found;
}

static void
sm_frame (const SystoleRun *run, guint unit, guint64 cycle, SystoleSmFrame *frame)
{
  const SystoleSmSchedule *s = get_schedule (run);

  frame->cycle = cycle;
  frame->unit = unit;
  frame->phase = get_phase (s, cycle % s->n_cycles);
  systole_sm_schedule_frame (s, cycle / s->n_cycles, cycle % s->n_cycles, frame);
}

static char *
describe_cycle (const SystoleRun *run, guint64 cycle)
{
  char *caption;
  SystoleSmFrame frame;

  systole_sm_frame_init (&frame);
  sm_frame (run, 0, cycle, &frame);
  caption = systole_sm_caption (&frame, run->machine);
  systole_sm_frame_clear (&frame);
  return caption;
}

static guint
get_levels (const SystoleRun *run, SystoleLevel *out, guint max)
{
  static const SystoleLevel levels[] = { SYSTOLE_LEVEL_SM, SYSTOLE_LEVEL_SUB_CORE, SYSTOLE_LEVEL_FRAGMENT };
  guint n = MIN (max, G_N_ELEMENTS (levels));

  (void) run;
  for (guint i = 0; i < n; i++)
    out[i] = levels[i];
  return n;
}

const SystoleFamilyClass systole_sm_family = {
  .has_tiles = TRUE,
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
};
