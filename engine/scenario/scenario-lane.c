/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/scenario-private.h"

#include "engine/base/error.h"
#include "engine/base/i18n.h"

static void
clear_set (gpointer data)
{
  SystoleFieldSet *set = data;

  g_free (set->source);
  systole_unknown_unref (set->unknown);
}

/**
 * systole_lane_new:
 *
 * Returns: (transfer full): the operation "p", its operands on the chip, on a
 *   weight-stationary array of 8 × 8 PEs
 */
SystoleLane *
systole_lane_new (void)
{
  SystoleLane *self = g_new0 (SystoleLane, 1);

  self->op = g_strdup ("p");
  self->operands = SYSTOLE_OPERANDS_ON_CHIP;
  self->kind = SYSTOLE_LANE_ARRAY;
  systole_array_def_init (&self->array);
  systole_sm_def_init (&self->sm);
  self->sets = g_array_new (FALSE, FALSE, sizeof (SystoleFieldSet));
  g_array_set_clear_func (self->sets, clear_set);
  return self;
}

SystoleLane *
systole_lane_copy (const SystoleLane *self)
{
  SystoleLane *copy = systole_lane_new ();

  g_free (copy->op);
  copy->op = g_strdup (self->op);
  copy->operands = self->operands;
  copy->kind = self->kind;
  copy->array = self->array;
  copy->sm = self->sm;
  copy->machine = g_strdup (self->machine);
  for (guint i = 0; i < self->sets->len; i++)
    {
      SystoleFieldSet set = g_array_index (self->sets, SystoleFieldSet, i);

      set.source = g_strdup (set.source);
      set.unknown = systole_unknown_ref (set.unknown);
      g_array_append_val (copy->sets, set);
    }
  copy->mapping = self->mapping;
  copy->unknown = systole_unknown_ref (self->unknown);
  return copy;
}

void
systole_lane_free (SystoleLane *self)
{
  if (self == NULL)
    return;
  g_free (self->op);
  g_free (self->machine);
  g_array_unref (self->sets);
  systole_unknown_unref (self->unknown);
  g_free (self);
}

static SystoleMachine *
resolve_catalogue (const SystoleLane *self, const SystoleCatalogue *catalogue, GError **error)
{
  g_autoptr (SystoleMachine) machine = systole_catalogue_parse (catalogue, self->machine, error);

  for (guint i = 0; machine != NULL && i < self->sets->len; i++)
    {
      const SystoleFieldSet *set = &g_array_index (self->sets, SystoleFieldSet, i);
      SystoleMachine *changed = systole_machine_with_field (machine, set->field, set->value, set->source, error);

      systole_machine_unref (machine);
      machine = changed;
    }
  return g_steal_pointer (&machine);
}

/**
 * systole_lane_find_set:
 *
 * Returns: index of the change of @field in the lane's `sets`, −1 if it has none
 */
int
systole_lane_find_set (const SystoleLane *self, SystoleField field)
{
  for (guint i = 0; i < self->sets->len; i++)
    if (g_array_index (self->sets, SystoleFieldSet, i).field == field)
      return (int) i;
  return -1;
}

/**
 * systole_lane_resolve:
 * @catalogue: where `machine` is looked up
 *
 * Returns: (transfer full) (nullable): the machine with its changed fields, or NULL with
 *   %SYSTOLE_ERROR_RANGE or _SHAPE: the name is not in the catalogue, a value is out of range
 */
SystoleMachine *
systole_lane_resolve (const SystoleLane *self, const SystoleCatalogue *catalogue, GError **error)
{
  switch (self->kind)
    {
    case SYSTOLE_LANE_ARRAY:
      return systole_array_def_check (&self->array, error) ? systole_machine_new_array (&self->array) : NULL;
    case SYSTOLE_LANE_SM:
      return systole_sm_def_check (&self->sm, error) ? systole_machine_new_sm (&self->sm) : NULL;
    case SYSTOLE_LANE_MACHINE:
      return resolve_catalogue (self, catalogue, error);
    }
  g_return_val_if_reached (NULL);
}

/**
 * systole_scenario_run_lane:
 * @lane: from 0
 *
 * Returns: (transfer full) (nullable): the lane's run, or NULL as systole_lane_resolve()
 *   and systole_run_new()
 */
SystoleRun *
systole_scenario_run_lane (const SystoleScenario *self, guint lane, const SystoleCatalogue *catalogue, SystoleProgress progress, gpointer data, GError **error)
{
  const SystoleLane *found = systole_scenario_get_lane (self, lane);
  const SystoleOp *op = systole_scenario_get_lane_op (self, lane);
  g_autoptr (SystoleMachine) machine = NULL;

  if (op == NULL)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("lane %u has no operation"), lane);
      return NULL;
    }
  machine = systole_lane_resolve (found, catalogue, error);
  if (machine == NULL)
    return NULL;
  return systole_run_new (op, machine, found->operands, &found->mapping, progress, data, error);
}
