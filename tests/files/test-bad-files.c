/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/base/error.h"
#include "engine/scenario/scenario.h"
#include "tests/files/files.h"

/* bad/NAME.systole cannot be read, and bad/NAME.expected says what the reader says. */
static void
test_bad (gconstpointer data)
{
  const char *path = data;
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *expected_path = g_strndup (path, strlen (path) - strlen (".systole"));
  g_autofree char *expected_file = g_strconcat (expected_path, ".expected", NULL);
  gsize length;
  g_autofree char *text = files_read (path, &length);
  g_autofree char *expected = files_read (expected_file, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) scenario = systole_scenario_read (text, length, name, &error);

  g_assert_null (scenario);
  g_assert_nonnull (error);
  g_assert_true (error->domain == SYSTOLE_ERROR);
  g_assert_cmpstr (error->message, ==, g_strchomp (expected));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

static void
check (const char *text, gsize length, SystoleError code, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) scenario = systole_scenario_read (text, length, "f.systole", &error);

  g_assert_null (scenario);
  g_assert_error (error, SYSTOLE_ERROR, (gint) code);
  g_assert_cmpstr (error->message, ==, message);
}

#define HEAD "<scenario xmlns=\"urn:systole:scenario\" version=\"1\">\n"

/* A million elements, one in the other: refused long before the stack would end. */
static void
test_deep (void)
{
  GString *text = g_string_new (HEAD);

  for (guint i = 0; i < 1000000; i++)
    g_string_append (text, "<a>");
  for (guint i = 0; i < 1000000; i++)
    g_string_append (text, "</a>");
  g_string_append (text, "</scenario>\n");
  check (text->str, text->len, SYSTOLE_ERROR_CAPACITY, "f.systole:2: elements are nested deeper than 32");
  g_string_free (text, TRUE);
}

/* The parser would compare each of 300 000 attributes with all others; a crowd of them in a comment is nobody's. */
static void
test_crowded (void)
{
  GString *text = g_string_new (HEAD "<!-- it's");

  for (guint i = 0; i < 300; i++)
    g_string_append (text, " a=");
  g_string_append (text, "\n-->\n<a b='>'");
  for (guint i = 0; i < 300000; i++)
    g_string_append_printf (text, " a%u=\"1\"", i);
  g_string_append (text, "/></scenario>\n");
  check (text->str, text->len, SYSTOLE_ERROR_CAPACITY, "f.systole:4: an element has more than 256 attributes");
  g_string_free (text, TRUE);
}

/* 100 MB of zeros and of comments: refused by its size, before a byte is looked at. */
static void
test_large (void)
{
  gsize length = 100 * 1000 * 1000;
  g_autofree char *text = g_malloc0 (length);

  check (text, length, SYSTOLE_ERROR_CAPACITY, "f.systole: the file is larger than 16 MiB");
  check (text, SYSTOLE_SCENARIO_MAX_BYTES + 1, SYSTOLE_ERROR_CAPACITY, "f.systole: the file is larger than 16 MiB");
}

/* Within the size, but more nodes than are believed */
static void
test_many_nodes (void)
{
  GString *text = g_string_new (HEAD);

  for (guint i = 0; i < 300000; i++)
    g_string_append (text, "<a/>");
  g_string_append (text, "</scenario>\n");
  check (text->str, text->len, SYSTOLE_ERROR_CAPACITY, "f.systole:2: the file has more than 250000 elements and attributes");
  g_string_free (text, TRUE);
}

static void
test_many_ops (void)
{
  GString *text = g_string_new (HEAD "<workload>\n");

  for (guint i = 0; i < SYSTOLE_SCENARIO_MAX_OPS + 1; i++)
    g_string_append_printf (text, "<op id=\"o%u\" name=\"gemm\" m=\"1\" n=\"1\" k=\"1\" dtype=\"int8\"/>\n", i);
  g_string_append (text, "</workload></scenario>\n");
  check (text->str, text->len, SYSTOLE_ERROR_CAPACITY, "f.systole:4099: op: more than 4096 of these; at most 4096 are allowed");
  g_string_free (text, TRUE);
}

/* An attribute and a line longer than any buffer; the line number beyond 65535 is right to a few lines: here the last. */
static void
test_long (void)
{
  g_autoptr (GError) error = NULL;
  GString *text = g_string_new (HEAD);

  for (guint i = 0; i < 70000; i++)
    g_string_append_c (text, '\n');
  g_string_append (text, "<title lang=\"");
  for (guint i = 0; i < 5000000; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, "\">T</title></scenario>\n");
  check (text->str, text->len, SYSTOLE_ERROR_SHAPE, "f.systole:1: scenario: there is no <workload> in it; at least one is needed");
  g_string_truncate (text, text->len - strlen ("</scenario>\n"));
  g_string_append (text, "<lanes/><workload/></scenario>\n");
  g_assert_null (systole_scenario_read (text->str, text->len, "f.systole", &error));
  g_assert_true (g_pattern_match_simple ("f.systole:7000?: workload: there is no <op> in it; at least one is needed", error->message));
  g_string_free (text, TRUE);
}

/* Every good file, cut anywhere, gives an error or a scenario, never anything else. */
static void
test_truncations (void)
{
  g_autoptr (SystoleScenario) scenario = systole_scenario_new ();
  gsize length;
  g_autofree char *text = systole_scenario_write (scenario, &length);

  for (gsize cut = 0; cut + 2 < length; cut++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleScenario) read = systole_scenario_read (text, cut, "f.systole", &error);

      g_assert_null (read);
      g_assert_nonnull (error);
      g_assert_true (g_str_has_prefix (error->message, "f.systole:"));
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  g_auto (GStrv) paths = NULL;

  g_test_init (&argc, &argv, NULL);
  folder = g_test_build_filename (G_TEST_DIST, "bad", NULL);
  paths = files_list (folder, ".systole");
  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autofree char *name = g_path_get_basename (paths[i]);
      g_autofree char *test = g_strdup_printf ("/bad/%.*s", (int) (strlen (name) - strlen (".systole")), name);

      g_test_add_data_func (test, paths[i], test_bad);
    }
  g_test_add_func ("/bad-generated/deep", test_deep);
  g_test_add_func ("/bad-generated/crowded", test_crowded);
  g_test_add_func ("/bad-generated/large", test_large);
  g_test_add_func ("/bad-generated/many-nodes", test_many_nodes);
  g_test_add_func ("/bad-generated/many-ops", test_many_ops);
  g_test_add_func ("/bad-generated/long", test_long);
  g_test_add_func ("/bad-generated/truncations", test_truncations);
  return g_test_run ();
}
