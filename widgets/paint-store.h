/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/ids.h"
#include "widgets/paint.h"

G_BEGIN_DECLS

/*
 * What painters keep because it is dear to make: text layouts, glyphs of numbers, hatch
 * tiles. One store a thread, so nothing is shared and nothing is locked; what it
 * gives depends on the key alone, so a painter stays a pure function. Bounded.
 */

typedef struct
{
  cairo_scaled_font_t *font;   /* kept */
  const cairo_glyph_t *glyphs; /* from the left end and the baseline of the text */
  guint n_glyphs;
  double width;
  double needed; /* room: the widest of all targets, see systole_store_get_width() */
} SystoleGlyphs;

/* A layout of one line, `max_width` (user units, 0: none) ellipsized at its end; kept by the store. `cr` NULL: to measure. */
PangoLayout *systole_store_get_layout (cairo_t *cr, const SystolePaintStyle *style, const char *text, gboolean markup, double px, SystoleWeight weight, double max_width);
/* The room that a text needs, the same for every target: on pixels glyphs stand at whole ones, in SVG and PDF they do not, and
 * what is shortened or left out must not depend on that. */
double systole_store_get_width (const SystolePaintStyle *style, const char *text, gboolean markup, double px, SystoleWeight weight);
/* Glyphs of a number in the way of systole_paint_format_number(); kept by the store. */
const SystoleGlyphs *systole_store_get_number (cairo_t *cr, const SystolePaintStyle *style, double value, double px, SystoleWeight weight);
/* A small picture kept under its key; drawn by `paint` in device pixels when it is new.
 * `kind` tells apart what the callers keep. */
typedef struct
{
  int kind, variant, scheme;
  int width, height;       /* device pixels */
  int scale, line, detail; /* in 1/256 */
} SystoleSpriteKey;

typedef void (*SystoleSpriteFunc) (cairo_t *cr, const SystoleSpriteKey *key, gconstpointer data);
cairo_surface_t *systole_store_get_sprite (const SystoleSpriteKey *key, SystoleSpriteFunc paint, gconstpointer data);
/* Appends a label of `px` pixels whose capitals have their middle at `y`, if anybody asked for labels. */
void systole_paint_drop (const SystolePaintStyle *style, const char *text, double px); /* is left out: too small */
void systole_paint_report (cairo_t *cr, const SystolePaintStyle *style, const char *text, double px, double x, double y, double width, SystoleShortened shortened);
/* Device pixels a user unit; 0 if the matrix turns or shears, or the target is not made of pixels. */
double systole_store_get_scale (cairo_t *cr, const SystolePaintStyle *style);

G_END_DECLS
