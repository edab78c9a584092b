/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/beat.h"
#include "engine/scenario/formula.h"
#include "engine/lesson/misconception.h"
#include "engine/scenario/reader-private.h"
#include "engine/scenario/scenario-private.h"

#include "engine/base/i18n.h"

/* <lesson> and its beats. Within a beat, <workload>, <lanes> and <view> are read as those of
 * a file are: `self->scenario` is the beat's state meanwhile. */

#define TEXT_READER(name, member)                                                                                   \
  static gboolean                                                                                                   \
      read_##name (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)               \
  {                                                                                                                 \
    return systole_reading_text (self, node, &systole_##name##_element, ((SystoleBeat *) target)->member, error) && \
           systole_reading_placeholders (self, node, ((SystoleBeat *) target)->member, error);                      \
  }

/* The placeholders of the text read last are formulas. */
static gboolean
systole_reading_placeholders (SystoleReading *self, const SystoleXmlNode *node, const GArray *texts, GError **error)
{
  if (systole_template_check (g_array_index (texts, SystoleText, texts->len - 1).text, error))
    return TRUE;
  systole_xml_prefix_error (error, self->file_name, node);
  return FALSE;
}

TEXT_READER (caption, captions)
TEXT_READER (neutral, neutrals)
TEXT_READER (description, descriptions)
TEXT_READER (note, notes)

static gboolean
read_reveal (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  return systole_reading_text (self, node, &systole_reveal_element, ((SystoleChoice *) target)->reveals, error) &&
         systole_reading_placeholders (self, node, ((SystoleChoice *) target)->reveals, error);
}

static gboolean
read_answer (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  return systole_reading_text (self, node, &systole_answer_element, ((SystoleChoice *) target)->answers, error) &&
         systole_reading_placeholders (self, node, ((SystoleChoice *) target)->answers, error);
}

/* A name that the tally over lessons does not know is kept, and told. */
static void
warn_of_misconception (SystoleReading *self, const SystoleXmlNode *node, const char *name)
{
  g_autoptr (GError) warning = NULL;

  if (name == NULL || systole_misconception_get_sentence (name) != NULL)
    return;
  systole_xml_set_error (&warning, SYSTOLE_ERROR_RANGE, self->file_name, node, _ ("no misconception is called “%.40s”"), name);
  systole_reading_warn (self, warning->message);
}

static gboolean
read_choice (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  static const SystoleChild children[] = { { "answer", 0, read_answer }, { "reveal", 0, read_reveal } };
  SystoleBeat *beat = target;
  g_autoptr (SystoleExtras) extras = systole_extras_new ();
  SystoleChoice choice = { .answers = systole_text_array_new (), .reveals = systole_text_array_new () };
  gboolean good = systole_reading_attributes (self, node, &systole_choice_element, &choice, extras, "choice", error) &&
                  systole_reading_children (self, node, children, G_N_ELEMENTS (children), &choice, extras, "choice", error);

  if (good)
    warn_of_misconception (self, node, choice.misconception);
  choice.unknown = systole_reading_settle (g_steal_pointer (&extras));
  g_array_append_val (beat->choices, choice);
  if (!good)
    g_array_set_size (beat->choices, beat->choices->len - 1);
  return good;
}

static gboolean
read_select (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  SystoleBeat *beat = target;
  g_autoptr (SystoleExtras) extras = systole_extras_new ();

  beat->selection.present = TRUE;
  if (!systole_reading_attributes (self, node, &systole_select_element, &beat->selection, extras, "select", error) ||
      !systole_reading_children (self, node, NULL, 0, NULL, extras, "select", error) ||
      !systole_reading_lane_exists (self, node, beat->selection.lane, error))
    return FALSE;
  systole_extras_adopt (beat->state->unknown, extras, "select");
  return TRUE;
}

static gboolean
has_child (const SystoleXmlNode *node, const char *name)
{
  for (guint i = 0; i < systole_xml_node_get_n_children (node); i++)
    if (systole_xml_node_is (systole_xml_node_get_child (node, i), SYSTOLE_SCENARIO_NAMESPACE, name))
      return TRUE;
  return FALSE;
}

/* One right answer at least, and none of them twice. */
static gboolean
check_question (SystoleReading *self, const SystoleXmlNode *node, const SystoleBeat *beat, GError **error)
{
  guint right = 0;

  for (guint i = 0; i < beat->choices->len; i++)
    right += g_array_index (beat->choices, SystoleChoice, i).misconception == NULL;
  if (beat->choices->len == 0 || (beat->choices->len > 1 && right == 1))
    return TRUE;
  systole_xml_set_error (error, SYSTOLE_ERROR_SHAPE, self->file_name, node, _ ("a question needs two to %d <choice>, one of them without “misconception”"), SYSTOLE_BEAT_MAX_CHOICES);
  return FALSE;
}

static gboolean
read_state (SystoleReading *self, const SystoleXmlNode *node, SystoleBeat *beat, const SystoleScenario *file, GError **error)
{
  static const SystoleChild children[] = {
    { "workload", 1, systole_reading_workload },
    { "lanes", 1, systole_reading_lanes },
    { "expect", 0, systole_reading_expect },
    { "view", 1, systole_reading_view },
    { "select", 1, read_select },
    { "caption", 0, read_caption },
    { "neutral", 0, read_neutral },
    { "description", 0, read_description },
    { "note", 0, read_note },
    { "choice", SYSTOLE_BEAT_MAX_CHOICES, read_choice },
  };

  beat->own_ops = has_child (node, "workload");
  beat->own_lanes = has_child (node, "lanes");
  if (!beat->own_ops)
    g_array_append_vals (self->scenario->ops, file->ops->data, file->ops->len);
  if (!beat->own_lanes)
    for (guint i = 0; i < file->lanes->len; i++)
      g_ptr_array_add (self->scenario->lanes, systole_lane_copy (systole_scenario_get_lane (file, i)));
  if (!systole_reading_attributes (self, node, &systole_beat_element, beat, beat->unknown, "beat", error) ||
      !systole_reading_children (self, node, children, G_N_ELEMENTS (children), beat, beat->unknown, "beat", error) ||
      !check_question (self, node, beat, error))
    return FALSE;
  for (guint i = 0; i < self->scenario->lanes->len; i++)
    if (systole_scenario_get_lane_op (self->scenario, i) == NULL)
      {
        systole_xml_set_error (error, SYSTOLE_ERROR_RANGE, self->file_name, node, _ ("lane %u is of the operation “%.40s”, which the workload of this beat does not have"), i, systole_scenario_get_lane (self->scenario, i)->op);
        return FALSE;
      }
  return TRUE;
}

/* What was inherited was needed for the checks only. */
static void
drop_inherited (SystoleBeat *beat)
{
  if (!beat->own_ops)
    g_array_set_size (beat->state->ops, 0);
  if (!beat->own_lanes)
    g_ptr_array_set_size (beat->state->lanes, 0);
}

static void
move_warnings (GPtrArray *from, GPtrArray *to)
{
  for (guint i = 0; i < from->len; i++)
    g_ptr_array_add (to, g_strdup (g_ptr_array_index (from, i)));
  g_ptr_array_set_size (from, 0);
}

static gboolean
read_beat (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  SystoleScenario *file = self->scenario;
  g_autoptr (SystoleBeat) beat = systole_beat_new ();
  gboolean good;

  if (file->lanes->len == 0)
    return TRUE; /* reported at the end */
  beat->unknown = systole_extras_new ();
  beat->state->unknown = systole_extras_new ();
  self->scenario = beat->state;
  good = read_state (self, node, beat, file, error);
  self->scenario = file;
  move_warnings (beat->state->warnings, file->warnings);
  drop_inherited (beat);
  beat->unknown = systole_reading_settle (beat->unknown);
  beat->state->unknown = systole_reading_settle (beat->state->unknown);
  if (good)
    g_ptr_array_add (file->beats, g_steal_pointer (&beat));
  return good;
}

static const SystoleElement no_attributes = { "", NULL, 0 };

gboolean
systole_reading_lesson (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  static const SystoleChild children[] = { { "beat", SYSTOLE_SCENARIO_MAX_BEATS, read_beat } };
  SystoleExtras *extras = self->scenario->unknown;

  self->scenario->has_lesson = TRUE;
  return systole_reading_attributes (self, node, &no_attributes, NULL, extras, "lesson", error) &&
         systole_reading_children (self, node, children, G_N_ELEMENTS (children), target, extras, "lesson", error);
}
