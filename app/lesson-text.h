/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/session.h"
#include "engine/lesson/evaluate.h"

G_BEGIN_DECLS

/* Numbers of lessons as people read them, and what they are computed from. */

char *systole_lesson_text_format (const SystoleLessonValue *value, gpointer data) G_GNUC_WARN_UNUSED_RESULT; /* a SystoleLessonFormat: "30", "42.9 ns" */
char *systole_lesson_text_value (const SystoleLessonValue *value) G_GNUC_WARN_UNUSED_RESULT;                 /* standing alone: "30 cycles" */

typedef struct
{
  SystoleLessonState state;
  const SystoleRun *runs[SYSTOLE_MAX_LANES];
  guint64 cycles[SYSTOLE_MAX_LANES];
} SystoleLessonNow;

void systole_lesson_now (SystoleSession *session, SystoleLessonNow *out); /* points into the session; do not copy `out` */

G_END_DECLS
