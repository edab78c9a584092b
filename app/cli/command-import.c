/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"

#include <string.h>

#include "app/cli/cli-options.h"
#include "app/cli/cli-output.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/scenario/scenario.h"

typedef struct
{
  SystoleCliOptions options;
  char *rows, *columns, *dataflow;
  gboolean products;

  SystoleArrayDef def;
} Import;

static gboolean
parse (Import *self, char **argv, GError **error)
{
  const GOptionEntry own[] = {
    { "rows", 0, 0, G_OPTION_ARG_STRING, &self->rows, N_ ("Rows of PEs, 1 to 1024"), "R" },
    { "cols", 0, 0, G_OPTION_ARG_STRING, &self->columns, N_ ("Columns of PEs, 1 to 1024"), "C" },
    { "dataflow", 0, 0, G_OPTION_ARG_STRING, &self->dataflow, N_ ("What stays in the PEs: ws, os or is (default ws)"), "FLOW" },
    { "products", 0, 0, G_OPTION_ARG_NONE, &self->products, N_ ("Make convolutions the products of unfolded inputs that SCALE-Sim runs"), NULL },
    { NULL }
  };

  return systole_cli_options_parse (&self->options, argv, SYSTOLE_CLI_OPTION_OUTPUT, own, error);
}

/* The array of SCALE-Sim's own first configuration, counted as it counts. */
static gboolean
parse_def (Import *self, GError **error)
{
  guint64 rows, columns;

  if (!systole_cli_options_get_uint (self->rows, "--rows", 1, SYSTOLE_ARRAY_MAX_SIDE, SYSTOLE_IMPORT_ARRAY_SIDE, &rows, error) ||
      !systole_cli_options_get_uint (self->columns, "--cols", 1, SYSTOLE_ARRAY_MAX_SIDE, SYSTOLE_IMPORT_ARRAY_SIDE, &columns, error))
    return FALSE;
  systole_import_array_init (&self->def);
  self->def.rows = (guint) rows;
  self->def.columns = (guint) columns;
  if (self->dataflow == NULL || systole_dataflow_from_id (self->dataflow, &self->def.dataflow))
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("--dataflow: “%.40s” is not one of %s"), self->dataflow, "ws, os, is");
  return FALSE;
}

static gboolean
check (const Import *self, GError **error)
{
  const char *format = self->options.files[0];

  if (format == NULL || strcmp (format, "scale-sim") != 0)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("import: “%.40s” is not one of %s"), format != NULL ? format : "", "scale-sim");
      return FALSE;
    }
  if (!systole_cli_options_need_files (&self->options, 2, 2, error))
    return FALSE;
  if (self->options.output == NULL)
    g_set_error_literal (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("--output: this option is missing; it names the scenario that is made"));
  return self->options.output != NULL;
}

/* The rows that were not taken as they are, and how many were */
static void
report (const SystoleImport *import, const char *path, const char *output)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = import->ops->len;

  for (guint i = 0; i < import->notes->len; i++)
    systole_cli_complain (g_array_index (import->notes, SystoleImportNote, i).text);
  g_string_append_printf (text, P_ ("%s: %u layer", "%s: %u layers", n), path, n);
  if (import->skipped > 0)
    g_string_append_printf (text, P_ (", %u row left out", ", %u rows left out", import->skipped), import->skipped);
  if (strcmp (output, "-") == 0)
    {
      systole_cli_complain (text->str);
      return;
    }
  g_string_append_c (text, '\n');
  systole_cli_write (text);
}

static gboolean
import (Import *self, GError **error)
{
  const char *path;
  g_autoptr (SystoleImport) layers = NULL;
  g_autoptr (SystoleScenario) scenario = NULL;
  g_autofree char *data = NULL;
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;
  gsize length;

  if (!check (self, error) || !parse_def (self, error))
    return FALSE;
  path = self->options.files[1];
  if (!systole_cli_read_file (path, SYSTOLE_IMPORT_MAX_BYTES, &data, &length, error))
    return FALSE;
  name = g_filename_display_basename (path);
  layers = systole_import_scale_sim (data, length, name, self->products, error);
  if (layers == NULL)
    return FALSE;
  scenario = systole_scenario_from_import (layers, &self->def, name);
  text = systole_scenario_write (scenario, &length);
  if (!systole_cli_write_file (self->options.output, text, length, error))
    return FALSE;
  report (layers, name, self->options.output);
  return TRUE;
}

SystoleCliExit
systole_cli_import (char **argv, GError **error)
{
  Import self = { 0 };
  gboolean good = parse (&self, argv, error) && import (&self, error);

  systole_cli_options_clear (&self.options);
  g_free (self.rows);
  g_free (self.columns);
  g_free (self.dataflow);
  return good ? SYSTOLE_CLI_OK : SYSTOLE_CLI_BAD_INPUT;
}
