/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "app/start-list.h"
#include "widgets/palette.h"

G_BEGIN_DECLS

/* The opening picture of something of the library, as the window's painters draw it, made smaller. */

#define SYSTOLE_THUMBNAIL_WIDTH 560 /* pixels at scale 1 */
#define SYSTOLE_THUMBNAIL_HEIGHT 300

cairo_surface_t *systole_start_thumbnail_paint (const char *id, const char *view, const SystoleCatalogue *catalogue, SystoleScheme scheme) G_GNUC_WARN_UNUSED_RESULT;

/* All of a list, one after the other, in a thread. */
typedef void (*SystoleThumbnailFunction) (guint entry, cairo_surface_t *surface, gpointer data);
void systole_start_thumbnails_paint_async (GPtrArray *entries, SystoleCatalogue *catalogue, SystoleScheme scheme, GCancellable *cancellable, SystoleThumbnailFunction function, gpointer data);

G_END_DECLS
