/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "data/data.h"
#include "engine/base/error.h"
#include "engine/scenario/scenario.h"
#include "tests/files/files.h"

/* Files as each version of the format shipped them. They are never changed: a folder a
 * version is added, and every later program opens them, shows them and writes them. */

static void
check_lanes (const SystoleScenario *scenario)
{
  for (guint i = 0; i < scenario->lanes->len; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleRun) run = systole_scenario_run_lane (scenario, i, systole_data_get_catalogue (), NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (systole_run_get_n_cycles (run), >, 0);
    }
}

static void
test_file (gconstpointer data)
{
  const char *path = data;
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *version = g_path_get_basename (folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) scenario = NULL;
  g_autoptr (SystoleScenario) again = NULL;
  g_autofree char *written = NULL;
  gsize length, written_length;
  g_autofree char *text = files_read (path, &length);

  scenario = systole_scenario_read (text, length, name, &error);
  g_assert_no_error (error);
  g_assert_false (scenario->read_only);
  g_assert_cmpuint (scenario->version, ==, g_ascii_strtoull (version, NULL, 10));
  g_assert_cmpuint (scenario->warnings->len, ==, 0);
  check_lanes (scenario);

  /* Saved by this program and opened again: the same. */
  written = systole_scenario_write (scenario, &written_length);
  again = systole_scenario_read (written, written_length, name, &error);
  g_assert_no_error (error);
  g_assert_true (systole_scenario_equal (scenario, again));
  if (scenario->version == SYSTOLE_SCENARIO_FORMAT)
    files_assert_same (written, text);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint version = 1; version <= SYSTOLE_SCENARIO_FORMAT; version++)
    {
      g_autofree char *number = g_strdup_printf ("%u", version);
      g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "shipped", number, NULL);
      g_auto (GStrv) paths = files_list (folder, ".systole");

      g_assert_nonnull (paths[0]);
      for (guint i = 0; paths[i] != NULL; i++)
        {
          g_autofree char *name = g_path_get_basename (paths[i]);
          g_autofree char *test = g_strdup_printf ("/shipped/%u/%s", version, name);

          g_test_add_data_func_full (test, g_strdup (paths[i]), test_file, g_free);
        }
    }
  return g_test_run ();
}
