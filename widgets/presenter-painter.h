/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/scenario/scenario.h"
#include "widgets/lane-painter.h"
#include "widgets/map-painter.h"
#include "widgets/question-painter.h"

G_BEGIN_DECLS

/*
 * What a class sees: one lane to three, one number, one strip, one sentence; perhaps a
 * question or a chart beside. The projector, the teacher's preview, thumbnails and the
 * tests call the same function. Every text is at least 1/50 of the height, else left out.
 */

#define SYSTOLE_PRESENTER_MAX_LANES 3
#define SYSTOLE_PRESENTER_BEAT_LANES 2 /* of a lesson, whose captions count on it */

typedef struct
{
  const SystoleRun *run; /* NULL: none */
  char letter;
  const char *title;          /* of a lane without a run, or NULL */
  const SystoleRunName *name; /* beside the other lanes, or NULL */
  const char *message;        /* why there is none, or NULL */
  double position;            /* cycles of its own clock, with fraction; n_cycles: it has ended */
  SystoleCamera camera;
  SystoleTarget pinned;
  SystoleLaneCache *cache; /* or NULL */
} SystolePresenterLane;

/* One row of the page "table". */
typedef struct
{
  const char *title;
  const char *values[SYSTOLE_PRESENTER_MAX_LANES];
} SystolePresenterRow;

typedef struct
{
  SystolePresenterLane lanes[SYSTOLE_PRESENTER_MAX_LANES];
  guint n_lanes;
  SystoleTimeBase time_base;
  guint active; /* lane whose cycles the axis counts */
  double axis;  /* playhead, in the axis' unit */
  const char *caption;
  guint beat, n_beats;                  /* n_beats 0: no lesson */
  const char *asks;                     /* heading over the picture while a question is open or answered, or NULL */
  const SystoleQuestionPaint *question; /* or NULL */
  const char *target;                   /* name of the number that is asked for, or NULL */
  const char *target_value;             /* of all lanes; "?" before the reveal */
  gboolean hides;                       /* `hidden` is not shown anywhere */
  SystoleCounter hidden;
  const char *pane; /* page of Explain beside the picture, or NULL */
  const SystolePresenterRow *rows;
  guint n_rows;               /* of the page "table" */
  const SystoleMapPaint *map; /* of the page "map", without width and style; NULL: none */
  const char *hint;           /* "Again to leave", or NULL */
  const char *notes;          /* shown briefly over the picture, or NULL */
  double width, height;       /* of the screen, pixels */
  double text_scale;          /* the user's: 1 as designed */
  SystolePaintStyle style;    /* its scales are set by the height */
} SystolePresenterPaint;

typedef struct
{
  double x, y, width, height;
} SystolePresenterBox;

typedef struct
{
  double unit; /* height of usual text: 1/40 of the screen, or the user's */
  double margin;
  double title;                                           /* middle of the line at the top */
  SystolePresenterBox heads[SYSTOLE_PRESENTER_MAX_LANES]; /* titles, counts, ribbon; of one lane beside its picture */
  SystolePresenterBox pictures[SYSTOLE_PRESENTER_MAX_LANES];
  gboolean beside;           /* the one head stands beside the picture, as large words */
  SystolePresenterBox side;  /* question or chart; width 0: none */
  SystolePresenterBox chart; /* in the machines' place, what is asked about; width 0: none */
  SystolePresenterBox strip; /* of all lanes */
  SystolePresenterBox bar;   /* of the caption */
  guint caption_lines;
} SystolePresenterLayout;

void systole_presenter_paint_init (SystolePresenterPaint *self, SystoleScheme scheme, double width, double height);
void systole_presenter_paint_style (const SystolePresenterPaint *self, SystolePaintStyle *out); /* as it is drawn with */
guint systole_presenter_count_lanes (const SystolePresenterPaint *self, guint n);               /* of @n lanes, those that have room beside one another */
void systole_presenter_layout (const SystolePresenterPaint *self, SystolePresenterLayout *out);
void systole_presenter_paint (cairo_t *cr, const SystolePresenterPaint *self);
/* The lane's painter as it is drawn into its picture, moved to 0, 0: for pointing. FALSE: no such lane, or no run. */
gboolean systole_presenter_get_lane (const SystolePresenterPaint *self, const SystolePresenterLayout *layout, guint lane, SystoleLanePaint *out);
/* What is at a point of the screen; `lane` is set where it is a lane's. */
SystoleTarget systole_presenter_pick (const SystolePresenterPaint *self, double x, double y, guint *lane);
char *systole_presenter_describe (const SystolePresenterPaint *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
