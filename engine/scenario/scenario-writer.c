/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/writer-private.h"

/* The canonical form: attributes in the order of their tables, shortest numbers, two
 * spaces, LF; what is not known stands where it stood. */

/* --- <expect> --- */

void
systole_write_expectations (GString *out, guint level, const GArray *expectations, guint rank, const SystoleExtras *extras, const char *parent)
{
  for (guint i = 0; i < expectations->len; i++)
    {
      const SystoleExpectation *expectation = &g_array_index (expectations, SystoleExpectation, i);

      systole_write_leaf (out, level, &systole_expect_element, expectation, expectation->unknown, "expect");
      systole_extras_write_at (extras, parent, rank, i + 1, out, level);
    }
  systole_extras_write_after (extras, parent, rank, expectations->len, out, level);
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
  systole_write_texts (out, 1, self->titles, &systole_title_element, 1, extras, "scenario");
  systole_write_texts (out, 1, self->summaries, &systole_summary_element, 2, extras, "scenario");
  systole_write_workload (out, 1, self);
  systole_extras_write_after (extras, "scenario", 3, 0, out, 1);
  systole_write_lanes (out, 1, self);
  systole_extras_write_after (extras, "scenario", 4, 0, out, 1);
  systole_write_expectations (out, 1, self->expectations, 5, extras, "scenario");
  if (self->view.present)
    systole_write_view (out, 1, &self->view);
  systole_extras_write_after (extras, "scenario", 6, 0, out, 1);
  if (self->has_lesson)
    systole_write_lesson (out, 1, self);
  systole_extras_write_after (extras, "scenario", 7, 0, out, 1);
  systole_write_exercises (out, 1, self, 8);
  g_string_append (out, "</scenario>\n");
  systole_extras_write_after (extras, "", 1, 0, out, 0);
  if (length != NULL)
    *length = out->len;
  return g_string_free (out, FALSE);
}
