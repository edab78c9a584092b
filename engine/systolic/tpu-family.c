/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/run-private.h"

#include "engine/base/i18n.h"
#include "engine/systolic/tpu-caption.h"
#include "engine/systolic/tpu-events.h"
#include "engine/systolic/tpu-frame.h"
#include "engine/systolic/tpu-totals.h"

/* A whole TPU: the family TPU. Its payload is the plan. */

static const SystoleTpuPlan *
plan_of (const SystoleRun *run)
{
  return run->payload;
}

static gboolean
prepare (SystoleRun *run, SystoleProgress progress, gpointer progress_data, GError **error)
{
  g_autofree SystoleTpuPlan *plan = g_new0 (SystoleTpuPlan, 1);

  if (!systole_tpu_plan_init (plan, run, error))
    return FALSE;
  systole_tpu_fill_totals (run, plan);
  run->payload = g_steal_pointer (&plan);
  return TRUE;
}

static char *
describe_mapping (const SystoleRun *run)
{
  const SystoleTpuPlan *plan = plan_of (run);
  const SystoleTpuMatrix *matrix = &plan->program.matrices[0];

  if (plan->program.n_matrices == 0)
    return plan->manner != NULL ? g_strdup (plan->manner) : g_strdup (plan->core.cores > 1 ? "blocks, on one core" : "blocks");
  return g_strdup_printf ("ws, overlapped, %ux%u blocks of %" G_GUINT64_FORMAT "x%" G_GUINT64_FORMAT " on %u of %u MXUs",
                          matrix->parts_m,
                          matrix->parts_n,
                          matrix->block_m,
                          matrix->block_n,
                          matrix->parts_m * matrix->parts_n,
                          matrix->core.mxus);
}

static char *
describe_machine (const SystoleRun *run)
{
  return g_strdup (systole_machine_get_name (run->machine));
}

static void
summarize (const SystoleRun *run, guint64 cycle, SystoleSummary *out)
{
  systole_tpu_summarize (plan_of (run), cycle, out);
}

static guint
get_strip (const SystoleRun *run, SystoleStretch *out, guint max)
{
  return systole_tpu_program_get_strip (&plan_of (run)->program, plan_of (run)->multiplies, out, max);
}

static double
get_busy_before (const SystoleRun *run, double cycle)
{
  return systole_tpu_program_get_slots_before (&plan_of (run)->program, cycle);
}

static double
get_useful_before (const SystoleRun *run, guint64 cycle)
{
  return systole_tpu_program_get_useful_before (&plan_of (run)->program, (double) cycle);
}

static guint64
step (const SystoleRun *run, guint64 cycle, SystoleStep kind, int direction)
{
  return systole_tpu_program_step (&plan_of (run)->program, cycle, kind, direction);
}

static gboolean
find_event (const SystoleRun *run, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind)
{
  return systole_tpu_program_find_event (&plan_of (run)->program, cycle, kinds, direction, out, out_kind);
}

static char *
describe_cycle (const SystoleRun *run, guint64 cycle)
{
  SystoleSummary summary;

  systole_run_summarize (run, cycle, &summary);
  return systole_tpu_plan_describe_cycle (plan_of (run), cycle, &summary);
}

/* Arrays and their PEs only where the state of each is known. */
static guint
get_levels (const SystoleRun *run, SystoleLevel *out, guint max)
{
  static const SystoleLevel levels[] = { SYSTOLE_LEVEL_CHIP, SYSTOLE_LEVEL_CORE, SYSTOLE_LEVEL_ARRAY, SYSTOLE_LEVEL_PE };
  guint n = MIN (max, plan_of (run)->has_arrays ? G_N_ELEMENTS (levels) : 2);

  for (guint i = 0; i < n; i++)
    out[i] = levels[i];
  return n;
}

static gboolean
get_array_size (const SystoleRun *run, guint *rows, guint *columns)
{
  *rows = plan_of (run)->core.rows;
  *columns = plan_of (run)->core.columns;
  return plan_of (run)->has_arrays;
}

static void
array_frame (const SystoleRun *run, guint unit, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame)
{
  systole_tpu_fill_array_frame (plan_of (run), unit, cycle, window, frame);
}

static gboolean
array_values (const SystoleRun *run, guint unit, SystoleArrayFrame *frame, SystoleProgress progress, gpointer progress_data)
{
  return systole_tpu_fill_array_values (plan_of (run), unit, frame, progress, progress_data);
}

static void
chip_frame (const SystoleRun *run, guint64 cycle, SystoleChipFrame *frame)
{
  systole_tpu_fill_chip_frame (run, plan_of (run), cycle, frame);
}

const SystoleFamilyClass systole_tpu_family = {
  .models = systole_tpu_models,
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
