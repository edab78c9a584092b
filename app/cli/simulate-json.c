/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/simulate-report.h"

#include "config.h"

#include "app/cli/cli-output.h"
#include "app/cli/simulate-tiles.h"
#include "engine/base/csv-table.h"
#include "engine/base/number.h"
#include "engine/run/energy.h"
#include "engine/run/known-error.h"
#include "engine/run/roofline.h"

/* A counter's value: an exact integer or a double; null where it has no meaning. */
void
systole_cli_json_quantity (SystoleJson *json, const char *key, SystoleCounter counter, SystoleQuantity value)
{
  if (!value.present)
    systole_json_null (json, key);
  else if (systole_counter_is_whole (counter))
    systole_json_uint (json, key, value.count);
  else
    systole_json_real (json, key, value.real);
}

static void
add_utilization (SystoleJson *json, const SystoleRun *run)
{
  guint n;
  const SystoleUtilization *shares = systole_run_get_utilization (run, &n);

  systole_json_begin_object (json, "utilization");
  for (guint i = 0; i < n; i++)
    systole_json_real (json, systole_unit_get_id (shares[i].unit), shares[i].share);
  systole_json_end (json);
}

static void
add_waterfall (SystoleJson *json, const SystoleRun *run)
{
  guint n;
  const SystoleWaterfallPart *parts = systole_run_get_waterfall (run, &n);

  systole_json_begin_array (json, "waterfall");
  for (guint i = 0; i < n; i++)
    {
      systole_json_begin_line (json, NULL, '{');
      systole_json_string (json, "part", systole_part_get_id (parts[i].part));
      systole_json_uint (json, "cycles", parts[i].cycles);
      systole_json_end (json);
    }
  systole_json_end (json);
}

static void
add_traffic (SystoleJson *json, const SystoleRun *run)
{
  guint n;
  const SystoleTraffic *traffic = systole_run_get_traffic (run, &n);

  systole_json_begin_array (json, "traffic");
  for (guint i = 0; i < n; i++)
    {
      systole_json_begin_line (json, NULL, '{');
      systole_json_string (json, "level", systole_memory_level_get_id (traffic[i].level));
      systole_json_uint (json, "read_bytes", traffic[i].read_bytes);
      systole_json_uint (json, "write_bytes", traffic[i].write_bytes);
      systole_json_end (json);
    }
  systole_json_end (json);
}

static void
add_audit (SystoleJson *json, const SystoleRun *run)
{
  guint n;
  const SystoleAuditCheck *checks = systole_run_get_audit (run, &n);

  systole_json_begin_object (json, "audit");
  systole_json_boolean (json, "ok", systole_run_is_sound (run));
  systole_json_begin_array (json, "checks");
  for (guint i = 0; i < n; i++)
    {
      systole_json_begin_line (json, NULL, '{');
      systole_json_string (json, "id", checks[i].id);
      systole_json_boolean (json, "ok", checks[i].ok);
      systole_json_end (json);
    }
  systole_json_end (json);
  systole_json_end (json);
}

/* Where the run lies under the roof of each memory. */
static void
add_roofline (SystoleJson *json, const SystoleRun *run)
{
  SystoleRoofLevel levels[SYSTOLE_N_MEMORY_LEVELS];
  guint n = systole_run_get_roof_levels (run, levels, G_N_ELEMENTS (levels));

  systole_json_begin_array (json, "roofline");
  for (guint i = 0; i < n; i++)
    {
      systole_json_begin_line (json, NULL, '{');
      systole_json_string (json, "level", systole_memory_level_get_id (levels[i].level));
      systole_json_real (json, "operations_per_byte", levels[i].intensity);
      systole_json_real (json, "bytes_per_second", levels[i].rate);
      if (levels[i].bandwidth > 0)
        systole_json_real (json, "bandwidth", levels[i].bandwidth);
      else
        systole_json_null (json, "bandwidth");
      systole_json_end (json);
    }
  systole_json_end (json);
}

/* What the engine has no model of says so; it is never 0. */
static void
add_energy (SystoleJson *json, const SystoleRun *run)
{
  SystoleEnergy energy;

  systole_run_get_energy (run, &energy);
  systole_json_begin_object (json, "energy");
  systole_json_string (json, "status", energy.modelled ? "modelled" : "not-modelled");
  if (energy.modelled)
    {
      systole_json_real (json, "joules", energy.joules);
      systole_json_real (json, "watts", energy.watts);
    }
  else
    {
      systole_json_null (json, "joules");
      systole_json_null (json, "watts");
    }
  if (energy.modelled)
    systole_json_real (json, "limit_watts", energy.limit);
  else
    systole_json_null (json, "limit_watts");
  systole_json_boolean (json, "limit_estimated", energy.limit_estimated);
  systole_json_boolean (json, "limited", energy.limited);
  systole_json_begin_array (json, "parts");
  for (guint i = 0; energy.modelled && i < SYSTOLE_N_ENERGY_PARTS; i++)
    {
      systole_json_begin_line (json, NULL, '{');
      systole_json_string (json, "part", systole_energy_part_get_id ((SystoleEnergyPart) i));
      systole_json_real (json, "joules", energy.parts[i]);
      systole_json_end (json);
    }
  systole_json_end (json);
  systole_json_end (json);
}

static void
add_cost (SystoleJson *json, const SystoleRun *run)
{
  SystoleCost cost;

  systole_run_get_cost (run, &cost);
  if (!cost.known)
    {
      systole_json_null (json, "cost");
      return;
    }
  systole_json_begin_object (json, "cost");
  systole_json_real (json, "usd", cost.usd);
  systole_json_real (json, "usd_per_hour", cost.usd_per_hour);
  systole_json_string (json, "source", cost.source);
  systole_json_end (json);
}

/* Figures are null where nothing of this kind was ever measured. */
static void
add_known_error (SystoleJson *json, const SystoleRun *run)
{
  SystoleKnownError error = systole_run_get_known_error (run);
  const struct
  {
    const char *key;
    double pct;
  } figures[] = { { "median_pct", error.median_pct }, { "mean_pct", error.mean_pct }, { "p90_pct", error.p90_pct } };

  systole_json_begin_object (json, "known_error");
  systole_json_string (json, "status", systole_known_error_get_status (&error));
  systole_json_string (json, "basis", systole_validation_get_id (error.basis));
  systole_json_string (json, "generation", error.generation);
  systole_json_uint (json, "count", error.count);
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    if (error.count == 0)
      systole_json_null (json, figures[i].key);
    else
      systole_json_real (json, figures[i].key, figures[i].pct);
  systole_json_end (json);
}

void
systole_cli_json_counters (SystoleJson *json, const SystoleRun *run)
{
  systole_json_begin_object (json, "counters");
  for (guint i = 0; i < SYSTOLE_N_COUNTERS; i++)
    systole_cli_json_quantity (json, systole_counter_get_id ((SystoleCounter) i), (SystoleCounter) i, systole_run_get_counter (run, (SystoleCounter) i));
  systole_json_end (json);
}

static void
add_lane (SystoleJson *json, const SystoleCliLane *lane)
{
  const SystoleRun *run = lane->run;
  g_autofree char *op = systole_op_to_string (&lane->op);
  g_autofree char *mapping = systole_run_describe_mapping (run);
  SystoleQuantity dense = systole_run_get_counter (run, SYSTOLE_COUNTER_DENSE_MACS);

  systole_json_begin_object (json, NULL);
  systole_json_string (json, "machine", systole_machine_get_id (lane->machine));
  systole_json_string (json, "op", op);
  systole_json_string (json, "mapping", mapping);
  systole_json_string (json, "operands", systole_operands_get_id (lane->operands));
  systole_json_uint (json, "cycles", systole_run_get_n_cycles (run));
  systole_json_real (json, "clock_hz", systole_run_get_clock_hz (run));
  systole_json_real (json, "seconds", systole_run_get_seconds (run));
  systole_json_string (json, "bound", systole_run_get_bound (run));
  systole_json_uint (json, "useful_macs", systole_run_get_useful_macs (run));
  if (dense.present)
    systole_json_uint (json, "dense_equivalent_macs", dense.count);
  systole_json_uint (json, "issued_macs", systole_run_get_issued_macs (run));
  add_utilization (json, run);
  add_waterfall (json, run);
  add_traffic (json, run);
  systole_cli_add_tiles_json (json, run);
  add_roofline (json, run);
  add_energy (json, run);
  add_cost (json, run);
  add_known_error (json, run);
  add_audit (json, run);
  systole_cli_json_counters (json, run);
  systole_json_end (json);
}

static void
add_expected (SystoleJson *json, const SystoleCliLanes *lanes)
{
  const GArray *expectations = lanes->scenario->expectations;

  systole_json_begin_array (json, "expected");
  for (guint i = 0; i < expectations->len; i++)
    {
      const SystoleExpectation *promise = &g_array_index (expectations, SystoleExpectation, i);
      SystoleQuantity actual;
      gboolean ok = systole_expectation_check (promise, systole_cli_lanes_get (lanes, promise->lane)->run, &actual);

      systole_json_begin_line (json, NULL, '{');
      systole_json_uint (json, "lane", promise->lane);
      systole_json_string (json, "what", systole_counter_get_id (promise->what));
      systole_cli_json_quantity (json, "expected", promise->what, promise->value);
      systole_cli_json_quantity (json, "actual", promise->what, actual);
      systole_json_boolean (json, "ok", ok);
      systole_json_end (json);
    }
  systole_json_end (json);
}

void
systole_cli_report_json (const SystoleCliLanes *lanes)
{
  g_autoptr (SystoleJson) json = systole_json_new (systole_cli_write);

  systole_json_begin_object (json, NULL);
  systole_json_string (json, "systole", SYSTOLE_VERSION);
  systole_json_string (json, "title", systole_cli_lanes_get_title (lanes, TRUE));
  systole_json_begin_array (json, "lanes");
  for (guint i = 0; i < lanes->lanes->len; i++)
    add_lane (json, systole_cli_lanes_get (lanes, i));
  systole_json_end (json);
  if (lanes->scenario != NULL && lanes->scenario->expectations->len > 0)
    add_expected (json, lanes);
  systole_json_end (json);
  systole_json_finish (json);
}

/* Every counter, a comma before each; empty where it has no meaning. */
void
systole_cli_csv_counters (GString *text, const SystoleRun *run)
{
  for (guint i = 0; i < SYSTOLE_N_COUNTERS; i++)
    {
      SystoleQuantity value = systole_run_get_counter (run, (SystoleCounter) i);
      g_autofree char *real = systole_number_format_double (value.real);

      g_string_append_c (text, ',');
      if (value.present && systole_counter_is_whole ((SystoleCounter) i))
        g_string_append_printf (text, "%" G_GUINT64_FORMAT, value.count);
      else if (value.present)
        g_string_append (text, real);
    }
}

/**
 * systole_cli_report_csv:
 *
 * A row a lane: what was run, the bound, then every counter by its id (empty: it has no
 * meaning there).
 */
void
systole_cli_report_csv (const SystoleCliLanes *lanes)
{
  g_autoptr (GString) text = g_string_new ("lane,machine,op,mapping,operands,bound,sound");

  for (guint i = 0; i < SYSTOLE_N_COUNTERS; i++)
    g_string_append_printf (text, ",%s", systole_counter_get_id ((SystoleCounter) i));
  g_string_append_c (text, '\n');
  for (guint i = 0; i < lanes->lanes->len; i++)
    {
      const SystoleCliLane *lane = systole_cli_lanes_get (lanes, i);
      g_autofree char *op = systole_op_to_string (&lane->op);
      g_autofree char *mapping = systole_run_describe_mapping (lane->run);

      g_string_append_printf (text, "%u,", i);
      systole_csv_append (text, systole_machine_get_id (lane->machine), ',');
      systole_csv_append (text, op, ',');
      systole_csv_append (text, mapping, ',');
      systole_csv_append (text, systole_operands_get_id (lane->operands), ',');
      systole_csv_append (text, systole_run_get_bound (lane->run), ',');
      g_string_append (text, systole_run_is_sound (lane->run) ? "true" : "false");
      systole_cli_csv_counters (text, lane->run);
      g_string_append_c (text, '\n');
    }
  systole_cli_write (text);
}
