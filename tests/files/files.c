/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/files/files.h"

#include <locale.h>
#include <string.h>

const char *const files_locales[] = { "C", "es_ES.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", "fa_IR.UTF-8", "fr_FR.UTF-8", "pt_BR.UTF-8", NULL };

void
files_set_locale (const char *name)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_BUILT, "locales", NULL);

  g_setenv ("LOCPATH", folder, TRUE);
  if (setlocale (LC_ALL, name) == NULL)
    g_error ("the locale %s is not in %s", name, folder);
  g_assert_cmpstr (localeconv ()->decimal_point, ==, strcmp (name, "C") == 0 || g_str_has_prefix (name, "fa") ? "." : ",");
}

char *
files_read (const char *path, gsize *length)
{
  g_autoptr (GError) error = NULL;
  char *data;

  g_file_get_contents (path, &data, length, &error);
  g_assert_no_error (error);
  return data;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

char **
files_list (const char *folder, const char *suffix)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, suffix))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare);
  g_ptr_array_add (paths, NULL);
  return (char **) g_ptr_array_steal (paths, NULL);
}

void
files_assert_same (const char *found, const char *expected)
{
  g_auto (GStrv) found_lines = g_strsplit (found, "\n", -1);
  g_auto (GStrv) expected_lines = g_strsplit (expected, "\n", -1);

  if (strcmp (found, expected) == 0)
    return;
  for (guint i = 0; found_lines[i] != NULL && expected_lines[i] != NULL; i++)
    g_assert_cmpstr (found_lines[i], ==, expected_lines[i]);
  g_assert_cmpuint (strlen (found), ==, strlen (expected));
}
