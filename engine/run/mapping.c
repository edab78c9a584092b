/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/run-private.h"

#include "engine/base/error.h"
#include "engine/base/i18n.h"

#include <string.h>

static const struct
{
  const char *id, *title, *what;
} schedules[SYSTOLE_N_SCHEDULES] = {
#define SCHEDULE(ID, id, title, what) { id, title, what },
#include "engine/run/schedules.def"
#undef SCHEDULE
};

const char *
systole_schedule_get_id (SystoleSchedule self)
{
  return schedules[self].id;
}

const char *
systole_schedule_get_title (SystoleSchedule self)
{
  return _ (schedules[self].title);
}

const char *
systole_schedule_explain (SystoleSchedule self)
{
  return _ (schedules[self].what);
}

/**
 * systole_schedule_from_id:
 * @id: of a schedule that one may ask for; not "automatic"
 */
gboolean
systole_schedule_from_id (const char *id, SystoleSchedule *out)
{
  for (guint i = SYSTOLE_SCHEDULE_ANY + 1; i < SYSTOLE_N_SCHEDULES; i++)
    if (strcmp (schedules[i].id, id) == 0)
      {
        *out = (SystoleSchedule) i;
        return TRUE;
      }
  return FALSE;
}

/**
 * systole_mapping_parse_tile:
 * @text: "64x64x32": elements of M, N and K
 *
 * Returns: FALSE with %SYSTOLE_ERROR_RANGE, @self untouched, for anything else
 */
gboolean
systole_mapping_parse_tile (SystoleMapping *self, const char *text, GError **error)
{
  g_auto (GStrv) sides = g_strsplit (text, "x", 4);
  guint64 sizes[3] = { 0 };
  gboolean good = g_strv_length (sides) == G_N_ELEMENTS (sizes);

  for (guint i = 0; good && i < G_N_ELEMENTS (sizes); i++)
    good = g_ascii_string_to_unsigned (sides[i], 10, 1, SYSTOLE_MAPPING_MAX_TILE, &sizes[i], NULL);
  if (!good)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: “%.40s” is not of the form 64x64x32, with whole numbers from 1 to %d"), "tile", text, SYSTOLE_MAPPING_MAX_TILE);
      return FALSE;
    }
  self->tile_m = (guint) sizes[0];
  self->tile_n = (guint) sizes[1];
  self->tile_k = (guint) sizes[2];
  return TRUE;
}

/**
 * systole_mapping_parse_schedule:
 * @text: an id of a schedule
 *
 * Returns: FALSE with %SYSTOLE_ERROR_RANGE, @self untouched, for anything else
 */
gboolean
systole_mapping_parse_schedule (SystoleMapping *self, const char *text, GError **error)
{
  g_autoptr (GString) ids = NULL;

  if (systole_schedule_from_id (text, &self->schedule))
    return TRUE;
  ids = g_string_new (NULL);
  for (guint i = SYSTOLE_SCHEDULE_ANY + 1; i < SYSTOLE_N_SCHEDULES; i++)
    g_string_append_printf (ids, "%s%s", ids->len > 0 ? ", " : "", schedules[i].id);
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: “%.40s” is not one of %s"), "schedule", text, ids->str);
  return FALSE;
}

/**
 * systole_run_get_tile_choices:
 * @out: (array length=max)
 *
 * Why the run has its tile: what the others that the library has would take.
 *
 * Returns: how many were filled, 0 where no tile was chosen
 */
guint
systole_run_get_tile_choices (const SystoleRun *self, SystoleTileChoice *out, guint max)
{
  return self->klass->get_tile_choices != NULL ? self->klass->get_tile_choices (self, out, max) : 0;
}
