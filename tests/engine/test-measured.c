/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/measured.h"
#include "tests/engine/engine-fixture.h"

/* What others measured stands beside the machine, shape and format that it was measured of. */

static void
test_found (void)
{
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();
  g_autoptr (SystoleRun) run = fixture_run (catalogue, "gemm:m=8192,n=8192,k=8192,dtype=fp16", "nvidia-a100-sxm-80");
  g_autoptr (SystoleRun) batch = fixture_run (catalogue, "batched_gemm:b=256,m=512,n=512,k=512,dtype=fp16", "nvidia-h100-sxm");
  SystoleMeasured measured;

  g_assert_true (systole_run_get_measured (run, &measured));
  g_assert_cmpfloat_with_epsilon (measured.seconds, 0.0039614, 0.1 * 0.0039614); /* data/measured/llmcompass.csv */
  g_assert_cmpuint (measured.count, >=, 1);
  g_assert_nonnull (measured.source);
  g_assert_true (systole_run_get_measured (batch, &measured));
  g_assert_cmpfloat_with_epsilon (measured.seconds, 0.00020329, 1e-9);
}

static void
test_not_found (void)
{
  static const char *const ops[] = { "gemm:m=8192,n=8192,k=8191,dtype=fp16", "gemm:m=8192,n=8192,k=8192,dtype=fp16,ta=T", "softmax:m=8192,n=8192" };
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();
  g_autoptr (SystoleMachine) machine = systole_catalogue_parse (catalogue, "nvidia-a100-sxm-80", NULL);
  g_autoptr (SystoleMachine) mine = systole_machine_with_field (machine, SYSTOLE_FIELD_POWER_TDP, 300, NULL, NULL);
  SystoleOp op = fixture_op ("gemm:m=8192,n=8192,k=8192,dtype=fp16");
  g_autoptr (SystoleRun) changed = systole_run_new (&op, mine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, NULL);
  SystoleMeasured measured;

  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    {
      g_autoptr (SystoleRun) run = fixture_run (catalogue, ops[i], "nvidia-a100-sxm-80");

      g_assert_false (systole_run_get_measured (run, &measured));
    }
  /* A machine of one's own was not measured. */
  g_assert_nonnull (changed);
  g_assert_false (systole_run_get_measured (changed, &measured));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/measured/found", test_found);
  g_test_add_func ("/measured/not-found", test_not_found);
  return g_test_run ();
}
