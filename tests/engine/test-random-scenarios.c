/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "engine/base/error.h"
#include "engine/run/energy.h"
#include "engine/run/fit.h"
#include "engine/run/roofline.h"
#include "tests/engine/engine-fixture.h"

/*
 * Random operations of every class on every machine that ships and on random bare ones: no ratio that is shown
 * lies outside 0 … 1, the waterfall adds up exactly, MACs are the product of the dimensions, and what is too
 * large is refused politely. SYSTOLE_SCENARIOS says how many; ./test takes 100,000.
 */

#define N_USUAL 20000
#define N_BINS 20

static SystoleCatalogue *catalogue;

static guint
n_scenarios (void)
{
  const char *wanted = g_getenv ("SYSTOLE_SCENARIOS");

  if (wanted != NULL)
    return (guint) g_ascii_strtoull (wanted, NULL, 10);
  return g_getenv ("SYSTOLE_SLOW_CHECKER") != NULL ? N_USUAL / 8 : N_USUAL;
}

/* Around powers of two, where tiles end, and anywhere between them. */
static guint64
side (guint bits)
{
  guint64 value = G_GUINT64_CONSTANT (1) << g_test_rand_int_range (0, (gint32) bits);

  switch (g_test_rand_int_range (0, 4))
    {
    case 0:
      return value;
    case 1:
      return MAX (value, 2) - 1;
    case 2:
      return value + 1;
    default:
      return value + (guint64) (g_test_rand_double () * (double) value);
    }
}

typedef struct
{
  char *text;
  guint64 macs; /* product of the dimensions; 0: not of this kind */
} Work;

static Work
random_work (guint kind)
{
  static const char *const formats[] = { "fp16", "bf16", "int8", "fp32", "fp8", "fp64" };
  static const char *const vectors[] = { "softmax", "layernorm", "rmsnorm", "gelu", "silu_mul", "add", "reduce" };
  const char *format = formats[g_test_rand_int_range (0, G_N_ELEMENTS (formats))];
  guint64 m = side (14), n = side (14), k = side (14), b = side (7), groups = side (3), filters = side (6), channels = side (6), taps = side (3), tokens = side (11);

#define TEXT(...) g_strdup_printf (__VA_ARGS__)
#define U G_GUINT64_FORMAT
  switch (kind % 7)
    {
    case 0:
    case 1:
      return (Work){ TEXT ("gemm:m=%" U ",n=%" U ",k=%" U ",dtype=%s", m, n, k, format), m * n * k };
    case 2:
      return (Work){ TEXT ("batched_gemm:b=%" U ",m=%" U ",n=%" U ",k=%" U ",dtype=%s", b, m, n, k, format), b * m * n * k };
    case 3: /* without padding, by one: as many pixels come out as the filter has places to lie */
      return (Work){ TEXT ("conv:n=%" U ",c=%" U ",h=%" U ",w=%" U ",k=%" U ",r=%" U ",s=%" U ",groups=%" U ",dtype=%s", b, groups * channels, tokens + taps - 1, 16 + taps - 1, groups * filters, taps, taps, groups, format),
                     b * tokens * 16 * groups * filters * channels * taps * taps };
    case 4:
      return (Work){ TEXT ("attention:b=%" U ",sq=%" U ",skv=%" U ",hq=8,hkv=2,d=64,dtype=%s", side (4), tokens, tokens, format), 0 };
    case 5:
      return (Work){ TEXT ("mlp:m=%" U ",hidden=%" U ",inter=%" U ",gated=0,dtype=%s", tokens, n, k, format), 2 * tokens * n * k };
    default:
      return (Work){ TEXT ("%s:m=%" U ",n=%" U ",dtype=%s", vectors[kind / 7 % G_N_ELEMENTS (vectors)], m, n, format), 0 };
    }
#undef TEXT
#undef U
}

static SystoleMachine *
random_machine (guint i)
{
  guint n = systole_catalogue_get_n (catalogue);
  SystoleArrayDef def = { (guint) g_test_rand_int_range (1, 300), (guint) g_test_rand_int_range (1, 300), (SystoleDataflow) g_test_rand_int_range (0, SYSTOLE_N_DATAFLOWS), (SystoleTiming) g_test_rand_int_range (0, 3), 7e8 };

  if (i % 4 == 0)
    return systole_machine_new_array (&def);
  return systole_machine_ref ((SystoleMachine *) systole_catalogue_get (catalogue, (guint) g_test_rand_int_range (0, (gint32) n)));
}

#define SHARE(value) check_share (#value, value, text, machine)

static void
check_share (const char *what, double value, const char *text, const SystoleMachine *machine)
{
  if (!(value >= 0 && value <= 1))
    g_error ("%s is %.17g: %s on %s", what, value, text, systole_machine_get_id (machine));
}

static void
check_totals (const SystoleRun *run, const Work *work)
{
  const char *text = work->text;
  const SystoleMachine *machine = systole_run_get_machine (run);
  const SystoleAuditCheck *breach = systole_run_find_breach (run);
  const SystoleWaterfallPart *parts;
  const SystoleUtilization *units;
  SystoleRoofline roofline;
  guint64 sum = 0;
  guint n;

  if (breach != NULL)
    g_error ("%s: %s on %s", breach->id, text, systole_machine_get_id (machine));
  parts = systole_run_get_waterfall (run, &n);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (parts[i].cycles, <=, systole_run_get_n_cycles (run) - sum); /* no sum runs over */
      sum += parts[i].cycles;
    }
  if (sum != systole_run_get_n_cycles (run))
    g_error ("the waterfall is %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " cycles: %s on %s", sum, systole_run_get_n_cycles (run), text, systole_machine_get_id (machine));
  if (work->macs > 0 && systole_run_get_useful_macs (run) != work->macs)
    g_error ("%" G_GUINT64_FORMAT " MACs, not %" G_GUINT64_FORMAT ": %s on %s", systole_run_get_useful_macs (run), work->macs, text, systole_machine_get_id (machine));
  units = systole_run_get_utilization (run, &n);
  for (guint i = 0; i < n; i++)
    SHARE (units[i].share);
  for (guint c = 0; c < SYSTOLE_N_COUNTERS; c++)
    {
      SystoleQuantity quantity = systole_run_get_counter (run, (SystoleCounter) c);

      if (quantity.present && systole_counter_get_kind ((SystoleCounter) c) == SYSTOLE_QUANTITY_RATIO)
        SHARE (quantity.real);
    }
  /* A way that needs fewer products than it is asked for, as Winograd’s, is above the roof, rightly. */
  if (systole_run_get_roofline (run, &roofline) && roofline.bound > 0 && systole_run_get_issued_macs (run) >= systole_run_get_useful_macs (run))
    SHARE (roofline.achieved / roofline.bound / (1 + 1e-9));
}

/* What is shown of single cycles: the ends and one between. */
static void
check_cycles (const SystoleRun *run, const char *text, SystoleChipFrame *chip)
{
  const SystoleMachine *machine = systole_run_get_machine (run);
  guint64 last = systole_run_get_n_cycles (run) - 1, cycles[3] = { 0, last, (guint64) (g_test_rand_double () * (double) last) };
  SystoleLevel levels[SYSTOLE_N_LEVELS];
  double bins[N_BINS];

  for (guint i = 0; i < G_N_ELEMENTS (cycles); i++)
    {
      SystoleSummary summary;
      guint64 sum;

      systole_run_summarize (run, cycles[i], &summary);
      sum = summary.busy;
      for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
        sum += summary.idle[r];
      g_assert_cmpuint (sum, ==, summary.total);
      g_assert_true (summary.n_folds == 0 || summary.fold < summary.n_folds);
      SHARE (systole_run_get_work_done (run, cycles[i]));
    }
  systole_run_get_busy_share (run, 0, (double) (last + 1), N_BINS, bins);
  for (guint i = 0; i < N_BINS; i++)
    SHARE (bins[i]);
  systole_run_get_busy_share (run, (double) cycles[2], (double) cycles[2] + 0.5, 1, bins);
  SHARE (bins[0]);
  if (systole_run_get_levels (run, levels, G_N_ELEMENTS (levels)) == 0 || levels[0] != SYSTOLE_LEVEL_CHIP)
    return;
  systole_run_chip_frame (run, cycles[2], chip);
  for (guint i = 0; i < chip->units->len; i++)
    SHARE (g_array_index (chip->units, SystoleUnitState, i).busy_share);
}

static void
test_ratios (void)
{
  SystoleChipFrame chip;
  guint n_modelled = 0, n = n_scenarios ();

  systole_chip_frame_init (&chip);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (SystoleMachine) machine = random_machine (i);
      g_autoptr (SystoleRun) run = NULL;
      g_autoptr (GError) error = NULL;
      Work work = random_work ((guint) g_test_rand_int_range (0, 1000));
      SystoleOp op;

      if (systole_op_parse (work.text, SYSTOLE_FORMAT_BF16, &op, &error))
        run = systole_run_new (&op, machine, i % 8 < 4 ? SYSTOLE_OPERANDS_COLD : SYSTOLE_OPERANDS_RESIDENT, NULL, NULL, NULL, &error);
      if (run != NULL)
        {
          check_totals (run, &work);
          check_cycles (run, work.text, &chip);
          n_modelled++;
        }
      else if (!g_error_matches (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED) && !g_error_matches (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY))
        g_error ("%s on %s: %s", work.text, systole_machine_get_id (machine), error->message);
      g_free (work.text);
    }
  systole_chip_frame_clear (&chip);
  g_test_message ("%u of %u scenarios are modelled", n_modelled, n);
  g_assert_cmpuint (n_modelled, >, n / 3);
}

/* Sides at the edges of 64 bits: a run that is sound, or a sentence with the limit; never a wrong number. */
static void
test_edges (void)
{
  static const char *const sides[] = { "1", "2", "4294967295", "4294967297", "1099511627776", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616" };
  static const char *const machines[] = { "array:rows=8,cols=8", "array:rows=1024,cols=1024", "sm:", "google-tpu-v5e", "nvidia-h100-sxm", "cpu-e5-2699v3" };
  guint refused = 0, ran = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sides) * G_N_ELEMENTS (sides) * G_N_ELEMENTS (sides) * G_N_ELEMENTS (machines); i++)
    {
      const char *m = sides[i % G_N_ELEMENTS (sides)], *n = sides[i / G_N_ELEMENTS (sides) % G_N_ELEMENTS (sides)], *k = sides[i / G_N_ELEMENTS (sides) / G_N_ELEMENTS (sides) % G_N_ELEMENTS (sides)];
      const char *name = machines[i / G_N_ELEMENTS (sides) / G_N_ELEMENTS (sides) / G_N_ELEMENTS (sides)];
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleMachine) machine = systole_catalogue_parse (catalogue, name, NULL);
      g_autoptr (SystoleRun) run = NULL;
      g_autofree char *text = g_strdup_printf ("gemm:m=%s,n=%s,k=%s,dtype=%s", m, n, k, strchr (name, ':') != NULL ? "int8" : g_str_has_prefix (name, "cpu") ? "fp32"
                                                                                                                                                             : "bf16");
      SystoleOp op;

      if (systole_op_parse (text, SYSTOLE_FORMAT_INT8, &op, &error))
        run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_RESIDENT, NULL, NULL, NULL, &error);
      if (run != NULL)
        {
          Work work = { text, g_ascii_strtoull (m, NULL, 10) * g_ascii_strtoull (n, NULL, 10) * g_ascii_strtoull (k, NULL, 10) };

          check_totals (run, &work);
          ran++;
          continue;
        }
      /* The place, and a number: what is allowed. */
      g_assert_true (g_error_matches (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY) || g_error_matches (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE));
      if (strstr (error->message, "2^") == NULL && strstr (error->message, "1099511627776") == NULL && strstr (error->message, "MB") == NULL && strstr (error->message, "GB") == NULL)
        g_error ("%s on %s: no limit in “%s”", text, name, error->message);
      refused++;
    }
  g_assert_cmpuint (refused, >, 100);
  g_assert_cmpuint (ran, >, 100);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  catalogue = fixture_catalogue ();
  g_test_add_func ("/random-scenarios/ratios", test_ratios);
  g_test_add_func ("/random-scenarios/edges", test_edges);
  status = g_test_run ();
  systole_catalogue_unref (catalogue);
  return status;
}
