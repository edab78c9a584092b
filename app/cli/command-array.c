/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"

#include <string.h>

#include "app/cli/array-table.h"
#include "app/cli/cli-output.h"
#include "app/cli/cli-text.h"
#include "engine/base/csv-table.h"
#include "app/export/json-writer.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/machine/def-table.h"
#include "engine/run/instruction.h"
#include "engine/systolic/array-report.h"

/* Fields of the array that each are an option of the same name. */
static const struct
{
  const char *key, *description, *argument;
} fields[] = {
  { "weights", N_ ("Registers for what stays in a PE: single or shadow (default single)"), "WHICH" },
  { "sram-a-bytes", N_ ("Size of the buffer of A (default as large as A)"), "N" },
  { "sram-b-bytes", N_ ("Size of the buffer of B (default as large as B)"), "N" },
  { "sram-c-bytes", N_ ("Size of the buffer of C (default as large as C)"), "N" },
  { "sram-a-word-bytes", N_ ("Bytes of one access to the buffer of A (default as wide as the array’s edge)"), "N" },
  { "sram-b-word-bytes", N_ ("Bytes of one access to the buffer of B"), "N" },
  { "sram-c-word-bytes", N_ ("Bytes of one access to the buffer of C"), "N" },
  { "sram-a-ports", N_ ("Accesses to the buffer of A in each cycle (default 1)"), "N" },
  { "sram-b-ports", N_ ("Accesses to the buffer of B in each cycle"), "N" },
  { "sram-c-ports", N_ ("Accesses to the buffer of C in each cycle"), "N" },
  { "buffering", N_ ("Whether buffers are filled while the array works: double or single (default double)"), "HOW" },
  { "dram-bytes-per-cycle", N_ ("Bandwidth of main memory (default unlimited)"), "N" },
  { "dram-latency", N_ ("Cycles from a request to main memory to its first byte"), "N" },
};

typedef struct
{
  SystoleCliOptions options;
  char *rows, *columns, *dataflow, *timing, *op_text;
  char *values[G_N_ELEMENTS (fields)];

  SystoleArrayDef def;
  SystoleOp op;
  SystoleArrayReport report;
} Array;

static gboolean
parse (Array *self, char **argv, GError **error)
{
  GOptionEntry entries[6 + G_N_ELEMENTS (fields)] = { 0 };
  const GOptionEntry own[] = {
    { "rows", 0, 0, G_OPTION_ARG_STRING, &self->rows, N_ ("Rows of PEs, 1 to 1024"), "R" },
    { "cols", 0, 0, G_OPTION_ARG_STRING, &self->columns, N_ ("Columns of PEs, 1 to 1024"), "C" },
    { "dataflow", 0, 0, G_OPTION_ARG_STRING, &self->dataflow, N_ ("What stays in the PEs: ws, os or is (default ws)"), "FLOW" },
    { "timing", 0, 0, G_OPTION_ARG_STRING, &self->timing, N_ ("How cycles are counted: hardware, scale-sim or overlapped (default hardware)"), "TIMING" },
    { "op", 0, 0, G_OPTION_ARG_STRING, &self->op_text, N_ ("Operation, for example gemm:m=8,n=8,k=8"), "OP" },
  };

  memcpy (entries, own, sizeof own);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    entries[G_N_ELEMENTS (own) + i] = (GOptionEntry){ fields[i].key, 0, 0, G_OPTION_ARG_STRING, &self->values[i], fields[i].description, fields[i].argument };
  return systole_cli_options_parse (&self->options, argv, SYSTOLE_CLI_OPTION_FORMAT | SYSTOLE_CLI_OPTION_OUTPUT, entries, error);
}

static gboolean
parse_timing (Array *self, GError **error)
{
  if (self->timing == NULL || systole_timing_from_id (self->timing, &self->def.timing))
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("--timing: “%.40s” is not one of %s"), self->timing, "hardware, scale-sim, overlapped");
  return FALSE;
}

static gboolean
need (const char *text, const char *option, GError **error)
{
  if (text == NULL)
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%s: this option is missing; see systole-cli array --help"), option);
  return text != NULL;
}

/* The array's fields, read as in files. */
static gboolean
parse_fields (Array *self, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (self->values[i] != NULL && !systole_def_field_read (systole_def_table_find (&systole_array_def_table, fields[i].key), &self->def, self->values[i], error))
      {
        g_prefix_error (error, "--");
        return FALSE;
      }
  return TRUE;
}

static gboolean
parse_def (Array *self, GError **error)
{
  guint64 rows, columns;

  if (!need (self->op_text, "--op", error) || !need (self->rows, "--rows", error) || !need (self->columns, "--cols", error) ||
      !systole_cli_options_get_uint (self->rows, "--rows", 1, SYSTOLE_ARRAY_MAX_SIDE, 0, &rows, error) ||
      !systole_cli_options_get_uint (self->columns, "--cols", 1, SYSTOLE_ARRAY_MAX_SIDE, 0, &columns, error))
    return FALSE;
  self->def.rows = (guint) rows;
  self->def.columns = (guint) columns;
  if (self->dataflow != NULL && !systole_dataflow_from_id (self->dataflow, &self->def.dataflow))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("--dataflow: “%.40s” is not one of %s"), self->dataflow, "ws, os, is");
      return FALSE;
    }
  if (self->options.output != NULL)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("--output: only a table is written to a file"));
      return FALSE;
    }
  return parse_fields (self, error) && systole_array_def_check (&self->def, error);
}

static gboolean
count (Array *self, GError **error)
{
  SystoleProduct product;

  if (!systole_op_parse (self->op_text, SYSTOLE_FORMAT_INT8, &self->op, error))
    {
      systole_cli_error_in (error, "--op");
      return FALSE;
    }
  if (!systole_op_as_product (&self->op, &product))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("--op: this operation is not modelled on an array"));
      return FALSE;
    }
  if (systole_array_report (&product, &self->def, &self->report, error))
    return TRUE;
  systole_cli_error_in (error, "--op");
  return FALSE;
}

static void
print_json (const Array *self)
{
  g_autoptr (SystoleJson) json = systole_json_new (systole_cli_write);
  g_autofree char *op = systole_op_to_string (&self->op);

  systole_json_begin_object (json, NULL);
  systole_json_uint (json, "rows", self->def.rows);
  systole_json_uint (json, "cols", self->def.columns);
  systole_json_string (json, "dataflow", systole_dataflow_get_id (self->def.dataflow));
  systole_json_string (json, "timing", systole_timing_get_id (self->def.timing));
  systole_json_string (json, "op", op);
  systole_json_uint (json, "total_cycles", self->report.total_cycles);
  systole_json_uint (json, "stall_cycles", self->report.stall_cycles);
  systole_json_uint (json, "folds", self->report.folds);
  systole_json_real (json, "overall_utilization", self->report.overall_utilization);
  systole_json_real (json, "mapping_efficiency", self->report.mapping_efficiency);
  systole_json_real (json, "compute_utilization", self->report.compute_utilization);
  systole_json_string (json, "bound", self->report.bound);
  systole_json_begin_object (json, "dram_read_bytes");
  for (guint i = 0; i < G_N_ELEMENTS (self->report.dram_read); i++)
    systole_json_uint (json, systole_operand_get_id ((SystoleOperand) i), self->report.dram_read[i]);
  systole_json_end (json);
  systole_json_begin_array (json, "traffic");
  for (guint i = 0; i < G_N_ELEMENTS (self->report.traffic); i++)
    {
      systole_json_begin_line (json, NULL, '{');
      systole_json_string (json, "level", systole_memory_level_get_id (self->report.traffic[i].level));
      systole_json_uint (json, "read_bytes", self->report.traffic[i].read_bytes);
      systole_json_uint (json, "write_bytes", self->report.traffic[i].write_bytes);
      systole_json_end (json);
    }
  systole_json_end (json);
  systole_json_end (json);
  systole_json_finish (json);
}

static void
print_csv (const Array *self)
{
  g_autoptr (GString) text = g_string_new ("array_rows,array_cols,dataflow,timing,op,total_cycles,stall_cycles,folds,overall_utilization,mapping_efficiency,compute_utilization");
  g_autofree char *op = systole_op_to_string (&self->op);
  const double ratios[] = { self->report.overall_utilization, self->report.mapping_efficiency, self->report.compute_utilization };

  for (guint i = 0; i < G_N_ELEMENTS (self->report.traffic); i++)
    {
      const char *level = systole_memory_level_get_id (self->report.traffic[i].level);

      g_string_append_printf (text, ",%s_read_bytes,%s_write_bytes", level, level);
    }
  g_string_append_printf (text, "\n%u,%u,%s,%s,", self->def.rows, self->def.columns, systole_dataflow_get_id (self->def.dataflow), systole_timing_get_id (self->def.timing));
  systole_csv_append (text, op, ',');
  g_string_append_printf (text, "%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT, self->report.total_cycles, self->report.stall_cycles, self->report.folds);
  for (guint i = 0; i < G_N_ELEMENTS (ratios); i++)
    {
      g_autofree char *ratio = systole_number_format_double (ratios[i]);

      g_string_append_printf (text, ",%s", ratio);
    }
  for (guint i = 0; i < G_N_ELEMENTS (self->report.traffic); i++)
    g_string_append_printf (text, ",%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT, self->report.traffic[i].read_bytes, self->report.traffic[i].write_bytes);
  g_string_append_c (text, '\n');
  systole_cli_write (text);
}

static void
row (SystoleCliGrid *grid, const char *name, char *value)
{
  systole_cli_grid_add (grid, name);
  systole_cli_grid_take (grid, value);
  systole_cli_grid_end_row (grid);
}

static void
print_text (const Array *self)
{
  g_autoptr (SystoleCliGrid) grid = systole_cli_grid_new ("lr");
  g_autoptr (SystoleCliGrid) traffic = systole_cli_grid_new ("lrr");
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, _ ("Systolic array %u × %u"), self->def.rows, self->def.columns);
  g_string_append_printf (text, ", %s; %s\n", systole_dataflow_get_title (self->def.dataflow), systole_timing_get_title (self->def.timing));
  row (grid, _ ("Cycles"), systole_number_format_count (self->report.total_cycles));
  row (grid, _ ("Memory stall"), systole_number_format_count (self->report.stall_cycles));
  row (grid, _ ("Folds"), systole_number_format_count (self->report.folds));
  row (grid, _ ("Utilization over all cycles"), systole_cli_text_percent (self->report.overall_utilization));
  row (grid, _ ("PEs that hold an element"), systole_cli_text_percent (self->report.mapping_efficiency));
  row (grid, _ ("Utilization within a fold"), systole_cli_text_percent (self->report.compute_utilization));
  row (grid, _ ("Bound by"), systole_cli_text_bound (self->report.bound));
  systole_cli_grid_append_to (grid, text, 2);
  g_string_append_printf (text, "  %s\n", _ ("Traffic, bytes read and written"));
  for (guint i = 0; i < G_N_ELEMENTS (self->report.traffic); i++)
    {
      systole_cli_grid_add (traffic, systole_memory_level_get_title (self->report.traffic[i].level, SYSTOLE_MAKER_USUAL));
      systole_cli_grid_take (traffic, systole_number_format_count (self->report.traffic[i].read_bytes));
      systole_cli_grid_take (traffic, systole_number_format_count (self->report.traffic[i].write_bytes));
      systole_cli_grid_end_row (traffic);
    }
  systole_cli_grid_append_to (traffic, text, 4);
  systole_cli_write (text);
}

static gboolean
print_one (Array *self, GError **error)
{
  SystoleCliFormat format;

  if (!systole_cli_options_get_format (&self->options, 1u << SYSTOLE_CLI_TEXT | 1u << SYSTOLE_CLI_JSON | 1u << SYSTOLE_CLI_CSV, &format, error) ||
      !parse_def (self, error) || !count (self, error))
    return FALSE;
  (format == SYSTOLE_CLI_JSON ? print_json : format == SYSTOLE_CLI_CSV ? print_csv
                                                                       : print_text) (self);
  return TRUE;
}

/* A table says the rest itself. */
static gboolean
print_table (Array *self, GError **error)
{
  const struct
  {
    const char *value, *option;
  } others[] = { { self->rows, "--rows" }, { self->columns, "--cols" }, { self->dataflow, "--dataflow" }, { self->op_text, "--op" }, { self->options.format, "--format" } };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (others[i].value != NULL)
      {
        g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%s: a table says this itself; give the table or the option, not both"), others[i].option);
        return FALSE;
      }
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (self->values[i] != NULL)
      {
        g_autofree char *option = g_strconcat ("--", fields[i].key, NULL);

        g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%s: a table says this itself; give the table or the option, not both"), option);
        return FALSE;
      }
  return systole_cli_array_table (&self->options, self->def.timing, error);
}

SystoleCliExit
systole_cli_array (char **argv, GError **error)
{
  Array self = { 0 };
  gboolean good;

  systole_array_def_init (&self.def);
  good = parse (&self, argv, error) && parse_timing (&self, error) &&
         (self.options.files[0] != NULL ? print_table (&self, error) : print_one (&self, error));
  systole_cli_options_clear (&self.options);
  g_free (self.rows);
  g_free (self.columns);
  g_free (self.dataflow);
  g_free (self.timing);
  g_free (self.op_text);
  for (guint i = 0; i < G_N_ELEMENTS (self.values); i++)
    g_free (self.values[i]);
  return good ? SYSTOLE_CLI_OK : SYSTOLE_CLI_BAD_INPUT;
}
