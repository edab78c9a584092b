/* SPDX-License-Identifier: GPL-3.0-or-later */

/* For maintainers, behind data/library/update-expected: runs every lane of the
 * scenarios named and writes the results that they promise anew. A file says what it
 * promises by its <expect> elements; a new one may be written with value="0". */

#include <stdio.h>

#include "config.h"
#include "data/data.h"
#include "engine/scenario/beat.h"

/* What runs is @scenario; what is written anew may be another's: a beat's. */
static gboolean
update_promises (const SystoleScenario *scenario, GArray *expectations, const char *path, GError **error)
{
  for (guint i = 0; i < expectations->len; i++)
    {
      SystoleExpectation *expectation = &g_array_index (expectations, SystoleExpectation, i);
      g_autoptr (SystoleRun) run = systole_scenario_run_lane (scenario, expectation->lane, systole_data_get_catalogue (), NULL, NULL, error);
      SystoleQuantity actual;

      if (run == NULL)
        return FALSE;
      if (systole_expectation_check (expectation, run, &actual))
        continue;
      if (!actual.present)
        {
          g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "lane %u does not count %s", expectation->lane, systole_counter_get_id (expectation->what));
          return FALSE;
        }
      printf ("%s: lane %u: %s: %.17g → %.17g\n", path, expectation->lane, systole_counter_get_id (expectation->what), expectation->value.real, actual.real);
      expectation->value = actual;
    }
  return TRUE;
}

static gboolean
update (SystoleScenario *scenario, const char *path, GError **error)
{
  if (!update_promises (scenario, scenario->expectations, path, error))
    return FALSE;
  for (guint i = 0; i < systole_scenario_get_n_beats (scenario); i++)
    {
      g_autoptr (SystoleScenario) shown = systole_scenario_at_beat (scenario, i);
      g_autofree char *place = g_strdup_printf ("%s: beat %u", path, i + 1);

      if (!update_promises (shown, systole_scenario_get_beat (scenario, i)->state->expectations, place, error))
        return FALSE;
    }
  g_free (scenario->engine);
  scenario->engine = g_strdup (SYSTOLE_VERSION);
  return TRUE;
}

static gboolean
update_file (const char *path, GError **error)
{
  g_autoptr (SystoleScenario) scenario = NULL;
  g_autofree char *data = NULL;
  g_autofree char *canonical = NULL;
  gsize length;

  if (!g_file_get_contents (path, &data, &length, error))
    return FALSE;
  scenario = systole_scenario_read (data, length, path, error);
  if (scenario == NULL || !update (scenario, path, error))
    return FALSE;
  canonical = systole_scenario_write (scenario, &length);
  return g_file_set_contents (path, canonical, (gssize) length, error);
}

int
main (int argc, char **argv)
{
  int result = 0;

  for (int i = 1; i < argc; i++)
    {
      g_autoptr (GError) error = NULL;

      if (!update_file (argv[i], &error))
        {
          fprintf (stderr, "%s: %s\n", argv[i], error->message);
          result = 1;
        }
    }
  return result;
}
