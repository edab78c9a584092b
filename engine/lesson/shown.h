/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/lesson/evaluate.h"

G_BEGIN_DECLS

/* A beat with everything that its texts are computed from. */
typedef struct
{
  const SystoleBeat *beat;
  SystoleScenario *scenario; /* at the beat */
  GPtrArray *runs;           /* SystoleRun by lane; NULL: not modelled */
  GArray *cycles;            /* guint64 by lane: the frame that is shown */
  SystoleLessonState state;
} SystoleLessonShown;

SystoleLessonShown *systole_lesson_shown_new (const SystoleScenario *lesson, guint beat, const SystoleCatalogue *catalogue) G_GNUC_WARN_UNUSED_RESULT;
void systole_lesson_shown_free (SystoleLessonShown *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleLessonShown, systole_lesson_shown_free)

G_END_DECLS
