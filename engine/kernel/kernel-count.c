/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-schedule.h"

/*
 * Exact sums over a schedule: work done before a cycle, work in a cycle, and for what
 * the main unit's lanes wait in the whole run.
 *
 * Of a launch's N iterations, iteration i does ⌊U/N⌋ of the useful work, and one more if
 * i < U mod N; the same for useful work and padding together. Within its m cycles of the main unit the work done
 * before cycle x is C(x) = ⌊(u + p) x / m⌋, of which ⌊C u / (u + p)⌋ is useful.
 */

static guint64
share_of (guint64 total, guint64 parts, guint64 index)
{
  return total / parts + (index < total % parts);
}

/* Useful work and padding of one iteration. */
static void
share_step (const SystoleKernelLaunch *launch, guint64 step, guint64 *useful, guint64 *padding)
{
  *useful = share_of (launch->useful, launch->steps, step);
  *padding = share_of (launch->useful + launch->padding, launch->steps, step) - *useful;
}

static guint64
work_before (guint64 useful, guint64 padding, guint64 tick, guint64 ticks, guint64 *out_padding)
{
  guint64 all = useful + padding, done = all / ticks * tick + all % ticks * tick / ticks;
  guint64 of_useful = all > 0 ? (guint64) ((double) done * ((double) useful / (double) all)) : 0;

  /* The quotient in floating point may be off by one; integers settle it. */
  if (all > 0 && done <= G_MAXUINT64 / MAX (useful, 1))
    of_useful = done * useful / all;
  if (tick == ticks)
    of_useful = useful;
  if (out_padding != NULL)
    *out_padding = done - of_useful;
  return of_useful;
}

/**
 * systole_kernel_step_work:
 * @step: an iteration of a block, numbered through the launch
 * @tick: cycle of the main unit within it, < main_ticks
 *
 * What the main unit of the block's SM does in that cycle.
 */
void
systole_kernel_step_work (const SystoleKernelLaunch *launch, guint64 step, guint64 tick, guint64 *useful, guint64 *padding)
{
  guint64 u, p, before, after, padding_before, padding_after;

  share_step (launch, step, &u, &p);
  before = work_before (u, p, tick, launch->main_ticks, &padding_before);
  after = work_before (u, p, tick + 1, launch->main_ticks, &padding_after);

  *useful = after - before;
  *padding = padding_after - padding_before;
}

/* How many of @n indices first, first + stride, … are below @limit. */
static guint64
count_below (guint64 first, guint64 stride, guint64 n, guint64 limit)
{
  return first >= limit ? 0 : MIN (n, (limit - first - 1) / stride + 1);
}

/* First step index of the blocks in a slot at this moment. */
static guint64
first_step (const SystoleKernelSchedule *self, const SystoleKernelMoment *m, guint slot, guint64 iteration)
{
  const SystoleKernelSegment *s = m->segment;

  return s->first_step + (m->first_block - s->first_block + (guint64) slot * self->used) * s->loops + iteration;
}

/* Blocks with equal shares follow one another: where the first, the second and the third
 * sort of them end. */
static void
split (const SystoleKernelLaunch *launch, guint64 index, guint64 loops, guint64 n, guint64 edges[3])
{
  guint64 a = count_below (index, loops, n, launch->useful % launch->steps);
  guint64 b = count_below (index, loops, n, (launch->useful + launch->padding) % launch->steps);

  edges[0] = MIN (a, b);
  edges[1] = MAX (a, b);
  edges[2] = n;
}

/**
 * systole_kernel_schedule_count_busy:
 *
 * Lanes of all SMs that do useful work, and that work on padding, in this cycle.
 */
void
systole_kernel_schedule_count_busy (const SystoleKernelSchedule *self, const SystoleKernelMoment *m, guint64 *useful, guint64 *padding)
{
  const SystoleKernelLaunch *launch = &self->launches[m->launch];
  guint64 edges[3], last = 0, n, index;

  *useful = *padding = 0;
  if (m->stage != SYSTOLE_KERNEL_TURN || m->phase >= launch->n_phases || launch->phases[m->phase].reason != SYSTOLE_REASON_BUSY)
    return;
  n = systole_kernel_count_sms (self, m->segment, m->slot);
  index = first_step (self, m, m->slot, m->iteration);
  split (launch, index, m->segment->loops, n, edges);
  for (guint i = 0; i < G_N_ELEMENTS (edges); last = edges[i++])
    if (edges[i] > last)
      {
        guint64 u, p;

        systole_kernel_step_work (launch, index + last * m->segment->loops, m->elapsed, &u, &p);
        *useful += (edges[i] - last) * u;
        *padding += (edges[i] - last) * p;
      }
}

static double
useful_of_steps (const SystoleKernelLaunch *launch, guint64 steps)
{
  return (double) steps * (double) (launch->useful / launch->steps) + (double) MIN (steps, launch->useful % launch->steps);
}

/* Of @n blocks that begin with step @first, @loops apart: work of the first @done steps of each. */
static double
useful_of_blocks (const SystoleKernelLaunch *launch, guint64 first, guint64 loops, guint64 n, guint64 done)
{
  guint64 extra = launch->useful % launch->steps;
  guint64 whole = extra >= done ? count_below (first, loops, n, extra - done + 1) : 0;
  guint64 started = count_below (first, loops, n, extra);
  double sum = (double) n * (double) done * (double) (launch->useful / launch->steps) + (double) whole * (double) done;

  /* Blocks whose steps are partly below the limit: one, since blocks do not overlap. */
  for (guint64 b = whole; b < started; b++)
    sum += (double) MIN (extra - (first + b * loops), done);
  return sum;
}

/* Cycles that the main unit has had in a turn before this one. */
static guint64
ticks_before (const SystoleKernelLaunch *launch, const SystoleKernelMoment *m)
{
  guint64 waits = m->segment->turn - launch->ticks, at = m->cycle > waits ? m->cycle - waits : 0, tick = 0;

  for (guint p = 0; p < launch->n_phases && at > 0; p++)
    {
      guint64 cycles = MIN (at, launch->phases[p].cycles);

      if (launch->phases[p].reason == SYSTOLE_REASON_BUSY)
        tick += cycles;
      at -= cycles;
    }
  return tick;
}

/* Work of the turn under way, done before this cycle. */
static double
useful_of_turn (const SystoleKernelSchedule *self, const SystoleKernelLaunch *launch, const SystoleKernelMoment *m)
{
  guint64 n = systole_kernel_count_sms (self, m->segment, m->slot), index = first_step (self, m, m->slot, m->iteration);
  guint64 tick = ticks_before (launch, m), edges[3], last = 0;
  double sum = 0;

  if (tick == 0)
    return 0;
  split (launch, index, m->segment->loops, n, edges);
  for (guint i = 0; i < G_N_ELEMENTS (edges); last = edges[i++])
    if (edges[i] > last)
      {
        guint64 u, p;

        share_step (launch, index + last * m->segment->loops, &u, &p);
        sum += (double) (edges[i] - last) * (double) work_before (u, p, tick, launch->main_ticks, NULL);
      }
  return sum;
}

static double
useful_of_wave (const SystoleKernelSchedule *self, const SystoleKernelLaunch *launch, const SystoleKernelMoment *m)
{
  const SystoleKernelSegment *s = m->segment;
  double sum = 0;

  if (m->stage == SYSTOLE_KERNEL_PROLOGUE)
    return 0;
  if (m->stage == SYSTOLE_KERNEL_EPILOGUE)
    {
      guint64 first = first_step (self, m, 0, 0);

      return useful_of_steps (launch, first + s->blocks * s->loops) - useful_of_steps (launch, first);
    }
  for (guint slot = 0; slot < s->slots; slot++)
    sum += useful_of_blocks (launch, first_step (self, m, slot, 0), s->loops, systole_kernel_count_sms (self, s, slot), m->iteration + (slot < m->slot));
  return sum + useful_of_turn (self, launch, m);
}

/**
 * systole_kernel_schedule_count_useful:
 * @cycle: 0 … n_cycles
 *
 * Returns: useful work of the main unit before the cycle, in all SMs
 */
double
systole_kernel_schedule_count_useful (const SystoleKernelSchedule *self, guint64 cycle)
{
  SystoleKernelMoment m = systole_kernel_schedule_find (self, cycle);
  const SystoleKernelLaunch *launch = &self->launches[m.launch];
  double sum = 0;

  for (guint i = 0; i < m.launch; i++)
    sum += (double) self->launches[i].useful;
  if (launch->useful == 0 || m.stage == SYSTOLE_KERNEL_START || m.stage == SYSTOLE_KERNEL_LEAD)
    return sum;
  if (m.stage == SYSTOLE_KERNEL_OUT)
    return sum + (double) launch->useful;
  return sum + useful_of_steps (launch, first_step (self, &m, 0, 0)) + useful_of_wave (self, launch, &m);
}

static void
add_segment_idle (const SystoleKernelSchedule *self, const SystoleKernelLaunch *launch, const SystoleKernelSegment *s, guint64 out[SYSTOLE_N_REASONS])
{
  guint64 lanes = (guint64) self->lanes * self->sub_cores;
  guint64 with = systole_kernel_count_sms (self, s, 0), without = self->sms - with;
  guint64 turns = s->waves * s->loops, last = s->first_wave + s->waves == launch->waves ? 1 : 0;

  out[SYSTOLE_REASON_MEMORY] += s->waves * launch->prologue * with * lanes;
  out[SYSTOLE_REASON_DRAIN] += s->waves * launch->epilogue * with * lanes;
  out[SYSTOLE_REASON_LAUNCH] += (s->waves - last) * (launch->prologue + launch->epilogue) * without * lanes;
  out[SYSTOLE_REASON_TAIL] += last * (launch->prologue + launch->epilogue) * without * lanes;
  for (guint slot = 0; slot < s->slots; slot++)
    {
      guint64 sms = systole_kernel_count_sms (self, s, slot), here = sms * lanes * turns;

      out[SYSTOLE_REASON_MEMORY] += (s->turn - launch->ticks) * here;
      out[SYSTOLE_REASON_LAUNCH] += s->turn * (self->sms - sms) * lanes * (s->waves - last) * s->loops;
      out[SYSTOLE_REASON_TAIL] += s->turn * (self->sms - sms) * lanes * last * s->loops;
      for (guint p = 0; p < launch->n_phases; p++)
        out[systole_kernel_get_phase_reason (launch, s, p)] += launch->phases[p].cycles * here;
    }
}

/**
 * systole_kernel_schedule_add_idle:
 * @out: by cause, lane-cycles of the main unit in the whole run: BUSY the useful ones;
 *   OPERAND also those that have no element in a cycle in which others have one
 */
void
systole_kernel_schedule_add_idle (const SystoleKernelSchedule *self, guint64 out[SYSTOLE_N_REASONS])
{
  guint64 lanes = (guint64) self->lanes * self->sub_cores;

  for (guint i = 0; i < self->n_launches; i++)
    {
      const SystoleKernelLaunch *launch = &self->launches[i];
      guint64 first = systole_kernel_count_sms (self, &g_array_index (launch->segments, SystoleKernelSegment, 0), 0);
      guint64 last = systole_kernel_count_sms (self, &g_array_index (launch->segments, SystoleKernelSegment, launch->segments->len - 1), 0);

      out[SYSTOLE_REASON_LAUNCH] += launch->start * self->sms * lanes;
      out[SYSTOLE_REASON_MEMORY] += launch->lead * first * lanes;
      out[SYSTOLE_REASON_DRAIN] += launch->out * last * lanes;
      out[systole_kernel_why_without (launch, 0)] += launch->lead * (self->sms - first) * lanes;
      out[SYSTOLE_REASON_TAIL] += launch->out * (self->sms - last) * lanes;
      for (guint s = 0; s < launch->segments->len; s++)
        add_segment_idle (self, launch, &g_array_index (launch->segments, SystoleKernelSegment, s), out);
      out[SYSTOLE_REASON_BUSY] += launch->useful;
      out[SYSTOLE_REASON_PADDING] += launch->padding;
      out[SYSTOLE_REASON_OPERAND] -= launch->useful + launch->padding;
    }
}
