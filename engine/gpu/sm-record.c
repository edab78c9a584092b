/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-schedule.h"

#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"

/* Making the record of a block: the event machine runs once, whole periods left out. */

/* Periods are a few tiles long; a machine that has not repeated itself by then is recorded no further. */
#define MAX_RECORDED_TILES 2048

/* The state seen when the first warp began a k-tile. */
typedef struct
{
  guint64 cycle;
  gint64 tile;
  guint hash, n_words;
  guint64 *words;
  guint64 idle[SYSTOLE_N_REASONS];
  guint64 port_cycles, channel_cycles, issues;
} Snapshot;

static void
clear_snapshot (gpointer data)
{
  g_free (((Snapshot *) data)->words);
}
static SystoleSmSchedule *
schedule_alloc (const SystoleSmShape *shape, const SystoleGemm *gemm, guint64 n_tiles)
{
  SystoleSmSchedule *self = g_new0 (SystoleSmSchedule, 1);

  self->kernel = systole_sm_kernel_new (shape, gemm);
  if (n_tiles > 0)
    self->kernel->n_tiles = n_tiles;
  self->warps = g_new0 (GArray *, self->kernel->warps);
  for (guint w = 0; w < self->kernel->warps; w++)
    self->warps[w] = g_array_new (FALSE, TRUE, sizeof (SystoleSmWarpLog));
  self->tensor = g_new0 (GArray *, shape->sub_cores);
  for (guint s = 0; s < shape->sub_cores; s++)
    self->tensor[s] = g_array_new (FALSE, TRUE, sizeof (SystoleSmPipeLog));
  self->loads = g_array_new (FALSE, TRUE, sizeof (SystoleSmIssueLog));
  self->copies = g_array_new (FALSE, TRUE, sizeof (SystoleSmIssueLog));
  self->mmas = g_array_new (FALSE, TRUE, sizeof (SystoleSmMmaLog));
  self->tile_starts = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->stalls = g_array_new (FALSE, FALSE, sizeof (guint64));
  return self;
}

void
systole_sm_schedule_free (SystoleSmSchedule *self)
{
  for (guint w = 0; w < self->kernel->warps; w++)
    g_array_unref (self->warps[w]);
  for (guint s = 0; s < self->kernel->shape.sub_cores; s++)
    g_array_unref (self->tensor[s]);
  g_free (self->warps);
  g_free (self->tensor);
  g_array_unref (self->loads);
  g_array_unref (self->copies);
  g_array_unref (self->mmas);
  g_array_unref (self->tile_starts);
  g_array_unref (self->stalls);
  systole_sm_kernel_free (self->kernel);
  g_free (self);
}

static void
record_issue (const SystoleSmState *state, guint warp, const SystoleSmInstruction *in, gint64 tile, guint64 begin, guint64 end, gpointer data)
{
  SystoleSmSchedule *self = data;

  self->issues++;
  if (in->kind == SYSTOLE_INSTRUCTION_MMA)
    {
      SystoleSmMmaLog entry = { state->cycle, tile, warp, in, { 0 } };

      if (tile * self->kernel->shape.residents + systole_sm_kernel_get_resident (self->kernel, warp) == (gint64) self->tile_starts->len)
        g_array_append_val (self->tile_starts, state->cycle);
      g_array_append_val (self->mmas, entry);
    }
  else if (in->kind == SYSTOLE_INSTRUCTION_STORE && self->first_store == 0)
    self->first_store = state->cycle;
  else if (in->kind == SYSTOLE_INSTRUCTION_LOAD || in->kind == SYSTOLE_INSTRUCTION_COPY)
    {
      SystoleSmIssueLog entry = { state->cycle, begin, end, warp, tile, in };

      g_array_append_val (in->kind == SYSTOLE_INSTRUCTION_LOAD ? self->loads : self->copies, entry);
      *(in->kind == SYSTOLE_INSTRUCTION_LOAD ? &self->port_cycles : &self->channel_cycles) += end - begin;
    }
}

static gboolean
same_place (const SystoleSmPlace *a, const SystoleSmPlace *b)
{
  return a->section == b->section && a->slot == b->slot && a->iteration == b->iteration;
}

static void
record_state (SystoleSmSchedule *self, const SystoleSmState *state)
{
  gboolean any_busy = FALSE;

  for (guint w = 0; w < self->kernel->warps; w++)
    {
      const SystoleSmWarp *warp = &state->warps[w];
      SystoleSmWarpLog entry = { state->cycle, warp->place, warp->reason, warp->shows, warp->issues };
      GArray *log = self->warps[w];
      const SystoleSmWarpLog *last = log->len > 0 ? &g_array_index (log, SystoleSmWarpLog, log->len - 1) : NULL;

      if (last == NULL || last->reason != entry.reason || last->shows != entry.shows || last->issues != entry.issues || !same_place (&last->place, &entry.place))
        g_array_append_val (log, entry);
    }
  for (guint s = 0; s < self->kernel->shape.sub_cores; s++)
    {
      const SystoleSmPipe *pipe = &state->tensor[s];
      gboolean busy = pipe->reason == SYSTOLE_REASON_BUSY;
      SystoleSmPipeLog entry = { state->cycle, pipe->reason, busy ? pipe->warp : pipe->waits_for, { 0 } };
      GArray *log = self->tensor[s];
      const SystoleSmPipeLog *last = log->len > 0 ? &g_array_index (log, SystoleSmPipeLog, log->len - 1) : NULL;

      any_busy = any_busy || busy;
      if (busy)
        entry.place = pipe->place;
      if (last == NULL || last->reason != entry.reason || last->warp != entry.warp || (busy && !same_place (&last->place, &entry.place)))
        g_array_append_val (log, entry);
    }
  if (!any_busy && self->was_busy)
    g_array_append_val (self->stalls, state->cycle);
  self->was_busy = any_busy;
}

static void
take_snapshot (const SystoleSmSchedule *self, const SystoleSmState *state, gint64 tile, const GArray *words, Snapshot *out)
{
  out->cycle = state->cycle;
  out->tile = tile;
  out->hash = words->len;
  for (guint i = 0; i < words->len; i++)
    out->hash = out->hash * 31 + (guint) g_array_index (words, guint64, i);
  out->words = NULL;
  out->n_words = words->len;
  memcpy (out->idle, self->idle, sizeof out->idle);
  out->port_cycles = self->port_cycles;
  out->channel_cycles = self->channel_cycles;
  out->issues = self->issues;
}

/* The last tile that any warp deals with. */
static gint64
furthest_tile (const SystoleSmState *state)
{
  gint64 furthest = 0;

  for (guint w = 0; w < state->kernel->warps; w++)
    {
      if (state->warps[w].place.section > SYSTOLE_SECTION_BODY)
        return state->n_tiles;
      furthest = MAX (furthest, state->warps[w].place.iteration + 1);
    }
  return furthest;
}

static void
write_log (const GArray *log, guint64 cycle, gint64 base, GArray *words)
{
  for (guint i = log->len; i-- > 0 && g_array_index (log, SystoleSmIssueLog, i).end > cycle;)
    {
      const SystoleSmIssueLog *entry = &g_array_index (log, SystoleSmIssueLog, i);
      guint64 all[] = { cycle - entry->cycle, entry->begin - entry->cycle, entry->end - entry->cycle, entry->warp, (guint64) (entry->tile - base), (guint64) entry->in->operand, entry->in->index };

      g_array_append_vals (words, all, G_N_ELEMENTS (all));
    }
}

/* Has the state been seen before? Then leave whole periods out of the rest. */
static void
look_for_period (SystoleSmSchedule *self, SystoleSmState *state, GArray *seen, GArray *words)
{
  gint64 tile = state->warps[0].place.iteration;
  Snapshot now;

  systole_sm_state_write (state, tile, words);
  write_log (self->copies, state->cycle, tile, words);
  write_log (self->loads, state->cycle, tile, words);
  take_snapshot (self, state, tile, words, &now);
  for (guint i = seen->len; i-- > 0;)
    {
      const Snapshot *then = &g_array_index (seen, Snapshot, i);
      gint64 left;

      if (then->hash != now.hash || then->n_words != words->len || memcmp (then->words, words->data, words->len * sizeof (guint64)) != 0)
        continue;
      self->period_tiles = now.tile - then->tile;
      left = state->n_tiles - furthest_tile (state) - 1;
      if (left < self->period_tiles)
        return;
      self->t0 = then->cycle;
      self->t1 = now.cycle;
      self->repeats = (guint64) (left / self->period_tiles);
      state->n_tiles -= (gint64) self->repeats * self->period_tiles;
      for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
        self->idle[r] += self->repeats * (now.idle[r] - then->idle[r]);
      self->port_cycles += self->repeats * (now.port_cycles - then->port_cycles);
      self->channel_cycles += self->repeats * (now.channel_cycles - then->channel_cycles);
      self->issues += self->repeats * (now.issues - then->issues);
      return;
    }
  now.words = g_memdup2 (words->data, words->len * sizeof (guint64));
  g_array_append_val (seen, now);
}

static void
add_up_mmas (SystoleSmSchedule *self)
{
  guint64 sums[SYSTOLE_SM_EDGES] = { 0 }, counts[SYSTOLE_SM_EDGES];

  for (guint i = 0; i < self->mmas->len; i++)
    {
      SystoleSmMmaLog *mma = &g_array_index (self->mmas, SystoleSmMmaLog, i);
      gint64 tile = mma->tile + (mma->cycle >= self->t1 ? (gint64) self->repeats * self->period_tiles : 0);

      systole_sm_kernel_count_whole_mma (self->kernel, mma->warp, mma->in, tile, counts);
      for (guint e = 0; e < SYSTOLE_SM_EDGES; e++)
        {
          mma->before[e] = sums[e];
          sums[e] += counts[e];
        }
    }
}

static guint64
real_cycle (const SystoleSmSchedule *self, guint64 recorded)
{
  return recorded < self->t1 ? recorded : recorded + self->repeats * (self->t1 - self->t0);
}

/* Runs one block once, leaving out what repeats. */
static gboolean
run_block (SystoleSmSchedule *self, GError **error)
{
  const SystoleSmShape *shape = &self->kernel->shape;
  g_autoptr (SystoleSmState) state = systole_sm_state_new (self->kernel);
  g_autoptr (GArray) seen = g_array_new (FALSE, TRUE, sizeof (Snapshot));
  g_autoptr (GArray) words = g_array_new (FALSE, FALSE, sizeof (guint64));
  gint64 tile = -1;

  state->only_times = self->measuring;
  g_array_set_clear_func (seen, clear_snapshot);
  while (!systole_sm_state_is_done (state))
    {
      guint64 next;

      if (self->repeats == 0 && state->warps[0].place.section == SYSTOLE_SECTION_BODY && state->warps[0].place.iteration > tile)
        {
          tile = state->warps[0].place.iteration;
          if (tile > MAX_RECORDED_TILES)
            {
              g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("the SM does not repeat itself within %d k-tiles: choose another tile"), MAX_RECORDED_TILES);
              return FALSE;
            }
          look_for_period (self, state, seen, words);
        }
      systole_sm_state_step (state, self->measuring ? NULL : record_issue, self);
      if (!self->measuring)
        record_state (self, state);
      next = systole_sm_state_get_next (state);
      g_assert (next > state->cycle && (next < G_MAXUINT64 || systole_sm_state_is_done (state)));
      if (next == G_MAXUINT64)
        break;
      for (guint s = 0; s < shape->sub_cores && !self->measuring; s++)
        self->idle[state->tensor[s].reason] += next - state->cycle;
      systole_sm_state_advance (state, next);
    }
  self->recorded = systole_sm_state_get_end (state);
  self->n_cycles = real_cycle (self, self->recorded);
  return TRUE;
}

SystoleSmSchedule *
systole_sm_schedule_new (const SystoleSmShape *shape, const SystoleGemm *gemm, GError **error)
{
  return systole_sm_schedule_new_part (shape, gemm, 0, error);
}

/**
 * systole_sm_schedule_new_part:
 * @n_tiles: k-tiles that the block does; 0: all of its tile of C
 *
 * Returns: (transfer full) (nullable): the schedule of one block, or NULL with
 *   %SYSTOLE_ERROR_CAPACITY when the block is long and never repeats itself
 */
SystoleSmSchedule *
systole_sm_schedule_new_part (const SystoleSmShape *shape, const SystoleGemm *gemm, guint64 n_tiles, GError **error)
{
  g_autoptr (SystoleSmSchedule) self = schedule_alloc (shape, gemm, n_tiles);

  if (!run_block (self, error))
    return NULL;
  self->first_mma = real_cycle (self, g_array_index (self->mmas, SystoleSmMmaLog, 0).cycle);
  self->first_store = real_cycle (self, self->first_store);
  /* The last time that nothing multiplies any more is the end of the work, not a stall. */
  g_array_set_size (self->stalls, self->stalls->len - 1);
  self->last_mma_end = real_cycle (self, g_array_index (self->mmas, SystoleSmMmaLog, self->mmas->len - 1).cycle) + shape->mma_interval;
  add_up_mmas (self);
  return g_steal_pointer (&self);
}

/**
 * systole_sm_schedule_measure:
 * @out: (out): cycles of one block
 *
 * As systole_sm_schedule_new(), for the time only.
 */
gboolean
systole_sm_schedule_measure (const SystoleSmShape *shape, const SystoleGemm *gemm, guint64 *out, GError **error)
{
  g_autoptr (SystoleSmSchedule) self = schedule_alloc (shape, gemm, 0);

  self->measuring = TRUE;
  if (!run_block (self, error))
    return FALSE;
  *out = self->n_cycles;
  return TRUE;
}
