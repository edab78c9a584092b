/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-schedule.h"

/* The strip of a lane: the run cut where its phase changes. */

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

/* First cycle in [from, to] whose phase is at least `phase`: phases only advance within it. */
static guint64
find_phase (const SystoleArraySchedule *self, guint64 from, guint64 to, SystolePhase phase)
{
  while (from < to)
    {
      guint64 middle = from + (to - from) / 2;

      if (systole_array_schedule_get_phase (self, middle) >= phase)
        to = middle;
      else
        from = middle + 1;
    }
  return from;
}

/* First cycle after the last multiplication of fold `last` and those before it. A fold that fills
 * more of the array may outlast its successor, but none that began a whole array earlier. */
static guint64
find_quiet (const SystoleArraySchedule *self, guint64 last)
{
  guint64 reach = self->plan.rows + self->plan.columns, quiet = 0;

  for (guint64 fold = last;; fold--)
    {
      guint64 end = systole_array_schedule_get_stream_start (self, fold) + self->stream;

      quiet = MAX (quiet, end + systole_array_schedule_get_fold_rows (self, fold) + systole_array_schedule_get_fold_columns (self, fold) - 2);
      if (fold == 0 || end + reach <= quiet + self->period)
        return quiet;
    }
}

/* [from, to) streams folds up to `last`; the multiplying ends before what is left to shift out. */
static void
add_stream (Strip *strip, const SystoleArraySchedule *self, guint64 from, guint64 to, guint64 last)
{
  guint64 steady = find_phase (self, from, to, SYSTOLE_PHASE_STEADY);
  guint64 drain = find_phase (self, steady, to, SYSTOLE_PHASE_DRAIN);
  guint64 quiet = CLAMP (find_quiet (self, last), drain, to);

  add (strip, from, steady, SYSTOLE_PHASE_FILL, SYSTOLE_REASON_BUSY);
  add (strip, steady, drain, SYSTOLE_PHASE_STEADY, SYSTOLE_REASON_BUSY);
  add (strip, drain, quiet, SYSTOLE_PHASE_DRAIN, SYSTOLE_REASON_BUSY);
  add (strip, quiet, to, SYSTOLE_PHASE_DRAIN, SYSTOLE_REASON_DRAIN);
}

static void
add_folds (Strip *strip, const SystoleArraySchedule *self)
{
  for (guint64 fold = 0; fold < self->folds; fold++)
    {
      guint64 begin = self->lead + fold * self->period, end = begin + self->period;

      add (strip, begin, begin + self->load, SYSTOLE_PHASE_LOAD, SYSTOLE_REASON_WEIGHTS);
      add_stream (strip, self, begin + self->load, end, fold);
    }
}

static void
add_outside (Strip *strip, const SystoleArraySchedule *self, guint64 start, guint64 end)
{
  SystoleReason reason;
  SystolePhase phase;

  if (systole_array_schedule_is_outside (self, start, &reason, &phase))
    add (strip, start, end, phase, reason);
}

/* Too many folds to show each one's phases: as many folds a stretch as needed. */
static void
add_groups (Strip *strip, const SystoleArraySchedule *self, guint64 room)
{
  guint64 group = self->folds / room + (self->folds % room > 0);

  for (guint64 fold = 0; fold < self->folds; fold += group)
    add (strip, self->lead + fold * self->period, self->lead + MIN (fold + group, self->folds) * self->period, SYSTOLE_PHASE_COMPUTE, SYSTOLE_REASON_BUSY);
}

/**
 * systole_array_schedule_get_stretches:
 * @max: room in @out
 *
 * The whole run without gaps: the phases of each fold, or whole folds, or groups of
 * them, whatever fits; one stretch if there is room for less than the coarsest.
 *
 * Returns: how many
 */
guint
systole_array_schedule_get_stretches (const SystoleArraySchedule *self, SystoleStretch *out, guint max)
{
  const SystoleArrayPlan *plan = &self->plan;
  Strip strip = { out, 0, max };
  const guint outside = 6; /* at most three in front and three behind */

  if (max < outside + 5)
    {
      add (&strip, 0, self->n_cycles, SYSTOLE_PHASE_COMPUTE, SYSTOLE_REASON_BUSY);
      return strip.n;
    }
  add_outside (&strip, self, 0, plan->launch);
  add_outside (&strip, self, plan->launch, plan->launch + plan->fetch);
  add_outside (&strip, self, plan->launch + plan->fetch, self->lead);
  if (self->overlapped)
    {
      add (&strip, self->lead, self->lead + self->load, SYSTOLE_PHASE_LOAD, SYSTOLE_REASON_WEIGHTS);
      add_stream (&strip, self, self->lead + self->load, self->compute_end, self->folds - 1);
    }
  else if (self->folds <= (max - outside) / 5)
    add_folds (&strip, self);
  else
    add_groups (&strip, self, max - outside);
  add_outside (&strip, self, self->compute_end, self->compute_end + plan->idle);
  add_outside (&strip, self, self->compute_end + plan->idle, self->n_cycles - plan->tail);
  add_outside (&strip, self, self->n_cycles - plan->tail, self->n_cycles);
  return strip.n;
}
