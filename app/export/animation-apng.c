/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/animation-private.h"

#include <string.h>
#include <zlib.h>

/*
 * Animated PNG (PNG specification, third edition, chunks acTL, fcTL, fdAT): cairo encodes
 * each rectangle as a PNG of its own; the chunks of these are put together here.
 */

#define SIGNATURE_LENGTH 8u
#define CHUNK_HEAD 8u /* length and type */
#define CHUNK_SUM 4u
#define RATE_DENOMINATOR 1000

typedef struct
{
  SystoleFilmShape shape;
  GByteArray *bytes;
  guint n, sequence;
} Apng;

static void
put32 (GByteArray *bytes, guint32 value)
{
  guint32 big = GUINT32_TO_BE (value);

  g_byte_array_append (bytes, (const guint8 *) &big, sizeof big);
}

static void
put16 (GByteArray *bytes, guint16 value)
{
  guint16 big = GUINT16_TO_BE (value);

  g_byte_array_append (bytes, (const guint8 *) &big, sizeof big);
}

/* @number is written before @data where it is not negative: the sequence of fdAT. */
static void
put_chunk (GByteArray *bytes, const char *type, gint64 number, const guint8 *data, gsize length)
{
  guint start;

  put32 (bytes, (guint32) (length + (number >= 0 ? sizeof (guint32) : 0)));
  start = bytes->len;
  g_byte_array_append (bytes, (const guint8 *) type, 4);
  if (number >= 0)
    put32 (bytes, (guint32) number);
  g_byte_array_append (bytes, data, (guint) length);
  put32 (bytes, (guint32) crc32 (0, bytes->data + start, bytes->len - start));
}

static void
put_control (Apng *self, const cairo_rectangle_int_t *at)
{
  g_autoptr (GByteArray) data = g_byte_array_new ();
  const guint8 keep_and_replace[] = { 0, 0 }; /* dispose: none; blend: source */

  put32 (data, self->sequence++);
  put32 (data, (guint32) at->width);
  put32 (data, (guint32) at->height);
  put32 (data, (guint32) at->x);
  put32 (data, (guint32) at->y);
  put16 (data, (guint16) (RATE_DENOMINATOR / self->shape.rate + 0.5)); /* a rate of 0.1 is 10,000 */
  put16 (data, RATE_DENOMINATOR);
  g_byte_array_append (data, keep_and_replace, sizeof keep_and_replace);
  put_chunk (self->bytes, "fcTL", -1, data->data, data->len);
}

static gpointer
begin (const SystoleFilmShape *shape, GByteArray *bytes)
{
  Apng *self = g_new0 (Apng, 1);

  self->shape = *shape;
  self->bytes = bytes;
  return self;
}

static cairo_status_t
append (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static gboolean
encode_rectangle (cairo_surface_t *frame, const cairo_rectangle_int_t *at, GByteArray *png)
{
  int stride = cairo_image_surface_get_stride (frame);
  guchar *data = cairo_image_surface_get_data (frame) + (gsize) at->y * (gsize) stride + (gsize) at->x * 4;
  cairo_surface_t *part = cairo_image_surface_create_for_data (data, CAIRO_FORMAT_RGB24, at->width, at->height, stride);
  gboolean good = cairo_surface_write_to_png_stream (part, append, png) == CAIRO_STATUS_SUCCESS;

  cairo_surface_destroy (part);
  return good;
}

static guint32
get32 (const guint8 *data)
{
  guint32 big;

  memcpy (&big, data, sizeof big);
  return GUINT32_FROM_BE (big);
}

/* What stands before the pixels of the first frame: the head, and how many frames there are. */
static void
put_head (Apng *self, const guint8 *png, const guint8 *head, guint32 length)
{
  g_autoptr (GByteArray) data = g_byte_array_new ();

  g_byte_array_append (self->bytes, png, SIGNATURE_LENGTH);
  put_chunk (self->bytes, "IHDR", -1, head, length);
  put32 (data, self->shape.n_frames);
  put32 (data, 0); /* for ever */
  put_chunk (self->bytes, "acTL", -1, data->data, data->len);
}

static gboolean
add (gpointer encoder, cairo_surface_t *frame, const cairo_rectangle_int_t *changed)
{
  Apng *self = encoder;
  g_autoptr (GByteArray) png = g_byte_array_new ();
  gboolean is_first = self->n == 0, is_controlled = FALSE;

  if (!encode_rectangle (frame, changed, png))
    return FALSE;
  for (guint at = SIGNATURE_LENGTH; at + CHUNK_HEAD + CHUNK_SUM <= png->len;)
    {
      guint32 length = get32 (png->data + at);
      const char *type = (const char *) png->data + at + 4;
      const guint8 *data = png->data + at + CHUNK_HEAD;

      if (is_first && memcmp (type, "IHDR", 4) == 0)
        put_head (self, png->data, data, length);
      if (memcmp (type, "IDAT", 4) == 0)
        {
          if (!is_controlled)
            put_control (self, changed);
          is_controlled = TRUE;
          if (is_first)
            put_chunk (self->bytes, "IDAT", -1, data, length);
          else
            put_chunk (self->bytes, "fdAT", self->sequence++, data, length);
        }
      at += CHUNK_HEAD + length + CHUNK_SUM;
    }
  self->n++;
  return TRUE;
}

static gboolean
finish (gpointer encoder)
{
  Apng *self = encoder;

  put_chunk (self->bytes, "IEND", -1, NULL, 0);
  g_free (self);
  return TRUE;
}

const struct _SystoleAnimationKind systole_animation_apng = { ".apng", begin, add, finish };
