/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/run-private.h"

#include "engine/base/i18n.h"
#include "engine/systolic/array-caption.h"
#include "engine/systolic/array-events.h"
#include "engine/systolic/array-frame.h"
#include "engine/systolic/tpu-caption.h"
#include "engine/systolic/tpu-matrix.h"
#include "engine/systolic/tpu-totals.h"

/* A whole TPU: the family TPU. Its payload is the plan; the first kind of block is the
 * largest, so its schedule is the chip's time. */

static const SystoleTpuMatrix *
plan_of (const SystoleRun *run)
{
  return run->payload;
}

static const SystoleArraySchedule *
longest (const SystoleRun *run)
{
  return &plan_of (run)->kinds[0].schedule;
}

static gboolean
prepare (SystoleRun *run, SystoleProgress progress, gpointer progress_data, GError **error)
{
  g_autofree SystoleTpuMatrix *plan = g_new0 (SystoleTpuMatrix, 1);
  SystoleTpuCore core;

  if (!(systole_tpu_core_init (&core, run->machine, error) && systole_tpu_matrix_init (plan, &core, systole_machine_get_name (run->machine), &run->gemm, run->operands, error)) || !systole_tpu_fill_totals (run, plan, error))
    return FALSE;
  run->payload = g_steal_pointer (&plan);
  return TRUE;
}

static char *
describe_mapping (const SystoleRun *run)
{
  const SystoleTpuMatrix *plan = plan_of (run);

  return g_strdup_printf ("ws, overlapped, %ux%u blocks of %" G_GUINT64_FORMAT "x%" G_GUINT64_FORMAT " on %u of %u MXUs",
                          plan->parts_m,
                          plan->parts_n,
                          plan->block_m,
                          plan->block_n,
                          plan->parts_m * plan->parts_n,
                          plan->core.mxus);
}

static char *
describe_machine (const SystoleRun *run)
{
  return g_strdup (systole_machine_get_name (run->machine));
}

static void
summarize (const SystoleRun *run, guint64 cycle, SystoleSummary *out)
{
  const SystoleTpuMatrix *plan = plan_of (run);
  guint64 pes = (guint64) plan->core.rows * plan->core.columns;

  for (guint i = 0; i < plan->n_kinds; i++)
    {
      const SystoleTpuKind *kind = &plan->kinds[i];
      guint64 idle[SYSTOLE_N_REASONS] = { 0 };

      out->busy += kind->n * systole_array_schedule_count (&kind->schedule, cycle, idle);
      for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
        out->idle[r] += kind->n * idle[r];
    }
  out->total = pes * plan->core.mxus;
  out->idle[SYSTOLE_REASON_NO_WORK] += pes * (plan->core.mxus - plan->parts_m * plan->parts_n);
  out->phase = systole_array_schedule_get_phase (longest (run), cycle);
  out->fold = systole_array_schedule_get_leading_fold (longest (run), cycle);
  out->n_folds = longest (run)->folds;
}

static guint
get_strip (const SystoleRun *run, SystoleStretch *out, guint max)
{
  return systole_array_schedule_get_stretches (longest (run), out, max);
}

/* In multiplications of the number format, so that its whole is the peak. */
static double
get_busy_before (const SystoleRun *run, double cycle)
{
  const SystoleTpuMatrix *plan = plan_of (run);
  double busy = 0;

  for (guint i = 0; i < plan->n_kinds; i++)
    busy += plan->kinds[i].n * systole_array_schedule_get_busy_before (&plan->kinds[i].schedule, cycle);
  return busy * plan->rate / plan->passes;
}

static double
get_useful_before (const SystoleRun *run, guint64 cycle)
{
  const SystoleTpuMatrix *plan = plan_of (run);
  double useful = 0;

  for (guint i = 0; i < plan->n_kinds; i++)
    useful += plan->kinds[i].n * systole_array_schedule_get_busy_before (&plan->kinds[i].schedule, (double) cycle) * plan->kinds[i].macs_per_slot;
  return useful;
}

static guint64
step (const SystoleRun *run, guint64 cycle, SystoleStep kind, int direction)
{
  return systole_array_schedule_step (longest (run), cycle, kind, direction);
}

static gboolean
find_event (const SystoleRun *run, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind)
{
  return systole_array_schedule_find_event (longest (run), cycle, kinds, direction, out, out_kind);
}

static char *
describe_cycle (const SystoleRun *run, guint64 cycle)
{
  SystoleSummary summary;

  systole_run_summarize (run, cycle, &summary);
  return systole_tpu_matrix_describe_cycle (plan_of (run), cycle, &summary);
}

static guint
get_levels (const SystoleRun *run, SystoleLevel *out, guint max)
{
  static const SystoleLevel levels[] = { SYSTOLE_LEVEL_CHIP, SYSTOLE_LEVEL_CORE, SYSTOLE_LEVEL_ARRAY, SYSTOLE_LEVEL_PE };
  guint n = MIN (max, G_N_ELEMENTS (levels));

  for (guint i = 0; i < n; i++)
    out[i] = levels[i];
  return n;
}

static gboolean
get_array_size (const SystoleRun *run, guint *rows, guint *columns)
{
  *rows = plan_of (run)->core.rows;
  *columns = plan_of (run)->core.columns;
  return TRUE;
}

/* An MXU without a block: every PE has no work. */
static void
fill_empty (const SystoleRun *run, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame)
{
  GArray *edges[] = { frame->left, frame->top, frame->bottom, frame->more };

  g_array_set_size (frame->cells, 0);
  for (guint row = window->row0; row < window->row1; row++)
    for (guint column = window->column0; column < window->column1; column++)
      {
        SystoleArrayCell cell = { .row = row, .column = column, .reason = SYSTOLE_REASON_NO_WORK, .m = SYSTOLE_NO_INDEX, .n = SYSTOLE_NO_INDEX, .k = SYSTOLE_NO_INDEX, .fold = SYSTOLE_NO_INDEX };

        g_array_append_val (frame->cells, cell);
      }
  for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
    g_array_set_size (edges[i], 0);
  frame->window = *window;
  frame->cycle = cycle;
  frame->phase = systole_array_schedule_get_phase (longest (run), cycle);
  frame->lacks_sums = FALSE;
  frame->identity = frame->left_more = frame->out_total = frame->out_done = 0;
}

static void
array_frame (const SystoleRun *run, guint unit, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame)
{
  SystoleArraySchedule schedule;

  if (systole_tpu_matrix_get_kind (plan_of (run), unit) == NULL)
    {
      fill_empty (run, cycle, window, frame);
      return;
    }
  systole_tpu_matrix_get_schedule (plan_of (run), unit, &schedule);
  systole_array_schedule_fill_frame (&schedule, cycle, window, frame);
}

static gboolean
array_values (const SystoleRun *run, guint unit, SystoleArrayFrame *frame, SystoleProgress progress, gpointer progress_data)
{
  SystoleArraySchedule schedule;

  systole_tpu_matrix_get_schedule (plan_of (run), unit, &schedule);
  return systole_array_schedule_fill_sums (&schedule, G_MAXUINT64, frame, progress, progress_data);
}

static SystoleUnitState
state_of (const SystoleTpuMatrix *plan, guint unit, guint64 cycle)
{
  const SystoleTpuKind *kind = systole_tpu_matrix_get_kind (plan, unit);
  guint64 idle[SYSTOLE_N_REASONS] = { 0 };
  SystoleUnitState state = { unit, SYSTOLE_REASON_NO_WORK, SYSTOLE_NO_INDEX, 0 };
  guint64 busy, most = 0;

  if (kind == NULL)
    return state;
  busy = systole_array_schedule_count (&kind->schedule, cycle, idle);
  state.block = systole_array_schedule_get_leading_fold (&kind->schedule, cycle);
  state.busy_share = (double) busy / ((double) plan->core.rows * plan->core.columns);
  state.reason = SYSTOLE_REASON_BUSY;
  for (guint r = 1; busy == 0 && r < SYSTOLE_N_REASONS; r++)
    if (idle[r] > most && (r != SYSTOLE_REASON_PADDING || most == 0))
      {
        most = idle[r];
        state.reason = (SystoleReason) r;
      }
  return state;
}

/* Main memory is busy while the first blocks come, while later ones stream and while results go;
 * on-chip memory whenever rows or weights move. */
static void
fill_memories (const SystoleRun *run, guint64 cycle, SystoleChipFrame *frame)
{
  const SystoleTpuMatrix *plan = plan_of (run);
  const SystoleArraySchedule *s = longest (run);
  gboolean cold = run->operands == SYSTOLE_OPERANDS_COLD;
  gboolean fetching = cycle >= s->plan.launch && cycle < s->plan.launch + s->plan.fetch;
  gboolean computing = cycle >= s->lead && cycle < s->compute_end, writing = cycle >= s->n_cycles - s->plan.tail;
  gboolean streams_in = cold && plan->transfers.reads > plan->transfers.exposed, streams_out = cold && plan->transfers.writes > plan->transfers.last;
  SystoleMemoryState dram = { SYSTOLE_MEMORY_DRAM, (guint64) systole_machine_get (run->machine, SYSTOLE_FIELD_MEMORY_CAPACITY), fetching || (computing && streams_in), writing || (computing && streams_out) };
  SystoleMemoryState inner = { SYSTOLE_MEMORY_VMEM, (guint64) systole_machine_get (run->machine, SYSTOLE_FIELD_VMEM), computing || writing, fetching || computing };

  if (plan->core.has_unified_buffer)
    {
      inner.level = SYSTOLE_MEMORY_UNIFIED_BUFFER;
      inner.bytes = (guint64) systole_machine_get (run->machine, SYSTOLE_FIELD_UNIFIED_BUFFER);
      inner.reading = inner.writing = computing;
    }
  g_array_set_size (frame->memories, 0);
  g_array_append_val (frame->memories, dram);
  g_array_append_val (frame->memories, inner);
}

static void
chip_frame (const SystoleRun *run, guint64 cycle, SystoleChipFrame *frame)
{
  const SystoleTpuMatrix *plan = plan_of (run);

  frame->cycle = cycle;
  frame->phase = systole_array_schedule_get_phase (longest (run), cycle);
  frame->wave = frame->n_waves = 0;
  frame->blocks = run->folds;
  frame->blocks_done = 0;
  g_array_set_size (frame->units, 0);
  for (guint unit = 0; unit < plan->core.mxus; unit++)
    {
      SystoleUnitState state = state_of (plan, unit, cycle);

      g_array_append_val (frame->units, state);
    }
  for (guint i = 0; i < plan->n_kinds; i++)
    {
      const SystoleArraySchedule *s = &plan->kinds[i].schedule;

      frame->blocks_done += plan->kinds[i].n * (cycle >= s->compute_end ? s->folds : systole_array_schedule_get_leading_fold (s, cycle));
    }
  fill_memories (run, cycle, frame);
}

const SystoleFamilyClass systole_tpu_family = {
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
  .get_array_size = get_array_size,
  .array_frame = array_frame,
  .array_values = array_values,
  .chip_frame = chip_frame,
};
