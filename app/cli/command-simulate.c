/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"

#include "app/cli/simulate-report.h"

/* Everything that the audit and the file promise. */
static gboolean
is_good (const SystoleCliLanes *lanes)
{
  for (guint i = 0; i < lanes->lanes->len; i++)
    if (!systole_run_is_sound (systole_cli_lanes_get (lanes, i)->run))
      return FALSE;
  for (guint i = 0; lanes->scenario != NULL && i < lanes->scenario->expectations->len; i++)
    {
      const SystoleExpectation *promise = &g_array_index (lanes->scenario->expectations, SystoleExpectation, i);

      if (!systole_expectation_check (promise, systole_cli_lanes_get (lanes, promise->lane)->run, NULL))
        return FALSE;
    }
  return TRUE;
}

SystoleCliExit
systole_cli_simulate (char **argv, GError **error)
{
  g_auto (SystoleCliOptions) options = { 0 };
  g_autoptr (SystoleCliLanes) lanes = NULL;
  SystoleCliFormat format;

  if (!systole_cli_options_parse (&options, argv, SYSTOLE_CLI_OPTION_LANES | SYSTOLE_CLI_OPTION_FORMAT, NULL, error) ||
      !systole_cli_options_get_format (&options, 1u << SYSTOLE_CLI_TEXT | 1u << SYSTOLE_CLI_JSON | 1u << SYSTOLE_CLI_CSV, &format, error))
    return SYSTOLE_CLI_BAD_INPUT;
  lanes = systole_cli_lanes_load (&options, error);
  if (lanes == NULL)
    return SYSTOLE_CLI_BAD_INPUT;
  for (guint i = 0; i < lanes->lanes->len; i++)
    if (!systole_cli_lanes_run (lanes, i, error))
      return SYSTOLE_CLI_BAD_INPUT;
  if (format == SYSTOLE_CLI_JSON)
    systole_cli_report_json (lanes);
  else if (format == SYSTOLE_CLI_CSV)
    systole_cli_report_csv (lanes);
  else
    systole_cli_report_text (lanes);
  return is_good (lanes) ? SYSTOLE_CLI_OK : SYSTOLE_CLI_FAILED;
}
