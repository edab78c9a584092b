/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/gpu/sm-schedule.h"
#include "engine/run/run.h"

G_BEGIN_DECLS

/* A round of resident blocks of a paced kernel at any cycle, in closed form (sm-time.c): what is
 * asked of whole chips needs no event list. Frames of an SM come from the event machine's
 * schedule. The residents' k-tiles take turns on the tensor cores: turn t is k-tile t ÷ residents
 * of resident t mod residents. */

typedef struct
{
  const SystoleSmKernel *kernel;
  guint64 residents;           /* blocks at once */
  guint64 n_tiles, first_tile; /* k-tiles of each; number of the first among those of the whole block */
  guint64 n_turns;             /* k-tiles of all residents */
  guint64 first;               /* cycle in which the first k-tile's multiplying begins */
  guint64 multiply;            /* cycles of a k-tile */
  SystoleSmDelays delays;
  guint64 last_end; /* all multiplying is done */
  guint64 n_cycles;
} SystoleSmPace;

/* How far a round is. */
typedef struct
{
  guint64 turns; /* that are over */
  guint64 since; /* cycles of the next one’s multiplying that are; 0: it has not begun */
} SystoleSmProgress;

void systole_sm_pace_init (SystoleSmPace *self, const SystoleSmKernel *kernel);
void systole_sm_pace_init_part (SystoleSmPace *self, const SystoleSmKernel *kernel, guint64 first_tile, guint64 n_tiles);
guint64 systole_sm_pace_get_start (const SystoleSmPace *self, guint64 turn);
guint64 systole_sm_pace_find_turn (const SystoleSmPace *self, guint64 cycle);
guint systole_sm_pace_find_resident (const SystoleSmPace *self, guint64 cycle);
gboolean systole_sm_pace_find_event (const SystoleSmPace *self, gboolean stalls, guint64 cycle, int direction, guint64 *out);
SystoleSmProgress systole_sm_pace_find (const SystoleSmPace *self, guint64 cycle);
guint64 systole_sm_pace_count_macs (const SystoleSmPace *self, guint resident, guint edges, const SystoleSmProgress *progress);
void systole_sm_pace_summarize (const SystoleSmPace *self, guint edges, guint64 cycle, guint64 times, SystoleSummary *out);
void systole_sm_pace_add_idle (const SystoleSmPace *self, guint64 times, guint64 out[SYSTOLE_N_REASONS]);

G_END_DECLS
