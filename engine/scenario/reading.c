/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/reader-private.h"

#include <string.h>

#include "engine/base/i18n.h"

/* More would not be read by anybody. */
#define MAX_WARNINGS 100

void
systole_reading_warn (SystoleReading *self, const char *message)
{
  if (self->scenario->warnings->len < MAX_WARNINGS)
    g_ptr_array_add (self->scenario->warnings, g_strdup (message));
}

static void
warn_at (SystoleReading *self, const SystoleXmlNode *node, const char *format, const char *name)
{
  g_autoptr (GError) warning = NULL;

  systole_xml_set_error (&warning, SYSTOLE_ERROR_SYNTAX, self->file_name, node, format, name);
  systole_reading_warn (self, warning->message);
}

static gboolean
declares_namespace (const SystoleXmlAttribute *attribute)
{
  return strcmp (attribute->name, "xmlns") == 0 || g_str_has_prefix (attribute->name, "xmlns:");
}

void
systole_reading_keep_attribute (SystoleReading *self, const SystoleXmlNode *node, const SystoleXmlAttribute *attribute, SystoleExtras *extras, const char *key)
{
  if (strcmp (attribute->name, "xmlns") == 0)
    return;
  systole_extras_add_attribute (extras, key, attribute);
  if (!declares_namespace (attribute) && strcmp (attribute->name, "xml:space") != 0)
    warn_at (self, node, _ ("the attribute “%.40s” is not known; it is kept as it is"), attribute->name);
}

static gboolean
is_known (const SystoleElement *element, const char *name)
{
  for (guint i = 0; i < element->n_attributes; i++)
    if (strcmp (element->attributes[i].name, name) == 0)
      return TRUE;
  return FALSE;
}

gboolean
systole_reading_attributes (SystoleReading *self, const SystoleXmlNode *node, const SystoleElement *element, gpointer target, SystoleExtras *extras, const char *key, GError **error)
{
  for (guint i = 0; i < element->n_attributes; i++)
    {
      const SystoleAttribute *attribute = &element->attributes[i];
      const char *text = systole_xml_node_get_attribute (node, attribute->name);

      if (text == NULL && attribute->required)
        {
          systole_xml_set_error (error, SYSTOLE_ERROR_SYNTAX, self->file_name, node, _ ("the attribute “%s” is missing"), attribute->name);
          return FALSE;
        }
      if (text != NULL && !attribute->read (attribute, text, target, error))
        {
          systole_xml_prefix_error (error, self->file_name, node);
          return FALSE;
        }
    }
  for (guint i = 0; node->attributes != NULL && i < node->attributes->len; i++)
    {
      const SystoleXmlAttribute *attribute = g_ptr_array_index (node->attributes, i);

      if (!is_known (element, attribute->name))
        systole_reading_keep_attribute (self, node, attribute, extras, key);
    }
  return TRUE;
}

/* The rank of a known child, 0 for others */
static guint
rank_of (const SystoleXmlNode *node, const SystoleChild *children, guint n_children)
{
  for (guint i = 0; i < n_children; i++)
    if (systole_xml_node_is (node, SYSTOLE_SCENARIO_NAMESPACE, children[i].name))
      return i + 1;
  return 0;
}

static gboolean
is_blank (const SystoleXmlNode *node)
{
  return node->kind == SYSTOLE_XML_TEXT && node->text[strspn (node->text, " \t\r\n")] == '\0';
}

/* In the order of the file: counts what is known and keeps the rest at its place. */
static gboolean
keep_unknown (SystoleReading *self, const SystoleXmlNode *node, const SystoleChild *children, guint n_children, SystoleExtras *extras, const char *key, GError **error)
{
  g_autofree guint *seen = g_new0 (guint, n_children + 1);
  guint after = 0; /* rank of the last known child */

  for (guint i = 0; i < systole_xml_node_get_n_children (node); i++)
    {
      const SystoleXmlNode *child = systole_xml_node_get_child (node, i);
      guint rank = rank_of (child, children, n_children);

      if (rank > 0)
        {
          after = rank;
          seen[rank]++;
          if (children[rank - 1].max == 0 || seen[rank] <= children[rank - 1].max)
            continue;
          if (children[rank - 1].max == 1)
            systole_xml_set_error (error, SYSTOLE_ERROR_SHAPE, self->file_name, child, _ ("this element is given twice, and only one is allowed"));
          else
            systole_xml_set_error (error, SYSTOLE_ERROR_CAPACITY, self->file_name, child, _ ("more than %u of these; at most %u are allowed"), children[rank - 1].max, children[rank - 1].max);
          return FALSE;
        }
      if (is_blank (child))
        continue;
      if (child->kind == SYSTOLE_XML_TEXT)
        {
          systole_xml_set_error (error, SYSTOLE_ERROR_SYNTAX, self->file_name, node, _ ("text is not allowed in this element"));
          return FALSE;
        }
      systole_extras_add_child (extras, key, after, seen[after], child);
      if (child->kind == SYSTOLE_XML_ELEMENT)
        warn_at (self, child, "%s", _ ("this element is not known; it is kept as it is"));
    }
  return TRUE;
}

gboolean
systole_reading_children (SystoleReading *self, const SystoleXmlNode *node, const SystoleChild *children, guint n_children, gpointer target, SystoleExtras *extras, const char *key, GError **error)
{
  if (!keep_unknown (self, node, children, n_children, extras, key, error))
    return FALSE;
  for (guint rank = 1; rank <= n_children; rank++)
    for (guint i = 0; i < systole_xml_node_get_n_children (node); i++)
      {
        const SystoleXmlNode *child = systole_xml_node_get_child (node, i);
        g_autoptr (GError) failure = NULL;

        if (rank_of (child, children, n_children) != rank || children[rank - 1].read (self, child, target, &failure))
          continue;
        if (!self->lenient)
          {
            g_propagate_error (error, g_steal_pointer (&failure));
            return FALSE;
          }
        systole_reading_warn (self, failure->message);
      }
  return TRUE;
}

SystoleExtras *
systole_reading_settle (SystoleExtras *extras)
{
  if (!systole_extras_is_empty (extras))
    return extras;
  systole_extras_unref (extras);
  return NULL;
}
