/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/animation.h"

#include <string.h>

#include "app/export/animation-private.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"

#define BYTES_PER_PIXEL 4
#define ESTIMATE_FRAMES 6u

static const SystoleAnimationKind *const kinds[] = {
#ifdef SYSTOLE_HAVE_GIF
  &systole_animation_gif,
#endif
  &systole_animation_apng,
};

/* The kind that the end of @path names, or NULL: no film. */
const SystoleAnimationKind *
systole_animation_kind_find (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_suffix (lower, kinds[i]->ending))
      return kinds[i];
  return NULL;
}

/* The endings of the kinds that this build can write, for a message. */
const char *
systole_animation_kind_list (void)
{
#ifdef SYSTOLE_HAVE_GIF
  return ".gif, .apng";
#else
  return ".apng";
#endif
}

/* Cycle of frame @i: the first and the last are those of the range, the others evenly between. */
guint64
systole_animation_get_cycle (const SystoleAnimation *self, guint i)
{
  guint64 length = self->last - self->first;

  g_return_val_if_fail (i < self->n_frames, self->first);
  if (self->n_frames == 1)
    return self->first;
  return self->first + (guint64) ((unsigned __int128) length * i / (self->n_frames - 1));
}

static cairo_surface_t *
paint_frame (const SystoleAnimation *self, guint i)
{
  SystolePicture picture = self->picture;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) (picture.width * self->scale), (int) (picture.height * self->scale));
  cairo_t *cr = cairo_create (surface);

  picture.cycle = systole_animation_get_cycle (self, i);
  cairo_scale (cr, self->scale, self->scale);
  systole_picture_paint (&picture, self->view, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static gboolean
rows_differ (const guchar *a, const guchar *b, gsize from, gsize to)
{
  return memcmp (a + from * BYTES_PER_PIXEL, b + from * BYTES_PER_PIXEL, (to - from) * BYTES_PER_PIXEL) != 0;
}

/* The smallest rectangle that holds what differs; one pixel where nothing does. */
static cairo_rectangle_int_t
find_change (cairo_surface_t *before, cairo_surface_t *now)
{
  const guchar *a = cairo_image_surface_get_data (before), *b = cairo_image_surface_get_data (now);
  gsize stride = (gsize) cairo_image_surface_get_stride (now), width = (gsize) cairo_image_surface_get_width (now);
  int top = 0, bottom = cairo_image_surface_get_height (now);
  gsize left = width, right = 0;

  while (top < bottom && !rows_differ (a + (gsize) top * stride, b + (gsize) top * stride, 0, width))
    top++;
  while (bottom > top && !rows_differ (a + (gsize) (bottom - 1) * stride, b + (gsize) (bottom - 1) * stride, 0, width))
    bottom--;
  if (top == bottom)
    return (cairo_rectangle_int_t){ 0, 0, 1, 1 };
  for (int y = top; y < bottom; y++)
    {
      const guint32 *p = (const guint32 *) (const void *) (a + (gsize) y * stride), *q = (const guint32 *) (const void *) (b + (gsize) y * stride);
      gsize x = 0, end = width;

      while (x < left && p[x] == q[x])
        x++;
      left = MIN (left, x);
      while (end > right && p[end - 1] == q[end - 1])
        end--;
      right = MAX (right, end);
    }
  return (cairo_rectangle_int_t){ (int) left, top, (int) (right - left), bottom - top };
}

static SystoleFilmShape
get_shape (const SystoleAnimation *self, guint n_frames)
{
  return (SystoleFilmShape){ (guint) (self->picture.width * self->scale), (guint) (self->picture.height * self->scale), n_frames, self->rate };
}

static gboolean
add_frame (const SystoleAnimation *self, const SystoleAnimationKind *kind, gpointer encoder, guint i, cairo_surface_t **before)
{
  cairo_surface_t *now = paint_frame (self, i);
  cairo_rectangle_int_t changed = { 0, 0, cairo_image_surface_get_width (now), cairo_image_surface_get_height (now) };
  gboolean good = cairo_surface_status (now) == CAIRO_STATUS_SUCCESS;

  if (good && *before != NULL)
    changed = find_change (*before, now);
  good = good && kind->add (encoder, now, &changed);
  g_clear_pointer (before, cairo_surface_destroy);
  *before = now;
  return good;
}

/**
 * systole_animation_encode:
 *
 * Returns: (transfer full): the whole file; NULL with SYSTOLE_ERROR_CAPACITY or, where
 *   @progress said stop, SYSTOLE_ERROR_CANCELLED
 */
GBytes *
systole_animation_encode (const SystoleAnimation *self, const SystoleAnimationKind *kind, SystoleProgress progress, gpointer progress_data, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  SystoleFilmShape shape = get_shape (self, self->n_frames);
  gpointer encoder = kind->begin (&shape, bytes);
  cairo_surface_t *before = NULL;
  gboolean good = encoder != NULL, stopped = FALSE;

  for (guint i = 0; good && i < self->n_frames; i++)
    {
      stopped = progress != NULL && !progress ((double) i / self->n_frames, progress_data);
      good = !stopped && add_frame (self, kind, encoder, i, &before);
    }
  g_clear_pointer (&before, cairo_surface_destroy);
  if (encoder != NULL)
    good = kind->finish (encoder) && good;
  if (good)
    return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
  if (stopped)
    g_set_error_literal (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CANCELLED, _ ("Stopped"));
  else
    g_set_error_literal (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("The film cannot be made: not enough memory"));
  return NULL;
}

/**
 * systole_animation_estimate:
 *
 * Returns: bytes of the file, from a few neighbouring frames that are encoded for it;
 *   exact where the film has no more frames than that
 */
guint64
systole_animation_estimate (const SystoleAnimation *self, const SystoleAnimationKind *kind)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint pairs = self->n_frames <= ESTIMATE_FRAMES ? self->n_frames - 1 : ESTIMATE_FRAMES - 1;
  SystoleFilmShape shape = get_shape (self, 1 + 2 * pairs);
  gpointer encoder = kind->begin (&shape, bytes);
  cairo_surface_t *before = NULL;
  guint64 whole, changes = 0;
  gboolean good = encoder != NULL && add_frame (self, kind, encoder, 0, &before);

  whole = bytes->len;
  for (guint i = 0; good && i < pairs; i++)
    {
      guint at = (guint) ((guint64) i * (self->n_frames - 1) / pairs), length;
      cairo_surface_t *first = paint_frame (self, at);

      g_clear_pointer (&before, cairo_surface_destroy);
      before = first;
      length = bytes->len;
      good = add_frame (self, kind, encoder, at + 1, &before);
      changes += bytes->len - length;
    }
  g_clear_pointer (&before, cairo_surface_destroy);
  if (encoder != NULL)
    kind->finish (encoder);
  return whole + (pairs > 0 ? changes * (self->n_frames - 1) / pairs : 0);
}
