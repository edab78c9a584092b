/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/session.h"
#include "engine/lesson/evaluate.h"

G_BEGIN_DECLS

/* What the formulas of a lesson are computed from in a session. */

typedef struct
{
  SystoleLessonState state;
  const SystoleRun *runs[SYSTOLE_MAX_LANES];
  guint64 cycles[SYSTOLE_MAX_LANES];
} SystoleLessonNow;

/* Cycle at which the answer of the beat's question is seen; FALSE: it names none. */
gboolean systole_lesson_find_answer (const SystoleLessonState *state, const SystoleBeat *beat, guint64 *cycle);
void systole_lesson_now (SystoleSession *session, SystoleLessonNow *out); /* points into the session; do not copy `out` */

G_END_DECLS
