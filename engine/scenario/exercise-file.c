/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/i18n.h"
#include "engine/scenario/exercise.h"
#include "engine/scenario/reader-private.h"
#include "engine/scenario/writer-private.h"

/* <exercise>, read and written. */

static gboolean
read_task (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  return systole_reading_text (self, node, &systole_task_element, ((SystoleExercise *) target)->tasks, error);
}

static gboolean
read_blank (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  SystoleExercise *exercise = target;
  g_autoptr (SystoleExtras) extras = systole_extras_new ();
  SystoleBlank blank = { 0 };

  if (!systole_reading_attributes (self, node, &systole_blank_element, &blank, extras, "blank", error) ||
      !systole_reading_children (self, node, NULL, 0, NULL, extras, "blank", error))
    return FALSE;
  blank.unknown = systole_reading_settle (g_steal_pointer (&extras));
  g_array_append_val (exercise->blanks, blank);
  return TRUE;
}

gboolean
systole_reading_exercise (SystoleReading *self, const SystoleXmlNode *node, gpointer target, GError **error)
{
  static const SystoleChild children[] = { { "task", 0, read_task }, { "blank", SYSTOLE_EXERCISE_MAX_BLANKS, read_blank } };
  g_autoptr (SystoleExercise) exercise = systole_exercise_new (SYSTOLE_EXERCISE_ROW_ENTRY, 0);
  g_autoptr (SystoleExtras) extras = systole_extras_new ();

  if (self->scenario->lanes->len == 0)
    return TRUE; /* reported at the end */
  if (!systole_reading_attributes (self, node, &systole_exercise_element, exercise, extras, "exercise", error) ||
      !systole_reading_children (self, node, children, G_N_ELEMENTS (children), exercise, extras, "exercise", error) ||
      !systole_reading_lane_exists (self, node, exercise->lane, error))
    return FALSE;
  if (exercise->blanks->len == 0)
    {
      systole_xml_set_error (error, SYSTOLE_ERROR_SHAPE, self->file_name, node, _ ("there is no <%s> in it; at least one is needed"), "blank");
      return FALSE;
    }
  exercise->unknown = systole_reading_settle (g_steal_pointer (&extras));
  g_ptr_array_add (self->scenario->exercises, g_steal_pointer (&exercise));
  return TRUE;
}

static void
append_exercise (GString *out, guint level, const SystoleExercise *self)
{
  systole_write_begin (out, level, &systole_exercise_element, self, self->unknown, "exercise");
  g_string_append (out, ">\n");
  systole_extras_write_at (self->unknown, "exercise", 0, 0, out, level + 1);
  systole_write_texts (out, level + 1, self->tasks, &systole_task_element, 1, self->unknown, "exercise");
  for (guint i = 0; i < self->blanks->len; i++)
    {
      const SystoleBlank *blank = &g_array_index (self->blanks, SystoleBlank, i);

      systole_write_leaf (out, level + 1, &systole_blank_element, blank, blank->unknown, "blank");
      systole_extras_write_at (self->unknown, "exercise", 2, i + 1, out, level + 1);
    }
  systole_extras_write_after (self->unknown, "exercise", 2, self->blanks->len, out, level + 1);
  systole_xml_append_indent (out, level);
  g_string_append (out, "</exercise>\n");
}

/* `rank`: of the element among the children of the file */
void
systole_write_exercises (GString *out, guint level, const SystoleScenario *self, guint rank)
{
  for (guint i = 0; i < self->exercises->len; i++)
    {
      append_exercise (out, level, systole_scenario_get_exercise (self, i));
      systole_extras_write_at (self->unknown, "scenario", rank, i + 1, out, level);
    }
  systole_extras_write_after (self->unknown, "scenario", rank, self->exercises->len, out, level);
}
