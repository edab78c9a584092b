/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/xml.h"

#include <string.h>

#include "engine/base/i18n.h"
#include "engine/base/xml-private.h"

void
systole_xml_attribute_free (gpointer attribute)
{
  SystoleXmlAttribute *self = attribute;

  g_free (self->name);
  g_free (self->value);
  g_free (self);
}

void
systole_xml_node_free (SystoleXmlNode *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_clear_pointer (&self->namespace_name, g_ref_string_release);
  g_free (self->text);
  g_clear_pointer (&self->attributes, g_ptr_array_unref);
  g_clear_pointer (&self->children, g_ptr_array_unref);
  g_free (self);
}

static gpointer
copy_attribute (gconstpointer source, gpointer data)
{
  const SystoleXmlAttribute *self = source;
  SystoleXmlAttribute *copy = g_new0 (SystoleXmlAttribute, 1);

  copy->name = g_strdup (self->name);
  copy->value = g_strdup (self->value);
  return copy;
}

static gpointer
copy_child (gconstpointer source, gpointer data)
{
  return systole_xml_node_copy (source);
}

/**
 * systole_xml_node_copy:
 *
 * Returns: (transfer full): the node with all below it
 */
SystoleXmlNode *
systole_xml_node_copy (const SystoleXmlNode *self)
{
  SystoleXmlNode *copy = g_new0 (SystoleXmlNode, 1);

  copy->kind = self->kind;
  copy->line = self->line;
  copy->name = g_strdup (self->name);
  copy->local = self->local != NULL ? copy->name + (self->local - self->name) : NULL;
  copy->namespace_name = self->namespace_name != NULL ? g_ref_string_acquire (self->namespace_name) : NULL;
  copy->text = g_strdup (self->text);
  if (self->attributes != NULL)
    {
      copy->attributes = g_ptr_array_copy (self->attributes, (GCopyFunc) copy_attribute, NULL);
      g_ptr_array_set_free_func (copy->attributes, systole_xml_attribute_free);
    }
  if (self->children != NULL)
    {
      copy->children = g_ptr_array_copy (self->children, (GCopyFunc) copy_child, NULL);
      g_ptr_array_set_free_func (copy->children, (GDestroyNotify) systole_xml_node_free);
    }
  return copy;
}

const SystoleXmlNode *
systole_xml_node_get_root (const SystoleXmlNode *document)
{
  for (guint i = 0; i < systole_xml_node_get_n_children (document); i++)
    if (systole_xml_node_get_child (document, i)->kind == SYSTOLE_XML_ELEMENT)
      return systole_xml_node_get_child (document, i);
  return NULL;
}

guint
systole_xml_node_get_n_children (const SystoleXmlNode *self)
{
  return self->children != NULL ? self->children->len : 0;
}

const SystoleXmlNode *
systole_xml_node_get_child (const SystoleXmlNode *self, guint i)
{
  return g_ptr_array_index (self->children, i);
}

gboolean
systole_xml_node_is (const SystoleXmlNode *self, const char *namespace_name, const char *local)
{
  return self->kind == SYSTOLE_XML_ELEMENT && strcmp (self->local, local) == 0 && strcmp (self->namespace_name, namespace_name) == 0;
}

const char *
systole_xml_node_get_attribute (const SystoleXmlNode *self, const char *name)
{
  for (guint i = 0; self->attributes != NULL && i < self->attributes->len; i++)
    {
      const SystoleXmlAttribute *attribute = g_ptr_array_index (self->attributes, i);

      if (strcmp (attribute->name, name) == 0)
        return attribute->value;
    }
  return NULL;
}

static gboolean
is_blank (const char *text)
{
  return text[strspn (text, " \t\r\n")] == '\0';
}

static gboolean
is_mixed (const SystoleXmlNode *self)
{
  gboolean only_text = TRUE;

  for (guint i = 0; i < systole_xml_node_get_n_children (self); i++)
    {
      const SystoleXmlNode *child = systole_xml_node_get_child (self, i);

      if (child->kind == SYSTOLE_XML_TEXT && !is_blank (child->text))
        return TRUE;
      only_text = only_text && child->kind == SYSTOLE_XML_TEXT;
    }
  return only_text;
}

/* Between elements white space means nothing; in a text, and all below one, everything is kept. */
void
systole_xml_node_drop_blanks (SystoleXmlNode *self)
{
  if (is_mixed (self) || g_strcmp0 (systole_xml_node_get_attribute (self, "xml:space"), "preserve") == 0)
    return;
  for (guint i = systole_xml_node_get_n_children (self); i > 0; i--)
    {
      SystoleXmlNode *child = g_ptr_array_index (self->children, i - 1);

      if (child->kind == SYSTOLE_XML_TEXT)
        g_ptr_array_remove_index (self->children, i - 1);
      else
        systole_xml_node_drop_blanks (child);
    }
}

/**
 * systole_xml_node_get_content:
 *
 * Returns: (transfer full): the texts directly in the element, joined; stretches of
 *   white space become one space and those at the ends go
 */
char *
systole_xml_node_get_content (const SystoleXmlNode *self)
{
  GString *content = g_string_new (NULL);

  for (guint i = 0; i < systole_xml_node_get_n_children (self); i++)
    {
      const SystoleXmlNode *child = systole_xml_node_get_child (self, i);

      for (const char *p = child->kind == SYSTOLE_XML_TEXT ? child->text : ""; *p != '\0'; p++)
        if (strchr (" \t\r\n", *p) == NULL)
          g_string_append_c (content, *p);
        else if (content->len > 0 && content->str[content->len - 1] != ' ')
          g_string_append_c (content, ' ');
    }
  if (content->len > 0 && content->str[content->len - 1] == ' ')
    g_string_truncate (content, content->len - 1);
  return g_string_free (content, FALSE);
}

/* A sentence that quotes the first bytes of a value may end within a letter. */
static void
make_valid (GError **error)
{
  if (error != NULL && *error != NULL && !g_utf8_validate ((*error)->message, -1, NULL))
    {
      char *valid = g_utf8_make_valid ((*error)->message, -1);

      g_free ((*error)->message);
      (*error)->message = valid;
    }
}

/**
 * systole_xml_set_error:
 * @node: the element at fault
 * @format: a translated sentence
 *
 * Sets "file:line: element: sentence".
 */
void
systole_xml_set_error (GError **error, SystoleError code, const char *file_name, const SystoleXmlNode *node, const char *format, ...)
{
  g_autofree char *sentence = NULL;
  va_list arguments;

  va_start (arguments, format);
  sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, SYSTOLE_ERROR, (gint) code, "%s:%u: %.64s: %s", file_name, node->line, node->name, sentence);
  make_valid (error);
}

/* Puts "file:line: element: " before the message of somebody who did not know the place. */
void
systole_xml_prefix_error (GError **error, const char *file_name, const SystoleXmlNode *node)
{
  g_prefix_error (error, "%s:%u: %.64s: ", file_name, node->line, node->name);
  make_valid (error);
}
