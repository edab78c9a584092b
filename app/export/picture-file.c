/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/picture-file.h"

#include <string.h>

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"

#define POINTS_PER_PIXEL 0.75 /* a CSS pixel is 1/96 in, a PDF point 1/72 in */

struct _SystolePictureKind
{
  const char *ending;
  gboolean vector, paged;
  cairo_surface_t *(*begin) (GByteArray *bytes, double width, double height);
  void (*finish) (cairo_surface_t *surface, GByteArray *bytes, const char *title, const char *words);
};

static cairo_status_t
append (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *
begin_png (GByteArray *bytes, double width, double height)
{
  return cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height);
}

static void
finish_png (cairo_surface_t *surface, GByteArray *bytes, const char *title, const char *words)
{
  cairo_surface_write_to_png_stream (surface, append, bytes);
}

static cairo_surface_t *
begin_svg (GByteArray *bytes, double width, double height)
{
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (append, bytes, width, height);

  cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
  return surface;
}

/* cairo writes no words of its own: title and description go in after the opening tag. */
static void
finish_svg (cairo_surface_t *surface, GByteArray *bytes, const char *title, const char *words)
{
  g_autofree char *spoken = g_markup_printf_escaped ("\n<title>%s</title>\n<desc>%s</desc>", title, words);
  const char *text, *tag, *end;
  gsize at, length = strlen (spoken);

  cairo_surface_finish (surface);
  text = (const char *) bytes->data;
  tag = g_strstr_len (text, (gssize) bytes->len, "<svg");
  end = tag != NULL ? memchr (tag, '>', bytes->len - (gsize) (tag - text)) : NULL;
  if (end == NULL)
    return;
  at = (gsize) (end - text) + 1;
  g_byte_array_set_size (bytes, bytes->len + (guint) length);
  memmove (bytes->data + at + length, bytes->data + at, bytes->len - length - at);
  memcpy (bytes->data + at, spoken, length);
}

static cairo_surface_t *
begin_pdf (GByteArray *bytes, double width, double height)
{
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (append, bytes, width * POINTS_PER_PIXEL, height * POINTS_PER_PIXEL);

  cairo_surface_set_device_scale (surface, POINTS_PER_PIXEL, POINTS_PER_PIXEL);
  return surface;
}

static void
finish_pdf (cairo_surface_t *surface, GByteArray *bytes, const char *title, const char *words)
{
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, words);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Systole");
  cairo_surface_finish (surface);
}

static const SystolePictureKind kinds[] = {
  { ".png", FALSE, FALSE, begin_png, finish_png },
  { ".svg", TRUE, FALSE, begin_svg, finish_svg },
  { ".pdf", TRUE, TRUE, begin_pdf, finish_pdf },
};

/* The kind that the end of @path names, or NULL: not one of SYSTOLE_PICTURE_ENDINGS. */
const SystolePictureKind *
systole_picture_kind_find (const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_suffix (lower, kinds[i].ending))
      return &kinds[i];
  return NULL;
}

gboolean
systole_picture_kind_is_vector (const SystolePictureKind *self)
{
  return self->vector;
}

gboolean
systole_picture_kind_is_paged (const SystolePictureKind *self)
{
  return self->paged;
}

/**
 * systole_picture_encode:
 * @scale: of the whole picture, 1: as it is
 *
 * Returns: (transfer full): the whole file, or NULL with SYSTOLE_ERROR_CAPACITY
 */
GBytes *
systole_picture_encode (const SystolePicture *self, const SystolePictureView *view, const SystolePictureKind *kind, double scale, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface = kind->begin (bytes, self->width * scale, self->height * scale);
  cairo_t *cr = cairo_create (surface);
  g_autofree char *title = systole_picture_get_title (self, view);
  g_autofree char *words = systole_picture_describe (self, view);
  cairo_status_t status;

  cairo_scale (cr, scale, scale);
  systole_picture_paint (self, view, cr);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (status == CAIRO_STATUS_SUCCESS)
    kind->finish (surface, bytes, title, words);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("The picture cannot be made: %s"), cairo_status_to_string (status));
  return NULL;
}
