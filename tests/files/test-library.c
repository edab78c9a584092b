/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <libxml/relaxng.h>

#include "data/data.h"
#include "engine/base/xml.h"
#include "engine/scenario/scenario.h"
#include "tests/files/files.h"

static char *
source_path (const char *name)
{
  return g_build_filename (g_getenv ("SYSTOLE_SOURCE_DIR"), "data", name, NULL);
}

static void
    G_GNUC_PRINTF (2, 3)
        note (void *data, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (data, format, arguments);
  va_end (arguments);
}

/* What the schema has against a file, "" if nothing */
static char *
validate (const char *schema_name, const char *data, gsize length)
{
  g_autofree char *schema_path = source_path (schema_name);
  GString *complaints = g_string_new (NULL);
  xmlRelaxNGParserCtxtPtr parser = xmlRelaxNGNewParserCtxt (schema_path);
  xmlRelaxNGPtr schema = xmlRelaxNGParse (parser);
  xmlRelaxNGValidCtxtPtr context = xmlRelaxNGNewValidCtxt (schema);
  xmlDocPtr document = xmlReadMemory (data, (int) length, NULL, NULL, XML_PARSE_NONET);

  g_assert_nonnull (schema);
  g_assert_nonnull (document);
  xmlRelaxNGSetValidErrors (context, note, note, complaints);
  if (xmlRelaxNGValidateDoc (context, document) != 0 && complaints->len == 0)
    g_string_append (complaints, "not valid");
  xmlFreeDoc (document);
  xmlRelaxNGFreeValidCtxt (context);
  xmlRelaxNGFree (schema);
  xmlRelaxNGFreeParserCtxt (parser);
  return g_string_free (complaints, FALSE);
}

static void
check_scenario (const char *data, gsize length, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) scenario = systole_scenario_read (data, length, name, &error);
  g_autofree char *complaints = validate ("schema/systole.rng", data, length);
  g_autofree char *written = NULL;
  static const char *const english[] = { "en", NULL };

  g_assert_no_error (error);
  g_assert_cmpstr (complaints, ==, "");
  g_assert_cmpuint (scenario->warnings->len, ==, 0);
  g_assert_cmpstr (systole_scenario_get_title (scenario, english), !=, "");
  g_assert_cmpstr (systole_scenario_get_summary (scenario, english), !=, "");
  for (guint i = 0; files_locales[i] != NULL; i++)
    {
      g_autoptr (SystoleScenario) again = NULL;
      gsize written_length;

      files_set_locale (files_locales[i]);
      again = systole_scenario_read (data, length, name, &error);
      g_assert_no_error (error);
      g_free (written);
      written = systole_scenario_write (again, &written_length);
      files_assert_same (written, data);
      g_assert_cmpuint (written_length, ==, length);
    }
  files_set_locale ("C");
}

/* The sources, in English */
static void
test_sources (void)
{
  g_autofree char *folder = source_path ("library");
  g_auto (GStrv) paths = files_list (folder, ".systole");

  g_assert_cmpuint (g_strv_length (paths), ==, systole_data_get_n_scenarios ());
  for (guint i = 0; paths[i] != NULL; i++)
    {
      gsize length;
      g_autofree char *data = files_read (paths[i], &length);

      g_test_message ("%s", paths[i]);
      check_scenario (data, length, paths[i]);
    }
}

/* What is in the program, with the translations */
static void
test_shipped (void)
{
  g_assert_cmpuint (systole_data_get_n_scenarios (), >=, 3);
  g_assert_null (systole_data_get_scenario ("no-such"));
  for (guint i = 0; i < systole_data_get_n_scenarios (); i++)
    {
      const char *id = systole_data_get_scenario_id (i);
      g_autoptr (GBytes) bytes = systole_data_get_scenario (id);
      gsize length;
      const char *data = g_bytes_get_data (bytes, &length);
      g_autofree char *text = g_strndup (data, length);

      g_test_message ("%s", id);
      check_scenario (text, length, id);
    }
}

/* Every promise is kept, and every lane promises something. */
static void
test_promises (void)
{
  for (guint i = 0; i < systole_data_get_n_scenarios (); i++)
    {
      g_autoptr (GBytes) bytes = systole_data_get_scenario (systole_data_get_scenario_id (i));
      gsize length;
      const char *data = g_bytes_get_data (bytes, &length);
      g_autoptr (SystoleScenario) scenario = systole_scenario_read (data, length, systole_data_get_scenario_id (i), NULL);

      for (guint lane = 0; lane < scenario->lanes->len; lane++)
        {
          gboolean promised = FALSE;

          for (guint e = 0; e < scenario->expectations->len; e++)
            promised = promised || g_array_index (scenario->expectations, SystoleExpectation, e).lane == lane;
          g_assert_true (promised);
        }
      for (guint e = 0; e < scenario->expectations->len; e++)
        {
          const SystoleExpectation *expectation = &g_array_index (scenario->expectations, SystoleExpectation, e);
          g_autoptr (GError) error = NULL;
          g_autoptr (SystoleRun) run = systole_scenario_run_lane (scenario, expectation->lane, systole_data_get_catalogue (), NULL, NULL, &error);
          SystoleExpectation wrong = *expectation;
          SystoleQuantity actual;

          g_assert_no_error (error);
          g_test_message ("%s, lane %u: %s", systole_data_get_scenario_id (i), expectation->lane, systole_counter_get_id (expectation->what));
          if (!systole_expectation_check (expectation, run, &actual))
            g_test_fail_printf ("%.17g is promised, %.17g found: see data/library/update-expected", expectation->value.real, actual.real);
          wrong.value.count++;
          wrong.value.real = wrong.value.real * 1.001 + 1;
          g_assert_false (systole_expectation_check (&wrong, run, NULL));
        }
    }
}

static void
test_machines (void)
{
  g_autofree char *folder = source_path ("machines");
  g_auto (GStrv) paths = files_list (folder, ".xml");

  g_assert_cmpuint (g_strv_length (paths), ==, 4);
  for (guint i = 0; paths[i] != NULL; i++)
    {
      gsize length;
      g_autofree char *data = files_read (paths[i], &length);
      g_autofree char *complaints = validate ("schema/machines.rng", data, length);

      g_assert_cmpstr (complaints, ==, "");
    }
}

/* The catalogue is the same in every locale. */
static void
test_machines_in_locales (void)
{
  g_autofree char *path = source_path ("machines/google.xml");
  gsize length;
  g_autofree char *data = files_read (path, &length);

  for (guint i = 0; files_locales[i] != NULL; i++)
    {
      g_autoptr (SystoleCatalogue) catalogue = systole_catalogue_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleMachine) array = NULL;

      files_set_locale (files_locales[i]);
      systole_catalogue_add_xml (catalogue, data, length, path, &error);
      g_assert_no_error (error);
      g_assert_cmpfloat (systole_machine_get (systole_catalogue_find (catalogue, "google-tpu-v1"), SYSTOLE_FIELD_DIE_AREA), ==, 331e-6);
      array = systole_catalogue_parse (catalogue, "array:rows=8,cols=8,clock-hz=0.5e9", &error);
      g_assert_no_error (error);
      g_assert_cmpstr (systole_machine_get_id (array), ==, "array:rows=8,cols=8,dataflow=ws,timing=hardware,clock-hz=500000000");
    }
  files_set_locale ("C");
}

/* --- the words that the schema lists are those of the tables --- */

static const SystoleXmlNode *
find_define (const SystoleXmlNode *root, const char *name)
{
  for (guint i = 0; i < systole_xml_node_get_n_children (root); i++)
    {
      const SystoleXmlNode *child = systole_xml_node_get_child (root, i);

      if (child->kind == SYSTOLE_XML_ELEMENT && strcmp (child->local, "define") == 0 && strcmp (systole_xml_node_get_attribute (child, "name"), name) == 0)
        return child;
    }
  g_error ("no define %s", name);
}

static char *
list_values (const SystoleXmlNode *node)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < systole_xml_node_get_n_children (node); i++)
    {
      const SystoleXmlNode *child = systole_xml_node_get_child (node, i);
      g_autofree char *text = NULL;

      if (child->kind != SYSTOLE_XML_ELEMENT)
        continue;
      text = strcmp (child->local, "value") == 0 ? systole_xml_node_get_content (child) : list_values (child);
      g_string_append_printf (list, "%s%s", list->len > 0 && *text != '\0' ? " " : "", text);
    }
  return g_string_free (list, FALSE);
}

#define CHECK_WORDS(root, define, Enum, n, get_id)                                       \
  G_STMT_START                                                                           \
  {                                                                                      \
    g_autofree char *listed = list_values (find_define (root, define));                  \
    GString *known = g_string_new (NULL);                                                \
                                                                                         \
    for (guint word = 0; word < (guint) (n); word++)                                     \
      g_string_append_printf (known, "%s%s", word > 0 ? " " : "", get_id ((Enum) word)); \
    g_assert_cmpstr (listed, ==, known->str);                                            \
    g_string_free (known, TRUE);                                                         \
  }                                                                                      \
  G_STMT_END

/* All but “automatic”, which is no word of files. */
static const char *
get_schedule (guint word)
{
  return systole_schedule_get_id ((SystoleSchedule) (word + 1));
}

static const SystoleXmlNode *
find_child (const SystoleXmlNode *node, const char *local, const char *name)
{
  for (guint i = 0; i < systole_xml_node_get_n_children (node); i++)
    {
      const SystoleXmlNode *child = systole_xml_node_get_child (node, i);

      if (child->kind == SYSTOLE_XML_ELEMENT && strcmp (child->local, local) == 0 && (name == NULL || g_strcmp0 (systole_xml_node_get_attribute (child, "name"), name) == 0))
        return child;
      if (child->kind == SYSTOLE_XML_ELEMENT && strcmp (child->local, "optional") == 0)
        {
          const SystoleXmlNode *inner = find_child (child, local, name);

          if (inner != NULL)
            return inner;
        }
    }
  return NULL;
}

/* The definition whose choice of names has this one. */
static const SystoleXmlNode *
find_op (const SystoleXmlNode *root, const char *id)
{
  for (guint i = 0; i < systole_xml_node_get_n_children (root); i++)
    {
      const SystoleXmlNode *define = systole_xml_node_get_child (root, i);
      const SystoleXmlNode *name = define->kind == SYSTOLE_XML_ELEMENT && g_str_has_prefix (systole_xml_node_get_attribute (define, "name") != NULL ? systole_xml_node_get_attribute (define, "name") : "", "op-") ? find_child (define, "attribute", "name") : NULL;
      g_autofree char *values = name != NULL ? list_values (name) : g_strdup ("");
      g_auto (GStrv) ids = g_strsplit (values, " ", -1);

      if (g_strv_contains ((const char *const *) ids, id))
        return define;
    }
  g_error ("no operation %s", id);
}

/* The schema's attributes of each operation are its dimensions, with their ranges and words. */
static void
check_ops (const SystoleXmlNode *root)
{
  for (guint kind = 0; kind < SYSTOLE_N_OPS; kind++)
    {
      const SystoleXmlNode *define = find_op (root, systole_op_kind_get_id ((SystoleOpKind) kind));
      guint n;
      const SystoleOpDim *dims = systole_op_kind_get_dims ((SystoleOpKind) kind, &n);
      guint listed = 0;

      for (guint i = 0; i < systole_xml_node_get_n_children (define); i++)
        {
          const SystoleXmlNode *child = systole_xml_node_get_child (define, i);

          listed += child->kind == SYSTOLE_XML_ELEMENT && (strcmp (child->local, "attribute") == 0 || strcmp (child->local, "optional") == 0);
        }
      g_assert_cmpuint (listed, ==, n + 1); /* and the name */
      for (guint i = 0; i < n; i++)
        {
          const SystoleXmlNode *attribute = find_child (define, "attribute", dims[i].key);
          const SystoleXmlNode *data = attribute != NULL ? find_child (attribute, "data", NULL) : NULL;

          g_assert_nonnull (attribute);
          if (dims[i].words != NULL)
            {
              g_autofree char *words = g_strjoinv (" ", (char **) dims[i].words);
              g_autofree char *values = list_values (attribute);

              g_assert_cmpstr (values, ==, words);
            }
          else if (data != NULL)
            {
              g_autofree char *most = g_strdup_printf ("%" G_GUINT64_FORMAT, dims[i].max);
              g_autofree char *values = systole_xml_node_get_content (find_child (data, "param", "maxInclusive"));

              g_assert_cmpstr (values, ==, most);
            }
        }
    }
}

static void
test_words (void)
{
  g_autofree char *path = source_path ("schema/systole.rng");
  g_autofree char *machines_path = source_path ("schema/machines.rng");
  gsize length;
  g_autofree char *data = files_read (path, &length);
  g_autoptr (SystoleXmlNode) document = systole_xml_read (data, length, path, NULL);
  const SystoleXmlNode *root = systole_xml_node_get_root (document);
  g_autofree char *machines_data = files_read (machines_path, &length);
  g_autoptr (SystoleXmlNode) machines = systole_xml_read (machines_data, length, machines_path, NULL);

  check_ops (root);
  CHECK_WORDS (root, "dtype", SystoleFormat, SYSTOLE_N_FORMATS, systole_format_get_id);
  CHECK_WORDS (root, "schedule", guint, SYSTOLE_N_SCHEDULES - 1, get_schedule);
  CHECK_WORDS (root, "operands", SystoleOperands, SYSTOLE_N_OPERANDS, systole_operands_get_id);
  CHECK_WORDS (root, "dataflow", SystoleDataflow, SYSTOLE_N_DATAFLOWS, systole_dataflow_get_id);
  CHECK_WORDS (root, "timing", SystoleTiming, SYSTOLE_N_TIMINGS, systole_timing_get_id);
  CHECK_WORDS (root, "time-base", SystoleTimeBase, SYSTOLE_TIME_WORK + 1, systole_time_base_get_id);
  CHECK_WORDS (root, "step", SystoleStep, SYSTOLE_N_STEPS, systole_step_get_id);
  CHECK_WORDS (root, "level", SystoleLevel, SYSTOLE_N_LEVELS, systole_level_get_id);
  CHECK_WORDS (root, "counter", SystoleCounter, SYSTOLE_N_COUNTERS, systole_counter_get_id);
  CHECK_WORDS (root, "field", SystoleField, SYSTOLE_N_FIELDS, systole_field_get_id);
  CHECK_WORDS (systole_xml_node_get_root (machines), "field-id", SystoleField, SYSTOLE_N_FIELDS, systole_field_get_id);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/library/sources", test_sources);
  g_test_add_func ("/library/shipped", test_shipped);
  g_test_add_func ("/library/promises", test_promises);
  g_test_add_func ("/machines/schema", test_machines);
  g_test_add_func ("/machines/locales", test_machines_in_locales);
  g_test_add_func ("/schema/words", test_words);
  return g_test_run ();
}
