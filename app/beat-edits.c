/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/beat-edits-private.h"

#include <string.h>

#include "engine/base/i18n.h"
#include "engine/scenario/formula.h"

/* Beats come and go, and what they say. Questions: question-edits.c. */

static const struct
{
  const char *title, *edit; /* of the edit, with the number of the beat */
  gsize offset;
} texts[SYSTOLE_N_BEAT_TEXTS] = {
  [SYSTOLE_BEAT_CAPTION] = { N_ ("Caption"), N_ ("Change the caption of beat %u"), G_STRUCT_OFFSET (SystoleBeat, captions) },
  [SYSTOLE_BEAT_NEUTRAL] = { N_ ("Said otherwise"), N_ ("Change the neutral sentence of beat %u"), G_STRUCT_OFFSET (SystoleBeat, neutrals) },
  [SYSTOLE_BEAT_DESCRIPTION] = { N_ ("For those who do not see it"), N_ ("Change the description of beat %u"), G_STRUCT_OFFSET (SystoleBeat, descriptions) },
  [SYSTOLE_BEAT_NOTE] = { N_ ("Note for the teacher"), N_ ("Change the note of beat %u"), G_STRUCT_OFFSET (SystoleBeat, notes) },
};

const char *
systole_beat_text_get_title (SystoleBeatText self)
{
  return _ (texts[self].title);
}

static GArray *
get_texts (const SystoleBeat *self, SystoleBeatText which)
{
  return G_STRUCT_MEMBER (GArray *, self, texts[which].offset);
}

const char *
systole_beat_get_text (const SystoleBeat *self, SystoleBeatText which, const char *language)
{
  const GArray *own = get_texts (self, which);

  for (guint i = 0; i < own->len; i++)
    if (strcmp (g_array_index (own, SystoleText, i).language, language) == 0)
      return g_array_index (own, SystoleText, i).text;
  return "";
}

static void
push (SystoleSession *session, SystoleScenario *next, int beat, char *name, SystoleEditKind kind, const char *merge_key)
{
  systole_session_edit_base (session, next, beat, name, kind, merge_key);
  if (merge_key == NULL)
    systole_history_seal (systole_session_get_history (session));
  g_free (name);
}

/* --- beats --- */

/* What is looked at now, in @beat. */
static void
take_shown (SystoleSession *session, SystoleBeat *beat, const SystoleBeatView *view)
{
  g_autoptr (SystoleScenario) shown = systole_session_get_shown (session, view->levels);

  systole_beat_take (beat, shown, systole_session_get_base (session));
  beat->selection = view->selection;
  g_free (beat->pane);
  beat->pane = g_strdup (view->pane);
}

/**
 * systole_edit_add_beat:
 *
 * What is looked at becomes a beat, after the one that is shown, else the last one.
 *
 * Returns: FALSE if there are as many as there may be
 */
gboolean
systole_edit_add_beat (SystoleSession *session, const SystoleBeatView *view)
{
  const SystoleScenario *base = systole_session_get_base (session);
  int shown = systole_session_get_beat (session);
  guint at = shown >= 0 ? (guint) shown + 1 : base->beats->len;
  SystoleScenario *next;
  SystoleBeat *beat;

  if (base->beats->len >= SYSTOLE_SCENARIO_MAX_BEATS)
    return FALSE;
  next = systole_scenario_copy (base);
  beat = systole_beat_new ();
  take_shown (session, beat, view);
  next->has_lesson = TRUE;
  g_ptr_array_insert (next->beats, (int) at, beat);
  /* Translators: name of an edit: “Add beat 3” */
  push (session, next, (int) at, g_strdup_printf (_ ("Add beat %u"), at + 1), SYSTOLE_EDIT_DATA, NULL);
  return TRUE;
}

SystoleScenario *
systole_edit_open_beat (SystoleSession *session, guint i, SystoleBeat **beat)
{
  SystoleScenario *next = systole_scenario_copy (systole_session_get_base (session));

  *beat = systole_beat_copy (systole_scenario_get_beat (next, i));
  systole_beat_unref (next->beats->pdata[i]);
  next->beats->pdata[i] = *beat;
  return next;
}

/* An edit of what a beat says: what is looked at stays, with its draft. */
void
systole_edit_push_words (SystoleSession *session, SystoleScenario *next, char *name, const char *merge_key)
{
  systole_session_edit_words (session, next, name, merge_key);
  if (merge_key == NULL)
    systole_history_seal (systole_session_get_history (session));
  g_free (name);
}

/**
 * systole_edit_update_beat:
 *
 * The beat that is shown shows what is looked at now.
 */
void
systole_edit_update_beat (SystoleSession *session, const SystoleBeatView *view)
{
  int i = systole_session_get_beat (session);
  SystoleBeat *beat;
  SystoleScenario *next;

  if (i < 0)
    return;
  next = systole_edit_open_beat (session, (guint) i, &beat);
  take_shown (session, beat, view);
  push (session, next, i, g_strdup_printf (_ ("Update beat %u"), (guint) i + 1), SYSTOLE_EDIT_DATA, NULL);
}

void
systole_edit_duplicate_beat (SystoleSession *session, guint beat)
{
  const SystoleScenario *base = systole_session_get_base (session);
  SystoleScenario *next;

  if (beat >= base->beats->len || base->beats->len >= SYSTOLE_SCENARIO_MAX_BEATS)
    return;
  next = systole_scenario_copy (base);
  g_ptr_array_insert (next->beats, (int) beat + 1, systole_beat_copy (systole_scenario_get_beat (base, beat)));
  push (session, next, (int) beat + 1, g_strdup_printf (_ ("Duplicate beat %u"), beat + 1), SYSTOLE_EDIT_STRUCTURE, NULL);
}

void
systole_edit_delete_beat (SystoleSession *session, guint beat)
{
  const SystoleScenario *base = systole_session_get_base (session);
  int shown = systole_session_get_beat (session);
  SystoleScenario *next;

  if (beat >= base->beats->len)
    return;
  next = systole_scenario_copy (base);
  g_ptr_array_remove_index (next->beats, beat);
  if (shown > (int) beat || shown >= (int) next->beats->len)
    shown--;
  push (session, next, shown, g_strdup_printf (_ ("Delete beat %u"), beat + 1), SYSTOLE_EDIT_STRUCTURE, NULL);
}

/**
 * systole_edit_move_beat:
 * @to: its place afterwards
 *
 * The beat that is shown stays the one that is shown.
 */
gboolean
systole_edit_move_beat (SystoleSession *session, guint beat, guint to)
{
  const SystoleScenario *base = systole_session_get_base (session);
  int shown = systole_session_get_beat (session);
  SystoleScenario *next;
  SystoleBeat *moved;

  if (beat >= base->beats->len || to >= base->beats->len || beat == to)
    return FALSE;
  next = systole_scenario_copy (base);
  moved = g_ptr_array_steal_index (next->beats, beat);
  g_ptr_array_insert (next->beats, (int) to, moved);
  if (shown == (int) beat)
    shown = (int) to;
  else if (shown > (int) beat && shown <= (int) to)
    shown--;
  else if (shown < (int) beat && shown >= (int) to)
    shown++;
  push (session, next, shown, g_strdup_printf (_ ("Move beat %u to place %u"), beat + 1, to + 1), SYSTOLE_EDIT_DATA, NULL);
  return TRUE;
}

/* --- words --- */

void
systole_edit_put_text (GArray *own, const char *language, const char *text)
{
  if (*text != '\0')
    {
      systole_texts_set (own, language, text);
      return;
    }
  for (guint i = own->len; i-- > 0;)
    if (strcmp (g_array_index (own, SystoleText, i).language, language) == 0)
      g_array_remove_index (own, i);
}

gboolean
systole_edit_set_beat_text (SystoleSession *session, guint beat, SystoleBeatText which, const char *language, const char *text, GError **error)
{
  SystoleBeat *own;
  SystoleScenario *next;
  g_autofree char *key = g_strdup_printf ("beat.%u.%d.%s", beat, (int) which, language);

  if (!systole_template_check (text, error))
    return FALSE;
  next = systole_edit_open_beat (session, beat, &own);
  systole_edit_put_text (get_texts (own, which), language, text);
  systole_edit_push_words (session, next, g_strdup_printf (_ (texts[which].edit), beat + 1), key);
  return TRUE;
}

gboolean
systole_edit_set_beat_condition (SystoleSession *session, guint beat, const char *condition, GError **error)
{
  SystoleBeat *own;
  SystoleScenario *next;

  if (*condition != '\0' && !systole_formula_check (condition, error))
    return FALSE;
  next = systole_edit_open_beat (session, beat, &own);
  g_free (own->when);
  own->when = *condition != '\0' ? g_strdup (condition) : NULL;
  systole_edit_push_words (session, next, g_strdup_printf (_ ("Change the condition of beat %u"), beat + 1), NULL);
  return TRUE;
}

void
systole_edit_set_beat_hides (SystoleSession *session, guint beat, const char *counter)
{
  SystoleBeat *own;
  SystoleScenario *next = systole_edit_open_beat (session, beat, &own);

  g_free (own->hides);
  own->hides = g_strdup (counter);
  systole_edit_push_words (session, next, g_strdup_printf (_ ("Change what beat %u hides"), beat + 1), NULL);
}

void
systole_edit_set_beat_play (SystoleSession *session, guint beat, guint64 to)
{
  SystoleBeat *own;
  SystoleScenario *next = systole_edit_open_beat (session, beat, &own);

  own->play_to = to;
  systole_edit_push_words (session, next, g_strdup_printf (_ ("Change how far beat %u plays"), beat + 1), NULL);
}
