/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/picture-ring.h"

#include <string.h>

/**
 * systole_picture_ring_put:
 * @picture: (transfer full): an image surface that was shown
 */
void
systole_picture_ring_put (SystolePictureRing *self, cairo_surface_t *picture)
{
  g_clear_pointer (&self->before[SYSTOLE_PICTURE_RING_LENGTH - 1], cairo_surface_destroy);
  for (guint i = SYSTOLE_PICTURE_RING_LENGTH - 1; i > 0; i--)
    self->before[i] = self->before[i - 1];
  self->before[0] = picture;
}

/* Has it these pixels, and does nobody else have it? */
static gboolean
is_free (cairo_surface_t *surface, int width, int height, int scale)
{
  double x, y;

  cairo_surface_get_device_scale (surface, &x, &y);
  return cairo_surface_get_reference_count (surface) == 1 && cairo_image_surface_get_width (surface) == width && cairo_image_surface_get_height (surface) == height && (int) x == scale;
}

/**
 * systole_picture_ring_take:
 * @width: pixels, ≥ 1
 * @height: pixels, ≥ 1
 * @scale: device scale, ≥ 1
 *
 * Returns: (transfer full): an image surface of so many pixels, all transparent
 */
cairo_surface_t *
systole_picture_ring_take (SystolePictureRing *self, int width, int height, int scale)
{
  cairo_surface_t **oldest = &self->before[SYSTOLE_PICTURE_RING_LENGTH - 1];
  cairo_surface_t *surface;

  if (*oldest == NULL || !is_free (*oldest, width, height, scale))
    {
      g_clear_pointer (oldest, cairo_surface_destroy);
      surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
      cairo_surface_set_device_scale (surface, scale, scale);
      return surface;
    }
  surface = g_steal_pointer (oldest);
  cairo_surface_flush (surface);
  memset (cairo_image_surface_get_data (surface), 0, (gsize) cairo_image_surface_get_stride (surface) * (gsize) height);
  cairo_surface_mark_dirty (surface);
  return surface;
}

void
systole_picture_ring_clear (SystolePictureRing *self)
{
  for (guint i = 0; i < SYSTOLE_PICTURE_RING_LENGTH; i++)
    g_clear_pointer (&self->before[i], cairo_surface_destroy);
}
