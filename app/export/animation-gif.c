/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/animation-private.h"

#include <gif_lib.h>
#include <string.h>

/*
 * GIF by giflib. A frame has the colours of its own rectangle: exactly, where there are at
 * most 256 of them, else the nearest of 256 that giflib chooses.
 */

#define MAX_COLOURS 256
#define HUNDREDTHS 100

typedef struct
{
  SystoleFilmShape shape;
  GByteArray *bytes;
  GifFileType *file;
  gboolean has_head;
} Gif;

static int
write_cb (GifFileType *file, const GifByteType *data, int length)
{
  g_byte_array_append (file->UserData, data, (guint) length);
  return length;
}

static gpointer
begin (const SystoleFilmShape *shape, GByteArray *bytes)
{
  Gif *self = g_new0 (Gif, 1);

  self->shape = *shape;
  self->bytes = bytes;
  self->file = EGifOpen (bytes, write_cb, NULL);
  if (self->file == NULL)
    g_clear_pointer (&self, g_free);
  else
    EGifSetGifVersion (self->file, TRUE);
  return self;
}

static const guint32 *
get_row (cairo_surface_t *frame, const cairo_rectangle_int_t *at, int y)
{
  return (const guint32 *) (const void *) (cairo_image_surface_get_data (frame) + (gsize) (at->y + y) * (gsize) cairo_image_surface_get_stride (frame)) + at->x;
}

/* Indices in a palette of at most 256 colours that there are. FALSE: there are more. */
static gboolean
index_exactly (cairo_surface_t *frame, const cairo_rectangle_int_t *at, GifByteType *indices, GifColorType *palette, int *n)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);

  *n = 0;
  for (int y = 0; y < at->height; y++)
    for (int x = 0; x < at->width; x++)
      {
        guint32 pixel = get_row (frame, at, y)[x] & 0xffffff;
        gpointer index;

        if (!g_hash_table_lookup_extended (known, GUINT_TO_POINTER (pixel), NULL, &index))
          {
            if (*n == MAX_COLOURS)
              return FALSE;
            palette[*n] = (GifColorType){ (GifByteType) (pixel >> 16), (GifByteType) (pixel >> 8), (GifByteType) pixel };
            index = GINT_TO_POINTER ((*n)++);
            g_hash_table_insert (known, GUINT_TO_POINTER (pixel), index);
          }
        *indices++ = (GifByteType) GPOINTER_TO_INT (index);
      }
  return TRUE;
}

static gboolean
index_nearest (cairo_surface_t *frame, const cairo_rectangle_int_t *at, GifByteType *indices, GifColorType *palette, int *n)
{
  gsize size = (gsize) at->width * (gsize) at->height;
  g_autofree GifByteType *planes = g_try_malloc (3 * size);
  GifByteType *red = planes, *green = planes + size, *blue = planes + 2 * size;

  if (planes == NULL)
    return FALSE;
  for (int y = 0; y < at->height; y++)
    for (int x = 0; x < at->width; x++)
      {
        guint32 pixel = get_row (frame, at, y)[x];

        *red++ = (GifByteType) (pixel >> 16);
        *green++ = (GifByteType) (pixel >> 8);
        *blue++ = (GifByteType) pixel;
      }
  *n = MAX_COLOURS;
  return GifQuantizeBuffer ((unsigned int) at->width, (unsigned int) at->height, n, planes, planes + size, planes + 2 * size, indices, palette) == GIF_OK;
}

/* A palette has a power of two of colours, two at least. */
static ColorMapObject *
make_map (GifColorType *palette, int n)
{
  int size = 1 << GifBitSize (MAX (n, 2));

  memset (palette + n, 0, (gsize) (size - n) * sizeof *palette);
  return GifMakeMapObject (size, palette);
}

static gboolean
put_head (Gif *self)
{
  static const unsigned char name[] = { 'N', 'E', 'T', 'S', 'C', 'A', 'P', 'E', '2', '.', '0' };
  const unsigned char for_ever[] = { 1, 0, 0 };

  if (self->has_head)
    return TRUE;
  self->has_head = TRUE;
  return EGifPutScreenDesc (self->file, (int) self->shape.width, (int) self->shape.height, 8, 0, NULL) == GIF_OK &&
         EGifPutExtensionLeader (self->file, APPLICATION_EXT_FUNC_CODE) == GIF_OK && EGifPutExtensionBlock (self->file, sizeof name, name) == GIF_OK &&
         EGifPutExtensionBlock (self->file, sizeof for_ever, for_ever) == GIF_OK && EGifPutExtensionTrailer (self->file) == GIF_OK;
}

static gboolean
put_frame (Gif *self, const cairo_rectangle_int_t *at, GifByteType *indices, ColorMapObject *map)
{
  const GraphicsControlBlock control = { DISPOSE_DO_NOT, FALSE, (int) (HUNDREDTHS / self->shape.rate + 0.5), NO_TRANSPARENT_COLOR };
  GifByteType block[4];
  int length = (int) EGifGCBToExtension (&control, block);

  if (EGifPutExtension (self->file, GRAPHICS_EXT_FUNC_CODE, length, block) != GIF_OK || EGifPutImageDesc (self->file, at->x, at->y, at->width, at->height, FALSE, map) != GIF_OK)
    return FALSE;
  for (int y = 0; y < at->height; y++)
    if (EGifPutLine (self->file, indices + (gsize) y * (gsize) at->width, at->width) != GIF_OK)
      return FALSE;
  return TRUE;
}

static gboolean
add (gpointer encoder, cairo_surface_t *frame, const cairo_rectangle_int_t *changed)
{
  Gif *self = encoder;
  g_autofree GifByteType *indices = g_try_malloc ((gsize) changed->width * (gsize) changed->height);
  GifColorType palette[MAX_COLOURS];
  ColorMapObject *map;
  int n;
  gboolean good;

  if (indices == NULL || (!index_exactly (frame, changed, indices, palette, &n) && !index_nearest (frame, changed, indices, palette, &n)))
    return FALSE;
  map = make_map (palette, n);
  good = map != NULL && put_head (self) && put_frame (self, changed, indices, map);
  GifFreeMapObject (map);
  return good;
}

static gboolean
finish (gpointer encoder)
{
  Gif *self = encoder;
  gboolean good = EGifCloseFile (self->file, NULL) == GIF_OK;

  g_free (self);
  return good;
}

const struct _SystoleAnimationKind systole_animation_gif = { ".gif", begin, add, finish };
