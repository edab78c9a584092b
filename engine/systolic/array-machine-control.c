/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-machine-private.h"

/* The controller: which fold loads, streams or drains. It counts what it feeds and sees
 * the control bits that arrive at the far corner; it computes no time. */

static const Pe *
get_corner (const SystoleArrayMachine *self)
{
  return &self->pes[(gsize) self->def.rows * self->def.columns - 1];
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
  const Pe *corner = get_corner (self);
  const Operand *last = self->hop == 2 && self->def.dataflow != SYSTOLE_DATAFLOW_OS ? &corner->wait : &corner->across;
  gboolean at_end = last->moves && last->last;

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

/* The next fold streams as soon as the present one's last slot is in and its own weights
 * are (ws, is) or the drain chain is free (os): both take R cycles. */
static void
control_overlapped (const SystoleArrayMachine *self, Control *next)
{
  guint columns = self->def.columns;
  const Pe *corner = get_corner (self);

  next->counter++;
  if (next->loads)
    next->loads = ++next->load_counter < self->def.rows;
  if (next->stage == STAGE_LOAD && next->counter == self->def.rows)
    {
      next->stage = STAGE_STREAM;
      next->counter = 0;
    }
  else if (next->stage == STAGE_STREAM && next->fold + 1 < self->folds && next->counter >= self->stream && next->counter >= self->def.rows)
    {
      next->fold++;
      next->counter = 0;
    }
  else if (next->stage == STAGE_STREAM && next->fold + 1 == self->folds)
    {
      if (self->def.dataflow == SYSTOLE_DATAFLOW_OS ? self->drains[columns - 1].left == 1 && corner->fold + 1 == self->folds && corner->state == PE_DONE
                                                    : corner->across.moves && corner->across.last && corner->across.fold + 1 == self->folds)
        next->stage = STAGE_DONE;
    }
  /* Weights of the next fold leave for column 0 just in time. */
  if (self->def.dataflow != SYSTOLE_DATAFLOW_OS && next->stage == STAGE_STREAM && next->load_fold == next->fold && next->fold + 1 < self->folds &&
      (next->counter >= self->stream || self->stream - next->counter <= self->def.rows))
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
