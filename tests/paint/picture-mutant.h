/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/*
 * Between the painters and cairo: texts are not drawn at all, and one operation of a picture can be
 * done wrong on purpose, to see whether a test would notice. A program that links this is linked with
 * PICTURE_MUTANT_WRAPS of meson.build.
 */

typedef enum
{
  PICTURE_MUTANT_NONE,
  PICTURE_MUTANT_MOVED,   /* by four pixels to the right */
  PICTURE_MUTANT_LOWERED, /* by four pixels */
  PICTURE_MUTANT_OMITTED,
  PICTURE_MUTANT_RECOLOURED, /* another meaning's colour */
  PICTURE_MUTANT_N
} PictureMutant;

const char *picture_mutant_get_name (PictureMutant self);
/* From here on; operation number `at` on `target` itself is done wrong. */
void picture_mutant_begin (cairo_surface_t *target, PictureMutant kind, guint at);
guint picture_mutant_end (void);                /* number of operations on the target */
void picture_mutant_show_text (gboolean shown); /* not, unless told so */

G_END_DECLS
