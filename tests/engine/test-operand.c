/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/operand.h"

#include <math.h>

/* The hash never changes: files name results that were computed with it. */
static void
test_golden (void)
{
  guint64 all = 0;

  for (guint64 i = 0; i < 64; i++)
    for (guint64 j = 0; j < 64; j++)
      all = all * 31 + systole_operand_hash (1, SYSTOLE_OPERAND_A, i, j);
  g_assert_cmphex (all, ==, G_GUINT64_CONSTANT (0x514501604fc0d416));
}

static void
test_range (void)
{
  gboolean seen[16] = { FALSE };

  for (guint64 i = 0; i < 1000; i++)
    {
      double value = systole_operand_value (SYSTOLE_FORMAT_INT8, 1, SYSTOLE_OPERAND_B, i, 3);

      g_assert_cmpfloat (value, >=, -8);
      g_assert_cmpfloat (value, <=, 7);
      seen[(int) value + 8] = TRUE;
      g_assert_cmpfloat (systole_operand_value (SYSTOLE_FORMAT_BF16, 1, SYSTOLE_OPERAND_B, i, 3), ==, value / 8);
    }
  for (guint i = 0; i < 16; i++)
    g_assert_true (seen[i]);
}

static void
test_formats_hold_operands (void)
{
  for (guint f = 0; f < SYSTOLE_N_FORMATS; f++)
    for (guint64 i = 0; i < 200; i++)
      {
        double value = systole_operand_value ((SystoleFormat) f, 7, SYSTOLE_OPERAND_A, i, i * 3);
        double scale = systole_format_get_scale ((SystoleFormat) f, SYSTOLE_OPERAND_A);

        g_assert_cmpfloat (systole_format_round ((SystoleFormat) f, SYSTOLE_OPERAND_A, value / scale) * scale, ==, value);
      }
}

static void
test_rounding (void)
{
  g_assert_cmpfloat (systole_format_round (SYSTOLE_FORMAT_BF16, SYSTOLE_OPERAND_A, 1.00390625), ==, 1.0);      /* tie, to even */
  g_assert_cmpfloat (systole_format_round (SYSTOLE_FORMAT_BF16, SYSTOLE_OPERAND_A, 1.01171875), ==, 1.015625); /* tie, to even */
  g_assert_cmpfloat (systole_format_round (SYSTOLE_FORMAT_FP16, SYSTOLE_OPERAND_A, 70000), ==, 65504);
  g_assert_cmpfloat (systole_format_round (SYSTOLE_FORMAT_FP16, SYSTOLE_OPERAND_A, 0x1p-25), ==, 0);
  g_assert_cmpfloat (systole_format_round (SYSTOLE_FORMAT_INT8, SYSTOLE_OPERAND_A, 300), ==, 127);
  g_assert_cmpfloat (systole_format_add (SYSTOLE_FORMAT_INT8, G_MAXINT32, 1), ==, G_MININT32);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/operand/golden", test_golden);
  g_test_add_func ("/operand/range", test_range);
  g_test_add_func ("/operand/formats-hold-operands", test_formats_hold_operands);
  g_test_add_func ("/format/rounding", test_rounding);
  return g_test_run ();
}
