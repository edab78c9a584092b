/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run-name.h"
#include "engine/run/sum-trace.h"
#include "widgets/paint.h"
#include "widgets/selection.h"

G_BEGIN_DECLS

/*
 * One lane of the stage at any level of zoom: its head, and below it the picture of
 * the level (chip-painter, sm-painter, array-painter, pe-painter, fragment-painter).
 * The window's stage, `systole-cli render` and the tests call the same function.
 */

typedef struct
{
  SystoleLevel level;
  guint unit;                /* MXU or SM that is looked at */
  guint sub_core;            /* at sub-core and fragment level */
  guint row, column;         /* PE at PE level; multiplier at fragment level */
  double scale;              /* 1: the level fits the lane; > 1 zoomed in, panned to the centre below */
  double centre_x, centre_y; /* 0 … 1 of the picture */
} SystoleCamera;

/* Buffers that a painter needs and a caller keeps: frames of this and the next
 * cycle, the static layer. One a lane. Opaque. */
typedef struct _SystoleLaneCache SystoleLaneCache;

typedef struct
{
  const SystoleRun *run;
  char letter;                /* 'A' … 'D' */
  const char *title;          /* NULL: the run's own */
  const SystoleRunName *name; /* beside other lanes; NULL: the machine alone */
  guint64 cycle;              /* 0 … n_cycles − 1 */
  double fraction;            /* 0 at rest … < 1 on the way to the next cycle */
  gboolean ended;             /* the lane has ended: last frame, finish flag */
  SystoleCamera camera;
  SystoleTarget hover, focus, pinned, pinned_second;
  gboolean trail;            /* less motion: where values were a cycle ago is told */
  const SystoleTrace *trace; /* of the sum that is followed, or NULL */
  gboolean has_focus;        /* the widget has the keyboard: focus ring */
  gboolean presented;        /* to a class: no key cell, fewer tokens at the edges */
  gboolean hides;            /* `hidden` is asked for: "?" stands for it */
  SystoleCounter hidden;
  double width, height; /* of the lane, pixels */
  SystolePaintStyle style;
  SystoleLaneCache *cache;
} SystoleLanePaint;

/* The length of the run is what is asked for. */
static inline gboolean
systole_lane_paint_hides_length (const SystoleLanePaint *self)
{
  return self->hides && (self->hidden == SYSTOLE_COUNTER_CYCLES || self->hidden == SYSTOLE_COUNTER_SECONDS);
}

SystoleLaneCache *systole_lane_cache_new (void) G_GNUC_WARN_UNUSED_RESULT;
void systole_lane_cache_free (SystoleLaneCache *self);

void systole_lane_paint_init (SystoleLanePaint *self); /* zeros, camera fits */
void systole_lane_paint (cairo_t *cr, const SystoleLanePaint *self);
/* What is at a point; kind NONE if nothing. */
SystoleTarget systole_lane_pick (const SystoleLanePaint *self, double x, double y);
/* Keyboard: the neighbour of `from` (NONE: the first thing) in a direction (−1, 0, 1). */
SystoleTarget systole_lane_neighbour (const SystoleLanePaint *self, const SystoleTarget *from, int dx, int dy);
/* Where a target is drawn; FALSE if it is not visible. */
gboolean systole_lane_locate (const SystoleLanePaint *self, const SystoleTarget *target, double *x, double *y, double *width, double *height);
/* Zooming into a target, or out: the camera that follows; FALSE at the end of the levels. */
gboolean systole_lane_zoom_in (const SystoleLanePaint *self, const SystoleTarget *target, SystoleCamera *out);
gboolean systole_lane_zoom_out (const SystoleLanePaint *self, SystoleCamera *out);
void systole_camera_init (SystoleCamera *self, const SystoleRun *run); /* default level of the run */

/* Words, translated (transfer full): the picture in one sentence, and one target in
 * a few lines ("PE (4, 2)", "5 × (−3) − 6 = −21", …): hover card, Selection pane, screen reader. */
char *systole_lane_describe (const SystoleLanePaint *self) G_GNUC_WARN_UNUSED_RESULT;

typedef struct
{
  char *name;             /* "a = A[4, 4]" */
  char *value;            /* "5" */
  SystoleMeaning meaning; /* ink of the value; SYSTOLE_N_MEANINGS: text */
  double number;          /* that the value says; NaN: none, or one that is only a name */
  gboolean amount;        /* it is counted or measured from 0: two of them have a ratio */
} SystoleFact;

/* Title, facts and sentences of a target at the cycle painted. `facts`: array of SystoleFact (free with systole_facts_unref = g_array_unref). */
char *systole_lane_explain (const SystoleLanePaint *self, const SystoleTarget *target, GArray **facts, char **sentence) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleLaneCache, systole_lane_cache_free)

G_END_DECLS
