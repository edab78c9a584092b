/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/exercise.h"

#include <string.h>

#include "engine/base/i18n.h"
#include "engine/scenario/scenario-private.h"

static const struct
{
  const char *id, *title;
} kinds[SYSTOLE_N_EXERCISES] = {
#define EXERCISE(ID, id, title) { id, title },
#include "engine/scenario/exercises.def"
#undef EXERCISE
};

static void
clear_blank (gpointer data)
{
  systole_unknown_unref (((SystoleBlank *) data)->unknown);
}

/* One reference, without tasks and blanks; @lane is asked about, from 0. */
SystoleExercise *
systole_exercise_new (SystoleExerciseKind kind, guint lane)
{
  SystoleExercise *self = g_new0 (SystoleExercise, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->kind = kind;
  self->lane = lane;
  self->tasks = systole_text_array_new ();
  self->blanks = g_array_new (FALSE, FALSE, sizeof (SystoleBlank));
  g_array_set_clear_func (self->blanks, clear_blank);
  return self;
}

SystoleExercise *
systole_exercise_copy (const SystoleExercise *self)
{
  SystoleExercise *copy = systole_exercise_new (self->kind, self->lane);

  g_array_unref (copy->tasks);
  copy->tasks = systole_text_array_copy (self->tasks);
  g_array_append_vals (copy->blanks, self->blanks->data, self->blanks->len);
  for (guint i = 0; i < copy->blanks->len; i++)
    systole_unknown_ref (g_array_index (copy->blanks, SystoleBlank, i).unknown);
  copy->unknown = systole_unknown_ref (self->unknown);
  return copy;
}

SystoleExercise *
systole_exercise_ref (SystoleExercise *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
systole_exercise_unref (SystoleExercise *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->tasks);
  g_array_unref (self->blanks);
  systole_unknown_unref (self->unknown);
  g_free (self);
}

void
systole_exercise_add_blank (SystoleExercise *self, guint64 of, guint column)
{
  const SystoleBlank blank = { of, column, FALSE, 0, NULL };

  g_array_append_val (self->blanks, blank);
}

guint
systole_scenario_get_n_exercises (const SystoleScenario *self)
{
  return self->exercises->len;
}

const SystoleExercise *
systole_scenario_get_exercise (const SystoleScenario *self, guint i)
{
  return i < self->exercises->len ? g_ptr_array_index (self->exercises, i) : NULL;
}

/* Lanes come and go, and exercises name them by number. */
void
systole_scenario_move_exercises (SystoleScenario *self, const int *lanes)
{
  for (guint i = self->exercises->len; i-- > 0;)
    {
      SystoleExercise *old = g_ptr_array_index (self->exercises, i);
      int lane = lanes[old->lane];
      SystoleExercise *own;

      if (lane < 0)
        {
          g_ptr_array_remove_index (self->exercises, i);
          continue;
        }
      own = systole_exercise_copy (old);
      own->lane = (guint) lane;
      self->exercises->pdata[i] = own;
      systole_exercise_unref (old);
    }
}

/**
 * systole_scenario_without_answers:
 *
 * Returns: (transfer full): what students get: the same file, with nothing filled in
 */
SystoleScenario *
systole_scenario_without_answers (const SystoleScenario *self)
{
  SystoleScenario *copy = systole_scenario_copy (self);

  for (guint i = 0; i < copy->exercises->len; i++)
    {
      SystoleExercise *own = systole_exercise_copy (g_ptr_array_index (copy->exercises, i));

      for (guint b = 0; b < own->blanks->len; b++)
        g_array_index (own->blanks, SystoleBlank, b).answered = FALSE;
      systole_exercise_unref (copy->exercises->pdata[i]);
      copy->exercises->pdata[i] = own;
    }
  return copy;
}

const char *
systole_exercise_kind_get_id (SystoleExerciseKind self)
{
  return kinds[self].id;
}

const char *
systole_exercise_kind_get_title (SystoleExerciseKind self)
{
  return _ (kinds[self].title);
}

gboolean
systole_exercise_kind_from_id (const char *id, SystoleExerciseKind *out)
{
  for (guint i = 0; i < SYSTOLE_N_EXERCISES; i++)
    if (strcmp (kinds[i].id, id) == 0)
      {
        *out = (SystoleExerciseKind) i;
        return TRUE;
      }
  return FALSE;
}
