/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-timeline.h"

#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/systolic/array-transfers.h"

enum
{
  LOAD,
  STREAM,
  DRAIN
};

/* --- pieces --- */

/* Cuts 0 … n − 1 into the first `head`, the last `tail`, and what is alike between. */
static void
pieces_init (SystolePieces *self, guint64 n, guint head, guint tail)
{
  gboolean few = n <= head + tail + 1;

  self->n = few ? (guint) n : head + 1 + tail;
  for (guint i = 0; i < self->n; i++)
    {
      self->pieces[i].first = few || i <= head ? i : n - (self->n - i);
      self->pieces[i].count = few || i != head ? 1 : n - head - tail;
      self->pieces[i].length = 0;
    }
}

static guint
pieces_find_index (const SystolePieces *self, guint64 index)
{
  guint i = self->n - 1;

  while (self->pieces[i].first > index)
    i--;
  return i;
}

/* Cycles before thing @index; of all for the number of them. */
static guint64
pieces_get_start (const SystolePieces *self, guint64 index)
{
  guint64 start = 0;

  for (guint i = 0; i < self->n && self->pieces[i].first < index; i++)
    start += MIN (index - self->pieces[i].first, self->pieces[i].count) * self->pieces[i].length;
  return start;
}

/* The thing that @cycle falls in; @cycle becomes the cycle in it. */
static guint64
pieces_find (const SystolePieces *self, guint64 *cycle)
{
  for (guint i = 0;; i++)
    {
      guint64 length = self->pieces[i].length, whole = self->pieces[i].count * length;

      if (*cycle < whole || i + 1 == self->n)
        {
          guint64 nth = MIN (*cycle / length, self->pieces[i].count - 1);

          *cycle -= nth * length;
          return self->pieces[i].first + nth;
        }
      *cycle -= whole;
    }
}

/* --- folds --- */

static guint64
join (const SystoleArraySchedule *schedule, guint64 batch, guint64 row, guint64 column)
{
  return (batch * schedule->row_folds + row) * schedule->column_folds + column;
}

static void
list_columns (const SystoleArrayTimeline *self, guint64 batch, guint64 row, SystolePieces *out)
{
  pieces_init (out, self->schedule.column_folds, 1, 2);
  for (guint i = 0; i < out->n; i++)
    {
      SystoleFoldTime time;

      systole_array_timeline_time_fold (self, join (&self->schedule, batch, row, out->pieces[i].first), &time);
      out->pieces[i].length = time.paced + time.wait;
    }
}

static void
list_rows (SystoleArrayTimeline *self, guint batch)
{
  SystolePieces *rows = &self->rows[batch];

  pieces_init (rows, self->schedule.row_folds, 2, 2);
  for (guint i = 0; i < rows->n; i++)
    {
      SystolePieces columns;

      list_columns (self, self->batches.pieces[batch].first, rows->pieces[i].first, &columns);
      rows->pieces[i].length = pieces_get_start (&columns, self->schedule.column_folds);
    }
}

/* Lays the folds out for the present policy. */
static void
lay_out (SystoleArrayTimeline *self)
{
  systole_array_timeline_time_ends (self, &self->lead, &self->tail);
  pieces_init (&self->batches, self->schedule.batch, 1, 1);
  for (guint i = 0; i < self->batches.n; i++)
    {
      list_rows (self, i);
      self->batches.pieces[i].length = pieces_get_start (&self->rows[i], self->schedule.row_folds);
    }
  self->n_cycles = self->lead + pieces_get_start (&self->batches, self->schedule.batch) + self->tail;
}

/* --- ports --- */

/* Cycles that the ports of a buffer need for what passes an edge in a step. */
static guint
find_slowness (const SystoleArrayBuffer *buffer, guint64 bits)
{
  guint64 words;

  if (buffer->word_bytes == 0)
    return 1;
  words = systole_ceil_div (bits, 8 * (guint64) buffer->word_bytes);
  return (guint) MAX (systole_ceil_div (words, MAX (buffer->ports, 1)), 1);
}

static void
find_slownesses (SystoleArrayTimeline *self)
{
  static const char *const bounds[] = { "memory:sram-a", "memory:sram-b", "memory:sram-c" };
  const SystoleArrayPlan *plan = &self->schedule.plan;
  const SystoleArrayMemoryDef *memory = &self->memory;
  gboolean os = plan->dataflow == SYSTOLE_DATAFLOW_OS, is = plan->dataflow == SYSTOLE_DATAFLOW_IS;
  guint64 bits_a = systole_format_get_bits (plan->gemm.format, SYSTOLE_OPERAND_A), bits_b = systole_format_get_bits (plan->gemm.format, SYSTOLE_OPERAND_B);
  guint64 sums = 8 * (guint64) systole_format_get_accumulator_bytes (plan->gemm.format) * plan->columns;
  guint by[3], all;

  by[SYSTOLE_OPERAND_A] = find_slowness (&memory->a, bits_a * (is ? plan->columns : plan->rows));
  by[SYSTOLE_OPERAND_B] = find_slowness (&memory->b, bits_b * (is ? plan->rows : plan->columns));
  /* ws, is: a sum is written in each step, and one read if it is added to an earlier fold's */
  by[SYSTOLE_OPERAND_C] = find_slowness (&memory->c, !os && self->schedule.row_folds > 1 ? 2 * sums : sums);
  all = MAX (MAX (by[0], by[1]), by[2]);
  self->narrowest = bounds[by[0] == all ? 0 : by[1] == all ? 1
                                                           : 2];
  self->slow[LOAD] = by[is ? SYSTOLE_OPERAND_A : SYSTOLE_OPERAND_B];
  self->slow[STREAM] = os ? MAX (by[0], by[1]) : MAX (by[is ? SYSTOLE_OPERAND_B : SYSTOLE_OPERAND_A], by[SYSTOLE_OPERAND_C]);
  self->slow[DRAIN] = by[SYSTOLE_OPERAND_C];
  if (self->schedule.overlapped)
    self->slow[LOAD] = self->slow[STREAM] = self->slow[DRAIN] = all;
}

/* Steps of a fold by stage. */
static void
list_stages (const SystoleArrayTimeline *self, guint64 fold, guint64 stages[3])
{
  const SystoleArraySchedule *schedule = &self->schedule;
  guint64 all = systole_array_timeline_count_steps (self, fold);

  if (schedule->overlapped)
    {
      stages[LOAD] = stages[DRAIN] = 0;
      stages[STREAM] = all;
      return;
    }
  stages[LOAD] = schedule->load;
  stages[STREAM] = schedule->stream + schedule->plan.rows + schedule->plan.columns - 2;
  stages[DRAIN] = all - stages[LOAD] - stages[STREAM];
}

/* Port cycles of the first @steps of a fold. */
guint64
systole_array_timeline_count_port_cycles (const SystoleArrayTimeline *self, guint64 fold, guint64 steps)
{
  guint64 stages[3], cycles = 0;

  list_stages (self, fold, stages);
  for (guint i = 0; i < 3; i++)
    {
      guint64 n = MIN (steps, stages[i]);

      cycles += n * self->slow[i];
      steps -= n;
    }
  return cycles;
}

/* The step of a fold that port cycle @cycle belongs to. */
static guint64
find_port_step (const SystoleArrayTimeline *self, guint64 fold, guint64 cycle)
{
  guint64 stages[3], step = 0;

  list_stages (self, fold, stages);
  for (guint i = 0; i < 3; i++)
    {
      if (cycle < stages[i] * self->slow[i])
        return step + cycle / self->slow[i];
      cycle -= stages[i] * self->slow[i];
      step += stages[i];
    }
  return step - 1;
}

/* --- a fold at the pace of its stream --- */

/* ⌊a · b ÷ c⌋ where the quotient fits; @rest: whether something is left over. */
static guint64
multiply_divide (guint64 a, guint64 b, guint64 c, gboolean *rest)
{
  guint64 product, quotient = 0, left = 0;

  if (g_uint64_checked_mul (&product, a, b))
    {
      *rest = product % c != 0;
      return product / c;
    }
  for (guint bit = 64; bit-- > 0;)
    {
      quotient = 2 * quotient;
      left = 2 * left;
      if ((b >> bit & 1) != 0)
        {
          quotient += a / c;
          left += a % c;
        }
      while (left >= c)
        {
          quotient++;
          left -= c;
        }
    }
  *rest = left != 0;
  return quotient;
}

/* Cycle of the fold in which port cycle @v is carried out: when its share of the stream has come. */
static guint64
find_paced (const SystoleFoldTime *time, guint64 v)
{
  gboolean rest;
  guint64 cycle = v;

  if (time->paced > time->length)
    {
      cycle = multiply_divide (v + 1, time->paced, time->length, &rest);
      cycle -= !rest;
    }
  return v + 1 == time->length ? cycle + time->wait : cycle;
}

/* Port cycles that are carried out before cycle @cycle of the fold. */
static guint64
count_paced (const SystoleFoldTime *time, guint64 cycle)
{
  gboolean rest;

  if (time->paced == time->length)
    return MIN (cycle, time->length - 1);
  return MIN (multiply_divide (cycle, time->length, time->paced, &rest), time->length - 1);
}

/* --- public --- */

static void
init_plain (SystoleArrayTimeline *self)
{
  self->lead = self->tail = 0;
  self->n_cycles = self->schedule.n_cycles;
}

static gboolean
fits (const SystoleArrayTimeline *self)
{
  return systole_array_timeline_estimate (self) < 2305843009213693952.0;
}

/**
 * systole_array_timeline_init:
 * @def: a def that passes systole_array_def_check()
 * @cold: operands come from main memory and results go there
 *
 * Returns: FALSE with %SYSTOLE_ERROR_CAPACITY where a count would not fit
 */
gboolean
systole_array_timeline_init (SystoleArrayTimeline *self, const SystoleProduct *product, const SystoleArrayDef *def, gboolean cold, GError **error)
{
  SystoleArrayPlan plan;

  systole_array_plan_init (&plan, product, def);
  memset (self, 0, sizeof *self);
  if (!systole_array_schedule_init (&self->schedule, &plan, error))
    return FALSE;
  self->memory = def->memory;
  if (!cold)
    self->memory.dram_bytes_per_cycle = 0;
  find_slownesses (self);
  self->is_plain = self->memory.dram_bytes_per_cycle == 0 && self->slow[LOAD] * self->slow[STREAM] * self->slow[DRAIN] == 1;
  if (!systole_array_timeline_choose (self, self->is_plain ? NULL : lay_out) || (!self->is_plain && !fits (self)))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("With this memory the product takes more than 2^61 cycles or 2^64 bytes, the most that is counted"));
      return FALSE;
    }
  if (self->is_plain)
    init_plain (self);
  return TRUE;
}

guint64
systole_array_timeline_get_start (const SystoleArrayTimeline *self, guint64 fold)
{
  guint64 batch, row, column;
  SystolePieces columns;
  guint piece;

  if (self->is_plain)
    return fold * self->schedule.period;
  batch = systole_array_schedule_split_fold (&self->schedule, fold, &row, &column);
  piece = pieces_find_index (&self->batches, batch);
  list_columns (self, batch, row, &columns);
  return self->lead + pieces_get_start (&self->batches, batch) + pieces_get_start (&self->rows[piece], row) + pieces_get_start (&columns, column);
}

guint64
systole_array_timeline_get_fold_cycles (const SystoleArrayTimeline *self, guint64 fold, guint64 *wait)
{
  SystoleFoldTime time;

  systole_array_timeline_time_fold (self, fold, &time);
  *wait = time.wait;
  return time.paced + time.wait;
}

/* The cycle in the fold that @cycle, counted from the end of the lead-in, falls in. */
static guint64
find_fold (const SystoleArrayTimeline *self, guint64 *cycle)
{
  guint64 batch = pieces_find (&self->batches, cycle);
  guint64 row = pieces_find (&self->rows[pieces_find_index (&self->batches, batch)], cycle);
  SystolePieces columns;

  list_columns (self, batch, row, &columns);
  return join (&self->schedule, batch, row, pieces_find (&columns, cycle));
}

static void
find_outside (const SystoleArrayTimeline *self, guint64 cycle, SystoleArrayMoment *out)
{
  gboolean before = cycle < self->lead;

  out->outside = TRUE;
  out->reason = SYSTOLE_REASON_MEMORY;
  out->phase = before ? SYSTOLE_PHASE_COPY : SYSTOLE_PHASE_EPILOGUE;
  out->fold = before ? 0 : self->schedule.folds - 1;
  out->step = before ? 0 : self->schedule.compute_end - 1;
  out->left = (before ? self->lead : self->n_cycles) - cycle;
}

/**
 * systole_array_timeline_find:
 * @cycle: 0 … n_cycles − 1
 *
 * O(1) at any length.
 */
void
systole_array_timeline_find (const SystoleArrayTimeline *self, guint64 cycle, SystoleArrayMoment *out)
{
  SystoleFoldTime time;
  guint64 in_fold, port, step, end;

  *out = (SystoleArrayMoment){ .step = cycle, .stall = SYSTOLE_STALL_NONE };
  if (self->is_plain)
    {
      out->fold = systole_array_schedule_get_leading_fold (&self->schedule, cycle);
      return;
    }
  if (cycle < self->lead || cycle >= self->n_cycles - self->tail)
    {
      find_outside (self, cycle, out);
      return;
    }
  in_fold = cycle - self->lead;
  out->fold = find_fold (self, &in_fold);
  systole_array_timeline_time_fold (self, out->fold, &time);
  port = count_paced (&time, in_fold);
  step = find_port_step (self, out->fold, port);
  out->step = out->fold * self->schedule.period + step;
  end = systole_array_timeline_count_port_cycles (self, out->fold, step + 1) - 1;
  if (find_paced (&time, port) != in_fold)
    {
      out->stall = time.wait > 0 && in_fold + 1 >= time.paced ? SYSTOLE_STALL_FETCH : SYSTOLE_STALL_STREAM;
      systole_array_timeline_name_cause (self, out->fold, out->stall, &out->operand, &out->is_write);
    }
  else if (end != port)
    out->stall = SYSTOLE_STALL_PORT;
  if (out->stall != SYSTOLE_STALL_NONE)
    out->left = find_paced (&time, end) - in_fold;
}

/**
 * systole_array_timeline_find_step:
 * @step: of the schedule, up to its number of cycles
 * @carried_out: the cycle in which it is; else the first in which the array is at it
 */
guint64
systole_array_timeline_find_step (const SystoleArrayTimeline *self, guint64 step, gboolean carried_out)
{
  SystoleFoldTime time;
  guint64 fold, in_fold, start;

  if (self->is_plain)
    return step;
  if (step >= self->schedule.compute_end)
    return self->n_cycles - self->tail;
  fold = MIN (step / self->schedule.period, self->schedule.folds - 1);
  in_fold = step - fold * self->schedule.period;
  start = systole_array_timeline_get_start (self, fold);
  if (!carried_out && in_fold == 0)
    return start;
  systole_array_timeline_time_fold (self, fold, &time);
  if (!carried_out)
    return start + find_paced (&time, systole_array_timeline_count_port_cycles (self, fold, in_fold) - 1) + 1;
  return start + find_paced (&time, systole_array_timeline_count_port_cycles (self, fold, in_fold + 1) - 1);
}
