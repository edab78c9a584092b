/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-frame.h"

/*
 * The SM in one cycle: one block in its turn computes; the bytes of the next are arriving;
 * the others wait in line. The bytes of a turn arrive evenly during the turn's length and
 * are all there when its wait ends.
 */

#define SPECIAL_LANES 4 /* of a sub-core */
#define MOST_STAGES 16  /* that are told */

/* Why the main unit's lanes without work have none, on an SM that has a block. */
SystoleReason
systole_kernel_why_idle (const SystoleKernelLaunch *launch, const SystoleKernelMoment *m)
{
  switch (m->stage)
    {
    case SYSTOLE_KERNEL_START:
      return SYSTOLE_REASON_LAUNCH;
    case SYSTOLE_KERNEL_LEAD:
    case SYSTOLE_KERNEL_PROLOGUE:
      return SYSTOLE_REASON_MEMORY;
    case SYSTOLE_KERNEL_TURN:
      if (m->phase >= launch->n_phases)
        return SYSTOLE_REASON_MEMORY;
      return systole_kernel_get_phase_reason (launch, m->segment, m->phase);
    case SYSTOLE_KERNEL_EPILOGUE:
    case SYSTOLE_KERNEL_OUT:
    default:
      return SYSTOLE_REASON_DRAIN;
    }
}

/**
 * systole_kernel_get_step:
 * @block: (out): that the SM has in the slot, of the launch
 * @step: (out): iteration that the slot's turn belongs to, through the launch
 *
 * Returns: FALSE where the SM has no block in the slot
 */
gboolean
systole_kernel_get_step (const SystoleKernelSchedule *self, const SystoleKernelMoment *m, guint sm, guint slot, guint64 *block, guint64 *step)
{
  const SystoleKernelSegment *s = m->segment;
  guint64 in_wave = (guint64) slot * self->used + sm;

  if (m->stage == SYSTOLE_KERNEL_START || m->stage == SYSTOLE_KERNEL_OUT || sm >= self->used || in_wave >= s->blocks)
    return FALSE;
  *block = m->first_block + in_wave;
  *step = s->first_step + (*block - s->first_block) * s->loops + m->iteration;
  return TRUE;
}

/* Lanes of the SM at work, and on padding, in this cycle. */
static void
count_lanes (const SystoleKernelSchedule *self, const SystoleKernelMoment *m, guint sm, guint64 *useful, guint64 *padding)
{
  const SystoleKernelLaunch *launch = &self->launches[m->launch];
  guint64 block, step;

  *useful = *padding = 0;
  if (m->stage == SYSTOLE_KERNEL_TURN && m->phase < launch->n_phases && launch->phases[m->phase].reason == SYSTOLE_REASON_BUSY && systole_kernel_get_step (self, m, sm, m->slot, &block, &step))
    systole_kernel_step_work (launch, step, m->elapsed, useful, padding);
}

/* Why the SM's lanes without work have none. */
static SystoleReason
explain_sm (const SystoleKernelSchedule *self, const SystoleKernelMoment *m, guint sm)
{
  guint slot = m->stage == SYSTOLE_KERNEL_TURN ? m->slot : 0;

  if (m->stage != SYSTOLE_KERNEL_START && sm >= systole_kernel_count_sms (self, m->segment, slot))
    return systole_kernel_why_without (&self->launches[m->launch], m->wave);
  return systole_kernel_why_idle (&self->launches[m->launch], m);
}

/* Cycles between two warps' instructions on a unit. */
static guint
issue_interval (const SystoleKernelPlan *plan, SystoleUnit unit)
{
  guint lanes = unit == SYSTOLE_UNIT_SFU ? SPECIAL_LANES : unit == SYSTOLE_UNIT_FP32 ? plan->chip.lanes
                                                                                     : plan->chip.warp_width;

  return MAX (plan->chip.warp_width / lanes, 1);
}

/* The warps of a block in its turn: on each sub-core they take turns too. */
static void
set_turn (const SystoleKernelPlan *plan, const SystoleKernelMoment *m, guint index, guint n_warps, SystoleWarpState *warp)
{
  const SystoleKernelPhase *phase = &plan->schedule.launches[m->launch].phases[m->phase];
  guint cores = plan->schedule.sub_cores, interval = issue_interval (plan, phase->unit);
  guint row = index / cores, rows = (n_warps - index % cores + cores - 1) / cores;

  warp->instruction = phase->instruction;
  warp->operand = phase->instruction == SYSTOLE_INSTRUCTION_STORE ? SYSTOLE_OPERAND_C : SYSTOLE_OPERAND_A;
  warp->issues = m->elapsed % interval == 0 && m->elapsed / interval % rows == row;
  warp->reason = warp->issues ? SYSTOLE_REASON_BUSY : SYSTOLE_REASON_UNIT_BUSY;
}

static void
add_warps (const SystoleKernelPlan *plan, const SystoleKernelMoment *m, guint sm, SystoleSmFrame *frame)
{
  const SystoleKernelSchedule *s = &plan->schedule;
  const SystoleKernelLaunch *launch = &s->launches[m->launch];
  guint n = launch->warps;

  for (guint slot = 0; slot < m->segment->slots; slot++)
    {
      guint64 block, step;
      gboolean here = systole_kernel_get_step (s, m, sm, slot, &block, &step);

      for (guint i = 0; i < n; i++)
        {
          SystoleWarpState warp = { .warp = slot * n + i, .sub_core = i % s->sub_cores, .reason = SYSTOLE_REASON_MEMORY, .instruction = SYSTOLE_INSTRUCTION_WAIT, .tile = here ? block : SYSTOLE_NO_INDEX, .by_block = TRUE };

          if (!here)
            {
              warp.reason = m->stage == SYSTOLE_KERNEL_START || m->stage == SYSTOLE_KERNEL_OUT ? systole_kernel_why_idle (launch, m) : systole_kernel_why_without (launch, m->wave);
              warp.instruction = SYSTOLE_INSTRUCTION_NONE;
            }
          else if (m->stage == SYSTOLE_KERNEL_EPILOGUE)
            {
              warp.reason = SYSTOLE_REASON_DRAIN;
              warp.instruction = SYSTOLE_INSTRUCTION_STORE;
              warp.operand = SYSTOLE_OPERAND_C;
            }
          else if (m->stage == SYSTOLE_KERNEL_TURN && slot == m->slot && m->phase < launch->n_phases)
            set_turn (plan, m, i, n, &warp);
          else if (m->stage == SYSTOLE_KERNEL_TURN && slot < m->slot && m->iteration + 1 == m->segment->loops)
            {
              warp.reason = SYSTOLE_REASON_DRAIN;
              warp.instruction = SYSTOLE_INSTRUCTION_NONE;
            }
          g_array_append_val (frame->warps, warp);
        }
    }
}

/* Bytes of the slot whose turn is @ahead turns from now. */
static void
add_copy (const SystoleKernelPlan *plan, const SystoleKernelMoment *m, guint sm, guint ahead, SystoleSmFrame *frame)
{
  const SystoleKernelSchedule *s = &plan->schedule;
  const SystoleKernelLaunch *launch = &s->launches[m->launch];
  guint slots = m->segment->slots, slot = (m->slot + ahead) % slots;
  guint64 iteration = m->iteration + (m->slot + ahead) / slots;
  guint64 waits = m->segment->turn - launch->ticks;
  gboolean now = m->stage == SYSTOLE_KERNEL_TURN && (m->cycle < waits ? ahead == 0 : ahead == 1);
  guint64 elapsed = m->cycle < waits ? m->cycle + 1 + launch->ticks : m->cycle + 1 - waits, block, step;
  SystoleCopyState copy = { .operand = SYSTOLE_OPERAND_A, .piece = (guint) MIN (iteration, G_MAXUINT - 1), .n_pieces = (guint) MIN (m->segment->loops, G_MAXUINT), .bytes = launch->block_bytes, .by_block = TRUE, .queued = !now };

  if (iteration >= m->segment->loops || launch->block_bytes == 0 || !systole_kernel_get_step (s, m, sm, slot, &block, &step))
    return;
  copy.tile = block;
  copy.warp = slot * launch->warps;
  copy.arrived = now ? (guint64) ((double) launch->block_bytes * ((double) elapsed / (double) m->segment->turn)) : 0;
  g_array_append_val (frame->copies, copy);
}

static void
add_copies (const SystoleKernelPlan *plan, const SystoleKernelMoment *m, guint sm, SystoleSmFrame *frame)
{
  const SystoleKernelLaunch *launch = &plan->schedule.launches[m->launch];
  guint64 waits = m->segment->turn - launch->ticks;

  if (m->stage != SYSTOLE_KERNEL_TURN && m->stage != SYSTOLE_KERNEL_LEAD && m->stage != SYSTOLE_KERNEL_PROLOGUE)
    return;
  for (guint ahead = m->stage == SYSTOLE_KERNEL_TURN && m->cycle >= waits ? 1 : 0; ahead <= m->segment->slots; ahead++)
    add_copy (plan, m, sm, ahead, frame);
}

static void
add_pipe (SystoleSmFrame *frame, SystoleUnit unit, guint sub_core, SystoleReason reason, guint warp, guint64 block)
{
  SystolePipeState pipe = { unit, sub_core, reason, warp, block, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX, SYSTOLE_NO_INDEX };

  g_array_append_val (frame->pipes, pipe);
}

/* The warp that issues on a sub-core, else the first of the block in its turn. */
static guint
find_warp (const SystoleKernelPlan *plan, const SystoleKernelMoment *m, const SystoleSmFrame *frame, guint sub_core)
{
  guint warps = plan->schedule.launches[m->launch].warps;

  for (guint i = 0; i < frame->warps->len; i++)
    {
      const SystoleWarpState *warp = &g_array_index (frame->warps, SystoleWarpState, i);

      if (warp->sub_core == sub_core && warp->issues)
        return warp->warp;
    }
  return m->stage == SYSTOLE_KERNEL_TURN && sub_core < warps ? m->slot * warps + sub_core : G_MAXUINT;
}

static gboolean
is_moving (const SystoleSmFrame *frame)
{
  for (guint i = 0; i < frame->copies->len; i++)
    if (!g_array_index (frame->copies, SystoleCopyState, i).queued)
      return TRUE;
  return FALSE;
}

/* Lanes of one sub-core at work (@useful) and in use at all, as evenly as whole lanes go. */
static void
share_lanes (const SystoleKernelSchedule *s, guint64 useful, guint64 padding, guint sub_core, guint64 *mine, guint64 *all)
{
  guint64 sum = useful + padding, before = sum * sub_core / s->sub_cores, after = sum * (sub_core + 1) / s->sub_cores;

  *all = after - before;
  *mine = sum > 0 ? after * useful / sum - before * useful / sum : 0;
}

static void
add_pipes (const SystoleKernelPlan *plan, const SystoleKernelMoment *m, guint sm, guint64 busy, guint64 padding, SystoleSmFrame *frame)
{
  static const SystoleUnit others[] = { SYSTOLE_UNIT_FP32, SYSTOLE_UNIT_SFU };
  const SystoleKernelSchedule *s = &plan->schedule;
  const SystoleKernelLaunch *launch = &s->launches[m->launch];
  SystoleReason why = explain_sm (s, m, sm);
  guint64 block = SYSTOLE_NO_INDEX, step;
  gboolean here = m->stage == SYSTOLE_KERNEL_TURN && systole_kernel_get_step (s, m, sm, m->slot, &block, &step);
  SystoleUnit at_work = here && m->phase < launch->n_phases ? launch->phases[m->phase].unit : SYSTOLE_N_UNITS;

  for (guint c = 0; c < s->sub_cores; c++)
    {
      guint64 mine, all;

      share_lanes (s, busy, padding, c, &mine, &all);
      add_pipe (frame, s->unit, c, mine > 0 ? SYSTOLE_REASON_BUSY : why, find_warp (plan, m, frame, c), block);
    }
  add_pipe (frame, SYSTOLE_UNIT_LSU, G_MAXUINT, at_work == SYSTOLE_UNIT_LSU ? SYSTOLE_REASON_BUSY : why, G_MAXUINT, block);
  add_pipe (frame, SYSTOLE_UNIT_TMA, G_MAXUINT, is_moving (frame) ? SYSTOLE_REASON_BUSY : why, G_MAXUINT, block);
  for (guint u = 0; u < G_N_ELEMENTS (others); u++)
    if (others[u] != s->unit)
      for (guint c = 0; c < s->sub_cores; c++)
        add_pipe (frame, others[u], c, at_work == others[u] ? SYSTOLE_REASON_BUSY : why, find_warp (plan, m, frame, c), block);
}

static void
add_cells (const SystoleKernelPlan *plan, SystoleReason why, guint64 busy, guint64 padding, SystoleSmFrame *frame)
{
  const SystoleKernelSchedule *s = &plan->schedule;

  for (guint c = 0; c < s->sub_cores; c++)
    {
      guint64 mine, all;

      share_lanes (s, busy, padding, c, &mine, &all);
      for (guint l = 0; l < s->lanes; l++)
        {
          SystoleFragmentCell cell = { .sub_core = c, .row = l / frame->fragment_columns, .column = l % frame->fragment_columns, .m = SYSTOLE_NO_INDEX, .n = SYSTOLE_NO_INDEX, .k = SYSTOLE_NO_INDEX };

          cell.reason = l < mine ? SYSTOLE_REASON_BUSY : l < all ? SYSTOLE_REASON_PADDING
                                                                 : why;
          g_array_append_val (frame->cells, cell);
        }
    }
}

/* Room of the SM's blocks, in the order of their turns: what is there and what is not yet. */
static void
add_stages (const SystoleKernelPlan *plan, const SystoleKernelMoment *m, guint sm, SystoleSmFrame *frame)
{
  const SystoleKernelSchedule *s = &plan->schedule;
  const SystoleKernelLaunch *launch = &s->launches[m->launch];

  if (launch->block_bytes == 0)
    return;
  for (guint slot = 0; slot < MIN (m->segment->slots, MOST_STAGES); slot++)
    {
      SystoleStageState stage = { .tile = SYSTOLE_NO_INDEX, .pieces_a = 1, .by_block = TRUE };
      guint64 block, step;

      if (systole_kernel_get_step (s, m, sm, slot, &block, &step) && m->stage == SYSTOLE_KERNEL_TURN && (slot >= m->slot || m->iteration + 1 < m->segment->loops))
        {
          stage.tile = block;
          stage.landed_a = slot == m->slot && m->cycle >= m->segment->turn - launch->ticks;
          stage.landed_mask_a = stage.landed_a;
        }
      g_array_append_val (frame->stages, stage);
    }
}

static void
start_frame (const SystoleKernelPlan *plan, const SystoleKernelMoment *m, guint sm, SystoleSmFrame *frame)
{
  const SystoleKernelSchedule *s = &plan->schedule;
  guint64 block, step;
  guint slot = m->stage == SYSTOLE_KERNEL_TURN ? m->slot : 0;

  frame->block = systole_kernel_get_step (s, m, sm, slot, &block, &step) ? block : SYSTOLE_NO_INDEX;
  frame->n_blocks = s->launches[m->launch].blocks;
  if (frame->block != SYSTOLE_NO_INDEX && m->stage == SYSTOLE_KERNEL_TURN && m->phase < s->launches[m->launch].n_phases)
    frame->activity = s->launches[m->launch].phases[m->phase].text;
  frame->n_sub_cores = s->sub_cores;
  frame->main_unit = s->unit;
  frame->fragment_rows = 1;
  while (frame->fragment_rows * frame->fragment_rows * 4 <= s->lanes && s->lanes % (frame->fragment_rows * 2) == 0)
    frame->fragment_rows *= 2;
  frame->fragment_columns = s->lanes / frame->fragment_rows;
  frame->fragment_k = 0;
  frame->copies_title = s->launches[m->launch].copies_title;
  frame->copy_bytes_per_cycle = (guint) plan->chip.generation->l2_bytes_per_cycle;
  g_array_set_size (frame->warps, 0);
  g_array_set_size (frame->pipes, 0);
  g_array_set_size (frame->copies, 0);
  g_array_set_size (frame->stages, 0);
  g_array_set_size (frame->cells, 0);
}

void
systole_kernel_sm_frame (const SystoleKernelPlan *plan, guint sm, const SystoleKernelMoment *m, SystoleSmFrame *frame)
{
  guint64 useful, padding;

  start_frame (plan, m, sm, frame);
  count_lanes (&plan->schedule, m, sm, &useful, &padding);
  add_warps (plan, m, sm, frame);
  add_copies (plan, m, sm, frame);
  add_stages (plan, m, sm, frame);
  add_pipes (plan, m, sm, useful, padding, frame);
  add_cells (plan, explain_sm (&plan->schedule, m, sm), useful, padding, frame);
}

static void
fill_memories (const SystoleKernelPlan *plan, const SystoleKernelMoment *m, const SystoleMachine *machine, SystoleChipFrame *frame)
{
  const SystoleKernelLaunch *launch = &plan->schedule.launches[m->launch];
  gboolean copying = launch->block_bytes > 0 && m->stage >= SYSTOLE_KERNEL_LEAD && m->stage <= SYSTOLE_KERNEL_TURN;
  gboolean at_work = m->stage == SYSTOLE_KERNEL_TURN && m->phase < launch->n_phases;
  gboolean storing = launch->stored_bytes > 0 && (m->stage >= SYSTOLE_KERNEL_EPILOGUE || (at_work && launch->phases[m->phase].instruction == SYSTOLE_INSTRUCTION_STORE));
  SystoleMemoryState dram = { SYSTOLE_MEMORY_DRAM, (guint64) systole_machine_get (machine, SYSTOLE_FIELD_MEMORY_CAPACITY), copying && launch->from_dram, storing && launch->from_dram };
  SystoleMemoryState l2 = { SYSTOLE_MEMORY_L2, (guint64) systole_machine_get (machine, SYSTOLE_FIELD_L2), copying, storing };
  SystoleMemoryState shared = { SYSTOLE_MEMORY_SHARED, (guint64) systole_machine_get (machine, SYSTOLE_FIELD_MAX_SHARED) * plan->chip.sms, at_work, copying };

  g_array_append_val (frame->memories, dram);
  g_array_append_val (frame->memories, l2);
  g_array_append_val (frame->memories, shared);
}

void
systole_kernel_chip_frame (const SystoleKernelPlan *plan, const SystoleMachine *machine, const SystoleKernelMoment *m, SystoleChipFrame *frame)
{
  const SystoleKernelSchedule *s = &plan->schedule;
  double lanes = (double) s->lanes * s->sub_cores;

  frame->wave = m->wave;
  frame->n_waves = 0;
  frame->blocks = frame->blocks_done = 0;
  for (guint i = 0; i < s->n_launches; i++)
    {
      frame->n_waves += s->launches[i].waves;
      frame->blocks += s->launches[i].blocks;
      frame->blocks_done += i < m->launch ? s->launches[i].blocks : 0;
      frame->wave += i < m->launch ? s->launches[i].waves : 0;
    }
  if (s->n_launches > 1)
    {
      frame->kernel = s->launches[m->launch].title;
      frame->kernel_start = s->launches[m->launch].first_cycle;
      frame->kernel_end = frame->kernel_start + s->launches[m->launch].n_cycles;
    }
  frame->blocks_done += m->first_block;
  frame->wave = MIN (frame->wave, frame->n_waves - 1);
  g_array_set_size (frame->units, 0);
  g_array_set_size (frame->memories, 0);
  for (guint u = 0; u < s->sms; u++)
    {
      SystoleUnitState unit = { u, explain_sm (s, m, u), SYSTOLE_NO_INDEX, 0 };
      guint64 useful, padding, block, step;

      count_lanes (s, m, u, &useful, &padding);
      if (systole_kernel_get_step (s, m, u, m->stage == SYSTOLE_KERNEL_TURN ? m->slot : 0, &block, &step))
        unit.block = frame->blocks_done - m->first_block + block;
      if (useful > 0)
        unit.reason = SYSTOLE_REASON_BUSY;
      unit.busy_share = (double) useful / lanes;
      g_array_append_val (frame->units, unit);
    }
  fill_memories (plan, m, machine, frame);
}
