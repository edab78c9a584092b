/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/engine/engine-fixture.h"

/* Why a product has its tile: what the list says of each other tile is what a run with that tile takes. */

static SystoleCatalogue *catalogue;

static SystoleRun *
run_with (const char *text, const char *name, const SystoleTileChoice *choice)
{
  SystoleMapping mapping = { .tile_m = choice->tile_m, .tile_n = choice->tile_n, .tile_k = choice->tile_k, .schedule = choice->schedule };
  SystoleOp op = fixture_op (text);
  g_autoptr (GError) error = NULL;
  SystoleRun *run = systole_run_new (&op, systole_catalogue_find (catalogue, name), SYSTOLE_OPERANDS_COLD, &mapping, NULL, NULL, &error);

  g_assert_no_error (error);
  return run;
}

static void
test_times (void)
{
  static const char *const ops[] = { "gemm:m=4096,n=4096,k=1024,dtype=fp16", "gemm:m=300,n=500,k=8000,dtype=fp16", "gemm:m=16,n=9000,k=4096,dtype=fp32", "batched_gemm:b=64,m=130,n=130,k=64,dtype=fp16" };
  static const char *const gpus[] = { "nvidia-t4", "nvidia-a100-sxm-80", "nvidia-h100-sxm", "nvidia-b200" };

  for (guint i = 0; i < G_N_ELEMENTS (ops) * G_N_ELEMENTS (gpus); i++)
    {
      const char *text = ops[i % G_N_ELEMENTS (ops)], *name = gpus[i / G_N_ELEMENTS (ops)];
      g_autoptr (SystoleRun) run = fixture_run (catalogue, text, name);
      SystoleTileChoice choices[SYSTOLE_RUN_MAX_CHOICES];
      guint n = systole_run_get_tile_choices (run, choices, G_N_ELEMENTS (choices));

      g_assert_cmpuint (n, >, 2);
      for (guint c = 0; c < n; c++)
        {
          g_autoptr (SystoleRun) other = run_with (text, name, &choices[c]);

          g_assert_true (choices[c].taken == (c == 0));
          /* Shares are ranked by a sum of parts; the run takes whole cycles of one kernel for all of them. */
          g_assert_cmpfloat_with_epsilon (systole_run_get_seconds (other), choices[c].seconds, (choices[c].schedule == SYSTOLE_SCHEDULE_STREAM_K ? 0.05 : 2e-3) * choices[c].seconds);
          if (c > 1)
            g_assert_cmpfloat (choices[c].seconds, >=, choices[c - 1].seconds * (1 - 1e-9));
          /* The library’s heuristic knows blocks a tile and split-K only. */
          if (choices[c].schedule == SYSTOLE_SCHEDULE_DATA_PARALLEL || choices[c].schedule == SYSTOLE_SCHEDULE_SPLIT_K)
            g_assert_cmpfloat (choices[c].seconds, >=, choices[0].seconds * (1 - 1e-9));
          g_assert_true ((choices[c].lost == SYSTOLE_PART_USEFUL) == (c == 0));
        }
    }
}

/* A tile of 128 rows for a product of 8 multiplies padding, and says so. */
static void
test_causes (void)
{
  g_autoptr (SystoleRun) thin = fixture_run (catalogue, "gemm:m=256,n=64,k=65536,dtype=fp16", "nvidia-a100-sxm-80");
  SystoleTileChoice choices[SYSTOLE_RUN_MAX_CHOICES];
  guint n = systole_run_get_tile_choices (thin, choices, G_N_ELEMENTS (choices)), padded = 0;

  for (guint c = 0; c < n; c++)
    padded += choices[c].tile_n > 64 && choices[c].lost == SYSTOLE_PART_PADDING;
  g_assert_cmpuint (padded, >, 0);
}

static void
test_none (void)
{
  g_autoptr (SystoleRun) softmax = fixture_run (catalogue, "softmax:m=100,n=100,dtype=fp16", "nvidia-t4");
  SystoleTileChoice choice;

  g_assert_cmpuint (systole_run_get_tile_choices (softmax, &choice, 1), ==, 0);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  catalogue = fixture_catalogue ();
  g_test_add_func ("/tile-choice/times", test_times);
  g_test_add_func ("/tile-choice/causes", test_causes);
  g_test_add_func ("/tile-choice/none", test_none);
  result = g_test_run ();
  systole_catalogue_unref (catalogue);
  return result;
}
