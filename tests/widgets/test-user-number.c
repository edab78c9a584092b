/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/user-number.h"

#include <locale.h>

#include "tests/widgets/spanish.h"

#include "engine/base/error.h"

#define SPACE "\u00a0" /* between thousands, where the locale says nothing */

typedef struct
{
  const char *text;
  double value; /* NAN-free: G_MAXDOUBLE means: not a number */
  gboolean exact;
  gboolean doubtful;
} Case;

#define NOT G_MAXDOUBLE

static void
check (const Case *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      SystoleUserNumber number;
      g_autoptr (GError) error = NULL;
      gboolean ok = systole_user_number_parse (cases[i].text, &number, &error);

      if (cases[i].value == NOT)
        {
          if (ok)
            g_error ("“%s” was read as %g", cases[i].text, number.value);
          g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX);
          g_assert_nonnull (g_strrstr (error->message, cases[i].text));
          continue;
        }
      if (!ok)
        g_error ("“%s” was not read: %s", cases[i].text, error->message);
      g_test_message ("“%s” = %g", cases[i].text, number.value);
      g_assert_cmpfloat_with_epsilon (number.value, cases[i].value, 1e-9 * (1 + ABS (cases[i].value)));
      g_assert_cmpint (number.exact, ==, cases[i].exact);
      g_assert_cmpint (number.doubtful, ==, cases[i].doubtful);
      if (number.exact)
        g_assert_cmpfloat ((double) number.integer, ==, cases[i].value);
    }
}

static void
test_table (void)
{
  static const Case cases[] = {
    { "0", 0, TRUE, FALSE },
    { "1200", 1200, TRUE, FALSE },
    { "  1200  ", 1200, TRUE, FALSE },
    { "1.2k", 1200, TRUE, FALSE },
    { "1,2k", 1200, TRUE, FALSE },
    { "1.2 k", 1200, TRUE, FALSE },
    { "4Ki", 4096, TRUE, FALSE },
    { "4K", 4000, TRUE, FALSE },
    { "1.5Mi", 1572864, TRUE, FALSE },
    { "2G", 2e9, TRUE, FALSE },
    { "1Ti", 1099511627776.0, TRUE, FALSE },
    { "50 %", 0.5, FALSE, FALSE },
    { "50%", 0.5, FALSE, FALSE },
    { "12.5%", 0.125, FALSE, FALSE },
    { "1.5", 1.5, FALSE, FALSE },
    { "1,5", 1.5, FALSE, FALSE },
    { "1 234,5", 1234.5, FALSE, FALSE },
    { "1,234.5", 1234.5, FALSE, FALSE },
    { "1.234,5", 1234.5, FALSE, FALSE },
    { "1.234.567", 1234567, TRUE, FALSE },
    { "1,234,567", 1234567, TRUE, FALSE },
    { "1\u202f234", 1234, TRUE, FALSE },
    { "1’234", 1234, TRUE, FALSE },
    { "1.234", 1.234, FALSE, TRUE }, /* C locale: a point is decimal */
    { "1,234", 1234, TRUE, TRUE },
    { "0.234", 0.234, FALSE, FALSE },
    { "0,234", 0.234, FALSE, FALSE },
    { "1234.567", 1234.567, FALSE, FALSE },
    { ".5", 0.5, FALSE, FALSE },
    { "-3", -3, FALSE, FALSE },
    { "\u22123", -3, FALSE, FALSE },
    { "+3", 3, TRUE, FALSE },
    { "٣", 3, TRUE, FALSE },
    { "18446744073709551615", 18446744073709551615.0, TRUE, FALSE },
    { "18446744073709551616", 18446744073709551616.0, FALSE, FALSE },
    { "", NOT, 0, 0 },
    { "k", NOT, 0, 0 },
    { "12 apples", NOT, 0, 0 },
    { "1.2.3", NOT, 0, 0 },
    { "1,2.3.4", NOT, 0, 0 },
    { "1.2345.678", NOT, 0, 0 },
    { "12e", NOT, 0, 0 },
    { "0x10", NOT, 0, 0 },
    { "nan", NOT, 0, 0 },
    { "inf", NOT, 0, 0 },
    { "--3", NOT, 0, 0 },
    { "3 %%", NOT, 0, 0 },
  };

  check (cases, G_N_ELEMENTS (cases));
}

static void
test_spanish (void)
{
  static const Case cases[] = {
    { "1.234", 1234, TRUE, TRUE },
    { "1,234", 1.234, FALSE, TRUE },
    { "1,5", 1.5, FALSE, FALSE },
    { "1.5", 1.5, FALSE, FALSE },
    { "1.234,5", 1234.5, FALSE, FALSE },
  };

  if (!spanish_numbers ())
    {
      g_test_skip ("no Spanish locale");
      return;
    }
  check (cases, G_N_ELEMENTS (cases));
  setlocale (LC_NUMERIC, "C");
}

static void
test_whole (void)
{
  static const struct
  {
    const char *text;
    guint64 value;
    const char *echo;
  } good[] = {
    { "18", 18, NULL },
    { "1200", 1200, NULL },
    { "1.2k", 1200, "1.2k = 1" SPACE "200" },
    { "4Ki", 4096, "4Ki = 4" SPACE "096" },
    { "50 %", 5000, "50 % = 5" SPACE "000" },
    { "100 %", 10000, "100 % = 10" SPACE "000" },
    { "0%", 0, "0% = 0" },
  };
  static const struct
  {
    const char *text;
    int code;
    const char *names; /* what the message must name */
  } bad[] = {
    { "10001", SYSTOLE_ERROR_RANGE, "10" SPACE "000" },
    { "1M", SYSTOLE_ERROR_RANGE, "10" SPACE "000" },
    { "-1", SYSTOLE_ERROR_RANGE, "-1" },
    { "150 %", SYSTOLE_ERROR_RANGE, "150 %" },
    { "1.5", SYSTOLE_ERROR_SYNTAX, "1.5" },
    { "x", SYSTOLE_ERROR_SYNTAX, "x" },
    { "99999999999999999999999", SYSTOLE_ERROR_RANGE, "10" SPACE "000" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autofree char *echo = NULL;
      g_autoptr (GError) error = NULL;
      guint64 value = 0;

      g_assert_true (systole_user_number_parse_uint (good[i].text, 0, 10000, 10000, &value, &echo, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (value, ==, good[i].value);
      g_assert_cmpstr (echo, ==, good[i].echo);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *echo = NULL;
      g_autoptr (GError) error = NULL;
      guint64 value = 77;

      g_assert_false (systole_user_number_parse_uint (bad[i].text, 0, 10000, 10000, &value, &echo, &error));
      g_assert_error (error, SYSTOLE_ERROR, bad[i].code);
      g_test_message ("%s", error->message);
      g_assert_nonnull (g_strrstr (error->message, bad[i].names));
      g_assert_cmpuint (value, ==, 77);
      g_assert_null (echo);
    }
}

static void
test_real (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *echo = NULL;
  double value = 0;

  g_assert_true (systole_user_number_parse_double ("1.41G", 1, 1e12, &value, &echo, &error));
  g_assert_cmpfloat_with_epsilon (value, 1.41e9, 1);
  g_assert_cmpstr (echo, ==, "1.41G = 1" SPACE "410" SPACE "000" SPACE "000");
  g_assert_false (systole_user_number_parse_double ("0", 1, 1e12, &value, NULL, &error));
  g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/user-number/table", test_table);
  g_test_add_func ("/user-number/spanish", test_spanish);
  g_test_add_func ("/user-number/whole", test_whole);
  g_test_add_func ("/user-number/real", test_real);
  return g_test_run ();
}
