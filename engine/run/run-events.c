/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/run-private.h"

/* Events and steps of families that find events kind by kind and have a strip of stretches. */

/**
 * systole_run_find_nearest_event:
 * @all: (array length=n): the kinds that the family has
 * @find_kind: the nearest one of a kind, or FALSE
 *
 * Returns: whether there is one of @kinds within the run; the nearest of them in @out
 */
gboolean
systole_run_find_nearest_event (const SystoleRun *self, guint64 cycle, SystoleEvents kinds, int direction, const SystoleEvents *all, guint n, SystoleFindEvent find_kind, guint64 *out, SystoleEvents *out_kind)
{
  gboolean found = FALSE;

  for (guint i = 0; i < n; i++)
    {
      guint64 at;

      if ((kinds & all[i]) == 0 || !find_kind (self, cycle, all[i], direction, &at) || at >= self->n_cycles)
        continue;
      if (found && (direction > 0 ? at >= *out : at <= *out))
        continue;
      found = TRUE;
      *out = at;
      if (out_kind != NULL)
        *out_kind = all[i];
    }
  return found;
}

/**
 * systole_run_step_along:
 * @kind: TILE and WAVE go by events, any other from stretch to stretch
 * @find_kind: the nearest event of a kind, or FALSE
 *
 * Returns: the cycle that a step leads to, of 0 … n_cycles − 1; an end of the run where there is no further one
 */
guint64
systole_run_step_along (const SystoleRun *self, guint64 cycle, SystoleStep kind, int direction, SystoleFindEvent find_kind)
{
  SystoleStretch strip[64];
  guint64 end = direction > 0 ? self->n_cycles - 1 : 0, found;
  guint n;

  if (kind == SYSTOLE_STEP_TILE || kind == SYSTOLE_STEP_WAVE)
    return find_kind (self, cycle, kind == SYSTOLE_STEP_TILE ? SYSTOLE_EVENT_TILE : SYSTOLE_EVENT_WAVE, direction, &found) && found < self->n_cycles ? found : end;
  n = self->klass->get_strip (self, strip, G_N_ELEMENTS (strip));
  if (direction > 0)
    {
      for (guint i = 0; i < n; i++)
        if (strip[i].start > cycle)
          return strip[i].start;
      return end;
    }
  while (n-- > 0)
    if (strip[n].start < cycle)
      return strip[n].start;
  return end;
}
