/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-schedule.h"

#include <math.h>

/*
 * Counting without looking at the PEs. A wave front is a diagonal row + column = x;
 * how many PEs of an a × b block it has passed is a difference of triangular numbers,
 * and the sum of that over cycles a difference of tetrahedral ones.
 */

static gint64
triangle (gint64 n)
{
  return n > 0 ? n * (n + 1) / 2 : 0;
}

static gint64
tetrahedron (gint64 n)
{
  return n > 0 ? n * (n + 1) / 2 * (n + 2) / 3 : 0;
}

/* PEs of an a × b block with row + column ≤ x. */
static guint64
passed (gint64 x, guint64 a, guint64 b)
{
  gint64 rows = (gint64) a, columns = (gint64) b;

  if (x < 0)
    return 0;
  if (x >= rows + columns - 2)
    return a * b;
  return (guint64) (triangle (x + 1) - triangle (x + 1 - rows) - triangle (x + 1 - columns));
}

/* Σ passed (y, a, b) over y = 0 … x. */
static double
passed_sum (gint64 x, guint64 a, guint64 b)
{
  gint64 rows = (gint64) a, columns = (gint64) b, full = rows + columns - 2;

  if (x < 0)
    return 0;
  if (x > full)
    return passed_sum (full, a, b) + (double) (x - full) * (double) (a * b);
  return (double) (tetrahedron (x + 1) - tetrahedron (x + 1 - rows) - tetrahedron (x + 1 - columns));
}

/* PEs that hold elements, summed over the first n folds. */
static guint64
mapped_before (const SystoleArraySchedule *self, guint64 n)
{
  gboolean rows_innermost = self->plan.rows_innermost;
  guint64 inner_folds = rows_innermost ? self->row_folds : self->column_folds;
  guint64 inner_side = rows_innermost ? self->plan.rows : self->plan.columns, outer_side = rows_innermost ? self->plan.columns : self->plan.rows;
  guint64 inner = rows_innermost ? self->spatial_rows : self->spatial_columns, outer = rows_innermost ? self->spatial_columns : self->spatial_rows;
  guint64 products = n / (self->row_folds * self->column_folds), of_last = n % (self->row_folds * self->column_folds);
  guint64 full = of_last / inner_folds, rest = of_last % inner_folds;
  guint64 elements = products * inner * outer + MIN (full * outer_side, outer) * inner;

  if (rest > 0)
    elements += MIN (outer - full * outer_side, outer_side) * MIN (rest * inner_side, inner);
  return elements;
}

/* Columns whose last fold over the rows is among the first n folds. */
static guint64
finished_columns (const SystoleArraySchedule *self, guint64 n)
{
  guint64 products = n / (self->row_folds * self->column_folds), of_last = n % (self->row_folds * self->column_folds);
  guint64 last_row = (self->row_folds - 1) * self->column_folds;
  guint64 column_folds = self->plan.rows_innermost ? of_last / self->row_folds : of_last - MIN (of_last, last_row);

  return products * self->spatial_columns + MIN (column_folds * self->plan.columns, self->spatial_columns);
}

/* Folds whose wave is anywhere in the array `since` cycles after the first stream began: first … last. */
static gboolean
folds_in_flight (const SystoleArraySchedule *self, gint64 since, guint64 *first, guint64 *last)
{
  gint64 oldest = since - (gint64) (self->plan.rows + self->plan.columns - 2);

  if (since < 0)
    return FALSE;
  *last = MIN ((guint64) since / self->period, self->folds - 1);
  *first = oldest < 0 ? 0 : MIN ((guint64) oldest / self->period, self->folds - 1);
  return TRUE;
}

/* Cycle by cycle in one fold at a time: hardware and scale-sim. */
static guint64
count_sequential (const SystoleArraySchedule *self, guint64 cycle, guint64 idle[SYSTOLE_N_REASONS])
{
  guint64 fold = systole_array_schedule_get_leading_fold (self, cycle);
  gint64 since = (gint64) cycle - (gint64) systole_array_schedule_get_stream_start (self, fold);
  guint64 a = systole_array_schedule_get_fold_rows (self, fold), b = systole_array_schedule_get_fold_columns (self, fold);
  guint64 arrived = passed (since, a, b), gone = passed (since - (gint64) self->stream, a, b);

  idle[SYSTOLE_REASON_PADDING] += (guint64) self->plan.rows * self->plan.columns - a * b;
  idle[since < 0 ? SYSTOLE_REASON_WEIGHTS : SYSTOLE_REASON_FILL] += a * b - arrived;
  idle[SYSTOLE_REASON_DRAIN] += gone;
  return arrived - gone;
}

/* One fold's share of the array: the diagonals whose latest wave is its own. */
static guint64
count_band (const SystoleArraySchedule *self, guint64 fold, gint64 since, guint64 idle[SYSTOLE_N_REASONS])
{
  guint64 a = systole_array_schedule_get_fold_rows (self, fold), b = systole_array_schedule_get_fold_columns (self, fold);
  gint64 head = since - (gint64) (fold * self->period);
  gint64 done = head - (gint64) self->stream;        /* diagonals ≤ done: T elements have gone by */
  gint64 bubble = head - (gint64) self->own_period;  /* ≤ bubble: the next fold is ready, the port is not */
  gint64 memory = head - (gint64) self->busy_period; /* ≤ memory: only memory keeps the next fold away */
  gint64 next = head - (gint64) self->period;        /* ≤ next: belong to the next fold */
  gboolean is_last = fold + 1 == self->folds, drains = is_last || self->plan.dataflow == SYSTOLE_DATAFLOW_OS || self->plan.shadow;
  guint64 rest;

  if (is_last)
    next = memory = bubble = -1;
  else if (self->plan.shadow)
    memory = bubble = next;
  rest = passed (next, a, b);
  idle[SYSTOLE_REASON_PADDING] += passed (head, self->plan.rows, self->plan.columns) - passed (next, self->plan.rows, self->plan.columns) - passed (head, a, b) + rest;
  idle[SYSTOLE_REASON_MEMORY] += passed (memory, a, b) - rest;
  idle[SYSTOLE_REASON_UNIT_BUSY] += passed (bubble, a, b) - passed (memory, a, b);
  idle[drains ? SYSTOLE_REASON_DRAIN : SYSTOLE_REASON_WEIGHTS] += passed (done, a, b) - passed (bubble, a, b);
  return passed (head, a, b) - passed (done, a, b);
}

static guint64
count_overlapped (const SystoleArraySchedule *self, guint64 cycle, guint64 idle[SYSTOLE_N_REASONS])
{
  gint64 since = (gint64) cycle - (gint64) (self->lead + self->load);
  guint64 all = (guint64) self->plan.rows * self->plan.columns;
  guint64 a = systole_array_schedule_get_fold_rows (self, 0), b = systole_array_schedule_get_fold_columns (self, 0);
  guint64 first, last, busy = 0;

  idle[SYSTOLE_REASON_PADDING] += all - passed (since, self->plan.rows, self->plan.columns) - (a * b - passed (since, a, b));
  idle[since < 0 ? SYSTOLE_REASON_WEIGHTS : SYSTOLE_REASON_FILL] += a * b - passed (since, a, b);
  if (!folds_in_flight (self, since, &first, &last))
    return 0;
  for (guint64 fold = first; fold <= last; fold++)
    busy += count_band (self, fold, since, idle);
  return busy;
}

/**
 * systole_array_schedule_count:
 * @idle: (out caller-allocates): zeroed by the caller; PEs by cause are added
 *
 * Returns: PEs that multiply in @cycle. busy + Σ idle = R × C.
 */
guint64
systole_array_schedule_count (const SystoleArraySchedule *self, guint64 cycle, guint64 idle[SYSTOLE_N_REASONS])
{
  SystoleReason reason;
  SystolePhase phase;

  if (systole_array_schedule_is_outside (self, cycle, &reason, &phase))
    {
      guint64 fold = cycle < self->lead ? 0 : self->folds - 1;
      guint64 mapped = (guint64) systole_array_schedule_get_fold_rows (self, fold) * systole_array_schedule_get_fold_columns (self, fold);

      idle[SYSTOLE_REASON_PADDING] += (guint64) self->plan.rows * self->plan.columns - mapped;
      idle[reason] += mapped;
      return 0;
    }
  return self->overlapped ? count_overlapped (self, cycle, idle) : count_sequential (self, cycle, idle);
}

/* PEs that the run (overlapped) or the fold will still reach, and those that it has left for good. */
static void
count_progress (const SystoleArraySchedule *self, guint64 cycle, guint64 *waiting, guint64 *finished)
{
  guint64 first = self->overlapped ? 0 : systole_array_schedule_get_leading_fold (self, cycle);
  guint64 last = self->overlapped ? self->folds - 1 : first;
  guint64 a = systole_array_schedule_get_fold_rows (self, first), b = systole_array_schedule_get_fold_columns (self, first);

  *waiting = a * b - passed ((gint64) cycle - (gint64) systole_array_schedule_get_stream_start (self, first), a, b);
  a = systole_array_schedule_get_fold_rows (self, last);
  b = systole_array_schedule_get_fold_columns (self, last);
  *finished = passed ((gint64) cycle - (gint64) (systole_array_schedule_get_stream_start (self, last) + self->stream), a, b);
}

/**
 * systole_array_schedule_get_phase:
 *
 * `load` until the fold's stream begins (overlapped: the run's), `fill` while PEs that
 * wait outnumber those that have finished, `steady` while there is neither, then `drain`.
 */
SystolePhase
systole_array_schedule_get_phase (const SystoleArraySchedule *self, guint64 cycle)
{
  guint64 fold = self->overlapped ? 0 : systole_array_schedule_get_leading_fold (self, cycle);
  guint64 waiting, finished;
  SystoleReason reason;
  SystolePhase phase;

  if (systole_array_schedule_is_outside (self, cycle, &reason, &phase))
    return phase;
  if (cycle < systole_array_schedule_get_stream_start (self, fold))
    return SYSTOLE_PHASE_LOAD;
  count_progress (self, cycle, &waiting, &finished);
  if (waiting > finished)
    return SYSTOLE_PHASE_FILL;
  return waiting == 0 && finished == 0 ? SYSTOLE_PHASE_STEADY : SYSTOLE_PHASE_DRAIN;
}

/* Multiplications of one fold in its first `cycles` cycles. */
static double
busy_in_fold (const SystoleArraySchedule *self, guint64 fold, gint64 cycles)
{
  guint64 a = systole_array_schedule_get_fold_rows (self, fold), b = systole_array_schedule_get_fold_columns (self, fold);

  return passed_sum (cycles - 1, a, b) - passed_sum (cycles - 1 - (gint64) self->stream, a, b);
}

static double
busy_before_whole (const SystoleArraySchedule *self, guint64 cycle)
{
  gint64 since = (gint64) MIN (cycle, self->n_cycles) - (gint64) (self->lead + self->load);
  gint64 flight = (gint64) (self->stream + self->plan.rows + self->plan.columns - 2);
  guint64 first, last;
  double busy;

  if (since <= 0)
    return 0;
  last = MIN ((guint64) (since - 1) / self->period, self->folds - 1);
  first = since < flight ? 0 : MIN ((guint64) (since - flight) / self->period, self->folds);
  busy = (double) mapped_before (self, first) * (double) self->stream;
  for (guint64 fold = first; fold <= last; fold++)
    busy += busy_in_fold (self, fold, since - (gint64) (fold * self->period));
  return busy;
}

/**
 * systole_array_schedule_get_busy_before:
 * @cycle: may be fractional
 *
 * Returns: multiplications (PE-cycles) in [0, @cycle), whole cycles exactly below 2^53,
 *   a straight line within a cycle
 */
double
systole_array_schedule_get_busy_before (const SystoleArraySchedule *self, double cycle)
{
  double whole = floor (cycle);
  double before, fraction = cycle - whole;

  if (cycle <= 0)
    return 0;
  if (whole >= (double) self->n_cycles)
    return busy_before_whole (self, self->n_cycles);
  before = busy_before_whole (self, (guint64) whole);
  if (fraction > 0)
    before += fraction * (busy_before_whole (self, (guint64) whole + 1) - before);
  return before;
}

/* Σ over b columns, each one cycle later, of how many of n things have happened. */
static guint64
skewed (gint64 x, guint64 n, guint64 b)
{
  return (guint64) (passed_sum (x, 1, b) - passed_sum (x - (gint64) n, 1, b));
}

/* Finished elements of C that left in the `since` cycles after the fold's stream began. */
static guint64
results_of_fold (const SystoleArraySchedule *self, guint64 fold, gint64 since)
{
  const SystoleArrayPlan *plan = &self->plan;
  guint64 a = systole_array_schedule_get_fold_rows (self, fold), b = systole_array_schedule_get_fold_columns (self, fold);
  gint64 rows = plan->rows, stream = (gint64) self->stream;
  guint64 row_fold, column_fold;

  if (plan->dataflow != SYSTOLE_DATAFLOW_OS)
    {
      guint64 each = plan->dataflow == SYSTOLE_DATAFLOW_WS ? plan->m1 - plan->m0 : plan->n1 - plan->n0;

      systole_array_schedule_split_fold (self, fold, &row_fold, &column_fold);
      if (row_fold + 1 < self->row_folds)
        return 0;
      return MIN (skewed (since - rows, self->stream, b) * plan->rate / plan->passes, each * b);
    }
  if (plan->timing == SYSTOLE_TIMING_SCALE_SIM)
    return passed (since - stream, a, b);
  if (self->overlapped)
    return skewed (since - stream - (rows - 1) - (rows - (gint64) a) - 1, a, b);
  return (guint64) CLAMP (since - stream - (rows + (gint64) plan->columns - 2) - (rows - (gint64) a), 0, (gint64) a) * b;
}

/**
 * systole_array_schedule_count_results:
 *
 * Returns: elements of C that were finished and out of the array before @cycle
 */
guint64
systole_array_schedule_count_results (const SystoleArraySchedule *self, guint64 cycle)
{
  const SystoleArrayPlan *plan = &self->plan;
  gint64 since = (gint64) cycle - (gint64) (self->lead + self->load);
  gint64 flight = (gint64) (self->stream + 2 * plan->rows + plan->columns - 2);
  guint64 first, last, results;

  if (since <= 0)
    return 0;
  last = MIN ((guint64) (since - 1) / self->period, self->folds - 1);
  first = since < flight ? 0 : MIN ((guint64) (since - flight) / self->period + 1, self->folds);
  if (plan->dataflow == SYSTOLE_DATAFLOW_OS)
    results = mapped_before (self, first);
  else
    results = finished_columns (self, first) * (plan->dataflow == SYSTOLE_DATAFLOW_WS ? plan->m1 - plan->m0 : plan->n1 - plan->n0);
  for (guint64 fold = first; fold <= last; fold++)
    results += results_of_fold (self, fold, since - (gint64) (fold * self->period));
  return results;
}
