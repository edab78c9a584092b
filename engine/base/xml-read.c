/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/xml.h"

#include <string.h>

#include <libxml/xmlreader.h>

#include "engine/base/i18n.h"
#include "engine/base/xml-private.h"

/* What libxml2 says, in our words and translated; anything else is quoted. */
static const struct
{
  int code;
  const char *sentence;
} sentences[] = {
  { XML_ERR_DOCUMENT_EMPTY, N_ ("the file is empty or is not XML") },
  { XML_ERR_TAG_NOT_FINISHED, N_ ("the file ends before this element does") },
  { XML_ERR_TAG_NAME_MISMATCH, N_ ("the tag that ends here is not the one that began") },
  { XML_ERR_GT_REQUIRED, N_ ("a tag is not finished: “>” is missing") },
  { XML_ERR_LTSLASH_REQUIRED, N_ ("the file ends before this element does") },
  { XML_ERR_LT_REQUIRED, N_ ("a tag is not finished") },
  { XML_ERR_ATTRIBUTE_NOT_STARTED, N_ ("the value of an attribute must stand in quotes") },
  { XML_ERR_ATTRIBUTE_NOT_FINISHED, N_ ("the value of an attribute is not finished: a quote is missing") },
  { XML_ERR_ATTRIBUTE_WITHOUT_VALUE, N_ ("an attribute has no value") },
  { XML_ERR_ATTRIBUTE_REDEFINED, N_ ("an attribute is given twice") },
  { XML_ERR_LT_IN_ATTRIBUTE, N_ ("“<” in the value of an attribute: write “&lt;”") },
  { XML_ERR_SPACE_REQUIRED, N_ ("a tag is not finished: its attributes are separated by spaces, and “>” ends it") },
  { XML_ERR_NAME_REQUIRED, N_ ("a name is missing; write “&lt;” and “&amp;” for “<” and “&”") },
  { XML_ERR_UNDECLARED_ENTITY, N_ ("an unknown entity; allowed: &amp; &lt; &gt; &quot; &apos;") },
  { XML_WAR_UNDECLARED_ENTITY, N_ ("an unknown entity; allowed: &amp; &lt; &gt; &quot; &apos;") },
  { XML_ERR_ENTITYREF_SEMICOL_MISSING, N_ ("“&” must be written “&amp;”") },
  { XML_ERR_INVALID_CHAR, N_ ("a character that XML does not allow") },
  { XML_ERR_INVALID_CHARREF, N_ ("a character that XML does not allow") },
  { XML_ERR_INVALID_ENCODING, N_ ("bytes that are not UTF-8") },
  { XML_ERR_UNSUPPORTED_ENCODING, N_ ("a character encoding that is not supported; allowed: UTF-8") },
  { XML_ERR_RESERVED_XML_NAME, N_ ("the XML declaration must be the very first thing of the file") },
  { XML_NS_ERR_UNDEFINED_NAMESPACE, N_ ("a prefix whose namespace is not declared") },
};

typedef struct
{
  xmlTextReaderPtr reader;
  const char *file_name;
  gboolean has_element; /* there is something like one in the bytes */
  GPtrArray *open;      /* SystoleXmlNode, the path to the present place; not owned */
  guint n_nodes;
  gboolean failed; /* the parser reported an error, the first of which is kept: */
  int code;
  guint line;
  char *message;
} Reading;

static void
note_error (void *data, const xmlError *found)
{
  Reading *self = data;
  const char *message = found->message != NULL ? found->message : "?";

  if (self->failed || found->level < XML_ERR_ERROR)
    return;
  self->failed = TRUE;
  self->code = found->code;
  self->line = found->line > 0 ? (guint) found->line : 1;
  /* What the parser quotes may end within a letter. */
  self->message = g_strstrip (g_utf8_make_valid (message, -1));
}

static gboolean
has_element (const char *data, gsize length)
{
  for (gsize i = 0; i + 1 < length; i++)
    if (data[i] == '<' && data[i + 1] != '?' && data[i + 1] != '!')
      return TRUE;
  return FALSE;
}

/* Where a comment, an instruction or a CDATA section that begins at @i ends; @i if none does */
static gsize
skip_opaque (const char *data, gsize length, gsize i)
{
  static const char *const kinds[][2] = { { "<!--", "-->" }, { "<![CDATA[", "]]>" }, { "<?", "?>" } };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    if (length - i > strlen (kinds[k][0]) && memcmp (data + i, kinds[k][0], strlen (kinds[k][0])) == 0)
      {
        const char *end = g_strstr_len (data + i, (gssize) (length - i), kinds[k][1]);

        return end != NULL ? (gsize) (end - data) : length;
      }
  return i;
}

/* The parser compares each attribute of a tag with all others before anybody is asked:
 * a tag with very many is found beforehand. Returns its line; 0: there is none */
static guint
find_crowded_tag (const char *data, gsize length)
{
  guint line = 1, n_attributes = 0;
  gboolean in_tag = FALSE;
  char quote = '\0';

  for (gsize i = 0; i < length; i++)
    {
      char c = data[i];

      line += c == '\n';
      if (quote != '\0')
        quote = c == quote ? '\0' : quote;
      else if (in_tag && (c == '"' || c == '\''))
        quote = c;
      else if (in_tag && c == '=' && ++n_attributes > SYSTOLE_XML_MAX_ATTRIBUTES)
        return line;
      else if (c == '>')
        in_tag = FALSE;
      else if (c == '<')
        {
          gsize end = skip_opaque (data, length, i);

          in_tag = end == i;
          n_attributes = 0;
          for (; i < end; i++)
            line += i + 1 < length && data[i + 1] == '\n';
        }
    }
  return 0;
}

/* The parser has one code for three things that a person would tell apart. */
static void
set_end_error (const Reading *self, GError **error)
{
  const SystoleXmlNode *innermost = g_ptr_array_index (self->open, self->open->len - 1);

  if (innermost->kind == SYSTOLE_XML_ELEMENT)
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX,
                 /* Translators: file, line, name of an element, its first line */
                 _ ("%s:%u: the file ends before the element <%.64s> of line %u does"),
                 self->file_name,
                 self->line,
                 innermost->name,
                 innermost->line);
  else if (self->has_element) /* the parser runs ahead of the tree */
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%s:%u: there is more after the end of the outermost element"), self->file_name, self->line);
  else
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%s:%u: there is no element in the file"), self->file_name, self->line);
}

static void
set_parser_error (const Reading *self, GError **error)
{
  if (self->code == XML_ERR_DOCUMENT_END)
    {
      set_end_error (self, error);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (sentences); i++)
    if (sentences[i].code == self->code)
      {
        g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, "%s:%u: %s", self->file_name, self->line, _ (sentences[i].sentence));
        return;
      }
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX,
               /* Translators: file, line, and what the XML parser says in English */
               _ ("%s:%u: this is not well-formed XML (%s)"),
               self->file_name,
               MAX (self->line, 1),
               self->message != NULL ? self->message : "?");
}

static guint
current_line (const Reading *self)
{
  xmlNodePtr node = xmlTextReaderCurrentNode (self->reader);
  long line = node != NULL ? xmlGetLineNo (node) : 0;

  if (line >= 65535) /* nodes count no further; the parser does, a little ahead of them */
    line = MAX (65535, xmlTextReaderGetParserLineNumber (self->reader));
  return line > 0 ? (guint) line : 1;
}

static SystoleXmlNode *
new_node (Reading *self, SystoleXmlKind kind)
{
  SystoleXmlNode *node = g_new0 (SystoleXmlNode, 1);
  SystoleXmlNode *parent = g_ptr_array_index (self->open, self->open->len - 1);

  node->kind = kind;
  node->line = current_line (self);
  if (parent->children == NULL)
    parent->children = g_ptr_array_new_with_free_func ((GDestroyNotify) systole_xml_node_free);
  g_ptr_array_add (parent->children, node);
  self->n_nodes++;
  return node;
}

static const char *
after_prefix (const char *name)
{
  const char *colon = strchr (name, ':');

  return colon != NULL ? colon + 1 : name;
}

static const char *
text_or_empty (const xmlChar *text)
{
  return text != NULL ? (const char *) text : "";
}

static void
read_attributes (Reading *self, SystoleXmlNode *node)
{
  while (xmlTextReaderMoveToNextAttribute (self->reader) == 1)
    {
      SystoleXmlAttribute *attribute = g_new0 (SystoleXmlAttribute, 1);

      attribute->name = g_strdup (text_or_empty (xmlTextReaderConstName (self->reader)));
      attribute->value = g_strdup (text_or_empty (xmlTextReaderConstValue (self->reader)));
      if (node->attributes == NULL)
        node->attributes = g_ptr_array_new_with_free_func (systole_xml_attribute_free);
      g_ptr_array_add (node->attributes, attribute);
      self->n_nodes++;
    }
  xmlTextReaderMoveToElement (self->reader);
}

static gboolean
begin_element (Reading *self, GError **error)
{
  gboolean empty = xmlTextReaderIsEmptyElement (self->reader) == 1;
  const SystoleXmlNode *parent = g_ptr_array_index (self->open, self->open->len - 1);
  const char *namespace_name;
  SystoleXmlNode *node;

  if (self->open->len > SYSTOLE_XML_MAX_DEPTH)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("%s:%u: elements are nested deeper than %d"), self->file_name, current_line (self), SYSTOLE_XML_MAX_DEPTH);
      return FALSE;
    }
  node = new_node (self, SYSTOLE_XML_ELEMENT);
  node->name = g_strdup (text_or_empty (xmlTextReaderConstName (self->reader)));
  node->local = after_prefix (node->name);
  namespace_name = text_or_empty (xmlTextReaderConstNamespaceUri (self->reader));
  node->namespace_name = g_strcmp0 (parent->namespace_name, namespace_name) == 0 ? g_ref_string_acquire (parent->namespace_name) : g_ref_string_new (namespace_name);
  read_attributes (self, node);
  if (!empty)
    g_ptr_array_add (self->open, node);
  return TRUE;
}

/* Neighbouring texts (an entity splits one) are joined. */
static void
add_text (Reading *self)
{
  SystoleXmlNode *parent = g_ptr_array_index (self->open, self->open->len - 1);
  const char *text = text_or_empty (xmlTextReaderConstValue (self->reader));
  SystoleXmlNode *last = parent->children != NULL && parent->children->len > 0 ? g_ptr_array_index (parent->children, parent->children->len - 1) : NULL;

  if (parent->kind == SYSTOLE_XML_DOCUMENT)
    return;
  if (last != NULL && last->kind == SYSTOLE_XML_TEXT)
    {
      char *joined = g_strconcat (last->text, text, NULL);

      g_free (last->text);
      last->text = joined;
    }
  else
    new_node (self, SYSTOLE_XML_TEXT)->text = g_strdup (text);
}

static gboolean
take_node (Reading *self, GError **error)
{
  SystoleXmlNode *node;

  /* Other kinds (end of an entity and the like) cannot occur without a DOCTYPE. */
  switch (xmlTextReaderNodeType (self->reader))
    {
    case XML_READER_TYPE_ELEMENT:
      return begin_element (self, error);
    case XML_READER_TYPE_END_ELEMENT:
      g_ptr_array_set_size (self->open, (gint) self->open->len - 1);
      return TRUE;
    case XML_READER_TYPE_TEXT:
    case XML_READER_TYPE_CDATA:
    case XML_READER_TYPE_WHITESPACE:
    case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
      add_text (self);
      return TRUE;
    case XML_READER_TYPE_COMMENT:
      new_node (self, SYSTOLE_XML_COMMENT)->text = g_strdup (text_or_empty (xmlTextReaderConstValue (self->reader)));
      return TRUE;
    case XML_READER_TYPE_PROCESSING_INSTRUCTION:
      node = new_node (self, SYSTOLE_XML_INSTRUCTION);
      node->name = g_strdup (text_or_empty (xmlTextReaderConstName (self->reader)));
      node->text = g_strdup (text_or_empty (xmlTextReaderConstValue (self->reader)));
      return TRUE;
    case XML_READER_TYPE_DOCUMENT_TYPE:
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%s:%u: a DOCTYPE is not allowed"), self->file_name, current_line (self));
      return FALSE;
    default:
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%s:%u: entities are not allowed"), self->file_name, current_line (self));
      return FALSE;
    }
}

static gboolean
read_all (Reading *self, GError **error)
{
  int more;

  while ((more = xmlTextReaderRead (self->reader)) == 1 && !self->failed)
    {
      if (!take_node (self, error))
        return FALSE;
      if (self->n_nodes > SYSTOLE_XML_MAX_NODES)
        {
          g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("%s:%u: the file has more than %d elements and attributes"), self->file_name, current_line (self), SYSTOLE_XML_MAX_NODES);
          return FALSE;
        }
    }
  if (more < 0 || self->failed)
    {
      set_parser_error (self, error);
      return FALSE;
    }
  return TRUE;
}

/**
 * systole_xml_read:
 * @data: the bytes of a file, UTF-8 or as its XML declaration says
 * @length: bytes, at most %SYSTOLE_XML_MAX_BYTES
 * @file_name: only named in messages
 *
 * Returns: (transfer full) (nullable): the document, or NULL with
 *   %SYSTOLE_ERROR_SYNTAX for what is not XML or uses what is not allowed, or
 *   %SYSTOLE_ERROR_CAPACITY beyond a limit
 */
SystoleXmlNode *
systole_xml_read (const char *data, gsize length, const char *file_name, GError **error)
{
  Reading self = { .file_name = file_name };
  g_autoptr (SystoleXmlNode) document = g_new0 (SystoleXmlNode, 1);
  xmlStructuredErrorFunc old_handler;
  void *old_context;
  guint crowded_line;
  gboolean good;

  if (length > SYSTOLE_XML_MAX_BYTES)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("%s: the file is larger than %u MiB"), file_name, SYSTOLE_XML_MAX_BYTES >> 20);
      return NULL;
    }
  crowded_line = find_crowded_tag (data, length);
  if (crowded_line != 0)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("%s:%u: an element has more than %d attributes"), file_name, crowded_line, SYSTOLE_XML_MAX_ATTRIBUTES);
      return NULL;
    }
  /* Of this thread, and put back: the handler of a reader hears nothing of its beginning. */
  old_handler = xmlStructuredError;
  old_context = xmlStructuredErrorContext;
  xmlSetStructuredErrorFunc (&self, (xmlStructuredErrorFunc) note_error);
  self.reader = length > 0 ? xmlReaderForMemory (data, (int) length, NULL, NULL, XML_PARSE_NONET | XML_PARSE_NOCDATA | XML_PARSE_BIG_LINES) : NULL;
  if (self.reader == NULL)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, "%s:1: %s", file_name, _ (sentences[0].sentence));
      xmlSetStructuredErrorFunc (old_context, old_handler);
      g_free (self.message);
      return NULL;
    }
  self.has_element = has_element (data, length);
  self.open = g_ptr_array_new ();
  g_ptr_array_add (self.open, document);
  good = read_all (&self, error);
  g_ptr_array_unref (self.open);
  xmlFreeTextReader (self.reader);
  g_free (self.message);
  xmlSetStructuredErrorFunc (old_context, old_handler);
  xmlResetLastError ();
  if (!good)
    return NULL;
  systole_xml_node_drop_blanks (document);
  return g_steal_pointer (&document);
}
