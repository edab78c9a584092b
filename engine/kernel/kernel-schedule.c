/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-schedule.h"

#include <math.h>

#include "engine/base/number.h"

/* Cycles of a launch, so that sums over SMs and lanes stay within 64 bits. */
#define MOST_CYCLES (G_GUINT64_CONSTANT (1) << 50)
#define MOST_STEPS (G_GUINT64_CONSTANT (1) << 52)

SystoleKernelLaunch *
systole_kernel_schedule_add (SystoleKernelSchedule *self, const char *title, guint warps)
{
  SystoleKernelLaunch *launch = &self->launches[self->n_launches];

  g_return_val_if_fail (self->n_launches < SYSTOLE_KERNEL_MAX_LAUNCHES, NULL);
  self->n_launches++;
  *launch = (SystoleKernelLaunch){ .title = title, .warps = MAX (warps, 1) };
  launch->segments = g_array_new (FALSE, FALSE, sizeof (SystoleKernelSegment));
  return launch;
}

/**
 * systole_kernel_launch_add_phase:
 * @cycles: 0: the phase is left out
 */
void
systole_kernel_launch_add_phase (SystoleKernelLaunch *self, SystoleUnit unit, SystoleInstruction instruction, SystoleReason reason, const char *text, guint64 cycles)
{
  g_return_if_fail (self->n_phases < SYSTOLE_KERNEL_MAX_PHASES);
  if (cycles == 0)
    return;
  self->phases[self->n_phases++] = (SystoleKernelPhase){ unit, instruction, reason, text, cycles };
  self->ticks += cycles;
  if (reason == SYSTOLE_REASON_BUSY)
    self->main_ticks += cycles;
}

static double
add_limits (const double *limits, guint n, double norm)
{
  double most = 0, sum = 0;

  for (guint i = 0; i < n; i++)
    most = MAX (most, limits[i]);
  if (!(norm > 0) || !(most > 0))
    return most;
  for (guint i = 0; i < n; i++)
    sum += pow (limits[i] / most, norm);
  return most * pow (sum, 1 / norm);
}

/* Cycles of one turn, with so many blocks under way. @by_memory: (out): bytes take longer than work */
static guint64
find_turn (const SystoleKernelSchedule *self, const SystoleKernelLaunch *launch, const SystoleKernelLoad *load, guint64 blocks, guint slots, guint64 loops, gboolean *by_memory)
{
  double turns = (double) slots * (double) loops;
  double limits[] = {
    load->dram_rate > 0 ? (double) blocks * load->dram_bytes / load->dram_rate : 0,
    load->l2_rate > 0 ? (double) blocks * load->l2_bytes / load->l2_rate : 0,
    load->issue > 0 ? slots * load->issue : (double) launch->ticks * turns,
    load->latency,
  };
  double turn = add_limits (limits, G_N_ELEMENTS (limits), load->norm) / turns;

  *by_memory = MAX (limits[0], limits[1]) > limits[2];

  return MAX (MAX ((guint64) llround (turn), launch->ticks), 1);
}

static gboolean
add_segment (SystoleKernelSchedule *self, SystoleKernelLaunch *launch, guint64 waves, guint64 blocks, guint64 loops, const SystoleKernelLoad *load)
{
  SystoleKernelSegment s = { .waves = waves, .first_wave = launch->waves, .blocks = blocks, .first_block = launch->blocks, .loops = loops, .first_step = launch->steps };
  guint64 length, cycles, steps;

  if (waves == 0 || blocks == 0)
    return TRUE;
  s.start = launch->n_cycles;
  s.slots = (guint) systole_ceil_div (blocks, self->used);
  s.turn = find_turn (self, launch, load, blocks, s.slots, loops, &s.by_memory);
  if (!systole_checked_mul (s.turn, loops, &length) || !systole_checked_mul (length, s.slots, &length))
    return FALSE;
  length += launch->prologue + launch->epilogue;
  if (!systole_checked_mul (length, waves, &cycles) || !systole_checked_mul (waves * blocks, loops, &steps) || cycles > MOST_CYCLES || steps > MOST_STEPS)
    return FALSE;
  launch->n_cycles += cycles;
  launch->waves += waves;
  launch->blocks += waves * blocks;
  launch->steps += steps;
  g_array_append_val (launch->segments, s);
  return launch->n_cycles <= MOST_CYCLES;
}

/* Why an SM or a slot has no block in a wave of the launch: the next one is about to take it, or there is none left. */
SystoleReason
systole_kernel_why_without (const SystoleKernelLaunch *launch, guint64 wave)
{
  return wave + 1 < launch->waves ? SYSTOLE_REASON_LAUNCH : SYSTOLE_REASON_TAIL;
}

/**
 * systole_kernel_get_phase_reason:
 *
 * Returns: why lanes of the main unit are idle in a phase: BUSY never; where memory is what the
 *   launch takes long for, work on other units meanwhile is no cause
 */
SystoleReason
systole_kernel_get_phase_reason (const SystoleKernelLaunch *launch, const SystoleKernelSegment *segment, guint phase)
{
  SystoleReason reason = launch->phases[phase].reason;

  if (reason == SYSTOLE_REASON_BUSY)
    return SYSTOLE_REASON_OPERAND;
  return segment->by_memory ? SYSTOLE_REASON_MEMORY : reason;
}

/**
 * systole_kernel_schedule_add_blocks:
 * @launch: all its phases, prologue and epilogue are there
 * @blocks: ≥ 1
 * @resident: blocks that an SM holds at once, 1 … SYSTOLE_KERNEL_MAX_SLOTS
 * @loops: iterations of each of them, ≥ 1
 *
 * Full waves and, where blocks are left, one with fewer, to whose share of memory they
 * come sooner. Where the limits of a wave add up, that is memory streams through, the
 * blocks are shared out evenly: a slot that is free takes the next block at once, so
 * there is no last wave of a few blocks.
 *
 * Returns: FALSE where the cycles are more than are counted
 */
gboolean
systole_kernel_schedule_add_blocks (SystoleKernelSchedule *self, SystoleKernelLaunch *launch, guint64 blocks, guint resident, guint64 loops, const SystoleKernelLoad *load)
{
  guint64 at_once = (guint64) self->used * CLAMP (resident, 1, SYSTOLE_KERNEL_MAX_SLOTS);

  if (load->norm > 0)
    at_once = systole_ceil_div (blocks, systole_ceil_div (blocks, at_once));
  return add_segment (self, launch, blocks / at_once, at_once, loops, load) && add_segment (self, launch, 1, blocks % at_once, loops, load);
}

/* Puts the launches one after another. FALSE: more cycles than are counted. */
gboolean
systole_kernel_schedule_close (SystoleKernelSchedule *self)
{
  self->n_cycles = 0;
  for (guint i = 0; i < self->n_launches; i++)
    {
      SystoleKernelLaunch *launch = &self->launches[i];

      launch->first_cycle = self->n_cycles;
      launch->n_cycles += launch->start + launch->lead + launch->out;
      self->n_cycles += launch->n_cycles;
      if (self->n_cycles > MOST_CYCLES)
        return FALSE;
    }
  return self->n_cycles > 0;
}

void
systole_kernel_schedule_clear (SystoleKernelSchedule *self)
{
  for (guint i = 0; i < self->n_launches; i++)
    g_clear_pointer (&self->launches[i].segments, g_array_unref);
  self->n_launches = 0;
}

guint64
systole_kernel_segment_get_wave_cycles (const SystoleKernelLaunch *launch, const SystoleKernelSegment *s)
{
  return launch->prologue + s->loops * s->slots * s->turn + launch->epilogue;
}

/* SMs that have a block in the slot. */
guint
systole_kernel_count_sms (const SystoleKernelSchedule *self, const SystoleKernelSegment *s, guint slot)
{
  guint64 before = (guint64) slot * self->used;

  return s->blocks > before ? (guint) MIN (s->blocks - before, self->used) : 0;
}

static const SystoleKernelSegment *
find_segment (const SystoleKernelLaunch *launch, guint64 cycle)
{
  guint low = 0, high = launch->segments->len;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (launch->segments, SystoleKernelSegment, middle).start <= cycle)
        low = middle;
      else
        high = middle;
    }
  return &g_array_index (launch->segments, SystoleKernelSegment, low);
}

static void
find_phase (const SystoleKernelLaunch *launch, SystoleKernelMoment *m)
{
  guint64 waits = m->segment->turn - launch->ticks, at, of_main = 0;

  m->phase = launch->n_phases;
  m->elapsed = m->cycle;
  if (m->cycle < waits)
    return;
  at = m->cycle - waits;
  for (guint p = 0; p < launch->n_phases; p++)
    {
      const SystoleKernelPhase *phase = &launch->phases[p];

      if (at < phase->cycles)
        {
          m->phase = p;
          m->elapsed = phase->reason == SYSTOLE_REASON_BUSY ? of_main + at : at;
          return;
        }
      at -= phase->cycles;
      if (phase->reason == SYSTOLE_REASON_BUSY)
        of_main += phase->cycles;
    }
}

static void
find_in_wave (const SystoleKernelLaunch *launch, guint64 at, SystoleKernelMoment *m)
{
  const SystoleKernelSegment *s = m->segment;
  guint64 turns = s->loops * s->slots * s->turn;

  if (at < launch->prologue)
    {
      m->stage = SYSTOLE_KERNEL_PROLOGUE;
      m->cycle = at;
      return;
    }
  at -= launch->prologue;
  if (at >= turns)
    {
      m->stage = SYSTOLE_KERNEL_EPILOGUE;
      m->cycle = at - turns;
      return;
    }
  m->stage = SYSTOLE_KERNEL_TURN;
  m->cycle = at % s->turn;
  m->slot = (guint) (at / s->turn % s->slots);
  m->iteration = at / s->turn / s->slots;
  find_phase (launch, m);
}

/**
 * systole_kernel_schedule_find:
 * @cycle: 0 … n_cycles; n_cycles is the end of the last launch
 *
 * Takes O(log segments).
 */
SystoleKernelMoment
systole_kernel_schedule_find (const SystoleKernelSchedule *self, guint64 cycle)
{
  SystoleKernelMoment m = { .stage = SYSTOLE_KERNEL_START };
  const SystoleKernelLaunch *launch;
  guint64 at, length;

  while (m.launch + 1 < self->n_launches && cycle >= self->launches[m.launch + 1].first_cycle)
    m.launch++;
  launch = &self->launches[m.launch];
  at = cycle - launch->first_cycle;
  m.segment = &g_array_index (launch->segments, SystoleKernelSegment, 0);
  m.cycle = at;
  if (at < launch->start)
    return m;
  at -= launch->start;
  m.cycle = at;
  m.stage = SYSTOLE_KERNEL_LEAD;
  if (at < launch->lead)
    return m;
  at -= launch->lead;
  m.segment = find_segment (launch, at);
  length = systole_kernel_segment_get_wave_cycles (launch, m.segment);
  m.wave = (at - m.segment->start) / length;
  if (m.wave >= m.segment->waves)
    {
      m.stage = SYSTOLE_KERNEL_OUT;
      m.cycle = at - m.segment->start - m.segment->waves * length;
      m.wave = launch->waves;
      m.first_block = launch->blocks;
      return m;
    }
  at = (at - m.segment->start) % length;
  m.first_block = m.segment->first_block + m.wave * m.segment->blocks;
  m.wave += m.segment->first_wave;
  find_in_wave (launch, at, &m);
  return m;
}
