/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/run-private.h"

#include <math.h>
#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/machine/unit-words.h"
#include "engine/run/energy.h"
#include "engine/run/known-error.h"

static const SystoleFamilyClass *const families[SYSTOLE_N_FAMILIES] = {
  [SYSTOLE_FAMILY_ARRAY] = &systole_array_family,
  [SYSTOLE_FAMILY_SM] = &systole_sm_family,
  [SYSTOLE_FAMILY_TPU] = &systole_tpu_family,
  [SYSTOLE_FAMILY_GPU] = &systole_gpu_family,
  [SYSTOLE_FAMILY_CPU] = &systole_cpu_family,
};

/* Only products are modelled with pruned operands, and by families that have units for them. */
static gboolean
models (const SystoleFamilyClass *klass, const SystoleOp *op)
{
  SystoleGemm gemm;

  if (systole_format_is_sparse (op->format) && !systole_op_as_batched (op, &gemm))
    return FALSE;
  return klass->models != NULL ? klass->models (op) : op->kind == SYSTOLE_OP_GEMM;
}

/**
 * systole_run_new:
 * @op: what is computed
 * @machine: on what; a reference is taken
 * @operands: where the operands are at cycle 0
 * @mapping: (nullable): how; NULL or zeros: the engine chooses
 * @progress: (nullable) (scope call): see SystoleProgress
 *
 * Plans the whole run. Deterministic: the same arguments give the same run, bit for bit.
 *
 * Returns: (transfer full) (nullable): NULL with %SYSTOLE_ERROR_RANGE, _SHAPE or
 *   _CAPACITY for dimensions out of range, _NOT_MODELLED where the machine has no
 *   model for this operation or format, _CANCELLED
 */
SystoleRun *
systole_run_new (const SystoleOp *op, const SystoleMachine *machine, SystoleOperands operands, const SystoleMapping *mapping, SystoleProgress progress, gpointer progress_data, GError **error)
{
  SystoleFamily family = systole_machine_get_family (machine);
  g_autoptr (SystoleRun) self = NULL;
  SystoleGemm gemm;

  if (!systole_op_check (op, error))
    return NULL;
  if (families[family] == NULL)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED,
                   /* Translators: %s is a machine's name */
                   _ ("%s: not modelled: the engine has no model of this kind of machine yet"),
                   systole_machine_get_name (machine));
      return NULL;
    }
  if (!families[family]->has_tiles && mapping != NULL && (mapping->tile_m | mapping->tile_n | mapping->tile_k | mapping->stages) != 0)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED,
                   /* Translators: %s is a machine's name */
                   _ ("%s: a tile and its stages can be chosen on a GPU or an SM only"),
                   systole_machine_get_name (machine));
      return NULL;
    }
  if (mapping != NULL && mapping->schedule != SYSTOLE_SCHEDULE_ANY && (family != SYSTOLE_FAMILY_GPU || !systole_op_as_batched (op, &gemm)))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED,
                   /* Translators: %s is a machine's name */
                   _ ("%s: how tiles are dealt to units can be chosen for a product on a GPU only"),
                   systole_machine_get_name (machine));
      return NULL;
    }
  if (family != SYSTOLE_FAMILY_GPU && mapping != NULL && mapping->lanes)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED,
                   /* Translators: %s is a machine's name */
                   _ ("%s: only on a GPU can the vector lanes take the place of the matrix units"),
                   systole_machine_get_name (machine));
      return NULL;
    }
  self = g_new0 (SystoleRun, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->klass = families[family];
  self->op = *op;
  if (op->given != NULL)
    systole_given_ref (op->given);
  self->machine = systole_machine_ref ((SystoleMachine *) machine);
  self->operands = operands;
  if (mapping != NULL)
    self->mapping = *mapping;
  if (!models (self->klass, op))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("%s: not modelled on %s"), systole_op_kind_get_title (op->kind), systole_machine_get_name (machine));
      return NULL;
    }
  if (systole_format_is_sparse (op->format) && !self->klass->has_sparsity)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED,
                   /* Translators: a machine's name, a number format */
                   _ ("%s: not modelled: it has no rate for %s"),
                   systole_machine_get_name (machine),
                   systole_format_get_id (op->format));
      return NULL;
    }
  if (!systole_op_as_batched (op, &self->gemm))
    self->gemm = (SystoleGemm){ 0 };
  self->useful_macs = systole_op_get_useful_macs (op);
  self->useful_work = systole_op_get_useful_work (op);
  self->algorithm_work = self->useful_work;
  if (!self->klass->prepare (self, progress, progress_data, error))
    return NULL;
  systole_run_audit (self);
  return g_steal_pointer (&self);
}

SystoleRun *
systole_run_ref (SystoleRun *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
systole_run_unref (SystoleRun *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->payload != NULL)
    self->klass->free_payload (self->payload);
  systole_machine_unref (self->machine);
  g_clear_pointer (&self->op.given, systole_given_unref);
  g_free (self);
}

const SystoleOp *
systole_run_get_op (const SystoleRun *self)
{
  return &self->op;
}

SystoleMaker
systole_run_get_maker (const SystoleRun *self)
{
  return systole_machine_get_maker (self->machine);
}

const SystoleMachine *
systole_run_get_machine (const SystoleRun *self)
{
  return self->machine;
}

SystoleOperands
systole_run_get_operands (const SystoleRun *self)
{
  return self->operands;
}

const SystoleMapping *
systole_run_get_mapping (const SystoleRun *self)
{
  return &self->mapping;
}

char *
systole_run_describe_mapping (const SystoleRun *self)
{
  return self->klass->describe_mapping (self);
}

char *
systole_run_describe_machine (const SystoleRun *self)
{
  return self->klass->describe_machine (self);
}

/**
 * systole_run_get_n_cycles:
 *
 * Returns: length of the run in cycles of the machine's own clock, ≥ 1
 */
guint64
systole_run_get_n_cycles (const SystoleRun *self)
{
  return self->n_cycles;
}

double
systole_run_get_clock_hz (const SystoleRun *self)
{
  return self->clock_hz;
}

double
systole_run_get_seconds (const SystoleRun *self)
{
  return (double) self->n_cycles / self->clock_hz;
}

const char *
systole_run_get_bound (const SystoleRun *self)
{
  return self->bound;
}

guint64
systole_run_get_useful_macs (const SystoleRun *self)
{
  return self->useful_macs;
}

guint64
systole_run_get_issued_macs (const SystoleRun *self)
{
  return self->issued_macs;
}

static SystoleQuantity
count_if (gboolean present, guint64 count)
{
  return (SystoleQuantity){ present, present ? count : 0, present ? (double) count : 0 };
}

static SystoleQuantity
real_if (gboolean present, double value)
{
  return (SystoleQuantity){ present, 0, present ? value : 0 };
}

static SystoleQuantity
real (double value)
{
  return real_if (TRUE, value);
}

/**
 * systole_run_get_counter:
 *
 * Returns: the counter's value; `present` is FALSE where it has no meaning for this
 *   run ("not modelled", never 0), and for all counters of a run that breaks a law
 */
SystoleQuantity
systole_run_get_counter (const SystoleRun *self, SystoleCounter counter)
{
  const SystoleTraffic *dram = NULL;
  gboolean has_macs = self->useful_macs > 0;
  SystoleKnownError error;
  SystoleEnergy energy;
  SystoleCost cost;

  if (!systole_run_is_sound (self))
    return (SystoleQuantity){ FALSE, 0, 0 };
  for (guint i = 0; i < self->n_traffic; i++)
    if (self->traffic[i].level == SYSTOLE_MEMORY_DRAM)
      dram = &self->traffic[i];

  switch (counter)
    {
    case SYSTOLE_COUNTER_CYCLES:
      return count_if (TRUE, self->n_cycles);
    case SYSTOLE_COUNTER_CLOCK:
      return real (self->clock_hz);
    case SYSTOLE_COUNTER_SECONDS:
      return real (systole_run_get_seconds (self));
    case SYSTOLE_COUNTER_KNOWN_ERROR:
      error = systole_run_get_known_error (self);
      return real_if (error.basis != SYSTOLE_VALIDATION_NONE, error.mean_pct);
    case SYSTOLE_COUNTER_USEFUL_MACS:
      return count_if (has_macs, self->useful_macs);
    case SYSTOLE_COUNTER_DENSE_MACS:
      return count_if (has_macs && systole_format_is_sparse (self->op.format), self->gemm.m * self->gemm.n * self->gemm.k * MAX (self->gemm.batch, 1));
    case SYSTOLE_COUNTER_ISSUED_MACS:
      return count_if (has_macs, self->issued_macs);
    case SYSTOLE_COUNTER_PEAK_MACS:
      return real_if (has_macs, self->peak_macs_per_cycle);
    case SYSTOLE_COUNTER_UTILIZATION:
      return real ((double) self->algorithm_work / (self->peak_macs_per_cycle * (double) self->n_cycles));
    case SYSTOLE_COUNTER_OPS_RATE:
      return real_if (has_macs, 2.0 * (double) self->useful_macs / systole_run_get_seconds (self));
    case SYSTOLE_COUNTER_FOLDS:
      return count_if (self->has_folds, self->folds);
    case SYSTOLE_COUNTER_TILES:
      return count_if (self->has_tiles, self->tiles);
    case SYSTOLE_COUNTER_WAVES:
      return count_if (self->has_waves, self->waves);
    case SYSTOLE_COUNTER_STALL_CYCLES:
      return count_if (self->has_stalls, self->stall_cycles);
    case SYSTOLE_COUNTER_DRAM_READ:
      return count_if (dram != NULL, dram != NULL ? dram->read_bytes : 0);
    case SYSTOLE_COUNTER_DRAM_WRITE:
      return count_if (dram != NULL, dram != NULL ? dram->write_bytes : 0);
    case SYSTOLE_COUNTER_INTENSITY:
      if (!has_macs || dram == NULL || dram->read_bytes + dram->write_bytes == 0)
        return (SystoleQuantity){ FALSE, 0, 0 };
      return real ((double) self->useful_macs / (double) (dram->read_bytes + dram->write_bytes));
    case SYSTOLE_COUNTER_ENERGY:
    case SYSTOLE_COUNTER_POWER:
      systole_run_get_energy (self, &energy);
      return real_if (energy.modelled, counter == SYSTOLE_COUNTER_ENERGY ? energy.joules : energy.watts);
    case SYSTOLE_COUNTER_COST:
      systole_run_get_cost (self, &cost);
      return real_if (cost.known, cost.usd);
    case SYSTOLE_N_COUNTERS:
    default:
      g_return_val_if_reached (((SystoleQuantity){ FALSE, 0, 0 }));
    }
}

const SystoleWaterfallPart *
systole_run_get_waterfall (const SystoleRun *self, guint *n)
{
  *n = self->n_waterfall;
  return self->waterfall;
}

const SystoleTraffic *
systole_run_get_traffic (const SystoleRun *self, guint *n)
{
  *n = self->n_traffic;
  return self->traffic;
}

const SystoleUtilization *
systole_run_get_utilization (const SystoleRun *self, guint *n)
{
  *n = self->n_utilization;
  return self->utilization;
}

const SystoleAuditCheck *
systole_run_get_audit (const SystoleRun *self, guint *n)
{
  *n = self->n_audit;
  return self->audit;
}

/**
 * systole_run_find_breach:
 *
 * Returns: (nullable): the first check of the audit that fails; NULL: all hold. Who shows
 *   numbers of the run shows this instead
 */
const SystoleAuditCheck *
systole_run_find_breach (const SystoleRun *self)
{
  for (guint i = 0; i < self->n_audit; i++)
    if (!self->audit[i].ok)
      return &self->audit[i];
  return NULL;
}

gboolean
systole_run_is_sound (const SystoleRun *self)
{
  return systole_run_find_breach (self) == NULL;
}

/**
 * systole_run_summarize:
 * @cycle: 0 … n_cycles − 1
 *
 * How many multipliers of the whole machine are busy in the cycle, and why the others
 * are not: busy + Σ idle = total, the same total at every cycle and level of zoom.
 */
void
systole_run_summarize (const SystoleRun *self, guint64 cycle, SystoleSummary *out)
{
  g_return_if_fail (cycle < self->n_cycles);
  *out = (SystoleSummary){ 0 };
  self->klass->summarize (self, cycle, out);
}

guint
systole_run_get_strip (const SystoleRun *self, SystoleStretch *out, guint max)
{
  g_return_val_if_fail (max > 0, 0);
  return self->klass->get_strip (self, out, max);
}

/**
 * systole_run_get_busy_share:
 * @from: @to: cycles, may be fractional, from < to
 * @out: (array length=n): share of the multiplier-cycles of each of @n equal bins that
 *   are busy, 0 … 1; bins outside the run are 0
 */
void
systole_run_get_busy_share (const SystoleRun *self, double from, double to, guint n, double *out)
{
  double end = (double) self->n_cycles;
  double width = (to - from) / n;
  double before = self->klass->get_busy_before (self, CLAMP (from, 0, end));

  for (guint i = 0; i < n; i++)
    {
      double edge = from + width * (i + 1);
      double after = self->klass->get_busy_before (self, CLAMP (edge, 0, end));

      out[i] = CLAMP ((after - before) / (width * self->peak_macs_per_cycle), 0, 1);
      before = after;
    }
}

double
systole_run_get_work_done (const SystoleRun *self, guint64 cycle)
{
  if (cycle >= self->n_cycles)
    return 1;
  return CLAMP (self->klass->get_useful_before (self, cycle) / (double) self->useful_work, 0, 1);
}

/**
 * systole_run_find_work:
 * @share: of the useful work, 0 … 1
 *
 * Returns: the first cycle before which at least @share of the work was done, at most
 *   the last cycle; found by bisection, the work done never shrinks
 */
guint64
systole_run_find_work (const SystoleRun *self, double share)
{
  guint64 low = 0, high = self->n_cycles - 1;

  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;

      if (systole_run_get_work_done (self, middle) >= share)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

guint64
systole_run_step (const SystoleRun *self, guint64 cycle, SystoleStep step, int direction)
{
  guint64 last = self->n_cycles - 1;

  cycle = MIN (cycle, last);
  if (step == SYSTOLE_STEP_CYCLE)
    return direction > 0 ? MIN (cycle + 1, last) : cycle - (cycle > 0);
  if (step == SYSTOLE_STEP_EVENT)
    {
      guint64 found;

      if (self->klass->find_event (self, cycle, (SystoleEvents) ~0u, direction, &found, NULL))
        return MIN (found, last);
      return direction > 0 ? last : 0;
    }
  return MIN (self->klass->step (self, cycle, step, direction), last);
}

char *
systole_run_describe_cycle (const SystoleRun *self, guint64 cycle)
{
  g_return_val_if_fail (cycle < self->n_cycles, NULL);
  return self->klass->describe_cycle (self, cycle);
}

gboolean
systole_run_find_event (const SystoleRun *self, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind)
{
  return self->klass->find_event (self, cycle, kinds, direction, out, out_kind);
}

void
systole_run_add_part (SystoleRun *self, SystolePart part, guint64 cycles)
{
  g_return_if_fail (self->n_waterfall < SYSTOLE_N_PARTS);
  self->waterfall[self->n_waterfall++] = (SystoleWaterfallPart){ part, cycles };
}

void
systole_run_add_traffic (SystoleRun *self, SystoleMemoryLevel level, guint64 read_bytes, guint64 write_bytes)
{
  g_return_if_fail (self->n_traffic < SYSTOLE_RUN_MAX_TRAFFIC);
  self->traffic[self->n_traffic++] = (SystoleTraffic){ level, read_bytes, write_bytes };
}

void
systole_run_add_utilization (SystoleRun *self, SystoleUnit unit, double share, const char *denominator)
{
  g_return_if_fail (self->n_utilization < SYSTOLE_RUN_MAX_UNITS);
  self->utilization[self->n_utilization++] = (SystoleUtilization){ unit, share, systole_maker_choose (systole_machine_get_maker (self->machine), denominator) };
}
