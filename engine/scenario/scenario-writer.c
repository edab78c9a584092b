/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/scenario.h"

#include <inttypes.h>

#include "engine/base/xml.h"
#include "engine/machine/def-table.h"
#include "engine/scenario/attributes.h"
#include "engine/scenario/extras.h"

/* The canonical form: attributes in the order of their tables, shortest numbers, two
 * spaces, LF; what is not known stands where it stood. */

static void
append_count_attribute (GString *out, const char *name, guint64 value)
{
  g_string_append_printf (out, " %s=\"%" PRIu64 "\"", name, value);
}

/* "<name attributes", without the end of the tag */
static void
begin (GString *out, guint level, const SystoleElement *element, gconstpointer target, const SystoleExtras *extras, const char *key)
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

static void
append_leaf (GString *out, guint level, const SystoleElement *element, gconstpointer target, const SystoleExtras *extras, const char *key)
{
  begin (out, level, element, target, extras, key);
  end_leaf (out, level, element->name, extras, key);
}

/* --- <title>, <summary> --- */

static void
append_texts (GString *out, const GArray *texts, const SystoleElement *element, guint rank, const SystoleExtras *extras)
{
  for (guint i = 0; i < texts->len; i++)
    {
      const SystoleText *text = &g_array_index (texts, SystoleText, i);

      begin (out, 1, element, text, text->unknown, element->name);
      g_string_append_c (out, '>');
      systole_xml_append_text (out, text->text);
      systole_extras_write_inline (text->unknown, element->name, out);
      g_string_append_printf (out, "</%s>\n", element->name);
      systole_extras_write_at (extras, "scenario", rank, i + 1, out, 1);
    }
  systole_extras_write_after (extras, "scenario", rank, texts->len, out, 1);
}

/* --- <workload> --- */

/* Values in full; ranks as in lane-reader.c: a, b */
static void
append_given (GString *out, const SystoleGiven *given, SystoleOperand operand, const char *name, const SystoleExtras *extras, const char *key)
{
  g_autofree char *text = systole_given_write (given, operand);
  guint rank = operand == SYSTOLE_OPERAND_A ? 1 : 2;

  if (text != NULL)
    {
      g_string_append_printf (out, "      <%s>%s</%s>\n", name, text, name);
      systole_extras_write_at (extras, key, rank, 1, out, 3);
    }
  systole_extras_write_after (extras, key, rank, text != NULL, out, 3);
}

static void
append_op (GString *out, const SystoleOp *op, const SystoleExtras *extras)
{
  g_autofree char *key = g_strdup_printf ("op:%s", op->id);
  guint n_dims;
  const SystoleOpDim *dims = systole_op_kind_get_dims (op->kind, &n_dims);

  systole_xml_append_indent (out, 2);
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
  systole_extras_write_at (extras, key, 0, 0, out, 3);
  append_given (out, op->given, SYSTOLE_OPERAND_A, "a", extras, key);
  append_given (out, op->given, SYSTOLE_OPERAND_B, "b", extras, key);
  g_string_append (out, "    </op>\n");
}

static void
append_workload (GString *out, const SystoleScenario *self)
{
  g_string_append (out, "  <workload");
  systole_extras_write_attributes (self->unknown, "workload", out);
  g_string_append (out, ">\n");
  systole_extras_write_at (self->unknown, "workload", 0, 0, out, 2);
  for (guint i = 0; i < self->ops->len; i++)
    {
      append_op (out, &g_array_index (self->ops, SystoleOp, i), self->unknown);
      systole_extras_write_at (self->unknown, "workload", 1, i + 1, out, 2);
    }
  systole_extras_write_after (self->unknown, "workload", 1, self->ops->len, out, 2);
  g_string_append (out, "  </workload>\n");
}

/* --- <lanes> --- */

static void
append_def (GString *out, const SystoleDefTable *table, gconstpointer def, const SystoleExtras *extras)
{
  systole_xml_append_indent (out, 3);
  g_string_append_printf (out, "<%s", table->name);
  for (guint i = 0; i < table->n_fields; i++)
    {
      g_autofree char *text = systole_def_field_write (&table->fields[i], def);

      if (text != NULL)
        systole_xml_append_attribute (out, table->fields[i].key, text);
    }
  systole_extras_write_attributes (extras, table->name, out);
  end_leaf (out, 3, table->name, extras, table->name);
}

static void
append_machine (GString *out, const SystoleLane *lane)
{
  const SystoleExtras *extras = lane->unknown;

  begin (out, 3, &systole_machine_element, lane, extras, "machine");
  if (lane->sets->len == 0)
    {
      end_leaf (out, 3, "machine", extras, "machine");
      return;
    }
  g_string_append (out, ">\n");
  systole_extras_write_at (extras, "machine", 0, 0, out, 4);
  for (guint i = 0; i < lane->sets->len; i++)
    {
      const SystoleFieldSet *set = &g_array_index (lane->sets, SystoleFieldSet, i);

      append_leaf (out, 4, &systole_set_element, set, set->unknown, "set");
      systole_extras_write_at (extras, "machine", 1, i + 1, out, 4);
    }
  systole_extras_write_after (extras, "machine", 1, lane->sets->len, out, 4);
  g_string_append (out, "      </machine>\n");
}

static gboolean
is_automatic (const SystoleLane *lane)
{
  return lane->mapping.tile_m == 0 && lane->mapping.stages == 0;
}

/* Ranks as in lane-reader.c: array, sm, machine, mapping */
static void
append_lane (GString *out, const SystoleLane *lane)
{
  const SystoleExtras *extras = lane->unknown;
  guint rank = (guint) lane->kind + 1;

  begin (out, 2, &systole_lane_element, lane, extras, "lane");
  g_string_append (out, ">\n");
  systole_extras_write_at (extras, "lane", 0, 0, out, 3);
  if (lane->kind == SYSTOLE_LANE_ARRAY)
    append_def (out, &systole_array_def_table, &lane->array, extras);
  else if (lane->kind == SYSTOLE_LANE_SM)
    append_def (out, &systole_sm_def_table, &lane->sm, extras);
  else
    append_machine (out, lane);
  for (guint i = 1; i <= 3; i++)
    if (i == rank)
      systole_extras_write_at (extras, "lane", i, 1, out, 3);
    else
      systole_extras_write_after (extras, "lane", i, 0, out, 3);
  if (!is_automatic (lane) || systole_extras_has_attributes (extras, "mapping") || systole_extras_has_children (extras, "mapping"))
    append_leaf (out, 3, &systole_mapping_element, &lane->mapping, extras, "mapping");
  systole_extras_write_after (extras, "lane", 4, 0, out, 3);
  g_string_append (out, "    </lane>\n");
}

static void
append_lanes (GString *out, const SystoleScenario *self)
{
  g_string_append (out, "  <lanes");
  systole_extras_write_attributes (self->unknown, "lanes", out);
  g_string_append (out, ">\n");
  systole_extras_write_at (self->unknown, "lanes", 0, 0, out, 2);
  for (guint i = 0; i < self->lanes->len; i++)
    {
      append_lane (out, systole_scenario_get_lane (self, i));
      systole_extras_write_at (self->unknown, "lanes", 1, i + 1, out, 2);
    }
  systole_extras_write_after (self->unknown, "lanes", 1, self->lanes->len, out, 2);
  g_string_append (out, "  </lanes>\n");
}

/* --- <expect>, <view> --- */

static void
append_expectations (GString *out, const SystoleScenario *self, guint rank)
{
  for (guint i = 0; i < self->expectations->len; i++)
    {
      const SystoleExpectation *expectation = &g_array_index (self->expectations, SystoleExpectation, i);

      append_leaf (out, 1, &systole_expect_element, expectation, expectation->unknown, "expect");
      systole_extras_write_at (self->unknown, "scenario", rank, i + 1, out, 1);
    }
  systole_extras_write_after (self->unknown, "scenario", rank, self->expectations->len, out, 1);
}

static void
append_zooms (GString *out, const SystoleViewState *view)
{
  guint n = 0;

  for (guint lane = 0; lane < view->zooms->len; lane++)
    {
      int level = g_array_index (view->zooms, int, lane);
      SystoleZoom zoom = { lane, level >= 0 ? (SystoleLevel) level : 0 };
      g_autofree char *key = g_strdup_printf ("zoom:%u", lane);

      if (level < 0)
        continue;
      append_leaf (out, 2, &systole_zoom_element, &zoom, view->unknown, key);
      systole_extras_write_at (view->unknown, "view", 1, ++n, out, 2);
    }
  systole_extras_write_after (view->unknown, "view", 1, n, out, 2);
}

static void
append_view (GString *out, const SystoleViewState *view)
{
  gboolean empty = view->bookmarks->len == 0;

  for (guint lane = 0; lane < view->zooms->len; lane++)
    empty = empty && g_array_index (view->zooms, int, lane) < 0;
  begin (out, 1, &systole_view_element, view, view->unknown, "view");
  if (empty && !systole_extras_has_children (view->unknown, "view"))
    {
      g_string_append (out, "/>\n");
      return;
    }
  g_string_append (out, ">\n");
  systole_extras_write_at (view->unknown, "view", 0, 0, out, 2);
  append_zooms (out, view);
  for (guint i = 0; i < view->bookmarks->len; i++)
    {
      const SystoleBookmark *bookmark = &g_array_index (view->bookmarks, SystoleBookmark, i);

      append_leaf (out, 2, &systole_bookmark_element, bookmark, bookmark->unknown, "bookmark");
      systole_extras_write_at (view->unknown, "view", 2, i + 1, out, 2);
    }
  systole_extras_write_after (view->unknown, "view", 2, view->bookmarks->len, out, 2);
  g_string_append (out, "  </view>\n");
}

/**
 * systole_scenario_write:
 * @length: (out) (optional): bytes, without the final NUL
 *
 * Returns: (transfer full): the canonical form, UTF-8; the same scenario gives the same
 *   bytes in every locale, and reading and writing them again changes nothing
 */
char *
systole_scenario_write (const SystoleScenario *self, gsize *length)
{
  GString *out = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  const SystoleExtras *extras = self->unknown;

  systole_extras_write_at (extras, "", 0, 0, out, 0);
  g_string_append_printf (out, "<scenario xmlns=\"%s\"", SYSTOLE_SCENARIO_NAMESPACE);
  for (guint i = 0; i < systole_scenario_element.n_attributes; i++)
    {
      const SystoleAttribute *attribute = &systole_scenario_element.attributes[i];
      g_autofree char *text = attribute->write (attribute, self);

      if (text != NULL)
        systole_xml_append_attribute (out, attribute->name, text);
    }
  systole_extras_write_attributes (extras, "scenario", out);
  g_string_append (out, ">\n");
  /* ranks as in scenario-reader.c */
  systole_extras_write_at (extras, "scenario", 0, 0, out, 1);
  append_texts (out, self->titles, &systole_title_element, 1, extras);
  append_texts (out, self->summaries, &systole_summary_element, 2, extras);
  append_workload (out, self);
  systole_extras_write_after (extras, "scenario", 3, 0, out, 1);
  append_lanes (out, self);
  systole_extras_write_after (extras, "scenario", 4, 0, out, 1);
  append_expectations (out, self, 5);
  if (self->view.present)
    append_view (out, &self->view);
  systole_extras_write_after (extras, "scenario", 6, 0, out, 1);
  g_string_append (out, "</scenario>\n");
  systole_extras_write_after (extras, "", 1, 0, out, 0);
  if (length != NULL)
    *length = out->len;
  return g_string_free (out, FALSE);
}
