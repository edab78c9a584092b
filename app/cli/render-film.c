/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/render-film.h"

#include "app/cli/cli-options.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

#define USUAL_FRAMES 120u /* at most; a run that is shorter is shown cycle by cycle */
#define USUAL_RATE 4.0    /* frames a second: what one can still follow */

gboolean
systole_render_film_is_asked (const SystoleRenderFilm *self)
{
  return self->from != NULL || self->to != NULL || self->frames != NULL || self->rate != NULL;
}

/* Range, number and rate of the frames of a run of @n_cycles. */
gboolean
systole_render_film_read (const SystoleRenderFilm *self, guint64 n_cycles, SystoleAnimation *out, GError **error)
{
  guint64 frames, length;

  if (!systole_cli_options_get_uint (self->from, "--from", 0, n_cycles - 1, 0, &out->first, error) || !systole_cli_options_get_uint (self->to, "--to", out->first, n_cycles - 1, n_cycles - 1, &out->last, error))
    return FALSE;
  length = out->last - out->first + 1;
  if (!systole_cli_options_get_uint (self->frames, "--frames", 1, MIN (length, SYSTOLE_ANIMATION_MAX_FRAMES), MIN (length, USUAL_FRAMES), &frames, error))
    return FALSE;
  out->n_frames = (guint) frames;
  out->rate = USUAL_RATE;
  return self->rate == NULL || systole_number_parse_double (self->rate, SYSTOLE_ANIMATION_MIN_RATE, SYSTOLE_ANIMATION_MAX_RATE, "--rate", &out->rate, error);
}

void
systole_render_film_clear (SystoleRenderFilm *self)
{
  g_clear_pointer (&self->from, g_free);
  g_clear_pointer (&self->to, g_free);
  g_clear_pointer (&self->frames, g_free);
  g_clear_pointer (&self->rate, g_free);
}
