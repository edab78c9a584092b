/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"

#include "app/cli/cli-lanes.h"
#include "app/cli/cli-output.h"
#include "app/cli/simulate-report.h"
#include "app/cli/validate-key.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/lesson/check.h"
#include "widgets/lesson-text.h"

/* One promise of a file: a line on standard output when it is not kept. */
static gboolean
check_promise (SystoleCliLanes *lanes, const SystoleExpectation *promise, GString *out, gboolean *kept, GError **error)
{
  SystoleQuantity actual;

  if (!systole_cli_lanes_run (lanes, promise->lane, error))
    return FALSE;
  if (!systole_expectation_check (promise, systole_cli_lanes_get (lanes, promise->lane)->run, &actual))
    {
      g_autofree char *wanted = systole_cli_text_quantity (promise->what, promise->value);
      g_autofree char *is = systole_cli_text_quantity (promise->what, actual);

      *kept = FALSE;
      /* Translators: file, lane from 0, counter, expected value, actual value */
      g_string_append_printf (out, _ ("%s: expect: lane %u, %s: %s is promised, %s came out"), lanes->file_name, promise->lane, systole_counter_get_id (promise->what), wanted, is);
      g_string_append_c (out, '\n');
    }
  return TRUE;
}

static gboolean
check_lanes (SystoleCliLanes *lanes, GString *out, gboolean *kept, GError **error)
{
  const GArray *promises = lanes->scenario->expectations;

  for (guint i = 0; i < lanes->lanes->len; i++)
    {
      if (!systole_cli_lanes_run (lanes, i, error))
        return FALSE;
      if (!systole_run_is_sound (systole_cli_lanes_get (lanes, i)->run))
        {
          *kept = FALSE;
          g_string_append_printf (out, _ ("%s: lane %u breaks a law of the engine; “systole-cli simulate” says which"), lanes->file_name, i);
          g_string_append_c (out, '\n');
        }
    }
  for (guint i = 0; i < promises->len; i++)
    if (!check_promise (lanes, &g_array_index (promises, SystoleExpectation, i), out, kept, error))
      return FALSE;
  return TRUE;
}

/* The lesson of a file, beat by beat: a line for each thing that is wrong. */
static void
check_lesson (const SystoleCliLanes *lanes, GString *out, gboolean *kept)
{
  g_autoptr (GPtrArray) complaints = systole_lesson_check (lanes->scenario, systole_cli_get_catalogue (), systole_text_lesson_value, NULL);

  for (guint i = 0; i < complaints->len; i++)
    {
      *kept = FALSE;
      g_string_append_printf (out, "%s: %s\n", lanes->file_name, (const char *) complaints->pdata[i]);
    }
}

/* Promises of the file and of the beats of its lesson. */
static guint
count_promises (const SystoleScenario *scenario)
{
  guint n = scenario->expectations->len;

  for (guint i = 0; i < systole_scenario_get_n_beats (scenario); i++)
    n += systole_scenario_get_beat (scenario, i)->state->expectations->len;
  return n;
}

/* One file: warnings, promises, answers, then a word that it is good. `key`: or NULL. */
static SystoleCliExit
validate_file (char *path, const SystoleCliLanes *key, GString *out, GError **error)
{
  SystoleCliOptions only_file = { .files = (char *[]){ path, NULL } };
  g_autoptr (SystoleCliLanes) lanes = systole_cli_lanes_load (&only_file, error);
  gboolean kept = TRUE;
  guint n;

  if (lanes == NULL)
    return SYSTOLE_CLI_BAD_INPUT;
  for (guint i = 0; i < lanes->scenario->warnings->len; i++)
    {
      /* Translators: %s is a place in a file and what was not understood there */
      g_string_append_printf (out, _ ("%s (warning)"), (const char *) lanes->scenario->warnings->pdata[i]);
      g_string_append_c (out, '\n');
    }
  if (!check_lanes (lanes, out, &kept, error))
    return SYSTOLE_CLI_BAD_INPUT;
  check_lesson (lanes, out, &kept);
  if (key != NULL && !systole_cli_check_answers (lanes, key, out, &kept, error))
    return SYSTOLE_CLI_BAD_INPUT;
  if (!kept)
    return SYSTOLE_CLI_FAILED;
  n = count_promises (lanes->scenario);
  g_string_append_printf (out, P_ ("%s: good, %u promise kept", "%s: good, %u promises kept", n), lanes->file_name, n);
  g_string_append_c (out, '\n');
  return SYSTOLE_CLI_OK;
}

SystoleCliExit
systole_cli_validate (char **argv, GError **error)
{
  g_auto (SystoleCliOptions) options = { 0 };
  g_autofree char *key_path = NULL;
  const GOptionEntry own[] = {
    { "key", 0, 0, G_OPTION_ARG_FILENAME, &key_path, N_ ("Mark the exercises of the files against this one, the teacher’s key"), N_ ("KEY") },
    { NULL }
  };
  g_autoptr (SystoleCliLanes) key = NULL;
  g_autoptr (GString) out = g_string_new (NULL);
  SystoleCliExit worst = SYSTOLE_CLI_OK;

  if (!systole_cli_options_parse (&options, argv, 0, own, error) || !systole_cli_options_need_files (&options, 1, G_MAXUINT, error))
    return SYSTOLE_CLI_BAD_INPUT;
  if (key_path != NULL && (key = systole_cli_load_key (key_path, error)) == NULL)
    return SYSTOLE_CLI_BAD_INPUT;
  for (guint i = 0; options.files[i] != NULL; i++)
    {
      g_autoptr (GError) local = NULL;
      SystoleCliExit code = validate_file (options.files[i], key, out, &local);

      systole_cli_write (out);
      if (g_error_matches (local, SYSTOLE_ERROR, SYSTOLE_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return SYSTOLE_CLI_CANCELLED;
        }
      if (local != NULL)
        systole_cli_complain (local->message);
      worst = MAX (worst, code);
    }
  return worst;
}
