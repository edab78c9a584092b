/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/ids.h"
#include "widgets/paint.h"

G_BEGIN_DECLS

/* Why a unit is idle, as a texture and a letter. The same for PEs, warps, tensor cores, SMs
 * and bars. Sizes of letters follow the cell, not the font scale. */

/* `cell` of a raster's region, a bar or a strip: wide or narrow lines, fixed. */
#define SYSTOLE_HATCH_REGION 0.0
#define SYSTOLE_HATCH_BAR 29.0

void systole_paint_hatch (cairo_t *cr, const SystolePaintStyle *style, SystoleHatch hatch, double x, double y, double width, double height, double cell);
void systole_paint_hatch_path (cairo_t *cr, const SystolePaintStyle *style, SystoleHatch hatch, double cell);
/* The letter of a cause, bold, `px` pixels high, on its disc of idle fill. */
double systole_region_letter (const SystolePaintStyle *style, double px); /* size of a letter that stands for many cells: never under the least text */
void systole_paint_idle_letter (cairo_t *cr, const SystolePaintStyle *style, SystoleReason reason, double x, double y, double px);
/* Lines wide and dark enough for a class. */
gboolean systole_hatch_is_loud (const SystolePaintStyle *style);
SystoleColor systole_idle_color (const SystolePaintStyle *style);

G_END_DECLS
