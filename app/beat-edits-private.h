/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/beat-edits.h"

G_BEGIN_DECLS

/* The document with a copy of one beat, to be changed and pushed. */
SystoleScenario *systole_edit_open_beat (SystoleSession *session, guint i, SystoleBeat **beat) G_GNUC_WARN_UNUSED_RESULT;
void systole_edit_push_words (SystoleSession *session, SystoleScenario *next, char *name, const char *merge_key); /* takes @next and @name */
void systole_edit_put_text (GArray *texts, const char *language, const char *text);                               /* "" removes the text of that language */

G_END_DECLS
