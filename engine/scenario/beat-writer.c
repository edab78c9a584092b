/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/beat.h"
#include "engine/scenario/writer-private.h"

/* <lesson>. Ranks as in beat-reader.c. */

static void
append_choice (GString *out, guint level, const SystoleChoice *choice)
{
  systole_write_begin (out, level, &systole_choice_element, choice, choice->unknown, "choice");
  if (choice->answers->len + choice->reveals->len == 0 && !systole_extras_has_children (choice->unknown, "choice"))
    {
      g_string_append (out, "/>\n");
      return;
    }
  g_string_append (out, ">\n");
  systole_extras_write_at (choice->unknown, "choice", 0, 0, out, level + 1);
  systole_write_texts (out, level + 1, choice->answers, &systole_answer_element, 1, choice->unknown, "choice");
  systole_write_texts (out, level + 1, choice->reveals, &systole_reveal_element, 2, choice->unknown, "choice");
  systole_xml_append_indent (out, level);
  g_string_append (out, "</choice>\n");
}

static void
append_choices (GString *out, guint level, const SystoleBeat *beat)
{
  for (guint i = 0; i < beat->choices->len; i++)
    {
      append_choice (out, level, &g_array_index (beat->choices, SystoleChoice, i));
      systole_extras_write_at (beat->unknown, "beat", 10, i + 1, out, level);
    }
  systole_extras_write_after (beat->unknown, "beat", 10, beat->choices->len, out, level);
}

static gboolean
is_empty (const SystoleBeat *beat)
{
  return !beat->own_ops && !beat->own_lanes && !beat->state->view.present && !beat->selection.present && beat->state->expectations->len == 0 &&
         beat->captions->len + beat->neutrals->len + beat->descriptions->len + beat->notes->len + beat->choices->len == 0 &&
         !systole_extras_has_children (beat->unknown, "beat");
}

static void
append_beat (GString *out, guint level, const SystoleBeat *beat)
{
  const SystoleExtras *extras = beat->unknown;
  const struct
  {
    const GArray *texts;
    const SystoleElement *element;
  } texts[] = {
    { beat->captions, &systole_caption_element },
    { beat->neutrals, &systole_neutral_element },
    { beat->descriptions, &systole_description_element },
    { beat->notes, &systole_note_element },
  };

  systole_write_begin (out, level, &systole_beat_element, beat, extras, "beat");
  if (is_empty (beat))
    {
      g_string_append (out, "/>\n");
      return;
    }
  g_string_append (out, ">\n");
  systole_extras_write_at (extras, "beat", 0, 0, out, level + 1);
  if (beat->own_ops)
    systole_write_workload (out, level + 1, beat->state);
  systole_extras_write_after (extras, "beat", 1, 0, out, level + 1);
  if (beat->own_lanes)
    systole_write_lanes (out, level + 1, beat->state);
  systole_extras_write_after (extras, "beat", 2, 0, out, level + 1);
  systole_write_expectations (out, level + 1, beat->state->expectations, 3, extras, "beat");
  if (beat->state->view.present)
    systole_write_view (out, level + 1, &beat->state->view);
  systole_extras_write_after (extras, "beat", 4, 0, out, level + 1);
  if (beat->selection.present)
    systole_write_leaf (out, level + 1, &systole_select_element, &beat->selection, beat->state->unknown, "select");
  systole_extras_write_after (extras, "beat", 5, 0, out, level + 1);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    systole_write_texts (out, level + 1, texts[i].texts, texts[i].element, 6 + i, extras, "beat");
  append_choices (out, level + 1, beat);
  systole_xml_append_indent (out, level);
  g_string_append (out, "</beat>\n");
}

void
systole_write_lesson (GString *out, guint level, const SystoleScenario *self)
{
  const SystoleExtras *extras = self->unknown;

  systole_xml_append_indent (out, level);
  g_string_append (out, "<lesson");
  systole_extras_write_attributes (extras, "lesson", out);
  g_string_append (out, ">\n");
  systole_extras_write_at (extras, "lesson", 0, 0, out, level + 1);
  for (guint i = 0; i < self->beats->len; i++)
    {
      append_beat (out, level + 1, systole_scenario_get_beat (self, i));
      systole_extras_write_at (extras, "lesson", 1, i + 1, out, level + 1);
    }
  systole_extras_write_after (extras, "lesson", 1, self->beats->len, out, level + 1);
  systole_xml_append_indent (out, level);
  g_string_append (out, "</lesson>\n");
}
