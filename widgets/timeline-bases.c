/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/timeline-painter.h"

#include <math.h>

/*
 * Time bases: what the axis counts, and which cycle of a lane's own clock that is.
 * Positions are real-valued; the whole run is [0, n_cycles], and n_cycles itself
 * means "ended".
 */

/* Share of the work that is done before a real-valued cycle: linear within a cycle. */
static double
work_before (const SystoleRun *run, double cycle)
{
  double whole = floor (cycle);
  double before = systole_run_get_work_done (run, (guint64) whole);

  if (cycle <= whole)
    return before;
  return before + (cycle - whole) * (systole_run_get_work_done (run, (guint64) whole + 1) - before);
}

/**
 * systole_time_to_cycle:
 * @base: what @position counts
 * @position: cycles, seconds, or share of the useful work 0 … 1
 *
 * Returns: the cycle of @run's own clock, 0 … n_cycles; for work the first instant that
 *   reaches the share
 */
double
systole_time_to_cycle (SystoleTimeBase base, const SystoleRun *run, double position)
{
  double end = (double) systole_run_get_n_cycles (run);
  guint64 cycle;
  double high, low;

  switch (base)
    {
    case SYSTOLE_TIME_WALL:
      return CLAMP (position * systole_run_get_clock_hz (run), 0, end);
    case SYSTOLE_TIME_WORK:
      if (position <= 0)
        return 0;
      cycle = systole_run_find_work (run, MIN (position, 1));
      high = systole_run_get_work_done (run, cycle);
      if (high < position) /* the last cycle works too: all is done only at its end */
        high = systole_run_get_work_done (run, ++cycle);
      low = cycle > 0 ? systole_run_get_work_done (run, cycle - 1) : 0;
      if (cycle == 0 || high <= low)
        return (double) cycle;
      return (double) (cycle - 1) + CLAMP ((position - low) / (high - low), 0, 1);
    case SYSTOLE_TIME_CYCLES:
    default:
      return CLAMP (position, 0, end);
    }
}

/**
 * systole_time_from_cycle:
 * @cycle: of @run's own clock, 0 … n_cycles
 *
 * The inverse of systole_time_to_cycle(); while no work is done, many cycles share one
 * position of the base "work", and the first of them comes back.
 */
double
systole_time_from_cycle (SystoleTimeBase base, const SystoleRun *run, double cycle)
{
  cycle = CLAMP (cycle, 0, (double) systole_run_get_n_cycles (run));
  switch (base)
    {
    case SYSTOLE_TIME_WALL:
      return cycle / systole_run_get_clock_hz (run);
    case SYSTOLE_TIME_WORK:
      return work_before (run, cycle);
    case SYSTOLE_TIME_CYCLES:
    default:
      return cycle;
    }
}
