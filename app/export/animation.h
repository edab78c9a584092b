/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/export/picture.h"
#include "engine/base/progress.h"

G_BEGIN_DECLS

/*
 * A film of a picture: the same view at cycles spread evenly over a range. Every frame is
 * painted anew from the run, and holds only the rectangle that differs from the one before.
 */

#define SYSTOLE_ANIMATION_MAX_FRAMES 2000u
#define SYSTOLE_ANIMATION_MIN_RATE 0.1  /* frames a second */
#define SYSTOLE_ANIMATION_MAX_RATE 50.0 /* GIF counts hundredths of a second, and players refuse a delay of one */

typedef struct
{
  SystolePicture picture; /* its cycle does not count */
  const SystolePictureView *view;
  double scale;        /* of the whole picture, 1: as it is */
  guint64 first, last; /* cycles of the picture's lane, both shown; first ≤ last < its length */
  guint n_frames;      /* 1 … SYSTOLE_ANIMATION_MAX_FRAMES; never more than there are cycles */
  double rate;         /* frames a second, SYSTOLE_ANIMATION_MIN_RATE … MAX_RATE */
} SystoleAnimation;

typedef struct _SystoleAnimationKind SystoleAnimationKind;

const SystoleAnimationKind *systole_animation_kind_find (const char *path);
const char *systole_animation_kind_list (void);

guint64 systole_animation_get_cycle (const SystoleAnimation *self, guint i);
guint64 systole_animation_estimate (const SystoleAnimation *self, const SystoleAnimationKind *kind);
GBytes *systole_animation_encode (const SystoleAnimation *self, const SystoleAnimationKind *kind, SystoleProgress progress, gpointer progress_data, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
