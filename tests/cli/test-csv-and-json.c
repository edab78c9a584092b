/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "app/cli/csv-result.h"
#include "app/export/json-writer.h"
#include "engine/base/error.h"

static GString *written;

static void
keep (GString *text)
{
  g_string_append_len (written, text->str, (gssize) text->len);
  g_string_truncate (text, 0);
}

static void
assert_written (const char *wanted)
{
  g_assert_cmpstr (written->str, ==, wanted);
  g_string_truncate (written, 0);
}

static void
test_json_shape (void)
{
  g_autoptr (SystoleJson) json = systole_json_new (keep);

  systole_json_begin_object (json, NULL);
  systole_json_string (json, "a", "x");
  systole_json_begin_array (json, "empty");
  systole_json_end (json);
  systole_json_begin_array (json, "rows");
  systole_json_begin_line (json, NULL, '[');
  systole_json_uint (json, NULL, 1);
  systole_json_begin_line (json, NULL, '{');
  systole_json_boolean (json, "b", TRUE);
  systole_json_null (json, "c");
  systole_json_end (json);
  systole_json_end (json);
  systole_json_string (json, NULL, NULL);
  systole_json_end (json);
  systole_json_end (json);
  systole_json_finish (json);
  assert_written ("{\n  \"a\": \"x\",\n  \"empty\": [],\n  \"rows\": [\n    [1, { \"b\": true, \"c\": null }],\n    null\n  ]\n}\n");
}

static void
test_json_numbers (void)
{
  static const struct
  {
    double value;
    const char *text;
  } reals[] = { { 0.1, "0.1" }, { -0.125, "-0.125" }, { 30, "30" }, { 1e300, "1e+300" }, { 1.0 / 3, "0.3333333333333333" }, { 9007199254740993.0, "9007199254740992" }, { NAN, "null" }, { INFINITY, "null" }, { -HUGE_VAL, "null" } };

  for (guint i = 0; i < G_N_ELEMENTS (reals); i++)
    {
      g_autoptr (SystoleJson) json = systole_json_new (keep);
      g_autofree char *line = g_strconcat (reals[i].text, "\n", NULL);

      systole_json_real (json, NULL, reals[i].value);
      systole_json_finish (json);
      if (isfinite (reals[i].value))
        g_assert_true (!(g_ascii_strtod (written->str, NULL) < reals[i].value) && !(g_ascii_strtod (written->str, NULL) > reals[i].value));
      if (fabs (reals[i].value) < 1e15 || !isfinite (reals[i].value))
        assert_written (line);
      else
        g_string_truncate (written, 0);
    }
}

static void
test_json_exact (void)
{
  g_autoptr (SystoleJson) json = systole_json_new (keep);

  systole_json_uint (json, NULL, G_MAXUINT64);
  systole_json_finish (json);
  assert_written ("18446744073709551615\n");
}

static void
test_json_escapes (void)
{
  g_autoptr (SystoleJson) json = systole_json_new (keep);

  systole_json_string (json, NULL, "\"\\\n\t\r\x01 é × \xff");
  systole_json_finish (json);
  assert_written ("\"\\\"\\\\\\n\\t\\u000d\\u0001 é × \xef\xbf\xbd\"\n");
}

static void
test_json_long (void)
{
  g_autoptr (SystoleJson) json = systole_json_new (keep);

  systole_json_begin_line (json, NULL, '[');
  for (guint i = 0; i < 100000; i++)
    systole_json_uint (json, NULL, 7);
  systole_json_end (json);
  systole_json_finish (json);
  g_assert_cmpuint (written->len, ==, 3 * 100000 + 1);
  g_string_truncate (written, 0);
}

static SystoleCsvTable *
read_table (const char *text, GError **error)
{
  return systole_csv_table_read (text, strlen (text), "t.csv", NULL, error);
}

static void
test_csv_read (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleCsvTable) table = read_table ("\xef\xbb\xbf"
                                                  "a,\"b,c\"\r\n1,\"say \"\"x\"\"\nagain\"\r\n\r\n2\n3,4,5",
                                                  &error);

  g_assert_no_error (error);
  g_assert_cmpint (systole_csv_table_find (table, "a"), ==, 0);
  g_assert_cmpint (systole_csv_table_find (table, "b,c"), ==, 1);
  g_assert_cmpint (systole_csv_table_find (table, "d"), ==, -1);
  g_assert_cmpuint (table->rows->len, ==, 3);
  g_assert_cmpstr (systole_csv_table_get (table, 0)->fields[1], ==, "say \"x\"\nagain");
  g_assert_cmpuint (systole_csv_table_get (table, 1)->line, ==, 5);
  g_assert_cmpuint (systole_csv_table_get (table, 1)->n_fields, ==, 1);
  g_assert_cmpstr (systole_csv_table_get (table, 1)->fields[1], ==, "");
  g_assert_cmpuint (systole_csv_table_get (table, 2)->n_fields, ==, 3);
}

static void
test_csv_bad (void)
{
  static const struct
  {
    const char *text, *place;
  } cases[] = { { "", "t.csv:1: " }, { "\xef\xbb\xbf", "t.csv:1: " }, { "a\n\"b\n\n", "t.csv:2: " }, { "a\n\"b\"c\n", "t.csv:2: " } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (read_table (cases[i].text, &error));
      g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX);
      g_assert_true (g_str_has_prefix (error->message, cases[i].place));
    }
}

/* What is written reads back the same; an added column that is there already is filled in its place. */
static void
test_csv_write (void)
{
  static const char *const added[] = { "b", "z" };
  static const char *const values[] = { "new, \"b\"", NULL };
  g_autoptr (SystoleCsvTable) table = read_table ("a,b,c\n\"x\ny\",old, z\n", NULL);
  g_auto (SystoleCsvResult) result = { NULL };

  systole_csv_result_init (&result, table, added, G_N_ELEMENTS (added));
  systole_csv_result_add (&result, systole_csv_table_get (table, 0), values);
  g_assert_cmpstr (result.text->str, ==, "a,b,c,z\n\"x\ny\",\"new, \"\"b\"\"\",\" z\",\n");
}

int
main (int argc, char **argv)
{
  int code;

  g_test_init (&argc, &argv, NULL);
  written = g_string_new (NULL);
  g_test_add_func ("/json/shape", test_json_shape);
  g_test_add_func ("/json/numbers", test_json_numbers);
  g_test_add_func ("/json/exact", test_json_exact);
  g_test_add_func ("/json/escapes", test_json_escapes);
  g_test_add_func ("/json/long", test_json_long);
  g_test_add_func ("/csv/read", test_csv_read);
  g_test_add_func ("/csv/bad", test_csv_bad);
  g_test_add_func ("/csv/write", test_csv_write);
  code = g_test_run ();
  g_string_free (written, TRUE);
  return code;
}
