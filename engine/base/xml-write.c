/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/xml.h"

void
systole_xml_append_indent (GString *out, guint level)
{
  for (guint i = 0; i < level; i++)
    g_string_append (out, "  ");
}

/* White space in an attribute would be read back as spaces, a CR anywhere as LF. */
static void
append_escaped (GString *out, const char *text, gboolean attribute)
{
  for (; *text != '\0'; text++)
    switch (*text)
      {
      case '&':
        g_string_append (out, "&amp;");
        break;
      case '<':
        g_string_append (out, "&lt;");
        break;
      case '>':
        g_string_append (out, "&gt;");
        break;
      case '"':
        g_string_append (out, attribute ? "&quot;" : "\"");
        break;
      case '\r':
        g_string_append (out, "&#13;");
        break;
      case '\n':
        g_string_append (out, attribute ? "&#10;" : "\n");
        break;
      case '\t':
        g_string_append (out, attribute ? "&#9;" : "\t");
        break;
      default:
        g_string_append_c (out, *text);
      }
}

void
systole_xml_append_attribute (GString *out, const char *name, const char *value)
{
  g_string_append_printf (out, " %s=\"", name);
  append_escaped (out, value, TRUE);
  g_string_append_c (out, '"');
}

void
systole_xml_append_text (GString *out, const char *text)
{
  append_escaped (out, text, FALSE);
}

static gboolean
has_text (const SystoleXmlNode *self)
{
  for (guint i = 0; i < systole_xml_node_get_n_children (self); i++)
    if (systole_xml_node_get_child (self, i)->kind == SYSTOLE_XML_TEXT)
      return TRUE;
  return FALSE;
}

static void append_inline (GString *out, const SystoleXmlNode *node, gboolean verbatim, guint level);

/* An element of elements stands on lines of its own; one with text is written as it was. */
static void
append_element (GString *out, const SystoleXmlNode *node, gboolean verbatim, guint level)
{
  g_string_append_printf (out, "<%s", node->name);
  for (guint i = 0; node->attributes != NULL && i < node->attributes->len; i++)
    {
      const SystoleXmlAttribute *attribute = g_ptr_array_index (node->attributes, i);

      systole_xml_append_attribute (out, attribute->name, attribute->value);
    }
  if (systole_xml_node_get_n_children (node) == 0)
    {
      g_string_append (out, "/>");
      return;
    }
  g_string_append_c (out, '>');
  verbatim = verbatim || has_text (node) || g_strcmp0 (systole_xml_node_get_attribute (node, "xml:space"), "preserve") == 0;
  if (!verbatim)
    g_string_append_c (out, '\n');
  for (guint i = 0; i < systole_xml_node_get_n_children (node); i++)
    if (verbatim)
      append_inline (out, systole_xml_node_get_child (node, i), TRUE, level);
    else
      systole_xml_append_node (out, systole_xml_node_get_child (node, i), level + 1);
  if (!verbatim)
    systole_xml_append_indent (out, level);
  g_string_append_printf (out, "</%s>", node->name);
}

static void
append_inline (GString *out, const SystoleXmlNode *node, gboolean verbatim, guint level)
{
  switch (node->kind)
    {
    case SYSTOLE_XML_ELEMENT:
      append_element (out, node, verbatim, level);
      break;
    case SYSTOLE_XML_TEXT:
      systole_xml_append_text (out, node->text);
      break;
    case SYSTOLE_XML_COMMENT:
      g_string_append_printf (out, "<!--%s-->", node->text);
      break;
    case SYSTOLE_XML_INSTRUCTION:
      g_string_append_printf (out, *node->text != '\0' ? "<?%s %s?>" : "<?%s?>", node->name, node->text);
      break;
    case SYSTOLE_XML_DOCUMENT:
      break;
    }
}

/**
 * systole_xml_append_node:
 * @level: of nesting: two spaces each
 *
 * Writes @node and all below it on lines of their own. Reading what was written and
 * writing it again gives the same bytes.
 */
void
systole_xml_append_node (GString *out, const SystoleXmlNode *node, guint level)
{
  systole_xml_append_indent (out, level);
  append_inline (out, node, FALSE, level);
  g_string_append_c (out, '\n');
}

/* Writes @node and all below it exactly as they are, with no line breaks of its own. */
void
systole_xml_append_node_inline (GString *out, const SystoleXmlNode *node)
{
  append_inline (out, node, TRUE, 0);
}
