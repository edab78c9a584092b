/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/export.h"

#include "app/export/handout.h"
#include "app/export/keyframes.h"
#include "app/export/numbers.h"
#include "app/export/picture-file.h"
#include "app/export/trace.h"
#include "engine/base/i18n.h"

/* clang-format off */
static const SystoleExportKind kinds[] = {
  { "png",         ".png",  N_ ("Picture, PNG"),                       SYSTOLE_EXPORT_PICTURE },
  { "svg",         ".svg",  N_ ("Picture, SVG"),                       SYSTOLE_EXPORT_PICTURE },
  { "pdf",         ".pdf",  N_ ("Picture, PDF"),                       SYSTOLE_EXPORT_PICTURE },
  { "keyframes",   ".pdf",  N_ ("Telling instants, PDF pages"),        SYSTOLE_EXPORT_KEYFRAMES },
  { "gif",         ".gif",  N_ ("Film, GIF"),                          SYSTOLE_EXPORT_FILM },
  { "apng",        ".apng", N_ ("Film, APNG"),                         SYSTOLE_EXPORT_FILM },
  { "csv",         ".csv",  N_ ("Numbers for programs, CSV"),          SYSTOLE_EXPORT_NUMBERS, SYSTOLE_NUMBERS_PROGRAMS },
  { "spreadsheet", ".csv",  N_ ("Numbers for spreadsheets, CSV"),      SYSTOLE_EXPORT_NUMBERS, SYSTOLE_NUMBERS_SPREADSHEET },
  { "json",        ".json", N_ ("Numbers, JSON"),                      SYSTOLE_EXPORT_NUMBERS, SYSTOLE_NUMBERS_JSON },
  { "trace",       ".json", N_ ("Schedule for trace viewers, JSON"),   SYSTOLE_EXPORT_TRACE },
  { "handout",     ".pdf",  N_ ("Handout of the lesson, PDF"),         SYSTOLE_EXPORT_HANDOUT },
};
/* clang-format on */

/* All of them, @n in number; systole_export_can() tells which this build makes of a scenario. */
const SystoleExportKind *
systole_export_get_kinds (guint *n)
{
  *n = G_N_ELEMENTS (kinds);
  return kinds;
}

gboolean
systole_export_can (const SystoleExportKind *kind, const SystoleScenario *scenario)
{
  if (kind->what == SYSTOLE_EXPORT_HANDOUT)
    return systole_scenario_get_n_beats (scenario) > 0;
  return kind->what != SYSTOLE_EXPORT_FILM || systole_animation_kind_find (kind->ending) != NULL;
}

static GBytes *
make_picture (const SystoleExport *self, SystoleProgress progress, gpointer progress_data, GError **error)
{
  SystolePicture picture = self->film.picture;
  g_autoptr (SystolePictureMap) map = NULL;

  if (!systole_picture_need_map (&picture, self->film.view, NULL, NULL, &map, progress, progress_data, error))
    return NULL;
  return systole_picture_encode (&picture, self->film.view, systole_picture_kind_find (self->kind->ending), self->film.scale, error);
}

static GBytes *
make_keyframes (const SystoleExport *self, SystoleProgress progress, gpointer progress_data, GError **error)
{
  guint64 cycles[SYSTOLE_MAX_KEYFRAMES];
  guint n = systole_keyframes_find (&self->film.picture, cycles, G_N_ELEMENTS (cycles));

  return systole_keyframes_encode_pdf (&self->film.picture, self->film.view, cycles, n, progress, progress_data, error);
}

/**
 * systole_export_make:
 *
 * Returns: (transfer full): the whole file; NULL with SYSTOLE_ERROR_CAPACITY, or
 *   SYSTOLE_ERROR_CANCELLED where @progress said stop
 */
GBytes *
systole_export_make (const SystoleExport *self, SystoleProgress progress, gpointer progress_data, GError **error)
{
  const SystolePicture *picture = &self->film.picture;

  switch (self->kind->what)
    {
    case SYSTOLE_EXPORT_PICTURE:
      return make_picture (self, progress, progress_data, error);
    case SYSTOLE_EXPORT_KEYFRAMES:
      return make_keyframes (self, progress, progress_data, error);
    case SYSTOLE_EXPORT_FILM:
      return systole_animation_encode (&self->film, systole_animation_kind_find (self->kind->ending), progress, progress_data, error);
    case SYSTOLE_EXPORT_NUMBERS:
      return systole_numbers_encode (picture->runs, picture->n_lanes, picture->title, (SystoleNumbersKind) self->kind->detail);
    case SYSTOLE_EXPORT_HANDOUT:
      return systole_handout_encode (picture->scenario, self->catalogue, progress, progress_data, error);
    case SYSTOLE_EXPORT_TRACE:
      return systole_trace_encode (picture->runs, picture->n_lanes, picture->title, progress, progress_data, error);
    }
  g_return_val_if_reached (NULL);
}
