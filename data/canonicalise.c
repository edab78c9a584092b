/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Build tool: reads a scenario and writes it in canonical form. */

#include <stdio.h>

#include "engine/scenario/scenario.h"

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleScenario) scenario = NULL;
  g_autofree char *data = NULL;
  g_autofree char *canonical = NULL;
  gsize length;

  if (argc != 3)
    {
      fprintf (stderr, "usage: canonicalise IN.systole OUT.systole\n");
      return 2;
    }
  if (g_file_get_contents (argv[1], &data, &length, &error))
    scenario = systole_scenario_read (data, length, argv[1], &error);
  if (scenario == NULL)
    {
      fprintf (stderr, "%s\n", error->message);
      return 2;
    }
  for (guint i = 0; i < scenario->warnings->len; i++)
    fprintf (stderr, "%s\n", (const char *) g_ptr_array_index (scenario->warnings, i));
  canonical = systole_scenario_write (scenario, &length);
  if (!g_file_set_contents (argv[2], canonical, (gssize) length, &error))
    {
      fprintf (stderr, "%s\n", error->message);
      return 2;
    }
  return 0;
}
