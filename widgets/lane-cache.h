/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/frame.h"
#include "widgets/geometry.h"
#include "widgets/lane-painter.h"

G_BEGIN_DECLS

/* For the painters of a level: frames kept from one call to the next, filled again only
 * when cycle, unit or window differ. A painter given no cache makes one for the call. */

const SystoleArrayFrame *systole_lane_cache_array (SystoleLaneCache *self, const SystoleRun *run, guint unit, guint64 cycle, const SystoleWindow *window);
const SystoleSmFrame *systole_lane_cache_sm (SystoleLaneCache *self, const SystoleRun *run, guint unit, guint64 cycle, gboolean values);
const SystoleChipFrame *systole_lane_cache_chip (SystoleLaneCache *self, const SystoleRun *run, guint64 cycle);

/* Additions that the sums of one frame may take before they are left for later; 0: the engine's own limit. */
void systole_lane_cache_set_budget (SystoleLaneCache *self, guint max_additions);

/* A frame of an array that was asked for and lacks sums: what it is of. */
typedef struct
{
  SystoleRun *run; /* (transfer none) */
  guint unit;
  guint64 cycle;
  SystoleWindow window;
} SystoleLaneLack;

void systole_lane_cache_begin (SystoleLaneCache *self);                                                          /* of a picture */
gboolean systole_lane_cache_find_lack (SystoleLaneCache *self, SystoleLaneLack *out);                            /* of what was asked for since then; FALSE: it has all */
void systole_lane_cache_put_array (SystoleLaneCache *self, const SystoleLaneLack *of, SystoleArrayFrame *frame); /* takes what is in the frame */

/* Runs the body with a cache that is never NULL. */
SystoleLaneCache *systole_lane_cache_ensure (const SystoleLanePaint *self, SystoleLaneCache **owned);

/* The level of detail drawn last, so that a pinch does not flicker. NULL: unknown. */
SystoleDetail systole_lane_cache_get_detail (const SystoleLaneCache *self);
void systole_lane_cache_set_detail (SystoleLaneCache *self, SystoleDetail detail);

G_END_DECLS
