/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/exercise.h"
#include "engine/scenario/reader-private.h"
#include "engine/scenario/scenario-private.h"

#include <string.h>

#include "engine/base/i18n.h"

static SystoleExtras *
scenario_extras (const SystoleReading *self)
{
  return self->scenario->unknown;
}

/* --- <title>, <summary> --- */

/* Within a text, elements and comments are kept behind it. */
gboolean
systole_reading_text (SystoleReading *self, const SystoleXmlNode *node, const SystoleElement *element, GArray *texts, GError **error)
{
  g_autoptr (SystoleExtras) extras = systole_extras_new ();
  SystoleText text = { .language = g_strdup (""), .text = systole_xml_node_get_content (node) };

  if (!systole_reading_attributes (self, node, element, &text, extras, element->name, error))
    {
      g_free (text.language);
      g_free (text.text);
      return FALSE;
    }
  for (guint i = 0; i < systole_xml_node_get_n_children (node); i++)
    if (systole_xml_node_get_child (node, i)->kind != SYSTOLE_XML_TEXT)
      systole_extras_add_child (extras, element->name, 0, 0, systole_xml_node_get_child (node, i));
  text.unknown = systole_reading_settle (g_steal_pointer (&extras));
  g_array_append_val (texts, text);
  return TRUE;
}

static gboolean
read_title (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  return systole_reading_text (self, node, &systole_title_element, ((SystoleScenario *) target)->titles, error);
}

static gboolean
read_summary (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  return systole_reading_text (self, node, &systole_summary_element, ((SystoleScenario *) target)->summaries, error);
}

/* --- <workload>, <lanes> --- */

static const SystoleElement no_attributes = { "", NULL, 0 };

gboolean
systole_reading_workload (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  static const SystoleChild children[] = { { "op", SYSTOLE_SCENARIO_MAX_OPS, systole_reading_op } };

  if (!systole_reading_attributes (self, node, &no_attributes, NULL, scenario_extras (self), "workload", error) ||
      !systole_reading_children (self, node, children, G_N_ELEMENTS (children), target, scenario_extras (self), "workload", error))
    return FALSE;
  if (self->scenario->ops->len > 0)
    return TRUE;
  systole_xml_set_error (error, SYSTOLE_ERROR_SHAPE, self->file_name, node, _ ("there is no <%s> in it; at least one is needed"), "op");
  return FALSE;
}

gboolean
systole_reading_lanes (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  static const SystoleChild children[] = { { "lane", SYSTOLE_SCENARIO_MAX_LANES, systole_reading_lane } };

  if (self->scenario->ops->len == 0)
    return TRUE; /* reported at the end */
  if (!systole_reading_attributes (self, node, &no_attributes, NULL, scenario_extras (self), "lanes", error) ||
      !systole_reading_children (self, node, children, G_N_ELEMENTS (children), target, scenario_extras (self), "lanes", error))
    return FALSE;
  if (self->scenario->lanes->len > 0)
    return TRUE;
  systole_xml_set_error (error, SYSTOLE_ERROR_SHAPE, self->file_name, node, _ ("there is no <%s> in it; at least one is needed"), "lane");
  return FALSE;
}

/* --- <expect> --- */

gboolean
systole_reading_expect (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  g_autoptr (SystoleExtras) extras = systole_extras_new ();
  SystoleExpectation expectation = { .tolerance = -1 };

  if (self->scenario->lanes->len == 0)
    return TRUE; /* reported at the end */
  if (!systole_reading_attributes (self, node, &systole_expect_element, &expectation, extras, "expect", error) ||
      !systole_reading_children (self, node, NULL, 0, NULL, extras, "expect", error))
    return FALSE;
  if (expectation.lane >= self->scenario->lanes->len)
    {
      systole_xml_set_error (error, SYSTOLE_ERROR_RANGE, self->file_name, node, _ ("%s: there is no lane %u; they count from 0 to %u"), "lane", expectation.lane, self->scenario->lanes->len - 1);
      return FALSE;
    }
  expectation.unknown = systole_reading_settle (g_steal_pointer (&extras));
  g_array_append_val (self->scenario->expectations, expectation);
  return TRUE;
}

/* --- <scenario> --- */

/* Comments before and after the outermost element */
static void
keep_prolog (SystoleReading *self, const SystoleXmlNode *document)
{
  guint after = 0;

  for (guint i = 0; i < systole_xml_node_get_n_children (document); i++)
    {
      const SystoleXmlNode *node = systole_xml_node_get_child (document, i);

      if (node->kind == SYSTOLE_XML_ELEMENT)
        after = 1;
      else
        systole_extras_add_child (scenario_extras (self), "", after, after, node);
    }
}

static gboolean
check_whole (SystoleReading *self, const SystoleXmlNode *root, GError **error)
{
  const char *missing = self->scenario->ops->len == 0 ? "workload" : self->scenario->lanes->len == 0 ? "lanes"
                                                                                                     : NULL;

  if (missing == NULL)
    return TRUE;
  if (self->lenient)
    systole_xml_set_error (error, SYSTOLE_ERROR_VERSION, self->file_name, root, _ ("the file is of format %u, newer than %d, and nothing in it can be shown"), self->scenario->version, (int) self->formats->current);
  else
    systole_xml_set_error (error, SYSTOLE_ERROR_SHAPE, self->file_name, root, _ ("there is no <%s> in it; at least one is needed"), missing);
  return FALSE;
}

/* The format that a file says it is of. What it says wrongly is reported by the reader. */
static guint
version_of (const SystoleReading *self, const SystoleXmlNode *root)
{
  const SystoleElement *element = &systole_scenario_element;

  for (guint i = 0; i < element->n_attributes; i++)
    {
      const SystoleAttribute *attribute = &element->attributes[i];
      const char *text = systole_xml_node_get_attribute (root, attribute->name);

      if (strcmp (attribute->name, "version") == 0 && text != NULL && attribute->read (attribute, text, self->scenario, NULL))
        return self->scenario->version;
    }
  return self->formats->current;
}

static gboolean
read_root (SystoleReading *self, SystoleXmlNode *root, GError **error)
{
  static const SystoleChild children[] = {
    { "title", 0, read_title },
    { "summary", 0, read_summary },
    { "workload", 1, systole_reading_workload },
    { "lanes", 1, systole_reading_lanes },
    { "expect", 0, systole_reading_expect },
    { "view", 1, systole_reading_view },
    { "lesson", 1, systole_reading_lesson },
    { "exercise", SYSTOLE_SCENARIO_MAX_EXERCISES, systole_reading_exercise },
  };
  SystoleScenario *scenario = self->scenario;

  if (!systole_xml_node_is (root, SYSTOLE_SCENARIO_NAMESPACE, "scenario"))
    {
      systole_xml_set_error (error, SYSTOLE_ERROR_SYNTAX, self->file_name, root, _ ("the outermost element is not <%s xmlns=\"%s\">"), "scenario", SYSTOLE_SCENARIO_NAMESPACE);
      return FALSE;
    }
  if (!systole_formats_upgrade (self->formats, version_of (self, root), root, self->file_name, error) ||
      !systole_reading_attributes (self, root, &systole_scenario_element, scenario, scenario_extras (self), "scenario", error))
    return FALSE;
  self->lenient = scenario->read_only = scenario->version > self->formats->current;
  if (self->lenient)
    {
      g_autoptr (GError) warning = NULL;

      systole_xml_set_error (&warning, SYSTOLE_ERROR_VERSION, self->file_name, root, _ ("the file is of format %u, newer than %d, and is read only"), scenario->version, (int) self->formats->current);
      systole_reading_warn (self, warning->message);
    }
  return systole_reading_children (self, root, children, G_N_ELEMENTS (children), scenario, scenario_extras (self), "scenario", error) &&
         check_whole (self, root, error);
}

/* By line; the parts of a file are not read in its order. */
static int
compare_warnings (gconstpointer a, gconstpointer b, gpointer file_name)
{
  gsize skip = strlen (file_name) + 1;
  guint64 line_a = g_ascii_strtoull (*(const char *const *) a + skip, NULL, 10);
  guint64 line_b = g_ascii_strtoull (*(const char *const *) b + skip, NULL, 10);

  return line_a < line_b ? -1 : line_a > line_b;
}

SystoleScenario *
systole_scenario_read_as (const SystoleFormats *formats, const char *data, gsize length, const char *file_name, GError **error)
{
  g_autoptr (SystoleXmlNode) document = NULL;
  g_autoptr (SystoleScenario) scenario = NULL;
  SystoleReading self = { .file_name = file_name, .formats = formats };

  document = systole_xml_read (data, length, file_name, error);
  if (document == NULL)
    return NULL;
  self.scenario = scenario = systole_scenario_new_empty ();
  scenario->unknown = systole_extras_new ();
  keep_prolog (&self, document);
  if (!read_root (&self, (SystoleXmlNode *) systole_xml_node_get_root (document), error))
    return NULL;
  scenario->unknown = systole_reading_settle (scenario->unknown);
  g_ptr_array_sort_with_data (scenario->warnings, compare_warnings, (gpointer) file_name);
  return g_steal_pointer (&scenario);
}

/**
 * systole_scenario_read:
 * @data: the bytes of a `.systole` file
 * @length: bytes, at most %SYSTOLE_SCENARIO_MAX_BYTES
 * @file_name: only named in messages
 *
 * Elements and attributes that are not known are kept and reported in `warnings`; an
 * unknown value of a known attribute is an error. A file of a newer format gives what
 * could be read of it, with `read_only` set; one of an older format is upgraded in
 * memory, `version` says what it was.
 *
 * Returns: (transfer full) (nullable): NULL with %SYSTOLE_ERROR_SYNTAX, _RANGE, _SHAPE,
 *   _CAPACITY or _VERSION and the message `file:line: element: what is wrong, what is allowed`
 */
SystoleScenario *
systole_scenario_read (const char *data, gsize length, const char *file_name, GError **error)
{
  return systole_scenario_read_as (systole_formats_get (), data, length, file_name, error);
}
