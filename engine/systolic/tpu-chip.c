/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/tpu-frame.h"

#include "engine/base/i18n.h"
#include "engine/systolic/tpu-instructions.h"
#include "engine/systolic/tpu-wave.h"

/* What the units and memories of a TPU do at one cycle, from the step of the program that it lies in. */

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

/* The same where steps follow one another without a gap. */
static SystoleUnitState
state_of_wave (const SystoleTpuPlan *plan, const SystoleTpuPlace *place, guint unit, guint64 cycle)
{
  guint64 idle[SYSTOLE_N_REASONS] = { 0 }, most = 0;
  guint64 busy = systole_tpu_count_wave (plan, unit, cycle, idle);
  SystoleUnitState state = { unit, SYSTOLE_REASON_BUSY, place->stage->count > 1 ? place->repetition : SYSTOLE_NO_INDEX, (double) busy / ((double) plan->core.rows * plan->core.columns) };

  for (guint r = 1; busy == 0 && r < SYSTOLE_N_REASONS; r++)
    if (idle[r] > most && (r != SYSTOLE_REASON_PADDING || most == 0))
      {
        most = idle[r];
        state.reason = (SystoleReason) r;
      }
  return state;
}

static SystoleUnitState
state_of_unit (const SystoleTpuPlan *plan, const SystoleTpuPlace *place, guint unit, guint64 cycle)
{
  const SystoleTpuMatrix *matrix = systole_tpu_program_get_matrix (&plan->program, place->step);
  gboolean busy = plan->multiplies && place->step->slots > 0;

  if (matrix != NULL)
    return state_of_array (matrix, unit, place->offset);
  if (plan->program.n_feeds > 0)
    return state_of_wave (plan, place, unit, cycle);
  return (SystoleUnitState){
    .unit = unit,
    .reason = busy ? SYSTOLE_REASON_BUSY : plan->multiplies ? systole_tpu_reason_of_rest (plan, place->step)
                                                            : SYSTOLE_REASON_NO_WORK,
    .block = place->stage->count > 1 ? place->repetition : SYSTOLE_NO_INDEX,
    .busy_share = busy ? (double) systole_tpu_count_busy (plan, place->step) / (double) plan->total : 0,
  };
}

/* v1 activates and sends what earlier columns of tiles made while the next one is multiplied. */
static SystoleTpuUnits
find_units_of_v1 (const SystoleTpuMatrix *matrix, guint64 cycle)
{
  const SystoleArraySchedule *s = systole_tpu_matrix_get_longest (matrix);
  const SystoleTpuHost *host = &matrix->transfers.host;
  SystoleTpuUnits units = SYSTOLE_TPU_MXU;
  guint64 row, column, fold = systole_array_schedule_get_leading_fold (s, cycle);

  systole_array_schedule_split_fold (s, fold, &row, &column);
  if (matrix->transfers.hidden > 0 && fold + 1 < s->folds)
    units |= SYSTOLE_TPU_IN;
  if (host->in > host->first)
    units |= SYSTOLE_TPU_HOST_IN;
  if (column > 0)
    units |= SYSTOLE_TPU_VPU | (host->out > host->last ? SYSTOLE_TPU_HOST_OUT : 0);
  return units;
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
  if (plan->core.has_unified_buffer)
    return units | find_units_of_v1 (matrix, cycle);
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
    case SYSTOLE_UNIT_LINK:
      return systole_tpu_instruction_name (plan, (units & SYSTOLE_TPU_HOST_IN) != 0 ? SYSTOLE_TPU_READ_HOST_MEMORY : SYSTOLE_TPU_WRITE_HOST_MEMORY);
    case SYSTOLE_UNIT_SCALAR:
      if (plan->core.has_unified_buffer)
        return systole_tpu_instruction_name (plan, systole_tpu_find_instruction (plan, units));
      return (units & ~SYSTOLE_TPU_SCALAR) == 0 ? N_ ("starts the program") : N_ ("issues bundles");
    case SYSTOLE_UNIT_DMA:
      if (plan->core.has_unified_buffer)
        return systole_tpu_instruction_name (plan, SYSTOLE_TPU_READ_WEIGHTS);
      if ((units & SYSTOLE_TPU_IN) != 0 && (units & SYSTOLE_TPU_OUT) != 0)
        return N_ ("brings in and writes back");
      return (units & SYSTOLE_TPU_IN) != 0 ? N_ ("brings in") : N_ ("writes back");
    case SYSTOLE_UNIT_SPARSE_CORE:
      return N_ ("asks for rows");
    case SYSTOLE_UNIT_VPU:
    default:
      if (plan->core.has_unified_buffer)
        return systole_tpu_instruction_name (plan, SYSTOLE_TPU_ACTIVATE);
      return matrix && plan->multiplies ? N_ ("pushes operands, pops sums") : N_ ("computes on vectors");
    }
}

/* What an engine that rests waits for. */
static SystoleReason
reason_of_engine (const SystoleTpuPlace *place, SystoleUnit unit, SystoleTpuUnits units)
{
  if ((units & ~SYSTOLE_TPU_SCALAR) == 0)
    return SYSTOLE_REASON_LAUNCH;
  if (unit == SYSTOLE_UNIT_VPU && (units & SYSTOLE_TPU_HOST_IN) != 0 && (units & SYSTOLE_TPU_MXU) == 0)
    return SYSTOLE_REASON_COMMUNICATION;
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
    const char *v1_title; /* its weights come by themselves, its instructions and activations from the host */
  } all[] = {
    { SYSTOLE_UNIT_LINK, SYSTOLE_TPU_HOST_IN | SYSTOLE_TPU_HOST_OUT, N_ ("link to the host") },
    { SYSTOLE_UNIT_VPU, SYSTOLE_TPU_VPU, N_ ("activation unit") },
    { SYSTOLE_UNIT_DMA, SYSTOLE_TPU_IN | SYSTOLE_TPU_OUT, N_ ("weight fetch") },
    { SYSTOLE_UNIT_SCALAR, SYSTOLE_TPU_SCALAR, N_ ("instructions") },
    { SYSTOLE_UNIT_SPARSE_CORE, SYSTOLE_TPU_SPARSE, NULL },
  };

  g_array_set_size (engines, 0);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      SystoleEngineState state = { all[i].unit, plan->core.has_unified_buffer ? all[i].v1_title : NULL, SYSTOLE_REASON_BUSY, NULL };

      if ((all[i].unit == SYSTOLE_UNIT_SPARSE_CORE && !plan->core.has_sparse_core) || (all[i].unit == SYSTOLE_UNIT_LINK && !plan->core.has_unified_buffer))
        continue;
      if ((units & all[i].flags) != 0)
        state.activity = activity_of (plan, place, all[i].unit, units);
      else
        state.reason = reason_of_engine (place, all[i].unit, units);
      g_array_append_val (engines, state);
    }
}

/* v1: activations from the host, weights through the FIFO (four tiles wait in it), sums of 32 bits in the
 * accumulators (Jouppi et al., ISCA 2017). */
static void
fill_memories_of_v1 (const SystoleRun *run, const SystoleTpuPlan *plan, SystoleTpuUnits units, GArray *memories)
{
  const SystoleTpuCore *core = &plan->core;
  gboolean shared = core->outer == SYSTOLE_MEMORY_HOST, weights = (units & SYSTOLE_TPU_IN) != 0;
  gboolean in = (units & SYSTOLE_TPU_HOST_IN) != 0, out = (units & SYSTOLE_TPU_HOST_OUT) != 0;
  gboolean multiplies = (units & SYSTOLE_TPU_MXU) != 0, activates = (units & SYSTOLE_TPU_VPU) != 0;
  const SystoleMemoryState all[] = {
    { SYSTOLE_MEMORY_HOST, 0, in || (shared && weights), out },
    { SYSTOLE_MEMORY_DRAM, (guint64) systole_machine_get (run->machine, SYSTOLE_FIELD_MEMORY_CAPACITY), weights, FALSE },
    { SYSTOLE_MEMORY_WEIGHT_FIFO, 4 * (guint64) core->rows * core->columns, multiplies, weights },
    { SYSTOLE_MEMORY_UNIFIED_BUFFER, (guint64) core->unified_buffer, multiplies || out, activates || in },
    { SYSTOLE_MEMORY_ACCUMULATOR, 4 * SYSTOLE_TPU_V1_ACCUMULATORS * (guint64) core->columns, activates, multiplies },
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i].level != SYSTOLE_MEMORY_DRAM || !shared)
      g_array_append_val (memories, all[i]);
}

static void
fill_memories (const SystoleRun *run, const SystoleTpuPlan *plan, SystoleTpuUnits units, GArray *memories)
{
  gboolean in = (units & SYSTOLE_TPU_IN) != 0, out = (units & SYSTOLE_TPU_OUT) != 0, works = (units & (SYSTOLE_TPU_MXU | SYSTOLE_TPU_VPU)) != 0;
  SystoleMemoryState outer = { plan->core.outer, (guint64) systole_machine_get (run->machine, SYSTOLE_FIELD_MEMORY_CAPACITY), in, out };
  SystoleMemoryState inner = { SYSTOLE_MEMORY_VMEM, (guint64) plan->core.vmem, works || out, works || in };

  g_array_set_size (memories, 0);
  if (plan->core.has_unified_buffer)
    {
      fill_memories_of_v1 (run, plan, units, memories);
      return;
    }
  g_array_append_val (memories, outer);
  /* Where there is one, it keeps what the vector memories have no room for. */
  if (plan->core.cmem > 0)
    {
      gboolean keeps = (double) plan->compulsory_reads + (double) plan->compulsory_writes > plan->core.vmem;
      SystoleMemoryState common = { SYSTOLE_MEMORY_CMEM, (guint64) plan->core.cmem, keeps && (works || out), keeps && (works || in) };

      g_array_append_val (memories, common);
    }
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
      SystoleUnitState state = state_of_unit (plan, &place, unit, cycle);

      g_array_append_val (frame->units, state);
    }
  fill_memories (run, plan, units, frame->memories);
  fill_engines (plan, &place, units, frame->engines);
}
