/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"
#include "engine/scenario/scenario.h"
#include "widgets/paint.h"

G_BEGIN_DECLS

/* The strips of all lanes over one time axis: phases in words, busy share, marks, playhead. */

#define SYSTOLE_MAX_LANES_SHOWN 4

typedef struct
{
  const SystoleRun *run;
  char letter;
  double position;       /* cycles of its own clock, with fraction; > n_cycles − 1 when ended */
  gboolean traced;       /* a sum is followed, */
  guint64 born, written; /* from its first product to its last, cycles */
} SystoleTimelineLane;

typedef struct
{
  SystoleTimelineLane lanes[SYSTOLE_MAX_LANES_SHOWN];
  guint n_lanes;
  guint active; /* lane whose cycles the axis counts in time base "cycles" and "work" */
  SystoleTimeBase time_base;
  double position; /* playhead in axis units: cycles, seconds, or share 0 … 1 */
  double from, to; /* visible part of the axis; to ≤ from: all of it */
  const SystoleBookmark *bookmarks;
  guint n_bookmarks;
  gboolean untold;       /* marks that lie ahead of a lane's instant are left out: they answer questions; then the strips do depend on positions */
  gboolean hides_length; /* "?" stands for lengths, and the axis has no numbers: they are asked for */
  gboolean has_focus;
  double width, height;
  SystolePaintStyle style;
} SystoleTimelinePaint;

void systole_timeline_paint (cairo_t *cr, const SystoleTimelinePaint *self);        /* both parts: */
void systole_timeline_paint_strips (cairo_t *cr, const SystoleTimelinePaint *self); /* does not depend on positions */
void systole_timeline_paint_playhead (cairo_t *cr, const SystoleTimelinePaint *self);
double systole_timeline_get_length (const SystoleTimelinePaint *self);            /* of the whole axis, in its unit */
double systole_timeline_position_at (const SystoleTimelinePaint *self, double x); /* axis unit, clamped */
double systole_timeline_x_at (const SystoleTimelinePaint *self, double position);
int systole_timeline_lane_at (const SystoleTimelinePaint *self, double y); /* −1: none */
double systole_timeline_preferred_height (const SystoleTimelinePaint *self);
char *systole_timeline_describe (const SystoleTimelinePaint *self) G_GNUC_WARN_UNUSED_RESULT;

/* Time bases: axis position ↔ cycle of a lane. */
double systole_time_to_cycle (SystoleTimeBase base, const SystoleRun *run, double position);
double systole_time_from_cycle (SystoleTimeBase base, const SystoleRun *run, double cycle);

G_END_DECLS
