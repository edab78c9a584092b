/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/scenario-private.h"

#include <math.h>

/* What two correct engines may differ by in a time or a ratio: rounding, nothing else. */
#define TOLERANCE_OF_REALS 1e-9

static void
clear_expectation (gpointer data)
{
  systole_unknown_unref (((SystoleExpectation *) data)->unknown);
}

GArray *
systole_expectation_array_new (void)
{
  GArray *self = g_array_new (FALSE, FALSE, sizeof (SystoleExpectation));

  g_array_set_clear_func (self, clear_expectation);
  return self;
}

GArray *
systole_expectation_array_copy (const GArray *self)
{
  GArray *copy = systole_expectation_array_new ();

  for (guint i = 0; i < self->len; i++)
    {
      SystoleExpectation expectation = g_array_index (self, SystoleExpectation, i);

      expectation.unknown = systole_unknown_ref (expectation.unknown);
      g_array_append_val (copy, expectation);
    }
  return copy;
}

gboolean
systole_counter_is_whole (SystoleCounter self)
{
  SystoleQuantityKind kind = systole_counter_get_kind (self);

  return kind == SYSTOLE_QUANTITY_COUNT || kind == SYSTOLE_QUANTITY_CYCLES || kind == SYSTOLE_QUANTITY_BYTES;
}

/**
 * systole_expectation_check:
 * @run: of the lane that the promise is about
 * @actual: (out) (optional): what the run says; `present` is FALSE if it does not count that
 *
 * Whole numbers must be equal, others within 1e-9 of the promised value, unless the
 * file states a relative tolerance.
 *
 * Returns: TRUE if the promise is kept
 */
gboolean
systole_expectation_check (const SystoleExpectation *self, const SystoleRun *run, SystoleQuantity *actual)
{
  SystoleQuantity found = systole_run_get_counter (run, self->what);
  gboolean whole = systole_counter_is_whole (self->what);
  double tolerance = self->tolerance >= 0 ? self->tolerance : whole ? 0
                                                                    : TOLERANCE_OF_REALS;

  if (actual != NULL)
    *actual = found;
  if (!found.present)
    return FALSE;
  if (whole && found.count == self->value.count)
    return TRUE;
  if (whole && !(tolerance > 0))
    return FALSE;
  return fabs (found.real - self->value.real) <= tolerance * fabs (self->value.real);
}
