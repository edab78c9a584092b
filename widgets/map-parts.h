/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/map-painter.h"

G_BEGIN_DECLS

/* What the parts of the map's painter share. */

#define SYSTOLE_MAP_EDGE 12.0
#define SYSTOLE_MAP_TITLE_PX 16.0
#define SYSTOLE_MAP_TEXT_PX 13.0
#define SYSTOLE_MAP_NOTE_PX 11.5
#define SYSTOLE_MAP_MARK_GAP 15.0 /* from the plot to the numbers of the upright axis: the stage's place may lie between */

typedef struct
{
  double scale;
  gboolean wide;
  double left, top, right, bottom; /* of the plot */
  double legend_x, legend_y, legend_width;
  double height; /* of all */
  double factors[2];
} SystoleMapLayout;

void systole_map_measure (const SystoleMapPaint *self, SystoleMapLayout *out);
double systole_map_x (const SystoleMapPaint *self, const SystoleMapLayout *layout, double index);
double systole_map_y (const SystoleMapPaint *self, const SystoleMapLayout *layout, double index);

/* What is drawn of a map at one time; regions are looked up spot by spot. */
#define SYSTOLE_MAP_MAX_SPOTS 400 /* along a side */
#define SYSTOLE_MAP_MAX_PLATES 16

typedef struct
{
  const SystoleMapPaint *map;
  const SystoleMapLayout *layout;
  guint n_x, n_y;                                             /* spots */
  guint8 codes[SYSTOLE_MAP_MAX_SPOTS][SYSTOLE_MAP_MAX_SPOTS]; /* [y][x]: 0: nothing; 1 + 2 × winner; one more where it is too close to say */
  guint8 lined[SYSTOLE_MAP_MAX_SPOTS][SYSTOLE_MAP_MAX_SPOTS]; /* [y][x]: a line goes through it */
  SystoleMapPlot plates[SYSTOLE_MAP_MAX_PLATES];
  guint n_plates;
  /* of the lines that are traced */
  cairo_t *cr;
  double label_x, label_y, label_length;
} SystoleMapDrawing;

SystoleTriple systole_map_color (const SystoleMapPaint *self, guint lane);
void systole_map_hatch (cairo_t *cr, const SystoleMapPaint *self, guint lane); /* fills the path */
void systole_map_line_style (cairo_t *cr, const SystoleMapPaint *self, guint which);
void systole_map_here (cairo_t *cr, const SystoleMapPaint *self, double x, double y);
void systole_map_badge (cairo_t *cr, const SystoleMapPaint *self, guint lane, double x, double y);

/* map-plot.c */
void systole_map_paint_plot (cairo_t *cr, const SystoleMapPaint *self, const SystoleMapLayout *layout);

/* map-regions.c */
double systole_map_drawing_spot_width (const SystoleMapDrawing *self);
double systole_map_drawing_spot_height (const SystoleMapDrawing *self);
void systole_map_drawing_look (SystoleMapDrawing *self);
void systole_map_drawing_regions (cairo_t *cr, const SystoleMapDrawing *self);
guint systole_map_drawing_inside (const SystoleMapDrawing *self, guint8 first, guint8 second, guint *at_x, guint *at_y);

/* map-marks.c */
void systole_map_drawing_marks (cairo_t *cr, const SystoleMapDrawing *self);
gboolean systole_map_drawing_find_here (const SystoleMapDrawing *self, double *x, double *y);
gboolean systole_map_drawing_find_answer (const SystoleMapDrawing *self, double *x, double *y);
void systole_map_drawing_answer (cairo_t *cr, SystoleMapDrawing *self, double x, double y);
void systole_map_drawing_pointer (cairo_t *cr, const SystoleMapDrawing *self);
void systole_map_drawing_cover (cairo_t *cr, const SystoleMapDrawing *self);
void systole_map_drawing_uncovered (cairo_t *cr, const SystoleMapDrawing *self, double x, double y);

/* map-legend.c: draws from `layout->legend_y` on; `cr` NULL: returns the height only */
double systole_map_paint_legend (cairo_t *cr, const SystoleMapPaint *self, const SystoleMapLayout *layout);

/* map-words.c */
char *systole_map_factor_text (double factor) G_GNUC_WARN_UNUSED_RESULT;                                  /* "1.25 ×" */
char *systole_map_place_title (const SystoleMapPaint *self, guint x, guint y) G_GNUC_WARN_UNUSED_RESULT;  /* "M 256, N = K 2 048" */
char *systole_map_verdict_text (const SystoleMapPaint *self, guint x, guint y) G_GNUC_WARN_UNUSED_RESULT; /* a sentence */
char *systole_map_error_text (const SystoleMapPaint *self, guint x, guint y) G_GNUC_WARN_UNUSED_RESULT;   /* a sentence */
const char *systole_map_bound_text (const char *bound);
gboolean systole_map_find_place (const SystoleMapPaint *self, guint *x, guint *y); /* that is pointed at, else the stage's */

G_END_DECLS
