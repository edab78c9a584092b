/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/machine/catalogue.h"
#include "engine/run/run.h"

/* Where a product's operands are when it begins. */

static SystoleCatalogue *
load_catalogue (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("SYSTOLE_SOURCE_DIR"), "data", "machines", "nvidia.xml", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  SystoleCatalogue *catalogue = systole_catalogue_new ();
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  systole_catalogue_add_xml (catalogue, text, length, path, &error);
  g_assert_no_error (error);
  return catalogue;
}

/* Cycles of one token through weights of 4096 × @rows, 8 KiB a row. */
static guint64
count_cycles (SystoleCatalogue *catalogue, guint rows, SystoleOperands operands)
{
  g_autofree char *text = g_strdup_printf ("gemm:m=1,n=%u,k=4096,dtype=bf16", rows);
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleRun) run = NULL;
  SystoleOp op;

  g_assert_true (systole_op_parse (text, SYSTOLE_FORMAT_BF16, &op, &error));
  run = systole_run_new (&op, systole_catalogue_find (catalogue, "nvidia-l40s"), operands, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (systole_run_is_sound (run));
  return systole_run_get_n_cycles (run);
}

/* Weights that are used in turn are still in a large L2 while all sets fit it: 5 × 8 MiB of 96, not 5 × 32. */
static void
test_weights_in_turn (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();

  g_assert_cmpuint (count_cycles (catalogue, 1024, SYSTOLE_OPERANDS_NEW_WEIGHTS), <, count_cycles (catalogue, 1024, SYSTOLE_OPERANDS_COLD));
  g_assert_cmpuint (count_cycles (catalogue, 1024, SYSTOLE_OPERANDS_NEW_WEIGHTS), >=, count_cycles (catalogue, 1024, SYSTOLE_OPERANDS_RESIDENT));
  g_assert_cmpfloat_with_epsilon ((double) count_cycles (catalogue, 8192, SYSTOLE_OPERANDS_NEW_WEIGHTS), (double) count_cycles (catalogue, 8192, SYSTOLE_OPERANDS_COLD), 0.01 * (double) count_cycles (catalogue, 8192, SYSTOLE_OPERANDS_COLD));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu-operands/weights-in-turn", test_weights_in_turn);
  return g_test_run ();
}
