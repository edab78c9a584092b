/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/lesson/evaluate.h"

G_BEGIN_DECLS

/* A SystoleLessonFormat: numbers of captions as people read them, in the locale. A count and
 * cycles without their unit, which the sentence has; the others with it; three digits. */
char *systole_text_lesson_value (const SystoleLessonValue *value, gpointer unused) G_GNUC_WARN_UNUSED_RESULT;
/* The same for an answer that stands alone: cycles with their unit. */
char *systole_text_lesson_answer (const SystoleLessonValue *value, gpointer unused) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
