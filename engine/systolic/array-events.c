/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-events.h"

/* Where steps lead and what happens when: every kind of event is an arithmetic series
 * `first + i · period`, i = 0 … n − 1. */

typedef struct
{
  guint64 first, period, n;
} Series;

static gboolean
find_in_series (const Series *series, guint64 cycle, int direction, guint64 *out)
{
  guint64 i;

  if (series->n == 0)
    return FALSE;
  if (direction > 0)
    {
      i = cycle < series->first ? 0 : (cycle - series->first) / series->period + 1;
      if (i >= series->n)
        return FALSE;
    }
  else
    {
      if (cycle <= series->first)
        return FALSE;
      i = MIN ((cycle - series->first - 1) / series->period, series->n - 1);
    }
  *out = series->first + i * series->period;
  return TRUE;
}

/* First cycle before which a result is out, by bisection: results only grow. */
static guint64
find_first_output (const SystoleArraySchedule *self)
{
  guint64 low = 0, high = self->compute_end;

  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;

      if (systole_array_schedule_count_results (self, middle) > 0)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

static gboolean
get_series (const SystoleArraySchedule *self, SystoleEvents kind, Series *out)
{
  guint64 stream = systole_array_schedule_get_stream_start (self, 0);
  gboolean empties = !self->overlapped || self->period >= self->stream + self->plan.rows + self->plan.columns - 1;

  *out = (Series){ 0, self->period, 0 };
  switch (kind)
    {
    case SYSTOLE_EVENT_FIRST_OUTPUT:
      *out = (Series){ find_first_output (self), 1, 1 };
      return out->first < self->n_cycles;
    case SYSTOLE_EVENT_STALL:
      *out = (Series){ stream + self->busy_period, self->period, self->period > self->busy_period && !self->plan.shadow ? self->folds - 1 : 0 };
      return TRUE;
    case SYSTOLE_EVENT_TILE:
      *out = (Series){ self->lead + (self->overlapped ? self->load : 0), self->period, self->folds };
      return TRUE;
    case SYSTOLE_EVENT_BUSY:
      *out = (Series){ stream, self->period, empties ? self->folds : 1 };
      return TRUE;
    case SYSTOLE_EVENT_END:
      *out = (Series){ self->n_cycles - 1, 1, 1 };
      return TRUE;
    case SYSTOLE_EVENT_WAVE:
    default:
      return FALSE;
    }
}

/**
 * systole_array_schedule_find_event:
 * @kinds: which
 * @direction: > 0: after @cycle, else before it
 * @out: (out): its cycle
 * @out_kind: (out) (optional): which of @kinds it is; the first in the enumeration if several
 *
 * Returns: FALSE if there is none. O(log cycles).
 */
gboolean
systole_array_schedule_find_event (const SystoleArraySchedule *self, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind)
{
  gboolean found = FALSE;

  for (guint kind = SYSTOLE_EVENT_FIRST_OUTPUT; kind <= SYSTOLE_EVENT_END; kind <<= 1)
    {
      Series series;
      guint64 at;

      if ((kinds & kind) == 0 || !get_series (self, (SystoleEvents) kind, &series) || !find_in_series (&series, cycle, direction, &at))
        continue;
      if (found && (direction > 0 ? at >= *out : at <= *out))
        continue;
      found = TRUE;
      *out = at;
      if (out_kind != NULL)
        *out_kind = (SystoleEvents) kind;
    }
  return found;
}

/* First cycle in (from, to] whose phase is another than that of `from`; within [from, to) phases only advance. */
static guint64
find_phase_end (const SystoleArraySchedule *self, guint64 from, guint64 to)
{
  SystolePhase phase = systole_array_schedule_get_phase (self, from);
  guint64 low = from + 1;

  while (low < to)
    {
      guint64 middle = low + (to - low) / 2;

      if (systole_array_schedule_get_phase (self, middle) != phase)
        to = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* The phase that `cycle` lies in: [start, end). */
static void
find_phase_bounds (const SystoleArraySchedule *self, guint64 cycle, guint64 *start, guint64 *end)
{
  guint64 index = systole_array_schedule_get_leading_fold (self, cycle);
  guint64 limit = self->compute_end;
  SystoleReason reason;
  SystolePhase phase;

  *start = self->lead;
  if (cycle < self->lead)
    {
      *start = 0;
      limit = self->lead;
    }
  else if (systole_array_schedule_is_outside (self, cycle, &reason, &phase))
    {
      *start = self->compute_end;
      limit = self->n_cycles;
    }
  else if (!self->overlapped)
    {
      *start = self->lead + index * self->period;
      limit = *start + self->period;
    }
  for (*end = find_phase_end (self, *start, limit); *end <= cycle; *end = find_phase_end (self, *start, limit))
    *start = *end;
}

/**
 * systole_array_schedule_step:
 * @step: CYCLE, TILE (a fold), PHASE; WAVE: there are none, the whole run
 *
 * Returns: where the step leads; backwards first to the begin of what @cycle is in
 */
guint64
systole_array_schedule_step (const SystoleArraySchedule *self, guint64 cycle, SystoleStep step, int direction)
{
  guint64 last = self->n_cycles - 1, start, end;

  switch (step)
    {
    case SYSTOLE_STEP_CYCLE:
      return direction > 0 ? MIN (cycle + 1, last) : cycle - (cycle > 0);
    case SYSTOLE_STEP_TILE:
      if (systole_array_schedule_find_event (self, cycle, SYSTOLE_EVENT_TILE, direction, &start, NULL))
        return start;
      return direction > 0 ? last : 0;
    case SYSTOLE_STEP_PHASE:
      find_phase_bounds (self, direction > 0 || cycle == 0 ? cycle : cycle - 1, &start, &end);
      return direction > 0 ? MIN (end, last) : start;
    case SYSTOLE_STEP_WAVE:
    case SYSTOLE_STEP_EVENT:
    case SYSTOLE_N_STEPS:
    default:
      return direction > 0 ? last : 0;
    }
}
