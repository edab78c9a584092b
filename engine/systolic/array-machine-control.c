/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-machine-private.h"

/* The controller: which fold loads, streams or drains. It counts what it feeds and sees
 * the control bits that arrive at the far corner; it computes no time. */

/* The tag in the last PE, or what was there a cycle ago. */
static const Tag *
get_corner (const SystoleArrayMachine *self, guint ago)
{
  return systole_array_machine_get_tag (self, self->def.rows - 1, self->def.columns - 1 + ago);
}

static void
begin_fold (const SystoleArrayMachine *self, Control *next, guint64 fold)
{
  if (fold == self->folds)
    next->stage = STAGE_DONE;
  else
    {
      next->stage = self->def.dataflow == SYSTOLE_DATAFLOW_OS ? STAGE_STREAM : STAGE_LOAD;
      next->fold = fold;
    }
  next->counter = 0;
}

/* One fold after the other: the next begins when the last operand is in the last PE. */
static void
control_sequential (const SystoleArrayMachine *self, Control *next)
{
  gboolean at_end = get_corner (self, self->hop - 1)->last;

  next->counter++;
  if (next->stage == STAGE_LOAD && next->counter == self->def.rows)
    {
      next->stage = STAGE_STREAM;
      next->counter = 0;
    }
  else if (next->stage == STAGE_STREAM && at_end)
    {
      if (self->def.dataflow == SYSTOLE_DATAFLOW_OS && self->def.timing == SYSTOLE_TIMING_HARDWARE)
        {
          next->stage = STAGE_DRAIN;
          next->counter = 0;
        }
      else
        begin_fold (self, next, next->fold + 1);
    }
  else if (next->stage == STAGE_DRAIN && next->counter == self->def.rows)
    begin_fold (self, next, next->fold + 1);
  next->loads = next->stage == STAGE_LOAD;
  next->load_fold = next->fold;
  next->load_counter = next->counter;
}

static gboolean
may_overlap (const SystoleArrayMachine *self, const Control *next)
{
  const Tag *corner = get_corner (self, 0);

  if (self->one_by_one)
    return corner->last && systole_array_machine_get_fold (self, corner) == next->fold;
  return next->counter >= self->stream && next->counter >= self->def.rows;
}

/* The next fold streams as soon as the present one's last slot is in and its own weights
 * are (ws, is) or the drain chain is free (os): both take R cycles. With shadows alone it
 * waits until the last operand is in the last PE. */
static void
control_overlapped (const SystoleArrayMachine *self, Control *next)
{
  guint columns = self->def.columns;
  const Tag *corner = get_corner (self, 0);
  gboolean is_last_fold = systole_array_machine_get_fold (self, corner) + 1 == self->folds;

  next->counter++;
  if (next->loads)
    next->loads = ++next->load_counter < self->def.rows;
  if (next->stage == STAGE_LOAD && next->counter == self->def.rows)
    {
      next->stage = STAGE_STREAM;
      next->counter = 0;
    }
  else if (next->stage == STAGE_STREAM && next->fold + 1 < self->folds && may_overlap (self, next))
    {
      next->fold++;
      next->counter = 0;
    }
  else if (next->stage == STAGE_STREAM && next->fold + 1 == self->folds)
    {
      if (is_last_fold && (self->def.dataflow == SYSTOLE_DATAFLOW_OS ? self->drains[columns - 1].left == 1 && corner->state == PE_DONE : corner->last))
        next->stage = STAGE_DONE;
    }
  /* Weights of the next fold leave for column 0 just in time. */
  if (self->def.dataflow != SYSTOLE_DATAFLOW_OS && next->stage == STAGE_STREAM && next->load_fold == next->fold && next->fold + 1 < self->folds &&
      next->counter + self->def.rows >= (self->one_by_one ? self->stream + self->def.rows + columns - 2 : self->stream))
    {
      next->loads = TRUE;
      next->load_fold = next->fold + 1;
      next->load_counter = 0;
    }
}

/* Sets what happens in the next cycle from what happens in this one. */
void
systole_array_machine_control (const SystoleArrayMachine *self, Control *next)
{
  if (self->overlapped)
    control_overlapped (self, next);
  else
    control_sequential (self, next);
}

void
systole_array_machine_control_begin (const SystoleArrayMachine *self, Control *next)
{
  begin_fold (self, next, 0);
  next->loads = next->stage == STAGE_LOAD;
}
