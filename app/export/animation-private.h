/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/* A kind of film is an encoder: a beginning, frames that replace a rectangle, an end. */

typedef struct
{
  guint width, height, n_frames;
  double rate; /* frames a second */
} SystoleFilmShape;

struct _SystoleAnimationKind
{
  const char *ending;
  gpointer (*begin) (const SystoleFilmShape *shape, GByteArray *bytes);
  gboolean (*add) (gpointer encoder, cairo_surface_t *frame, const cairo_rectangle_int_t *changed); /* FALSE: out of memory */
  gboolean (*finish) (gpointer encoder);                                                            /* frees it */
};

extern const struct _SystoleAnimationKind systole_animation_apng;
#ifdef SYSTOLE_HAVE_GIF
extern const struct _SystoleAnimationKind systole_animation_gif;
#endif

G_END_DECLS
