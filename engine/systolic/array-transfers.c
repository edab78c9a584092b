/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-transfers-private.h"

#include "engine/base/number.h"

guint64
systole_array_flows_sum (const guint64 flows[SYSTOLE_N_FLOWS])
{
  return flows[SYSTOLE_FLOW_A] + flows[SYSTOLE_FLOW_B] + flows[SYSTOLE_FLOW_SUMS] + flows[SYSTOLE_FLOW_RESULTS];
}

static guint64
cycles_of (const SystoleArrayTimeline *self, guint64 bytes)
{
  return self->memory.dram_bytes_per_cycle > 0 ? systole_ceil_div (bytes, self->memory.dram_bytes_per_cycle) : 0;
}

/* The share of the different elements that `part` of the operand's elements brings, rounded up. */
static guint64
share_of (guint64 different, guint64 part, guint64 all)
{
  double share = (double) different * ((double) part / (double) all);

  return different == all ? part : MIN ((guint64) share + 1, part);
}

/* --- demand of a fold --- */

static void
demand_outer (const SystoleArrayTimeline *self, guint64 rows, guint64 column, SystoleArrayDemand *out)
{
  SystoleOperand outer = systole_array_get_outer (self);
  guint64 block = self->schedule.stream * rows, all = systole_array_count_elements (self, outer);

  if (self->policy.outer == SYSTOLE_KEEP_STREAM)
    out->during[outer] = cycles_of (self, systole_array_bytes_of (self, outer, block));
  else if (column == 0)
    out->row[outer] = cycles_of (self, systole_array_bytes_of (self, outer, self->policy.outer == SYSTOLE_KEEP_ROW ? block : share_of (systole_array_count_different (self, outer), block, all)));
}

static void
demand_inner (const SystoleArrayTimeline *self, guint64 row, guint64 rows, guint64 columns, SystoleArrayDemand *out)
{
  SystoleOperand inner = systole_array_get_inner (self);
  guint64 block = (systole_array_is_os (self) ? self->schedule.stream : rows) * columns, all = systole_array_count_elements (self, inner);

  if (self->policy.inner == SYSTOLE_KEEP_STREAM)
    *(systole_array_is_os (self) ? &out->during[inner] : &out->between) = cycles_of (self, systole_array_bytes_of (self, inner, block));
  else if (self->policy.inner == SYSTOLE_KEEP_FOLD)
    out->before[inner] = cycles_of (self, systole_array_bytes_of (self, inner, block));
  else if (!systole_array_is_os (self) || row == 0)
    out->before[inner] = cycles_of (self, systole_array_bytes_of (self, inner, share_of (systole_array_count_different (self, inner), block, all)));
}

static void
demand_sums (const SystoleArrayTimeline *self, guint64 row, guint64 rows, guint64 columns, SystoleArrayDemand *out)
{
  guint64 bytes = systole_array_bytes_of (self, SYSTOLE_OPERAND_C, (systole_array_is_os (self) ? rows : self->schedule.stream) * columns);
  gboolean kept = self->policy.sums == SYSTOLE_KEEP_WHOLE, streams = self->policy.sums == SYSTOLE_KEEP_STREAM;
  gboolean reads = systole_array_has_partial_sums (self) && !kept && row > 0;
  gboolean writes = !systole_array_has_partial_sums (self) || !kept || row + 1 == self->schedule.row_folds;

  if (reads)
    (streams ? out->during : out->before)[SYSTOLE_FLOW_SUMS] = cycles_of (self, bytes);
  if (writes && streams)
    out->during[SYSTOLE_FLOW_RESULTS] = cycles_of (self, bytes);
  else if (writes)
    out->after = cycles_of (self, bytes);
}

/* The first fold begins when what stays in the PEs is there; what streams it uses as it comes. */
static void
begin_early (const SystoleArrayTimeline *self, SystoleArrayDemand *first)
{
  SystoleOperand outer = systole_array_get_outer (self), inner = systole_array_get_inner (self);

  first->during[outer] += first->row[outer];
  first->row[outer] = 0;
  if (!systole_array_is_os (self))
    return;
  first->during[inner] += first->before[inner];
  first->before[inner] = 0;
}

/* @fold: G_MAXUINT64: none, nothing is asked for */
void
systole_array_timeline_find_demand (const SystoleArrayTimeline *self, guint64 fold, SystoleArrayDemand *out)
{
  guint64 row, column, rows, columns;

  *out = (SystoleArrayDemand){ .after = 0 };
  if (fold >= self->schedule.folds || self->memory.dram_bytes_per_cycle == 0)
    return;
  systole_array_schedule_split_fold (&self->schedule, fold, &row, &column);
  rows = MIN (self->schedule.spatial_rows - row * self->schedule.plan.rows, self->schedule.plan.rows);
  columns = MIN (self->schedule.spatial_columns - column * self->schedule.plan.columns, self->schedule.plan.columns);
  demand_outer (self, rows, column, out);
  demand_inner (self, row, rows, columns, out);
  demand_sums (self, row, rows, columns, out);
  if (fold == 0 && self->memory.buffering == SYSTOLE_BUFFERING_DOUBLE)
    begin_early (self, out);
  /* The last fold's results leave as they come. */
  if (fold + 1 == self->schedule.folds && self->memory.buffering == SYSTOLE_BUFFERING_DOUBLE)
    {
      out->during[SYSTOLE_FLOW_RESULTS] += out->after;
      out->after = 0;
    }
}

/* --- time of a fold --- */

/* Steps of a fold before the next one's first; of the last fold all that are left. */
guint64
systole_array_timeline_count_steps (const SystoleArrayTimeline *self, guint64 fold)
{
  return fold + 1 < self->schedule.folds ? self->schedule.period : self->schedule.compute_end - fold * self->schedule.period;
}

static guint64
get_length (const SystoleArrayTimeline *self, guint64 fold)
{
  return systole_array_timeline_count_port_cycles (self, fold, systole_array_timeline_count_steps (self, fold));
}

/* Cycles of the channel while a fold runs, the row's block apart; `idle`: of them, those at its begin in which nothing can
 * move yet that is asked for only then. */
typedef struct
{
  guint64 busy, idle, between;
  guint64 free; /* of `busy`, what can move from the begin on */
} Use;

/* Cycles between two folds in which the next one's stationary block is fetched. */
static guint64
get_between (const SystoleArrayTimeline *self, const SystoleArrayDemand *next)
{
  return next->between > 0 ? self->memory.dram_latency + next->between : 0;
}

static void
time_double (const SystoleArrayTimeline *self, guint64 fold, SystoleFoldTime *out, Use *use)
{
  guint64 latency = self->memory.dram_latency, during, before, finish;
  SystoleArrayDemand now, next, last;

  if (self->memory.dram_bytes_per_cycle == 0)
    {
      /* Nothing is ever waited for: tables of many arrays are mostly of this kind. */
      *use = (Use){ 0 };
      out->length = out->paced = get_length (self, fold);
      out->wait = 0;
      return;
    }
  systole_array_timeline_find_demand (self, fold, &now);
  systole_array_timeline_find_demand (self, fold + 1, &next);
  systole_array_timeline_find_demand (self, fold - 1, &last);
  during = systole_array_flows_sum (now.during);
  before = systole_array_flows_sum (next.before);
  use->busy = during + before + last.after;
  use->idle = latency > during + last.after ? latency - during - last.after : 0;
  out->length = get_length (self, fold);
  out->paced = MAX (out->length, during);
  finish = before > 0 ? use->busy + use->idle : use->busy;
  use->between = next.between;
  use->free = during + last.after;
  out->wait = fold + 1 < self->schedule.folds && finish > out->paced ? finish - out->paced : 0;
  out->wait += get_between (self, &next);
}

/* Channel cycles in use in the first `cycles` of `n` like folds one after the other; @left: what is left of the cycles. */
static guint64
count_use (const SystoleFoldTime *time, const Use *use, guint64 n, guint64 *left)
{
  guint64 length = time->paced + time->wait, whole = MIN (*left / length, n);
  guint64 moved = whole * (use->busy + use->between);

  *left -= whole * length;
  if (whole < n)
    {
      moved += MIN (*left, use->free);
      *left = 0;
    }
  return moved;
}

/* The block of the next row has the whole of this row's time, from the latency on, in what is left of the channel. */
static void
wait_for_row (const SystoleArrayTimeline *self, guint64 last, SystoleFoldTime *out)
{
  guint64 columns = self->schedule.column_folds, elapsed = 0, moved = self->memory.dram_latency, early = self->memory.dram_latency, first = last + 1 - columns;
  guint64 at[4] = { 0, 1, columns - 2, columns - 1 }, times[4] = { 1, columns > 4 ? columns - 3 : 1, 1, 1 };
  SystoleArrayDemand next;
  guint n = (guint) MIN (columns, 4);

  systole_array_timeline_find_demand (self, last + 1, &next);
  if (systole_array_flows_sum (next.row) == 0)
    return;
  if (columns < 4)
    for (guint i = 0; i < n; i++)
      at[i] = i;
  for (guint i = 0; i < n; i++)
    {
      SystoleFoldTime time;
      Use use;

      time_double (self, first + at[i], &time, &use);
      moved -= count_use (&time, &use, i + 1 < n ? times[i] : 0, &early);
      if (i + 1 == n)
        moved -= MIN (early, use.free);
      moved += times[i] * (use.busy + (i + 1 < n ? use.between : 0));
      elapsed += times[i] * (time.paced + (i + 1 < n ? time.wait : 0));
    }
  moved += systole_array_flows_sum (next.row);
  if (moved > elapsed)
    out->wait = MAX (out->wait, moved - elapsed + get_between (self, &next));
}

static gboolean
reads_something (const SystoleArrayDemand *demand)
{
  return systole_array_flows_sum (demand->before) + demand->between + systole_array_flows_sum (demand->row) + systole_array_flows_sum (demand->during) - demand->during[SYSTOLE_FLOW_RESULTS] > 0;
}

/* Folds and transfers take turns. */
static void
time_single (const SystoleArrayTimeline *self, guint64 fold, SystoleFoldTime *out)
{
  SystoleArrayDemand now, next;

  systole_array_timeline_find_demand (self, fold, &now);
  systole_array_timeline_find_demand (self, fold + 1, &next);
  out->length = out->paced = get_length (self, fold);
  out->wait = 0;
  if (fold + 1 < self->schedule.folds)
    out->wait = now.after + now.during[SYSTOLE_FLOW_RESULTS] + (reads_something (&next) ? self->memory.dram_latency : 0) +
                systole_array_flows_sum (next.before) + next.between + systole_array_flows_sum (next.row) + systole_array_flows_sum (next.during) - next.during[SYSTOLE_FLOW_RESULTS];
}

/**
 * systole_array_timeline_time_fold:
 *
 * How long a fold takes. O(1).
 */
void
systole_array_timeline_time_fold (const SystoleArrayTimeline *self, guint64 fold, SystoleFoldTime *out)
{
  Use use;

  if (self->memory.buffering == SYSTOLE_BUFFERING_SINGLE)
    {
      time_single (self, fold, out);
      return;
    }
  time_double (self, fold, out, &use);
  if ((fold + 1) % self->schedule.column_folds == 0 && fold + 1 < self->schedule.folds)
    wait_for_row (self, fold, out);
}

/* The first blocks, before anything can begin, and the last results. Not part of what SCALE-Sim counts. */
void
systole_array_timeline_time_ends (const SystoleArrayTimeline *self, guint64 *lead, guint64 *tail)
{
  guint64 last = self->schedule.folds - 1;
  gboolean single = self->memory.buffering == SYSTOLE_BUFFERING_SINGLE;
  SystoleArrayDemand first, end;
  SystoleFoldTime time;
  Use use = { 0 };

  *lead = *tail = 0;
  if (self->schedule.plan.timing == SYSTOLE_TIMING_SCALE_SIM)
    return;
  systole_array_timeline_find_demand (self, 0, &first);
  systole_array_timeline_find_demand (self, last, &end);
  if (reads_something (&first))
    *lead = self->memory.dram_latency + systole_array_flows_sum (first.before) + first.between + systole_array_flows_sum (first.row) + (single ? systole_array_flows_sum (first.during) - first.during[SYSTOLE_FLOW_RESULTS] : 0);
  *tail = end.after + (single ? end.during[SYSTOLE_FLOW_RESULTS] : 0);
  if (single)
    return;
  time_double (self, last, &time, &use);
  *tail += use.busy > time.paced ? use.busy - time.paced : 0;
}

/**
 * systole_array_timeline_name_cause:
 *
 * Of the transfers that a stall of the fold waits for, the one that takes the channel longest.
 */
void
systole_array_timeline_name_cause (const SystoleArrayTimeline *self, guint64 fold, SystoleStall stall, SystoleOperand *operand, gboolean *is_write)
{
  guint64 flows[SYSTOLE_N_FLOWS];
  SystoleArrayDemand now, next, last;
  guint longest = SYSTOLE_FLOW_A;

  systole_array_timeline_find_demand (self, fold, &now);
  systole_array_timeline_find_demand (self, fold + 1, &next);
  systole_array_timeline_find_demand (self, fold - 1, &last);
  for (guint i = 0; i < SYSTOLE_N_FLOWS; i++)
    flows[i] = stall == SYSTOLE_STALL_STREAM ? now.during[i] : next.before[i] + next.row[i];
  if (stall == SYSTOLE_STALL_FETCH)
    flows[systole_array_get_inner (self)] += next.between;
  if (stall == SYSTOLE_STALL_FETCH)
    flows[SYSTOLE_FLOW_RESULTS] += self->memory.buffering == SYSTOLE_BUFFERING_SINGLE ? now.after : last.after;
  for (guint i = 1; i < SYSTOLE_N_FLOWS; i++)
    if (flows[i] > flows[longest])
      longest = i;
  *operand = longest == SYSTOLE_FLOW_A ? SYSTOLE_OPERAND_A : longest == SYSTOLE_FLOW_B ? SYSTOLE_OPERAND_B
                                                                                       : SYSTOLE_OPERAND_C;
  *is_write = longest == SYSTOLE_FLOW_RESULTS;
}
