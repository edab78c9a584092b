/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-issue.h"

/* Which of the two sets of registers a k-step uses. */
guint
systole_sm_state_get_registers (const SystoleSmState *self, gint64 tile, guint k_step)
{
  return self->kernel->shape.ahead ? (guint) (((guint64) tile * self->kernel->k_steps + k_step) & 1) : 0;
}

/* Always TRUE. @wake: the reason cannot change before. */
gboolean
systole_sm_warp_block (SystoleSmWarp *warp, SystoleReason reason, guint64 wake)
{
  warp->reason = reason;
  warp->wake = wake;
  return TRUE;
}

/* Is the tile not yet complete in shared memory? */
static gboolean
waits_for_tile (const SystoleSmState *self, guint w, gint64 tile)
{
  SystoleSmWarp *warp = &self->warps[w];
  const SystoleSmStage *stage = systole_sm_state_get_stage (self, w, tile);

  if (stage->tile != tile || stage->issued < self->kernel->pieces_a + self->kernel->pieces_b)
    return systole_sm_warp_block (warp, SYSTOLE_REASON_MEMORY, NEVER);
  if (stage->landed_at > self->cycle)
    return systole_sm_warp_block (warp, SYSTOLE_REASON_MEMORY, stage->landed_at);
  return FALSE;
}

/* Is another multiplying warp of its block still before this place of the program? */
static gboolean
waits_for_warps (const SystoleSmState *self, guint w)
{
  SystoleSmWarp *warp = &self->warps[w];
  guint first = systole_sm_kernel_get_resident (self->kernel, w) * self->kernel->block_warps;

  for (guint i = 0; i < self->kernel->shape.math_warps; i++)
    {
      const SystoleSmPlace *p = &self->warps[first + i].place;

      if (p->section < warp->place.section || (p->section == warp->place.section && (p->iteration < warp->place.iteration || (p->iteration == warp->place.iteration && p->slot < warp->place.slot))))
        return systole_sm_warp_block (warp, SYSTOLE_REASON_BARRIER, NEVER);
    }
  return FALSE;
}

/* Have the warps of its block not all come, and met, since its last k-tile? */
static gboolean
waits_for_meeting (const SystoleSmState *self, guint w)
{
  SystoleSmWarp *warp = &self->warps[w];
  guint64 met = self->tile_end[systole_sm_kernel_get_resident (self->kernel, w)] + self->kernel->shape.sync_cycles;

  if (waits_for_warps (self, w))
    return TRUE;
  return self->kernel->shape.sync_cycles > 0 && warp->place.iteration > 0 && met > self->cycle && systole_sm_warp_block (warp, SYSTOLE_REASON_BARRIER, met);
}

/* Does any multiplication of the block still run? */
static gboolean
waits_for_tensor_cores (const SystoleSmState *self, guint w)
{
  guint64 end = self->mma_end[systole_sm_kernel_get_resident (self->kernel, w)];

  return end > self->cycle && systole_sm_warp_block (&self->warps[w], SYSTOLE_REASON_BARRIER, end);
}

/* Residents' copies are issued in the order of their k-tiles: has the one before all of its own? */
static gboolean
waits_for_turn (const SystoleSmState *self, guint w, gint64 tile)
{
  const SystoleSmKernel *kernel = self->kernel;
  guint residents = kernel->shape.residents, resident = systole_sm_kernel_get_resident (kernel, w);
  guint before = (resident + residents - 1) % residents;
  gint64 of = resident > 0 ? tile : tile - 1;
  const SystoleSmStage *stage;

  if (residents == 1 || of < 0)
    return FALSE;
  stage = systole_sm_state_get_stage (self, before * kernel->block_warps, of);
  if (stage->tile > of || (stage->tile == of && stage->issued == kernel->pieces_a + kernel->pieces_b))
    return FALSE;
  return systole_sm_warp_block (&self->warps[w], SYSTOLE_REASON_UNIT_BUSY, NEVER);
}

static gboolean
waits_for_stage (const SystoleSmState *self, guint w, gint64 tile)
{
  SystoleSmWarp *warp = &self->warps[w];
  const SystoleSmStage *stage = systole_sm_state_get_stage (self, w, tile);

  if (stage->tile == tile || stage->tile < 0)
    return FALSE;
  if (stage->users_left > 0)
    return systole_sm_warp_block (warp, SYSTOLE_REASON_BARRIER, NEVER);
  return stage->released_at > self->cycle && systole_sm_warp_block (warp, SYSTOLE_REASON_BARRIER, stage->released_at);
}

static gboolean
waits_for_operands (const SystoleSmState *self, SystoleSmWarp *warp, const SystoleSmInstruction *in, gint64 tile)
{
  guint64 ready = warp->sums_ready[in->row * self->kernel->warp_columns + in->column];

  if (in->kind == SYSTOLE_INSTRUCTION_MMA && !self->kernel->shape.direct)
    {
      guint set = systole_sm_state_get_registers (self, tile, in->k_step);

      ready = MAX (ready, MAX (warp->a_ready[set][in->row], warp->b_ready[set][in->column]));
    }
  return ready > self->cycle && systole_sm_warp_block (warp, SYSTOLE_REASON_OPERAND, ready);
}

/* One instruction a scheduler a cycle; but an engine beside them issues the copies and stores of a paced kernel. */
static gboolean
takes_slot (const SystoleSmState *self, const SystoleSmInstruction *in)
{
  return !self->kernel->shape.paced || (in->kind != SYSTOLE_INSTRUCTION_COPY && in->kind != SYSTOLE_INSTRUCTION_STORE);
}

/* Why the warp's next instruction cannot issue in this cycle, if so. */
gboolean
systole_sm_state_is_blocked (const SystoleSmState *self, guint w, const SystoleSmInstruction *in, gint64 tile)
{
  SystoleSmWarp *warp = &self->warps[w];
  guint sub_core = systole_sm_kernel_get_sub_core (self->kernel, w);
  guint64 free_at = 0;

  warp->shows = in->kind;
  switch (in->kind)
    {
    case SYSTOLE_INSTRUCTION_COPY:
      if (waits_for_stage (self, w, tile) || waits_for_turn (self, w, tile))
        return TRUE;
      break;
    case SYSTOLE_INSTRUCTION_LOAD:
      if (waits_for_tile (self, w, tile))
        {
          warp->shows = SYSTOLE_INSTRUCTION_WAIT;
          return TRUE;
        }
      if (in->first && self->kernel->shape.barrier && waits_for_warps (self, w))
        return TRUE;
      free_at = self->port_free;
      break;
    case SYSTOLE_INSTRUCTION_MMA:
      if (self->kernel->shape.direct && waits_for_tile (self, w, tile))
        {
          warp->shows = SYSTOLE_INSTRUCTION_WAIT;
          return TRUE;
        }
      if (in->first && waits_for_meeting (self, w))
        return TRUE;
      if (waits_for_operands (self, warp, in, tile))
        return TRUE;
      free_at = self->tensor[sub_core].free_at;
      break;
    case SYSTOLE_INSTRUCTION_STORE:
      if (in->first && (waits_for_warps (self, w) || waits_for_tensor_cores (self, w)))
        return TRUE;
      if (waits_for_operands (self, warp, in, tile))
        return TRUE;
      free_at = self->store_free;
      break;
    case SYSTOLE_INSTRUCTION_NONE:
    case SYSTOLE_INSTRUCTION_START:
    case SYSTOLE_INSTRUCTION_WAIT:
    default:
      break;
    }
  if (free_at > self->cycle)
    return systole_sm_warp_block (warp, SYSTOLE_REASON_UNIT_BUSY, free_at);
  if (self->slot_taken[sub_core] && takes_slot (self, in))
    return systole_sm_warp_block (warp, SYSTOLE_REASON_UNIT_BUSY, self->cycle + 1);
  return FALSE;
}

static void
issue_copy (SystoleSmState *self, guint w, const SystoleSmInstruction *in, gint64 tile, guint64 *begin, guint64 *end)
{
  SystoleSmStage *stage = systole_sm_state_get_stage (self, w, tile);

  if (stage->tile != tile)
    *stage = (SystoleSmStage){ .tile = tile, .users_left = self->kernel->shape.math_warps };
  *begin = MAX (self->cycle + self->kernel->shape.copy_latency, self->channel_free);
  *end = self->channel_free = *begin + in->cycles;
  stage->landed_at = MAX (stage->landed_at, *end);
  stage->issued++;
}

static void
release (SystoleSmState *self, guint w, gint64 tile, guint64 cycle)
{
  SystoleSmStage *stage = systole_sm_state_get_stage (self, w, tile);

  stage->users_left--;
  stage->released_at = MAX (stage->released_at, cycle);
  if (stage->users_left == 0)
    self->tile_end[systole_sm_kernel_get_resident (self->kernel, w)] = stage->released_at;
}

/* Carries it out. @begin, @end: (out): cycles in which it holds its port, pipe or channel. */
void
systole_sm_state_issue (SystoleSmState *self, guint w, const SystoleSmInstruction *in, gint64 tile, guint64 *begin, guint64 *end)
{
  const SystoleSmShape *s = &self->kernel->shape;
  SystoleSmWarp *warp = &self->warps[w];
  guint sub_core = systole_sm_kernel_get_sub_core (self->kernel, w);
  SystoleSmPipe *tensor = &self->tensor[sub_core];

  *begin = self->cycle;
  *end = self->cycle + in->cycles;
  switch (in->kind)
    {
    case SYSTOLE_INSTRUCTION_COPY:
      issue_copy (self, w, in, tile, begin, end);
      break;
    case SYSTOLE_INSTRUCTION_LOAD:
      {
        guint set = systole_sm_state_get_registers (self, tile, in->k_step);
        guint64 *ready = in->operand == SYSTOLE_OPERAND_A ? &warp->a_ready[set][in->row] : &warp->b_ready[set][in->column];

        for (guint i = 0; i < in->count; i++)
          ready[i] = *end - 1 + s->load_latency;
        self->port_free = *end;
        break;
      }
    case SYSTOLE_INSTRUCTION_MMA:
      warp->sums_ready[in->row * self->kernel->warp_columns + in->column] = self->cycle + s->mma_latency;
      tensor->free_at = *end;
      self->mma_end[systole_sm_kernel_get_resident (self->kernel, w)] = *end;
      tensor->warp = w;
      tensor->place = warp->place;
      break;
    case SYSTOLE_INSTRUCTION_STORE:
      self->store_free = *end;
      break;
    case SYSTOLE_INSTRUCTION_NONE:
    case SYSTOLE_INSTRUCTION_START:
    case SYSTOLE_INSTRUCTION_WAIT:
    default:
      break;
    }
  if (in->last)
    release (self, w, tile, *end);
  warp->finish = MAX (warp->finish, *end + (in->kind == SYSTOLE_INSTRUCTION_STORE ? s->end_cycles : 0));
  if (takes_slot (self, in))
    self->slot_taken[sub_core] = TRUE;
}
