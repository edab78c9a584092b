/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "app/session.h"
#include "engine/lesson/evaluate.h"

G_BEGIN_DECLS

/* What a lesson says with the session's present runs and instant, as people read numbers. */

char *systole_lesson_now_expand (SystoleSession *session, const char *text) G_GNUC_WARN_UNUSED_RESULT;
char *systole_lesson_now_value (SystoleSession *session, const char *formula) G_GNUC_WARN_UNUSED_RESULT;
gboolean systole_lesson_now_holds (SystoleSession *session, const char *condition);

/* Calls back with what holds now; the state lives that long. */
typedef void (*SystoleLessonFunction) (const SystoleLessonState *state, gpointer data);
void systole_lesson_now_with_state (SystoleSession *session, SystoleLessonFunction function, gpointer data);

/* Everything that can be inserted into a text, by machine; items call “field.insert”. */
GMenuModel *systole_lesson_now_menu (SystoleSession *session) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
