/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"

#include <string.h>

#include "app/cli/cli-lanes.h"
#include "app/cli/cli-output.h"
#include "app/cli/cli-text.h"
#include "engine/base/csv-table.h"
#include "app/export/json-writer.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/machine/unit-words.h"
#include "widgets/unit-format.h"

static const char *const quantity_ids[] = {
  [SYSTOLE_QUANTITY_COUNT] = "count",
  [SYSTOLE_QUANTITY_CYCLES] = "cycles",
  [SYSTOLE_QUANTITY_BYTES] = "bytes",
  [SYSTOLE_QUANTITY_SECONDS] = "seconds",
  [SYSTOLE_QUANTITY_HERTZ] = "hertz",
  [SYSTOLE_QUANTITY_RATIO] = "ratio",
  [SYSTOLE_QUANTITY_RATE] = "per-second",
  [SYSTOLE_QUANTITY_REAL] = "real",
};

static const char *const fact_keys[] = { "vendor", "architecture", "process", "memory-type" };

static void
counters_json (void)
{
  g_autoptr (SystoleJson) json = systole_json_new (systole_cli_write);

  systole_json_begin_array (json, NULL);
  for (guint i = 0; i < SYSTOLE_N_COUNTERS; i++)
    {
      systole_json_begin_line (json, NULL, '{');
      systole_json_string (json, "id", systole_counter_get_id ((SystoleCounter) i));
      systole_json_string (json, "kind", quantity_ids[systole_counter_get_kind ((SystoleCounter) i)]);
      systole_json_string (json, "formula", systole_counter_get_formula ((SystoleCounter) i));
      systole_json_end (json);
    }
  systole_json_end (json);
  systole_json_finish (json);
}

static void
counters_csv (void)
{
  g_autoptr (GString) text = g_string_new ("id,kind,formula\n");

  for (guint i = 0; i < SYSTOLE_N_COUNTERS; i++)
    {
      systole_csv_append (text, systole_counter_get_id ((SystoleCounter) i), ',');
      systole_csv_append (text, quantity_ids[systole_counter_get_kind ((SystoleCounter) i)], ',');
      systole_csv_append (text, systole_counter_get_formula ((SystoleCounter) i), '\n');
    }
  systole_cli_write (text);
}

static void
counters_text (void)
{
  g_autoptr (SystoleCliGrid) grid = systole_cli_grid_new ("l");
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < SYSTOLE_N_COUNTERS; i++)
    {
      const char *formula = systole_counter_get_formula ((SystoleCounter) i);

      systole_cli_grid_add (grid, systole_counter_get_id ((SystoleCounter) i));
      systole_cli_grid_add (grid, systole_counter_get_title ((SystoleCounter) i));
      systole_cli_grid_take (grid, g_strdup_printf ("%s%s%s", systole_counter_get_explanation ((SystoleCounter) i), *formula != '\0' ? " " : "", formula));
      systole_cli_grid_end_row (grid);
    }
  systole_cli_grid_append_to (grid, text, 0);
  systole_cli_write (text);
}

static void
machine_json (SystoleJson *json, const SystoleMachine *machine)
{
  systole_json_begin_object (json, NULL);
  systole_json_string (json, "id", systole_machine_get_id (machine));
  systole_json_string (json, "name", systole_machine_get_name (machine));
  systole_json_string (json, "family", systole_family_get_id (systole_machine_get_family (machine)));
  for (guint i = 0; i < G_N_ELEMENTS (fact_keys); i++)
    systole_json_string (json, fact_keys[i], systole_machine_get_fact (machine, fact_keys[i]));
  systole_json_string (json, "sources", systole_machine_get_fact (machine, "sources"));
  systole_json_begin_array (json, "fields");
  for (guint i = 0; i < SYSTOLE_N_FIELDS; i++)
    if (systole_machine_has (machine, (SystoleField) i))
      {
        systole_json_begin_line (json, NULL, '{');
        systole_json_string (json, "field", systole_field_get_id ((SystoleField) i));
        systole_json_real (json, "value", systole_machine_get (machine, (SystoleField) i));
        systole_json_string (json, "unit", systole_field_get_unit ((SystoleField) i));
        systole_json_string (json, "provenance", systole_provenance_get_id (systole_machine_get_provenance (machine, (SystoleField) i)));
        systole_json_string (json, "source", systole_machine_get_source (machine, (SystoleField) i));
        systole_json_end (json);
      }
  systole_json_end (json);
  systole_json_end (json);
}

/* One row a field. */
static void
machine_csv (GString *text, const SystoleMachine *machine)
{
  for (guint i = 0; i < SYSTOLE_N_FIELDS; i++)
    if (systole_machine_has (machine, (SystoleField) i))
      {
        g_autofree char *value = systole_number_format_double (systole_machine_get (machine, (SystoleField) i));
        const char *source = systole_machine_get_source (machine, (SystoleField) i);

        systole_csv_append (text, systole_machine_get_id (machine), ',');
        systole_csv_append (text, systole_field_get_id ((SystoleField) i), ',');
        systole_csv_append (text, value, ',');
        systole_csv_append (text, systole_field_get_unit ((SystoleField) i), ',');
        systole_csv_append (text, systole_provenance_get_id (systole_machine_get_provenance (machine, (SystoleField) i)), ',');
        systole_csv_append (text, source != NULL ? source : "", '\n');
      }
}

/* Units that take a prefix; the others stand as they are. */
static const char *const scaled_units[] = { "Hz", "B/s", "op/s", "s" };

static char *
text_value (const SystoleMachine *machine, SystoleField field)
{
  double value = systole_machine_get (machine, field);
  const char *unit = systole_field_get_unit (field);

  if (!systole_machine_has (machine, field))
    return g_strdup ("–");
  if (strcmp (unit, "B") == 0)
    return systole_units_format_bytes ((guint64) value);
  for (guint i = 0; i < G_N_ELEMENTS (scaled_units); i++)
    if (strcmp (unit, scaled_units[i]) == 0)
      return systole_cli_text_scaled (value, unit);
  if (field == SYSTOLE_FIELD_TRANSISTORS)
    return systole_cli_text_scaled (value, "");
  return g_strdup_printf (*unit != '\0' ? "%.10g %s" : "%.10g", value, unit);
}

static void
machine_text (GString *text, const SystoleMachine *machine)
{
  g_autoptr (SystoleCliGrid) facts = systole_cli_grid_new ("l");
  g_autoptr (SystoleCliGrid) grid = systole_cli_grid_new ("lrll");
  const char *sources = systole_machine_get_fact (machine, "sources");
  const char *note = NULL;

  g_string_append_printf (text, "%s  %s, %s\n", systole_machine_get_id (machine), systole_machine_get_name (machine), systole_family_get_title (systole_machine_get_family (machine)));
  for (guint i = 0; i < G_N_ELEMENTS (fact_keys); i++)
    if (systole_machine_get_fact (machine, fact_keys[i]) != NULL)
      {
        systole_cli_grid_add (facts, fact_keys[i]);
        systole_cli_grid_add (facts, systole_machine_get_fact (machine, fact_keys[i]));
        systole_cli_grid_end_row (facts);
      }
  systole_cli_grid_append_to (facts, text, 2);
  for (guint i = 0; i < SYSTOLE_N_FIELDS; i++)
    if (systole_machine_has (machine, (SystoleField) i))
      {
        systole_cli_grid_add (grid, systole_field_get_id ((SystoleField) i));
        systole_cli_grid_take (grid, text_value (machine, (SystoleField) i));
        systole_cli_grid_add (grid, systole_field_get_title ((SystoleField) i, systole_machine_get_maker (machine)));
        systole_cli_grid_add (grid, systole_provenance_get_title (systole_machine_get_provenance (machine, (SystoleField) i)));
        systole_cli_grid_end_row (grid);
        if (note == NULL)
          note = systole_provenance_get_note (systole_machine_get_provenance (machine, (SystoleField) i));
      }
  systole_cli_grid_append_to (grid, text, 2);
  if (note != NULL)
    g_string_append_printf (text, "  %s\n", note);
  if (sources != NULL)
    g_string_append_printf (text, "  %s\n    %s\n", _ ("Sources"), sources);
}

static void
list_text (const SystoleCatalogue *catalogue, GString *text)
{
  static const SystoleField columns[] = { SYSTOLE_FIELD_LAUNCH_YEAR, SYSTOLE_FIELD_UNITS, SYSTOLE_FIELD_MEMORY_BANDWIDTH };
  g_autoptr (SystoleCliGrid) grid = systole_cli_grid_new ("lllr");

  systole_cli_grid_add (grid, _ ("NAME"));
  systole_cli_grid_add (grid, _ ("Machine"));
  systole_cli_grid_add (grid, _ ("Family"));
  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    systole_cli_grid_add (grid, systole_field_get_title (columns[c], SYSTOLE_MAKER_USUAL));
  systole_cli_grid_end_row (grid);
  for (guint i = 0; i < systole_catalogue_get_n (catalogue); i++)
    {
      const SystoleMachine *machine = systole_catalogue_get (catalogue, i);

      systole_cli_grid_add (grid, systole_machine_get_id (machine));
      systole_cli_grid_add (grid, systole_machine_get_name (machine));
      systole_cli_grid_add (grid, systole_family_get_title (systole_machine_get_family (machine)));
      for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
        systole_cli_grid_take (grid, text_value (machine, columns[c]));
      systole_cli_grid_end_row (grid);
    }
  systole_cli_grid_append_to (grid, text, 0);
}

/* @one: (nullable): NULL lists all */
static void
print_machines (const SystoleCatalogue *catalogue, const SystoleMachine *one, SystoleCliFormat format)
{
  g_autoptr (GString) text = g_string_new (format == SYSTOLE_CLI_CSV ? "machine,field,value,unit,provenance,source\n" : NULL);
  g_autoptr (SystoleJson) json = systole_json_new (systole_cli_write);

  if (one == NULL && format == SYSTOLE_CLI_TEXT)
    list_text (catalogue, text);
  if (one == NULL && format == SYSTOLE_CLI_JSON)
    systole_json_begin_array (json, NULL);
  for (guint i = 0; i < (one != NULL ? 1 : systole_catalogue_get_n (catalogue)); i++)
    {
      const SystoleMachine *machine = one != NULL ? one : systole_catalogue_get (catalogue, i);

      if (format == SYSTOLE_CLI_JSON)
        machine_json (json, machine);
      else if (format == SYSTOLE_CLI_CSV)
        machine_csv (text, machine);
      else if (one != NULL)
        machine_text (text, machine);
    }
  if (one == NULL && format == SYSTOLE_CLI_JSON)
    systole_json_end (json);
  if (format == SYSTOLE_CLI_JSON)
    systole_json_finish (json);
  systole_cli_write (text);
}

SystoleCliExit
systole_cli_devices (char **argv, GError **error)
{
  g_auto (SystoleCliOptions) options = { 0 };
  gboolean counters = FALSE;
  const GOptionEntry own[] = {
    { "counters", 0, 0, G_OPTION_ARG_NONE, &counters, N_ ("List the counters of a run instead of the machines"), NULL },
    { NULL }
  };
  const SystoleMachine *one = NULL;
  SystoleCliFormat format;

  if (!systole_cli_options_parse (&options, argv, SYSTOLE_CLI_OPTION_FORMAT, own, error) ||
      !systole_cli_options_get_format (&options, 1u << SYSTOLE_CLI_TEXT | 1u << SYSTOLE_CLI_JSON | 1u << SYSTOLE_CLI_CSV, &format, error) ||
      !systole_cli_options_need_files (&options, 0, counters ? 0 : 1, error))
    return SYSTOLE_CLI_BAD_INPUT;
  if (counters)
    {
      (format == SYSTOLE_CLI_JSON ? counters_json : format == SYSTOLE_CLI_CSV ? counters_csv
                                                                              : counters_text) ();
      return SYSTOLE_CLI_OK;
    }
  if (options.files[0] != NULL)
    {
      one = systole_catalogue_find (systole_cli_get_catalogue (), options.files[0]);
      if (one == NULL)
        {
          g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("NAME: there is no machine “%.60s”; “systole-cli devices” lists them"), options.files[0]);
          return SYSTOLE_CLI_BAD_INPUT;
        }
    }
  print_machines (systole_cli_get_catalogue (), one, format);
  return SYSTOLE_CLI_OK;
}
