/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/tpu-frame.h"

#include "engine/base/i18n.h"
#include "engine/systolic/array-frame.h"

/* The state of a TPU at one cycle, from the step of the program that it lies in. */

/* --- counts --- */

/* An operation without MACs is counted in the lanes of the vector units. */
static SystoleReason
reason_of_rest (const SystoleTpuPlan *plan, const SystoleTpuStep *step)
{
  SystoleReason reason = systole_tpu_step_get_reason (step);

  if (reason != SYSTOLE_REASON_BUSY)
    return !plan->multiplies && step->kind == SYSTOLE_TPU_STEP_VECTOR ? SYSTOLE_REASON_NO_WORK : reason;
  return SYSTOLE_REASON_OPERAND;
}

static void
summarize_matrix (const SystoleTpuMatrix *matrix, guint64 cycle, SystoleSummary *out)
{
  const SystoleArraySchedule *s = systole_tpu_matrix_get_longest (matrix);
  guint64 pes = (guint64) matrix->core.rows * matrix->core.columns;

  for (guint i = 0; i < matrix->n_kinds; i++)
    {
      const SystoleTpuKind *kind = &matrix->kinds[i];
      guint64 idle[SYSTOLE_N_REASONS] = { 0 };

      out->busy += kind->n * systole_array_schedule_count (&kind->schedule, cycle, idle);
      for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
        out->idle[r] += kind->n * idle[r];
    }
  out->idle[SYSTOLE_REASON_NO_WORK] += pes * (matrix->core.mxus - matrix->parts_m * matrix->parts_n);
  out->phase = systole_array_schedule_get_phase (s, cycle);
  out->fold = systole_array_schedule_get_leading_fold (s, cycle);
  out->n_folds = s->folds;
}

/* Multipliers (lanes) that are busy in a step on average, of the chip's. */
static guint64
count_busy (const SystoleTpuPlan *plan, const SystoleTpuStep *step)
{
  double share = step->slots / (double) step->cycles / plan->peak;

  return MIN (plan->total, (guint64) (share * (double) plan->total + 0.5));
}

/**
 * systole_tpu_summarize:
 * @out: zeroed
 */
void
systole_tpu_summarize (const SystoleTpuPlan *plan, guint64 cycle, SystoleSummary *out)
{
  const SystoleTpuMatrix *matrix;
  SystoleTpuPlace place;

  systole_tpu_program_find (&plan->program, cycle, &place);
  matrix = systole_tpu_program_get_matrix (&plan->program, place.step);
  out->total = plan->total;
  if (matrix != NULL)
    {
      summarize_matrix (matrix, place.offset, out);
      return;
    }
  out->busy = count_busy (plan, place.step);
  out->idle[reason_of_rest (plan, place.step)] = plan->total - out->busy;
  out->phase = systole_tpu_step_get_phase (place.step);
  if (place.stage->count > 1)
    {
      out->fold = place.repetition;
      out->n_folds = place.stage->count;
    }
}

/* --- arrays --- */

/* An array that has nothing to do in the step. */
static void
fill_idle (SystoleReason reason, SystolePhase phase, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame)
{
  GArray *edges[] = { frame->left, frame->top, frame->bottom, frame->more };

  g_array_set_size (frame->cells, 0);
  for (guint row = window->row0; row < window->row1; row++)
    for (guint column = window->column0; column < window->column1; column++)
      {
        SystoleArrayCell cell = { .row = row, .column = column, .reason = reason, .m = SYSTOLE_NO_INDEX, .n = SYSTOLE_NO_INDEX, .k = SYSTOLE_NO_INDEX, .fold = SYSTOLE_NO_INDEX };

        g_array_append_val (frame->cells, cell);
      }
  for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
    g_array_set_size (edges[i], 0);
  frame->window = *window;
  frame->cycle = cycle;
  frame->phase = phase;
  frame->lacks_sums = FALSE;
  frame->identity = frame->left_more = frame->out_total = frame->out_done = 0;
}

void
systole_tpu_fill_array_frame (const SystoleTpuPlan *plan, guint unit, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame)
{
  const SystoleTpuMatrix *matrix;
  SystoleArraySchedule schedule;
  SystoleTpuPlace place;

  systole_tpu_program_find (&plan->program, cycle, &place);
  matrix = systole_tpu_program_get_matrix (&plan->program, place.step);
  if (matrix == NULL)
    fill_idle (systole_tpu_step_get_reason (place.step), systole_tpu_step_get_phase (place.step), cycle, window, frame);
  else if (systole_tpu_matrix_get_kind (matrix, unit) == NULL)
    fill_idle (SYSTOLE_REASON_NO_WORK, systole_array_schedule_get_phase (systole_tpu_matrix_get_longest (matrix), place.offset), cycle, window, frame);
  else
    {
      systole_tpu_matrix_get_schedule (matrix, unit, &schedule);
      systole_array_schedule_fill_frame (&schedule, place.offset, window, frame);
    }
}

/* Arrays are shown of runs that are one product: the frame's cycle is the program's. */
gboolean
systole_tpu_fill_array_values (const SystoleTpuPlan *plan, guint unit, SystoleArrayFrame *frame, SystoleProgress progress, gpointer progress_data)
{
  SystoleArraySchedule schedule;

  systole_tpu_matrix_get_schedule (&plan->program.matrices[0], unit, &schedule);
  return systole_array_schedule_fill_sums (&schedule, G_MAXUINT64, frame, progress, progress_data);
}

/* --- chip --- */

static SystoleUnitState
state_of_array (const SystoleTpuMatrix *matrix, guint unit, guint64 cycle)
{
  const SystoleTpuKind *kind = systole_tpu_matrix_get_kind (matrix, unit);
  guint64 idle[SYSTOLE_N_REASONS] = { 0 };
  SystoleUnitState state = { unit, SYSTOLE_REASON_NO_WORK, SYSTOLE_NO_INDEX, 0 };
  guint64 busy, most = 0;

  if (kind == NULL)
    return state;
  busy = systole_array_schedule_count (&kind->schedule, cycle, idle);
  state.block = systole_array_schedule_get_leading_fold (&kind->schedule, cycle);
  state.busy_share = (double) busy / ((double) matrix->core.rows * matrix->core.columns);
  state.reason = SYSTOLE_REASON_BUSY;
  for (guint r = 1; busy == 0 && r < SYSTOLE_N_REASONS; r++)
    if (idle[r] > most && (r != SYSTOLE_REASON_PADDING || most == 0))
      {
        most = idle[r];
        state.reason = (SystoleReason) r;
      }
  return state;
}

static SystoleUnitState
state_of_unit (const SystoleTpuPlan *plan, const SystoleTpuPlace *place, guint unit)
{
  const SystoleTpuMatrix *matrix = systole_tpu_program_get_matrix (&plan->program, place->step);
  gboolean busy = plan->multiplies && place->step->slots > 0;

  if (matrix != NULL)
    return state_of_array (matrix, unit, place->offset);
  return (SystoleUnitState){
    .unit = unit,
    .reason = busy ? SYSTOLE_REASON_BUSY : plan->multiplies ? reason_of_rest (plan, place->step)
                                                            : SYSTOLE_REASON_NO_WORK,
    .block = place->stage->count > 1 ? place->repetition : SYSTOLE_NO_INDEX,
    .busy_share = busy ? (double) count_busy (plan, place->step) / (double) plan->total : 0,
  };
}

/* Which units are at work; in an array's own schedule that changes within the step. */
static SystoleTpuUnits
find_units (const SystoleTpuPlan *plan, const SystoleTpuPlace *place)
{
  const SystoleTpuMatrix *matrix = systole_tpu_program_get_matrix (&plan->program, place->step);
  const SystoleArraySchedule *s;
  guint64 cycle = place->offset;
  SystoleTpuUnits units = SYSTOLE_TPU_SCALAR;

  if (matrix == NULL)
    return place->step->units;
  s = systole_tpu_matrix_get_longest (matrix);
  if (cycle < s->plan.launch)
    return units;
  if (cycle < s->lead)
    return units | SYSTOLE_TPU_IN;
  if (cycle >= s->n_cycles - s->plan.tail)
    return units | SYSTOLE_TPU_OUT;
  if (cycle < s->compute_end)
    units |= SYSTOLE_TPU_MXU | SYSTOLE_TPU_VPU;
  if (matrix->transfers.hidden > 0)
    units |= SYSTOLE_TPU_IN | (matrix->transfers.writes > 0 ? SYSTOLE_TPU_OUT : 0);
  return units;
}

static const char *
activity_of (const SystoleTpuPlan *plan, const SystoleTpuPlace *place, SystoleUnit unit, SystoleTpuUnits units)
{
  gboolean matrix = place->step->kind == SYSTOLE_TPU_STEP_MATRIX || place->step->kind == SYSTOLE_TPU_STEP_MULTIPLY;

  switch (unit)
    {
    case SYSTOLE_UNIT_SCALAR:
      if (plan->core.has_unified_buffer)
        return (units & ~SYSTOLE_TPU_SCALAR) == 0 ? N_ ("starts the program") : N_ ("one at work");
      return (units & ~SYSTOLE_TPU_SCALAR) == 0 ? N_ ("starts the program") : N_ ("issues bundles");
    case SYSTOLE_UNIT_DMA:
      if ((units & SYSTOLE_TPU_IN) != 0 && (units & SYSTOLE_TPU_OUT) != 0)
        return N_ ("brings in and writes back");
      return (units & SYSTOLE_TPU_IN) != 0 ? N_ ("brings in") : N_ ("writes back");
    case SYSTOLE_UNIT_SPARSE_CORE:
      return N_ ("asks for rows");
    case SYSTOLE_UNIT_VPU:
    default:
      if (plan->core.has_unified_buffer)
        return N_ ("takes sums");
      return matrix && plan->multiplies ? N_ ("pushes operands, pops sums") : N_ ("computes on vectors");
    }
}

/* What an engine that rests waits for. */
static SystoleReason
reason_of_engine (const SystoleTpuPlace *place, SystoleUnit unit, SystoleTpuUnits units)
{
  if ((units & ~SYSTOLE_TPU_SCALAR) == 0)
    return SYSTOLE_REASON_LAUNCH;
  if (unit == SYSTOLE_UNIT_VPU)
    return (units & SYSTOLE_TPU_MXU) != 0 ? SYSTOLE_REASON_OPERAND : (units & SYSTOLE_TPU_IN) != 0 ? SYSTOLE_REASON_MEMORY
                                                                                                   : SYSTOLE_REASON_DRAIN;
  return SYSTOLE_REASON_NO_WORK;
}

static void
fill_engines (const SystoleTpuPlan *plan, const SystoleTpuPlace *place, SystoleTpuUnits units, GArray *engines)
{
  static const struct
  {
    SystoleUnit unit;
    SystoleTpuUnits flags;
    const char *v1_title; /* its weights come by themselves, its instructions from the host */
  } all[] = {
    { SYSTOLE_UNIT_VPU, SYSTOLE_TPU_VPU, N_ ("activation unit") },
    { SYSTOLE_UNIT_DMA, SYSTOLE_TPU_IN | SYSTOLE_TPU_OUT, N_ ("weight fetch") },
    { SYSTOLE_UNIT_SCALAR, SYSTOLE_TPU_SCALAR, N_ ("instructions from the host") },
    { SYSTOLE_UNIT_SPARSE_CORE, SYSTOLE_TPU_SPARSE, NULL },
  };

  g_array_set_size (engines, 0);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      SystoleEngineState state = { all[i].unit, plan->core.has_unified_buffer ? all[i].v1_title : NULL, SYSTOLE_REASON_BUSY, NULL };

      if (all[i].unit == SYSTOLE_UNIT_SPARSE_CORE && !plan->core.has_sparse_core)
        continue;
      if ((units & all[i].flags) != 0)
        state.activity = activity_of (plan, place, all[i].unit, units);
      else
        state.reason = reason_of_engine (place, all[i].unit, units);
      g_array_append_val (engines, state);
    }
}

static void
fill_memories (const SystoleRun *run, const SystoleTpuPlan *plan, SystoleTpuUnits units, GArray *memories)
{
  gboolean in = (units & SYSTOLE_TPU_IN) != 0, out = (units & SYSTOLE_TPU_OUT) != 0, works = (units & (SYSTOLE_TPU_MXU | SYSTOLE_TPU_VPU)) != 0;
  SystoleMemoryState outer = { plan->core.outer, (guint64) systole_machine_get (run->machine, SYSTOLE_FIELD_MEMORY_CAPACITY), in, out };
  SystoleMemoryState inner = { SYSTOLE_MEMORY_VMEM, (guint64) plan->core.vmem, works || out, works || in };

  g_array_set_size (memories, 0);
  g_array_append_val (memories, outer);
  if (plan->core.has_unified_buffer)
    {
      /* Four tiles wait in the FIFO; sums of 32 bits are added up in the accumulators (Jouppi et al., ISCA 2017). */
      const SystoleMemoryState v1[] = {
        { SYSTOLE_MEMORY_WEIGHT_FIFO, 4 * (guint64) plan->core.rows * plan->core.columns, works, in },
        { SYSTOLE_MEMORY_UNIFIED_BUFFER, (guint64) plan->core.unified_buffer, works, works },
        { SYSTOLE_MEMORY_ACCUMULATOR, 0, works, works },
      };

      g_array_append_vals (memories, v1, G_N_ELEMENTS (v1));
    }
  else
    g_array_append_val (memories, inner);
}

void
systole_tpu_fill_chip_frame (const SystoleRun *run, const SystoleTpuPlan *plan, guint64 cycle, SystoleChipFrame *frame)
{
  const SystoleTpuMatrix *matrix;
  SystoleTpuUnits units;
  SystoleTpuPlace place;

  systole_tpu_program_find (&plan->program, cycle, &place);
  matrix = systole_tpu_program_get_matrix (&plan->program, place.step);
  units = find_units (plan, &place);
  frame->cycle = cycle;
  frame->phase = matrix != NULL ? systole_array_schedule_get_phase (systole_tpu_matrix_get_longest (matrix), place.offset) : systole_tpu_step_get_phase (place.step);
  frame->wave = frame->n_waves = 0;
  frame->blocks = place.stage->count;
  frame->blocks_done = place.repetition;
  if (matrix != NULL)
    {
      frame->blocks = frame->blocks_done = 0;
      for (guint i = 0; i < matrix->n_kinds; i++)
        {
          const SystoleArraySchedule *s = &matrix->kinds[i].schedule;

          frame->blocks += matrix->kinds[i].n * s->folds;
          frame->blocks_done += matrix->kinds[i].n * (place.offset >= s->compute_end ? s->folds : systole_array_schedule_get_leading_fold (s, place.offset));
        }
    }
  g_array_set_size (frame->units, 0);
  for (guint unit = 0; unit < plan->core.mxus; unit++)
    {
      SystoleUnitState state = state_of_unit (plan, &place, unit);

      g_array_append_val (frame->units, state);
    }
  fill_memories (run, plan, units, frame->memories);
  fill_engines (plan, &place, units, frame->engines);
}
