/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/session.h"
#include "engine/scenario/beat.h"

G_BEGIN_DECLS

/* Every edit of a lesson: each makes the next document and pushes it with a name. Beats
 * are counted from 0 here and from 1 in what is said. */

/* What is looked at, besides what the session knows. */
typedef struct
{
  const int *levels; /* of zoom by lane, SYSTOLE_MAX_LANES of them; −1: not stated */
  const char *pane;  /* page of Explain that is shown, or NULL: none */
  SystoleBeatSelection selection;
} SystoleBeatView;

/* Texts of a beat, by language. */
typedef enum
{
  SYSTOLE_BEAT_CAPTION,
  SYSTOLE_BEAT_NEUTRAL,
  SYSTOLE_BEAT_DESCRIPTION,
  SYSTOLE_BEAT_NOTE,
  SYSTOLE_N_BEAT_TEXTS
} SystoleBeatText;

const char *systole_beat_text_get_title (SystoleBeatText self);
const char *systole_beat_get_text (const SystoleBeat *self, SystoleBeatText which, const char *language); /* "" without any */

gboolean systole_edit_add_beat (SystoleSession *session, const SystoleBeatView *view);
void systole_edit_update_beat (SystoleSession *session, const SystoleBeatView *view);
void systole_edit_duplicate_beat (SystoleSession *session, guint beat);
void systole_edit_delete_beat (SystoleSession *session, guint beat);
gboolean systole_edit_move_beat (SystoleSession *session, guint beat, guint to);

/* Refused with the formula's sentence where a placeholder is none. */
gboolean systole_edit_set_beat_text (SystoleSession *session, guint beat, SystoleBeatText which, const char *language, const char *text, GError **error);
gboolean systole_edit_set_beat_condition (SystoleSession *session, guint beat, const char *condition, GError **error); /* "": none */
void systole_edit_set_beat_hides (SystoleSession *session, guint beat, const char *counter);                           /* NULL: nothing */
void systole_edit_set_beat_play (SystoleSession *session, guint beat, guint64 to);                                     /* 0: it does not play */

void systole_edit_take_question (SystoleSession *session, guint beat, const SystoleBeat *question, const char *language);
gboolean systole_edit_set_choice_value (SystoleSession *session, guint beat, guint choice, const char *formula, GError **error);
void systole_edit_set_choice_misconception (SystoleSession *session, guint beat, guint choice, const char *misconception);
gboolean systole_edit_set_choice_reveal (SystoleSession *session, guint beat, guint choice, const char *language, const char *text, GError **error);
void systole_edit_add_choice (SystoleSession *session, guint beat);
void systole_edit_remove_choice (SystoleSession *session, guint beat, guint choice);

G_END_DECLS
