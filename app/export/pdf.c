/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/pdf.h"

#include <cairo-pdf.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"

/* Documented in pdf.h, as what follows. */
cairo_status_t
systole_export_append (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

cairo_surface_t *
systole_pdf_begin (GByteArray *bytes, double width, double height, const char *title, const char *subject)
{
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (systole_export_append, bytes, width * SYSTOLE_POINTS_PER_PIXEL, height * SYSTOLE_POINTS_PER_PIXEL);

  cairo_surface_set_device_scale (surface, SYSTOLE_POINTS_PER_PIXEL, SYSTOLE_POINTS_PER_PIXEL);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, title);
  if (subject != NULL)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, subject);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Systole");
  return surface;
}

GBytes *
systole_export_take_bytes (GByteArray *bytes, cairo_surface_t *surface, cairo_status_t status, GError **error)
{
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes (bytes);
  g_byte_array_unref (bytes);
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("The picture cannot be made: %s"), cairo_status_to_string (status));
  return NULL;
}
