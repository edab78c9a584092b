/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/lesson/shown.h"

G_BEGIN_DECLS

/* Whether a lesson can be shown to a class: what is wrong with each beat, in words. */

#define SYSTOLE_LESSON_MAX_CAPTION 90
#define SYSTOLE_LESSON_MAX_REVEAL 60
#define SYSTOLE_LESSON_MAX_DESCRIPTION 300
#define SYSTOLE_LESSON_MAX_TITLE 52
#define SYSTOLE_LESSON_MAX_ENGLISH_TITLE 45

/* Sentences (char *), translated; empty: nothing is wrong. `format` gives the texts of numbers. */
GPtrArray *systole_lesson_check (const SystoleScenario *lesson, const SystoleCatalogue *catalogue, SystoleLessonFormat format, gpointer data) G_GNUC_WARN_UNUSED_RESULT;
GPtrArray *systole_lesson_check_beat (const SystoleScenario *lesson, guint beat, const SystoleCatalogue *catalogue, SystoleLessonFormat format, gpointer data) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
