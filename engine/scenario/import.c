/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scenario/scenario-private.h"

/**
 * systole_import_array_init:
 *
 * A weight-stationary array of 32 × 32 PEs, as in the first configuration that ships
 * with SCALE-Sim, whose cycles are counted as SCALE-Sim counts them.
 */
void
systole_import_array_init (SystoleArrayDef *array)
{
  systole_array_def_init (array);
  array->rows = array->columns = SYSTOLE_IMPORT_ARRAY_SIDE;
  array->timing = SYSTOLE_TIMING_SCALE_SIM;
}

/**
 * systole_scenario_from_import:
 * @import: with at least one layer
 * @array: that the first layer is shown on
 * @title: of the scenario
 *
 * Every layer is an operation of the workload; one lane shows the first.
 *
 * Returns: (transfer full): a new scenario
 */
SystoleScenario *
systole_scenario_from_import (const SystoleImport *import, const SystoleArrayDef *array, const char *title)
{
  SystoleScenario *self = systole_scenario_new_empty ();
  SystoleLane *lane = systole_lane_new ();

  g_return_val_if_fail (import->ops->len > 0, self);
  self->engine = g_strdup (SYSTOLE_ENGINE_VERSION);
  systole_scenario_set_title (self, "", title);
  g_array_append_vals (self->ops, import->ops->data, import->ops->len);
  g_free (lane->op);
  lane->op = g_strdup (g_array_index (self->ops, SystoleOp, 0).id);
  lane->array = *array;
  g_ptr_array_add (self->lanes, lane);
  return self;
}
