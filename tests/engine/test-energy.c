/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "engine/base/error.h"
#include "engine/run/power.h"
#include "engine/run/known-error.h"
#include "tests/engine/engine-fixture.h"

static SystoleCatalogue *catalogue;

static const char *const machines[] = { "nvidia-t4", "nvidia-a100-sxm-80", "nvidia-h100-sxm", "nvidia-b200", "google-tpu-v4", "google-tpu-v5e" };

static SystoleRun *
random_run (const char *machine)
{
  const char *format = strcmp (machine, "nvidia-t4") == 0 ? "fp16" : "bf16";
  guint exponents[3];
  g_autofree char *op = NULL;

  for (guint i = 0; i < 3; i++)
    exponents[i] = (guint) g_test_rand_int_range (0, 14);
  op = g_strdup_printf ("gemm:m=%u,n=%u,k=%u,dtype=%s", 1u << exponents[0], 1u << exponents[1], 1u << exponents[2], format);
  return fixture_run (catalogue, op, machine);
}

/* Parts add up to the total, to the last bit; power lies between idle and the limit. */
static void
test_laws (void)
{
  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (SystoleRun) run = random_run (machines[i % G_N_ELEMENTS (machines)]);
      SystoleEnergy energy;
      double sum = 0, limit;

      systole_run_get_energy (run, &energy);
      g_assert_true (energy.modelled);
      limit = energy.limit;
      g_assert_true (energy.limit_estimated != systole_machine_has (systole_run_get_machine (run), SYSTOLE_FIELD_POWER_TDP));
      for (guint p = 0; p < SYSTOLE_N_ENERGY_PARTS; p++)
        {
          g_assert_cmpfloat (energy.parts[p], >=, 0);
          sum += energy.parts[p];
        }
      g_assert_true (memcmp (&sum, &energy.joules, sizeof sum) == 0);
      g_assert_cmpfloat (energy.watts, <=, limit);
      g_assert_cmpfloat (energy.watts, >=, energy.parts[SYSTOLE_ENERGY_IDLE] / systole_run_get_seconds (run));
      g_assert_cmpfloat (fabs (energy.watts * systole_run_get_seconds (run) / energy.joules - 1), <, 1e-9);
      g_assert_cmpfloat (energy.parts[SYSTOLE_ENERGY_DRAM], >, 0);
      g_assert_true (!energy.limited || fabs (energy.watts - limit) < 1e-9);
    }
}

/* The same bytes cost the same; twice the arithmetic costs more, and narrower numbers cost less. */
static void
test_directions (void)
{
  g_autoptr (SystoleRun) small = fixture_run (catalogue, "gemm:m=64,n=4096,k=4096", "nvidia-h100-sxm");
  g_autoptr (SystoleRun) large = fixture_run (catalogue, "gemm:m=128,n=4096,k=4096", "nvidia-h100-sxm");
  g_autoptr (SystoleRun) narrow = fixture_run (catalogue, "gemm:m=128,n=4096,k=4096,dtype=int8", "nvidia-h100-sxm");
  SystoleEnergy a, b, c;

  systole_run_get_energy (small, &a);
  systole_run_get_energy (large, &b);
  systole_run_get_energy (narrow, &c);
  g_assert_false (a.limited);
  g_assert_cmpfloat (a.parts[SYSTOLE_ENERGY_ARITHMETIC] * 2, ==, b.parts[SYSTOLE_ENERGY_ARITHMETIC]);
  g_assert_cmpfloat (c.parts[SYSTOLE_ENERGY_ARITHMETIC], <, b.parts[SYSTOLE_ENERGY_ARITHMETIC]);
  g_assert_cmpfloat (c.parts[SYSTOLE_ENERGY_DRAM], <, b.parts[SYSTOLE_ENERGY_DRAM]);
}

/* Where weights of 4 bits are widened before they are multiplied, a quarter of the multiplier switches. */
static void
test_widened_weights (void)
{
  g_autoptr (SystoleRun) both = fixture_run (catalogue, "gemm:m=128,n=4096,k=4096,dtype=fp16", "nvidia-jetson-agx-orin-64");
  g_autoptr (SystoleRun) widened = fixture_run (catalogue, "gemm:m=128,n=4096,k=4096,dtype=int4w_fp16a", "nvidia-jetson-agx-orin-64");
  SystoleEnergy a, b;

  systole_run_get_energy (both, &a);
  systole_run_get_energy (widened, &b);
  g_assert_cmpfloat_with_epsilon (b.parts[SYSTOLE_ENERGY_ARITHMETIC] / a.parts[SYSTOLE_ENERGY_ARITHMETIC], 0.25, 1e-9);
}

/* A power limit set in the scenario bounds the power; a bare array has no power. */
static void
test_limit (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleMachine) capped = systole_machine_with_field (systole_catalogue_find (catalogue, "nvidia-h100-sxm"), SYSTOLE_FIELD_POWER_TDP, 350, NULL, &error);
  SystoleOp op = fixture_op ("gemm:m=8192,n=8192,k=8192");
  g_autoptr (SystoleRun) run = systole_run_new (&op, capped, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error);
  g_autoptr (SystoleRun) bare = NULL;
  SystoleEnergy energy;

  g_assert_no_error (error);
  systole_run_get_energy (run, &energy);
  g_assert_true (energy.limited);
  g_assert_cmpfloat (energy.watts, ==, 350);
  op = fixture_op ("gemm:m=8,n=8,k=8,dtype=int8");
  g_clear_pointer (&capped, systole_machine_unref);
  capped = systole_catalogue_parse (catalogue, "array:rows=8,cols=8", &error);
  bare = systole_run_new (&op, capped, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  systole_run_get_energy (bare, &energy);
  g_assert_false (energy.modelled);
}

static SystoleCatalogue *
read_prices (const char *text, GError **error)
{
  g_autoptr (SystoleCatalogue) own = fixture_catalogue ();

  return systole_catalogue_add_prices (own, text, strlen (text), "mine.csv", error) ? g_steal_pointer (&own) : NULL;
}

static void
test_prices (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleCatalogue) own = read_prices ("machine,usd_per_hour,provider,date\nt4,0.5,Here,2026-11\nnvidia-t4,9,There,2026-10\n", &error);
  g_autoptr (SystoleRun) run = NULL;
  SystoleCost cost;
  gsize length;
  g_autofree char *shipped = fixture_read ("prices.csv", &length);

  g_assert_no_error (error);
  run = fixture_run (own, "gemm:m=4096,n=4096,k=4096,dtype=fp16", "nvidia-t4");
  systole_run_get_cost (run, &cost);
  g_assert_true (cost.known);
  g_assert_cmpfloat (cost.usd_per_hour, ==, 9); /* another name of the machine: the later line */
  g_assert_cmpfloat (cost.usd, ==, 9 * systole_run_get_seconds (run) / 3600);
  g_assert_cmpstr (cost.source, ==, "There, 2026-10");
  g_clear_pointer (&run, systole_run_unref);

  systole_catalogue_add_prices (own, shipped, length, "prices.csv", &error);
  g_assert_no_error (error);
  run = fixture_run (own, "gemm:m=4096,n=4096,k=4096,dtype=fp16", "nvidia-t4");
  systole_run_get_cost (run, &cost);
  g_assert_cmpfloat (cost.usd_per_hour, ==, 0.35);
  g_clear_pointer (&run, systole_run_unref);
  run = fixture_run (own, "gemm:m=4096,n=4096,k=4096,dtype=fp16", "nvidia-l40");
  systole_run_get_cost (run, &cost);
  g_assert_false (cost.known);
}

static void
test_bad_prices (void)
{
  static const struct
  {
    const char *text, *message;
  } bad[] = {
    { "machine,usd_per_hour,provider\nt4,1,x\n", "mine.csv:1: " },
    { "machine,usd_per_hour,provider,date\nt4,1,x,y\nabacus,1,x,y\n", "mine.csv:3: " },
    { "machine,usd_per_hour,provider,date\nt4,-1,x,y\n", "mine.csv:2: " },
    { "machine,usd_per_hour,provider,date\nt4,1e9,x,y\n", "mine.csv:2: " },
    { "machine,usd_per_hour,provider,date\nt4,,x,y\n", "mine.csv:2: " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleCatalogue) own = read_prices (bad[i].text, &error);

      g_assert_null (own);
      g_assert_nonnull (error);
      g_assert_true (g_str_has_prefix (error->message, bad[i].message));
    }
}

/* What was never measured has no error; what was has one that is a share of the time. */
static void
test_known_error (void)
{
  g_autoptr (SystoleRun) measured = fixture_run (catalogue, "gemm:m=4096,n=4096,k=4096", "nvidia-h100-sxm");
  g_autoptr (SystoleRun) variant = fixture_run (catalogue, "gemm:m=4096,n=4096,k=4096", "nvidia-h100-nvl");
  g_autoptr (SystoleRun) launch = fixture_run (catalogue, "gemm:m=64,n=64,k=64", "nvidia-h100-sxm");
  g_autoptr (SystoleRun) never = fixture_run (catalogue, "gemm:m=4096,n=4096,k=4096", "google-tpu-v2");
  SystoleKnownError error = systole_run_get_known_error (measured), same = systole_run_get_known_error (variant);

  g_assert_cmpint (error.basis, !=, SYSTOLE_VALIDATION_NONE);
  g_assert_cmpuint (error.count, >, 0);
  g_assert_cmpfloat (error.median_pct, <=, error.p90_pct);
  g_assert_cmpstr (error.generation, ==, "Hopper");
  g_assert_cmpuint (same.count, ==, error.count);
  g_assert_true (systole_run_get_known_error (launch).launch_bound);
  error = systole_run_get_known_error (never);
  g_assert_cmpint (error.basis, ==, SYSTOLE_VALIDATION_NONE);
  g_assert_cmpuint (error.count, ==, 0);
  g_assert_cmpstr (systole_known_error_get_status (&error), ==, "not-validated");
}

/* The bins of power are those of the run: their mean is its power; nothing falls below what an
 * idle chip takes; more work at once takes more. */
static void
test_power (void)
{
  for (guint i = 1; /* the T4 has no bf16 */ i < G_N_ELEMENTS (machines); i++)
    {
      g_autoptr (SystoleRun) run = fixture_run (catalogue, "gemm:m=3072,n=3000,k=2048", machines[i]);
      double watts[100], sum = 0, least = G_MAXDOUBLE, most = 0;
      SystoleEnergy energy;

      systole_run_get_energy (run, &energy);
      g_assert_true (systole_run_get_power (run, G_N_ELEMENTS (watts), watts));
      for (guint k = 0; k < G_N_ELEMENTS (watts); k++)
        {
          sum += watts[k] / G_N_ELEMENTS (watts);
          least = MIN (least, watts[k]);
          most = MAX (most, watts[k]);
        }
      g_assert_cmpfloat_with_epsilon (sum, energy.joules / systole_run_get_seconds (run), 1e-6 * sum);
      g_assert_cmpfloat (least, >=, energy.parts[SYSTOLE_ENERGY_IDLE] / systole_run_get_seconds (run) * (1 - 1e-9));
      g_assert_cmpfloat (most, >, least);
      g_assert_cmpfloat_with_epsilon (systole_run_get_energy_per_operation (run), energy.joules / (2.0 * 3072 * 3000 * 2048), 1e-6 * energy.joules / (2.0 * 3072 * 3000 * 2048));
    }
}

static void
test_no_power (void)
{
  g_autoptr (SystoleRun) run = fixture_run (catalogue, "gemm:m=8,n=8,k=8,dtype=int8", "array:rows=8,cols=8");
  double watts[4];

  g_assert_false (systole_run_get_power (run, G_N_ELEMENTS (watts), watts));
  g_assert_cmpfloat (systole_run_get_energy_per_operation (run), ==, 0);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  catalogue = fixture_catalogue ();
  g_test_add_func ("/energy/laws", test_laws);
  g_test_add_func ("/energy/directions", test_directions);
  g_test_add_func ("/energy/widened-weights", test_widened_weights);
  g_test_add_func ("/energy/limit", test_limit);
  g_test_add_func ("/cost/prices", test_prices);
  g_test_add_func ("/cost/bad-prices", test_bad_prices);
  g_test_add_func ("/known-error/lookup", test_known_error);
  g_test_add_func ("/energy/power-over-time", test_power);
  g_test_add_func ("/energy/no-power", test_no_power);
  result = g_test_run ();
  systole_catalogue_unref (catalogue);
  return result;
}
