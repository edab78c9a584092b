/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/scenario/beat.h"

G_BEGIN_DECLS

/* What a formula of a lesson is worth where the beat stands now. */

typedef struct
{
  const SystoleScenario *scenario; /* as systole_scenario_at_beat() gives it */
  const SystoleCatalogue *catalogue;
  const SystoleRun *const *runs; /* by lane; NULL: not modelled */
  const guint64 *cycles;         /* by lane: the frame that is shown */
  guint n_lanes;                 /* of both */
} SystoleLessonState;

typedef struct
{
  gboolean present; /* FALSE: "n/a" */
  double real;
  guint64 count; /* exact, where `is_whole` */
  gboolean is_whole;
  SystoleQuantityKind kind; /* how it is shown: REAL for quotients of like things, RATIO for shares */
  gboolean is_bytes_rate;   /* bytes a second: what bytes are divided by to give seconds; a REAL when shown */
} SystoleLessonValue;

SystoleLessonValue systole_lesson_evaluate (const SystoleLessonState *state, const char *formula);
gboolean systole_lesson_holds (const SystoleLessonState *state, const char *condition);
char *systole_lesson_get_word (const SystoleLessonState *state, const char *formula) G_GNUC_WARN_UNUSED_RESULT;

/* Text of a value, in the reader's language (transfer full). */
typedef char *(*SystoleLessonFormat) (const SystoleLessonValue *value, gpointer data);

char *systole_lesson_expand (const SystoleLessonState *state, const char *text, SystoleLessonFormat format, gpointer data) G_GNUC_WARN_UNUSED_RESULT;
char *systole_lesson_caption (const SystoleLessonState *state, const SystoleBeat *beat, const char *const *languages, SystoleLessonFormat format, gpointer data) G_GNUC_WARN_UNUSED_RESULT;

char *systole_lesson_answer (const SystoleLessonState *state, const SystoleChoice *choice, const char *const *languages, SystoleLessonFormat format, gpointer data) G_GNUC_WARN_UNUSED_RESULT;
char *systole_lesson_reveal (const SystoleLessonState *state, const SystoleChoice *choice, const char *const *languages, SystoleLessonFormat format, gpointer data) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
