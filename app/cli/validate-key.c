/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/validate-key.h"

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/lesson/marking.h"
#include "engine/scenario/beat.h"

/* What is right is what the engine says; a key that says something else is refused, so that
 * nobody is marked by a slip of the teacher's. */
static gboolean
check_key (SystoleCliLanes *key, GError **error)
{
  guint n = systole_scenario_get_n_exercises (key->scenario);

  if (n == 0)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("%s: there is no <%s> in it; at least one is needed"), key->file_name, "exercise");
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    {
      const SystoleExercise *exercise = systole_scenario_get_exercise (key->scenario, i);
      g_auto (SystoleMark) mark = { 0 };

      if (!systole_cli_lanes_run (key, exercise->lane, error))
        return FALSE;
      systole_exercise_mark (exercise, systole_cli_lanes_get (key, exercise->lane)->run, &mark);
      if (mark.n_right == mark.n && mark.n == exercise->blanks->len)
        continue;
      /* Translators: a file, the number of an exercise, what is wrong */
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: exercise %u: the key is not what the engine says. %s"), key->file_name, i + 1, mark.sentence);
      return FALSE;
    }
  return TRUE;
}

/* The teacher’s scenario at @path; NULL with the error where it asks nothing or answers otherwise than the engine. */
SystoleCliLanes *
systole_cli_load_key (char *path, GError **error)
{
  SystoleCliOptions only_file = { .files = (char *[]){ path, NULL } };
  g_autoptr (SystoleCliLanes) key = systole_cli_lanes_load (&only_file, error);

  return key != NULL && check_key (key, error) ? g_steal_pointer (&key) : NULL;
}

/* The same work and machines, the same blanks. */
static gboolean
is_same (const SystoleScenario *a, const SystoleScenario *b)
{
  g_autoptr (SystoleScenario) first = systole_scenario_strip (a), second = systole_scenario_strip (b);
  guint n = systole_scenario_get_n_exercises (a);

  if (!systole_scenario_equal (first, second) || systole_scenario_get_n_exercises (b) != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!systole_exercise_same (systole_scenario_get_exercise (a, i), systole_scenario_get_exercise (b, i)))
      return FALSE;
  return TRUE;
}

/**
 * systole_cli_check_answers:
 * @lanes: a student's file
 * @kept: (inout): becomes FALSE where something is wrong or not filled in
 *
 * A line for each exercise: how many are right, and the first wrong instant.
 */
gboolean
systole_cli_check_answers (SystoleCliLanes *lanes, const SystoleCliLanes *key, GString *out, gboolean *kept, GError **error)
{
  if (!is_same (lanes->scenario, key->scenario))
    {
      *kept = FALSE;
      g_string_append_printf (out, _ ("%s: not the exercise of the key: other work, machines or blanks"), lanes->file_name);
      g_string_append_c (out, '\n');
      return TRUE;
    }
  for (guint i = 0; i < systole_scenario_get_n_exercises (lanes->scenario); i++)
    {
      const SystoleExercise *exercise = systole_scenario_get_exercise (lanes->scenario, i);
      g_auto (SystoleMark) mark = { 0 };

      if (!systole_cli_lanes_run (lanes, exercise->lane, error))
        return FALSE;
      systole_exercise_mark (exercise, systole_cli_lanes_get (lanes, exercise->lane)->run, &mark);
      if (mark.n_right < mark.n)
        *kept = FALSE;
      /* Translators: a file, number of an exercise, right blanks, all blanks, a sentence */
      g_string_append_printf (out, _ ("%s: exercise %u: %u of %u right. %s"), lanes->file_name, i + 1, mark.n_right, mark.n, mark.sentence);
      g_string_append_c (out, '\n');
    }
  return TRUE;
}
