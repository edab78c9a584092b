/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "engine/base/error.h"
#include "engine/machine/catalogue.h"
#include "engine/run/run.h"

/* Whole TPUs: against published times, against their own arrays PE by PE, and what they refuse. */

/* The model is general, the rows are single measurements of other people's software. */
#define MEASURED_BOUND 0.25

static char *
source_file (const char *name)
{
  return g_build_filename (g_getenv ("SYSTOLE_SOURCE_DIR"), name, NULL);
}

static SystoleCatalogue *
load_catalogue (void)
{
  g_autofree char *path = source_file ("data/machines/google.xml");
  g_autofree char *data = NULL;
  SystoleCatalogue *catalogue = systole_catalogue_new ();
  GError *error = NULL;
  gsize length;

  g_file_get_contents (path, &data, &length, &error);
  g_assert_no_error (error);
  systole_catalogue_add_xml (catalogue, data, length, path, &error);
  g_assert_no_error (error);
  return catalogue;
}

static SystoleMachine *
with_field (SystoleMachine *machine, SystoleField field, double value)
{
  GError *error = NULL;
  SystoleMachine *changed = systole_machine_with_field (machine, field, value, "test", &error);

  g_assert_no_error (error);
  systole_machine_unref (machine);
  return changed;
}

static SystoleRun *
run_gemm (const SystoleMachine *machine, guint64 m, guint64 n, guint64 k, SystoleFormat format, SystoleOperands operands)
{
  SystoleOp op;
  GError *error = NULL;
  SystoleRun *run;

  systole_op_init_gemm (&op, m, n, k, format);
  run = systole_run_new (&op, machine, operands, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return run;
}

static void
assert_sound (const SystoleRun *run)
{
  guint n;
  const SystoleAuditCheck *checks = systole_run_get_audit (run, &n);

  for (guint i = 0; i < n; i++)
    if (!checks[i].ok)
      {
        g_autofree char *op = systole_op_to_string (systole_run_get_op (run));

        g_error ("%s, %s: %s", systole_machine_get_id (systole_run_get_machine (run)), op, checks[i].title);
      }
}

static void
test_measured (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  g_autofree char *path = source_file ("tests/data/tpu-measured.csv");
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], ",", 7);
      SystoleFormat format;
      double measured;

      if (lines[i][0] == '#' || g_strv_length (fields) < 7)
        continue;
      g_assert_true (systole_format_from_id (fields[4], &format));
      measured = g_ascii_strtod (fields[5], NULL);
      g_autoptr (SystoleRun) run = run_gemm (systole_catalogue_find (catalogue, fields[0]), g_ascii_strtoull (fields[1], NULL, 10), g_ascii_strtoull (fields[2], NULL, 10), g_ascii_strtoull (fields[3], NULL, 10), format, SYSTOLE_OPERANDS_COLD);
      g_test_message ("%s: %g s, measured %g s", lines[i], systole_run_get_seconds (run), measured);
      g_assert_cmpfloat (fabs (systole_run_get_seconds (run) / measured - 1), <, MEASURED_BOUND);
      n++;
    }
  g_assert_cmpuint (n, >=, 10);
}

/* A v3 with few small arrays and a slow clock, so that every PE can be looked at. */
static SystoleMachine *
small_tpu (const SystoleCatalogue *catalogue)
{
  SystoleMachine *machine = systole_machine_ref ((SystoleMachine *) systole_catalogue_find (catalogue, "google-tpu-v3"));

  machine = with_field (machine, SYSTOLE_FIELD_MXU_ROWS, g_test_rand_int_range (2, 6));
  machine = with_field (machine, SYSTOLE_FIELD_MXU_COLUMNS, g_test_rand_int_range (2, 6));
  machine = with_field (machine, SYSTOLE_FIELD_MXU_COUNT, g_test_rand_int_range (1, 6));
  machine = with_field (machine, SYSTOLE_FIELD_MXU_CLOCK, 2e6);
  return with_field (machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH, g_test_rand_double_range (1e8, 1e10));
}

static void
check_every_pe (const SystoleRun *run)
{
  guint rows, columns;
  SystoleGemm gemm;
  SystoleArrayFrame frame;
  SystoleChipFrame chip;
  g_autofree guint8 *done = NULL;

  systole_op_as_gemm (systole_run_get_op (run), &gemm);
  done = g_new0 (guint8, gemm.m * gemm.n * gemm.k);
  g_assert_true (systole_run_get_array_size (run, &rows, &columns));
  systole_array_frame_init (&frame);
  systole_chip_frame_init (&chip);
  for (guint64 cycle = 0; cycle < systole_run_get_n_cycles (run); cycle++)
    {
      guint64 counted[SYSTOLE_N_REASONS] = { 0 };
      SystoleWindow all = { 0, 0, rows, columns, TRUE };
      SystoleSummary summary;
      double share = 0;

      systole_run_summarize (run, cycle, &summary);
      systole_run_chip_frame (run, cycle, &chip);
      for (guint unit = 0; unit < systole_run_get_n_units (run); unit++)
        {
          frame.identity = unit > 0 ? 0 : frame.identity;
          systole_run_array_frame (run, unit, cycle, &all, &frame);
          for (guint i = 0; i < frame.cells->len; i++)
            {
              const SystoleArrayCell *cell = &g_array_index (frame.cells, SystoleArrayCell, i);

              counted[cell->reason]++;
              if (cell->reason != SYSTOLE_REASON_BUSY)
                continue;
              done[(cell->m * gemm.n + cell->n) * gemm.k + cell->k]++;
              if (cell->final)
                g_assert_cmpfloat (cell->partial_out.value, ==, systole_gemm_partial (&gemm, cell->m, cell->n, gemm.k));
            }
          share += g_array_index (chip.units, SystoleUnitState, unit).busy_share;
        }
      g_assert_cmpuint (summary.busy, ==, counted[SYSTOLE_REASON_BUSY]);
      g_assert_cmpfloat_with_epsilon (share * rows * columns, (double) summary.busy, 1e-6);
      for (guint r = 1; r < SYSTOLE_N_REASONS; r++)
        g_assert_cmpuint (summary.idle[r], ==, counted[r]);
    }
  for (guint64 i = 0; i < gemm.m * gemm.n * gemm.k; i++)
    g_assert_cmpuint (done[i], ==, 1);
  systole_array_frame_clear (&frame);
  systole_chip_frame_clear (&chip);
}

static void
test_every_pe (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();

  for (guint i = 0; i < 40; i++)
    {
      g_autoptr (SystoleMachine) machine = small_tpu (catalogue);
      g_autoptr (SystoleRun) run = run_gemm (machine, (guint64) g_test_rand_int_range (1, i % 4 == 0 ? 300 : 40), (guint64) g_test_rand_int_range (1, 24), (guint64) g_test_rand_int_range (1, 16), SYSTOLE_FORMAT_BF16, i % 2 == 0 ? SYSTOLE_OPERANDS_COLD : SYSTOLE_OPERANDS_ON_CHIP);

      assert_sound (run);
      check_every_pe (run);
    }
}

/* Law 7 for bandwidth and for arrays: more of them never makes a run slower. */
static void
test_monotone (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();

  for (guint i = 0; i < 60; i++)
    {
      static const char *const ids[] = { "google-tpu-v1", "google-tpu-v3", "google-tpu-v5e", "google-tpu-v6e" };
      const SystoleMachine *machine = systole_catalogue_find (catalogue, ids[i % G_N_ELEMENTS (ids)]);
      SystoleFormat format = i % G_N_ELEMENTS (ids) == 0 ? SYSTOLE_FORMAT_INT8 : SYSTOLE_FORMAT_BF16;
      guint64 m = (guint64) g_test_rand_int_range (1, 5000), n = (guint64) g_test_rand_int_range (1, 5000), k = (guint64) g_test_rand_int_range (1, 5000);
      guint64 before = G_MAXUINT64;

      for (double bandwidth = 1e9; bandwidth < 1e14; bandwidth *= 3)
        {
          g_autoptr (SystoleMachine) changed = with_field (systole_machine_ref ((SystoleMachine *) machine), SYSTOLE_FIELD_MEMORY_BANDWIDTH, bandwidth);
          g_autoptr (SystoleRun) run = run_gemm (changed, m, n, k, format, SYSTOLE_OPERANDS_COLD);

          assert_sound (run);
          g_assert_cmpuint (systole_run_get_n_cycles (run), <=, before);
          before = systole_run_get_n_cycles (run);
        }
      before = G_MAXUINT64;
      for (guint mxus = 1; mxus <= 16; mxus++)
        {
          g_autoptr (SystoleMachine) changed = with_field (systole_machine_ref ((SystoleMachine *) machine), SYSTOLE_FIELD_MXU_COUNT, mxus);
          g_autoptr (SystoleRun) run = run_gemm (changed, m, n, k, format, i % 8 < 5 ? SYSTOLE_OPERANDS_ON_CHIP : SYSTOLE_OPERANDS_COLD);

          g_assert_cmpuint (systole_run_get_n_cycles (run), <=, before);
          before = systole_run_get_n_cycles (run);
        }
    }
}

static void
test_formats (void)
{
  static const struct
  {
    const char *id;
    SystoleFormat format;
    gboolean modelled;
  } cases[] = {
    { "google-tpu-v1", SYSTOLE_FORMAT_INT8, TRUE },
    { "google-tpu-v1", SYSTOLE_FORMAT_BF16, FALSE },
    { "google-tpu-v1", SYSTOLE_FORMAT_FP32, FALSE },
    { "google-tpu-v2", SYSTOLE_FORMAT_INT8, FALSE },
    { "google-tpu-v3", SYSTOLE_FORMAT_FP32, TRUE },
    { "google-tpu-v4", SYSTOLE_FORMAT_INT8, TRUE },
    { "google-tpu-v4i", SYSTOLE_FORMAT_FP16, TRUE },
    { "google-tpu-v5e", SYSTOLE_FORMAT_INT8, TRUE },
    { "google-tpu-v5p", SYSTOLE_FORMAT_BF16, TRUE },
    { "google-tpu-v7", SYSTOLE_FORMAT_INT8, FALSE },
    { "google-tpu-v7", SYSTOLE_FORMAT_BF16, TRUE },
    { "google-tpu-8t", SYSTOLE_FORMAT_BF16, FALSE },
    { "google-coral-edge-tpu", SYSTOLE_FORMAT_INT8, TRUE },
    { "google-coral-edge-tpu", SYSTOLE_FORMAT_FP16, FALSE },
  };
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const SystoleMachine *machine = systole_catalogue_find (catalogue, cases[i].id);
      g_autoptr (GError) error = NULL;
      SystoleOp op;

      g_assert_nonnull (machine);
      systole_op_init_gemm (&op, 1000, 700, 900, cases[i].format);
      g_autoptr (SystoleRun) run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error);
      if (cases[i].modelled)
        g_assert_true (run != NULL && systole_run_is_sound (run));
      else
        g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED);
    }
}

/* A chip without memory of its own: a layer larger than its buffer goes over the host's link, and takes as long. */
static void
test_edge (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  const SystoleMachine *machine = systole_catalogue_find (catalogue, "google-coral-edge-tpu");
  g_autoptr (GError) error = NULL;
  SystoleOp op;
  const SystoleTraffic *traffic;
  guint n;

  systole_op_init_gemm (&op, 1, 4096, 4096, SYSTOLE_FORMAT_INT8);
  g_autoptr (SystoleRun) run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (systole_run_is_sound (run));
  g_assert_cmpstr (systole_run_get_bound (run), ==, "memory:host");
  traffic = systole_run_get_traffic (run, &n);
  g_assert_cmpint (traffic[0].level, ==, SYSTOLE_MEMORY_HOST);
  g_assert_cmpuint (traffic[0].read_bytes, >=, 4096 * 4096);
  g_assert_cmpfloat (systole_run_get_seconds (run), >=, 4096.0 * 4096 / systole_machine_get (machine, SYSTOLE_FIELD_HOST_BANDWIDTH));
  g_assert_false (systole_run_get_counter (run, SYSTOLE_COUNTER_DRAM_READ).present);
}

/* Peak rates are those that the makers print: on a large product the arrays are the limit. */
static void
test_rates (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  static const struct
  {
    const char *id;
    SystoleFormat format;
    SystoleField peak;
  } cases[] = {
    { "google-tpu-v1", SYSTOLE_FORMAT_INT8, SYSTOLE_FIELD_PEAK_INT8 },
    { "google-tpu-v2", SYSTOLE_FORMAT_BF16, SYSTOLE_FIELD_PEAK_BF16 },
    { "google-tpu-v4", SYSTOLE_FORMAT_BF16, SYSTOLE_FIELD_PEAK_BF16 },
    { "google-tpu-v5e", SYSTOLE_FORMAT_INT8, SYSTOLE_FIELD_PEAK_INT8 },
    { "google-tpu-v6e", SYSTOLE_FORMAT_BF16, SYSTOLE_FIELD_PEAK_BF16 },
    { "google-tpu-v6e", SYSTOLE_FORMAT_INT8, SYSTOLE_FIELD_PEAK_INT8 },
    { "google-tpu-v7", SYSTOLE_FORMAT_BF16, SYSTOLE_FIELD_PEAK_BF16 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const SystoleMachine *machine = systole_catalogue_find (catalogue, cases[i].id);
      g_autoptr (SystoleRun) run = run_gemm (machine, 8192, 8192, 8192, cases[i].format, SYSTOLE_OPERANDS_COLD);
      double rate = 2 * systole_run_get_counter (run, SYSTOLE_COUNTER_PEAK_MACS).real * systole_run_get_clock_hz (run);

      g_assert_cmpfloat (fabs (rate / systole_machine_get (machine, cases[i].peak) - 1), <, 0.02);
      g_assert_cmpfloat (systole_run_get_counter (run, SYSTOLE_COUNTER_UTILIZATION).real, >, 0.6);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tpu/measured", test_measured);
  g_test_add_func ("/tpu/every-pe", test_every_pe);
  g_test_add_func ("/tpu/monotone", test_monotone);
  g_test_add_func ("/tpu/formats", test_formats);
  g_test_add_func ("/tpu/edge", test_edge);
  g_test_add_func ("/tpu/rates", test_rates);
  return g_test_run ();
}
