/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/error.h"
#include "engine/run/axis.h"
#include "tests/engine/engine-fixture.h"

/* The values of a sweep's direction, and what they change. */

static char *
list (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleAxis) axis = systole_axis_parse (text, &error);
  GString *out = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < systole_axis_get_n (axis); i++)
    g_string_append_printf (out, "%s%" G_GUINT64_FORMAT, i > 0 ? " " : "", systole_axis_get (axis, i));
  return g_string_free (out, FALSE);
}

static void
test_values (void)
{
  static const char *const known[][2] = {
    { "m=64..1024*2", "64 128 256 512 1024" },
    { "m=64..1000*2", "64 128 256 512" },
    { "m=1..5*1.5", "1 2 3 5" }, /* 1, 1.5, 2.25, 3.4, 5.06: rounded, each once */
    { "m=64..200+64", "64 128 192" },
    { "m=0..2+1", "0 1 2" },
    { "m=1..9/4", "1 2 3 4 5 6 7 8" },
    { "m=64..256/4", "64 80 96 112 128 160 192 224 256" },
    { "m=64..256/2", "64 96 128 192 256" },
    { "m=100..500/1", "128 256" },
    { "m=7,3,1000", "7 3 1000" },
    { "m=7,1k,1.5Ki", "7 1000 1536" },
    { "m=1Ki..4Ki*2", "1024 2048 4096" },
    { "m=1k..2k+0.5k", "1000 1500 2000" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autofree char *values = list (known[i][0]);

      g_assert_cmpstr (values, ==, known[i][1]);
    }
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text;
    int code;
  } bad[] = {
    { "m", SYSTOLE_ERROR_SYNTAX },
    { "=1", SYSTOLE_ERROR_SYNTAX },
    { "m=", SYSTOLE_ERROR_RANGE },
    { "m=a", SYSTOLE_ERROR_RANGE },
    { "m=1..4", SYSTOLE_ERROR_SYNTAX },
    { "m=4..1*2", SYSTOLE_ERROR_RANGE },
    { "m=0..8*2", SYSTOLE_ERROR_RANGE },
    { "m=1..8/3", SYSTOLE_ERROR_SYNTAX },
    { "m=1..8/8", SYSTOLE_ERROR_RANGE },
    { "m=1..8*1", SYSTOLE_ERROR_RANGE },
    { "m=1..100000+1", SYSTOLE_ERROR_CAPACITY },
    { "m=65..127/1", SYSTOLE_ERROR_RANGE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (systole_axis_parse (bad[i].text, &error));
      g_test_message ("%s: %s", bad[i].text, error->message);
      g_assert_error (error, SYSTOLE_ERROR, bad[i].code);
    }
}

static void
apply (const char *text, SystoleOp *op, SystoleMachine **machine)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleAxis) axis = systole_axis_parse (text, &error);

  g_assert_no_error (error);
  g_assert_true (systole_axis_fits (axis, op, *machine));
  systole_axis_apply (axis, systole_axis_get (axis, 0), op, machine, &error);
  g_assert_no_error (error);
}

static void
test_apply (void)
{
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();
  SystoleOp op = fixture_op ("gemm:m=8,n=8,k=8");
  SystoleMachine *array = systole_catalogue_parse (catalogue, "array:rows=8,cols=8", NULL), *chip = systole_catalogue_parse (catalogue, "nvidia-t4", NULL);
  g_autoptr (SystoleAxis) other = systole_axis_parse ("warps=4", NULL);
  g_autoptr (SystoleAxis) zero = systole_axis_parse ("power.tdp=1,99999999999", NULL);
  g_autoptr (GError) error = NULL;

  apply ("n=k=512", &op, &array);
  g_assert_cmpuint (systole_op_get_dim (&op, "n"), ==, 512);
  g_assert_cmpuint (systole_op_get_dim (&op, "k"), ==, 512);
  g_assert_cmpuint (systole_op_get_dim (&op, "m"), ==, 8);
  apply ("rows=16", &op, &array);
  g_assert_cmpuint (systole_machine_get_array (array)->rows, ==, 16);
  g_assert_cmpuint (systole_machine_get_array (array)->columns, ==, 8);
  apply ("power.tdp=150", &op, &chip);
  g_assert_cmpfloat (systole_machine_get (chip, SYSTOLE_FIELD_POWER_TDP), ==, 150);
  g_assert_false (systole_axis_fits (other, &op, chip));
  g_assert_false (systole_axis_apply (zero, 99999999999, &op, &chip, &error));
  g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE);
  systole_machine_unref (array);
  systole_machine_unref (chip);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/axis/values", test_values);
  g_test_add_func ("/axis/refused", test_refused);
  g_test_add_func ("/axis/apply", test_apply);
  return g_test_run ();
}
