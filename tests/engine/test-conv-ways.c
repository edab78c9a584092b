/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/machine/catalogue.h"
#include "engine/run/run.h"

/* How GPU libraries compute convolutions: which tiles there are, what is padded, what is left out. */

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

/* µs of a convolution of 3 × 3 on pictures of 56 × 56. */
static double
time_conv (SystoleCatalogue *catalogue, const char *machine, guint channels, guint filters, const char *direction, const char *format)
{
  g_autofree char *text = g_strdup_printf ("conv:n=16,c=%u,h=56,w=56,k=%u,r=3,s=3,p=56,q=56,pad_h=1,pad_w=1,dir=%s,dtype=%s", channels, filters, direction, format);
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleRun) run = NULL;
  SystoleOp op;

  g_assert_true (systole_op_parse (text, SYSTOLE_FORMAT_FP16, &op, &error));
  run = systole_run_new (&op, systole_catalogue_find (catalogue, machine), SYSTOLE_OPERANDS_RESIDENT, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (systole_run_is_sound (run));
  return 1e6 * systole_run_get_seconds (run);
}

/* Three channels take as long as eight would that are gathered as well, and longer for each product than sixty-four. */
static void
test_padding (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  double three = time_conv (catalogue, "nvidia-v100-sxm2-32", 3, 64, "fwd", "fp16");
  double seven = time_conv (catalogue, "nvidia-v100-sxm2-32", 7, 64, "fwd", "fp16");
  double aligned = time_conv (catalogue, "nvidia-v100-sxm2-32", 8, 64, "fwd", "fp16");

  g_assert_cmpfloat_with_epsilon (three, seven, 0.02 * seven);
  g_assert_cmpfloat (three, >, aligned);
}

/* Gradients of filters have no tiles below 128 × 128 on tensor cores: 32 filters take as long as 128. */
static void
test_filter_tiles (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  double few = time_conv (catalogue, "nvidia-v100-sxm2-32", 256, 32, "bwd_filter", "fp16");
  double many = time_conv (catalogue, "nvidia-v100-sxm2-32", 256, 128, "bwd_filter", "fp16");
  double forward_few = time_conv (catalogue, "nvidia-v100-sxm2-32", 256, 32, "fwd", "fp16");
  double forward_many = time_conv (catalogue, "nvidia-v100-sxm2-32", 256, 128, "fwd", "fp16");

  g_assert_cmpfloat (few, >, 0.85 * many);
  g_assert_cmpfloat (forward_few, <, 0.6 * forward_many);
}

/* Lanes that hold two halves are faster with them, by less than twice. */
static void
test_packed (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  double halves = time_conv (catalogue, "nvidia-p100-sxm2", 256, 256, "bwd_data", "fp16"), singles = time_conv (catalogue, "nvidia-p100-sxm2", 256, 256, "bwd_data", "fp32");

  g_assert_cmpfloat (halves, <, singles);
  g_assert_cmpfloat (halves, >, singles / 2);
}

/* Outputs that see nothing but padding have products that the kernel never makes. */
static void
test_left_out (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleRun) run = NULL;
  SystoleOp op;

  g_assert_true (systole_op_parse ("conv:n=8,c=2048,h=7,w=7,k=512,r=1,s=1,p=7,q=7,stride_h=2,stride_w=2,pad_h=3,pad_w=3,dir=bwd_data,dtype=fp16", SYSTOLE_FORMAT_FP16, &op, &error));
  run = systole_run_new (&op, systole_catalogue_find (catalogue, "nvidia-v100-sxm2-32"), SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (systole_run_is_sound (run));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/conv-ways/padding", test_padding);
  g_test_add_func ("/conv-ways/filter-tiles", test_filter_tiles);
  g_test_add_func ("/conv-ways/packed", test_packed);
  g_test_add_func ("/conv-ways/left-out", test_left_out);
  return g_test_run ();
}
