/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/tpu-events.h"

#include "engine/systolic/array-events.h"

/* Where steps lead and what happens when: the edges of the program's steps, and within a
 * MATRIX step what the array's own schedule tells. */

/* The event that a step's first cycle is; 0: none. */
static SystoleEvents
event_of (const SystoleTpuProgram *self, const SystoleTpuPlace *place)
{
  const SystoleTpuStep *step = place->step;
  gboolean last = place->start + step->cycles == self->n_cycles;

  if (step->kind == SYSTOLE_TPU_STEP_MATRIX)
    return 0;
  if (step->slots > 0)
    return step == place->stage->steps ? SYSTOLE_EVENT_TILE : SYSTOLE_EVENT_BUSY;
  if (step->kind == SYSTOLE_TPU_STEP_STORE)
    return SYSTOLE_EVENT_FIRST_OUTPUT;
  return step->kind == SYSTOLE_TPU_STEP_FETCH && place->start > 0 && !last ? SYSTOLE_EVENT_STALL : 0;
}

/* In the array's schedule, in the cycles of the program; its end is the program's only where that ends too. */
static gboolean
find_in_matrix (const SystoleTpuProgram *self, const SystoleTpuPlace *place, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind)
{
  const SystoleTpuMatrix *matrix = systole_tpu_program_get_matrix (self, place->step);
  gboolean last = place->start + place->step->cycles == self->n_cycles;

  if (matrix == NULL || !systole_array_schedule_find_event (systole_tpu_matrix_get_longest (matrix), cycle - place->start, last ? kinds : kinds & ~SYSTOLE_EVENT_END, direction, out, out_kind))
    return FALSE;
  *out += place->start;
  return TRUE;
}

/* Stages that repeat are looked at for two repetitions: all are alike. */
static gboolean
is_alike (const SystoleTpuPlace *from, const SystoleTpuPlace *place)
{
  guint64 apart = from->repetition > place->repetition ? from->repetition - place->repetition : place->repetition - from->repetition;

  return from->stage == place->stage && apart >= 2;
}

static gboolean
leave_stage (const SystoleTpuProgram *self, const SystoleTpuPlace *place, int direction, SystoleTpuPlace *out)
{
  const SystoleTpuStage *stage = place->stage;
  guint64 end = stage->start + stage->count * stage->period;

  if (direction > 0 ? end >= self->n_cycles : stage->start == 0)
    return FALSE;
  systole_tpu_program_find (self, direction > 0 ? end : stage->start - 1, out);
  return TRUE;
}

/**
 * systole_tpu_program_find_event:
 * @kinds: which
 * @direction: > 0: after @cycle, else before it
 * @out: (out): its cycle
 * @out_kind: (out) (optional): which of @kinds it is
 *
 * Returns: FALSE if there is none. O(steps), at any length.
 */
gboolean
systole_tpu_program_find_event (const SystoleTpuProgram *self, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind)
{
  SystoleTpuPlace place, from;
  SystoleEvents kind;
  guint64 at = cycle;

  if (direction <= 0 && cycle >= self->n_cycles && (kinds & SYSTOLE_EVENT_END) != 0)
    {
      *out = self->n_cycles - 1;
      if (out_kind != NULL)
        *out_kind = SYSTOLE_EVENT_END;
      return TRUE;
    }
  systole_tpu_program_find (self, MIN (cycle, self->n_cycles - 1), &place);
  from = place;
  for (;;)
    {
      kind = event_of (self, &place) & kinds;
      if (find_in_matrix (self, &place, CLAMP (at, place.start, place.start + place.step->cycles), kinds, direction, out, out_kind))
        return TRUE;
      if (kind != 0 && (direction > 0 ? place.start > cycle : place.start < cycle))
        {
          *out = place.start;
          if (out_kind != NULL)
            *out_kind = kind;
          return TRUE;
        }
      if (is_alike (&from, &place) ? !leave_stage (self, &place, direction, &place) : !systole_tpu_program_next (self, &place, direction, &place))
        break;
      if (place.stage != from.stage)
        from = place;
      at = direction > 0 ? place.start : place.start + place.step->cycles;
    }
  if (direction <= 0 || (kinds & SYSTOLE_EVENT_END) == 0 || cycle + 1 >= self->n_cycles)
    return FALSE;
  *out = self->n_cycles - 1;
  if (out_kind != NULL)
    *out_kind = SYSTOLE_EVENT_END;
  return TRUE;
}

/* The edge of the next step, or the begin of the present one and then of the one before. */
static guint64
step_edge (const SystoleTpuProgram *self, const SystoleTpuPlace *place, int direction)
{
  SystoleTpuPlace next;

  if (direction <= 0 && place->offset > 0)
    return place->start;
  if (systole_tpu_program_next (self, place, direction, &next))
    return next.start;
  return direction > 0 ? self->n_cycles - 1 : 0;
}

static guint64
stage_edge (const SystoleTpuProgram *self, const SystoleTpuPlace *place, guint64 cycle, int direction)
{
  const SystoleTpuStage *stage = place->stage;
  SystoleTpuPlace before;

  if (direction > 0)
    return MIN (stage->start + stage->count * stage->period, self->n_cycles - 1);
  if (cycle > stage->start)
    return stage->start;
  return leave_stage (self, place, -1, &before) ? before.stage->start : 0;
}

/* A repetition of the stage. */
static guint64
repetition_edge (const SystoleTpuProgram *self, const SystoleTpuPlace *place, guint64 cycle, int direction)
{
  const SystoleTpuStage *stage = place->stage;
  guint64 begin = stage->start + place->repetition * stage->period;
  SystoleTpuPlace before;

  if (direction > 0)
    return MIN (begin + stage->period, self->n_cycles - 1);
  if (cycle > begin)
    return begin;
  if (begin == 0)
    return 0;
  systole_tpu_program_find (self, begin - 1, &before);
  return before.stage->start + before.repetition * before.stage->period;
}

/**
 * systole_tpu_program_step:
 * @kind: TILE (a fold, a repetition of a stage), PHASE (a step), WAVE (a stage)
 *
 * Returns: where the step leads; backwards first to the begin of what @cycle is in
 */
guint64
systole_tpu_program_step (const SystoleTpuProgram *self, guint64 cycle, SystoleStep kind, int direction)
{
  const SystoleTpuMatrix *matrix;
  SystoleTpuPlace place;

  systole_tpu_program_find (self, cycle, &place);
  matrix = systole_tpu_program_get_matrix (self, place.step);
  if (kind == SYSTOLE_STEP_WAVE)
    return stage_edge (self, &place, cycle, direction);
  if (matrix != NULL)
    {
      guint64 local = systole_array_schedule_step (systole_tpu_matrix_get_longest (matrix), place.offset, kind, direction);
      gboolean stuck = local == place.offset || (direction > 0 && local + 1 == place.step->cycles && place.start + place.step->cycles < self->n_cycles);

      if (!stuck)
        return place.start + local;
      return step_edge (self, &place, direction);
    }
  return kind == SYSTOLE_STEP_TILE ? repetition_edge (self, &place, cycle, direction) : step_edge (self, &place, direction);
}
