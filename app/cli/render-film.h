/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/export/animation.h"

G_BEGIN_DECLS

/* The options of `render` that a film has and a picture has not. All are texts, NULL: not given. */

typedef struct
{
  char *from, *to, *frames, *rate;
} SystoleRenderFilm;

gboolean systole_render_film_is_asked (const SystoleRenderFilm *self);
gboolean systole_render_film_read (const SystoleRenderFilm *self, guint64 n_cycles, SystoleAnimation *out, GError **error);
void systole_render_film_clear (SystoleRenderFilm *self);

G_END_DECLS
