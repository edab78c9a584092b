/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/format.h"

#include <math.h>
#include <string.h>

#include "engine/workload/op.h"

/* Number formats, against decoders written from their bit layouts. */

/* What a pattern of sign, @exponent_bits and the rest stands for, without infinities: all patterns are numbers. */
static double
decode (guint pattern, guint bits, guint exponent_bits, int bias)
{
  guint fraction_bits = bits - 1 - exponent_bits;
  guint exponent = pattern >> fraction_bits & ((1u << exponent_bits) - 1);
  guint fraction = pattern & ((1u << fraction_bits) - 1);
  double sign = (pattern >> (bits - 1) & 1) != 0 ? -1 : 1;

  if (exponent == 0)
    return sign * ldexp (fraction, 1 - bias - (int) fraction_bits);
  return sign * ldexp ((1u << fraction_bits) + fraction, (int) exponent - bias - (int) fraction_bits);
}

typedef struct
{
  SystoleFormat format;
  guint bits, exponent_bits;
  int bias;
  guint last; /* pattern of the largest number */
} Small;

static const Small smalls[] = {
  { SYSTOLE_FORMAT_NVFP4, 4, 2, 1, 0x7 },
  { SYSTOLE_FORMAT_FP8, 8, 4, 7, 0x7e },
  { SYSTOLE_FORMAT_FP8_BLOCK, 8, 4, 7, 0x7e },
  { SYSTOLE_FORMAT_FP16, 16, 5, 15, 0x7bff },
  { SYSTOLE_FORMAT_BF16, 16, 8, 127, 0x7f7f },
};

/* Every number is itself; what lies between two goes to the nearer, the middle to the even one. */
static void
test_every_number (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (smalls); i++)
    for (guint p = 0; p < smalls[i].last; p++)
      {
        const Small *s = &smalls[i];
        double low = decode (p, s->bits, s->exponent_bits, s->bias), high = decode (p + 1, s->bits, s->exponent_bits, s->bias);
        double middle = (low + high) / 2, even = p % 2 == 0 ? low : high;

        g_assert_cmpfloat (low, <, high);
        for (int sign = -1; sign <= 1; sign += 2)
          {
            g_assert_cmpfloat (systole_format_round (s->format, SYSTOLE_OPERAND_B, sign * low), ==, sign * low);
            g_assert_cmpfloat (systole_format_round (s->format, SYSTOLE_OPERAND_B, sign * (low + (high - low) * 0.49)), ==, sign * low);
            g_assert_cmpfloat (systole_format_round (s->format, SYSTOLE_OPERAND_B, sign * middle), ==, sign * even);
            g_assert_cmpfloat (systole_format_round (s->format, SYSTOLE_OPERAND_B, sign * (low + (high - low) * 0.51)), ==, sign * high);
          }
      }
  for (guint i = 0; i < G_N_ELEMENTS (smalls); i++)
    g_assert_cmpfloat (systole_format_round (smalls[i].format, SYSTOLE_OPERAND_A, -1e300), ==, -decode (smalls[i].last, smalls[i].bits, smalls[i].exponent_bits, smalls[i].bias));
}

static void
test_wide_and_whole (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint i = 0; i < 100000; i++)
    {
      double value = ldexp (g_rand_double_range (rand, -1, 1), g_rand_int_range (rand, -120, 120));
      float single = (float) value, expected;
      guint32 word, low;

      g_assert_cmpfloat (systole_format_round (SYSTOLE_FORMAT_FP64, SYSTOLE_OPERAND_A, value), ==, value);
      g_assert_cmpfloat (systole_format_round (SYSTOLE_FORMAT_FP32, SYSTOLE_OPERAND_A, value), ==, single);
      /* tf32: fp32 with the last 13 bits rounded away */
      memcpy (&word, &single, sizeof word);
      low = word & 0x1fff;
      word &= ~0x1fffu;
      if (low > 0x1000 || (low == 0x1000 && (word & 0x2000) != 0))
        word += 0x2000;
      memcpy (&expected, &word, sizeof expected);
      g_assert_cmpfloat (systole_format_round (SYSTOLE_FORMAT_TF32, SYSTOLE_OPERAND_A, single), ==, expected);
    }
  for (int i = -40; i <= 40; i++)
    {
      g_assert_cmpfloat (systole_format_round (SYSTOLE_FORMAT_INT4W_FP16A, SYSTOLE_OPERAND_B, i / 4.0), ==, CLAMP (nearbyint (i / 4.0), -8, 7));
      g_assert_cmpfloat (systole_format_round (SYSTOLE_FORMAT_INT4W_FP16A, SYSTOLE_OPERAND_A, i / 4.0), ==, i / 4.0);
    }
}

/* Products of narrow formats are exact in the accumulator's format; sums round once. */
static void
test_arithmetic (void)
{
  static const SystoleFormat exact[] = { SYSTOLE_FORMAT_BF16, SYSTOLE_FORMAT_FP16, SYSTOLE_FORMAT_TF32, SYSTOLE_FORMAT_FP8, SYSTOLE_FORMAT_NVFP4, SYSTOLE_FORMAT_INT4W_FP16A };
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);

  for (guint i = 0; i < 20000; i++)
    {
      SystoleFormat f = exact[i % G_N_ELEMENTS (exact)];
      double a = systole_format_round (f, SYSTOLE_OPERAND_A, g_rand_double_range (rand, -8, 8));
      double b = systole_format_round (f, SYSTOLE_OPERAND_B, g_rand_double_range (rand, -8, 8));
      double sum = (float) g_rand_double_range (rand, -1000, 1000);

      g_assert_cmpfloat (systole_format_multiply (f, a, b), ==, a * b);
      g_assert_cmpfloat (systole_format_add (f, sum, a * b), ==, (double) (float) (sum + a * b));
      g_assert_cmpfloat (systole_format_add (SYSTOLE_FORMAT_FP64, sum, a * b * 0x1p-30), ==, sum + a * b * 0x1p-30);
    }
}

static void
test_bytes (void)
{
  guint64 bytes;

  g_assert_cmpuint (systole_format_get_bits (SYSTOLE_FORMAT_INT4W_FP16A, SYSTOLE_OPERAND_A), ==, 16);
  g_assert_cmpuint (systole_format_get_bits (SYSTOLE_FORMAT_INT4W_FP16A, SYSTOLE_OPERAND_B), ==, 4);
  g_assert_cmpuint (systole_format_get_bits (SYSTOLE_FORMAT_INT8, SYSTOLE_OPERAND_C), ==, 32);
  g_assert_true (systole_format_count_bytes (SYSTOLE_FORMAT_NVFP4, SYSTOLE_OPERAND_A, 3, 7, &bytes));
  g_assert_cmpuint (bytes, ==, 12);
  g_assert_true (systole_format_count_bytes (SYSTOLE_FORMAT_FP64, SYSTOLE_OPERAND_B, 3, 7, &bytes));
  g_assert_cmpuint (bytes, ==, 168);
  g_assert_false (systole_format_count_bytes (SYSTOLE_FORMAT_FP64, SYSTOLE_OPERAND_B, G_GUINT64_CONSTANT (1) << 40, G_GUINT64_CONSTANT (1) << 40, &bytes));
  for (guint f = 0; f < SYSTOLE_N_FORMATS; f++)
    for (guint64 n = 0; n < 70; n++)
      g_assert_cmpuint (systole_format_get_bytes ((SystoleFormat) f, SYSTOLE_OPERAND_B, n), ==, (n * systole_format_get_bits ((SystoleFormat) f, SYSTOLE_OPERAND_B) + 7) / 8);
}

/* The fast sum of a product’s element is that of the formats’ own arithmetic. */
static void
test_sums (void)
{
  for (guint f = 0; f < SYSTOLE_N_FORMATS; f++)
    {
      SystoleGemm gemm = { 5, 5, 700, (SystoleFormat) f, 3 };

      for (guint64 i = 0; i < 5; i++)
        {
          double sum = 0;

          for (guint64 k = 0; k < gemm.k; k++)
            sum = systole_format_add (gemm.format, sum, systole_format_multiply (gemm.format, systole_gemm_a (&gemm, i, k), systole_gemm_b (&gemm, k, 4 - i)));
          g_assert_cmpfloat (systole_gemm_partial (&gemm, i, 4 - i, gemm.k), ==, sum);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/format/every-number", test_every_number);
  g_test_add_func ("/format/wide-and-whole", test_wide_and_whole);
  g_test_add_func ("/format/arithmetic", test_arithmetic);
  g_test_add_func ("/format/bytes", test_bytes);
  g_test_add_func ("/format/sums", test_sums);
  return g_test_run ();
}
