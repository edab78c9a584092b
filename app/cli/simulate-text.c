/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/simulate-report.h"

#include "app/cli/cli-output.h"
#include "app/cli/cli-text.h"
#include "app/cli/simulate-tiles.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/run/energy.h"
#include "engine/run/known-error.h"

/* A counter's value for people; a dash where it has no meaning. */
char *
systole_cli_text_quantity (SystoleCounter counter, SystoleQuantity value)
{
  if (!value.present)
    return g_strdup ("–");
  switch (systole_counter_get_kind (counter))
    {
    case SYSTOLE_QUANTITY_COUNT:
    case SYSTOLE_QUANTITY_CYCLES:
    case SYSTOLE_QUANTITY_BYTES:
      return systole_number_format_count (value.count);
    case SYSTOLE_QUANTITY_SECONDS:
      return systole_cli_text_seconds (value.real);
    case SYSTOLE_QUANTITY_HERTZ:
      return systole_cli_text_hertz (value.real);
    case SYSTOLE_QUANTITY_RATIO:
      return systole_cli_text_percent (value.real);
    case SYSTOLE_QUANTITY_RATE:
      return systole_cli_text_scaled (value.real, "/s");
    case SYSTOLE_QUANTITY_REAL:
    default:
      return g_strdup_printf ("%.4g", value.real);
    }
}

static void
row (SystoleCliGrid *grid, const char *name, char *value)
{
  systole_cli_grid_add (grid, name);
  systole_cli_grid_take (grid, value);
  systole_cli_grid_end_row (grid);
}

static char *
describe_op (const SystoleOp *op)
{
  guint n;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n);
  GString *text = g_string_new (systole_op_kind_get_title (op->kind));

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *count = dims[i].words == NULL ? systole_number_format_count (op->dims[i]) : g_strdup (dims[i].words[op->dims[i]]);

      if (!dims[i].required && op->dims[i] == dims[i].initial)
        continue;
      g_string_append_printf (text, ", %s = %s", dims[i].key, count);
    }
  g_string_append_printf (text, ", %s", systole_format_get_title (op->format));
  return g_string_free (text, FALSE);
}

static char *
describe_time (const SystoleRun *run)
{
  g_autofree char *seconds = systole_cli_text_seconds (systole_run_get_seconds (run));
  g_autofree char *cycles = systole_number_format_count (systole_run_get_n_cycles (run));
  g_autofree char *clock = systole_cli_text_hertz (systole_run_get_clock_hz (run));

  /* Translators: time, number of cycles, frequency of the clock */
  return g_strdup_printf (P_ ("%s (%s cycle at %s)", "%s (%s cycles at %s)", systole_run_get_n_cycles (run)), seconds, cycles, clock);
}

static char *
describe_macs (const SystoleRun *run)
{
  g_autofree char *useful = systole_number_format_count (systole_run_get_useful_macs (run));
  g_autofree char *issued = systole_number_format_count (systole_run_get_issued_macs (run));
  SystoleQuantity dense = systole_run_get_counter (run, SYSTOLE_COUNTER_DENSE_MACS);
  g_autofree char *unpruned = NULL;

  if (!dense.present)
    return g_strdup_printf (_ ("%s useful, %s issued"), useful, issued);
  unpruned = systole_number_format_count (dense.count);
  /* Translators: multiply–accumulates of a product whose operand is pruned; the last number is what is advertised */
  return g_strdup_printf (_ ("%1$s useful, %2$s issued; %3$s dense-equivalent"), useful, issued, unpruned);
}

/* An average number of multipliers: fractions only where they are few. */
static char *
format_multipliers (double n)
{
  return n < 1000 ? g_strdup_printf ("%.4g", n) : systole_number_format_count ((guint64) (n + 0.5));
}

/* Share of a whole-run average; multipliers also as "48 of 64". */
static void
add_utilization (const SystoleRun *run, GString *out)
{
  g_autoptr (SystoleCliGrid) grid = systole_cli_grid_new ("lrl");
  SystoleQuantity peak = systole_run_get_counter (run, SYSTOLE_COUNTER_PEAK_MACS);
  guint n;
  const SystoleUtilization *shares = systole_run_get_utilization (run, &n);

  for (guint i = 0; i < n; i++)
    {
      gboolean multiplies = shares[i].unit == SYSTOLE_UNIT_MXU || shares[i].unit == SYSTOLE_UNIT_TENSOR;
      const char *of = shares[i].denominator != NULL ? _ (shares[i].denominator) : "";

      systole_cli_grid_add (grid, systole_unit_get_title (shares[i].unit, systole_run_get_maker (run)));
      systole_cli_grid_take (grid, systole_cli_text_percent (shares[i].share));
      if (multiplies && peak.present)
        {
          g_autofree char *busy = format_multipliers (shares[i].share * peak.real);
          g_autofree char *all = format_multipliers (peak.real);

          /* Translators: average number of busy multipliers, of how many, what all of them are */
          systole_cli_grid_take (grid, g_strdup_printf (_ ("%s of %s (%s)"), busy, all, of));
        }
      else
        systole_cli_grid_add (grid, of);
      systole_cli_grid_end_row (grid);
    }
  g_string_append_printf (out, "  %s\n", _ ("Utilization, average over the run"));
  systole_cli_grid_append_to (grid, out, 4);
}

static void
add_waterfall (const SystoleRun *run, GString *out)
{
  g_autoptr (SystoleCliGrid) grid = systole_cli_grid_new ("lrr");
  double total = (double) systole_run_get_n_cycles (run);
  guint n;
  const SystoleWaterfallPart *parts = systole_run_get_waterfall (run, &n);

  for (guint i = 0; i < n; i++)
    {
      systole_cli_grid_add (grid, systole_part_get_title (parts[i].part));
      systole_cli_grid_take (grid, systole_number_format_count (parts[i].cycles));
      systole_cli_grid_take (grid, systole_cli_text_percent ((double) parts[i].cycles / total));
      systole_cli_grid_end_row (grid);
    }
  systole_cli_grid_add (grid, _ ("total"));
  systole_cli_grid_take (grid, systole_number_format_count (systole_run_get_n_cycles (run)));
  systole_cli_grid_take (grid, systole_cli_text_percent (1));
  systole_cli_grid_end_row (grid);
  g_string_append_printf (out, "  %s\n", _ ("Where the time goes, in cycles"));
  systole_cli_grid_append_to (grid, out, 4);
}

static void
add_traffic (const SystoleRun *run, GString *out)
{
  g_autoptr (SystoleCliGrid) grid = systole_cli_grid_new ("lrr");
  guint n;
  const SystoleTraffic *traffic = systole_run_get_traffic (run, &n);

  if (n == 0)
    return;
  for (guint i = 0; i < n; i++)
    {
      systole_cli_grid_add (grid, systole_memory_level_get_title (traffic[i].level, systole_run_get_maker (run)));
      systole_cli_grid_take (grid, systole_number_format_count (traffic[i].read_bytes));
      systole_cli_grid_take (grid, systole_number_format_count (traffic[i].write_bytes));
      systole_cli_grid_end_row (grid);
    }
  g_string_append_printf (out, "  %s\n", _ ("Traffic, bytes read and written"));
  systole_cli_grid_append_to (grid, out, 4);
}

/* Joules of the run and where they go, largest unit that fits. */
static void
add_energy (const SystoleRun *run, GString *out)
{
  g_autoptr (SystoleCliGrid) grid = systole_cli_grid_new ("lrr");
  SystoleEnergy energy;

  systole_run_get_energy (run, &energy);
  if (!energy.modelled)
    return;
  for (guint i = 0; i < SYSTOLE_N_ENERGY_PARTS; i++)
    {
      systole_cli_grid_add (grid, systole_energy_part_get_title ((SystoleEnergyPart) i));
      systole_cli_grid_take (grid, systole_cli_text_scaled (energy.parts[i], "J"));
      systole_cli_grid_take (grid, systole_cli_text_percent (energy.joules > 0 ? energy.parts[i] / energy.joules : 0));
      systole_cli_grid_end_row (grid);
    }
  g_string_append_printf (out, "  %s\n", _ ("Where the energy goes"));
  systole_cli_grid_append_to (grid, out, 4);
}

static char *
describe_energy (const SystoleRun *run)
{
  g_autofree char *joules = NULL;
  g_autofree char *watts = NULL;
  SystoleEnergy energy;

  systole_run_get_energy (run, &energy);
  if (!energy.modelled)
    return g_strdup (_ ("not modelled"));
  joules = systole_cli_text_scaled (energy.joules, "J");
  watts = systole_cli_text_scaled (energy.watts, "W");
  if (energy.limited)
    /* Translators: energy, power */
    return g_strdup_printf (_ ("%s (%s, the power limit)"), joules, watts);
  /* Translators: energy, power */
  return g_strdup_printf (_ ("%s (%s on average)"), joules, watts);
}

static char *
describe_cost (const SystoleRun *run)
{
  SystoleCost cost;

  systole_run_get_cost (run, &cost);
  if (!cost.known)
    return g_strdup (_ ("no price is known"));
  /* Translators: price of the run and of an hour, in US dollars; provider and date */
  return g_strdup_printf (_ ("%.3g USD a run, at %.4g USD an hour (%s)"), cost.usd, cost.usd_per_hour, cost.source != NULL ? cost.source : systole_provenance_get_title (SYSTOLE_PROVENANCE_MINE));
}

/* A breach of a law stands in place of every number. */
static void
add_breach (const SystoleRun *run, GString *out)
{
  guint n;
  const SystoleAuditCheck *checks = systole_run_get_audit (run, &n);

  g_string_append_printf (out, "  %s\n", _ ("This run breaks a law of the engine, so its numbers are not shown:"));
  for (guint i = 0; i < n; i++)
    if (!checks[i].ok)
      g_string_append_printf (out, "    %s: %s\n", checks[i].id, _ (checks[i].title));
}

static void
add_lane (const SystoleCliLanes *lanes, guint i, GString *out)
{
  const SystoleCliLane *lane = systole_cli_lanes_get (lanes, i);
  const SystoleRun *run = lane->run;
  g_autoptr (SystoleCliGrid) grid = systole_cli_grid_new ("l");
  g_autofree char *title = systole_run_describe_machine (run);
  SystoleKnownError known_error = systole_run_get_known_error (run);
  guint n_checks;

  g_string_append_printf (out, "%c  %s\n", 'A' + (int) (i % 26), title);
  row (grid, _ ("Operation"), describe_op (&lane->op));
  row (grid, _ ("Mapping"), systole_run_describe_mapping (run));
  row (grid, _ ("Start"), g_strdup (systole_operands_get_title (lane->operands)));
  if (!systole_run_is_sound (run))
    {
      systole_cli_grid_append_to (grid, out, 2);
      add_breach (run, out);
      return;
    }
  systole_run_get_audit (run, &n_checks);
  row (grid, _ ("Time"), describe_time (run));
  row (grid, _ ("Bound by"), systole_cli_text_bound (systole_run_get_bound (run)));
  row (grid, _ ("MACs"), describe_macs (run));
  systole_cli_grid_append_to (grid, out, 2);
  add_utilization (run, out);
  add_waterfall (run, out);
  systole_cli_add_tiles_text (run, out);
  add_traffic (run, out);
  add_energy (run, out);
  g_clear_pointer (&grid, systole_cli_grid_free);
  grid = systole_cli_grid_new ("l");
  row (grid, _ ("Energy"), describe_energy (run));
  row (grid, _ ("Cost"), describe_cost (run));
  row (grid, _ ("Audit"), g_strdup_printf (P_ ("%u check holds", "all %u checks hold", n_checks), n_checks));
  row (grid, _ ("Known error"), systole_known_error_describe (&known_error));
  systole_cli_grid_append_to (grid, out, 2);
}

static void
add_expected (const SystoleCliLanes *lanes, GString *out)
{
  const GArray *expectations = lanes->scenario->expectations;
  g_autoptr (SystoleCliGrid) grid = systole_cli_grid_new ("llrrl");

  if (expectations->len == 0)
    return;
  for (guint i = 0; i < expectations->len; i++)
    {
      const SystoleExpectation *promise = &g_array_index (expectations, SystoleExpectation, i);
      SystoleQuantity actual;
      gboolean ok = systole_expectation_check (promise, systole_cli_lanes_get (lanes, promise->lane)->run, &actual);

      systole_cli_grid_take (grid, g_strdup_printf ("%c", 'A' + (int) (promise->lane % 26)));
      systole_cli_grid_add (grid, systole_counter_get_title (promise->what));
      systole_cli_grid_take (grid, systole_cli_text_quantity (promise->what, promise->value));
      systole_cli_grid_take (grid, systole_cli_text_quantity (promise->what, actual));
      systole_cli_grid_add (grid, ok ? _ ("as promised") : _ ("differs"));
      systole_cli_grid_end_row (grid);
    }
  g_string_append_printf (out, "\n%s\n", _ ("What the file promises, and what came out"));
  systole_cli_grid_append_to (grid, out, 2);
}

/* What the times were compared with: a claim about two lanes is as good as the worse. */
static const char *
describe_validity (const SystoleCliLanes *lanes)
{
  for (guint i = 0; i < lanes->lanes->len; i++)
    if (systole_run_get_known_error (systole_cli_lanes_get (lanes, i)->run).basis == SYSTOLE_VALIDATION_NONE)
      return _ ("This holds for the number formats, clocks and starting places named above; not every one of these times was compared with measurements.");
  return _ ("This holds for the number formats, clocks and starting places named above, within the known errors.");
}

/* Who is faster, by what factor, and what that rests on. */
static void
add_comparison (const SystoleCliLanes *lanes, GString *out)
{
  guint best = 0;
  gboolean same = TRUE;

  for (guint i = 0; i < lanes->lanes->len; i++)
    {
      const SystoleCliLane *lane = systole_cli_lanes_get (lanes, i);

      same = same && systole_op_is_same_work (&lane->op, &systole_cli_lanes_get (lanes, 0)->op);
      if (!systole_run_is_sound (lane->run))
        return;
      if (systole_run_get_seconds (lane->run) < systole_run_get_seconds (systole_cli_lanes_get (lanes, best)->run))
        best = i;
    }
  g_string_append_c (out, '\n');
  if (!same)
    {
      g_string_append_printf (out, "%s\n", _ ("The lanes run different operations, so their times are not compared."));
      return;
    }
  for (guint i = 0; i < lanes->lanes->len; i++)
    if (i != best)
      {
        double factor = systole_run_get_seconds (systole_cli_lanes_get (lanes, i)->run) / systole_run_get_seconds (systole_cli_lanes_get (lanes, best)->run);

        /* Translators: letter of a lane, factor, letter of a slower lane */
        g_string_append_printf (out, _ ("%c is %.3g times as fast as %c."), 'A' + (int) (best % 26), factor, 'A' + (int) (i % 26));
        g_string_append_c (out, '\n');
      }
  g_string_append_printf (out, "%s\n", describe_validity (lanes));
}

void
systole_cli_report_text (const SystoleCliLanes *lanes)
{
  g_autoptr (GString) out = g_string_new (NULL);
  const char *title = systole_cli_lanes_get_title (lanes, FALSE);

  if (*title != '\0')
    g_string_append_printf (out, "%s\n\n", title);
  for (guint i = 0; i < lanes->lanes->len; i++)
    {
      if (i > 0)
        g_string_append_c (out, '\n');
      add_lane (lanes, i, out);
    }
  if (lanes->lanes->len > 1)
    add_comparison (lanes, out);
  if (lanes->scenario != NULL)
    add_expected (lanes, out);
  systole_cli_write (out);
}
