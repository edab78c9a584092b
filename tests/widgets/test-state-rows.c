/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "tests/engine/engine-fixture.h"
#include "widgets/state-rows.h"

/* The text twin of SMs: every row says something in every phase of every kernel, and calls
 * things by the names that they have there. */

static void
check_rows (SystoleStateRows *rows, gboolean by_block)
{
  guint n = systole_state_rows_get_n_rows (rows);

  g_assert_cmpuint (n, >, 0);
  for (guint r = 0; r < n; r++)
    {
      g_autofree char *name = systole_state_rows_get_text (rows, r, 0);
      g_autofree char *state = systole_state_rows_get_text (rows, r, 2);
      g_autofree char *what = systole_state_rows_get_text (rows, r, 3);

      g_assert_nonnull (name);
      g_assert_nonnull (state);
      g_assert_cmpuint (strlen (name), >, 0);
      if (by_block)
        {
          g_assert_null (strstr (name, "tile"));
          g_assert_null (strstr (state, "tile"));
          g_assert_true (what == NULL || strstr (what, ", tile") == NULL);
        }
      if (g_str_has_prefix (name, "Warp"))
        g_assert_nonnull (what);
    }
}

static void
test_sms (void)
{
  static const char *const ops[] = { "gemm:m=512,n=512,k=256,dtype=fp16", "attention:b=1,sq=300,skv=300,hq=4,hkv=2,d=64,dtype=fp16", "softmax:m=300,n=2000,dtype=fp32", "stencil:x=128,y=64,z=64,dtype=fp64", "spmv:m=9000,n=9000,nnz=90000,dtype=fp64", "sort:n=100000,dtype=fp32", "query:rows=100000,build=1000,dtype=fp32", "mlp:m=64,hidden=256,inter=512,dtype=fp16" };
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();
  g_autoptr (SystoleStateRows) rows = systole_state_rows_new ();

  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    {
      g_autoptr (SystoleRun) run = fixture_run (catalogue, ops[i], "nvidia-a100-sxm-80");
      SystoleCamera camera = { .level = SYSTOLE_LEVEL_SM, .scale = 1 };

      for (guint64 c = 0; c < 60; c++)
        {
          systole_state_rows_set (rows, run, systole_run_get_n_cycles (run) * c / 60, &camera);
          g_assert_cmpint (systole_state_rows_get_kind (rows), ==, SYSTOLE_STATE_KIND_SM);
          check_rows (rows, i > 0);
        }
    }
}

/* A unit has its maker's name. */
static void
test_names (void)
{
  static const char *const machines[][2] = { { "nvidia-t4", "SM 0" }, { "amd-mi300x", "CU 0" } };
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();
  g_autoptr (SystoleStateRows) rows = systole_state_rows_new ();

  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    {
      g_autoptr (SystoleRun) run = fixture_run (catalogue, "softmax:m=3000,n=2000,dtype=fp32", machines[i][0]);
      g_autofree char *title = systole_run_describe_machine (run), *caption = systole_run_describe_cycle (run, systole_run_get_n_cycles (run) / 2), *first = NULL;
      SystoleCamera camera = { .level = SYSTOLE_LEVEL_CHIP, .scale = 1 };

      systole_state_rows_set (rows, run, 0, &camera);
      first = systole_state_rows_get_text (rows, 0, 0);
      g_assert_cmpstr (first, ==, machines[i][1]);
      g_assert_true (strstr (caption, "SM") == NULL || i == 0);
      g_assert_true (strstr (title, i == 0 ? "40 SMs" : "304 CUs on 8 XCDs") != NULL);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/state-rows/sms", test_sms);
  g_test_add_func ("/state-rows/names", test_names);
  return g_test_run ();
}
