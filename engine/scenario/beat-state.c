/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/beat.h"

#include "engine/scenario/scenario-private.h"

/* What a beat shows, taken from a scenario and kept valid while the file around it changes. */

static void
set_ops (SystoleScenario *self, const SystoleScenario *from)
{
  g_array_set_size (self->ops, 0);
  g_array_append_vals (self->ops, from->ops->data, from->ops->len);
  for (guint i = 0; i < self->ops->len; i++)
    systole_scenario_keep_given (self, g_array_index (self->ops, SystoleOp, i).given);
}

static void
set_lanes (SystoleScenario *self, const SystoleScenario *from)
{
  g_ptr_array_set_size (self->lanes, 0);
  for (guint i = 0; i < from->lanes->len; i++)
    g_ptr_array_add (self->lanes, systole_lane_copy (systole_scenario_get_lane (from, i)));
}

/**
 * systole_scenario_strip:
 *
 * Returns: (transfer full): work and lanes of @self and nothing else: what runs depend on
 */
SystoleScenario *
systole_scenario_strip (const SystoleScenario *self)
{
  SystoleScenario *stripped = systole_scenario_new_empty ();

  set_ops (stripped, self);
  set_lanes (stripped, self);
  return stripped;
}

/**
 * systole_beat_resolve:
 * @i: a beat of @self
 *
 * Returns: (transfer full): the beat with work and lanes of its own, those of the file
 *   where it had none
 */
SystoleBeat *
systole_beat_resolve (const SystoleScenario *self, guint i)
{
  const SystoleBeat *beat = systole_scenario_get_beat (self, i);
  SystoleBeat *own;

  g_return_val_if_fail (beat != NULL, NULL);
  if (beat->own_ops && beat->own_lanes)
    return systole_beat_ref ((SystoleBeat *) beat);
  own = systole_beat_copy (beat);
  if (!own->own_ops)
    set_ops (own->state, self);
  if (!own->own_lanes)
    set_lanes (own->state, self);
  own->own_ops = own->own_lanes = TRUE;
  return own;
}

/* Whether the beat shows that work on those lanes already. */
static gboolean
shows (const SystoleBeat *self, const SystoleScenario *work, const SystoleScenario *base)
{
  g_autoptr (SystoleScenario) now = systole_scenario_new_empty ();

  set_ops (now, self->own_ops ? self->state : base);
  set_lanes (now, self->own_lanes ? self->state : base);
  return systole_scenario_equal (now, work);
}

/**
 * systole_beat_take:
 * @self: to be changed: nobody else has it
 * @shown: what the beat shows from now on: work, lanes and view
 * @base: the file: what equals its work and lanes is inherited
 */
void
systole_beat_take (SystoleBeat *self, const SystoleScenario *shown, const SystoleScenario *base)
{
  g_autoptr (SystoleScenario) own = systole_scenario_strip (shown), file = systole_scenario_strip (base);
  gboolean differs = !systole_scenario_equal (own, file);

  /* What was promised of other work is promised no more. */
  if (!shows (self, own, base))
    g_array_set_size (self->state->expectations, 0);
  /* Both or none: lanes name operations. */
  self->own_ops = self->own_lanes = differs;
  g_ptr_array_set_size (self->state->lanes, 0);
  g_array_set_size (self->state->ops, 0);
  if (differs)
    {
      set_ops (self->state, shown);
      set_lanes (self->state, shown);
    }
  systole_view_state_clear (&self->state->view);
  systole_view_state_init (&self->state->view);
  systole_view_state_copy (&shown->view, &self->state->view);
}

/* Whether all that the beat names is there in what it shows. */
static gboolean
is_whole (const SystoleScenario *self, guint i)
{
  const SystoleBeat *beat = systole_scenario_get_beat (self, i);
  const SystoleViewState *view = &beat->state->view;
  g_autoptr (SystoleScenario) shown = systole_scenario_at_beat (self, i);
  guint n = shown->lanes->len;

  for (guint lane = 0; lane < n; lane++)
    if (systole_scenario_get_lane_op (shown, lane) == NULL)
      return FALSE;
  for (guint promise = 0; promise < beat->state->expectations->len; promise++)
    if (g_array_index (beat->state->expectations, SystoleExpectation, promise).lane >= n)
      return FALSE;
  return (!view->present || view->lane < n) && (!beat->selection.present || beat->selection.lane < n);
}

/* The beat with a view that names @n lanes at most. */
static SystoleBeat *
trim (SystoleBeat *beat, guint n)
{
  SystoleBeat *own = systole_beat_copy (beat);
  SystoleViewState *view = &own->state->view;

  systole_beat_unref (beat);
  g_array_set_size (view->zooms, MIN (view->zooms->len, n));
  for (guint i = view->bookmarks->len; i-- > 0;)
    if (g_array_index (view->bookmarks, SystoleBookmark, i).lane >= n)
      g_array_remove_index (view->bookmarks, i);
  return own;
}

/**
 * systole_scenario_keep_beats:
 * @self: to be changed: nobody else has it
 * @old: as it was before its work and lanes changed, with the same beats
 *
 * Beats that inherit follow the file; those that cannot, because they name a lane or an
 * operation that is no more, keep what they showed.
 */
void
systole_scenario_keep_beats (SystoleScenario *self, const SystoleScenario *old)
{
  for (guint i = 0; i < self->beats->len && i < old->beats->len; i++)
    {
      const SystoleBeat *beat = systole_scenario_get_beat (self, i);
      SystoleBeat *own;

      if (beat->own_ops && beat->own_lanes)
        continue;
      if (is_whole (self, i))
        {
          if (!beat->own_lanes && self->lanes->len < old->lanes->len)
            self->beats->pdata[i] = trim (self->beats->pdata[i], self->lanes->len);
          continue;
        }
      own = systole_beat_resolve (old, i);
      systole_beat_unref (self->beats->pdata[i]);
      self->beats->pdata[i] = own;
    }
}
