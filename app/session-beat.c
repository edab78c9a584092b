/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/session-private.h"

#include "engine/scenario/beat.h"

/*
 * What is shown of a document with a lesson: the document itself, or one of its beats. At
 * a beat one may try other things: they are a draft, which changes no document until it
 * is stored in a beat, and which undo takes back as it does an edit.
 */

/* The beats of the document, each with all it shows: none of them inherits from what is
 * shown now. */
static SystoleScenario *
with_beats (SystoleScenario *shown, const SystoleScenario *base)
{
  shown->has_lesson = TRUE;
  g_ptr_array_set_size (shown->beats, 0);
  for (guint i = 0; i < systole_scenario_get_n_beats (base); i++)
    g_ptr_array_add (shown->beats, systole_beat_resolve (base, i));
  return shown;
}

static void
set_shown (SystoleSession *self, int beat, const SystoleScenario *draft)
{
  const SystoleScenario *base = systole_session_get_base (self);
  SystoleScenario *at_beat = NULL;
  int old = self->shown.beat;

  beat = MIN (beat, (int) systole_scenario_get_n_beats (base) - 1);
  if (beat >= 0)
    at_beat = draft != NULL ? systole_scenario_ref ((SystoleScenario *) draft) : with_beats (systole_scenario_at_beat (base, (guint) beat), base);
  g_clear_pointer (&self->at_beat, systole_scenario_unref);
  self->at_beat = at_beat;
  self->shown.beat = beat;
  self->shown.draft = beat >= 0 ? draft : NULL;
  if (beat != old)
    systole_session_notify (self, "beat");
}

void
systole_session_show_document (SystoleSession *self)
{
  set_shown (self, -1, NULL);
}

/* Whether both have the same work on the same machines: nothing is run again. */
static gboolean
shows_same (const SystoleScenario *a, const SystoleScenario *b)
{
  g_autoptr (SystoleScenario) first = systole_scenario_strip (a), second = systole_scenario_strip (b);

  return systole_scenario_equal (first, second);
}

const SystoleScenario *
systole_session_get_base (SystoleSession *self)
{
  return systole_history_get_current (self->history);
}

const SystoleScenario *
systole_session_get_scenario (SystoleSession *self)
{
  return self->at_beat != NULL ? self->at_beat : systole_session_get_base (self);
}

int
systole_session_get_beat (SystoleSession *self)
{
  return self->shown.beat;
}

gboolean
systole_session_has_draft (SystoleSession *self)
{
  return self->shown.draft != NULL;
}

/**
 * systole_session_go_to_beat:
 * @beat: of the document; −1: the document itself
 *
 * Shows it: its work and machines run, its view is taken. No edit.
 */
void
systole_session_go_to_beat (SystoleSession *self, int beat)
{
  g_return_if_fail (SYSTOLE_IS_SESSION (self));
  g_return_if_fail (beat >= -1 && beat < (int) systole_scenario_get_n_beats (systole_session_get_base (self)));
  systole_session_set_playing (self, FALSE);
  systole_history_seal (self->history);
  set_shown (self, beat, NULL);
  self->view_pending = TRUE;
  systole_session_scenario_changed (self, SYSTOLE_EDIT_STRUCTURE);
}

/**
 * systole_session_edit:
 * @next: (transfer full): what is shown, after the edit
 * @name: what was done, translated: "Set K to 512"
 * @merge_key: (nullable): see [method@History.push]
 *
 * At a beat it is a draft: the document stays as it is.
 */
void
systole_session_edit (SystoleSession *self, SystoleScenario *next, const char *name, SystoleEditKind kind, const char *merge_key)
{
  g_autoptr (SystoleScenario) own = next;
  const SystoleShown after = { self->shown.beat, self->at_beat != NULL ? own : NULL };

  g_return_if_fail (SYSTOLE_IS_SESSION (self));
  if (self->at_beat != NULL && systole_scenario_equal (self->at_beat, own))
    return;
  if (self->at_beat == NULL)
    systole_scenario_keep_beats (own, systole_session_get_base (self));
  if (!systole_history_push_shown (self->history, self->at_beat != NULL ? systole_session_get_base (self) : own, &self->shown, &after, name, kind, merge_key))
    return;
  set_shown (self, after.beat, after.draft);
  systole_session_scenario_changed (self, kind);
}

/**
 * systole_session_edit_base:
 * @next: (transfer full): the document after the edit
 * @beat: of it that is shown now; −1: the document itself
 * @kind: %SYSTOLE_EDIT_DATA where the beat shows what was shown before
 *
 * As [method@Session.edit], of the whole document. A draft is dropped; undo brings it back.
 */
void
systole_session_edit_base (SystoleSession *self, SystoleScenario *next, int beat, const char *name, SystoleEditKind kind, const char *merge_key)
{
  g_autoptr (SystoleScenario) own = next;
  const SystoleShown after = { beat, NULL };

  g_return_if_fail (SYSTOLE_IS_SESSION (self));
  if (!systole_history_push_shown (self->history, own, &self->shown, &after, name, kind, merge_key))
    return;
  set_shown (self, beat, NULL);
  self->view_pending = self->view_pending || (kind == SYSTOLE_EDIT_STRUCTURE && beat >= 0);
  systole_session_scenario_changed (self, kind);
}

/**
 * systole_session_edit_words:
 * @next: (transfer full): the document after the edit, with as many beats as before
 *
 * As [method@Session.edit_base], where what is said changes and not what is shown: a draft
 * stays.
 */
void
systole_session_edit_words (SystoleSession *self, SystoleScenario *next, const char *name, const char *merge_key)
{
  g_autoptr (SystoleScenario) own = next;
  g_autoptr (SystoleScenario) draft = NULL;
  SystoleShown after = { self->shown.beat, NULL };

  g_return_if_fail (SYSTOLE_IS_SESSION (self));
  if (systole_scenario_equal (own, systole_session_get_base (self)))
    return;
  if (self->shown.draft != NULL)
    after.draft = draft = with_beats (systole_scenario_copy (self->shown.draft), own);
  if (!systole_history_push_shown (self->history, own, &self->shown, &after, name, SYSTOLE_EDIT_DATA, merge_key))
    return;
  set_shown (self, after.beat, after.draft);
  systole_session_scenario_changed (self, SYSTOLE_EDIT_DATA);
}

/* Where undo and redo lead: to the beat at which it was done, and only then away from
 * the instant that is looked at. */
static void
follow (SystoleSession *self, SystoleEditKind kind, const SystoleShown *shown, const SystoleScenario *before)
{
  int beat = self->shown.beat;

  set_shown (self, shown->beat, shown->draft);
  if (beat != self->shown.beat && !shows_same (before, systole_session_get_scenario (self)))
    {
      self->view_pending = TRUE;
      kind = SYSTOLE_EDIT_STRUCTURE;
    }
  systole_session_scenario_changed (self, kind);
}

gboolean
systole_session_undo (SystoleSession *self)
{
  g_autoptr (SystoleScenario) before = systole_scenario_ref ((SystoleScenario *) systole_session_get_scenario (self));
  SystoleEditKind kind;
  SystoleShown shown;

  if (!systole_history_undo (self->history, &kind, &shown))
    return FALSE;
  follow (self, kind, &shown, before);
  return TRUE;
}

gboolean
systole_session_redo (SystoleSession *self)
{
  g_autoptr (SystoleScenario) before = systole_scenario_ref ((SystoleScenario *) systole_session_get_scenario (self));
  SystoleEditKind kind;
  SystoleShown shown;

  if (!systole_history_redo (self->history, &kind, &shown))
    return FALSE;
  follow (self, kind, &shown, before);
  return TRUE;
}
