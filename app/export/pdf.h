/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/* Files that cairo writes into memory: what pictures, keyframes and handouts share. */

#define SYSTOLE_POINTS_PER_PIXEL 0.75 /* a CSS pixel is 1/96 in, a PDF point 1/72 in */

/* A cairo_write_func_t; @closure is a GByteArray. */
cairo_status_t systole_export_append (void *closure, const unsigned char *data, unsigned int length);

/**
 * systole_pdf_begin:
 * @bytes: grows as the pages are shown; outlives the surface
 * @width: of the pages, in CSS pixels of 1/96 in, as @height; what is drawn is in them too
 * @subject: (nullable): what is to be seen, for those who do not
 */
cairo_surface_t *systole_pdf_begin (GByteArray *bytes, double width, double height, const char *title, const char *subject) G_GNUC_WARN_UNUSED_RESULT;

/**
 * systole_export_take_bytes:
 * @bytes: (transfer full): that @surface was written to
 * @surface: (transfer full): finished here
 * @status: of what was drawn on it
 *
 * Returns: (transfer full): the whole file, or NULL with SYSTOLE_ERROR_CAPACITY
 */
GBytes *systole_export_take_bytes (GByteArray *bytes, cairo_surface_t *surface, cairo_status_t status, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
