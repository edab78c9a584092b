/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/extras.h"

#include <string.h>

typedef struct
{
  char *element;
  guint rank, index;
  char *attribute, *value; /* an attribute, or */
  SystoleXmlNode *node;    /* a child */
} Part;

struct _SystoleExtras
{
  gatomicrefcount ref_count;
  GArray *parts; /* Part, in the order of the file */
};

static void
clear_part (gpointer data)
{
  Part *part = data;

  g_free (part->element);
  g_free (part->attribute);
  g_free (part->value);
  systole_xml_node_free (part->node);
}

SystoleExtras *
systole_extras_new (void)
{
  SystoleExtras *self = g_new0 (SystoleExtras, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  g_array_set_clear_func (self->parts, clear_part);
  return self;
}

SystoleExtras *
systole_extras_ref (SystoleExtras *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
systole_extras_unref (SystoleExtras *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->parts);
  g_free (self);
}

gboolean
systole_extras_is_empty (const SystoleExtras *self)
{
  return self->parts->len == 0;
}

void
systole_extras_add_attribute (SystoleExtras *self, const char *element, const SystoleXmlAttribute *attribute)
{
  Part part = { .element = g_strdup (element), .attribute = g_strdup (attribute->name), .value = g_strdup (attribute->value) };

  g_array_append_val (self->parts, part);
}

void
systole_extras_add_child (SystoleExtras *self, const char *element, guint rank, guint index, const SystoleXmlNode *node)
{
  Part part = { .element = g_strdup (element), .rank = rank, .index = index, .node = systole_xml_node_copy (node) };

  g_array_append_val (self->parts, part);
}

void
systole_extras_adopt (SystoleExtras *self, SystoleExtras *other, const char *element)
{
  for (guint i = 0; i < other->parts->len; i++)
    {
      Part part = g_array_index (other->parts, Part, i);

      part.element = g_strdup (element);
      part.attribute = g_strdup (part.attribute);
      part.value = g_strdup (part.value);
      part.node = part.node != NULL ? systole_xml_node_copy (part.node) : NULL;
      g_array_append_val (self->parts, part);
    }
  g_array_set_size (other->parts, 0);
}

static const Part *
get_part (const SystoleExtras *self, guint i, const char *element)
{
  const Part *part = &g_array_index (self->parts, Part, i);

  return strcmp (part->element, element) == 0 ? part : NULL;
}

gboolean
systole_extras_has_attributes (const SystoleExtras *self, const char *element)
{
  for (guint i = 0; self != NULL && i < self->parts->len; i++)
    {
      const Part *part = get_part (self, i, element);

      if (part != NULL && part->attribute != NULL)
        return TRUE;
    }
  return FALSE;
}

gboolean
systole_extras_has_children (const SystoleExtras *self, const char *element)
{
  for (guint i = 0; self != NULL && i < self->parts->len; i++)
    {
      const Part *part = get_part (self, i, element);

      if (part != NULL && part->node != NULL)
        return TRUE;
    }
  return FALSE;
}

void
systole_extras_write_attributes (const SystoleExtras *self, const char *element, GString *out)
{
  for (guint i = 0; self != NULL && i < self->parts->len; i++)
    {
      const Part *part = get_part (self, i, element);

      if (part != NULL && part->attribute != NULL)
        systole_xml_append_attribute (out, part->attribute, part->value);
    }
}

void
systole_extras_write_inline (const SystoleExtras *self, const char *element, GString *out)
{
  for (guint i = 0; self != NULL && i < self->parts->len; i++)
    {
      const Part *part = get_part (self, i, element);

      if (part != NULL && part->node != NULL)
        systole_xml_append_node_inline (out, part->node);
    }
}

static void
write_children (const SystoleExtras *self, const char *element, guint rank, guint from, guint to, GString *out, guint level)
{
  for (guint i = 0; self != NULL && i < self->parts->len; i++)
    {
      const Part *part = get_part (self, i, element);

      if (part != NULL && part->node != NULL && part->rank == rank && part->index >= from && part->index <= to)
        systole_xml_append_node (out, part->node, level);
    }
}

/* Writes the children that stand directly after the index-th known child of a rank. */
void
systole_extras_write_at (const SystoleExtras *self, const char *element, guint rank, guint index, GString *out, guint level)
{
  write_children (self, element, rank, index, index, out, level);
}

/* Writes those whose known neighbour is gone, since there are only @index of its rank now. */
void
systole_extras_write_after (const SystoleExtras *self, const char *element, guint rank, guint index, GString *out, guint level)
{
  write_children (self, element, rank, index + 1, G_MAXUINT, out, level);
}
