/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/machine/catalogue-private.h"

#include <string.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/base/xml.h"

#define NAMESPACE "urn:systole:machines"
#define VERSION 1

typedef struct
{
  SystoleCatalogue *catalogue;
  const char *file_name;
} Reading;

void
systole_alias_free (SystoleAlias *self)
{
  g_free (self->id);
  g_free (self->of);
  systole_machine_unref (self->machine);
  g_free (self);
}

static const char *
required (const Reading *self, const SystoleXmlNode *node, const char *name, GError **error)
{
  const char *value = systole_xml_node_get_attribute (node, name);

  if (value == NULL || *value == '\0')
    {
      systole_xml_set_error (error, SYSTOLE_ERROR_SYNTAX, self->file_name, node, _ ("the attribute “%s” is missing"), name);
      return NULL;
    }
  return value;
}

static gboolean
check_new_name (const Reading *self, const SystoleXmlNode *node, const char *id, GError **error)
{
  if (!g_hash_table_contains (self->catalogue->names, id))
    return TRUE;
  systole_xml_set_error (error, SYSTOLE_ERROR_SHAPE, self->file_name, node, _ ("the name “%s” is given to two machines"), id);
  return FALSE;
}

static gboolean
read_provenance (const Reading *self, const SystoleXmlNode *node, const char *text, SystoleProvenance *out, GError **error)
{
  for (guint i = SYSTOLE_PROVENANCE_PUBLISHED; i < SYSTOLE_PROVENANCE_MINE; i++)
    if (strcmp (systole_provenance_get_id ((SystoleProvenance) i), text) == 0)
      {
        *out = (SystoleProvenance) i;
        return TRUE;
      }
  systole_xml_set_error (error, SYSTOLE_ERROR_RANGE, self->file_name, node, _ ("%s: “%.40s” is not one of %s"), "provenance", text, "published, measured, derived, recalled");
  return FALSE;
}

static gboolean
read_field (const Reading *self, const SystoleXmlNode *node, SystoleMachine *machine, GError **error)
{
  const char *id = required (self, node, "id", error);
  const char *text = id != NULL ? required (self, node, "value", error) : NULL;
  const char *how = text != NULL ? required (self, node, "provenance", error) : NULL;
  SystoleProvenance provenance;
  SystoleField field;
  double value, min, max;

  if (how == NULL || !read_provenance (self, node, how, &provenance, error))
    return FALSE;
  if (!systole_field_from_id (id, &field))
    {
      systole_xml_set_error (error, SYSTOLE_ERROR_RANGE, self->file_name, node, _ ("“%.40s” is not a field of a machine"), id);
      return FALSE;
    }
  systole_field_get_range (field, &min, &max);
  if (!systole_number_parse_double (text, min, max, id, &value, error) ||
      !systole_machine_set (machine, field, value, provenance, systole_xml_node_get_attribute (node, "source"), error))
    {
      systole_xml_prefix_error (error, self->file_name, node);
      return FALSE;
    }
  return TRUE;
}

static gboolean
read_fact (const Reading *self, const SystoleXmlNode *node, SystoleMachine *machine, GError **error)
{
  const char *id = required (self, node, "id", error);
  const char *how = systole_xml_node_get_attribute (node, "provenance");
  g_autofree char *text = systole_xml_node_get_content (node);
  SystoleProvenance provenance = SYSTOLE_PROVENANCE_PUBLISHED;

  if (id == NULL || (how != NULL && !read_provenance (self, node, how, &provenance, error)))
    return FALSE;
  systole_machine_set_fact (machine, id, text);
  systole_machine_set_fact_provenance (machine, id, provenance);
  return TRUE;
}

/* Its own fields make an alias a part of the machine (one core, one die) or a variant. */
static gboolean
read_alias (const Reading *self, const SystoleXmlNode *node, SystoleMachine *machine, GError **error)
{
  const char *id = required (self, node, "id", error);
  const char *name = systole_xml_node_get_attribute (node, "name");
  const char *remark = systole_xml_node_get_attribute (node, "remark");
  g_autoptr (SystoleMachine) meant = NULL;
  SystoleAlias *alias;

  if (id == NULL || !check_new_name (self, node, id, error))
    return FALSE;
  if (systole_xml_node_get_n_children (node) == 0)
    meant = systole_machine_ref (machine);
  else
    {
      meant = systole_machine_copy (machine, id, name != NULL ? name : id);
      if (remark != NULL)
        systole_machine_set_fact (meant, "remark", remark);
      for (guint i = 0; i < systole_xml_node_get_n_children (node); i++)
        if (systole_xml_node_is (systole_xml_node_get_child (node, i), NAMESPACE, "field") &&
            !read_field (self, systole_xml_node_get_child (node, i), meant, error))
          return FALSE;
    }
  alias = g_new0 (SystoleAlias, 1);
  alias->id = g_strdup (id);
  alias->of = g_strdup (systole_machine_get_id (machine));
  alias->machine = g_steal_pointer (&meant);
  g_ptr_array_add (self->catalogue->aliases, alias);
  g_hash_table_insert (self->catalogue->names, alias->id, alias->machine);
  return TRUE;
}

/* The aliases come after the fields that their machines begin with. */
static gboolean
read_parts (const Reading *self, const SystoleXmlNode *node, SystoleMachine *machine, gboolean aliases, GError **error)
{
  for (guint i = 0; i < systole_xml_node_get_n_children (node); i++)
    {
      const SystoleXmlNode *child = systole_xml_node_get_child (node, i);
      gboolean good = TRUE;

      if (aliases && systole_xml_node_is (child, NAMESPACE, "alias"))
        good = read_alias (self, child, machine, error);
      else if (!aliases && systole_xml_node_is (child, NAMESPACE, "field"))
        good = read_field (self, child, machine, error);
      else if (!aliases && systole_xml_node_is (child, NAMESPACE, "fact"))
        good = read_fact (self, child, machine, error);
      if (!good)
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_machine (const Reading *self, const SystoleXmlNode *node, GError **error)
{
  const char *id = required (self, node, "id", error);
  const char *name = id != NULL ? required (self, node, "name", error) : NULL;
  const char *family_id = name != NULL ? required (self, node, "family", error) : NULL;
  g_autoptr (SystoleMachine) machine = NULL;
  SystoleFamily family;

  if (family_id == NULL || !check_new_name (self, node, id, error))
    return FALSE;
  if (!systole_family_from_id (family_id, &family) || family == SYSTOLE_FAMILY_ARRAY || family == SYSTOLE_FAMILY_SM)
    {
      systole_xml_set_error (error, SYSTOLE_ERROR_RANGE, self->file_name, node, _ ("%s: “%.40s” is not one of %s"), "family", family_id, "tpu, gpu, cpu, other");
      return FALSE;
    }
  machine = systole_machine_new (family, id, name);
  if (!read_parts (self, node, machine, FALSE, error) || !read_parts (self, node, machine, TRUE, error))
    return FALSE;
  g_ptr_array_add (self->catalogue->machines, systole_machine_ref (machine));
  g_hash_table_insert (self->catalogue->names, (gpointer) systole_machine_get_id (machine), machine);
  return TRUE;
}

/**
 * systole_catalogue_add_xml:
 * @data: a file of data/machines (the schema is data/schema/machines.rng)
 * @file_name: named in messages
 *
 * Elements and attributes that are not known are skipped. After an error the catalogue
 * keeps the machines before the place of the error.
 *
 * Returns: FALSE with %SYSTOLE_ERROR_SYNTAX, _VERSION, _RANGE, _SHAPE or _CAPACITY
 */
gboolean
systole_catalogue_add_xml (SystoleCatalogue *self, const char *data, gsize length, const char *file_name, GError **error)
{
  Reading reading = { self, file_name };
  g_autoptr (SystoleXmlNode) document = systole_xml_read (data, length, file_name, error);
  const SystoleXmlNode *root;
  const char *version_text;
  guint64 version;

  if (document == NULL)
    return FALSE;
  root = systole_xml_node_get_root (document);
  if (!systole_xml_node_is (root, NAMESPACE, "machines"))
    {
      systole_xml_set_error (error, SYSTOLE_ERROR_SYNTAX, file_name, root, _ ("the outermost element is not <%s xmlns=\"%s\">"), "machines", NAMESPACE);
      return FALSE;
    }
  version_text = required (&reading, root, "version", error);
  if (version_text == NULL)
    return FALSE;
  if (!systole_number_parse_uint (version_text, 1, VERSION, "version", &version, error))
    {
      systole_xml_prefix_error (error, file_name, root);
      return FALSE;
    }
  for (guint i = 0; i < systole_xml_node_get_n_children (root); i++)
    if (systole_xml_node_is (systole_xml_node_get_child (root, i), NAMESPACE, "machine") &&
        !read_machine (&reading, systole_xml_node_get_child (root, i), error))
      return FALSE;
  return TRUE;
}
