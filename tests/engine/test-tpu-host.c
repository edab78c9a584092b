/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/engine/engine-fixture.h"

#include <math.h>

/* TPU v1's link to its host: what goes through it, when, and what the chip's picture and words say. */

static const SystoleEngineState *
find_engine (const SystoleChipFrame *frame, SystoleUnit unit)
{
  for (guint i = 0; i < frame->engines->len; i++)
    if (g_array_index (frame->engines, SystoleEngineState, i).unit == unit)
      return &g_array_index (frame->engines, SystoleEngineState, i);
  return NULL;
}

static guint64
part_of (const SystoleRun *run, SystolePart part)
{
  guint n;
  const SystoleWaterfallPart *parts = systole_run_get_waterfall (run, &n);

  for (guint i = 0; i < n; i++)
    if (parts[i].part == part)
      return parts[i].cycles;
  return 0;
}

/* In the first cycle the host sends; then, if that was short, the first weights arrive; then the array multiplies; then sums are activated; in the last cycle results leave. */
static void
test_instructions (void)
{
  static const struct
  {
    const char *op, *multiply;
  } cases[] = {
    { "gemm:m=200,n=1000,k=700,dtype=int8", "MatrixMultiply" },
    { "conv:n=1,c=64,h=16,w=16,k=300,r=3,s=3,pad_h=1,pad_w=1,dtype=int8", "Convolve" },
  };
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SystoleRun) run = fixture_run (catalogue, cases[i].op, "tpu_v1");
      guint64 last = systole_run_get_n_cycles (run) - 1, write = 0;
      static const char *const names[] = { "Read_Host_Memory", "Read_Weights", NULL, "Activate", "Write_Host_Memory" };
      guint seen = 0;
      SystoleChipFrame frame;

      systole_chip_frame_init (&frame);
      for (guint64 cycle = 0; cycle <= last; cycle = cycle == last ? last + 1 : MIN (last, cycle + 97))
        {
          const char *now;

          systole_run_chip_frame (run, cycle, &frame);
          now = find_engine (&frame, SYSTOLE_UNIT_SCALAR)->activity;
          while (seen < G_N_ELEMENTS (names) && g_strcmp0 (now, names[seen] != NULL ? names[seen] : cases[i].multiply) != 0)
            seen++;
          if (seen == G_N_ELEMENTS (names))
            g_error ("%s at %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT, now, cycle, last);
          g_assert_cmpint (find_engine (&frame, SYSTOLE_UNIT_LINK)->reason == SYSTOLE_REASON_BUSY, ==, seen == 0 || seen == 4 || g_strcmp0 (find_engine (&frame, SYSTOLE_UNIT_LINK)->activity, "Write_Host_Memory") == 0);
          write += seen == 4;
        }
      g_assert_cmpuint (seen, ==, 4);
      g_assert_cmpuint (write, >, 0);
      systole_chip_frame_clear (&frame);

      g_autofree char *first = systole_run_describe_cycle (run, 0);
      g_autofree char *end = systole_run_describe_cycle (run, last);

      g_assert_true (g_str_has_prefix (first, "Read_Host_Memory: "));
      g_assert_true (g_str_has_prefix (end, "Write_Host_Memory: "));
    }
}

/* Activations come and results go, each byte once; without them (all on the chip) the link rests. */
static void
test_traffic (void)
{
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();
  SystoleOp op = fixture_op ("gemm:m=300,n=520,k=700,dtype=int8");
  const SystoleMachine *machine = systole_catalogue_find (catalogue, "google-tpu-v1");
  g_autoptr (SystoleRun) cold = fixture_run (catalogue, "gemm:m=300,n=520,k=700,dtype=int8", "tpu_v1");
  g_autoptr (SystoleRun) here = systole_run_new (&op, machine, SYSTOLE_OPERANDS_RESIDENT, NULL, NULL, NULL, NULL);
  const SystoleTraffic *traffic;
  gboolean found = FALSE;
  guint n;

  traffic = systole_run_get_traffic (cold, &n);
  for (guint i = 0; i < n; i++)
    if (traffic[i].level == SYSTOLE_MEMORY_HOST)
      {
        found = TRUE;
        g_assert_cmpuint (traffic[i].read_bytes, ==, 300 * 700);
        g_assert_cmpuint (traffic[i].write_bytes, ==, 300 * 520);
      }
  g_assert_true (found);
  g_assert_cmpuint (part_of (cold, SYSTOLE_PART_TRANSFER), >=, (300 * 700 + 300 * 8) / 20);
  g_assert_cmpuint (part_of (here, SYSTOLE_PART_TRANSFER), ==, 0);
  g_assert_true (systole_run_is_sound (cold) && systole_run_is_sound (here));
}

/* A feed-forward layer: what is between its products never goes to the host. */
static void
test_layer (void)
{
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();
  g_autoptr (SystoleRun) run = fixture_run (catalogue, "mlp:m=200,hidden=700,inter=900,gated=0,dtype=int8", "tpu_v1");
  SystoleOp gated = fixture_op ("mlp:m=200,hidden=700,inter=900,gated=1,dtype=int8");
  g_autoptr (GError) error = NULL;
  guint n;
  const SystoleTraffic *traffic = systole_run_get_traffic (run, &n);

  g_assert_true (systole_run_is_sound (run));
  for (guint i = 0; i < n; i++)
    if (traffic[i].level == SYSTOLE_MEMORY_HOST)
      {
        g_assert_cmpuint (traffic[i].read_bytes, ==, 200 * 700);
        g_assert_cmpuint (traffic[i].write_bytes, ==, 200 * 700);
      }
  g_assert_null (systole_run_new (&gated, systole_catalogue_find (catalogue, "google-tpu-v1"), SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error));
  g_assert_nonnull (error);
}

/* Never faster than the link, and never slower with a faster one. */
static void
test_law (void)
{
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();
  const SystoleMachine *machine = systole_catalogue_find (catalogue, "google-tpu-v1");

  for (guint i = 0; i < 300; i++)
    {
      guint64 m = 1ull << g_test_rand_int_range (0, 20), n = g_test_rand_int_range (1, 3000), k = g_test_rand_int_range (1, 3000), before = G_MAXUINT64;
      SystoleOp op;

      systole_op_init_gemm (&op, m, n, k, SYSTOLE_FORMAT_INT8);
      for (double rate = 1e9; rate < 200e9; rate *= 3)
        {
          g_autoptr (SystoleMachine) changed = systole_machine_with_field (machine, SYSTOLE_FIELD_HOST_BANDWIDTH, rate, "test", NULL);
          g_autoptr (SystoleRun) run = systole_run_new (&op, changed, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, NULL);

          g_assert_true (systole_run_is_sound (run));
          g_assert_cmpuint (systole_run_get_n_cycles (run), <=, before);
          g_assert_cmpfloat ((double) systole_run_get_n_cycles (run), >=, (double) MAX (m * k, m * n) / rate * 700e6 - 1);
          before = systole_run_get_n_cycles (run);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tpu-host/instructions", test_instructions);
  g_test_add_func ("/tpu-host/traffic", test_traffic);
  g_test_add_func ("/tpu-host/layer", test_layer);
  g_test_add_func ("/tpu-host/law", test_law);
  return g_test_run ();
}
