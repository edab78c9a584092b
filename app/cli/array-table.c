/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/array-table.h"

#include <string.h>

#include "app/cli/table-command.h"
#include "engine/base/number.h"
#include "engine/systolic/array-report.h"

static const char *const required[] = { "array_rows", "array_cols", "dataflow", "op", "M", "N", "K", NULL };

enum
{
  TOTAL_CYCLES,
  STALL_CYCLES,
  OVERALL,
  MAPPING,
  COMPUTE,
  FOLDS,
  DRAM_READ,
  DRAM_WRITE,
  SRAM_A_READ,
  SRAM_B_READ,
  SRAM_C_READ,
  SRAM_C_WRITE
};

static const char *const added[] = {
  [TOTAL_CYCLES] = "model_total_cycles",
  [STALL_CYCLES] = "model_stall_cycles",
  [OVERALL] = "model_overall_util_pct",
  [MAPPING] = "model_mapping_eff_pct",
  [COMPUTE] = "model_compute_util_pct",
  [FOLDS] = "model_folds",
  [DRAM_READ] = "model_dram_read_bytes",
  [DRAM_WRITE] = "model_dram_write_bytes",
  [SRAM_A_READ] = "model_sram_a_read_bytes",
  [SRAM_B_READ] = "model_sram_b_read_bytes",
  [SRAM_C_READ] = "model_sram_c_read_bytes",
  [SRAM_C_WRITE] = "model_sram_c_write_bytes",
  "status",
  "reason",
  NULL
};

/* Where the bytes of a level go; G_MAXUINT: the level has none of that direction. */
static const struct
{
  SystoleMemoryLevel level;
  guint read, write;
} traffic_columns[] = {
  { SYSTOLE_MEMORY_DRAM, DRAM_READ, DRAM_WRITE },
  { SYSTOLE_MEMORY_SRAM_A, SRAM_A_READ, G_MAXUINT },
  { SYSTOLE_MEMORY_SRAM_B, SRAM_B_READ, G_MAXUINT },
  { SYSTOLE_MEMORY_SRAM_C, SRAM_C_READ, SRAM_C_WRITE },
};

static char *
from_count (guint64 count)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, count);
}

static gboolean
parse_def (SystoleRowContext *row, SystoleArrayDef *def)
{
  const char *dataflow = systole_row_get (row, "dataflow");
  guint64 rows, columns;

  if (!systole_row_get_uint (row, "array_rows", 1, SYSTOLE_ARRAY_MAX_SIDE, &rows) ||
      !systole_row_get_uint (row, "array_cols", 1, SYSTOLE_ARRAY_MAX_SIDE, &columns))
    return FALSE;
  if (!systole_dataflow_from_id (dataflow, &def->dataflow))
    return systole_row_refuse (row, SYSTOLE_ROW_BAD_INPUT, "dataflow: \"%.20s\" is not one of ws, os, is", dataflow);
  def->rows = (guint) rows;
  def->columns = (guint) columns;
  return TRUE;
}

static gboolean
parse_op (SystoleRowContext *row, SystoleOp *op)
{
  const char *name = systole_row_get (row, "op");
  const char *mode = systole_row_get (row, "bandwidth_mode");
  guint64 m, n, k, most = G_GUINT64_CONSTANT (1) << 40;
  g_autoptr (GError) local = NULL;

  if (*name == '\0')
    return systole_row_refuse (row, SYSTOLE_ROW_BAD_INPUT, "op is empty");
  if (strcmp (name, "gemm") != 0)
    return systole_row_refuse (row, SYSTOLE_ROW_NOT_MODELLED, "operation %.40s is not modelled", name);
  if (strcmp (mode, "USER") == 0)
    return systole_row_refuse (row, SYSTOLE_ROW_NOT_MODELLED, "stalls for memory of a given bandwidth are not modelled");
  if (*mode != '\0' && strcmp (mode, "CALC") != 0)
    return systole_row_refuse (row, SYSTOLE_ROW_BAD_INPUT, "bandwidth_mode: \"%.20s\" is not one of CALC, USER", mode);
  if (!systole_row_get_uint (row, "M", 1, most, &m) || !systole_row_get_uint (row, "N", 1, most, &n) || !systole_row_get_uint (row, "K", 1, most, &k))
    return FALSE;
  systole_op_init_gemm (op, m, n, k, SYSTOLE_FORMAT_INT8);
  return systole_op_check (op, &local) || systole_row_refuse_error (row, local);
}

static void
fill (const SystoleArrayReport *report, char **values)
{
  values[TOTAL_CYCLES] = from_count (report->total_cycles);
  values[STALL_CYCLES] = from_count (report->stall_cycles);
  values[OVERALL] = systole_number_format_double (100 * report->overall_utilization);
  values[MAPPING] = systole_number_format_double (100 * report->mapping_efficiency);
  values[COMPUTE] = systole_number_format_double (100 * report->compute_utilization);
  values[FOLDS] = from_count (report->folds);
  for (guint i = 0; i < G_N_ELEMENTS (report->traffic); i++)
    for (guint c = 0; c < G_N_ELEMENTS (traffic_columns); c++)
      if (traffic_columns[c].level == report->traffic[i].level)
        {
          values[traffic_columns[c].read] = from_count (report->traffic[i].read_bytes);
          if (traffic_columns[c].write != G_MAXUINT)
            values[traffic_columns[c].write] = from_count (report->traffic[i].write_bytes);
        }
}

static void
answer_row (SystoleRowContext *row, char **values, gpointer data)
{
  const SystoleTiming *timing = data;
  SystoleArrayDef def;
  SystoleArrayReport report;
  SystoleOp op;
  SystoleGemm gemm;
  g_autoptr (GError) local = NULL;

  systole_array_def_init (&def);
  def.timing = *timing;
  if (!parse_def (row, &def) || !parse_op (row, &op) || !systole_op_as_gemm (&op, &gemm))
    return;
  if (systole_array_report (&gemm, &def, &report, &local))
    fill (&report, values);
  else
    systole_row_refuse_error (row, local);
}

/**
 * systole_cli_array_table:
 *
 * `array IN.csv -o OUT.csv`: every row of a table with SCALE-Sim's columns, one-byte
 * words as there. Convolutions and limited bandwidth are refused by name.
 */
gboolean
systole_cli_array_table (const SystoleCliOptions *options, SystoleTiming timing, GError **error)
{
  return systole_table_command_run (options, required, added, answer_row, &timing, error);
}
