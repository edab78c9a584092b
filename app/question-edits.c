/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/beat-edits-private.h"

#include "engine/base/i18n.h"
#include "engine/scenario/formula.h"

/* What a beat asks: two to four choices, one of them right. */

static const char first_wrong[] = "size-blind"; /* until another name is chosen */

static void
append (SystoleBeat *beat, const char *value, const char *misconception)
{
  const SystoleChoice choice = { .value = (char *) value, .misconception = (char *) misconception };

  systole_beat_add_choice (beat, &choice);
}

static SystoleChoice *
get_choice (SystoleBeat *beat, guint i)
{
  return i < beat->choices->len ? &g_array_index (beat->choices, SystoleChoice, i) : NULL;
}

static void
push (SystoleSession *session, SystoleScenario *next, guint beat)
{
  systole_edit_push_words (session, next, g_strdup_printf (_ ("Change the question of beat %u"), beat + 1), NULL);
}

/**
 * systole_edit_take_question:
 * @question: (nullable): of systole_question_make(); NULL: nothing is asked any more
 * @language: of its caption, which is taken where the beat says nothing in it yet
 *
 * Replaces what the beat asks and hides; its condition where there is none.
 */
void
systole_edit_take_question (SystoleSession *session, guint beat, const SystoleBeat *question, const char *language)
{
  SystoleBeat *own;
  SystoleScenario *next = systole_edit_open_beat (session, beat, &own);
  char *name = question != NULL ? g_strdup_printf (_ ("Ask something in beat %u"), beat + 1) : g_strdup_printf (_ ("Ask nothing in beat %u"), beat + 1);

  g_array_set_size (own->choices, 0);
  g_free (own->hides);
  own->hides = question != NULL ? g_strdup (question->hides) : NULL;
  for (guint i = 0; question != NULL && i < question->choices->len; i++)
    systole_beat_add_choice (own, &g_array_index (question->choices, SystoleChoice, i));
  if (question != NULL && *systole_beat_get_text (own, SYSTOLE_BEAT_CAPTION, language) == '\0')
    systole_edit_put_text (own->captions, language, systole_beat_get_text (question, SYSTOLE_BEAT_CAPTION, language));
  if (question != NULL && own->when == NULL)
    own->when = g_strdup (question->when);
  systole_edit_push_words (session, next, name, NULL);
}

/**
 * systole_edit_set_choice_value:
 * @formula: what the choice says, computed when it is shown
 */
gboolean
systole_edit_set_choice_value (SystoleSession *session, guint beat, guint choice, const char *formula, GError **error)
{
  SystoleBeat *own;
  SystoleScenario *next;
  SystoleChoice *changed;

  if (!systole_formula_check (formula, error))
    return FALSE;
  next = systole_edit_open_beat (session, beat, &own);
  changed = get_choice (own, choice);
  g_free (changed->value);
  changed->value = g_strdup (formula);
  push (session, next, beat);
  return TRUE;
}

/* The right answer has none: it cannot be given one. */
void
systole_edit_set_choice_misconception (SystoleSession *session, guint beat, guint choice, const char *misconception)
{
  SystoleBeat *own;
  SystoleScenario *next = systole_edit_open_beat (session, beat, &own);
  SystoleChoice *changed = get_choice (own, choice);

  if (changed->misconception != NULL)
    {
      g_free (changed->misconception);
      changed->misconception = g_strdup (misconception);
    }
  push (session, next, beat);
}

gboolean
systole_edit_set_choice_reveal (SystoleSession *session, guint beat, guint choice, const char *language, const char *text, GError **error)
{
  SystoleBeat *own;
  SystoleScenario *next;

  if (!systole_template_check (text, error))
    return FALSE;
  next = systole_edit_open_beat (session, beat, &own);
  systole_edit_put_text (get_choice (own, choice)->reveals, language, text);
  push (session, next, beat);
  return TRUE;
}

/**
 * systole_edit_add_choice:
 *
 * One more wrong choice; the first time, a right one and a wrong one.
 */
void
systole_edit_add_choice (SystoleSession *session, guint beat)
{
  SystoleBeat *own;
  SystoleScenario *next = systole_edit_open_beat (session, beat, &own);
  const char *hidden = own->hides != NULL ? own->hides : "cycles";

  if (own->choices->len == 0)
    append (own, hidden, NULL);
  if (own->choices->len < SYSTOLE_BEAT_MAX_CHOICES)
    {
      g_autofree char *value = g_strdup_printf ("%s × %u", hidden, 1u << own->choices->len);

      append (own, value, first_wrong);
    }
  push (session, next, beat);
}

/* Where fewer than two would be left, nothing is asked any more; without the right one
 * the first is the right one. */
void
systole_edit_remove_choice (SystoleSession *session, guint beat, guint choice)
{
  SystoleBeat *own;
  SystoleScenario *next = systole_edit_open_beat (session, beat, &own);
  gboolean right = get_choice (own, choice)->misconception == NULL;

  g_array_remove_index (own->choices, choice);
  if (own->choices->len < 2)
    g_array_set_size (own->choices, 0);
  else if (right)
    g_clear_pointer (&get_choice (own, 0)->misconception, g_free);
  push (session, next, beat);
}
