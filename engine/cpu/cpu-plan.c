/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/cpu/cpu-plan.h"

#include <math.h>
#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

static const SystoleCpuGeneration generations[] = {
#define CPU_GENERATION(architecture, vector_bytes, latency, slots, registers, copy, dram, start, gather, issue) { architecture, vector_bytes, latency, slots, registers, copy, dram, start, gather, issue },
#include "engine/cpu/cpu-generations.def"
#undef CPU_GENERATION
};

/* Where the fields of a machine say what a core does in a format; vector operations compute in fp32 what is narrower. */
static const struct
{
  SystoleFormat format;
  SystoleField rate, peak;
  guint bytes;
} formats[] = {
  { SYSTOLE_FORMAT_FP32, SYSTOLE_FIELD_FMA_FP32, SYSTOLE_FIELD_PEAK_FP32, 4 },
  { SYSTOLE_FORMAT_FP64, SYSTOLE_FIELD_FMA_FP64, SYSTOLE_FIELD_PEAK_FP64, 8 },
  { SYSTOLE_FORMAT_BF16, SYSTOLE_FIELD_FMA_BF16, SYSTOLE_FIELD_PEAK_BF16, 2 },
  { SYSTOLE_FORMAT_FP16, SYSTOLE_FIELD_FMA_FP16, SYSTOLE_FIELD_PEAK_FP16, 2 },
  { SYSTOLE_FORMAT_INT8, SYSTOLE_FIELD_FMA_INT8, SYSTOLE_FIELD_PEAK_INT8, 1 },
};

static const SystoleCpuGeneration *
find_generation (const SystoleMachine *machine)
{
  const char *architecture = systole_machine_get_fact (machine, "architecture");

  for (guint i = 0; architecture != NULL && i < G_N_ELEMENTS (generations); i++)
    if (strcmp (generations[i].architecture, architecture) == 0)
      return &generations[i];
  return NULL;
}

/* FMAs a cycle a core: stated, or what the peak is worth at the clock. */
static guint
find_lanes (const SystoleMachine *machine, SystoleFormat format, double clock_hz)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].format == format)
      {
        double stated = systole_machine_get (machine, formats[i].rate);
        double peak = systole_machine_get (machine, formats[i].peak);

        return (guint) (stated > 0 ? stated : floor (peak / (2 * systole_machine_get (machine, SYSTOLE_FIELD_UNITS) * clock_hz) + 0.5));
      }
  return 0;
}

/* A matrix unit has far more lanes than the vectors: a tile of 16 × 16 sums takes 64 bytes of k in 16 cycles
 * (Intel, Architecture Instruction Set Extensions, TDPBF16PS: 16 cycles apart, 52 until the result). */
static void
init_unit (SystoleCpuUnit *unit, const SystoleCpuGeneration *generation, guint lanes, guint lanes_32, guint element_bytes)
{
  guint width = generation->vector_bytes / MAX (element_bytes, 4);

  *unit = (SystoleCpuUnit){ .width = width, .rows = 1, .latency = generation->latency, .registers = generation->registers - 4, .issue_share = generation->issue_share, .slots = generation->slots, .lanes = lanes };
  if (lanes >= 8 * lanes_32)
    {
      unit->width = unit->rows = 16; /* elements */
      unit->depth = 64 / element_bytes;
      unit->latency = 52;
      unit->registers = 4;
      unit->matrix = TRUE;
    }
  else
    unit->depth = MAX (1, 4 / element_bytes);
  unit->cycles = (double) (unit->width * unit->rows * unit->depth) / lanes;
}

/* What the machine is, before the operation is looked at. */
gboolean
systole_cpu_plan_init (SystoleCpuPlan *self, const SystoleRun *run, GError **error)
{
  const SystoleMachine *machine = run->machine;
  SystoleFormat format = run->op.format;
  guint bytes = (guint) systole_format_get_bytes (format, SYSTOLE_OPERAND_A, 1), lanes, lanes_32;
  double bandwidth = systole_machine_get (machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH);

  *self = (SystoleCpuPlan){ .generation = find_generation (machine), .vectors = 1, .block_rows = 1, .splits = 1 };
  self->cores = (guint) systole_machine_get (machine, SYSTOLE_FIELD_UNITS);
  self->clock_hz = systole_machine_get (machine, systole_machine_has (machine, SYSTOLE_FIELD_CLOCK_TENSOR) ? SYSTOLE_FIELD_CLOCK_TENSOR : SYSTOLE_FIELD_CLOCK_BOOST);
  if (self->generation == NULL || self->cores == 0 || !(self->clock_hz > 0) || !(bandwidth > 0))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("%s: not modelled: nothing is known of the cores of this generation"), systole_machine_get_name (machine));
      return FALSE;
    }
  lanes_32 = find_lanes (machine, SYSTOLE_FORMAT_FP32, self->clock_hz);
  lanes = run->useful_macs > 0 || bytes > 4 ? find_lanes (machine, format, self->clock_hz) : lanes_32;
  if (lanes == 0 || lanes_32 == 0)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("%s: not modelled: its cores have no rate for this format"), systole_machine_get_name (machine));
      return FALSE;
    }
  init_unit (&self->unit, self->generation, lanes, lanes_32, run->useful_macs > 0 ? bytes : MAX (bytes, 4));
  self->dram_bytes_per_cycle = bandwidth * self->generation->dram_share / self->clock_hz;
  self->cache = systole_machine_get (machine, systole_machine_has (machine, SYSTOLE_FIELD_LLC) ? SYSTOLE_FIELD_LLC : SYSTOLE_FIELD_L2);
  return TRUE;
}

/**
 * systole_cpu_unit_step:
 * @sums: registers that hold sums, each takes one instruction
 * @other: instructions besides: loads that no other instruction takes along, prefetches
 *
 * Returns: cycles of one step in k of a register tile: the pipes, the issue slots, or the
 *   latency of a sum that the next step needs
 */
double
systole_cpu_unit_step (const SystoleCpuUnit *self, guint sums, double other)
{
  double pipes = sums * self->cycles;

  return (self->matrix ? MAX (pipes, self->latency) : MAX (MAX (pipes, (sums + other) / self->slots), self->latency)) / self->issue_share;
}

static double
get_copy_cycles (const SystoleCpuPlan *self)
{
  return (double) self->copied_bytes / (self->generation->copy_bytes * self->cores);
}

static double
get_dram_cycles (const SystoleCpuPlan *self)
{
  return (double) (self->dram_read + self->dram_write) / self->dram_bytes_per_cycle;
}

/* Cycles of all rounds, for choosing among mappings. */
guint64
systole_cpu_plan_estimate (const SystoleCpuPlan *self)
{
  double rounds = (double) systole_ceil_div (self->items, self->cores);

  return (guint64) MAX (rounds * (double) self->work + get_copy_cycles (self), get_dram_cycles (self));
}

/* Rounds and their period, once the items are known. */
gboolean
systole_cpu_plan_finish (SystoleCpuPlan *self, const SystoleRun *run, GError **error)
{
  double rounds, period, capacity;

  self->rounds = systole_ceil_div (self->items, self->cores);
  rounds = (double) self->rounds;
  self->copy = (guint64) ceil (get_copy_cycles (self) / rounds);
  period = MAX ((double) (self->copy + self->work), ceil (get_dram_cycles (self) / rounds));
  self->start = (guint64) ceil (self->generation->start * self->clock_hz);
  self->gather = (guint64) ceil (self->generation->gather * self->clock_hz);
  capacity = (period * rounds + (double) (self->start + self->gather)) * self->cores * self->unit.lanes;
  if (!(capacity < (double) (G_MAXUINT64 / 256)))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("%s: the run has more cycles than are counted"), systole_machine_get_name (run->machine));
      return FALSE;
    }
  self->period = (guint64) period;
  self->n_cycles = self->start + self->rounds * self->period + self->gather;
  return TRUE;
}

/* Of `part` cycles spread evenly over `whole`, how many lie before `at` (Bresenham's line). */
static guint64
spread (guint64 part, guint64 whole, guint64 at)
{
  return whole > 0 ? (guint64) ((unsigned __int128) part * at / whole) : 0;
}

/* After copying, issuing cycles are spread evenly over the rest of the round; so are, among
 * the others, those in which operands and those in which main memory is waited for. */
void
systole_cpu_plan_find (const SystoleCpuPlan *self, guint64 cycle, SystoleCpuMoment *out)
{
  guint64 in_rounds = cycle - self->start, window = self->period - self->copy, at, idle, idle_before;

  *out = (SystoleCpuMoment){ .round = G_MAXUINT64, .reason = SYSTOLE_REASON_LAUNCH };
  if (cycle < self->start)
    return;
  out->round = in_rounds / self->period;
  if (out->round >= self->rounds)
    {
      *out = (SystoleCpuMoment){ .round = self->rounds, .reason = SYSTOLE_REASON_BARRIER };
      return;
    }
  out->cycle = in_rounds % self->period;
  out->active = out->round + 1 < self->rounds ? self->cores : (guint) (self->items - out->round * self->cores);
  out->reason = SYSTOLE_REASON_MEMORY;
  if (out->cycle < self->copy)
    return;
  at = out->cycle - self->copy;
  out->busy = spread (self->busy, window, at + 1) > spread (self->busy, window, at);
  idle = window - self->busy;
  idle_before = at - spread (self->busy, window, at);
  if (out->busy)
    out->reason = SYSTOLE_REASON_BUSY;
  else if (spread (self->work - self->busy, idle, idle_before + 1) > spread (self->work - self->busy, idle, idle_before))
    out->reason = SYSTOLE_REASON_OPERAND;
}

guint64
systole_cpu_plan_count_busy (const SystoleCpuPlan *self, guint64 cycle)
{
  guint64 window = self->period - self->copy, in_rounds, round, at, active;

  if (cycle <= self->start)
    return 0;
  in_rounds = cycle - self->start;
  round = in_rounds / self->period;
  if (round >= self->rounds)
    return self->items * self->busy;
  at = in_rounds % self->period;
  active = round + 1 < self->rounds ? self->cores : self->items - round * self->cores;
  return round * self->cores * self->busy + active * (at > self->copy ? spread (self->busy, window, at - self->copy) : 0);
}
