/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/scenario.h"

#include <string.h>

#include "engine/scenario/beat.h"
#include "engine/scenario/extras.h"
#include "engine/scenario/exercise.h"
#include "engine/scenario/scenario-private.h"

gpointer
systole_unknown_ref (gpointer unknown)
{
  return unknown != NULL ? systole_extras_ref (unknown) : NULL;
}

void
systole_unknown_unref (gpointer unknown)
{
  systole_extras_unref (unknown);
}

SystoleScenario *
systole_scenario_new_empty (void)
{
  SystoleScenario *self = g_new0 (SystoleScenario, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->version = SYSTOLE_SCENARIO_FORMAT;
  self->titles = systole_text_array_new ();
  self->summaries = systole_text_array_new ();
  self->ops = g_array_new (FALSE, FALSE, sizeof (SystoleOp));
  self->given = g_ptr_array_new_with_free_func ((GDestroyNotify) systole_given_unref);
  self->lanes = g_ptr_array_new_with_free_func ((GDestroyNotify) systole_lane_free);
  self->expectations = systole_expectation_array_new ();
  systole_view_state_init (&self->view);
  self->beats = g_ptr_array_new_with_free_func ((GDestroyNotify) systole_beat_unref);
  self->exercises = g_ptr_array_new_with_free_func ((GDestroyNotify) systole_exercise_unref);
  self->warnings = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/**
 * systole_scenario_new:
 *
 * Returns: (transfer full): the newcomer's blank page: an 8 × 8 × 8 int8 product, its
 *   operands on the chip, on a weight-stationary array of 8 × 8 PEs at 1 GHz
 */
SystoleScenario *
systole_scenario_new (void)
{
  SystoleScenario *self = systole_scenario_new_empty ();
  SystoleLane *lane = systole_lane_new ();
  SystoleOp op;

  systole_op_init_gemm (&op, 8, 8, 8, SYSTOLE_FORMAT_INT8);
  g_strlcpy (op.id, lane->op, sizeof op.id);
  self->engine = g_strdup (SYSTOLE_ENGINE_VERSION);
  g_array_append_val (self->ops, op);
  g_ptr_array_add (self->lanes, lane);
  return self;
}

static gpointer
copy_lane (gconstpointer lane, gpointer data)
{
  return systole_lane_copy (lane);
}

static gpointer
share_beat (gconstpointer beat, gpointer data)
{
  return systole_beat_ref ((SystoleBeat *) beat);
}

static gpointer
share_exercise (gconstpointer exercise, gpointer data)
{
  return systole_exercise_ref ((SystoleExercise *) exercise);
}

static gpointer
copy_string (gconstpointer string, gpointer data)
{
  return g_strdup (string);
}

/**
 * systole_scenario_keep_given:
 * @given: (nullable): values that an operation of this scenario names
 *
 * As long as the scenario lives, so do they.
 */
void
systole_scenario_keep_given (SystoleScenario *self, SystoleGiven *given)
{
  if (given != NULL && !g_ptr_array_find (self->given, given, NULL))
    g_ptr_array_add (self->given, systole_given_ref (given));
}

/**
 * systole_scenario_copy:
 *
 * Returns: (transfer full): a scenario of its own, to be changed before anybody sees it
 */
SystoleScenario *
systole_scenario_copy (const SystoleScenario *self)
{
  SystoleScenario *copy = g_new0 (SystoleScenario, 1);

  g_atomic_ref_count_init (&copy->ref_count);
  copy->version = self->version;
  copy->engine = g_strdup (self->engine);
  copy->read_only = self->read_only;
  copy->titles = systole_text_array_copy (self->titles);
  copy->summaries = systole_text_array_copy (self->summaries);
  copy->ops = g_array_copy (self->ops);
  copy->given = g_ptr_array_new_with_free_func ((GDestroyNotify) systole_given_unref);
  for (guint i = 0; i < copy->ops->len; i++)
    systole_scenario_keep_given (copy, g_array_index (copy->ops, SystoleOp, i).given);
  copy->lanes = g_ptr_array_copy (self->lanes, (GCopyFunc) copy_lane, NULL);
  g_ptr_array_set_free_func (copy->lanes, (GDestroyNotify) systole_lane_free);
  copy->expectations = systole_expectation_array_copy (self->expectations);
  systole_view_state_init (&copy->view);
  systole_view_state_copy (&self->view, &copy->view);
  copy->has_lesson = self->has_lesson;
  copy->beats = g_ptr_array_copy (self->beats, share_beat, NULL);
  g_ptr_array_set_free_func (copy->beats, (GDestroyNotify) systole_beat_unref);
  copy->exercises = g_ptr_array_copy (self->exercises, share_exercise, NULL);
  g_ptr_array_set_free_func (copy->exercises, (GDestroyNotify) systole_exercise_unref);
  copy->warnings = g_ptr_array_copy (self->warnings, (GCopyFunc) copy_string, NULL);
  g_ptr_array_set_free_func (copy->warnings, g_free);
  copy->unknown = systole_unknown_ref (self->unknown);
  return copy;
}

SystoleScenario *
systole_scenario_ref (SystoleScenario *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
systole_scenario_unref (SystoleScenario *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->engine);
  g_array_unref (self->titles);
  g_array_unref (self->summaries);
  g_array_unref (self->ops);
  g_ptr_array_unref (self->given);
  g_ptr_array_unref (self->lanes);
  g_array_unref (self->expectations);
  systole_view_state_clear (&self->view);
  g_ptr_array_unref (self->beats);
  g_ptr_array_unref (self->exercises);
  g_ptr_array_unref (self->warnings);
  systole_unknown_unref (self->unknown);
  g_free (self);
}

gboolean
systole_scenario_equal (const SystoleScenario *a, const SystoleScenario *b)
{
  gsize length_a, length_b;
  g_autofree char *bytes_a = systole_scenario_write (a, &length_a);
  g_autofree char *bytes_b = systole_scenario_write (b, &length_b);

  return length_a == length_b && memcmp (bytes_a, bytes_b, length_a) == 0;
}

/**
 * systole_scenario_get_lane:
 * @i: from 0
 *
 * Returns: (nullable): NULL when there are fewer lanes
 */
SystoleLane *
systole_scenario_get_lane (const SystoleScenario *self, guint i)
{
  return i < self->lanes->len ? g_ptr_array_index (self->lanes, i) : NULL;
}

const SystoleOp *
systole_scenario_find_op (const SystoleScenario *self, const char *id)
{
  for (guint i = 0; i < self->ops->len; i++)
    if (strcmp (g_array_index (self->ops, SystoleOp, i).id, id) == 0)
      return &g_array_index (self->ops, SystoleOp, i);
  return NULL;
}

const SystoleOp *
systole_scenario_get_lane_op (const SystoleScenario *self, guint lane)
{
  const SystoleLane *found = systole_scenario_get_lane (self, lane);

  return found != NULL ? systole_scenario_find_op (self, found->op) : NULL;
}
