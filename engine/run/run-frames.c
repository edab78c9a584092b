/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/run-private.h"

#include "engine/machine/unit-words.h"

/* What a run looks like at a cycle: its levels, units and frames. */

guint
systole_run_get_levels (const SystoleRun *self, SystoleLevel *out, guint max)
{
  return self->klass->get_levels (self, out, max);
}

guint
systole_run_get_n_units (const SystoleRun *self)
{
  return self->n_units;
}

gboolean
systole_run_get_array_size (const SystoleRun *self, guint *rows, guint *columns)
{
  return self->klass->get_array_size != NULL && self->klass->get_array_size (self, rows, columns);
}

/**
 * systole_run_array_frame:
 * @unit: which array of the chip
 * @cycle: 0 … n_cycles − 1
 * @window: PEs wanted, inside the array
 *
 * Fills @frame for the window; O(PEs), with values O(PEs × K) at worst.
 */
void
systole_run_array_frame (const SystoleRun *self, guint unit, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame)
{
  g_return_if_fail (self->klass->array_frame != NULL && cycle < self->n_cycles && unit < self->n_units);
  self->klass->array_frame (self, unit, cycle, window, frame);
}

/**
 * systole_run_array_values:
 * @frame: filled for @unit by systole_run_array_frame(), with values
 * @progress: (nullable): called now and then
 *
 * Fills in the sums that the frame lacks, at any length: O(K) for each row and column, and a
 * fraction of a nanosecond an addition. From any thread, if the frame is that thread's.
 *
 * Returns: FALSE if @progress stopped it; the sums are lacking still
 */
gboolean
systole_run_array_values (const SystoleRun *self, guint unit, SystoleArrayFrame *frame, SystoleProgress progress, gpointer progress_data)
{
  g_return_val_if_fail (self->klass->array_values != NULL && frame->cycle < self->n_cycles && unit < self->n_units, FALSE);
  if (!frame->lacks_sums)
    return TRUE;
  return self->klass->array_values (self, unit, frame, progress, progress_data);
}

void
systole_run_sm_frame (const SystoleRun *self, guint unit, guint64 cycle, SystoleSmFrame *frame)
{
  g_return_if_fail (self->klass->sm_frame != NULL && cycle < self->n_cycles && unit < self->n_units);
  frame->activity = frame->copies_title = NULL;
  frame->maker = systole_machine_get_maker (self->machine);
  self->klass->sm_frame (self, unit, cycle, frame);
}

void
systole_run_chip_frame (const SystoleRun *self, guint64 cycle, SystoleChipFrame *frame)
{
  g_return_if_fail (self->klass->chip_frame != NULL && cycle < self->n_cycles);
  frame->maker = systole_machine_get_maker (self->machine);
  self->klass->chip_frame (self, cycle, frame);
}
