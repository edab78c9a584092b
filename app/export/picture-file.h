/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/export/picture.h"

G_BEGIN_DECLS

/* The kinds of file that a picture is written to, chosen by the end of the name. */

#define SYSTOLE_PICTURE_ENDINGS ".png, .svg, .pdf"

typedef struct _SystolePictureKind SystolePictureKind;

const SystolePictureKind *systole_picture_kind_find (const char *path);
gboolean systole_picture_kind_is_vector (const SystolePictureKind *self);
gboolean systole_picture_kind_is_paged (const SystolePictureKind *self); /* one file holds several pictures */
GBytes *systole_picture_encode (const SystolePicture *self, const SystolePictureView *view, const SystolePictureKind *kind, double scale, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
