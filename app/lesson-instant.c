/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/lesson-instant.h"

/**
 * systole_lesson_now:
 * @out: (out caller-allocates): what formulas are worth at the session's instant
 */
void
systole_lesson_now (SystoleSession *session, SystoleLessonNow *out)
{
  guint n = MIN (systole_session_get_n_lanes (session), SYSTOLE_MAX_LANES);

  for (guint i = 0; i < n; i++)
    {
      out->runs[i] = systole_session_get_run (session, i);
      out->cycles[i] = systole_session_get_cycle (session, i);
    }
  out->state = (SystoleLessonState){ systole_session_get_scenario (session), systole_session_get_catalogue (session), out->runs, out->cycles, n };
}

/**
 * systole_lesson_find_answer:
 * @cycle: (out): of the lane that the instant's formula names, from 0
 *
 * Returns: FALSE where the right choice names no instant, or it never comes
 */
gboolean
systole_lesson_find_answer (const SystoleLessonState *state, const SystoleBeat *beat, guint64 *cycle)
{
  for (guint i = 0; i < beat->choices->len; i++)
    {
      const SystoleChoice *choice = &g_array_index (beat->choices, SystoleChoice, i);
      SystoleLessonValue value;

      if (choice->misconception != NULL || choice->instant == NULL)
        continue;
      value = systole_lesson_evaluate (state, choice->instant);
      *cycle = value.is_whole ? value.count : (guint64) MAX (value.real, 0);
      return value.present;
    }
  return FALSE;
}
