/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/fit.h"
#include "tests/engine/engine-fixture.h"

/* What tensors take of main memory, against counts by hand. */

static void
assert_fit (const SystoleCatalogue *catalogue, const char *op, double bytes, guint n_parts)
{
  g_autoptr (SystoleRun) run = fixture_run (catalogue, op, "nvidia-a100-sxm-80");
  double sum = 0;
  SystoleFit fit;

  g_test_message ("%s", op);
  g_assert_true (systole_run_get_fit (run, &fit));
  g_assert_cmpfloat_with_epsilon (fit.bytes, bytes, 0.5);
  g_assert_cmpuint (fit.n, ==, n_parts);
  for (guint i = 0; i < fit.n; i++)
    sum += fit.parts[i].bytes;
  g_assert_cmpfloat_with_epsilon (sum, fit.bytes, 1e-6 * fit.bytes);
  g_assert_cmpfloat (fit.capacity, >=, 79e9);
  g_assert_cmpfloat (fit.capacity, <=, 86e9);
}

static void
test_parts (void)
{
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();
  double c = systole_format_get_bits (SYSTOLE_FORMAT_BF16, SYSTOLE_OPERAND_C) / 8.0;

  assert_fit (catalogue, "gemm:m=100,n=200,k=300,dtype=bf16", 2 * (100 * 300 + 300 * 200) + c * 100 * 200, 3);
  assert_fit (catalogue, "batched_gemm:b=3,m=100,n=200,k=300,dtype=bf16", 3 * (2 * (100 * 300 + 300 * 200) + c * 100 * 200), 3);
  assert_fit (catalogue, "conv:n=2,c=8,h=6,w=6,k=16,r=3,s=3,pad_h=1,pad_w=1,dtype=bf16", 2 * (2 * 8 * 36 + 16 * 8 * 9) + c * 2 * 16 * 36, 3);
  /* 16 sequences of 8192 tokens, 8 heads of 128 numbers, twice: keys and values. */
  assert_fit (catalogue, "attention:phase=decode,b=16,sq=1,skv=8192,hq=64,hkv=8,d=128,causal=1,dtype=bf16", 2 * (2.0 * 16 * 8 * 8192 * 128 + 2 * 16 * 64 * 128), 3);
}

static void
test_unknown (void)
{
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();
  g_autoptr (SystoleRun) run = fixture_run (catalogue, "gemm:m=8,n=8,k=8,dtype=int8", "array:rows=8,cols=8");
  SystoleFit fit;

  g_assert_false (systole_run_get_fit (run, &fit));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fit/parts", test_parts);
  g_test_add_func ("/fit/unknown", test_unknown);
  return g_test_run ();
}
