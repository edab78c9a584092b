/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-issue.h"

#include <string.h>

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
  self->stages = g_new0 (SystoleSmStage, s->stages * s->residents);
  self->mma_end = g_new0 (guint64, s->residents);
  self->tile_end = g_new0 (guint64, s->residents);
  self->slot_taken = g_new0 (gboolean, s->sub_cores);
  self->n_ready = each * s->math_warps * s->residents;
  self->ready = next = g_new0 (guint64, self->n_ready);
  for (guint w = 0; w < kernel->warps; w++)
    {
      SystoleSmWarp *warp = &self->warps[w];

      if (!systole_sm_kernel_multiplies (kernel, w))
        continue;
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
  g_free (self->mma_end);
  g_free (self->tile_end);
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
        p->iteration = systole_sm_kernel_multiplies (self->kernel, w) && self->kernel->shape.ahead ? -1 : 0;
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
  memset (self->mma_end, 0, s->residents * sizeof *self->mma_end);
  memset (self->tile_end, 0, s->residents * sizeof *self->tile_end);
  for (guint i = 0; i < s->stages * s->residents; i++)
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

/* The buffer that a k-tile of the warp's block has, or will have. */
SystoleSmStage *
systole_sm_state_get_stage (const SystoleSmState *self, guint warp, gint64 tile)
{
  guint n = self->kernel->shape.stages;

  return &self->stages[systole_sm_kernel_get_resident (self->kernel, warp) * n + (guint) (tile % n)];
}

const SystoleSmInstruction *
systole_sm_state_get_instruction (const SystoleSmState *self, guint warp)
{
  return systole_sm_kernel_get_instruction (self->kernel, warp, &self->warps[warp].place);
}

/* The resident whose k-tile is the oldest: of those that are as far as one another the first. */
static guint
find_oldest (const SystoleSmState *self)
{
  const SystoleSmKernel *kernel = self->kernel;
  guint oldest = 0;
  gint64 least = G_MAXINT64;

  for (guint r = 0; r < kernel->shape.residents && kernel->shape.residents > 1; r++)
    for (guint i = 0; i < kernel->shape.math_warps; i++)
      {
        const SystoleSmPlace *p = &self->warps[r * kernel->block_warps + i].place;

        if (p->section <= SYSTOLE_SECTION_BODY && p->iteration < least)
          {
            least = p->iteration;
            oldest = r;
          }
      }
  return oldest;
}

/* A tensor core is idle for the cause of its first warp that has still to multiply. */
static void
explain_pipe (SystoleSmState *self, guint sub_core, guint oldest)
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
  for (guint r = 0; r < s->residents; r++)
    for (guint i = sub_core; i < s->math_warps; i += s->sub_cores)
      {
        guint w = (oldest + r) % s->residents * self->kernel->block_warps + i;
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

      warp->shows = !waits ? SYSTOLE_INSTRUCTION_NONE : systole_sm_kernel_multiplies (self->kernel, w) ? SYSTOLE_INSTRUCTION_STORE
                                                                                                       : SYSTOLE_INSTRUCTION_WAIT;
      systole_sm_warp_block (warp, waits ? SYSTOLE_REASON_MEMORY : SYSTOLE_REASON_DRAIN, waits ? warp->finish : NEVER);
      return;
    }
  if (self->cycle < self->kernel->shape.launch)
    {
      warp->shows = SYSTOLE_INSTRUCTION_START;
      systole_sm_warp_block (warp, SYSTOLE_REASON_LAUNCH, self->kernel->shape.launch);
      return;
    }
  tile = warp->place.iteration + in->ahead;
  if (systole_sm_state_is_blocked (self, w, in, tile))
    return;
  systole_sm_state_issue (self, w, in, tile, &begin, &end);
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
  guint n = self->kernel->warps, first = find_oldest (self);

  self->any_issued = FALSE;
  memset (self->slot_taken, 0, self->kernel->shape.sub_cores * sizeof *self->slot_taken);
  for (guint i = 0; i < n; i++)
    {
      guint w = (first * self->kernel->block_warps + i) % n;
      guint64 wake = self->warps[w].wake;

      /* Not if what it waits for is known and not yet due, or if nothing has happened that could end its wait. */
      if (wake <= self->cycle || (wake == NEVER && self->signalled))
        step_warp (self, w, issued, data);
    }
  if (!self->only_times)
    for (guint s = 0; s < self->kernel->shape.sub_cores; s++)
      explain_pipe (self, s, first);
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
  guint first = systole_sm_state_get_registers (self, MAX (base, 0), 0);

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
  for (guint r = 0; r < s->residents; r++)
    {
      write_time (self, words, self->mma_end[r]);
      write_time (self, words, self->tile_end[r] + s->sync_cycles);
    }
  for (guint i = 0; i < s->stages * s->residents; i++)
    {
      const SystoleSmStage *stage = systole_sm_state_get_stage (self, i / s->stages * self->kernel->block_warps, base + i % s->stages);

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
      if (!systole_sm_kernel_multiplies (self->kernel, w))
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
