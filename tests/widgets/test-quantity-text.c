/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/quantity-text.h"

#include <locale.h>
#include <math.h>

#include "tests/widgets/spanish.h"
#include "widgets/unit-format.h"

#define S "\u00a0" /* between thousands */
#define U "\u00a0" /* before a unit */

static void
expect (char *text, const char *wanted)
{
  g_assert_cmpstr (text, ==, wanted);
  g_free (text);
}

static void
test_plain (void)
{
  expect (systole_text_count (0), "0");
  expect (systole_text_count (999), "999");
  expect (systole_text_count (4096), "4" S "096");
  expect (systole_text_count (G_MAXUINT64), "18" S "446" S "744" S "073" S "709" S "551" S "615");
  expect (systole_text_cycles (1), "1 cycle");
  expect (systole_text_cycles (30), "30 cycles");
  expect (systole_text_seconds (30 / 700e6), "42.9" U "ns");
  expect (systole_text_hertz (1.41e9), "1.41" U "GHz");
  expect (systole_text_bytes (24.0 * 1024 * 1024), "24" U "MiB");
  expect (systole_text_bytes_rate (900e9), "900" U "GB/s");
  expect (systole_text_operations_rate (312e12, TRUE), "312" U "TFLOP/s");
  expect (systole_text_operations_rate (624e12, FALSE), "624" U "TOP/s");
  expect (systole_text_percent (0.75), "75" U "%");
  expect (systole_text_percent (0.2667), "26.7" U "%");
  expect (systole_text_percent (0), "0" U "%");
  expect (systole_text_share (48, 64), "48 of 64 (75" U "%)");
  expect (systole_text_share (0, 0), "0 of 0");
  expect (systole_text_ratio (1.2), "1.2" U "×");
  expect (systole_text_ratio (1), "1" U "×");
}

static void
test_real (void)
{
  expect (systole_text_real (0, 4), "0");
  expect (systole_text_real (64, 4), "64");
  expect (systole_text_real (2.5, 4), "2.5");
  expect (systole_text_real (1.0 / 3, 4), "0.3333");
  expect (systole_text_real (1234.5, 3), "1" S "235");
  expect (systole_text_real (-21, 3), "\u221221");
  expect (systole_text_real (-2.5, 3), "\u22122.5");
  expect (systole_text_real (700e6, 15), "700" S "000" S "000");
  expect (systole_text_real (0.1, 15), "0.1");
}

static void
test_absent (void)
{
  SystoleQuantity absent = { FALSE, 0, 0 };
  SystoleQuantity bytes = { TRUE, 2048, 2048 };

  for (guint kind = SYSTOLE_QUANTITY_COUNT; kind <= SYSTOLE_QUANTITY_REAL; kind++)
    expect (systole_text_quantity ((SystoleQuantityKind) kind, absent), "–");
  expect (systole_text_quantity (SYSTOLE_QUANTITY_BYTES, bytes), "2" U "KiB");
}

static void
test_spanish (void)
{
  if (!spanish_numbers ())
    {
      g_test_skip ("no Spanish locale");
      return;
    }
  expect (systole_text_seconds (30 / 700e6), "42,9" U "ns");
  expect (systole_text_hertz (1.41e9), "1,41" U "GHz");
  expect (systole_text_percent (0.2667), "26,7" U "%");
  expect (systole_text_real (2.5, 4), "2,5");
  expect (systole_text_ratio (0.596), "0,596" U "×");
  setlocale (LC_NUMERIC, "C");
}

static void
test_chosen (void)
{
  SystoleNumberStyle chosen = { .rounded_counts = TRUE, .decimal_bytes = TRUE }, initial = { FALSE, FALSE };
  SystoleQuantity large = { TRUE, 12345678, 12345678 }, small = { TRUE, 99999, 99999 };

  expect (systole_text_quantity (SYSTOLE_QUANTITY_COUNT, large), "12" S "345" S "678");
  expect (systole_text_quantity (SYSTOLE_QUANTITY_BYTES, large), "11.8" U "MiB");
  systole_units_set_style (&chosen);
  expect (systole_text_quantity (SYSTOLE_QUANTITY_COUNT, large), "12.3" U "M");
  expect (systole_text_quantity (SYSTOLE_QUANTITY_CYCLES, large), "12.3" U "M cycles");
  expect (systole_text_quantity (SYSTOLE_QUANTITY_BYTES, large), "12.3" U "MB");
  expect (systole_text_quantity (SYSTOLE_QUANTITY_COUNT, small), "99" S "999");
  /* What is counted off keeps its digits. */
  expect (systole_text_count (12345678), "12" S "345" S "678");
  systole_units_set_style (&initial);
  expect (systole_text_quantity (SYSTOLE_QUANTITY_BYTES, large), "11.8" U "MiB");
}

/* What one column shows adds up to the total that stands below it, whatever rounding takes away. */
static void
test_column (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint round = 0; round < 2000; round++)
    {
      double values[6], total = 0, sum = 0, largest = 0;
      SystoleUnitColumn column;
      g_autofree char *shown = NULL;

      for (guint i = 0; i < G_N_ELEMENTS (values); i++)
        {
          values[i] = g_rand_double_range (random, -1, 1) * pow (10, g_rand_int_range (random, -9, 3));
          total += values[i];
          largest = MAX (largest, fabs (values[i]));
        }
      systole_unit_column_init (&column, largest, "s");
      systole_unit_column_round (&column, values, G_N_ELEMENTS (values), total);
      for (guint i = 0; i < G_N_ELEMENTS (values); i++)
        {
          g_autofree char *text = systole_unit_column_format (&column, values[i]);

          sum += g_strtod (text, NULL);
        }
      shown = systole_unit_column_format (&column, total);
      g_assert_cmpfloat (fabs (sum - g_strtod (shown, NULL)), <, 1e-6);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/quantity-text/plain", test_plain);
  g_test_add_func ("/quantity-text/real", test_real);
  g_test_add_func ("/quantity-text/absent", test_absent);
  g_test_add_func ("/quantity-text/chosen", test_chosen);
  g_test_add_func ("/quantity-text/spanish", test_spanish);
  g_test_add_func ("/quantity/column", test_column);
  return g_test_run ();
}
