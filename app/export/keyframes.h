/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/export/picture.h"
#include "engine/base/progress.h"

G_BEGIN_DECLS

/* The telling instants of a run, as pictures for slides or as pages of a handout. */

#define SYSTOLE_MAX_KEYFRAMES 16u

guint systole_keyframes_find (const SystolePicture *picture, guint64 *out, guint max);
GBytes *systole_keyframes_encode_pdf (const SystolePicture *picture, const SystolePictureView *view, const guint64 *cycles, guint n, SystoleProgress progress, gpointer progress_data, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
