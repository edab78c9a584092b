/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/picture-file.h"

#include <string.h>

#include <cairo-svg.h>

#include "app/export/pdf.h"

struct _SystolePictureKind
{
  const char *ending;
  gboolean vector, paged;
  cairo_surface_t *(*begin) (GByteArray *bytes, double width, double height, const char *title, const char *words);
  void (*finish) (cairo_surface_t *surface, GByteArray *bytes, const char *title, const char *words); /* NULL: nothing more to write */
};

static cairo_surface_t *
begin_png (GByteArray *bytes, double width, double height, const char *title, const char *words)
{
  return cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height);
}

static void
finish_png (cairo_surface_t *surface, GByteArray *bytes, const char *title, const char *words)
{
  cairo_surface_write_to_png_stream (surface, systole_export_append, bytes);
}

static cairo_surface_t *
begin_svg (GByteArray *bytes, double width, double height, const char *title, const char *words)
{
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (systole_export_append, bytes, width, height);

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

static const SystolePictureKind kinds[] = {
  { ".png", FALSE, FALSE, begin_png, finish_png },
  { ".svg", TRUE, FALSE, begin_svg, finish_svg },
  { ".pdf", TRUE, TRUE, systole_pdf_begin, NULL },
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

/* Of shapes, not of pixels. */
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

/* A sentence or more, then all that is written in the picture, a label a line. */
static char *
tell_labels (const char *words, const GArray *labels, guint first)
{
  g_autoptr (GString) text = g_string_new (words);

  for (guint i = first; i < labels->len; i++)
    g_string_append_printf (text, "\n%s", g_array_index (labels, SystoleLabel, i).text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * systole_picture_encode:
 * @scale: of the whole picture, 1: as it is
 *
 * The labels that are drawn are those that the style's list gets, where it has one; SVG
 * carries them in its description, and in PDF they are text.
 *
 * Returns: (transfer full): the whole file, or NULL with SYSTOLE_ERROR_CAPACITY
 */
GBytes *
systole_picture_encode (const SystolePicture *self, const SystolePictureView *view, const SystolePictureKind *kind, double scale, GError **error)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autofree char *title = systole_picture_get_title (self, view);
  g_autofree char *words = systole_picture_describe (self, view);
  g_autoptr (GArray) labels = self->style.labels != NULL ? g_array_ref (self->style.labels) : systole_labels_new ();
  guint n_before = labels->len;
  SystolePicture picture = *self;
  cairo_surface_t *surface = kind->begin (bytes, self->width * scale, self->height * scale, title, words);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  cairo_scale (cr, scale, scale);
  picture.style.labels = labels;
  picture.style.vector = kind->vector;
  systole_picture_paint (&picture, view, cr);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (status == CAIRO_STATUS_SUCCESS && kind->finish != NULL)
    {
      g_autofree char *all = tell_labels (words, labels, n_before);

      kind->finish (surface, bytes, title, all);
    }
  return systole_export_take_bytes (bytes, surface, status, error);
}
