/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/scenario/scenario.h"

G_BEGIN_DECLS

/*
 * An exercise: blanks that a student fills, of one lane of the file. What is right is not in
 * the file: the engine knows it (engine/lesson/marking.h). Immutable once it belongs to a
 * scenario, reference-counted.
 */

typedef enum
{
#define EXERCISE(ID, id, title) SYSTOLE_EXERCISE_##ID,
#include "engine/scenario/exercises.def"
#undef EXERCISE
  SYSTOLE_N_EXERCISES
} SystoleExerciseKind;

typedef struct
{
  guint64 of;   /* row of the array, or tile */
  guint column; /* of a PE */
  gboolean answered;
  guint64 answer; /* a cycle; of a tile: the SM or array */
  gpointer unknown;
} SystoleBlank;

typedef struct
{
  gatomicrefcount ref_count;
  SystoleExerciseKind kind;
  guint lane;
  GArray *tasks;  /* SystoleText */
  GArray *blanks; /* SystoleBlank */
  gpointer unknown;
} SystoleExercise;

#define SYSTOLE_SCENARIO_MAX_EXERCISES 16
#define SYSTOLE_EXERCISE_MAX_BLANKS 256

SystoleExercise *systole_exercise_new (SystoleExerciseKind kind, guint lane) G_GNUC_WARN_UNUSED_RESULT;
SystoleExercise *systole_exercise_copy (const SystoleExercise *self) G_GNUC_WARN_UNUSED_RESULT; /* to be changed before anybody sees it */
SystoleExercise *systole_exercise_ref (SystoleExercise *self);
void systole_exercise_unref (SystoleExercise *self);
void systole_exercise_add_blank (SystoleExercise *self, guint64 of, guint column);

guint systole_scenario_get_n_exercises (const SystoleScenario *self);
const SystoleExercise *systole_scenario_get_exercise (const SystoleScenario *self, guint i); /* or NULL */
void systole_scenario_move_exercises (SystoleScenario *self, const int *lanes);              /* `lanes`: by lane, where it is now; −1: no more */
SystoleScenario *systole_scenario_without_answers (const SystoleScenario *self) G_GNUC_WARN_UNUSED_RESULT;

const char *systole_exercise_kind_get_id (SystoleExerciseKind self);
const char *systole_exercise_kind_get_title (SystoleExerciseKind self); /* translated */
gboolean systole_exercise_kind_from_id (const char *id, SystoleExerciseKind *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleExercise, systole_exercise_unref)

G_END_DECLS
