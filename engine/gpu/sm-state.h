/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/gpu/sm-kernel.h"

G_BEGIN_DECLS

/*
 * Where every warp, pipe, port and copy of one SM stands during one block, or one round of
 * resident blocks, without values: what decides *when* things happen. One step looks at one
 * cycle: it says for each warp whether its next instruction issues or why not, and lets the
 * ready ones issue, the resident with the oldest k-tile first and of it the lowest warp, one
 * a scheduler, one a port.
 */

typedef struct
{
  SystoleSmSection section;
  guint slot;
  gint64 iteration; /* of BODY */
} SystoleSmPlace;

typedef struct
{
  SystoleSmPlace place;
  guint64 *sums_ready;              /* cycle from which each fragment's sums may be used */
  guint64 *a_ready[2], *b_ready[2]; /* the same of loaded fragments, in two sets of registers */
  guint64 finish;                   /* end of what it has issued last */
  /* seen in this cycle */
  gboolean issues;
  SystoleReason reason;
  SystoleInstruction shows;
  guint64 wake; /* reason cannot change before, unless something issues */
} SystoleSmWarp;

typedef struct
{
  gint64 tile;       /* −1: none yet */
  guint issued;      /* copies */
  guint64 landed_at; /* first cycle in which all issued copies are there */
  guint users_left;  /* multiplying warps that still read it */
  guint64 released_at;
} SystoleSmStage;

typedef struct
{
  guint64 free_at;
  guint warp; /* last to use it */
  SystoleSmPlace place;
  SystoleReason reason; /* in this cycle: BUSY or why idle */
  guint waits_for;      /* warp that the reason is of, G_MAXUINT none */
} SystoleSmPipe;

typedef struct
{
  const SystoleSmKernel *kernel;
  gint64 n_tiles;
  guint64 cycle;
  gboolean any_issued; /* in this cycle */
  gboolean signalled;  /* something happened before it that may end a wait of unknown length */
  gboolean only_times; /* causes of idle tensor cores are not wanted */
  SystoleSmWarp *warps;
  SystoleSmPipe *tensor;  /* one a sub-core */
  SystoleSmStage *stages; /* resident by resident */
  guint64 *mma_end;       /* of each resident: end of its latest mma */
  guint64 *tile_end;      /* of each resident: when the last k-tile that all its warps have multiplied was done */
  guint64 port_free, store_free, channel_free;
  guint64 *ready; /* storage of all the warps' ready times */
  gsize n_ready;
  gboolean *slot_taken; /* schedulers, in this cycle */
} SystoleSmState;

/* Called for each instruction that issues. @begin, @end: cycles in which it holds its
 * port, pipe or channel. */
typedef void (*SystoleSmIssueFunc) (const SystoleSmState *state, guint warp, const SystoleSmInstruction *in, gint64 tile, guint64 begin, guint64 end, gpointer data);

SystoleSmState *systole_sm_state_new (const SystoleSmKernel *kernel) G_GNUC_WARN_UNUSED_RESULT;
void systole_sm_state_free (SystoleSmState *self);
void systole_sm_state_reset (SystoleSmState *self, gint64 n_tiles);
void systole_sm_state_step (SystoleSmState *self, SystoleSmIssueFunc issued, gpointer data);
void systole_sm_state_advance (SystoleSmState *self, guint64 cycle);
guint64 systole_sm_state_get_next (const SystoleSmState *self);
gboolean systole_sm_state_is_done (const SystoleSmState *self);
guint64 systole_sm_state_get_end (const SystoleSmState *self);
SystoleSmStage *systole_sm_state_get_stage (const SystoleSmState *self, guint warp, gint64 tile);
const SystoleSmInstruction *systole_sm_state_get_instruction (const SystoleSmState *self, guint warp); /* or NULL */
void systole_sm_state_write (const SystoleSmState *self, gint64 base, GArray *words);

const SystoleSmInstruction *systole_sm_kernel_get_instruction (const SystoleSmKernel *kernel, guint warp, const SystoleSmPlace *place);
const SystoleSmInstruction *systole_sm_kernel_find_mma (const SystoleSmKernel *kernel, guint warp, SystoleSmPlace place, gint64 *tile);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleSmState, systole_sm_state_free)

G_END_DECLS
