/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/array-def.h"
#include "widgets/geometry.h"
#include "widgets/level-painter.h"

G_BEGIN_DECLS

/* For the files that draw an array: what one picture is made of. */

typedef struct
{
  const SystoleLanePaint *lane;
  const SystolePalette *palette;
  SystoleLaneCache *cache;
  SystoleLaneCache *owned; /* freed with the picture */
  SystoleGeometry geometry;
  SystoleDataflow dataflow;
  gboolean overlapped;
  SystoleMeaning stays, passes;   /* operand in the left and the right corner; moves down: sum, os: `stays` */
  const SystoleArrayFrame *frame; /* of this cycle; NULL: raster */
  const SystoleArrayFrame *shown; /* whose states are drawn: from the middle of a step on the next cycle's */
  gboolean moving;                /* values are on the wires */
  double glide;                   /* 0 … 1 from PE to PE */
} SystoleArrayPicture;

void systole_array_picture_init (SystoleArrayPicture *self, const SystoleLanePaint *lane, double x, double y, double width, double height);
void systole_array_picture_clear (SystoleArrayPicture *self);
void systole_array_get_geometry (const SystoleLanePaint *lane, double x, double y, double width, double height, SystoleGeometry *out);
SystoleDataflow systole_run_get_dataflow (const SystoleRun *run);
gboolean systole_run_is_overlapped (const SystoleRun *run);

void systole_array_paint_cells (cairo_t *cr, const SystoleArrayPicture *self);  /* boxes, wires, numbers, letters */
void systole_array_paint_queues (cairo_t *cr, const SystoleArrayPicture *self); /* tokens at the edges and their words */
void systole_array_paint_labels (cairo_t *cr, const SystoleArrayPicture *self); /* rows, columns, key cell */
void systole_array_paint_key (cairo_t *cr, const SystoleLanePaint *lane, double x, double y, double size, double right);
void systole_array_paint_raster (cairo_t *cr, const SystoleArrayPicture *self);
void systole_array_paint_moving (cairo_t *cr, const SystoleArrayPicture *self);
void systole_array_paint_trail (cairo_t *cr, const SystoleArrayPicture *self);
void systole_array_paint_trace (cairo_t *cr, const SystoleArrayPicture *self);

/* array-words.c */
char *systole_array_explain (const SystoleLanePaint *lane, const SystoleTarget *target, GArray **facts, char **sentence);
char *systole_array_describe (const SystoleLanePaint *lane);
gboolean systole_array_sum_begins (const SystoleArrayCell *cell); /* what comes from above is no sum of earlier folds */

/* Busy share by diagonal r + c, over the last cycles up to the present one. */
typedef struct
{
  guint n;             /* rows + columns − 1 */
  guint window;        /* cycles that the share is of */
  double *shares;      /* n, 0 … 1 */
  guint8 *reasons;     /* n, SystoleReason of this cycle; only where the share is 0 to be trusted for regions */
  guint rows, columns; /* PEs that hold something in the present fold: the rest is padding */
} SystoleArrayProfile;

void systole_array_profile_init (SystoleArrayProfile *self, const SystoleRun *run, guint unit, guint64 cycle);
void systole_array_profile_clear (SystoleArrayProfile *self);

G_END_DECLS
