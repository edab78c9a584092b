/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <pango/pangocairo.h>

#include "widgets/palette.h"

G_BEGIN_DECLS

/* What every painter is given beside its data: colours, scales, and where to
 * report the labels it draws. A painter is a pure function of its struct and a
 * cairo_t: no state, no GTK, no clock. Lengths are CSS pixels. */

/* Whether all of a text is there. */
typedef enum
{
  SYSTOLE_SHORTENED_NOT,
  SYSTOLE_SHORTENED_FORM, /* drawn in its short form, which is a text of its own */
  SYSTOLE_SHORTENED_CUT   /* ends in an ellipsis */
} SystoleShortened;

typedef struct
{
  double x, y, width, height; /* device-independent pixels of the picture */
  double font_px;
  char *text;
  SystoleShortened shortened;
} SystoleLabel;

typedef struct
{
  const SystolePalette *palette;
  const char *font_family; /* "Cantarell", "Sans" … */
  double font_scale;       /* 1 = the sizes of the grammar */
  double line_scale;
  gboolean vector; /* SVG or PDF: hatches are clipped strokes, no pattern surfaces */
  gboolean rtl;    /* words from right to left; time and matrices never turn */
  double least_px; /* texts smaller than this are left out; 0: none */
  GArray *labels;  /* SystoleLabel, or NULL */
  GArray *dropped; /* SystoleLabel: what `least_px` left out, at no place; or NULL */
} SystolePaintStyle;

void systole_paint_style_init (SystolePaintStyle *self, SystoleScheme scheme);
GArray *systole_labels_new (void) G_GNUC_WARN_UNUSED_RESULT; /* frees its texts */

typedef enum
{
  SYSTOLE_WEIGHT_NORMAL = 400,
  SYSTOLE_WEIGHT_SEMIBOLD = 600,
  SYSTOLE_WEIGHT_BOLD = 700
} SystoleWeight;

typedef enum
{
  SYSTOLE_ALIGN_START,
  SYSTOLE_ALIGN_CENTRE,
  SYSTOLE_ALIGN_END
} SystoleAlign;

/* Text with its cap-height centre at `y`. Fits `max_width` (0: no limit) by
 * the short form, then an ellipsis; returns the width drawn. Sizes are given at font
 * scale 1. systole_paint_markup():
 * the texts are Pango markup (italic tensor names). */
double systole_paint_text (cairo_t *cr, const SystolePaintStyle *style, const char *text, const char *short_form, double px, SystoleWeight weight, SystoleColor color, double x, double y, double max_width, SystoleAlign align);
double systole_paint_markup (cairo_t *cr, const SystolePaintStyle *style, const char *markup, const char *short_form, double px, SystoleWeight weight, SystoleColor color, double x, double y, double max_width, SystoleAlign align);
double systole_paint_text_width (const SystolePaintStyle *style, const char *text, double px, SystoleWeight weight);
/* A number in a box, digits from kept layouts: what cells are filled with. */
void systole_paint_number (cairo_t *cr, const SystolePaintStyle *style, double value, double px, SystoleWeight weight, SystoleColor color, double x, double y, SystoleAlign align);
char *systole_paint_format_number (double value) G_GNUC_WARN_UNUSED_RESULT; /* U+2212 minus, locale's decimals */

void systole_paint_source (cairo_t *cr, SystoleColor color);
void systole_paint_rounded (cairo_t *cr, double x, double y, double width, double height, double radius);

G_END_DECLS
