/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"

#include "app/cli/cli-lanes.h"
#include "app/cli/cli-output.h"
#include "app/cli/cli-progress.h"
#include "app/export/handout.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"

/* A lesson on paper. */

static gboolean
make (const SystoleCliOptions *options, GError **error)
{
  g_autoptr (SystoleScenario) lesson = NULL;
  g_autoptr (GBytes) bytes = NULL;
  gconstpointer data;
  gsize length;

  if (!systole_cli_options_need_files (options, 1, 1, error))
    return FALSE;
  if (options->output == NULL)
    {
      g_set_error_literal (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("--output: say which PDF to write"));
      return FALSE;
    }
  lesson = systole_cli_read_scenario (options->files[0], error);
  if (lesson == NULL)
    return FALSE;
  systole_cli_watch_interrupt ();
  bytes = systole_handout_encode (lesson, systole_cli_get_catalogue (), systole_cli_progress, NULL, error);
  systole_cli_progress_done ();
  if (bytes == NULL)
    {
      systole_cli_error_in (error, options->files[0]);
      return FALSE;
    }
  data = g_bytes_get_data (bytes, &length);
  return systole_cli_write_file (options->output, data, length, error);
}

SystoleCliExit
systole_cli_handout (char **argv, GError **error)
{
  g_auto (SystoleCliOptions) options = { 0 };

  return systole_cli_options_parse (&options, argv, SYSTOLE_CLI_OPTION_OUTPUT, NULL, error) && make (&options, error) ? SYSTOLE_CLI_OK : SYSTOLE_CLI_BAD_INPUT;
}
