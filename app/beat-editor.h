/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/beat-edits.h"
#include "app/beat-field.h"

G_BEGIN_DECLS

/* What the beat that is shown says, hides, plays and asks, to be written. Hidden while the
 * document itself is shown. */

#define SYSTOLE_TYPE_BEAT_EDITOR (systole_beat_editor_get_type ())
G_DECLARE_FINAL_TYPE (SystoleBeatEditor, systole_beat_editor, SYSTOLE, BEAT_EDITOR, GtkBox)

GtkWidget *systole_beat_editor_new (SystoleSession *session) G_GNUC_WARN_UNUSED_RESULT;
SystoleBeatField *systole_beat_editor_get_field (SystoleBeatEditor *self, SystoleBeatText which);
SystoleBeatField *systole_beat_editor_get_condition (SystoleBeatEditor *self);
void systole_beat_editor_set_language (SystoleBeatEditor *self, const char *language); /* "es"; of those in the list */
const char *systole_beat_editor_get_language (SystoleBeatEditor *self);

G_END_DECLS
