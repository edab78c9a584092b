/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-pacer.h"

static gboolean
takes_turns (const SystoleArrayPacer *self)
{
  return self->timeline->memory.buffering == SYSTOLE_BUFFERING_SINGLE;
}

static gboolean
counts_ends (const SystoleArrayPacer *self)
{
  return self->timeline->schedule.plan.timing != SYSTOLE_TIMING_SCALE_SIM;
}

static gboolean
is_last_of_row (const SystoleArrayPacer *self)
{
  return (self->fold + 1) % self->timeline->schedule.column_folds == 0;
}

static gboolean
is_last (const SystoleArrayPacer *self)
{
  return self->fold + 1 == self->timeline->schedule.folds;
}

/* What is read of a demand when fold and channel take turns. */
static guint64
get_turn (const SystoleArrayPacer *self, const SystoleArrayDemand *demand)
{
  guint64 reads = systole_array_flows_sum (demand->before) + demand->between + systole_array_flows_sum (demand->row) +
                  systole_array_flows_sum (demand->during) - demand->during[SYSTOLE_FLOW_RESULTS];

  return reads > 0 ? reads + self->timeline->memory.dram_latency : 0;
}

/* A fold begins: what the channel has to carry while it runs. */
static void
begin_fold (SystoleArrayPacer *self)
{
  SystoleArrayDemand now, next;

  systole_array_timeline_find_demand (self->timeline, self->fold, &now);
  systole_array_timeline_find_demand (self->timeline, self->fold + 1, &next);
  self->step = self->port = self->ports = self->since_fold = 0;
  if (takes_turns (self))
    {
      self->turn_left = now.after + now.during[SYSTOLE_FLOW_RESULTS] + (is_last (self) ? 0 : get_turn (self, &next));
      return;
    }
  self->streamed = 0;
  self->streams = systole_array_flows_sum (now.during);
  self->next_left = systole_array_flows_sum (next.before);
  self->between_left = next.between;
  self->between_wait = self->timeline->memory.dram_latency;
  self->asks_between = FALSE;
  if (self->fold % self->timeline->schedule.column_folds == 0)
    {
      systole_array_timeline_find_demand (self->timeline, self->fold + self->timeline->schedule.column_folds, &next);
      self->since_row = 0;
      self->row_left = systole_array_flows_sum (next.row);
    }
}

static guint
get_slowness (const SystoleArrayPacer *self)
{
  const SystoleArraySchedule *schedule = &self->timeline->schedule;

  if (schedule->overlapped || self->step < schedule->load)
    return self->timeline->slow[0];
  return self->timeline->slow[self->step < schedule->load + schedule->stream + schedule->plan.rows + schedule->plan.columns - 2 ? 1 : 2];
}

/* One cycle of the channel: what is needed first, if it has been asked for long enough ago. */
static void
move (SystoleArrayPacer *self)
{
  guint64 latency = self->timeline->memory.dram_latency;

  if (self->streamed < self->streams)
    self->streamed++;
  else if (self->next_left > 0 && self->since_fold >= latency)
    self->next_left--;
  else if (self->results_left > 0)
    self->results_left--;
  else if (self->row_left > 0 && self->since_row >= latency)
    self->row_left--;
}

/* Whether everything has moved that goes on beside the fold and that the next one needs. */
static gboolean
is_complete (const SystoleArrayPacer *self)
{
  return self->next_left == 0 && self->results_left == 0 && self->streamed == self->streams && (!is_last_of_row (self) || self->row_left == 0);
}

static gboolean
is_last_port_cycle (const SystoleArrayPacer *self)
{
  return self->step + 1 == systole_array_timeline_count_steps (self->timeline, self->fold) && self->port + 1 == get_slowness (self);
}

/* Whether the share of the stream has come that this port cycle takes. */
static gboolean
has_stream (const SystoleArrayPacer *self)
{
  guint64 length = systole_array_timeline_count_port_cycles (self->timeline, self->fold, systole_array_timeline_count_steps (self->timeline, self->fold));

  return self->streams <= length || self->streamed * length >= (self->ports + 1) * self->streams;
}

/* The next fold's block is asked for when all else is done, and comes after the latency. Returns: TRUE once it is there */
static gboolean
fetch_between (SystoleArrayPacer *self)
{
  if (self->between_left == 0)
    return TRUE;
  if (!self->asks_between)
    {
      self->asks_between = TRUE;
      return FALSE;
    }
  if (self->between_wait > 0)
    self->between_wait--;
  else
    self->between_left--;
  return self->between_left == 0;
}

/* Channel and fold side by side. */
static gboolean
go_side_by_side (SystoleArrayPacer *self)
{
  gboolean channel_taken = self->asks_between && self->between_wait == 0 && self->between_left > 0;

  if (!channel_taken)
    move (self);
  if (!has_stream (self))
    return FALSE;
  if (is_last (self) || !is_last_port_cycle (self))
    return TRUE;
  self->waits = !is_complete (self) || !fetch_between (self);
  return !self->waits;
}

/* With a turn each: the channel's comes when the fold has only its last step to do. */
static gboolean
take_turns (SystoleArrayPacer *self)
{
  if (is_last (self) || !is_last_port_cycle (self) || self->turn_left == 0)
    return TRUE;
  self->turn_left--;
  self->waits = TRUE;
  return FALSE;
}

/* What this cycle does: the channel first, then the array. */
static void
look (SystoleArrayPacer *self)
{
  self->goes_on = self->waits = FALSE;
  if (self->before || self->over || !(takes_turns (self) ? take_turns (self) : go_side_by_side (self)))
    return;
  self->port++;
  self->ports++;
  self->goes_on = self->port == get_slowness (self);
}

static guint64
get_lead (const SystoleArrayPacer *self)
{
  SystoleArrayDemand first;

  systole_array_timeline_find_demand (self->timeline, 0, &first);
  if (takes_turns (self))
    return get_turn (self, &first);
  return get_turn (self, &first) > 0 ? self->timeline->memory.dram_latency + systole_array_flows_sum (first.before) + first.between + systole_array_flows_sum (first.row) : 0;
}

void
systole_array_pacer_init (SystoleArrayPacer *self, const SystoleArrayTimeline *timeline)
{
  *self = (SystoleArrayPacer){ .timeline = timeline };
  self->before = counts_ends (self) && get_lead (self) > 0;
  begin_fold (self);
  look (self);
}

/* The cycle's step is done. */
static void
finish_step (SystoleArrayPacer *self)
{
  SystoleArrayDemand now;

  self->port = 0;
  if (++self->step < systole_array_timeline_count_steps (self->timeline, self->fold))
    return;
  systole_array_timeline_find_demand (self->timeline, self->fold, &now);
  if (is_last (self))
    {
      self->over = TRUE;
      return;
    }
  self->results_left = now.after;
  self->fold++;
  begin_fold (self);
}

/**
 * systole_array_pacer_advance:
 *
 * The next cycle.
 */
void
systole_array_pacer_advance (SystoleArrayPacer *self)
{
  self->cycle++;
  if (self->before)
    {
      self->before = self->cycle < get_lead (self);
      look (self);
      return;
    }
  if (self->over)
    {
      if (takes_turns (self))
        self->turn_left--;
      else
        move (self);
      return;
    }
  self->since_fold++;
  self->since_row++;
  if (self->goes_on)
    finish_step (self);
  look (self);
}

/* The present cycle is behind the last. */
gboolean
systole_array_pacer_is_done (const SystoleArrayPacer *self)
{
  if (!self->over)
    return FALSE;
  if (!counts_ends (self))
    return TRUE;
  return takes_turns (self) ? self->turn_left == 0 : self->results_left == 0 && self->streamed == self->streams;
}
