/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/scenario/exercise.h"

G_BEGIN_DECLS

/* What is right in an exercise, and where what was filled in first departs from it. */

typedef struct
{
  gboolean known; /* the run has such a row, PE or tile */
  guint64 answer; /* a cycle; of a tile: the SM or array */
  guint64 cycle;  /* in which it happens */
} SystoleTruth;

typedef struct
{
  guint n, n_answered, n_right; /* blanks that the run knows */
  int first_wrong;              /* the blank that goes wrong first, −1: none */
  guint64 cycle;                /* in which what was filled in first departs from the run */
  char *sentence;               /* of it, or of all being right or not filled in; translated */
} SystoleMark;

void systole_exercise_solve (const SystoleExercise *self, const SystoleRun *run, SystoleTruth *truths); /* as many as blanks */
char *systole_exercise_describe_blank (const SystoleExercise *self, guint blank) G_GNUC_WARN_UNUSED_RESULT;
void systole_exercise_mark (const SystoleExercise *self, const SystoleRun *run, SystoleMark *out);
void systole_mark_clear (SystoleMark *self);
gboolean systole_exercise_same (const SystoleExercise *a, const SystoleExercise *b); /* the same blanks, whatever is in them */

/* Of every kind: blanks that suit the run, none filled in; NULL: it has nothing of the kind. */
SystoleExercise *systole_exercise_make (SystoleExerciseKind kind, guint lane, const SystoleRun *run) G_GNUC_WARN_UNUSED_RESULT;
SystoleScenario *systole_scenario_with_key (const SystoleScenario *self, const SystoleCatalogue *catalogue, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SystoleMark, systole_mark_clear)

G_END_DECLS
