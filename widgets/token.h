/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/paint.h"

G_BEGIN_DECLS

/* Values outside a cell, and what they move on. The meaning gives the colours, the
 * shape repeats it, the point turns to where the value moves. */

typedef enum
{
  SYSTOLE_TOKEN_ROUND,  /* partial sum */
  SYSTOLE_TOKEN_SQUARE, /* result: a second line as foot */
  SYSTOLE_TOKEN_RIGHT,
  SYSTOLE_TOKEN_DOWN,
  SYSTOLE_TOKEN_LEFT,
  SYSTOLE_TOKEN_UP
} SystoleTokenShape;

/* A token in its box (point included); `text` (nullable) is `px` pixels high, 0: 0.56 of the height. */
void systole_paint_token (cairo_t *cr, const SystolePaintStyle *style, SystoleTokenShape shape, SystoleMeaning meaning, const char *text, double px, double x, double y, double width, double height);
/* A wire between two points; `lit`: in the mark of `meaning`. A head from 44 px on, or when `head`. */
void systole_paint_wire (cairo_t *cr, const SystolePaintStyle *style, gboolean lit, SystoleMeaning meaning, double cell, double x0, double y0, double x1, double y1, gboolean head);
void systole_paint_bus (cairo_t *cr, const SystolePaintStyle *style, SystoleMeaning meaning, double cell, double x0, double y0, double x1, double y1); /* no head */
void systole_paint_arrow_head (cairo_t *cr, double x0, double y0, double x1, double y1, double length);
double systole_wire_width (const SystolePaintStyle *style, double cell); /* of a lit one */

G_END_DECLS
