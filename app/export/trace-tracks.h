/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* What each unit of a run does at one cycle, as tracks of a trace. The tracks of a run and
 * their order are the same at every cycle. Texts are English: traces are for programs. */

typedef struct
{
  char *name;  /* "Warp 3", "MXU 0" */
  char *state; /* what it does, or the reason it waits; NULL: nothing to show */
} SystoleTrack;

GPtrArray *systole_tracks_new (const SystoleRun *run, guint64 cycle) G_GNUC_WARN_UNUSED_RESULT; /* of SystoleTrack, owned */

G_END_DECLS
