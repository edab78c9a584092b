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
