/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/*
 * The pictures of the frames before. A frame's render node refers to its picture until
 * the next frame is shown: were it changed or freed earlier, cairo would copy it first.
 * When nobody refers to it any more its memory is painted on again, which saves the
 * kernel from clearing new pages at each frame.
 */

#define SYSTOLE_PICTURE_RING_LENGTH 2

typedef struct
{
  cairo_surface_t *before[SYSTOLE_PICTURE_RING_LENGTH]; /* newest first */
} SystolePictureRing;

void systole_picture_ring_put (SystolePictureRing *self, cairo_surface_t *picture);
cairo_surface_t *systole_picture_ring_take (SystolePictureRing *self, int width, int height, int scale) G_GNUC_WARN_UNUSED_RESULT;
void systole_picture_ring_clear (SystolePictureRing *self);

G_END_DECLS
