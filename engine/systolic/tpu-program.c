/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/tpu-program.h"

#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* Cycles are handled as signed differences. */
#define MAX_CYCLES (G_GUINT64_CONSTANT (1) << 61)

static const struct
{
  SystolePhase phase;
  SystoleReason reason;
  SystolePart part;
} kinds[SYSTOLE_N_TPU_STEPS] = {
#define TPU_STEP(ID, phase, reason, part) { SYSTOLE_PHASE_##phase, SYSTOLE_REASON_##reason, SYSTOLE_PART_##part },
#include "engine/systolic/tpu-steps.def"
#undef TPU_STEP
};

SystolePhase
systole_tpu_step_get_phase (const SystoleTpuStep *self)
{
  return kinds[self->kind].phase;
}

/* Why the arrays wait; BUSY: they do not. */
SystoleReason
systole_tpu_step_get_reason (const SystoleTpuStep *self)
{
  return kinds[self->kind].reason;
}

SystolePart
systole_tpu_step_get_part (const SystoleTpuStep *self)
{
  return kinds[self->kind].part;
}

/**
 * systole_tpu_program_add_stage:
 * @count: how often its steps are repeated; 0 adds a stage that is dropped
 * @title: (nullable): what a repetition is, marked for translation
 *
 * Returns: (transfer none): the stage, for its steps
 */
SystoleTpuStage *
systole_tpu_program_add_stage (SystoleTpuProgram *self, guint64 count, const char *title)
{
  SystoleTpuStage *stage = &self->stages[self->n_stages];

  g_assert (self->n_stages < SYSTOLE_TPU_MAX_STAGES);
  *stage = (SystoleTpuStage){ .count = count, .title = title };
  self->n_stages++;
  return stage;
}

/**
 * systole_tpu_stage_add_step:
 * @cycles: rounded up; a step of none is dropped with the stage's end
 *
 * Returns: (transfer none): the step, for what else is known of it
 */
SystoleTpuStep *
systole_tpu_stage_add_step (SystoleTpuStage *self, SystoleTpuStepKind kind, double cycles, SystoleTpuUnits units)
{
  SystoleTpuStep *step = &self->steps[self->n_steps];

  g_assert (self->n_steps < SYSTOLE_TPU_MAX_STEPS);
  *step = (SystoleTpuStep){ .kind = kind, .cycles = cycles < 0x1p62 ? (guint64) ceil (cycles) : MAX_CYCLES * 2, .units = units | SYSTOLE_TPU_SCALAR };
  self->n_steps++;
  return step;
}

const SystoleArraySchedule *
systole_tpu_matrix_get_longest (const SystoleTpuMatrix *self)
{
  return &self->kinds[0].schedule;
}

void
systole_tpu_program_set_feed (SystoleTpuProgram *self, SystoleTpuStep *step, const SystoleTpuFeed *feed)
{
  g_assert (self->n_feeds < SYSTOLE_TPU_MAX_FEEDS);
  self->feeds[self->n_feeds++] = *feed;
  step->feed = self->n_feeds;
}

const SystoleTpuFeed *
systole_tpu_program_get_feed (const SystoleTpuProgram *self, const SystoleTpuStep *step)
{
  return step->feed > 0 ? &self->feeds[step->feed - 1] : NULL;
}

/** A stage of its own for a product of the program. */
void
systole_tpu_program_add_matrix (SystoleTpuProgram *self, guint matrix)
{
  const SystoleTpuMatrix *product = &self->matrices[matrix];
  SystoleTpuStage *stage = systole_tpu_program_add_stage (self, 1, NULL);
  SystoleTpuStep *step = systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_MATRIX, 0, SYSTOLE_TPU_MXU | SYSTOLE_TPU_VPU);

  step->matrix = matrix;
  step->cycles = systole_tpu_matrix_get_longest (product)->n_cycles;
  step->bytes_in = product->transfers.reads;
  step->bytes_out = product->transfers.writes;
  step->host_in = product->transfers.host.in - product->transfers.host.first;
  step->host_out = product->transfers.host.out - product->transfers.host.last;
}

/** Operands are on the chip and results stay there: no step only moves, and none moves anything. */
void
systole_tpu_program_drop_transfers (SystoleTpuProgram *self)
{
  for (guint i = 0; i < self->n_stages; i++)
    for (guint j = 0; j < self->stages[i].n_steps; j++)
      {
        SystoleTpuStep *step = &self->stages[i].steps[j];

        if (step->kind == SYSTOLE_TPU_STEP_FETCH || step->kind == SYSTOLE_TPU_STEP_STORE)
          step->cycles = 0;
        step->bytes_in = step->bytes_out = 0;
        step->units &= ~(SYSTOLE_TPU_IN | SYSTOLE_TPU_OUT);
      }
}

/* What takes no time is not there. */
static void
drop_empty (SystoleTpuProgram *self)
{
  guint n_stages = 0;

  for (guint i = 0; i < self->n_stages; i++)
    {
      SystoleTpuStage *stage = &self->stages[i];
      guint n = 0;

      for (guint j = 0; j < stage->n_steps; j++)
        if (stage->steps[j].cycles > 0)
          stage->steps[n++] = stage->steps[j];
      stage->n_steps = n;
      if (n > 0 && stage->count > 0)
        self->stages[n_stages++] = *stage;
    }
  self->n_stages = n_stages;
}

/**
 * systole_tpu_program_finish:
 *
 * Drops empty steps and stages and adds up the cycles.
 *
 * Returns: FALSE with %SYSTOLE_ERROR_CAPACITY where the count would not fit
 */
gboolean
systole_tpu_program_finish (SystoleTpuProgram *self, GError **error)
{
  gboolean fits = TRUE;

  drop_empty (self);
  self->n_cycles = 0;
  for (guint i = 0; i < self->n_stages && fits; i++)
    {
      SystoleTpuStage *stage = &self->stages[i];
      guint64 all;

      stage->start = self->n_cycles;
      for (guint j = 0; j < stage->n_steps && fits; j++)
        fits = systole_checked_add (stage->period, stage->steps[j].cycles, &stage->period);
      fits = fits && systole_checked_mul (stage->period, stage->count, &all) && systole_checked_add (self->n_cycles, all, &self->n_cycles) && self->n_cycles <= MAX_CYCLES;
    }
  if (fits)
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("The operation takes more than 2^61 cycles, the most that is counted"));
  return FALSE;
}

static guint64
end_of (const SystoleTpuStage *stage)
{
  return stage->start + stage->count * stage->period;
}

/**
 * systole_tpu_program_find:
 * @cycle: 0 … n_cycles − 1
 *
 * O(stages) at any length.
 */
void
systole_tpu_program_find (const SystoleTpuProgram *self, guint64 cycle, SystoleTpuPlace *out)
{
  const SystoleTpuStage *stage = self->stages;
  const SystoleTpuStep *step;
  guint64 rest;

  while (stage + 1 < self->stages + self->n_stages && cycle >= end_of (stage))
    stage++;
  out->stage = stage;
  out->repetition = (cycle - stage->start) / stage->period;
  rest = (cycle - stage->start) % stage->period;
  for (step = stage->steps; rest >= step->cycles && step + 1 < stage->steps + stage->n_steps; step++)
    rest -= step->cycles;
  out->step = step;
  out->offset = rest;
  out->start = cycle - rest;
}

/**
 * systole_tpu_program_next:
 * @direction: > 0: the step after @place, else the one before it
 *
 * Returns: FALSE if there is none
 */
gboolean
systole_tpu_program_next (const SystoleTpuProgram *self, const SystoleTpuPlace *place, int direction, SystoleTpuPlace *out)
{
  guint64 cycle = place->start;

  if (direction > 0 ? cycle + place->step->cycles >= self->n_cycles : cycle == 0)
    return FALSE;
  systole_tpu_program_find (self, direction > 0 ? cycle + place->step->cycles : cycle - 1, out);
  out->offset = 0;
  return TRUE;
}

const SystoleTpuMatrix *
systole_tpu_program_get_matrix (const SystoleTpuProgram *self, const SystoleTpuStep *step)
{
  return step->kind == SYSTOLE_TPU_STEP_MATRIX ? &self->matrices[step->matrix] : NULL;
}

/* --- integrals --- */

static double
matrix_before (const SystoleTpuMatrix *matrix, double cycle, gboolean useful)
{
  double sum = 0;

  for (guint i = 0; i < matrix->n_kinds; i++)
    {
      const SystoleTpuKind *kind = &matrix->kinds[i];
      double busy = kind->n * systole_array_schedule_get_busy_before (&kind->schedule, cycle);

      sum += useful ? busy * kind->macs_per_slot : busy * matrix->rate / matrix->passes;
    }
  return sum;
}

static double
step_before (const SystoleTpuProgram *self, const SystoleTpuStep *step, double cycles, gboolean useful)
{
  const SystoleTpuMatrix *matrix = systole_tpu_program_get_matrix (self, step);

  cycles = CLAMP (cycles, 0, (double) step->cycles);
  if (matrix != NULL)
    return matrix_before (matrix, cycles, useful);
  return (useful ? step->useful : step->slots) * cycles / (double) step->cycles;
}

static double
repetition_before (const SystoleTpuProgram *self, const SystoleTpuStage *stage, double cycles, gboolean useful)
{
  double sum = 0;

  for (guint i = 0; i < stage->n_steps && cycles > 0; i++)
    {
      sum += step_before (self, &stage->steps[i], cycles, useful);
      cycles -= (double) stage->steps[i].cycles;
    }
  return sum;
}

static double
program_before (const SystoleTpuProgram *self, double cycle, gboolean useful)
{
  double sum = 0;

  for (guint i = 0; i < self->n_stages; i++)
    {
      const SystoleTpuStage *stage = &self->stages[i];
      double since = cycle - (double) stage->start, period = (double) stage->period, whole;

      if (since <= 0)
        break;
      whole = MIN (floor (since / period), (double) stage->count);
      if (whole > 0)
        sum += whole * repetition_before (self, stage, period, useful);
      if (whole < (double) stage->count)
        sum += repetition_before (self, stage, since - whole * period, useful);
    }
  return sum;
}

/**
 * systole_tpu_program_get_slots_before:
 * @cycle: may be fractional
 *
 * Returns: multiplier-cycles (vector operations, bytes) that were busy in [0, @cycle), in
 *   units of the peak
 */
double
systole_tpu_program_get_slots_before (const SystoleTpuProgram *self, double cycle)
{
  return program_before (self, cycle, FALSE);
}

double
systole_tpu_program_get_useful_before (const SystoleTpuProgram *self, double cycle)
{
  return program_before (self, cycle, TRUE);
}

/* --- strip --- */

typedef struct
{
  SystoleStretch *out;
  guint n, max;
  gboolean multiplies; /* the operation has MACs */
} Strip;

static void
add_stretch (Strip *strip, guint64 start, guint64 end, SystolePhase phase, SystoleReason reason)
{
  if (start < end && strip->n < strip->max)
    strip->out[strip->n++] = (SystoleStretch){ start, end, phase, reason };
}

static void
add_step (Strip *strip, const SystoleTpuProgram *self, const SystoleTpuStep *step, guint64 start, guint room)
{
  const SystoleTpuMatrix *matrix = systole_tpu_program_get_matrix (self, step);
  guint first = strip->n;

  if (matrix == NULL)
    {
      add_stretch (strip, start, start + step->cycles, systole_tpu_step_get_phase (step), step->slots > 0 ? SYSTOLE_REASON_BUSY : systole_tpu_step_get_reason (step));
      return;
    }
  strip->n += systole_array_schedule_get_stretches (systole_tpu_matrix_get_longest (matrix), strip->out + first, MIN (room, strip->max - first));
  for (guint i = first; i < strip->n; i++)
    {
      strip->out[i].start += start;
      strip->out[i].end += start;
    }
}

/**
 * systole_tpu_program_get_strip:
 * @max: room in @out, > 0
 *
 * The whole program without gaps: every step of every repetition, or repetitions, or groups
 * of them, whatever fits.
 *
 * Returns: how many stretches
 */
guint
systole_tpu_program_get_strip (const SystoleTpuProgram *self, gboolean multiplies, SystoleStretch *out, guint max)
{
  Strip strip = { out, 0, max, multiplies };
  guint room = max / MAX (1, self->n_stages);

  if (room == 0)
    {
      add_stretch (&strip, 0, self->n_cycles, multiplies ? SYSTOLE_PHASE_COMPUTE : SYSTOLE_PHASE_WORK, SYSTOLE_REASON_BUSY);
      return strip.n;
    }
  for (guint i = 0; i < self->n_stages; i++)
    {
      const SystoleTpuStage *stage = &self->stages[i];
      guint64 group = systole_ceil_div (stage->count, room);
      gboolean expands = stage->count <= room / stage->n_steps;

      for (guint64 r = 0; expands && r < stage->count; r++)
        {
          guint64 start = stage->start + r * stage->period;

          for (guint j = 0; j < stage->n_steps; j++)
            {
              add_step (&strip, self, &stage->steps[j], start, room);
              start += stage->steps[j].cycles;
            }
        }
      for (guint64 r = 0; !expands && r < stage->count; r += group)
        add_stretch (&strip, stage->start + r * stage->period, stage->start + MIN (r + group, stage->count) * stage->period, multiplies ? SYSTOLE_PHASE_COMPUTE : SYSTOLE_PHASE_WORK, SYSTOLE_REASON_BUSY);
    }
  return strip.n;
}
