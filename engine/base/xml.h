/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/error.h"

G_BEGIN_DECLS

/*
 * XML, read carefully and kept whole.
 *
 * A file from anywhere becomes a small tree: no DOCTYPE, no entities but the five of
 * XML itself, no network, no includes; size, depth and number of nodes are limited
 * before anything is believed. Every node remembers its line, for messages, and its
 * qualified name, so that what a reader does not understand can be written back.
 * White space between elements is dropped, unless xml:space="preserve" asks for it.
 */

#define SYSTOLE_XML_MAX_BYTES (16u << 20)
#define SYSTOLE_XML_MAX_DEPTH 32
#define SYSTOLE_XML_MAX_NODES 250000
#define SYSTOLE_XML_MAX_ATTRIBUTES 256 /* of one element */

typedef enum
{
  SYSTOLE_XML_DOCUMENT, /* children: comments, instructions, one element */
  SYSTOLE_XML_ELEMENT,
  SYSTOLE_XML_TEXT,
  SYSTOLE_XML_COMMENT,
  SYSTOLE_XML_INSTRUCTION
} SystoleXmlKind;

typedef struct
{
  char *name; /* as written, with prefix: "xml:lang", "xmlns:x" */
  char *value;
} SystoleXmlAttribute;

typedef struct
{
  SystoleXmlKind kind;
  guint line;
  char *name;                 /* of an element as written, of an instruction its target */
  const char *local;          /* in name: after the prefix */
  GRefString *namespace_name; /* "" for none; shared between relatives */
  char *text;                 /* of a text, comment or instruction */
  GPtrArray *attributes;      /* SystoleXmlAttribute, or NULL */
  GPtrArray *children;        /* SystoleXmlNode, or NULL */
} SystoleXmlNode;

SystoleXmlNode *systole_xml_read (const char *data, gsize length, const char *file_name, GError **error) G_GNUC_WARN_UNUSED_RESULT;
SystoleXmlNode *systole_xml_node_copy (const SystoleXmlNode *self) G_GNUC_WARN_UNUSED_RESULT;
void systole_xml_node_free (SystoleXmlNode *self);

const SystoleXmlNode *systole_xml_node_get_root (const SystoleXmlNode *document);
guint systole_xml_node_get_n_children (const SystoleXmlNode *self);
const SystoleXmlNode *systole_xml_node_get_child (const SystoleXmlNode *self, guint i);
gboolean systole_xml_node_is (const SystoleXmlNode *self, const char *namespace_name, const char *local);
const char *systole_xml_node_get_attribute (const SystoleXmlNode *self, const char *name); /* as written; or NULL */
char *systole_xml_node_get_content (const SystoleXmlNode *self) G_GNUC_WARN_UNUSED_RESULT; /* its texts, white space made single */

/* Messages: "file:line: element: what is wrong". */
void systole_xml_set_error (GError **error, SystoleError code, const char *file_name, const SystoleXmlNode *node, const char *format, ...) G_GNUC_PRINTF (5, 6);
void systole_xml_prefix_error (GError **error, const char *file_name, const SystoleXmlNode *node);

/* Writing: two spaces a level, LF, double quotes. */
void systole_xml_append_indent (GString *out, guint level);
void systole_xml_append_attribute (GString *out, const char *name, const char *value);
void systole_xml_append_text (GString *out, const char *text);
void systole_xml_append_node (GString *out, const SystoleXmlNode *node, guint level);
void systole_xml_append_node_inline (GString *out, const SystoleXmlNode *node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleXmlNode, systole_xml_node_free)

G_END_DECLS
