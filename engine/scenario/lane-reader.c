/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/reader-private.h"

#include <string.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/machine/def-table.h"

/* --- <op> --- */

static const char *
required (SystoleReading *self, const SystoleXmlNode *node, const char *name, GError **error)
{
  const char *text = systole_xml_node_get_attribute (node, name);

  if (text == NULL)
    systole_xml_set_error (error, SYSTOLE_ERROR_SYNTAX, self->file_name, node, _ ("the attribute “%s” is missing"), name);
  return text;
}

static gboolean
read_op_id (SystoleReading *self, const SystoleXmlNode *node, const char *id, SystoleOp *op, GError **error)
{
  if (!systole_scenario_is_id (id))
    {
      systole_xml_set_error (error, SYSTOLE_ERROR_RANGE, self->file_name, node, _ ("%s: “%.40s” is not a name of at most %d letters, digits, “-”, “_” and “.”"), "id", id, SYSTOLE_OP_MAX_ID - 1);
      return FALSE;
    }
  if (systole_scenario_find_op (self->scenario, id) != NULL)
    {
      systole_xml_set_error (error, SYSTOLE_ERROR_SHAPE, self->file_name, node, _ ("%s: “%.40s” is given to two operations"), "id", id);
      return FALSE;
    }
  g_strlcpy (op->id, id, sizeof op->id);
  return TRUE;
}

static gboolean
read_op_kind (SystoleReading *self, const SystoleXmlNode *node, const char *name, const char *format_id, SystoleOp *op, GError **error)
{
  SystoleOpKind kind;
  SystoleFormat format;

  if (!systole_op_kind_from_id (name, &kind))
    {
      const char *ids[SYSTOLE_N_OPS + 1] = { NULL };
      g_autofree char *allowed = NULL;

      for (guint i = 0; i < SYSTOLE_N_OPS; i++)
        ids[i] = systole_op_kind_get_id ((SystoleOpKind) i);
      allowed = g_strjoinv (", ", (char **) ids);
      systole_xml_set_error (error, SYSTOLE_ERROR_RANGE, self->file_name, node, _ ("%s: “%.40s” is not one of %s"), "name", name, allowed);
      return FALSE;
    }
  if (!systole_format_from_id (format_id, &format))
    {
      g_autofree char *allowed = systole_format_list_ids ();

      systole_xml_set_error (error, SYSTOLE_ERROR_RANGE, self->file_name, node, _ ("%s: “%.40s” is not one of %s"), "dtype", format_id, allowed);
      return FALSE;
    }
  systole_op_init (op, kind, format);
  return TRUE;
}

static gboolean
read_dims (SystoleReading *self, const SystoleXmlNode *node, SystoleOp *op, GError **error)
{
  guint n_dims;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n_dims);
  const char *seed = systole_xml_node_get_attribute (node, "seed");

  for (guint i = 0; i < n_dims; i++)
    {
      const char *text = dims[i].required ? required (self, node, dims[i].key, error) : systole_xml_node_get_attribute (node, dims[i].key);

      if (text == NULL && dims[i].required)
        return FALSE;
      if (text != NULL && !systole_op_dim_parse (&dims[i], text, &op->dims[i], error))
        {
          systole_xml_prefix_error (error, self->file_name, node);
          return FALSE;
        }
    }
  if ((seed != NULL && !systole_number_parse_uint (seed, 0, G_MAXUINT64, "seed", &op->seed, error)) || !systole_op_check (op, error))
    {
      systole_xml_prefix_error (error, self->file_name, node);
      return FALSE;
    }
  return TRUE;
}

static gboolean
is_op_attribute (const SystoleOp *op, const char *name)
{
  static const char *const always[] = { "id", "name", "dtype", "seed", NULL };
  guint n_dims;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n_dims);

  for (guint i = 0; i < n_dims; i++)
    if (strcmp (dims[i].key, name) == 0)
      return TRUE;
  return g_strv_contains (always, name);
}

/* Values in full */
static gboolean
read_given (SystoleReading *self, const SystoleXmlNode *node, SystoleOp *op, SystoleOperand operand, GError **error)
{
  g_autofree char *text = systole_xml_node_get_content (node);

  if (node->attributes != NULL && node->attributes->len > 0)
    {
      systole_xml_set_error (error, SYSTOLE_ERROR_SYNTAX, self->file_name, node, _ ("attributes are not allowed in this element"));
      return FALSE;
    }
  if (op->given == NULL)
    op->given = systole_given_new ();
  if (systole_given_read (op->given, operand, text, error))
    return TRUE;
  systole_xml_prefix_error (error, self->file_name, node);
  return FALSE;
}

static gboolean
read_a (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  return read_given (self, node, target, SYSTOLE_OPERAND_A, error);
}

static gboolean
read_b (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  return read_given (self, node, target, SYSTOLE_OPERAND_B, error);
}

/* The values are kept by the scenario, whatever becomes of the operation. */
static gboolean
read_op_children (SystoleReading *self, const SystoleXmlNode *node, const char *key, SystoleOp *op, GError **error)
{
  static const SystoleChild children[] = { { "a", 1, read_a }, { "b", 1, read_b } };
  gboolean done = systole_reading_children (self, node, children, G_N_ELEMENTS (children), op, self->scenario->unknown, key, error);

  /* Of a newer file, matrices that could not be read are as if they were not there. */
  if (op->given != NULL && op->given->values[SYSTOLE_OPERAND_A] == NULL && op->given->values[SYSTOLE_OPERAND_B] == NULL)
    g_clear_pointer (&op->given, systole_given_unref);
  if (op->given == NULL)
    return done;
  g_ptr_array_add (self->scenario->given, op->given);
  if (!done)
    return FALSE;
  if (systole_op_check (op, error))
    return TRUE;
  systole_xml_prefix_error (error, self->file_name, node);
  return FALSE;
}

gboolean
systole_reading_op (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  const char *id = required (self, node, "id", error);
  const char *name = id != NULL ? required (self, node, "name", error) : NULL;
  const char *format = name != NULL ? required (self, node, "dtype", error) : NULL;
  g_autofree char *key = g_strdup_printf ("op:%s", id != NULL ? id : "");
  SystoleOp op;

  if (format == NULL || !read_op_kind (self, node, name, format, &op, error) || !read_op_id (self, node, id, &op, error) || !read_dims (self, node, &op, error))
    return FALSE;
  for (guint i = 0; i < node->attributes->len; i++)
    {
      const SystoleXmlAttribute *attribute = g_ptr_array_index (node->attributes, i);

      if (!is_op_attribute (&op, attribute->name))
        systole_reading_keep_attribute (self, node, attribute, self->scenario->unknown, key);
    }
  if (!read_op_children (self, node, key, &op, error))
    return FALSE;
  g_array_append_val (self->scenario->ops, op);
  return TRUE;
}

/* --- what a lane runs on --- */

static gboolean
read_def (SystoleReading *self, const SystoleXmlNode *node, const SystoleDefTable *table, gpointer def, SystoleExtras *extras, GError **error)
{
  for (guint i = 0; i < table->n_fields; i++)
    {
      const SystoleDefField *field = &table->fields[i];
      const char *text = systole_xml_node_get_attribute (node, field->key);

      if (text == NULL && field->required)
        {
          required (self, node, field->key, error);
          return FALSE;
        }
      if (text != NULL && !systole_def_field_read (field, def, text, error))
        {
          systole_xml_prefix_error (error, self->file_name, node);
          return FALSE;
        }
    }
  for (guint i = 0; node->attributes != NULL && i < node->attributes->len; i++)
    {
      const SystoleXmlAttribute *attribute = g_ptr_array_index (node->attributes, i);

      if (systole_def_table_find (table, attribute->name) == NULL)
        systole_reading_keep_attribute (self, node, attribute, extras, table->name);
    }
  return systole_reading_children (self, node, NULL, 0, NULL, extras, table->name, error);
}

static gboolean
read_array (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  SystoleLane *lane = target;

  lane->kind = SYSTOLE_LANE_ARRAY;
  if (!read_def (self, node, &systole_array_def_table, &lane->array, lane->unknown, error))
    return FALSE;
  if (systole_array_def_check (&lane->array, error))
    return TRUE;
  systole_xml_prefix_error (error, self->file_name, node);
  return FALSE;
}

static gboolean
read_sm (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  SystoleLane *lane = target;

  lane->kind = SYSTOLE_LANE_SM;
  if (!read_def (self, node, &systole_sm_def_table, &lane->sm, lane->unknown, error))
    return FALSE;
  if (systole_sm_def_check (&lane->sm, error))
    return TRUE;
  systole_xml_prefix_error (error, self->file_name, node);
  return FALSE;
}

static gboolean
read_set (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  g_autoptr (SystoleExtras) extras = systole_extras_new ();
  SystoleFieldSet set = { 0 };

  if (!systole_reading_attributes (self, node, &systole_set_element, &set, extras, "set", error) ||
      !systole_reading_children (self, node, NULL, 0, NULL, extras, "set", error))
    {
      g_free (set.source);
      return FALSE;
    }
  set.unknown = systole_reading_settle (g_steal_pointer (&extras));
  g_array_append_val (((SystoleLane *) target)->sets, set);
  return TRUE;
}

static gboolean
read_machine (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  static const SystoleChild children[] = { { "set", SYSTOLE_N_FIELDS, read_set } };
  SystoleLane *lane = target;

  lane->kind = SYSTOLE_LANE_MACHINE;
  return systole_reading_attributes (self, node, &systole_machine_element, lane, lane->unknown, "machine", error) &&
         systole_reading_children (self, node, children, G_N_ELEMENTS (children), lane, lane->unknown, "machine", error);
}

static gboolean
read_mapping (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  SystoleLane *lane = target;

  return systole_reading_attributes (self, node, &systole_mapping_element, &lane->mapping, lane->unknown, "mapping", error) &&
         systole_reading_children (self, node, NULL, 0, NULL, lane->unknown, "mapping", error);
}

/* --- <lane> --- */

static gboolean
check_lane (SystoleReading *self, const SystoleXmlNode *node, const SystoleLane *lane, GError **error)
{
  guint n_machines = 0;

  for (guint i = 0; i < systole_xml_node_get_n_children (node); i++)
    {
      const SystoleXmlNode *child = systole_xml_node_get_child (node, i);

      n_machines += systole_xml_node_is (child, SYSTOLE_SCENARIO_NAMESPACE, "array") || systole_xml_node_is (child, SYSTOLE_SCENARIO_NAMESPACE, "sm") ||
                    systole_xml_node_is (child, SYSTOLE_SCENARIO_NAMESPACE, "machine");
    }
  if (n_machines != 1)
    {
      systole_xml_set_error (error, SYSTOLE_ERROR_SHAPE, self->file_name, node, _ ("it has %u machines; exactly one of <array>, <sm> and <machine> is needed"), n_machines);
      return FALSE;
    }
  if (systole_scenario_find_op (self->scenario, lane->op) == NULL)
    {
      systole_xml_set_error (error, SYSTOLE_ERROR_SHAPE, self->file_name, node, _ ("%s: the workload has no operation “%.40s”"), "op", lane->op);
      return FALSE;
    }
  return TRUE;
}

gboolean
systole_reading_lane (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  static const SystoleChild children[] = {
    { "array", 1, read_array },
    { "sm", 1, read_sm },
    { "machine", 1, read_machine },
    { "mapping", 1, read_mapping },
  };
  SystoleLane *lane = systole_lane_new ();
  gboolean strict = !self->lenient, good;

  lane->operands = SYSTOLE_OPERANDS_COLD;
  lane->unknown = systole_extras_new ();
  /* half of a lane would be another lane */
  self->lenient = FALSE;
  good = systole_reading_attributes (self, node, &systole_lane_element, lane, lane->unknown, "lane", error) &&
         systole_reading_children (self, node, children, G_N_ELEMENTS (children), lane, lane->unknown, "lane", error) &&
         check_lane (self, node, lane, error);
  self->lenient = !strict;
  lane->unknown = systole_reading_settle (lane->unknown);
  if (good)
    g_ptr_array_add (self->scenario->lanes, lane);
  else
    systole_lane_free (lane);
  return good;
}
