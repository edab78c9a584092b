/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/library.h"

#include "data/data.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"

/**
 * systole_library_load_scenario:
 * @id: of a scenario that ships with the program: "welcome"
 *
 * Returns: (transfer full) (nullable): the scenario
 */
SystoleScenario *
systole_library_load_scenario (const char *id, GError **error)
{
  g_autoptr (GBytes) bytes = systole_data_get_scenario (id);
  g_autofree char *name = g_strdup_printf ("%s.systole", id);
  const char *data;
  gsize length;

  if (bytes == NULL)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("The library has no scenario “%s”."), id);
      return NULL;
    }
  data = g_bytes_get_data (bytes, &length);
  return systole_scenario_read (data, length, name, error);
}
