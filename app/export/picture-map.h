/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/progress.h"
#include "widgets/map-painter.h"

G_BEGIN_DECLS

/* The map of some runs' machines, made from the runs alone: for pictures without a window. */

typedef struct _SystolePictureMap SystolePictureMap;

gboolean systole_picture_map_check (const SystoleRun *const *runs, guint n, GError **error);
SystolePictureMap *systole_picture_map_new (const SystoleRun *const *runs, guint n, const char *x_keys, const char *y_keys, SystoleProgress progress, gpointer progress_data, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void systole_picture_map_free (SystolePictureMap *self);
void systole_picture_map_init_paint (const SystolePictureMap *self, SystoleMapPaint *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystolePictureMap, systole_picture_map_free)

G_END_DECLS
