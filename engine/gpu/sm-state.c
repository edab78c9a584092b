/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-state.h"

#include <string.h>

#define NEVER G_MAXUINT64

const SystoleSmInstruction *
systole_sm_kernel_get_instruction (const SystoleSmKernel *kernel, guint warp, const SystoleSmPlace *place)
{
  const SystoleSmProgram *program = systole_sm_kernel_get_program (kernel, warp);

  if (place->section == SYSTOLE_SECTION_DONE || place->slot >= program->n[place->section])
    return NULL;
  return &program->code[place->section][place->slot];
}

/* The next mma of a program from a place on, for an idle tensor core: what it waits to multiply. */
const SystoleSmInstruction *
systole_sm_kernel_find_mma (const SystoleSmKernel *kernel, guint warp, SystoleSmPlace place, gint64 *tile)
{
  const SystoleSmInstruction *in;

  if (place.section != SYSTOLE_SECTION_BODY)
    place = (SystoleSmPlace){ SYSTOLE_SECTION_BODY, 0, 0 };
  while ((in = systole_sm_kernel_get_instruction (kernel, warp, &place)) != NULL && in->kind != SYSTOLE_INSTRUCTION_MMA)
    place.slot++;
  *tile = place.iteration;
  return in;
}

SystoleSmState *
systole_sm_state_new (const SystoleSmKernel *kernel)
{
  const SystoleSmShape *s = &kernel->shape;
  gsize fragments = (gsize) kernel->warp_rows * kernel->warp_columns;
  gsize each = fragments + 2 * ((gsize) kernel->warp_rows + kernel->warp_columns);
  SystoleSmState *self = g_new0 (SystoleSmState, 1);
  guint64 *next;

  self->kernel = kernel;
  self->warps = g_new0 (SystoleSmWarp, kernel->warps);
  self->tensor = g_new0 (SystoleSmPipe, s->sub_cores);
  self->stages = g_new0 (SystoleSmStage, s->stages);
  self->slot_taken = g_new0 (gboolean, s->sub_cores);
  self->n_ready = each * s->math_warps;
  self->ready = next = g_new0 (guint64, self->n_ready);
  for (guint w = 0; w < s->math_warps; w++)
    {
      SystoleSmWarp *warp = &self->warps[w];

      warp->sums_ready = next;
      next += fragments;
      for (guint set = 0; set < 2; set++)
        {
          warp->a_ready[set] = next;
          next += kernel->warp_rows;
          warp->b_ready[set] = next;
          next += kernel->warp_columns;
        }
    }
  systole_sm_state_reset (self, (gint64) kernel->n_tiles);
  return self;
}

void
systole_sm_state_free (SystoleSmState *self)
{
  g_free (self->warps);
  g_free (self->tensor);
  g_free (self->stages);
  g_free (self->slot_taken);
  g_free (self->ready);
  g_free (self);
}

/* To the next instruction that is carried out, from the place as it stands. */
static void
settle (SystoleSmState *self, guint w)
{
  const SystoleSmProgram *program = systole_sm_kernel_get_program (self->kernel, w);
  SystoleSmWarp *warp = &self->warps[w];
  SystoleSmPlace *p = &warp->place;

  while (p->section != SYSTOLE_SECTION_DONE)
    {
      if (p->slot < program->n[p->section])
        {
          gint64 tile = p->iteration + program->code[p->section][p->slot].ahead;

          if (p->section != SYSTOLE_SECTION_BODY || (tile >= 0 && tile < self->n_tiles && (p->iteration >= 0 || program->code[p->section][p->slot].ahead > 0)))
            return;
          p->slot++;
          continue;
        }
      p->slot = 0;
      if (p->section == SYSTOLE_SECTION_BODY && ++p->iteration < self->n_tiles && program->n[SYSTOLE_SECTION_BODY] > 0)
        continue;
      p->section++;
      if (p->section == SYSTOLE_SECTION_BODY)
        p->iteration = w < self->kernel->shape.math_warps && self->kernel->shape.ahead ? -1 : 0;
    }
}

/**
 * systole_sm_state_reset:
 * @n_tiles: k-tiles of the block, ≥ 1
 *
 * Back to cycle 0 of a block.
 */
void
systole_sm_state_reset (SystoleSmState *self, gint64 n_tiles)
{
  const SystoleSmShape *s = &self->kernel->shape;

  self->n_tiles = n_tiles;
  self->cycle = 0;
  self->any_issued = FALSE;
  self->signalled = FALSE;
  self->port_free = self->store_free = self->channel_free = 0;
  memset (self->ready, 0, self->n_ready * sizeof *self->ready);
  for (guint i = 0; i < s->sub_cores; i++)
    self->tensor[i] = (SystoleSmPipe){ .warp = G_MAXUINT, .waits_for = G_MAXUINT };
  for (guint i = 0; i < s->stages; i++)
    self->stages[i] = (SystoleSmStage){ .tile = -1 };
  for (guint w = 0; w < self->kernel->warps; w++)
    {
      SystoleSmWarp *warp = &self->warps[w];

      warp->place = (SystoleSmPlace){ SYSTOLE_SECTION_HEAD, 0, 0 };
      warp->finish = 0;
      warp->wake = 0;
      warp->issues = FALSE;
      settle (self, w);
    }
}

const SystoleSmInstruction *
systole_sm_state_get_instruction (const SystoleSmState *self, guint warp)
{
  return systole_sm_kernel_get_instruction (self->kernel, warp, &self->warps[warp].place);
}

static guint
registers_of (const SystoleSmState *self, gint64 tile, guint k_step)
{
  return self->kernel->shape.ahead ? (guint) (((guint64) tile * self->kernel->k_steps + k_step) & 1) : 0;
}

static gboolean
blocked (SystoleSmWarp *warp, SystoleReason reason, guint64 wake)
{
  warp->reason = reason;
  warp->wake = wake;
  return TRUE;
}

/* Is the tile not yet complete in shared memory? */
static gboolean
waits_for_tile (const SystoleSmState *self, SystoleSmWarp *warp, gint64 tile)
{
  const SystoleSmStage *stage = &self->stages[tile % self->kernel->shape.stages];

  if (stage->tile != tile || stage->issued < self->kernel->pieces_a + self->kernel->pieces_b)
    return blocked (warp, SYSTOLE_REASON_MEMORY, NEVER);
  if (stage->landed_at > self->cycle)
    return blocked (warp, SYSTOLE_REASON_MEMORY, stage->landed_at);
  return FALSE;
}

/* Is another multiplying warp still before this place of its program? */
static gboolean
waits_for_warps (const SystoleSmState *self, SystoleSmWarp *warp)
{
  for (guint w = 0; w < self->kernel->shape.math_warps; w++)
    {
      const SystoleSmPlace *p = &self->warps[w].place;

      if (p->section < warp->place.section || (p->section == warp->place.section && (p->iteration < warp->place.iteration || (p->iteration == warp->place.iteration && p->slot < warp->place.slot))))
        return blocked (warp, SYSTOLE_REASON_BARRIER, NEVER);
    }
  return FALSE;
}

/* Does any multiplication of the block still run? */
static gboolean
waits_for_tensor_cores (const SystoleSmState *self, SystoleSmWarp *warp)
{
  guint64 end = 0;

  for (guint s = 0; s < self->kernel->shape.sub_cores; s++)
    end = MAX (end, self->tensor[s].free_at);
  return end > self->cycle && blocked (warp, SYSTOLE_REASON_BARRIER, end);
}

static gboolean
waits_for_stage (const SystoleSmState *self, SystoleSmWarp *warp, gint64 tile)
{
  const SystoleSmStage *stage = &self->stages[tile % self->kernel->shape.stages];

  if (stage->tile == tile || stage->tile < 0)
    return FALSE;
  if (stage->users_left > 0)
    return blocked (warp, SYSTOLE_REASON_BARRIER, NEVER);
  return stage->released_at > self->cycle && blocked (warp, SYSTOLE_REASON_BARRIER, stage->released_at);
}

static gboolean
waits_for_operands (const SystoleSmState *self, SystoleSmWarp *warp, const SystoleSmInstruction *in, gint64 tile)
{
  guint64 ready = warp->sums_ready[in->row * self->kernel->warp_columns + in->column];

  if (in->kind == SYSTOLE_INSTRUCTION_MMA && !self->kernel->shape.direct)
    {
      guint set = registers_of (self, tile, in->k_step);

      ready = MAX (ready, MAX (warp->a_ready[set][in->row], warp->b_ready[set][in->column]));
    }
  return ready > self->cycle && blocked (warp, SYSTOLE_REASON_OPERAND, ready);
}

/* One instruction a scheduler a cycle; but an engine beside them issues the copies of a paced kernel. */
static gboolean
takes_slot (const SystoleSmState *self, const SystoleSmInstruction *in)
{
  return !self->kernel->shape.paced || in->kind != SYSTOLE_INSTRUCTION_COPY;
}

/* Why the warp's next instruction cannot issue in this cycle, if so. */
static gboolean
is_blocked (const SystoleSmState *self, guint w, const SystoleSmInstruction *in, gint64 tile)
{
  SystoleSmWarp *warp = &self->warps[w];
  guint sub_core = w % self->kernel->shape.sub_cores;
  guint64 free_at = 0;

  warp->shows = in->kind;
  switch (in->kind)
    {
    case SYSTOLE_INSTRUCTION_COPY:
      if (waits_for_stage (self, warp, tile))
        return TRUE;
      break;
    case SYSTOLE_INSTRUCTION_LOAD:
      if (waits_for_tile (self, warp, tile))
        {
          warp->shows = SYSTOLE_INSTRUCTION_WAIT;
          return TRUE;
        }
      if (in->first && self->kernel->shape.barrier && waits_for_warps (self, warp))
        return TRUE;
      free_at = self->port_free;
      break;
    case SYSTOLE_INSTRUCTION_MMA:
      if (self->kernel->shape.direct && waits_for_tile (self, warp, tile))
        {
          warp->shows = SYSTOLE_INSTRUCTION_WAIT;
          return TRUE;
        }
      if (in->first && waits_for_warps (self, warp))
        return TRUE;
      if (waits_for_operands (self, warp, in, tile))
        return TRUE;
      free_at = self->tensor[sub_core].free_at;
      break;
    case SYSTOLE_INSTRUCTION_STORE:
      if (in->first && (waits_for_warps (self, warp) || waits_for_tensor_cores (self, warp)))
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
    return blocked (warp, SYSTOLE_REASON_UNIT_BUSY, free_at);
  if (self->slot_taken[sub_core] && takes_slot (self, in))
    return blocked (warp, SYSTOLE_REASON_UNIT_BUSY, self->cycle + 1);
  return FALSE;
}

static void
issue_copy (SystoleSmState *self, const SystoleSmInstruction *in, gint64 tile, guint64 *begin, guint64 *end)
{
  SystoleSmStage *stage = &self->stages[tile % self->kernel->shape.stages];

  if (stage->tile != tile)
    *stage = (SystoleSmStage){ .tile = tile, .users_left = self->kernel->shape.math_warps };
  *begin = MAX (self->cycle + self->kernel->shape.copy_latency, self->channel_free);
  *end = self->channel_free = *begin + in->cycles;
  stage->landed_at = MAX (stage->landed_at, *end);
  stage->issued++;
}

static void
release (SystoleSmState *self, gint64 tile, guint64 cycle)
{
  SystoleSmStage *stage = &self->stages[tile % self->kernel->shape.stages];

  stage->users_left--;
  stage->released_at = MAX (stage->released_at, cycle);
}

static void
issue (SystoleSmState *self, guint w, const SystoleSmInstruction *in, gint64 tile, guint64 *begin, guint64 *end)
{
  const SystoleSmShape *s = &self->kernel->shape;
  SystoleSmWarp *warp = &self->warps[w];
  SystoleSmPipe *tensor = &self->tensor[w % s->sub_cores];

  *begin = self->cycle;
  *end = self->cycle + in->cycles;
  switch (in->kind)
    {
    case SYSTOLE_INSTRUCTION_COPY:
      issue_copy (self, in, tile, begin, end);
      break;
    case SYSTOLE_INSTRUCTION_LOAD:
      {
        guint set = registers_of (self, tile, in->k_step);
        guint64 *ready = in->operand == SYSTOLE_OPERAND_A ? &warp->a_ready[set][in->row] : &warp->b_ready[set][in->column];

        for (guint i = 0; i < in->count; i++)
          ready[i] = *end - 1 + s->load_latency;
        self->port_free = *end;
        break;
      }
    case SYSTOLE_INSTRUCTION_MMA:
      warp->sums_ready[in->row * self->kernel->warp_columns + in->column] = self->cycle + s->mma_latency;
      tensor->free_at = *end;
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
    release (self, tile, *end);
  warp->finish = MAX (warp->finish, *end);
  if (takes_slot (self, in))
    self->slot_taken[w % s->sub_cores] = TRUE;
}

/* A tensor core is idle for the cause of its first warp that has still to multiply. */
static void
explain_pipe (SystoleSmState *self, guint sub_core)
{
  const SystoleSmShape *s = &self->kernel->shape;
  SystoleSmPipe *pipe = &self->tensor[sub_core];

  pipe->waits_for = G_MAXUINT;
  if (pipe->free_at > self->cycle)
    {
      pipe->reason = SYSTOLE_REASON_BUSY;
      return;
    }
  pipe->reason = sub_core < s->math_warps ? SYSTOLE_REASON_DRAIN : SYSTOLE_REASON_NO_WORK;
  for (guint w = sub_core; w < s->math_warps; w += s->sub_cores)
    {
      const SystoleSmWarp *warp = &self->warps[w];

      if (warp->shows == SYSTOLE_INSTRUCTION_STORE || warp->shows == SYSTOLE_INSTRUCTION_NONE)
        continue;
      pipe->reason = warp->issues ? SYSTOLE_REASON_OPERAND : warp->reason;
      pipe->waits_for = w;
      return;
    }
}

static void
step_warp (SystoleSmState *self, guint w, SystoleSmIssueFunc issued, gpointer data)
{
  SystoleSmWarp *warp = &self->warps[w];
  const SystoleSmInstruction *in = systole_sm_state_get_instruction (self, w);
  gint64 tile;
  guint64 begin, end;

  warp->wake = NEVER;
  if (in == NULL)
    {
      gboolean waits = warp->finish > self->cycle;

      warp->shows = !waits ? SYSTOLE_INSTRUCTION_NONE : w < self->kernel->shape.math_warps ? SYSTOLE_INSTRUCTION_STORE
                                                                                           : SYSTOLE_INSTRUCTION_WAIT;
      blocked (warp, waits ? SYSTOLE_REASON_MEMORY : SYSTOLE_REASON_NO_WORK, waits ? warp->finish : NEVER);
      return;
    }
  if (self->cycle < self->kernel->shape.launch)
    {
      warp->shows = SYSTOLE_INSTRUCTION_START;
      blocked (warp, SYSTOLE_REASON_LAUNCH, self->kernel->shape.launch);
      return;
    }
  tile = warp->place.iteration + in->ahead;
  if (is_blocked (self, w, in, tile))
    return;
  issue (self, w, in, tile, &begin, &end);
  warp->issues = TRUE;
  warp->reason = SYSTOLE_REASON_BUSY;
  self->any_issued = TRUE;
  if (issued != NULL)
    issued (self, w, in, tile, begin, end, data);
}

/**
 * systole_sm_state_step:
 * @issued: (nullable): told of each instruction that issues
 *
 * Looks at the present cycle. Afterwards the warps and tensor cores say what they do in it
 * (`place` is still that of the instruction shown); systole_sm_state_advance() goes on.
 */
void
systole_sm_state_step (SystoleSmState *self, SystoleSmIssueFunc issued, gpointer data)
{
  self->any_issued = FALSE;
  memset (self->slot_taken, 0, self->kernel->shape.sub_cores * sizeof *self->slot_taken);
  for (guint w = 0; w < self->kernel->warps; w++)
    {
      guint64 wake = self->warps[w].wake;

      /* Not if what it waits for is known and not yet due, or if nothing has happened that could end its wait. */
      if (wake <= self->cycle || (wake == NEVER && self->signalled))
        step_warp (self, w, issued, data);
    }
  if (!self->only_times)
    for (guint s = 0; s < self->kernel->shape.sub_cores; s++)
      explain_pipe (self, s);
}

/**
 * systole_sm_state_get_next:
 *
 * Returns: the first later cycle in which anything may differ from what was seen in this
 *   one, the k steps of a running mma and the bytes of a running copy aside
 */
guint64
systole_sm_state_get_next (const SystoleSmState *self)
{
  guint64 next = NEVER;

  if (self->any_issued)
    return self->cycle + 1;
  for (guint w = 0; w < self->kernel->warps; w++)
    next = MIN (next, self->warps[w].wake);
  for (guint s = 0; s < self->kernel->shape.sub_cores; s++)
    if (self->tensor[s].free_at > self->cycle)
      next = MIN (next, self->tensor[s].free_at);
  return next;
}

/**
 * systole_sm_state_advance:
 * @cycle: at most systole_sm_state_get_next()
 *
 * Leaves the present cycle: warps that issued move to their next instruction.
 */
void
systole_sm_state_advance (SystoleSmState *self, guint64 cycle)
{
  self->signalled = FALSE;
  for (guint w = 0; w < self->kernel->warps; w++)
    if (self->warps[w].issues)
      {
        const SystoleSmInstruction *in = systole_sm_state_get_instruction (self, w);

        /* Ends of waits that have no known time: a copy issued, a tile read, a warp at the barrier. */
        self->signalled = self->signalled || in->kind == SYSTOLE_INSTRUCTION_COPY || in->last;
        self->warps[w].issues = FALSE;
        self->warps[w].wake = 0;
        self->warps[w].place.slot++;
        settle (self, w);
        in = systole_sm_state_get_instruction (self, w);
        self->signalled = self->signalled || in == NULL || in->first;
      }
  self->cycle = cycle;
}

gboolean
systole_sm_state_is_done (const SystoleSmState *self)
{
  for (guint w = 0; w < self->kernel->warps; w++)
    if (self->warps[w].place.section != SYSTOLE_SECTION_DONE || self->warps[w].finish > self->cycle)
      return FALSE;
  return TRUE;
}

/* Cycles of the block, once every warp has issued its last instruction. */
guint64
systole_sm_state_get_end (const SystoleSmState *self)
{
  guint64 end = 0;

  for (guint w = 0; w < self->kernel->warps; w++)
    end = MAX (end, self->warps[w].finish);
  return end;
}

static void
write_time (const SystoleSmState *self, GArray *words, guint64 time)
{
  guint64 left = time > self->cycle ? time - self->cycle : 0;

  g_array_append_val (words, left);
}

static void
write_int (GArray *words, gint64 value)
{
  g_array_append_val (words, value);
}

/**
 * systole_sm_state_write:
 * @base: k-tile that others are counted from
 * @words: (element-type guint64): is emptied
 *
 * Writes whatever the future depends on, times relative to now and tiles relative to
 * @base: two equal lists go on alike as long as there are tiles.
 */
void
systole_sm_state_write (const SystoleSmState *self, gint64 base, GArray *words)
{
  const SystoleSmShape *s = &self->kernel->shape;
  guint first = registers_of (self, MAX (base, 0), 0);

  g_array_set_size (words, 0);
  write_time (self, words, self->port_free);
  write_time (self, words, self->channel_free);
  for (guint i = 0; i < s->sub_cores; i++)
    {
      const SystoleSmPipe *pipe = &self->tensor[i];
      gboolean busy = pipe->free_at > self->cycle;

      write_time (self, words, pipe->free_at);
      write_int (words, busy ? (gint64) pipe->warp : -1);
      write_int (words, busy ? (gint64) pipe->place.slot : -1);
      write_int (words, busy ? pipe->place.iteration - base : 0);
    }
  for (guint i = 0; i < s->stages; i++)
    {
      const SystoleSmStage *stage = &self->stages[(base + i) % s->stages];

      write_int (words, stage->tile < 0 ? G_MININT64 : stage->tile - base);
      write_int (words, stage->issued);
      write_int (words, stage->users_left);
      write_time (self, words, stage->landed_at);
      write_time (self, words, stage->released_at);
    }
  for (guint w = 0; w < self->kernel->warps; w++)
    {
      const SystoleSmWarp *warp = &self->warps[w];

      write_int (words, warp->place.section);
      write_int (words, warp->place.slot);
      write_int (words, warp->place.iteration - base);
      write_time (self, words, warp->finish);
      if (w >= s->math_warps)
        continue;
      for (guint i = 0; i < self->kernel->warp_rows * self->kernel->warp_columns; i++)
        write_time (self, words, warp->sums_ready[i]);
      for (guint set = 0; set < 2; set++)
        {
          for (guint i = 0; i < self->kernel->warp_rows; i++)
            write_time (self, words, warp->a_ready[first ^ set][i]);
          for (guint i = 0; i < self->kernel->warp_columns; i++)
            write_time (self, words, warp->b_ready[first ^ set][i]);
        }
    }
}
