/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/exercise-edits.h"

#include "engine/base/i18n.h"
#include "engine/lesson/marking.h"

static void
push (SystoleSession *session, SystoleScenario *next, const char *name)
{
  systole_session_edit_words (session, next, name, NULL);
  systole_history_seal (systole_session_get_history (session));
}

gboolean
systole_edit_add_exercise (SystoleSession *session, SystoleExerciseKind kind)
{
  const SystoleScenario *base = systole_session_get_base (session);
  guint lane = systole_session_get_active (session);
  SystoleRun *run = systole_session_get_beat (session) < 0 ? systole_session_get_run (session, lane) : NULL;
  SystoleExercise *made;
  SystoleScenario *next;

  if (run == NULL || base->exercises->len >= SYSTOLE_SCENARIO_MAX_EXERCISES)
    return FALSE;
  made = systole_exercise_make (kind, lane, run);
  if (made == NULL)
    return FALSE;
  next = systole_scenario_copy (base);
  g_ptr_array_add (next->exercises, made);
  push (session, next, _ ("Add an exercise"));
  return TRUE;
}

void
systole_edit_remove_exercise (SystoleSession *session, guint exercise)
{
  SystoleScenario *next = systole_scenario_copy (systole_session_get_base (session));

  if (exercise < next->exercises->len)
    g_ptr_array_remove_index (next->exercises, exercise);
  push (session, next, _ ("Remove an exercise"));
}

void
systole_edit_set_answer (SystoleSession *session, guint exercise, guint blank, const guint64 *answer)
{
  SystoleScenario *next = systole_scenario_copy (systole_session_get_base (session));
  SystoleExercise *own;
  SystoleBlank *changed;
  g_autofree char *what = NULL;
  g_autofree char *name = NULL;

  g_return_if_fail (exercise < next->exercises->len);
  own = systole_exercise_copy (systole_scenario_get_exercise (next, exercise));
  systole_exercise_unref (next->exercises->pdata[exercise]);
  next->exercises->pdata[exercise] = own;
  changed = &g_array_index (own->blanks, SystoleBlank, blank);
  changed->answered = answer != NULL;
  changed->answer = answer != NULL ? *answer : 0;
  what = systole_exercise_describe_blank (own, blank);
  /* Translators: name of an edit; “Row 2”, “PE (2, 3)” or “Tile 5” */
  name = g_strdup_printf (_ ("Fill in “%s”"), what);
  push (session, next, name);
}
