/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-play.h"

#include <math.h>

#include "engine/systolic/array-events.h"
#include "engine/systolic/array-frame.h"

/* Before the first block is there, and when all is done, a PE holds nothing. */
static void
empty_cell (SystoleArrayCell *cell, gboolean values)
{
  cell->m = cell->n = cell->k = SYSTOLE_NO_INDEX;
  if (values)
    cell->a = cell->b = cell->partial_in = (SystoleValue){ FALSE, 0 };
}

/* The registers keep what they hold; nothing is multiplied. */
void
systole_array_frame_hold (SystoleArrayFrame *frame, gboolean empty)
{
  frame->held = TRUE;
  for (guint i = 0; i < frame->cells->len; i++)
    {
      SystoleArrayCell *cell = &g_array_index (frame->cells, SystoleArrayCell, i);

      if (cell->reason == SYSTOLE_REASON_PADDING)
        continue;
      cell->reason = SYSTOLE_REASON_MEMORY;
      cell->final = FALSE;
      if (frame->window.values)
        cell->product = cell->partial_out = (SystoleValue){ FALSE, 0 };
      if (empty)
        empty_cell (cell, frame->window.values);
    }
}

/* Lead-in: nothing stands at the edges; tail: only what has left. */
static void
empty_edges (SystoleArrayFrame *frame, gboolean before)
{
  g_array_set_size (frame->left, 0);
  g_array_set_size (frame->top, 0);
  frame->left_more = 0;
  for (guint i = 0; i < frame->more->len; i++)
    g_array_index (frame->more, guint64, i) = 0;
  if (before)
    g_array_set_size (frame->bottom, 0);
}

/**
 * systole_array_timeline_fill_frame:
 *
 * systole_array_schedule_fill_frame() of the step that the cycle is at.
 */
void
systole_array_timeline_fill_frame (const SystoleArrayTimeline *self, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame)
{
  SystoleArrayMoment moment;

  systole_array_timeline_find (self, cycle, &moment);
  systole_array_schedule_fill_frame (&self->schedule, moment.step, window, frame);
  frame->cycle = cycle;
  if (moment.stall == SYSTOLE_STALL_NONE && !moment.outside)
    return;
  frame->phase = systole_array_timeline_get_phase (self, cycle);
  systole_array_frame_hold (frame, moment.outside);
  if (!moment.outside)
    return;
  frame->identity = 0;
  frame->lacks_sums = FALSE;
  if (cycle >= self->lead)
    {
      frame->step = self->schedule.compute_end;
      systole_array_schedule_fill_edges (&self->schedule, frame->step, FALSE, frame);
      if (window->values)
        systole_array_schedule_fill_sums (&self->schedule, window->max_additions > 0 ? window->max_additions : SYSTOLE_FRAME_MAX_ADDITIONS, frame, NULL, NULL);
    }
  empty_edges (frame, cycle < self->lead);
}

/**
 * systole_array_timeline_count:
 *
 * systole_array_schedule_count(); while the array is held up, all PEs that hold elements wait for memory.
 */
guint64
systole_array_timeline_count (const SystoleArrayTimeline *self, guint64 cycle, guint64 idle[SYSTOLE_N_REASONS])
{
  guint64 free[SYSTOLE_N_REASONS] = { 0 };
  SystoleArrayMoment moment;
  guint64 busy;

  systole_array_timeline_find (self, cycle, &moment);
  if (moment.stall == SYSTOLE_STALL_NONE && !moment.outside)
    return systole_array_schedule_count (&self->schedule, moment.step, idle);
  busy = systole_array_schedule_count (&self->schedule, moment.step, free);
  idle[SYSTOLE_REASON_PADDING] += free[SYSTOLE_REASON_PADDING];
  idle[SYSTOLE_REASON_MEMORY] += busy;
  for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
    if (r != SYSTOLE_REASON_PADDING)
      idle[SYSTOLE_REASON_MEMORY] += free[r];
  return 0;
}

SystolePhase
systole_array_timeline_get_phase (const SystoleArrayTimeline *self, guint64 cycle)
{
  SystoleArrayMoment moment;

  systole_array_timeline_find (self, cycle, &moment);
  if (moment.outside)
    return moment.phase;
  /* Short waits within a fold do not end its phase. */
  return moment.stall == SYSTOLE_STALL_FETCH ? SYSTOLE_PHASE_WAIT : systole_array_schedule_get_phase (&self->schedule, moment.step);
}

static double
get_busy_before_whole (const SystoleArrayTimeline *self, guint64 cycle)
{
  SystoleArrayMoment moment;

  if (cycle >= self->n_cycles - self->tail)
    return systole_array_schedule_get_busy_before (&self->schedule, (double) self->schedule.n_cycles);
  systole_array_timeline_find (self, cycle, &moment);
  return systole_array_schedule_get_busy_before (&self->schedule, (double) moment.step);
}

/**
 * systole_array_timeline_get_busy_before:
 *
 * systole_array_schedule_get_busy_before() with the cycles in which the array stands still.
 */
double
systole_array_timeline_get_busy_before (const SystoleArrayTimeline *self, double cycle)
{
  double whole = floor (cycle), fraction = cycle - whole, before;

  if (self->is_plain)
    return systole_array_schedule_get_busy_before (&self->schedule, cycle);
  if (cycle <= 0)
    return 0;
  before = get_busy_before_whole (self, (guint64) whole);
  if (fraction > 0 && whole < (double) self->n_cycles)
    before += fraction * (get_busy_before_whole (self, (guint64) whole + 1) - before);
  return before;
}

/* --- the strip --- */

typedef struct
{
  SystoleStretch *out;
  guint n, max;
} Strip;

static void
add (Strip *strip, guint64 start, guint64 end, SystolePhase phase, SystoleReason reason)
{
  if (start < end && strip->n < strip->max)
    strip->out[strip->n++] = (SystoleStretch){ start, end, phase, reason };
}

/* Steps of the schedule: where narrow ports leave nothing but waiting between two of them, that is what it is. */
static void
add_worked (Strip *strip, const SystoleArrayTimeline *self, guint64 start, guint64 end, const SystoleStretch *steps)
{
  gboolean waits = steps->reason == SYSTOLE_REASON_BUSY && start < end && !(systole_array_timeline_get_busy_before (self, (double) end) > systole_array_timeline_get_busy_before (self, (double) start));

  add (strip, start, end, waits ? SYSTOLE_PHASE_WAIT : steps->phase, waits ? SYSTOLE_REASON_MEMORY : steps->reason);
}

/* A stretch of the schedule between two cycles of a fold, cut where the fold's last step waits. */
static void
add_steps (Strip *strip, const SystoleArrayTimeline *self, const SystoleStretch *steps)
{
  guint64 start = systole_array_timeline_find_step (self, steps->start, FALSE), end = systole_array_timeline_find_step (self, steps->end, FALSE);
  guint64 first = steps->start / self->schedule.period, last = (steps->end - 1) / self->schedule.period;

  for (guint64 fold = first; fold <= last && fold < self->schedule.folds; fold++)
    {
      guint64 wait, fold_end = systole_array_timeline_get_start (self, fold);

      fold_end += systole_array_timeline_get_fold_cycles (self, fold, &wait);
      if (wait == 0 || fold_end > end)
        continue;
      add_worked (strip, self, start, fold_end - 1 - wait, steps);
      add (strip, fold_end - 1 - wait, fold_end - 1, SYSTOLE_PHASE_WAIT, SYSTOLE_REASON_MEMORY);
      start = fold_end - 1;
    }
  add_worked (strip, self, start, end, steps);
}

/* As many folds a stretch as needed. */
static void
add_groups (Strip *strip, const SystoleArrayTimeline *self, guint64 room)
{
  guint64 folds = self->schedule.folds, group = folds / room + (folds % room > 0);

  for (guint64 fold = 0; fold < folds; fold += group)
    {
      guint64 start = systole_array_timeline_get_start (self, fold), end = fold + group < folds ? systole_array_timeline_get_start (self, fold + group) : self->n_cycles - self->tail;
      /* Overlapped, the time of the first fold is that of its weights' loading, if nothing follows at once. */
      gboolean loads = !(systole_array_timeline_get_busy_before (self, (double) end) > systole_array_timeline_get_busy_before (self, (double) start));

      add (strip, start, end, loads ? SYSTOLE_PHASE_LOAD : SYSTOLE_PHASE_COMPUTE, loads ? SYSTOLE_REASON_WEIGHTS : SYSTOLE_REASON_BUSY);
    }
}

/**
 * systole_array_timeline_get_stretches:
 *
 * systole_array_schedule_get_stretches() with what memory adds: lead-in and tail, and the waits
 * at the ends of folds if there is room for them.
 */
guint
systole_array_timeline_get_stretches (const SystoleArrayTimeline *self, SystoleStretch *out, guint max)
{
  enum
  {
    MOST_A_FOLD = 5 + 2 + 1 /* its phases, a wait that cuts one of them */
  };
  Strip strip = { out, 0, max };
  SystoleStretch steps[64 * MOST_A_FOLD];

  if (self->is_plain)
    return systole_array_schedule_get_stretches (&self->schedule, out, max);
  if (max < 5)
    {
      add (&strip, 0, self->n_cycles, SYSTOLE_PHASE_COMPUTE, SYSTOLE_REASON_BUSY);
      return strip.n;
    }
  add (&strip, 0, self->lead, SYSTOLE_PHASE_COPY, SYSTOLE_REASON_MEMORY);
  if (self->schedule.folds <= MIN (64, (max - 2) / MOST_A_FOLD))
    {
      guint n = systole_array_schedule_get_stretches (&self->schedule, steps, G_N_ELEMENTS (steps));

      for (guint i = 0; i < n; i++)
        add_steps (&strip, self, &steps[i]);
    }
  else
    add_groups (&strip, self, max - 2);
  add (&strip, self->n_cycles - self->tail, self->n_cycles, SYSTOLE_PHASE_EPILOGUE, SYSTOLE_REASON_MEMORY);
  return strip.n;
}

/* --- events --- */

/* The first cycle in which a fold makes the array wait. */
static guint64
find_stall_in (const SystoleArrayTimeline *self, guint64 fold)
{
  guint64 wait, start = systole_array_timeline_get_start (self, fold), cycles = systole_array_timeline_get_fold_cycles (self, fold, &wait);

  return wait > 0 ? start + cycles - 1 - wait : start;
}

static guint64
count_stalls_before (const SystoleArrayTimeline *self, guint64 fold)
{
  return systole_array_timeline_get_start (self, fold) - self->lead - fold * self->schedule.period;
}

/* The nearest fold that memory holds up, by bisection over the stalls so far. */
static gboolean
find_stall (const SystoleArrayTimeline *self, guint64 cycle, int direction, guint64 *out)
{
  SystoleArrayMoment moment;
  guint64 low, high, stalls;

  if (self->is_plain)
    return FALSE;
  systole_array_timeline_find (self, cycle, &moment);
  low = moment.fold;
  stalls = count_stalls_before (self, low);
  if (direction > 0)
    {
      if (count_stalls_before (self, MIN (low + 1, self->schedule.folds - 1)) > stalls && find_stall_in (self, low) > cycle)
        {
          *out = find_stall_in (self, low);
          return TRUE;
        }
      low = MIN (low + 1, self->schedule.folds - 1);
      stalls = count_stalls_before (self, low);
      high = self->schedule.folds - 1;
      if (count_stalls_before (self, high) == stalls)
        return FALSE;
      while (low + 1 < high)
        {
          guint64 middle = low + (high - low) / 2;

          *(count_stalls_before (self, middle) > stalls ? &high : &low) = middle;
        }
      *out = find_stall_in (self, high - 1);
      return *out > cycle;
    }
  if (low + 1 < self->schedule.folds && count_stalls_before (self, low + 1) > stalls && find_stall_in (self, low) < cycle)
    {
      *out = find_stall_in (self, low);
      return TRUE;
    }
  if (stalls == 0)
    return FALSE;
  high = low;
  low = 0;
  while (low + 1 < high)
    {
      guint64 middle = low + (high - low) / 2;

      *(count_stalls_before (self, middle) == stalls ? &high : &low) = middle;
    }
  *out = find_stall_in (self, high - 1);
  return *out < cycle;
}

/* An event of the schedule, in cycles of the run. */
static gboolean
find_in_schedule (const SystoleArrayTimeline *self, guint64 cycle, SystoleEvents kind, int direction, guint64 *out)
{
  gboolean carried_out = kind == SYSTOLE_EVENT_BUSY;
  SystoleArrayMoment moment;
  guint64 step;

  systole_array_timeline_find (self, cycle, &moment);
  /* The event of the present step may still be to come, or be past. */
  step = moment.step;
  if (direction > 0 && step > 0)
    step--;
  else if (direction < 0)
    step++;
  for (guint i = 0; i < 3; i++)
    {
      if (i == 0 && direction > 0 && moment.step == 0)
        {
          /* find_event() looks behind its cycle only: an event of step 0 is asked for apart */
          guint64 first;

          if (systole_array_schedule_find_event (&self->schedule, 1, kind, -1, &first, NULL) && first == 0)
            {
              *out = systole_array_timeline_find_step (self, 0, carried_out);
              if (*out > cycle)
                return TRUE;
            }
        }
      if (!systole_array_schedule_find_event (&self->schedule, step, kind, direction, &step, NULL))
        return FALSE;
      *out = systole_array_timeline_find_step (self, step, carried_out);
      if (direction > 0 ? *out > cycle : *out < cycle)
        return TRUE;
    }
  return FALSE;
}

/* Where the only results leave with the array's last step, they are out when they are on their way to memory. */
static gboolean
find_late_output (const SystoleArrayTimeline *self, guint64 cycle, int direction, guint64 *out)
{
  *out = self->n_cycles - self->tail;
  return self->tail > 0 && systole_array_schedule_count_results (&self->schedule, self->schedule.n_cycles - 1) == 0 && (direction > 0 ? *out > cycle : *out < cycle);
}

/**
 * systole_array_timeline_find_event:
 *
 * systole_array_schedule_find_event() in cycles of the run; STALL is the begin of a fold's wait, or of a fold that
 * memory slows down. O(log folds).
 */
gboolean
systole_array_timeline_find_event (const SystoleArrayTimeline *self, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind)
{
  gboolean found = FALSE;

  if (self->is_plain)
    return systole_array_schedule_find_event (&self->schedule, cycle, kinds, direction, out, out_kind);
  for (guint kind = SYSTOLE_EVENT_FIRST_OUTPUT; kind <= SYSTOLE_EVENT_END; kind <<= 1)
    {
      guint64 at = self->n_cycles - 1;
      gboolean is;

      if ((kinds & kind) == 0)
        continue;
      if (kind == SYSTOLE_EVENT_END)
        is = direction > 0 && at > cycle;
      else if (kind == SYSTOLE_EVENT_STALL)
        is = find_stall (self, cycle, direction, &at);
      else
        is = find_in_schedule (self, cycle, (SystoleEvents) kind, direction, &at) || (kind == SYSTOLE_EVENT_FIRST_OUTPUT && find_late_output (self, cycle, direction, &at));
      if (!is || (found && (direction > 0 ? at >= *out : at <= *out)))
        continue;
      found = TRUE;
      *out = at;
      if (out_kind != NULL)
        *out_kind = (SystoleEvents) kind;
    }
  return found;
}

/* The borders of the phases of the fold that @cycle lies in: the nearest on its side. */
static guint64
step_phase (const SystoleArrayTimeline *self, guint64 cycle, int direction)
{
  guint64 last = self->n_cycles - 1, low, high;
  SystolePhase phase;
  SystoleArrayMoment moment;
  guint64 start, end, wait;

  if (direction < 0 && cycle > 0)
    cycle--;
  systole_array_timeline_find (self, cycle, &moment);
  if (moment.outside)
    return cycle < self->lead ? (direction > 0 ? self->lead : 0) : direction > 0 ? last
                                                                                 : self->n_cycles - self->tail;
  start = systole_array_timeline_get_start (self, moment.fold);
  end = start + systole_array_timeline_get_fold_cycles (self, moment.fold, &wait);
  phase = systole_array_timeline_get_phase (self, cycle);
  if (wait > 0 && cycle < end - 1 - wait)
    end -= 1 + wait;
  else if (phase == SYSTOLE_PHASE_WAIT)
    return direction > 0 ? end - 1 : end - 1 - wait;
  else if (wait > 0)
    return direction > 0 ? MIN (end, last) : end - 1;
  /* within a fold phases only advance */
  low = direction > 0 ? cycle + 1 : start;
  high = direction > 0 ? end : cycle;
  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;
      gboolean same = systole_array_timeline_get_phase (self, middle) == phase;

      if (same == (direction > 0))
        low = middle + 1;
      else
        high = middle;
    }
  return MIN (low, last);
}

/**
 * systole_array_timeline_step:
 *
 * systole_array_schedule_step() in cycles of the run.
 */
guint64
systole_array_timeline_step (const SystoleArrayTimeline *self, guint64 cycle, SystoleStep step, int direction)
{
  guint64 last = self->n_cycles - 1, at;

  if (self->is_plain)
    return systole_array_schedule_step (&self->schedule, cycle, step, direction);
  if (step == SYSTOLE_STEP_TILE && systole_array_timeline_find_event (self, cycle, SYSTOLE_EVENT_TILE, direction, &at, NULL))
    return at;
  if (step == SYSTOLE_STEP_PHASE)
    return step_phase (self, cycle, direction);
  return direction > 0 ? last : 0;
}
