/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"

#include <string.h>

#include "app/cli/cli-lanes.h"
#include "app/cli/harness.h"
#include "app/cli/meter.h"
#include "app/cli/table-command.h"
#include "engine/base/number.h"
#include "engine/run/energy.h"
#include "engine/run/known-error.h"

/* Times of a table of measurements: each row is an operation of the engine's table on a
 * machine of the catalogue. What the engine does not model is refused by name. */

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

static void
add_remark (SystoleRowContext *row, const char *remark)
{
  if (row->reason->len > 0)
    g_string_append (row->reason, "; ");
  g_string_append (row->reason, remark);
}

/* Fields of a measurement that are no dimension of its operation, each with what their
 * value must be and what is said of the row then. */
static const struct
{
  const char *key, *value, *remark;
} circumstances[] = {
  { "timing", "host", "time on the device, without the host's part" },
  { "b", "1", NULL },
};

static gboolean
take_circumstance (SystoleRowContext *row, const char *key, const char *value)
{
  for (guint i = 0; i < G_N_ELEMENTS (circumstances); i++)
    if (strcmp (circumstances[i].key, key) == 0 && strcmp (circumstances[i].value, value) == 0)
      {
        if (circumstances[i].remark != NULL)
          add_remark (row, circumstances[i].remark);
        return TRUE;
      }
  return systole_row_refuse (row, SYSTOLE_ROW_NOT_MODELLED, "dims: %.20s=%.20s is not modelled", key, value);
}

static gboolean
take_pair (SystoleRowContext *row, SystoleOp *op, guint64 *seen, const char *key, const char *value)
{
  guint n;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n);
  g_autoptr (GError) local = NULL;

  for (guint i = 0; i < n; i++)
    if (strcmp (dims[i].key, key) == 0)
      {
        if ((*seen & (1u << i)) != 0)
          return systole_row_refuse (row, SYSTOLE_ROW_BAD_INPUT, "dims: %s is given twice", key);
        *seen |= 1u << i;
        if (systole_op_dim_parse (&dims[i], value, &op->dims[i], &local))
          return TRUE;
        g_prefix_error (&local, "dims: ");
        return systole_row_refuse_error (row, local);
      }
  return take_circumstance (row, key, value);
}

static gboolean
parse_dims (SystoleRowContext *row, const char *text, const SystoleHarness *harness, SystoleOp *op)
{
  g_auto (GStrv) pairs = g_strsplit (text, ";", -1);
  guint n;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n);
  guint64 seen = 0;

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      char *equals = strchr (pairs[i], '=');

      if (equals == NULL)
        return systole_row_refuse (row, SYSTOLE_ROW_BAD_INPUT, "dims: \"%.40s\" is not of the form key=value", pairs[i]);
      *equals = '\0';
      if (!take_pair (row, op, &seen, pairs[i], equals + 1))
        return FALSE;
    }
  for (guint i = 0; i < n; i++)
    if (dims[i].required && (seen & (1u << i)) == 0)
      return systole_row_refuse (row, SYSTOLE_ROW_BAD_INPUT, "dims: %s is missing", dims[i].key);
  systole_harness_set_layout (harness, op, strstr (text, "ta=") != NULL || strstr (text, "tb=") != NULL);
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
parse_row (SystoleRowContext *row, const SystoleHarness *harness, SystoleOp *op)
{
  const char *device = systole_row_get (row, "device");
  const char *name = systole_row_get (row, "op");
  const SystoleMachine *machine = NULL;
  SystoleOpKind kind;
  SystoleFormat format;

  if (*device == '\0' || *name == '\0')
    systole_row_refuse (row, SYSTOLE_ROW_BAD_INPUT, "%s is empty", *device == '\0' ? "device" : "op");
  else if (!systole_op_kind_from_id (name, &kind))
    systole_row_refuse (row, SYSTOLE_ROW_NOT_MODELLED, "operation %.40s is not modelled", name);
  else if (parse_format (row, &format))
    {
      systole_op_init (op, kind, format);
      if (!parse_dims (row, systole_row_get (row, "dims"), harness, op))
        return NULL;
      machine = systole_catalogue_find (systole_cli_get_catalogue (), device);
      if (machine == NULL)
        systole_row_refuse (row, SYSTOLE_ROW_NOT_MODELLED, "there is no machine %.40s in the catalogue", device);
    }
  return machine;
}

/* Empty where nothing of this kind was ever measured. */
static char *
format_known_error (const SystoleRun *run)
{
  SystoleKnownError error = systole_run_get_known_error (run);

  return error.basis == SYSTOLE_VALIDATION_NONE ? NULL : systole_number_format_double (error.mean_pct);
}

/* Of the whole call, as the meter shows it. What the call takes besides the run, start and further small kernels,
 * leaves the board awake without work. */
static char *
format_power (SystoleRowContext *row, const SystoleRun *run, double seconds)
{
  SystoleEnergy energy;
  double device = systole_run_get_seconds (run), active;

  systole_run_get_energy (run, &energy);
  if (!energy.modelled)
    return NULL;
  active = seconds > device ? (energy.joules + energy.standby * (seconds - device)) / seconds : energy.watts;
  return systole_number_format_double (systole_meter_read (run, systole_row_get (row, "source"), systole_row_get (row, "device"), systole_row_get (row, "dtype_in"), seconds, active, &energy));
}

static void
predict_row (SystoleRowContext *row, char **values, gpointer data)
{
  SystoleOp op;
  const char *source = systole_row_get (row, "source"), *device = systole_row_get (row, "device");
  const SystoleHarness *harness = systole_harness_find (source, device, systole_row_get (row, "dtype_in"));
  const SystoleMachine *machine = parse_row (row, harness, &op);
  g_autoptr (SystoleRun) run = NULL;
  g_autoptr (GError) local = NULL;
  SystoleMapping mapping = { .library = systole_harness_get_library (source, device) };

  if (machine == NULL)
    return;
  run = systole_run_new (&op, machine, systole_harness_get_operands (harness, &op, systole_machine_get_family (machine)), &mapping, NULL, NULL, &local);
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
  values[SECONDS] = systole_number_format_double (systole_harness_get_seconds (harness, run, source, device));
  values[POWER] = format_power (row, run, g_ascii_strtod (values[SECONDS], NULL));
  values[KNOWN_ERROR] = format_known_error (run);
  values[BOUND] = g_strdup (systole_run_get_bound (run));
}

SystoleCliExit
systole_cli_predict (char **argv, GError **error)
{
  g_auto (SystoleCliOptions) options = { 0 };

  if (!systole_cli_options_parse (&options, argv, SYSTOLE_CLI_OPTION_OUTPUT, NULL, error))
    return SYSTOLE_CLI_BAD_INPUT;
  return systole_table_command_run (&options, required, added, predict_row, NULL, error) ? SYSTOLE_CLI_OK : SYSTOLE_CLI_BAD_INPUT;
}
