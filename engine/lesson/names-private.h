/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/lesson/evaluate.h"

G_BEGIN_DECLS

/* What the names of a formula are worth in one run. */

typedef struct
{
  const SystoleRun *run;
  guint64 cycle;           /* that is shown of it */
  const SystoleLane *lane; /* whose run it is */
} SystoleLessonPlace;

extern const SystoleLessonValue systole_lesson_absent;

SystoleLessonValue systole_lesson_whole (guint64 count, SystoleQuantityKind kind);
SystoleLessonValue systole_lesson_real (double value, SystoleQuantityKind kind); /* absent where it is not finite */
SystoleLessonValue systole_lesson_get_name (const SystoleLessonPlace *place, const char *name);

G_END_DECLS
