/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/base/error.h"
#include "tests/engine/engine-fixture.h"

/* Laws 1, 2, 8 and 9 on random runs of every kind of kernel that GPUs have. The others: totals (4–6) and more of
 * anything (7) in test-gpu and test-kernel, frames against the event machine (3) in test-gpu and test-sm-machine. */

#define N_RUNS 120

static SystoleCatalogue *catalogue;

static const char *const gpus[] = { "nvidia-t4", "nvidia-v100-sxm2-16", "nvidia-a100-sxm-80", "nvidia-l40s", "nvidia-h100-sxm", "nvidia-b200", "nvidia-p100-pcie", "amd-mi210", "amd-mi300x" };

static guint
side (guint bits)
{
  guint value = 1u << g_test_rand_int_range (0, (gint32) bits);

  return value + (value > 1 ? (guint) g_test_rand_int_range (0, (gint32) value) : 0);
}

static const char *
random_format (const char *gpu)
{
  static const char *const formats[] = { "fp16", "fp16_2of4", "int8_2of4" };
  gboolean prunes = strstr (gpu, "a100") != NULL || strstr (gpu, "l40") != NULL || strstr (gpu, "h100") != NULL || strstr (gpu, "b200") != NULL || strstr (gpu, "mi300") != NULL;

  return formats[g_test_rand_int_range (0, prunes ? 3 : 1)];
}

static char *
random_op (guint kind, const char *gpu)
{
  guint tokens = side (11);

  switch (kind % 11)
    {
    case 0:
      return g_strdup_printf ("gemm:m=%u,n=%u,k=%u,dtype=%s", side (13), side (13), side (13), random_format (gpu));
    case 1:
      return g_strdup_printf ("batched_gemm:b=%u,m=%u,n=%u,k=%u,dtype=fp32", side (7), side (9), side (9), side (9));
    case 2:
      return g_strdup_printf ("attention:b=%u,sq=%u,skv=%u,hq=8,hkv=2,d=64,causal=%d,dtype=fp16", side (4), tokens, tokens, g_test_rand_int_range (0, 2));
    case 3:
      return g_strdup_printf ("attention:phase=decode,b=%u,sq=1,skv=%u,hq=8,hkv=2,d=128,dtype=fp16", side (6), tokens);
    case 4:
      return g_strdup_printf ("softmax:m=%u,n=%u,dtype=fp32", side (12), side (12));
    case 5:
      return g_strdup_printf ("stencil:x=%u,y=%u,z=%u,radius=%d,shape=%s,dtype=fp64", side (9), side (9), side (8), g_test_rand_int_range (1, 4), g_test_rand_bit () ? "box" : "star");
    case 6:
      return g_strdup_printf ("spmv:m=%u,n=%u,nnz=%u,band=%d,dtype=fp64", 1024 + side (14), 1024, side (19), g_test_rand_int_range (0, 2) * 100);
    case 7:
      return g_strdup_printf ("sort:n=%u,payload=%d,dtype=fp32", side (22), g_test_rand_int_range (0, 9));
    case 8:
      return g_strdup_printf ("query:rows=%u,build=%u,passing=%d,groups=%u,dtype=fp32", side (22), side (20), g_test_rand_int_range (0, 101), side (13));
    case 9:
      return g_strdup_printf ("mlp:m=%u,hidden=%u,inter=%u,gated=%d,dtype=fp16", side (10), side (11), side (12), g_test_rand_int_range (0, 2));
    default:
      return g_strdup_printf ("add:m=%u,n=%u,dtype=fp16", side (12), side (12));
    }
}

/* What an SM and the chip show in one cycle, as text: equal texts, equal frames. */
static char *
tell (const SystoleRun *run, guint64 cycle, SystoleSmFrame *sm, SystoleChipFrame *chip)
{
  g_autofree char *caption = systole_run_describe_cycle (run, cycle);
  GString *text = g_string_new (caption);
  SystoleSummary summary;

  systole_run_summarize (run, cycle, &summary);
  systole_run_chip_frame (run, cycle, chip);
  systole_run_sm_frame (run, systole_run_get_n_units (run) / 2, cycle, sm);
  g_string_append_printf (text, " %" G_GUINT64_FORMAT " %d %" G_GUINT64_FORMAT, summary.busy, summary.phase, summary.fold);
  for (guint i = 0; i < chip->units->len; i++)
    g_string_append_printf (text, " u%d:%" G_GUINT64_FORMAT ":%g", g_array_index (chip->units, SystoleUnitState, i).reason, g_array_index (chip->units, SystoleUnitState, i).block, g_array_index (chip->units, SystoleUnitState, i).busy_share);
  for (guint i = 0; i < sm->warps->len; i++)
    g_string_append_printf (text, " w%d:%d:%" G_GUINT64_FORMAT, g_array_index (sm->warps, SystoleWarpState, i).reason, g_array_index (sm->warps, SystoleWarpState, i).instruction, g_array_index (sm->warps, SystoleWarpState, i).tile);
  for (guint i = 0; i < sm->copies->len; i++)
    g_string_append_printf (text, " c%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT, g_array_index (sm->copies, SystoleCopyState, i).tile, g_array_index (sm->copies, SystoleCopyState, i).arrived);
  for (guint i = 0; i < sm->cells->len; i++)
    g_string_append_printf (text, "%d", g_array_index (sm->cells, SystoleFragmentCell, i).reason);
  g_string_append (text, sm->activity != NULL ? sm->activity : "");
  return g_string_free (text, FALSE);
}

/* Law 1: the same scenario, the same run. Law 2: a frame does not depend on the way to it. */
static void
test_same (void)
{
  SystoleSmFrame used_sm, fresh_sm;
  SystoleChipFrame used_chip, fresh_chip;

  systole_sm_frame_init (&used_sm);
  systole_chip_frame_init (&used_chip);
  for (guint i = 0; i < N_RUNS; i++)
    {
      g_autofree char *op = random_op (i, gpus[i % G_N_ELEMENTS (gpus)]);
      g_autoptr (SystoleRun) a = fixture_run (catalogue, op, gpus[i % G_N_ELEMENTS (gpus)]), b = fixture_run (catalogue, op, gpus[i % G_N_ELEMENTS (gpus)]);
      guint64 n = systole_run_get_n_cycles (a);

      g_assert_cmpuint (n, ==, systole_run_get_n_cycles (b));
      g_assert_true (systole_run_is_sound (a));
      for (guint c = 0; c < SYSTOLE_N_COUNTERS; c++)
        g_assert_cmpuint (systole_run_get_counter (a, (SystoleCounter) c).count, ==, systole_run_get_counter (b, (SystoleCounter) c).count);
      for (guint k = 0; k < 3; k++)
        {
          guint64 cycle = (guint64) (g_test_rand_double () * (double) (n - 1));
          g_autofree char *seen = NULL, *fresh = NULL;

          /* there by way of another cycle, in a frame that has been used */
          g_free (tell (a, n - 1 - cycle, &used_sm, &used_chip));
          seen = tell (a, cycle, &used_sm, &used_chip);
          systole_sm_frame_init (&fresh_sm);
          systole_chip_frame_init (&fresh_chip);
          fresh = tell (b, cycle, &fresh_sm, &fresh_chip);
          systole_sm_frame_clear (&fresh_sm);
          systole_chip_frame_clear (&fresh_chip);
          g_assert_cmpstr (seen, ==, fresh);
        }
    }
  systole_sm_frame_clear (&used_sm);
  systole_chip_frame_clear (&used_chip);
}

/* The indices of a 2:4 sparse row end in a whole byte: of a narrow B they are read all the same. */
static void
test_narrow_sparse (void)
{
  for (guint n = 1; n <= 9; n++)
    {
      g_autofree char *op = g_strdup_printf ("gemm:m=1,n=%u,k=4458,dtype=int8_2of4", n);
      g_autoptr (SystoleRun) run = fixture_run (catalogue, op, "nvidia-b200");

      g_assert_true (systole_run_is_sound (run));
    }
}

/* Law 8: the largest sizes either fit or are refused with the limit. */
static void
test_overflow (void)
{
  static const char *const ops[] = { "stencil:x=16777216,y=16777216,z=16777216,dtype=fp64", "stencil:x=16777216,y=16777216,z=16,radius=8,shape=box,dtype=fp64", "spmv:m=1099511627776,n=1099511627776,nnz=1099511627776,dtype=fp64", "sort:n=1099511627776,payload=64,dtype=fp64", "query:rows=1099511627776,build=1099511627776,columns=64,groups=1073741824,dtype=fp64", "mlp:m=1099511627776,hidden=1,inter=1099511627776,dtype=fp16", "mlp:m=131072,hidden=131072,inter=1048576,gated=1,dtype=fp16" };

  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    for (guint g = 0; g < G_N_ELEMENTS (gpus); g++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (SystoleRun) run = NULL;
        SystoleOp op;

        if (systole_op_parse (ops[i], SYSTOLE_FORMAT_FP16, &op, &error))
          run = systole_run_new (&op, systole_catalogue_find (catalogue, gpus[g]), SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error);
        if (run == NULL)
          g_assert_true (g_error_matches (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY) || g_error_matches (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED));
        else
          g_assert_true (systole_run_is_sound (run));
      }
}

/* Law 9: what took steps would not end here. */
static void
test_long (void)
{
  static const char *const ops[] = { "gemm:m=1000000,n=1000000,k=10000,dtype=fp16", "stencil:x=100000,y=100000,z=1000,dtype=fp64", "spmv:m=1000000000,n=1000000,nnz=100000000000,dtype=fp64", "sort:n=100000000000,dtype=fp32", "query:rows=100000000000,build=1000000,dtype=fp32", "attention:b=100,sq=100000,skv=100000,hq=8,hkv=2,d=64,dtype=fp16" };
  SystoleSmFrame sm;
  SystoleChipFrame chip;

  systole_sm_frame_init (&sm);
  systole_chip_frame_init (&chip);
  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    {
      g_autoptr (SystoleRun) run = fixture_run (catalogue, ops[i], "nvidia-t4");
      guint64 n = systole_run_get_n_cycles (run);
      double before = 0;

      g_assert_cmpuint (n, >, G_GUINT64_CONSTANT (1000000000));
      for (guint64 k = 0; k < 50; k++)
        {
          double done = systole_run_get_work_done (run, n / 50 * k);

          g_assert_cmpfloat (done, >=, before);
          before = done;
          g_free (tell (run, n / 50 * k, &sm, &chip));
        }
    }
  systole_sm_frame_clear (&sm);
  systole_chip_frame_clear (&chip);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  catalogue = fixture_catalogue ();
  g_test_add_func ("/laws-gpu/1-2-same", test_same);
  g_test_add_func ("/laws-gpu/narrow-sparse", test_narrow_sparse);
  g_test_add_func ("/laws-gpu/8-overflow", test_overflow);
  g_test_add_func ("/laws-gpu/9-long", test_long);
  result = g_test_run ();
  systole_catalogue_unref (catalogue);
  return result;
}
