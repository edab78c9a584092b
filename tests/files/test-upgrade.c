/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/upgrade.h"

#include <string.h>

#include "engine/base/error.h"
#include "tests/files/files.h"

/* Older formats. As there is only one yet, three are made up: in the first an operation
 * is a <product> that counts its rows, in the second an <op> with rows, in the third one
 * with m, which is what the reader reads. */

static SystoleXmlNode *
child_named (SystoleXmlNode *node, const char *name)
{
  for (guint i = 0; i < systole_xml_node_get_n_children (node); i++)
    {
      SystoleXmlNode *child = g_ptr_array_index (node->children, i);

      if (child->kind == SYSTOLE_XML_ELEMENT && strcmp (child->local, name) == 0)
        return child;
    }
  return NULL;
}

static gboolean
product_to_op (SystoleXmlNode *root, const char *file_name, GError **error)
{
  SystoleXmlNode *product = child_named (child_named (root, "workload"), "product");

  if (product == NULL)
    {
      systole_xml_set_error (error, SYSTOLE_ERROR_SYNTAX, file_name, child_named (root, "workload"), "there is no <product>");
      return FALSE;
    }
  g_free (product->name);
  product->name = g_strdup ("op");
  product->local = product->name;
  return TRUE;
}

/* Finds nothing if the step before it was not taken. */
static gboolean
rows_to_m (SystoleXmlNode *root, const char *file_name, GError **error)
{
  SystoleXmlNode *op = child_named (child_named (root, "workload"), "op");

  for (guint i = 0; op != NULL && i < op->attributes->len; i++)
    {
      SystoleXmlAttribute *attribute = g_ptr_array_index (op->attributes, i);

      if (strcmp (attribute->name, "rows") != 0)
        continue;
      g_free (attribute->name);
      attribute->name = g_strdup ("m");
      return TRUE;
    }
  systole_xml_set_error (error, SYSTOLE_ERROR_SYNTAX, file_name, op != NULL ? op : root, "there are no rows");
  return FALSE;
}

/* The order of the rows is not that of the formats. */
static const SystoleUpgrade steps[] = { { 2, rows_to_m }, { 1, product_to_op } };
static const SystoleFormats three = { 3, steps, G_N_ELEMENTS (steps) };

#define FILE_OF(version, element, rows)                                              \
  "<scenario xmlns='urn:systole:scenario' version='" version "'>\n"                  \
  "<workload kind='old'>\n"                                                          \
  "<" element " id='p' name='gemm' " rows "='7' n='8' k='9' dtype='int8'/>\n"        \
  "</workload>\n"                                                                    \
  "<lanes><lane op='p'><array rows='4' columns='4' dataflow='ws'/></lane></lanes>\n" \
  "</scenario>\n"

static SystoleScenario *
read_three (const char *text, GError **error)
{
  return systole_scenario_read_as (&three, text, strlen (text), "f.systole", error);
}

/* From each format to the newest: the same document, which knows what it was. */
static void
test_chain (void)
{
  static const char *const texts[] = { FILE_OF ("1", "product", "rows"), FILE_OF ("2", "op", "rows"), FILE_OF ("3", "op", "m") };
  g_autoptr (SystoleScenario) newest = NULL;

  for (guint i = G_N_ELEMENTS (texts); i-- > 0;)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleScenario) scenario = read_three (texts[i], &error);

      g_assert_no_error (error);
      g_assert_cmpuint (scenario->version, ==, i + 1);
      g_assert_false (scenario->read_only);
      g_assert_cmpuint (g_array_index (scenario->ops, SystoleOp, 0).dims[SYSTOLE_GEMM_M], ==, 7);
      /* What no format knows is kept and warned of, on the line of the file. */
      g_assert_cmpuint (scenario->warnings->len, ==, 1);
      g_assert_true (g_str_has_prefix (g_ptr_array_index (scenario->warnings, 0), "f.systole:2: workload: "));
      if (newest != NULL)
        g_assert_true (systole_scenario_equal (scenario, newest));
      else
        newest = g_steal_pointer (&scenario);
    }
}

/* What is written is of the newest format. */
static void
test_written (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) scenario = read_three (FILE_OF ("1", "product", "rows"), &error);
  g_autoptr (SystoleScenario) again = NULL;
  g_autofree char *text = NULL;
  gsize length;

  g_assert_no_error (error);
  text = systole_scenario_write (scenario, &length);
  g_assert_nonnull (strstr (text, "<op id=\"p\" name=\"gemm\" m=\"7\""));
  g_assert_null (strstr (text, "product"));
  again = systole_scenario_read (text, length, "f.systole", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->version, ==, SYSTOLE_SCENARIO_FORMAT);
}

static void
assert_fails (const SystoleFormats *formats, const char *text, SystoleError code, const char *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (systole_scenario_read_as (formats, text, strlen (text), "f.systole", &error));
  g_assert_error (error, SYSTOLE_ERROR, (int) code);
  g_assert_cmpstr (error->message, ==, message);
}

/* The step that cannot go on tells the place; later ones are not tried. */
static void
test_failing_step (void)
{
  assert_fails (&three, FILE_OF ("1", "op", "rows"), SYSTOLE_ERROR_SYNTAX, "f.systole:2: workload: there is no <product>");
  assert_fails (&three, FILE_OF ("2", "op", "m"), SYSTOLE_ERROR_SYNTAX, "f.systole:3: op: there are no rows");
}

static void
test_missing_step (void)
{
  const SystoleFormats gap = { 3, &steps[1], 1 };

  assert_fails (&gap, FILE_OF ("1", "product", "rows"), SYSTOLE_ERROR_VERSION, "f.systole:1: scenario: the file is of format 1, and nothing leads from format 2 to 3");
}

/* A newer file is shown as far as it is understood; no step is applied to it. */
static void
test_newer (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) scenario = read_three (FILE_OF ("4", "op", "m"), &error);

  g_assert_no_error (error);
  g_assert_true (scenario->read_only);
  g_assert_cmpuint (scenario->version, ==, 4);
  g_assert_cmpstr (g_ptr_array_index (scenario->warnings, 0), ==, "f.systole:1: scenario: the file is of format 4, newer than 3, and is read only");
  assert_fails (&three, FILE_OF ("4", "product", "rows"), SYSTOLE_ERROR_VERSION, "f.systole:1: scenario: the file is of format 4, newer than 3, and nothing in it can be shown");
}

/* What is no version is an error of the reader, not of a step. */
static void
test_no_version (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (read_three (FILE_OF ("0", "product", "rows"), &error));
  g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE);
  g_assert_true (g_str_has_prefix (error->message, "f.systole:1: scenario: version: "));
}

/* Every format that was ever shipped leads to the newest. */
static void
test_table (void)
{
  const SystoleFormats *formats = systole_formats_get ();

  g_assert_cmpuint (formats->current, ==, SYSTOLE_SCENARIO_FORMAT);
  g_assert_cmpuint (formats->n_steps, ==, formats->current - 1);
  for (guint from = 1; from < formats->current; from++)
    {
      guint n = 0;

      for (guint i = 0; i < formats->n_steps; i++)
        n += formats->steps[i].from == from;
      g_assert_cmpuint (n, ==, 1);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/upgrade/chain", test_chain);
  g_test_add_func ("/upgrade/written", test_written);
  g_test_add_func ("/upgrade/failing-step", test_failing_step);
  g_test_add_func ("/upgrade/missing-step", test_missing_step);
  g_test_add_func ("/upgrade/newer", test_newer);
  g_test_add_func ("/upgrade/no-version", test_no_version);
  g_test_add_func ("/upgrade/table", test_table);
  return g_test_run ();
}
