/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-transfers-private.h"

#include "engine/base/number.h"

/* Which operands stay on the chip between folds: of all that there is room for, the fastest; of those as fast, the one with
 * fewest bytes. */

static void
find_different (SystoleArrayTimeline *self)
{
  const SystoleUnfolding *unfolding = &self->schedule.plan.unfolding;
  SystoleOperand unfolded = unfolding->conv.direction == SYSTOLE_CONV_BACKWARD_FILTER ? SYSTOLE_OPERAND_B : SYSTOLE_OPERAND_A;

  for (SystoleOperand operand = SYSTOLE_OPERAND_A; operand <= SYSTOLE_OPERAND_C; operand++)
    self->different[operand] = systole_array_count_elements (self, operand);
  if (unfolding->unfolds)
    self->different[unfolded] = MIN (self->different[unfolded], systole_unfolding_count_touched (unfolding) / self->schedule.batch);
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
times (guint64 a, guint64 b, guint64 *out)
{
  return systole_checked_mul (a, b, out) && *out <= G_MAXINT64 / 8;
}

/* Bytes of the whole run for the present policy. */
static gboolean
count_bytes (SystoleArrayTimeline *self)
{
  const SystoleArraySchedule *schedule = &self->schedule;
  SystoleOperand outer = systole_array_get_outer (self), inner = systole_array_get_inner (self);
  guint64 all_outer = systole_array_count_elements (self, outer), all_inner = systole_array_count_elements (self, inner), sums = systole_array_count_elements (self, SYSTOLE_OPERAND_C), n_sums = schedule->row_folds;

  if (self->policy.outer == SYSTOLE_KEEP_WHOLE)
    all_outer = systole_array_count_different (self, outer);
  if (self->policy.inner == SYSTOLE_KEEP_WHOLE)
    all_inner = systole_array_count_different (self, inner);
  if (systole_array_is_os (self) || self->policy.sums == SYSTOLE_KEEP_WHOLE)
    n_sums = 1;
  if (!times (all_outer, self->policy.outer == SYSTOLE_KEEP_STREAM ? schedule->column_folds : 1, &all_outer) ||
      !times (all_inner, systole_array_is_os (self) && self->policy.inner != SYSTOLE_KEEP_WHOLE ? schedule->row_folds : 1, &all_inner) ||
      !times (sums, n_sums, &self->dram_write) || !times (sums, n_sums - 1, &sums) ||
      !times (all_outer, schedule->batch, &all_outer) || !times (all_inner, schedule->batch, &all_inner) ||
      !times (self->dram_write, schedule->batch, &self->dram_write) || !times (sums, schedule->batch, &sums))
    return FALSE;
  self->dram_read[outer] = systole_array_bytes_of (self, outer, all_outer);
  self->dram_read[inner] = systole_array_bytes_of (self, inner, all_inner);
  self->dram_read[SYSTOLE_OPERAND_C] = systole_array_bytes_of (self, SYSTOLE_OPERAND_C, sums);
  self->dram_write = systole_array_bytes_of (self, SYSTOLE_OPERAND_C, self->dram_write);
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
  guint64 rows = MIN (self->schedule.plan.rows, self->schedule.spatial_rows), room = get_room (self, systole_array_get_outer (self));

  if (keep == SYSTOLE_KEEP_ROW)
    return systole_array_bytes_of (self, systole_array_get_outer (self), self->schedule.stream * rows) <= room;
  /* without pixels that several taps share, keeping the whole is keeping the block */
  return keep == SYSTOLE_KEEP_STREAM || (self->schedule.plan.unfolding.unfolds && systole_array_bytes_of (self, systole_array_get_outer (self), systole_array_count_different (self, systole_array_get_outer (self))) <= room);
}

static gboolean
can_keep_inner (const SystoleArrayTimeline *self, SystoleKeep keep)
{
  guint64 rows = MIN (self->schedule.plan.rows, self->schedule.spatial_rows), columns = MIN (self->schedule.plan.columns, self->schedule.spatial_columns);
  guint64 room = get_room (self, systole_array_get_inner (self));
  gboolean has_reuse = self->schedule.plan.unfolding.unfolds || (systole_array_is_os (self) && self->schedule.row_folds > 1);

  if (keep == SYSTOLE_KEEP_FOLD)
    return systole_array_bytes_of (self, systole_array_get_inner (self), (systole_array_is_os (self) ? self->schedule.stream : rows) * columns) <= room;
  return keep == SYSTOLE_KEEP_STREAM || (has_reuse && systole_array_bytes_of (self, systole_array_get_inner (self), systole_array_count_different (self, systole_array_get_inner (self))) <= room);
}

static gboolean
can_keep_sums (const SystoleArrayTimeline *self, SystoleKeep keep)
{
  guint64 rows = MIN (self->schedule.plan.rows, self->schedule.spatial_rows), columns = MIN (self->schedule.plan.columns, self->schedule.spatial_columns);
  guint size = self->memory.c.bytes;

  if (keep == SYSTOLE_KEEP_FOLD)
    return systole_array_bytes_of (self, SYSTOLE_OPERAND_C, (systole_array_is_os (self) ? rows : self->schedule.stream) * columns) <= get_room (self, SYSTOLE_OPERAND_C);
  /* sums are added to in place: all of the buffer is theirs */
  return keep == SYSTOLE_KEEP_STREAM || (systole_array_has_partial_sums (self) && (size == 0 || systole_array_bytes_of (self, SYSTOLE_OPERAND_C, systole_array_count_elements (self, SYSTOLE_OPERAND_C)) <= size));
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
    *read += systole_array_bytes_of (self, operand, systole_array_count_different (self, operand) * self->schedule.batch);
  *write = systole_array_bytes_of (self, SYSTOLE_OPERAND_C, systole_array_count_elements (self, SYSTOLE_OPERAND_C) * self->schedule.batch);
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
