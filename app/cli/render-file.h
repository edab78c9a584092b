/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/render-views.h"

G_BEGIN_DECLS

/* The kinds of file that a picture is written to, chosen by the end of the name. */

typedef struct _SystolePictureKind SystolePictureKind;

const SystolePictureKind *systole_picture_kind_find (const char *path, GError **error);
gboolean systole_picture_kind_is_vector (const SystolePictureKind *self);
gboolean systole_picture_write (const SystolePicture *self, const SystolePictureView *view, const SystolePictureKind *kind, double scale, const char *path, GError **error);

G_END_DECLS
