/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"

#include "app/cli/cli-lanes.h"
#include "app/cli/cli-output.h"
#include "app/cli/cli-progress.h"
#include "app/export/trace.h"

/* The schedule of every lane, for trace viewers. */

static GBytes *
make (const SystoleCliOptions *options, GError **error)
{
  g_autoptr (SystoleCliLanes) lanes = systole_cli_lanes_load (options, error);
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();
  GBytes *bytes;

  if (lanes == NULL)
    return NULL;
  for (guint i = 0; i < lanes->lanes->len; i++)
    {
      if (!systole_cli_lanes_run (lanes, i, error))
        return NULL;
      g_ptr_array_add (runs, systole_cli_lanes_get (lanes, i)->run);
    }
  systole_cli_watch_interrupt ();
  bytes = systole_trace_encode ((const SystoleRun *const *) runs->pdata, runs->len, systole_cli_lanes_get_title (lanes, TRUE), systole_cli_progress, NULL, error);
  systole_cli_progress_done ();
  return bytes;
}

SystoleCliExit
systole_cli_trace (char **argv, GError **error)
{
  g_auto (SystoleCliOptions) options = { 0 };
  g_autoptr (GBytes) bytes = NULL;
  gconstpointer data;
  gsize length;

  if (!systole_cli_options_parse (&options, argv, SYSTOLE_CLI_OPTION_LANES | SYSTOLE_CLI_OPTION_OUTPUT, NULL, error))
    return SYSTOLE_CLI_BAD_INPUT;
  bytes = make (&options, error);
  if (bytes == NULL)
    return SYSTOLE_CLI_BAD_INPUT;
  data = g_bytes_get_data (bytes, &length);
  if (options.output == NULL)
    {
      g_autoptr (GString) text = g_string_new_len (data, (gssize) length);

      systole_cli_write (text);
      return SYSTOLE_CLI_OK;
    }
  return systole_cli_write_file (options.output, data, length, error) ? SYSTOLE_CLI_OK : SYSTOLE_CLI_BAD_INPUT;
}
