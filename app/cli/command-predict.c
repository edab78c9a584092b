/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"

#include <string.h>

#include "app/cli/cli-lanes.h"
#include "app/cli/table-command.h"
#include "engine/base/number.h"
#include "engine/run/known-error.h"

/* Times of a table of measurements. Only matrix products have a model: each further
 * operation is refused by name, and so is whatever changes a product's time in a way
 * that is not modelled. */

static const char *const required[] = { "device", "op", "dtype_in", "dims", NULL };

enum
{
  SECONDS,
  POWER,
  BOUND,
  KNOWN_ERROR,
  N_VALUES
};

static const char *const added[] = { "predicted_seconds", "predicted_power_w", "bound", "known_error_pct", "status", "reason", NULL };

typedef struct
{
  guint64 sizes[3]; /* m, n, k; 0: not given */
  gboolean transposed;
  gboolean host_time;
} Dims;

static gboolean
take_transposition (SystoleRowContext *row, Dims *dims, const char *key, const char *value)
{
  if (strcmp (value, "N") != 0 && strcmp (value, "T") != 0)
    return systole_row_refuse (row, SYSTOLE_ROW_BAD_INPUT, "dims: %s: \"%.20s\" is not N or T", key, value);
  dims->transposed = dims->transposed || *value == 'T';
  return TRUE;
}

static gboolean
take_size (SystoleRowContext *row, const char *key, const char *value, guint64 *size)
{
  g_autofree char *name = g_strdup_printf ("dims: %s", key);
  g_autoptr (GError) local = NULL;

  if (*size != 0)
    return systole_row_refuse (row, SYSTOLE_ROW_BAD_INPUT, "dims: %s is given twice", key);
  return systole_number_parse_uint (value, 1, G_GUINT64_CONSTANT (1) << 40, name, size, &local) || systole_row_refuse_error (row, local);
}

static gboolean
take_pair (SystoleRowContext *row, Dims *dims, const char *key, const char *value)
{
  static const char sizes[] = "mnk";

  if (strlen (key) == 1 && strchr (sizes, *key) != NULL)
    return take_size (row, key, value, &dims->sizes[strchr (sizes, *key) - sizes]);
  if (strcmp (key, "ta") == 0 || strcmp (key, "tb") == 0)
    return take_transposition (row, dims, key, value);
  if (strcmp (key, "timing") == 0 && strcmp (value, "host") == 0)
    dims->host_time = TRUE;
  else if (strcmp (key, "b") != 0 || strcmp (value, "1") != 0)
    return systole_row_refuse (row, SYSTOLE_ROW_NOT_MODELLED, "dims: %.20s=%.20s is not modelled", key, value);
  return TRUE;
}

static gboolean
parse_dims (SystoleRowContext *row, const char *text, Dims *dims)
{
  g_auto (GStrv) pairs = g_strsplit (text, ";", -1);

  *dims = (Dims){ 0 };
  for (guint i = 0; pairs[i] != NULL; i++)
    {
      char *equals = strchr (pairs[i], '=');

      if (equals == NULL)
        return systole_row_refuse (row, SYSTOLE_ROW_BAD_INPUT, "dims: \"%.40s\" is not of the form key=value", pairs[i]);
      *equals = '\0';
      if (!take_pair (row, dims, pairs[i], equals + 1))
        return FALSE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (dims->sizes); i++)
    if (dims->sizes[i] == 0)
      return systole_row_refuse (row, SYSTOLE_ROW_BAD_INPUT, "dims: %c is missing", "mnk"[i]);
  return TRUE;
}

static gboolean
parse_format (SystoleRowContext *row, SystoleFormat *out)
{
  const char *input = systole_row_get (row, "dtype_in");
  const char *sum = systole_row_get (row, "dtype_acc");

  if (*input == '\0')
    return systole_row_refuse (row, SYSTOLE_ROW_BAD_INPUT, "dtype_in is empty");
  if (!systole_format_from_id (input, out))
    return systole_row_refuse (row, SYSTOLE_ROW_NOT_MODELLED, "number format %.40s is not modelled", input);
  if (*sum != '\0' && strcmp (sum, systole_format_get_accumulator_id (*out)) != 0)
    return systole_row_refuse (row, SYSTOLE_ROW_NOT_MODELLED, "%s with sums in %.40s is not modelled", input, sum);
  return TRUE;
}

/* The operation and the machine of a row. */
static const SystoleMachine *
parse_row (SystoleRowContext *row, SystoleOp *op, Dims *dims)
{
  const char *device = systole_row_get (row, "device");
  const char *name = systole_row_get (row, "op");
  const SystoleMachine *machine = NULL;
  SystoleOpKind kind;
  SystoleFormat format;

  if (*device == '\0' || *name == '\0')
    systole_row_refuse (row, SYSTOLE_ROW_BAD_INPUT, "%s is empty", *device == '\0' ? "device" : "op");
  else if (!systole_op_kind_from_id (name, &kind) || kind != SYSTOLE_OP_GEMM)
    systole_row_refuse (row, SYSTOLE_ROW_NOT_MODELLED, "operation %.40s is not modelled", name);
  else if (parse_dims (row, systole_row_get (row, "dims"), dims) && parse_format (row, &format))
    {
      systole_op_init_gemm (op, dims->sizes[0], dims->sizes[1], dims->sizes[2], format);
      machine = systole_catalogue_find (systole_cli_get_catalogue (), device);
      if (machine == NULL)
        systole_row_refuse (row, SYSTOLE_ROW_NOT_MODELLED, "there is no machine %.40s in the catalogue", device);
    }
  return machine;
}

static void
add_remark (SystoleRowContext *row, const char *remark)
{
  if (row->reason->len > 0)
    g_string_append (row->reason, "; ");
  g_string_append (row->reason, remark);
}

/* Empty where nothing of this kind was ever measured. */
static char *
format_known_error (const SystoleRun *run)
{
  SystoleKnownError error = systole_run_get_known_error (run);

  return error.basis == SYSTOLE_VALIDATION_NONE ? NULL : systole_number_format_double (error.mean_pct);
}

static void
predict_row (SystoleRowContext *row, char **values, gpointer data)
{
  SystoleOp op;
  Dims dims;
  const SystoleMachine *machine = parse_row (row, &op, &dims);
  g_autoptr (SystoleRun) run = NULL;
  g_autoptr (GError) local = NULL;

  if (machine == NULL)
    return;
  run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &local);
  if (run == NULL)
    {
      systole_row_refuse_error (row, local);
      return;
    }
  if (!systole_run_is_sound (run))
    {
      systole_row_refuse (row, SYSTOLE_ROW_NOT_MODELLED, "the prediction breaks the law %s", systole_run_find_breach (run)->id);
      return;
    }
  values[SECONDS] = systole_number_format_double (systole_run_get_seconds (run));
  values[KNOWN_ERROR] = format_known_error (run);
  values[BOUND] = g_strdup (systole_run_get_bound (run));
  if (dims.transposed)
    add_remark (row, "transposed operands are timed as plain ones");
  if (dims.host_time)
    add_remark (row, "time on the device, without the host's part");
}

SystoleCliExit
systole_cli_predict (char **argv, GError **error)
{
  g_auto (SystoleCliOptions) options = { 0 };

  if (!systole_cli_options_parse (&options, argv, SYSTOLE_CLI_OPTION_OUTPUT, NULL, error))
    return SYSTOLE_CLI_BAD_INPUT;
  return systole_table_command_run (&options, required, added, predict_row, NULL, error) ? SYSTOLE_CLI_OK : SYSTOLE_CLI_BAD_INPUT;
}
