/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/map.h"
#include "widgets/paint.h"

G_BEGIN_DECLS

/*
 * Who is faster over a plane of two sizes: a tint and a hatch for each winner, white where
 * it does not matter, a tint alone where the known error is larger than the difference;
 * the line of equal time, and lines of other factors. The width is given, the height
 * follows: a wide picture has its legend beside it, a narrow one below.
 */

typedef struct
{
  const SystoleMap *map;                    /* or NULL: nothing is known yet */
  const char *subtitle;                     /* what is computed, or NULL */
  const char *names[SYSTOLE_MAP_MAX_LANES]; /* of the machines */
  char letters[SYSTOLE_MAP_MAX_LANES];      /* their badges */
  const char *x_name, *y_name;              /* of the two sizes: “M”, “N = K” */
  gboolean has_here;
  guint64 here_x, here_y; /* what the stage shows */
  gboolean has_answer;    /* of a question: … */
  guint64 answer_x;       /* … in the row of the stage, the size from which on the other machine is faster */
  int at_x, at_y;         /* indices of the place that is pointed at; −1: none */
  gboolean covered;       /* by a question: all but the place of the stage */
  double progress;        /* 0 … 1 while it is computed, < 0: done */
  const char *message;    /* said in place of a map, or NULL */
  double width;
  double room; /* > 0: it is for a class: as high as this, names and tints explained and nothing else; 0: as high as it needs */
  SystolePaintStyle style;
} SystoleMapPaint;

typedef struct
{
  double x, y, width, height;
} SystoleMapPlot;

double systole_map_get_height (const SystoleMapPaint *self);
void systole_map_paint (cairo_t *cr, const SystoleMapPaint *self);
gboolean systole_map_pick (const SystoleMapPaint *self, double x, double y, guint *at_x, guint *at_y);
char *systole_map_name_lane (const char *title, SystoleFormat format) G_GNUC_WARN_UNUSED_RESULT; /* with the format, if the title does not say it */
char *systole_map_describe (const SystoleMapPaint *self) G_GNUC_WARN_UNUSED_RESULT;
char *systole_map_describe_place (const SystoleMapPaint *self, guint x, guint y) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
