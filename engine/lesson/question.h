/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/lesson/evaluate.h"

G_BEGIN_DECLS

/* Questions that the engine makes of the run that is shown: the right answer is computed,
 * the wrong ones are what named misconceptions would compute. */

typedef enum
{
#define QUESTION(ID, id, title, sentence, hides, value, instant) SYSTOLE_QUESTION_##ID,
#define WRONG(ID, misconception, value)
#include "engine/lesson/questions.def"
#undef QUESTION
#undef WRONG
  SYSTOLE_N_QUESTIONS
} SystoleQuestionKind;

const char *systole_question_get_id (SystoleQuestionKind self);
const char *systole_question_get_title (SystoleQuestionKind self); /* translated */

/* A beat that asks it and shows nothing of its own: sentence as caption, choices, what it
 * hides, its condition; NULL: this run has no such question. `language`: of the interface,
 * whose words are put into the beat. `format`: choices that it writes alike are one. */
SystoleBeat *systole_question_make (SystoleQuestionKind self, const SystoleLessonState *state, guint lane, const char *language, SystoleLessonFormat format, gpointer data) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
