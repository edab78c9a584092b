/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/writer-private.h"

#include <inttypes.h>

#include "engine/machine/def-table.h"

/* The parts that a file and a beat of a lesson have in common: texts, workload, lanes, view.
 * `level`: how deep the element stands, in steps of two spaces. */

static void
append_count_attribute (GString *out, const char *name, guint64 value)
{
  g_string_append_printf (out, " %s=\"%" PRIu64 "\"", name, value);
}

/* "<name attributes", without the end of the tag */
void
systole_write_begin (GString *out, guint level, const SystoleElement *element, gconstpointer target, const SystoleExtras *extras, const char *key)
{
  systole_xml_append_indent (out, level);
  g_string_append_printf (out, "<%s", element->name);
  for (guint i = 0; i < element->n_attributes; i++)
    {
      g_autofree char *text = element->attributes[i].write (&element->attributes[i], target);

      if (text != NULL)
        systole_xml_append_attribute (out, element->attributes[i].name, text);
    }
  systole_extras_write_attributes (extras, key, out);
}

/* The rest of an element whose children are all unknown, or that has none */
static void
end_leaf (GString *out, guint level, const char *name, const SystoleExtras *extras, const char *key)
{
  if (!systole_extras_has_children (extras, key))
    {
      g_string_append (out, "/>\n");
      return;
    }
  g_string_append (out, ">\n");
  systole_extras_write_at (extras, key, 0, 0, out, level + 1);
  systole_xml_append_indent (out, level);
  g_string_append_printf (out, "</%s>\n", name);
}

void
systole_write_leaf (GString *out, guint level, const SystoleElement *element, gconstpointer target, const SystoleExtras *extras, const char *key)
{
  systole_write_begin (out, level, element, target, extras, key);
  end_leaf (out, level, element->name, extras, key);
}

/* --- <title>, <summary> --- */

/* @parent: key of the element they stand in, in @extras; @rank: theirs in it */
void
systole_write_texts (GString *out, guint level, const GArray *texts, const SystoleElement *element, guint rank, const SystoleExtras *extras, const char *parent)
{
  for (guint i = 0; i < texts->len; i++)
    {
      const SystoleText *text = &g_array_index (texts, SystoleText, i);

      systole_write_begin (out, level, element, text, text->unknown, element->name);
      g_string_append_c (out, '>');
      systole_xml_append_text (out, text->text);
      systole_extras_write_inline (text->unknown, element->name, out);
      g_string_append_printf (out, "</%s>\n", element->name);
      systole_extras_write_at (extras, parent, rank, i + 1, out, level);
    }
  systole_extras_write_after (extras, parent, rank, texts->len, out, level);
}

/* --- <workload> --- */

/* Values in full; ranks as in lane-reader.c: a, b */
static void
append_given (GString *out, guint level, const SystoleGiven *given, SystoleOperand operand, const char *name, const SystoleExtras *extras, const char *key)
{
  g_autofree char *text = systole_given_write (given, operand);
  guint rank = operand == SYSTOLE_OPERAND_A ? 1 : 2;

  if (text != NULL)
    {
      systole_xml_append_indent (out, level);
      g_string_append_printf (out, "<%s>%s</%s>\n", name, text, name);
      systole_extras_write_at (extras, key, rank, 1, out, level);
    }
  systole_extras_write_after (extras, key, rank, text != NULL, out, level);
}

static void
append_op (GString *out, guint level, const SystoleOp *op, const SystoleExtras *extras)
{
  g_autofree char *key = g_strdup_printf ("op:%s", op->id);
  guint n_dims;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n_dims);

  systole_xml_append_indent (out, level);
  g_string_append (out, "<op");
  systole_xml_append_attribute (out, "id", op->id);
  systole_xml_append_attribute (out, "name", systole_op_kind_get_id (op->kind));
  for (guint i = 0; i < n_dims; i++)
    {
      g_autofree char *value = systole_op_dim_to_string (&dims[i], op->dims[i]);

      if (dims[i].required || op->dims[i] != dims[i].initial)
        systole_xml_append_attribute (out, dims[i].key, value);
    }
  systole_xml_append_attribute (out, "dtype", systole_format_get_id (op->format));
  append_count_attribute (out, "seed", op->seed);
  systole_extras_write_attributes (extras, key, out);
  if (op->given == NULL && !systole_extras_has_children (extras, key))
    {
      g_string_append (out, "/>\n");
      return;
    }
  g_string_append (out, ">\n");
  systole_extras_write_at (extras, key, 0, 0, out, level + 1);
  append_given (out, level + 1, op->given, SYSTOLE_OPERAND_A, "a", extras, key);
  append_given (out, level + 1, op->given, SYSTOLE_OPERAND_B, "b", extras, key);
  systole_xml_append_indent (out, level);
  g_string_append (out, "</op>\n");
}

void
systole_write_workload (GString *out, guint level, const SystoleScenario *self)
{
  systole_xml_append_indent (out, level);
  g_string_append (out, "<workload");
  systole_extras_write_attributes (self->unknown, "workload", out);
  g_string_append (out, ">\n");
  systole_extras_write_at (self->unknown, "workload", 0, 0, out, level + 1);
  for (guint i = 0; i < self->ops->len; i++)
    {
      append_op (out, level + 1, &g_array_index (self->ops, SystoleOp, i), self->unknown);
      systole_extras_write_at (self->unknown, "workload", 1, i + 1, out, level + 1);
    }
  systole_extras_write_after (self->unknown, "workload", 1, self->ops->len, out, level + 1);
  systole_xml_append_indent (out, level);
  g_string_append (out, "</workload>\n");
}

/* --- <lanes> --- */

static void
append_def (GString *out, guint level, const SystoleDefTable *table, gconstpointer def, const SystoleExtras *extras)
{
  systole_xml_append_indent (out, level);
  g_string_append_printf (out, "<%s", table->name);
  for (guint i = 0; i < table->n_fields; i++)
    {
      g_autofree char *text = systole_def_field_write (&table->fields[i], def);

      if (text != NULL)
        systole_xml_append_attribute (out, table->fields[i].key, text);
    }
  systole_extras_write_attributes (extras, table->name, out);
  end_leaf (out, level, table->name, extras, table->name);
}

static void
append_machine (GString *out, guint level, const SystoleLane *lane)
{
  const SystoleExtras *extras = lane->unknown;

  systole_write_begin (out, level, &systole_machine_element, lane, extras, "machine");
  if (lane->sets->len == 0)
    {
      end_leaf (out, level, "machine", extras, "machine");
      return;
    }
  g_string_append (out, ">\n");
  systole_extras_write_at (extras, "machine", 0, 0, out, level + 1);
  for (guint i = 0; i < lane->sets->len; i++)
    {
      const SystoleFieldSet *set = &g_array_index (lane->sets, SystoleFieldSet, i);

      systole_write_leaf (out, level + 1, &systole_set_element, set, set->unknown, "set");
      systole_extras_write_at (extras, "machine", 1, i + 1, out, level + 1);
    }
  systole_extras_write_after (extras, "machine", 1, lane->sets->len, out, level + 1);
  systole_xml_append_indent (out, level);
  g_string_append (out, "</machine>\n");
}

static gboolean
is_automatic (const SystoleLane *lane)
{
  return lane->mapping.tile_m == 0 && lane->mapping.stages == 0 && !lane->mapping.lanes && lane->mapping.schedule == SYSTOLE_SCHEDULE_ANY;
}

/* Ranks as in lane-reader.c: array, sm, machine, mapping */
static void
append_lane (GString *out, guint level, const SystoleLane *lane)
{
  const SystoleExtras *extras = lane->unknown;
  guint rank = (guint) lane->kind + 1;

  systole_write_begin (out, level, &systole_lane_element, lane, extras, "lane");
  g_string_append (out, ">\n");
  systole_extras_write_at (extras, "lane", 0, 0, out, level + 1);
  if (lane->kind == SYSTOLE_LANE_ARRAY)
    append_def (out, level + 1, &systole_array_def_table, &lane->array, extras);
  else if (lane->kind == SYSTOLE_LANE_SM)
    append_def (out, level + 1, &systole_sm_def_table, &lane->sm, extras);
  else
    append_machine (out, level + 1, lane);
  for (guint i = 1; i <= 3; i++)
    if (i == rank)
      systole_extras_write_at (extras, "lane", i, 1, out, level + 1);
    else
      systole_extras_write_after (extras, "lane", i, 0, out, level + 1);
  if (!is_automatic (lane) || systole_extras_has_attributes (extras, "mapping") || systole_extras_has_children (extras, "mapping"))
    systole_write_leaf (out, level + 1, &systole_mapping_element, &lane->mapping, extras, "mapping");
  systole_extras_write_after (extras, "lane", 4, 0, out, level + 1);
  systole_xml_append_indent (out, level);
  g_string_append (out, "</lane>\n");
}

void
systole_write_lanes (GString *out, guint level, const SystoleScenario *self)
{
  systole_xml_append_indent (out, level);
  g_string_append (out, "<lanes");
  systole_extras_write_attributes (self->unknown, "lanes", out);
  g_string_append (out, ">\n");
  systole_extras_write_at (self->unknown, "lanes", 0, 0, out, level + 1);
  for (guint i = 0; i < self->lanes->len; i++)
    {
      append_lane (out, level + 1, systole_scenario_get_lane (self, i));
      systole_extras_write_at (self->unknown, "lanes", 1, i + 1, out, level + 1);
    }
  systole_extras_write_after (self->unknown, "lanes", 1, self->lanes->len, out, level + 1);
  systole_xml_append_indent (out, level);
  g_string_append (out, "</lanes>\n");
}

/* --- <view> --- */

static void
append_zooms (GString *out, guint level, const SystoleViewState *view)
{
  guint n = 0;

  for (guint lane = 0; lane < view->zooms->len; lane++)
    {
      int at = g_array_index (view->zooms, int, lane);
      SystoleZoom zoom = { lane, at >= 0 ? (SystoleLevel) at : 0 };
      g_autofree char *key = g_strdup_printf ("zoom:%u", lane);

      if (at < 0)
        continue;
      systole_write_leaf (out, level, &systole_zoom_element, &zoom, view->unknown, key);
      systole_extras_write_at (view->unknown, "view", 1, ++n, out, level);
    }
  systole_extras_write_after (view->unknown, "view", 1, n, out, level);
}

void
systole_write_view (GString *out, guint level, const SystoleViewState *view)
{
  gboolean empty = view->bookmarks->len == 0;

  for (guint lane = 0; lane < view->zooms->len; lane++)
    empty = empty && g_array_index (view->zooms, int, lane) < 0;
  systole_write_begin (out, level, &systole_view_element, view, view->unknown, "view");
  if (empty && !systole_extras_has_children (view->unknown, "view"))
    {
      g_string_append (out, "/>\n");
      return;
    }
  g_string_append (out, ">\n");
  systole_extras_write_at (view->unknown, "view", 0, 0, out, level + 1);
  append_zooms (out, level + 1, view);
  for (guint i = 0; i < view->bookmarks->len; i++)
    {
      const SystoleBookmark *bookmark = &g_array_index (view->bookmarks, SystoleBookmark, i);

      systole_write_leaf (out, level + 1, &systole_bookmark_element, bookmark, bookmark->unknown, "bookmark");
      systole_extras_write_at (view->unknown, "view", 2, i + 1, out, level + 1);
    }
  systole_extras_write_after (view->unknown, "view", 2, view->bookmarks->len, out, level + 1);
  systole_xml_append_indent (out, level);
  g_string_append (out, "</view>\n");
}
