/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/array-table.h"

#include <string.h>

#include "app/cli/table-command.h"
#include "engine/base/number.h"
#include "engine/systolic/array-report.h"

static const char *const required[] = { "array_rows", "array_cols", "dataflow", "op", NULL };

#define MAX_EXTENT (1 << 20)

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
  char digits[24];
  char *p = digits + sizeof digits - 1;

  for (*p = '\0'; count > 9; count /= 10)
    *--p = (char) ('0' + count % 10);
  *--p = (char) ('0' + count);
  return g_strdup (p);
}

/* Ten digits: more than the simulators print. */
static char *
from_share (double share)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.10g", 100 * share));
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

#define MOST (G_GUINT64_CONSTANT (1) << 40)

static gboolean
parse_gemm (SystoleRowContext *row, SystoleProduct *out)
{
  SystoleGemm *gemm = &out->gemm;

  return systole_row_get_uint (row, "M", 1, MOST, &gemm->m) && systole_row_get_uint (row, "N", 1, MOST, &gemm->n) && systole_row_get_uint (row, "K", 1, MOST, &gemm->k);
}

/* Places of a filter along one axis as SCALE-Sim counts them: the quotient rounded up, so that the
 * last window may reach beyond the input. */
static guint64
count_places (guint64 extent, guint64 taps, guint64 stride)
{
  return systole_ceil_div (extent - taps, stride) + 1;
}

static gboolean
check_macs (SystoleRowContext *row, const SystoleGemm *gemm)
{
  guint64 macs;

  return (systole_checked_mul (gemm->m, gemm->n, &macs) && systole_checked_mul (macs, gemm->k, &macs) && macs <= G_MAXINT64 / 64) ||
         systole_row_refuse (row, SYSTOLE_ROW_BAD_INPUT, "the layer has more than 2^57 multiplications, the most that is counted");
}

/* A convolution of one image, without padding. */
static gboolean
parse_conv (SystoleRowContext *row, SystoleProduct *out)
{
  SystoleConv *conv = &out->unfolding.conv;
  const struct
  {
    const char *column;
    guint64 *value;
    guint64 most;
  } fields[] = {
    { "ifmap_h", &conv->h, MAX_EXTENT },
    { "ifmap_w", &conv->w, MAX_EXTENT },
    { "filt_h", &conv->r, MAX_EXTENT },
    { "filt_w", &conv->s, MAX_EXTENT },
    { "channels", &conv->c, MAX_EXTENT },
    { "num_filters", &conv->k, MOST },
    { "stride_h", &conv->stride_h, MAX_EXTENT },
    { "stride_w", &conv->stride_w, MAX_EXTENT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (!systole_row_get_uint (row, fields[i].column, 1, fields[i].most, fields[i].value))
      return FALSE;
  if (conv->r > conv->h || conv->s > conv->w)
    return systole_row_refuse (row, SYSTOLE_ROW_BAD_INPUT, "the filter is larger than the input");
  out->unfolding.unfolds = TRUE;
  conv->n = conv->groups = conv->dilation_h = conv->dilation_w = 1;
  conv->p = count_places (conv->h, conv->r, conv->stride_h);
  conv->q = count_places (conv->w, conv->s, conv->stride_w);
  out->gemm.m = conv->p * conv->q;
  out->gemm.n = conv->k;
  out->gemm.k = conv->r * conv->s * conv->c;
  return TRUE;
}

static gboolean
parse_product (SystoleRowContext *row, SystoleProduct *out)
{
  const char *name = systole_row_get (row, "op");
  const char *mode = systole_row_get (row, "bandwidth_mode");
  gboolean is_gemm = strcmp (name, "gemm") == 0;

  if (*name == '\0')
    return systole_row_refuse (row, SYSTOLE_ROW_BAD_INPUT, "op is empty");
  if (!is_gemm && strcmp (name, "conv") != 0)
    return systole_row_refuse (row, SYSTOLE_ROW_NOT_MODELLED, "operation %.40s is not modelled", name);
  if (*mode != '\0' && strcmp (mode, "CALC") != 0 && strcmp (mode, "USER") != 0)
    return systole_row_refuse (row, SYSTOLE_ROW_BAD_INPUT, "bandwidth_mode: \"%.20s\" is not one of CALC, USER", mode);
  *out = (SystoleProduct){ .gemm = { .format = SYSTOLE_FORMAT_INT8, .seed = 1, .batch = 1 } };
  return (is_gemm ? parse_gemm : parse_conv) (row, out) && check_macs (row, &out->gemm);
}

/* One port of so many words of a byte for each of A, B and C, as those simulators have it, is here one
 * channel of three times that; buffers are of KiB, half of each in use and half being filled. */
static gboolean
parse_memory (SystoleRowContext *row, SystoleArrayMemoryDef *out)
{
  const struct
  {
    const char *column;
    guint *bytes;
  } buffers[] = { { "sram_ifmap_kb", &out->a.bytes }, { "sram_filter_kb", &out->b.bytes }, { "sram_ofmap_kb", &out->c.bytes } };
  guint64 words, size;

  if (strcmp (systole_row_get (row, "bandwidth_mode"), "USER") != 0)
    return TRUE;
  if (!systole_row_get_uint (row, "bandwidth_words_per_cycle", 1, SYSTOLE_ARRAY_MAX_DRAM_RATE / 3, &words))
    return FALSE;
  out->dram_bytes_per_cycle = (guint) (3 * words);
  for (guint i = 0; i < G_N_ELEMENTS (buffers); i++)
    {
      if (*systole_row_get (row, buffers[i].column) == '\0')
        continue;
      if (!systole_row_get_uint (row, buffers[i].column, 1, SYSTOLE_ARRAY_MAX_BUFFER / 1024, &size))
        return FALSE;
      *buffers[i].bytes = (guint) size * 1024;
    }
  return TRUE;
}

static void
fill (const SystoleArrayReport *report, char **values)
{
  values[TOTAL_CYCLES] = from_count (report->total_cycles);
  values[STALL_CYCLES] = from_count (report->stall_cycles);
  values[OVERALL] = from_share (report->overall_utilization);
  values[MAPPING] = from_share (report->mapping_efficiency);
  values[COMPUTE] = from_share (report->compute_utilization);
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
  SystoleProduct product;
  g_autoptr (GError) local = NULL;

  systole_array_def_init (&def);
  def.timing = *timing;
  if (!parse_def (row, &def) || !parse_product (row, &product) || !parse_memory (row, &def.memory))
    return;
  if (systole_array_report (&product, &def, &report, &local))
    fill (&report, values);
  else
    systole_row_refuse_error (row, local);
}

/**
 * systole_cli_array_table:
 *
 * `array IN.csv -o OUT.csv`: every row of a table with SCALE-Sim's columns, one-byte
 * words as there. Stalls of rows of limited bandwidth are those of this program's memory,
 * not the simulators', which differ from each other.
 */
gboolean
systole_cli_array_table (const SystoleCliOptions *options, SystoleTiming timing, GError **error)
{
  return systole_table_command_run (options, required, added, answer_row, &timing, error);
}
