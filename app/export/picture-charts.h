/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/export/picture.h"

G_BEGIN_DECLS

/*
 * The charts among the pictures: all of a run in one view, whatever the cycle. The height of
 * a chart follows from its width: it is made smaller where the picture is too low for it.
 * Roofline and map are of every lane; the difference is that of the picture's own lane to
 * the first, or of the second to the first; the others are of the picture's own.
 */

void systole_picture_paint_waterfall (const SystolePicture *self, const SystolePictureView *view, cairo_t *cr);
void systole_picture_paint_roofline (const SystolePicture *self, const SystolePictureView *view, cairo_t *cr);
void systole_picture_paint_memory (const SystolePicture *self, const SystolePictureView *view, cairo_t *cr);
void systole_picture_paint_energy (const SystolePicture *self, const SystolePictureView *view, cairo_t *cr);
void systole_picture_paint_difference (const SystolePicture *self, const SystolePictureView *view, cairo_t *cr);
void systole_picture_paint_neighbours (const SystolePicture *self, const SystolePictureView *view, cairo_t *cr);
void systole_picture_paint_map (const SystolePicture *self, const SystolePictureView *view, cairo_t *cr);

/* Returns: (transfer full): what the chart shows, in words */
char *systole_picture_describe_waterfall (const SystolePicture *self, const SystolePictureView *view) G_GNUC_WARN_UNUSED_RESULT;
char *systole_picture_describe_roofline (const SystolePicture *self, const SystolePictureView *view) G_GNUC_WARN_UNUSED_RESULT;
char *systole_picture_describe_memory (const SystolePicture *self, const SystolePictureView *view) G_GNUC_WARN_UNUSED_RESULT;
char *systole_picture_describe_energy (const SystolePicture *self, const SystolePictureView *view) G_GNUC_WARN_UNUSED_RESULT;
char *systole_picture_describe_difference (const SystolePicture *self, const SystolePictureView *view) G_GNUC_WARN_UNUSED_RESULT;
char *systole_picture_describe_neighbours (const SystolePicture *self, const SystolePictureView *view) G_GNUC_WARN_UNUSED_RESULT;
char *systole_picture_describe_map (const SystolePicture *self, const SystolePictureView *view) G_GNUC_WARN_UNUSED_RESULT;

/* FALSE with SYSTOLE_ERROR_SHAPE: these runs have no such chart */
gboolean systole_picture_check_difference (const SystolePicture *self, GError **error);
gboolean systole_picture_check_neighbours (const SystolePicture *self, GError **error);
gboolean systole_picture_check_map (const SystolePicture *self, GError **error);

G_END_DECLS
