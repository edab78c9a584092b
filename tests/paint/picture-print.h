/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/*
 * What is kept of a picture to know it again: of each square of 16 × 16 pixels the mean colour, where
 * in the square its light lies, and how much goes on in it. Versions of cairo and of fonts that
 * move an edge by half a pixel change next to nothing of it; a box that is moved by four pixels, another
 * colour or a hatch that is missing do.
 */

#define PICTURE_PRINT_CELL 16

typedef enum
{
  PICTURE_PRINT_RED,
  PICTURE_PRINT_GREEN,
  PICTURE_PRINT_BLUE,
  PICTURE_PRINT_X,       /* of the light from the middle of the square, to the right */
  PICTURE_PRINT_Y,       /* downwards */
  PICTURE_PRINT_TEXTURE, /* mean step from pixel to pixel */
  PICTURE_PRINT_N
} PicturePrintPlane;

typedef struct
{
  guint columns, rows;
  guint8 *values; /* row by row, PICTURE_PRINT_N a cell */
} PicturePrint;

typedef struct
{
  guint n;      /* cells that are not alike */
  guint traces; /* cells that differ at all, but for rounding */
  guint excess; /* levels beyond the tolerance, of all values together */
  guint worst;  /* largest difference of one value */
} PictureDifference;

PicturePrint *picture_print_new (cairo_surface_t *picture) G_GNUC_WARN_UNUSED_RESULT; /* RGB24 */
void picture_print_free (PicturePrint *self);
guint8 *picture_print_get (const PicturePrint *self, guint row, guint column);
gboolean picture_print_equal (const PicturePrint *a, const PicturePrint *b);
PictureDifference picture_print_compare (const PicturePrint *a, const PicturePrint *b);
gboolean picture_print_is_alike (const PicturePrint *a, const PicturePrint *b); /* the same picture, as far as a test can tell */

/* Prints of one picture, one below the other, in a PNG file; what is as in `base` is left transparent. */
cairo_status_t picture_prints_write (PicturePrint *const *prints, PicturePrint *const *base, guint n, const char *path);
gboolean picture_prints_read (const char *path, guint n, PicturePrint *const *base, PicturePrint **out);

/* For a person: what was kept, as large as the picture was; and where the two differ, on the picture. */
cairo_surface_t *picture_print_enlarge (const PicturePrint *self) G_GNUC_WARN_UNUSED_RESULT;
cairo_surface_t *picture_print_mark (cairo_surface_t *picture, const PicturePrint *actual, const PicturePrint *expected) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PicturePrint, picture_print_free)

G_END_DECLS
