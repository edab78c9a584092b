/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/run-private.h"

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/systolic/array-caption.h"
#include "engine/systolic/array-frame.h"
#include "engine/systolic/array-play.h"
#include "engine/systolic/array-totals.h"

/* A bare array and its buffers: the family ARRAY. Its payload is the timeline. */

static const SystoleArrayTimeline *
timeline_of (const SystoleRun *run)
{
  return run->payload;
}

static const SystoleArraySchedule *
schedule_of (const SystoleRun *run)
{
  return &timeline_of (run)->schedule;
}

static double
get_product_macs (const SystoleArraySchedule *schedule)
{
  return (double) schedule->spatial_rows * (double) schedule->spatial_columns * (double) schedule->stream * (double) schedule->batch;
}

/* Products and convolutions whose unfolding holds at least the multiplications of the definition. */
static gboolean
models (const SystoleOp *op)
{
  SystoleProduct product;

  return systole_op_as_product (op, &product) &&
         (double) product.gemm.m * (double) product.gemm.n * (double) product.gemm.k * (double) product.gemm.batch >= (double) systole_op_get_useful_macs (op);
}

static gboolean
prepare (SystoleRun *run, SystoleProgress progress, gpointer progress_data, GError **error)
{
  const SystoleArrayDef *def = systole_machine_get_array (run->machine);
  g_autofree SystoleArrayTimeline *timeline = g_new0 (SystoleArrayTimeline, 1);
  const SystoleArraySchedule *schedule = &timeline->schedule;
  SystoleProduct product;

  if (!systole_array_def_check (def, error))
    return FALSE;
  systole_op_as_product (&run->op, &product);
  if (!systole_array_timeline_init (timeline, &product, def, run->operands == SYSTOLE_OPERANDS_COLD, error))
    return FALSE;

  run->n_cycles = timeline->n_cycles;
  run->clock_hz = def->clock_hz;
  g_strlcpy (run->bound, systole_array_timeline_get_bound (timeline), sizeof run->bound);
  run->peak_macs_per_cycle = (double) def->rows * def->columns;
  run->issued_macs = schedule->folds * schedule->stream * def->rows * def->columns;
  run->n_units = 1;
  run->has_folds = TRUE;
  run->folds = schedule->folds;
  run->has_stalls = TRUE;
  run->stall_cycles = timeline->n_cycles - schedule->n_cycles;
  run->compute_bound_cycles = systole_ceil_div (run->useful_macs, (guint64) def->rows * def->columns);
  if (!systole_array_add_traffic (run, timeline, error))
    return FALSE;
  systole_array_add_waterfall (run, timeline);
  systole_run_add_utilization (run, SYSTOLE_UNIT_MXU, (double) run->useful_macs / (run->peak_macs_per_cycle * (double) run->n_cycles), N_ ("all PEs in every cycle of the run"));
  run->payload = g_steal_pointer (&timeline);
  return TRUE;
}

static char *
describe_mapping (const SystoleRun *run)
{
  const SystoleArrayDef *def = systole_machine_get_array (run->machine);

  return g_strdup_printf ("%s, %s%s", systole_dataflow_get_id (def->dataflow), systole_timing_get_id (def->timing), schedule_of (run)->plan.shadow ? ", shadow weights" : "");
}

static char *
describe_machine (const SystoleRun *run)
{
  const SystoleArrayDef *def = systole_machine_get_array (run->machine);

  /* Translators: rows, columns */
  return g_strdup_printf (_ ("Systolic array %u × %u"), def->rows, def->columns);
}

static void
summarize (const SystoleRun *run, guint64 cycle, SystoleSummary *out)
{
  const SystoleArraySchedule *schedule = schedule_of (run);
  SystoleArrayMoment moment;

  systole_array_timeline_find (timeline_of (run), cycle, &moment);
  out->total = (guint64) schedule->plan.rows * schedule->plan.columns;
  out->busy = systole_array_timeline_count (timeline_of (run), cycle, out->idle);
  out->phase = systole_array_timeline_get_phase (timeline_of (run), cycle);
  out->fold = systole_array_schedule_get_leading_fold (schedule, moment.step);
  out->n_folds = schedule->folds;
}

static guint
get_strip (const SystoleRun *run, SystoleStretch *out, guint max)
{
  return systole_array_timeline_get_stretches (timeline_of (run), out, max);
}

static double
get_busy_before (const SystoleRun *run, double cycle)
{
  return systole_array_timeline_get_busy_before (timeline_of (run), cycle);
}

/* Whatever multiplies is useful, PEs without an element idle; but unfolding a gradient makes
 * elements that are 0 whatever the tensors hold. */
static double
get_useful_before (const SystoleRun *run, guint64 cycle)
{
  return systole_array_timeline_get_busy_before (timeline_of (run), (double) cycle) * ((double) run->useful_macs / get_product_macs (schedule_of (run)));
}

static guint64
step (const SystoleRun *run, guint64 cycle, SystoleStep step, int direction)
{
  return systole_array_timeline_step (timeline_of (run), cycle, step, direction);
}

static gboolean
find_event (const SystoleRun *run, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind)
{
  return systole_array_timeline_find_event (timeline_of (run), cycle, kinds, direction, out, out_kind);
}

static char *
describe_cycle (const SystoleRun *run, guint64 cycle)
{
  return systole_array_timeline_describe_cycle (timeline_of (run), cycle);
}

static guint
get_levels (const SystoleRun *run, SystoleLevel *out, guint max)
{
  static const SystoleLevel levels[] = { SYSTOLE_LEVEL_ARRAY, SYSTOLE_LEVEL_PE };
  guint n = MIN (max, G_N_ELEMENTS (levels));

  for (guint i = 0; i < n; i++)
    out[i] = levels[i];
  return n;
}

static gboolean
get_array_size (const SystoleRun *run, guint *rows, guint *columns)
{
  *rows = schedule_of (run)->plan.rows;
  *columns = schedule_of (run)->plan.columns;
  return TRUE;
}

static void
array_frame (const SystoleRun *run, guint unit, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame)
{
  systole_array_timeline_fill_frame (timeline_of (run), cycle, window, frame);
}

static gboolean
array_values (const SystoleRun *run, guint unit, SystoleArrayFrame *frame, SystoleProgress progress, gpointer progress_data)
{
  return systole_array_schedule_fill_sums (schedule_of (run), G_MAXUINT64, frame, progress, progress_data);
}

const SystoleFamilyClass systole_array_family = {
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
  .get_array_size = get_array_size,
  .array_frame = array_frame,
  .array_values = array_values,
};
