/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/beat.h"

#include "engine/scenario/scenario-private.h"

static void
clear_choice (gpointer data)
{
  SystoleChoice *choice = data;

  g_free (choice->value);
  g_free (choice->misconception);
  g_free (choice->instant);
  g_array_unref (choice->answers);
  g_array_unref (choice->reveals);
  systole_unknown_unref (choice->unknown);
}

static GArray *
choice_array_new (void)
{
  GArray *self = g_array_new (FALSE, FALSE, sizeof (SystoleChoice));

  g_array_set_clear_func (self, clear_choice);
  return self;
}

/**
 * systole_beat_new:
 *
 * Returns: (transfer full): a beat that shows the file as it is and says nothing
 */
SystoleBeat *
systole_beat_new (void)
{
  SystoleBeat *self = g_new0 (SystoleBeat, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->state = systole_scenario_new_empty ();
  self->captions = systole_text_array_new ();
  self->neutrals = systole_text_array_new ();
  self->descriptions = systole_text_array_new ();
  self->notes = systole_text_array_new ();
  self->choices = choice_array_new ();
  return self;
}

void
systole_beat_add_choice (SystoleBeat *self, const SystoleChoice *choice)
{
  SystoleChoice own = {
    .value = g_strdup (choice->value),
    .misconception = g_strdup (choice->misconception),
    .instant = g_strdup (choice->instant),
    .answers = choice->answers != NULL ? systole_text_array_copy (choice->answers) : systole_text_array_new (),
    .reveals = choice->reveals != NULL ? systole_text_array_copy (choice->reveals) : systole_text_array_new (),
    .unknown = systole_unknown_ref (choice->unknown),
  };

  g_array_append_val (self->choices, own);
}

SystoleBeat *
systole_beat_copy (const SystoleBeat *self)
{
  SystoleBeat *copy = g_new0 (SystoleBeat, 1);

  *copy = *self;
  g_atomic_ref_count_init (&copy->ref_count);
  copy->state = systole_scenario_copy (self->state);
  copy->when = g_strdup (self->when);
  copy->hides = g_strdup (self->hides);
  copy->pane = g_strdup (self->pane);
  copy->captions = systole_text_array_copy (self->captions);
  copy->neutrals = systole_text_array_copy (self->neutrals);
  copy->descriptions = systole_text_array_copy (self->descriptions);
  copy->notes = systole_text_array_copy (self->notes);
  copy->choices = choice_array_new ();
  for (guint i = 0; i < self->choices->len; i++)
    systole_beat_add_choice (copy, &g_array_index (self->choices, SystoleChoice, i));
  copy->unknown = systole_unknown_ref (self->unknown);
  return copy;
}

SystoleBeat *
systole_beat_ref (SystoleBeat *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
systole_beat_unref (SystoleBeat *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  systole_scenario_unref (self->state);
  g_free (self->when);
  g_free (self->hides);
  g_free (self->pane);
  g_array_unref (self->captions);
  g_array_unref (self->neutrals);
  g_array_unref (self->descriptions);
  g_array_unref (self->notes);
  g_array_unref (self->choices);
  systole_unknown_unref (self->unknown);
  g_free (self);
}

guint
systole_scenario_get_n_beats (const SystoleScenario *self)
{
  return self->beats->len;
}

const SystoleBeat *
systole_scenario_get_beat (const SystoleScenario *self, guint i)
{
  return i < self->beats->len ? g_ptr_array_index (self->beats, i) : NULL;
}

/**
 * systole_scenario_at_beat:
 * @i: a beat of the scenario
 *
 * Returns: (transfer full): what the beat shows, as a scenario of its own: title and
 *   summary of @self, the beat's workload, lanes, view and promises, no lesson
 */
SystoleScenario *
systole_scenario_at_beat (const SystoleScenario *self, guint i)
{
  const SystoleBeat *beat = systole_scenario_get_beat (self, i);
  SystoleScenario *shown;

  g_return_val_if_fail (beat != NULL, NULL);
  shown = systole_scenario_copy (self);
  g_ptr_array_set_size (shown->beats, 0);
  g_ptr_array_set_size (shown->exercises, 0);
  g_array_unref (shown->expectations);
  shown->expectations = systole_expectation_array_copy (beat->state->expectations);
  if (beat->own_ops)
    {
      g_array_set_size (shown->ops, 0);
      g_array_append_vals (shown->ops, beat->state->ops->data, beat->state->ops->len);
      for (guint op = 0; op < shown->ops->len; op++)
        systole_scenario_keep_given (shown, g_array_index (shown->ops, SystoleOp, op).given);
    }
  if (beat->own_lanes)
    {
      g_ptr_array_set_size (shown->lanes, 0);
      for (guint lane = 0; lane < beat->state->lanes->len; lane++)
        g_ptr_array_add (shown->lanes, systole_lane_copy (systole_scenario_get_lane (beat->state, lane)));
    }
  systole_view_state_clear (&shown->view);
  systole_view_state_init (&shown->view);
  systole_view_state_copy (&beat->state->view, &shown->view);
  return shown;
}
