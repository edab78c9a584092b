/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * A text of a beat: title, what is written, a menu of what the engine can insert, and below
 * what is wrong with it or what it says now.
 *
 * Signals:
 *   edited (string text)  by the user, as it is typed
 *   left ()               the keyboard goes elsewhere: one edit ends
 */

#define SYSTOLE_TYPE_BEAT_FIELD (systole_beat_field_get_type ())
G_DECLARE_FINAL_TYPE (SystoleBeatField, systole_beat_field, SYSTOLE, BEAT_FIELD, GtkBox)

/* `formula`: the text is one, and what is inserted has no braces. */
SystoleBeatField *systole_beat_field_new (const char *title, gboolean formula) G_GNUC_WARN_UNUSED_RESULT;
void systole_beat_field_set_menu (SystoleBeatField *self, GMenuModel *menu);                    /* its items call “field.insert” with a formula */
void systole_beat_field_show (SystoleBeatField *self, const char *stored);                      /* unless something else is being typed since */
void systole_beat_field_reset (SystoleBeatField *self);                                         /* what comes next belongs to another beat */
void systole_beat_field_set_note (SystoleBeatField *self, const char *note, gboolean is_error); /* NULL: none */
const char *systole_beat_field_get_note (SystoleBeatField *self);                               /* "": none */
void systole_beat_field_type (SystoleBeatField *self, const char *text);                        /* as if typed */
char *systole_beat_field_get_text (SystoleBeatField *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
