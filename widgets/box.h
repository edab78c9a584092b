/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/ids.h"
#include "widgets/paint.h"

G_BEGIN_DECLS

/* The box of a cell: one PE, multiplier, SM; alone, or many of one size on a grid; and the ring around it. */

/* The box of a cell of side `size`: fill, hatch and outline; `fill` is the tint of a busy one. */
void systole_paint_cell_box (cairo_t *cr, const SystolePaintStyle *style, SystoleReason reason, SystoleMeaning fill, double x, double y, double size);
void systole_paint_box (cairo_t *cr, const SystolePaintStyle *style, SystoleReason reason, SystoleMeaning fill, double x, double y, double width, double height, double cell);
/* As systole_paint_box() but the hatch: for many cells, whose hatches are then filled in one go. */
void systole_paint_box_plain (cairo_t *cr, const SystolePaintStyle *style, SystoleReason reason, SystoleMeaning fill, double x, double y, double width, double height, double cell);
double systole_idle_outline (const SystolePaintStyle *style);
double systole_cell_radius (double size);
double systole_cell_outline (const SystolePaintStyle *style, double size); /* of a busy one */

/* What a box of a grid is: a SystoleReason, or a busy one whose sum is a result, or one of these. */
#define SYSTOLE_BOX_RESULT 0x80
#define SYSTOLE_BOX_REST 0x81 /* idle for no cause: not its turn */
#define SYSTOLE_BOX_NONE 0xFF

typedef struct
{
  double x, y;             /* of the first box, pixels */
  double pitch_x, pitch_y; /* from one to the next */
  double width, height;    /* of each */
  double cell;             /* sets corners, outline and hatch */
  guint columns, rows;
  gboolean hatched; /* FALSE: cells are too small for a hatch */
  guint8 *states;   /* row by row; used up by painting */
} SystoleBoxGrid;

void systole_paint_box_grid (cairo_t *cr, const SystolePaintStyle *style, const SystoleBoxGrid *grid);
/* Equal boxes in one go; FALSE: they do not lie on whole pixels of the target, nothing is drawn. Without hatch. */
gboolean systole_paint_box_tiles (cairo_t *cr, const SystolePaintStyle *style, SystoleReason reason, SystoleMeaning fill, const SystoleBoxGrid *grid, guint row, guint column, guint n_rows, guint n_columns);

typedef enum
{
  SYSTOLE_RING_HOVER,
  SYSTOLE_RING_FOCUS,
  SYSTOLE_RING_PINNED
} SystoleRing;

void systole_paint_ring (cairo_t *cr, const SystolePaintStyle *style, SystoleRing ring, guint number, double x, double y, double width, double height);

G_END_DECLS
