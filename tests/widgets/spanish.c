/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/widgets/spanish.h"

#include <locale.h>

#include <glib/gstdio.h>

static void
remove_folder (const char *folder)
{
  const char *const argv[] = { "rm", "-rf", folder, NULL };

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
}

gboolean
spanish_numbers (void)
{
  g_autofree char *folder = NULL;
  g_autofree char *path = NULL;
  const char *argv[] = { "localedef", "-i", "es_ES", "-f", "UTF-8", NULL, NULL };
  gboolean ok;

  if (setlocale (LC_NUMERIC, "es_ES.UTF-8") != NULL)
    return TRUE;
  folder = g_dir_make_tmp ("systole-locale-XXXXXX", NULL);
  if (folder == NULL)
    return FALSE;
  path = g_build_filename (folder, "es_ES.UTF-8", NULL);
  argv[5] = path;
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, NULL, NULL, NULL, NULL);
  g_setenv ("LOCPATH", folder, TRUE);
  ok = setlocale (LC_NUMERIC, "es_ES.UTF-8") != NULL;
  remove_folder (folder);
  return ok;
}
