/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/ids.h"
#include "widgets/paint.h"

G_BEGIN_DECLS

/* Why a unit is idle, as a texture and a letter; and the box of a cell. The same for
 * PEs, warps, tensor cores, SMs and bars. Sizes of letters follow the cell, not
 * the font scale. */

/* `cell` of a raster's region, a bar or a strip: wide or narrow lines, fixed. */
#define SYSTOLE_HATCH_REGION 0.0
#define SYSTOLE_HATCH_BAR 29.0

void systole_paint_hatch (cairo_t *cr, const SystolePaintStyle *style, SystoleHatch hatch, double x, double y, double width, double height, double cell);
void systole_paint_hatch_path (cairo_t *cr, const SystolePaintStyle *style, SystoleHatch hatch, double cell);
/* The letter of a cause, bold, `px` pixels high, on its disc of idle fill. */
void systole_paint_idle_letter (cairo_t *cr, const SystolePaintStyle *style, SystoleReason reason, double x, double y, double px);
/* The box of a cell of side `size`: fill, hatch and outline; `fill` is the tint of a busy one. */
void systole_paint_cell_box (cairo_t *cr, const SystolePaintStyle *style, SystoleReason reason, SystoleMeaning fill, double x, double y, double size);
void systole_paint_box (cairo_t *cr, const SystolePaintStyle *style, SystoleReason reason, SystoleMeaning fill, double x, double y, double width, double height, double cell);
/* As systole_paint_box() but the hatch: for many cells, whose hatches are then filled in one go. */
void systole_paint_box_plain (cairo_t *cr, const SystolePaintStyle *style, SystoleReason reason, SystoleMeaning fill, double x, double y, double width, double height, double cell);
double systole_idle_outline (const SystolePaintStyle *style);
double systole_cell_radius (double size);
double systole_cell_outline (const SystolePaintStyle *style, double size); /* of a busy one */

typedef enum
{
  SYSTOLE_RING_HOVER,
  SYSTOLE_RING_FOCUS,
  SYSTOLE_RING_PINNED
} SystoleRing;

void systole_paint_ring (cairo_t *cr, const SystolePaintStyle *style, SystoleRing ring, guint number, double x, double y, double width, double height);

G_END_DECLS
