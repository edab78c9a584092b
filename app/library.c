/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/library.h"

#include "data/data.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/scenario/beat.h"

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

static void
free_item (gpointer data)
{
  SystoleLibraryItem *item = data;

  g_free (item->title);
  g_free (item->summary);
  g_free (item);
}

static void
add_items (GPtrArray *items, const char *const *languages, gboolean lessons)
{
  for (guint i = 0; i < systole_data_get_n_scenarios (); i++)
    {
      const char *id = systole_data_get_scenario_id (i);
      g_autoptr (SystoleScenario) scenario = systole_library_load_scenario (id, NULL);
      SystoleLibraryItem *item;

      if (scenario == NULL || (systole_scenario_get_n_beats (scenario) > 0) != lessons)
        continue;
      item = g_new (SystoleLibraryItem, 1);
      *item = (SystoleLibraryItem){ id, g_strdup (systole_scenario_get_title (scenario, languages)), g_strdup (systole_scenario_get_summary (scenario, languages)), lessons };
      g_ptr_array_add (items, item);
    }
}

/**
 * systole_library_list:
 * @languages: NULL-terminated, as g_get_language_names()
 *
 * Reads every file of the library: a few milliseconds.
 *
 * Returns: (transfer full) (element-type SystoleLibraryItem): what the library offers
 */
GPtrArray *
systole_library_list (const char *const *languages)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (free_item);

  add_items (items, languages, TRUE);
  add_items (items, languages, FALSE);
  return items;
}
