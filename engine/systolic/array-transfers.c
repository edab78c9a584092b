/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-transfers.h"

#include "engine/base/number.h"

guint64
systole_array_flows_sum (const guint64 flows[SYSTOLE_N_FLOWS])
{
  return flows[SYSTOLE_FLOW_A] + flows[SYSTOLE_FLOW_B] + flows[SYSTOLE_FLOW_SUMS] + flows[SYSTOLE_FLOW_RESULTS];
}

/* Operand that a row of folds shares, and the one that each fold has its own block of. */
static SystoleOperand
get_outer (const SystoleArrayTimeline *self)
{
  return self->schedule.plan.dataflow == SYSTOLE_DATAFLOW_IS ? SYSTOLE_OPERAND_B : SYSTOLE_OPERAND_A;
}

static SystoleOperand
get_inner (const SystoleArrayTimeline *self)
{
  return self->schedule.plan.dataflow == SYSTOLE_DATAFLOW_IS ? SYSTOLE_OPERAND_A : SYSTOLE_OPERAND_B;
}

static gboolean
is_os (const SystoleArrayTimeline *self)
{
  return self->schedule.plan.dataflow == SYSTOLE_DATAFLOW_OS;
}

static guint64
bytes_of (const SystoleArrayTimeline *self, SystoleOperand operand, guint64 elements)
{
  SystoleFormat format = self->schedule.plan.gemm.format;

  if (operand == SYSTOLE_OPERAND_C)
    return elements * systole_format_get_accumulator_bytes (format);
  return systole_format_get_bytes (format, operand, elements);
}

static guint64
cycles_of (const SystoleArrayTimeline *self, guint64 bytes)
{
  return self->memory.dram_bytes_per_cycle > 0 ? systole_ceil_div (bytes, self->memory.dram_bytes_per_cycle) : 0;
}

/* Elements of an operand of one product that are different: of an unfolded tensor those that it has. */
static guint64
count_different (const SystoleArrayTimeline *self, SystoleOperand operand)
{
  return self->different[operand];
}

/* Elements of the whole operand of one product, as the array takes them. */
static guint64
count_elements (const SystoleArrayTimeline *self, SystoleOperand operand)
{
  const SystoleGemm *gemm = &self->schedule.plan.gemm;

  return operand == SYSTOLE_OPERAND_A ? gemm->m * gemm->k : operand == SYSTOLE_OPERAND_B ? gemm->k * gemm->n
                                                                                         : gemm->m * gemm->n;
}

static void
find_different (SystoleArrayTimeline *self)
{
  const SystoleUnfolding *unfolding = &self->schedule.plan.unfolding;
  SystoleOperand unfolded = unfolding->conv.direction == SYSTOLE_CONV_BACKWARD_FILTER ? SYSTOLE_OPERAND_B : SYSTOLE_OPERAND_A;

  for (SystoleOperand operand = SYSTOLE_OPERAND_A; operand <= SYSTOLE_OPERAND_C; operand++)
    self->different[operand] = count_elements (self, operand);
  if (unfolding->unfolds)
    self->different[unfolded] = MIN (self->different[unfolded], systole_unfolding_count_touched (unfolding) / self->schedule.batch);
}

/* The share of the different elements that `part` of the operand's elements brings, rounded up. */
static guint64
share_of (guint64 different, guint64 part, guint64 all)
{
  double share = (double) different * ((double) part / (double) all);

  return different == all ? part : MIN ((guint64) share + 1, part);
}

static const SystoleArrayBuffer *
get_buffer (const SystoleArrayTimeline *self, SystoleOperand operand)
{
  return operand == SYSTOLE_OPERAND_A ? &self->memory.a : operand == SYSTOLE_OPERAND_B ? &self->memory.b
                                                                                       : &self->memory.c;
}

/* Bytes of one block that a buffer takes while another is in use. */
static guint64
get_room (const SystoleArrayTimeline *self, SystoleOperand operand)
{
  guint bytes = get_buffer (self, operand)->bytes;

  if (bytes == 0)
    return G_MAXUINT64;
  return self->memory.buffering == SYSTOLE_BUFFERING_DOUBLE ? bytes / 2 : bytes;
}

static gboolean
has_partial_sums (const SystoleArrayTimeline *self)
{
  return !is_os (self) && self->schedule.row_folds > 1;
}

/* --- demand of a fold --- */

static void
demand_outer (const SystoleArrayTimeline *self, guint64 rows, guint64 column, SystoleArrayDemand *out)
{
  SystoleOperand outer = get_outer (self);
  guint64 block = self->schedule.stream * rows, all = count_elements (self, outer);

  if (self->policy.outer == SYSTOLE_KEEP_STREAM)
    out->during[outer] = cycles_of (self, bytes_of (self, outer, block));
  else if (column == 0)
    out->row[outer] = cycles_of (self, bytes_of (self, outer, self->policy.outer == SYSTOLE_KEEP_ROW ? block : share_of (count_different (self, outer), block, all)));
}

static void
demand_inner (const SystoleArrayTimeline *self, guint64 row, guint64 rows, guint64 columns, SystoleArrayDemand *out)
{
  SystoleOperand inner = get_inner (self);
  guint64 block = (is_os (self) ? self->schedule.stream : rows) * columns, all = count_elements (self, inner);

  if (self->policy.inner == SYSTOLE_KEEP_STREAM)
    *(is_os (self) ? &out->during[inner] : &out->between) = cycles_of (self, bytes_of (self, inner, block));
  else if (self->policy.inner == SYSTOLE_KEEP_FOLD)
    out->before[inner] = cycles_of (self, bytes_of (self, inner, block));
  else if (!is_os (self) || row == 0)
    out->before[inner] = cycles_of (self, bytes_of (self, inner, share_of (count_different (self, inner), block, all)));
}

static void
demand_sums (const SystoleArrayTimeline *self, guint64 row, guint64 rows, guint64 columns, SystoleArrayDemand *out)
{
  guint64 bytes = bytes_of (self, SYSTOLE_OPERAND_C, (is_os (self) ? rows : self->schedule.stream) * columns);
  gboolean kept = self->policy.sums == SYSTOLE_KEEP_WHOLE, streams = self->policy.sums == SYSTOLE_KEEP_STREAM;
  gboolean reads = has_partial_sums (self) && !kept && row > 0;
  gboolean writes = !has_partial_sums (self) || !kept || row + 1 == self->schedule.row_folds;

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
  SystoleOperand outer = get_outer (self), inner = get_inner (self);

  first->during[outer] += first->row[outer];
  first->row[outer] = 0;
  if (!is_os (self))
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
    flows[get_inner (self)] += next.between;
  if (stall == SYSTOLE_STALL_FETCH)
    flows[SYSTOLE_FLOW_RESULTS] += self->memory.buffering == SYSTOLE_BUFFERING_SINGLE ? now.after : last.after;
  for (guint i = 1; i < SYSTOLE_N_FLOWS; i++)
    if (flows[i] > flows[longest])
      longest = i;
  *operand = longest == SYSTOLE_FLOW_A ? SYSTOLE_OPERAND_A : longest == SYSTOLE_FLOW_B ? SYSTOLE_OPERAND_B
                                                                                       : SYSTOLE_OPERAND_C;
  *is_write = longest == SYSTOLE_FLOW_RESULTS;
}

/* --- what stays on the chip --- */

static gboolean
times (guint64 a, guint64 b, guint64 *out)
{
  return systole_checked_mul (a, b, out) && *out <= G_MAXINT64 / 8;
}

/* Bytes of the whole run for the present policy. */
static gboolean
count_bytes (SystoleArrayTimeline *self)
{
  const SystoleArraySchedule *schedule = &self->schedule;
  SystoleOperand outer = get_outer (self), inner = get_inner (self);
  guint64 all_outer = count_elements (self, outer), all_inner = count_elements (self, inner), sums = count_elements (self, SYSTOLE_OPERAND_C), n_sums = schedule->row_folds;

  if (self->policy.outer == SYSTOLE_KEEP_WHOLE)
    all_outer = count_different (self, outer);
  if (self->policy.inner == SYSTOLE_KEEP_WHOLE)
    all_inner = count_different (self, inner);
  if (is_os (self) || self->policy.sums == SYSTOLE_KEEP_WHOLE)
    n_sums = 1;
  if (!times (all_outer, self->policy.outer == SYSTOLE_KEEP_STREAM ? schedule->column_folds : 1, &all_outer) ||
      !times (all_inner, is_os (self) && self->policy.inner != SYSTOLE_KEEP_WHOLE ? schedule->row_folds : 1, &all_inner) ||
      !times (sums, n_sums, &self->dram_write) || !times (sums, n_sums - 1, &sums) ||
      !times (all_outer, schedule->batch, &all_outer) || !times (all_inner, schedule->batch, &all_inner) ||
      !times (self->dram_write, schedule->batch, &self->dram_write) || !times (sums, schedule->batch, &sums))
    return FALSE;
  self->dram_read[outer] = bytes_of (self, outer, all_outer);
  self->dram_read[inner] = bytes_of (self, inner, all_inner);
  self->dram_read[SYSTOLE_OPERAND_C] = bytes_of (self, SYSTOLE_OPERAND_C, sums);
  self->dram_write = bytes_of (self, SYSTOLE_OPERAND_C, self->dram_write);
  return TRUE;
}

static double
count_all_bytes (const SystoleArrayTimeline *self)
{
  return (double) self->dram_read[0] + (double) self->dram_read[1] + (double) self->dram_read[2] + (double) self->dram_write;
}

/* Whether the buffer has room for what is kept so, and keeping it makes a difference. */
static gboolean
can_keep_outer (const SystoleArrayTimeline *self, SystoleKeep keep)
{
  guint64 rows = MIN (self->schedule.plan.rows, self->schedule.spatial_rows), room = get_room (self, get_outer (self));

  if (keep == SYSTOLE_KEEP_ROW)
    return bytes_of (self, get_outer (self), self->schedule.stream * rows) <= room;
  /* without pixels that several taps share, keeping the whole is keeping the block */
  return keep == SYSTOLE_KEEP_STREAM || (self->schedule.plan.unfolding.unfolds && bytes_of (self, get_outer (self), count_different (self, get_outer (self))) <= room);
}

static gboolean
can_keep_inner (const SystoleArrayTimeline *self, SystoleKeep keep)
{
  guint64 rows = MIN (self->schedule.plan.rows, self->schedule.spatial_rows), columns = MIN (self->schedule.plan.columns, self->schedule.spatial_columns);
  guint64 room = get_room (self, get_inner (self));
  gboolean has_reuse = self->schedule.plan.unfolding.unfolds || (is_os (self) && self->schedule.row_folds > 1);

  if (keep == SYSTOLE_KEEP_FOLD)
    return bytes_of (self, get_inner (self), (is_os (self) ? self->schedule.stream : rows) * columns) <= room;
  return keep == SYSTOLE_KEEP_STREAM || (has_reuse && bytes_of (self, get_inner (self), count_different (self, get_inner (self))) <= room);
}

static gboolean
can_keep_sums (const SystoleArrayTimeline *self, SystoleKeep keep)
{
  guint64 rows = MIN (self->schedule.plan.rows, self->schedule.spatial_rows), columns = MIN (self->schedule.plan.columns, self->schedule.spatial_columns);
  guint size = self->memory.c.bytes;

  if (keep == SYSTOLE_KEEP_FOLD)
    return bytes_of (self, SYSTOLE_OPERAND_C, (is_os (self) ? rows : self->schedule.stream) * columns) <= get_room (self, SYSTOLE_OPERAND_C);
  /* sums are added to in place: all of the buffer is theirs */
  return keep == SYSTOLE_KEEP_STREAM || (has_partial_sums (self) && (size == 0 || bytes_of (self, SYSTOLE_OPERAND_C, count_elements (self, SYSTOLE_OPERAND_C)) <= size));
}

/* An upper bound, in floating point, of the cycles of the run. */
double
systole_array_timeline_estimate (const SystoleArrayTimeline *self)
{
  double slowest = MAX (MAX (self->slow[0], self->slow[1]), self->slow[2]);
  double rate = MAX (self->memory.dram_bytes_per_cycle, 1);

  return (double) self->schedule.n_cycles * slowest + (self->memory.dram_bytes_per_cycle > 0 ? 2 * count_all_bytes (self) / rate + (double) self->schedule.folds * (self->memory.dram_latency + 8) : 0);
}

/* What can be kept of one operand, the longest first. */
typedef struct
{
  SystoleKeep keep[3];
  guint n;
} Choices;

static void
list_choices (const SystoleArrayTimeline *self, const SystoleKeep order[3], gboolean (*can_keep) (const SystoleArrayTimeline *self, SystoleKeep keep), Choices *out)
{
  out->n = 0;
  for (guint i = 0; i < 3; i++)
    if (can_keep (self, order[i]))
      out->keep[out->n++] = order[i];
}

/* Whether nothing could be shorter: main memory adds no cycle between first and last step. */
static gboolean
never_waits (const SystoleArrayTimeline *self)
{
  guint64 last = self->schedule.folds - 1;
  guint64 steps = systole_array_timeline_count_port_cycles (self, last, systole_array_timeline_count_steps (self, last));

  if (last > 0)
    steps += last * systole_array_timeline_count_port_cycles (self, 0, systole_array_timeline_count_steps (self, 0));
  return self->n_cycles == self->lead + steps;
}

/* Tries every combination; of those as fast the one with fewest bytes. Keeping longer never takes more bytes. */
static void
try_all (SystoleArrayTimeline *self, const Choices choices[3], void (*lay_out) (SystoleArrayTimeline *self))
{
  SystoleArrayPolicy best = self->policy;
  guint64 best_cycles = G_MAXUINT64;
  double best_bytes = 0;

  for (guint i = 0; i < choices[0].n * choices[1].n * choices[2].n; i++)
    {
      self->policy.sums = choices[2].keep[i % choices[2].n];
      self->policy.inner = choices[1].keep[i / choices[2].n % choices[1].n];
      self->policy.outer = choices[0].keep[i / choices[2].n / choices[1].n];
      if (!count_bytes (self) || systole_array_timeline_estimate (self) >= 2305843009213693952.0)
        continue;
      lay_out (self);
      if (self->n_cycles > best_cycles || (self->n_cycles == best_cycles && count_all_bytes (self) >= best_bytes))
        continue;
      best = self->policy;
      best_cycles = self->n_cycles;
      best_bytes = count_all_bytes (self);
      if (i == 0 && never_waits (self))
        break;
    }
  self->policy = best;
  lay_out (self);
}

gboolean
systole_array_timeline_choose (SystoleArrayTimeline *self, void (*lay_out) (SystoleArrayTimeline *self))
{
  static const SystoleKeep of_row[] = { SYSTOLE_KEEP_WHOLE, SYSTOLE_KEEP_ROW, SYSTOLE_KEEP_STREAM };
  static const SystoleKeep of_fold[] = { SYSTOLE_KEEP_WHOLE, SYSTOLE_KEEP_FOLD, SYSTOLE_KEEP_STREAM };
  Choices choices[3];

  find_different (self);
  list_choices (self, of_row, can_keep_outer, &choices[0]);
  list_choices (self, of_fold, can_keep_inner, &choices[1]);
  list_choices (self, of_fold, can_keep_sums, &choices[2]);
  self->policy = (SystoleArrayPolicy){ choices[0].keep[0], choices[1].keep[0], choices[2].keep[0] };
  if (!count_bytes (self) || systole_array_timeline_estimate (self) >= 2305843009213693952.0)
    return FALSE;
  if (lay_out != NULL)
    try_all (self, choices, lay_out);
  return count_bytes (self);
}

guint64
systole_array_timeline_count_read (const SystoleArrayTimeline *self)
{
  return self->dram_read[SYSTOLE_OPERAND_A] + self->dram_read[SYSTOLE_OPERAND_B] + self->dram_read[SYSTOLE_OPERAND_C];
}

/**
 * systole_array_timeline_count_compulsory:
 *
 * Bytes that cross main memory whatever is kept: each different element of A and B once, each result once.
 */
void
systole_array_timeline_count_compulsory (const SystoleArrayTimeline *self, guint64 *read, guint64 *write)
{
  *read = 0;
  for (SystoleOperand operand = SYSTOLE_OPERAND_A; operand <= SYSTOLE_OPERAND_B; operand++)
    *read += bytes_of (self, operand, count_different (self, operand) * self->schedule.batch);
  *write = bytes_of (self, SYSTOLE_OPERAND_C, count_elements (self, SYSTOLE_OPERAND_C) * self->schedule.batch);
}

/**
 * systole_array_timeline_get_bound:
 *
 * What a faster one of would shorten the run most: main memory if its channel is in use for longer than the array has
 * steps, a buffer if its ports make steps take longer, else the arithmetic.
 */
const char *
systole_array_timeline_get_bound (const SystoleArrayTimeline *self)
{
  double channel = 0, steps = (double) self->schedule.n_cycles;
  double ports = steps * MAX (MAX (self->slow[0], self->slow[1]), self->slow[2]);

  if (self->memory.dram_bytes_per_cycle > 0)
    channel = count_all_bytes (self) / self->memory.dram_bytes_per_cycle;
  if (channel > MAX (steps, ports))
    return "memory:dram";
  if (ports > steps)
    return self->narrowest;
  return "compute";
}
