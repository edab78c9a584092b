/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/difference.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/run/run-private.h"

static const struct
{
  const char *id, *title;
} own_causes[] = {
#define CAUSE(ID, id, title) { id, title },
#include "engine/run/causes.def"
#undef CAUSE
};

static double
get_part (const SystoleRun *run, SystolePart part)
{
  guint64 cycles = 0;

  for (guint i = 0; i < run->n_waterfall; i++)
    if (run->waterfall[i].part == part)
      cycles += run->waterfall[i].cycles;
  return (double) cycles / run->clock_hz;
}

static void
add_cause (SystoleDifference *self, const char *id, const char *title, double a, double b, double seconds)
{
  if (a > 0 || b > 0 || seconds > 0 || seconds < 0)
    self->causes[self->n_causes++] = (SystoleDifferenceCause){ id, title, a, b, seconds };
}

/* Logarithmic mean: what turns a ratio of two numbers into their difference exactly. */
static double
log_mean (double a, double b)
{
  double ratio = log (b / a);

  return fabs (ratio) < 1e-12 ? a : (b - a) / ratio;
}

/* The time at peak is work ÷ (multipliers × clock). Its difference is shared out among the
 * three by their logarithms, which leaves no rest: Ang, Energy Policy 33 (2005) 867,
 * logarithmic mean Divisia index. What is then missing is rounding to whole cycles. */
static void
split_peak (SystoleDifference *self, const SystoleRun *a, const SystoleRun *b)
{
  double at_a = get_part (a, SYSTOLE_PART_USEFUL), at_b = get_part (b, SYSTOLE_PART_USEFUL);
  double weight, rest = at_b - at_a;
  double logs[SYSTOLE_N_OWN_CAUSES];

  if (!(at_a > 0 && at_b > 0 && a->useful_macs > 0 && b->useful_macs > 0 && a->peak_macs_per_cycle > 0 && b->peak_macs_per_cycle > 0))
    {
      add_cause (self, systole_part_get_id (SYSTOLE_PART_USEFUL), systole_part_get_title (SYSTOLE_PART_USEFUL), at_a, at_b, rest);
      return;
    }
  weight = log_mean (at_a, at_b);
  logs[SYSTOLE_CAUSE_WORK] = log ((double) b->useful_macs / (double) a->useful_macs);
  logs[SYSTOLE_CAUSE_CLOCK] = log (a->clock_hz / b->clock_hz);
  logs[SYSTOLE_CAUSE_UNITS] = log (at_b / at_a) - logs[SYSTOLE_CAUSE_WORK] - logs[SYSTOLE_CAUSE_CLOCK];
  for (guint i = 0; i < SYSTOLE_N_OWN_CAUSES; i++)
    add_cause (self, own_causes[i].id, _ (own_causes[i].title), 0, 0, weight * logs[i]);
}

static int
compare_size (gconstpointer a, gconstpointer b)
{
  double left = fabs (((const SystoleDifferenceCause *) a)->seconds), right = fabs (((const SystoleDifferenceCause *) b)->seconds);

  return (left < right) - (left > right);
}

/**
 * systole_difference_init:
 *
 * Parts of the two waterfalls against each other, in seconds, since the clocks may differ;
 * the peak part further split into work, multipliers and clock. The causes add up to the
 * difference, apart from the rounding of doubles.
 */
void
systole_difference_init (SystoleDifference *self, const SystoleRun *a, const SystoleRun *b)
{
  *self = (SystoleDifference){ 0 };
  self->seconds_a = systole_run_get_seconds (a);
  self->seconds_b = systole_run_get_seconds (b);
  self->seconds = self->seconds_b - self->seconds_a;
  self->factor = self->seconds_b / self->seconds_a;
  split_peak (self, a, b);
  for (guint i = 0; i < SYSTOLE_N_PARTS; i++)
    if (i != SYSTOLE_PART_USEFUL)
      {
        double at_a = get_part (a, (SystolePart) i), at_b = get_part (b, (SystolePart) i);

        add_cause (self, systole_part_get_id ((SystolePart) i), systole_part_get_title ((SystolePart) i), at_a, at_b, at_b - at_a);
      }
  g_qsort_with_data (self->causes, (gint) self->n_causes, sizeof *self->causes, (GCompareDataFunc) (void (*) (void)) compare_size, NULL);
}

/**
 * systole_difference_describe:
 *
 * Returns: a translated sentence: who is faster, by what factor, and the cause that counts most
 */
char *
systole_difference_describe (const SystoleDifference *self)
{
  double factor = self->factor >= 1 ? self->factor : 1 / self->factor;
  char fast = self->factor >= 1 ? 'A' : 'B', slow = self->factor >= 1 ? 'B' : 'A';
  const SystoleDifferenceCause *first = NULL;

  /* The largest cause that works in the direction of the difference. */
  for (guint i = 0; first == NULL && i < self->n_causes; i++)
    if ((self->causes[i].seconds > 0) == (self->seconds > 0) && fabs (self->causes[i].seconds) > 0)
      first = &self->causes[i];
  if (first == NULL || fabs (self->seconds) <= 0)
    return g_strdup (_ ("A and B take the same time."));
  /* Translators: letter of a lane, factor, letter of a slower lane, a cause: “memory”, “number of multipliers” */
  return g_strdup_printf (_ ("%c is %.3g times as fast as %c; most of the difference: %s."), fast, factor, slow, first->title);
}
