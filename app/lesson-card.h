/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/beat-editor.h"
#include "app/beat-list.h"
#include "app/session.h"

G_BEGIN_DECLS

/* The fold of Setup in which a lesson is made: its beats, what can be done with them, and
 * the words of the one that is shown. Without beats: how to begin one. */

#define SYSTOLE_TYPE_LESSON_CARD (systole_lesson_card_get_type ())
G_DECLARE_FINAL_TYPE (SystoleLessonCard, systole_lesson_card, SYSTOLE, LESSON_CARD, GtkBox)

GtkWidget *systole_lesson_card_new (SystoleSession *session) G_GNUC_WARN_UNUSED_RESULT;
SystoleBeatList *systole_lesson_card_get_list (SystoleLessonCard *self);
SystoleBeatEditor *systole_lesson_card_get_editor (SystoleLessonCard *self); /* NULL before there was a beat */

G_END_DECLS
