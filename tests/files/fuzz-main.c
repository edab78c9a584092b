/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Replays kept inputs through a fuzz target: one test case a file. FUZZ_FOLDERS and
 * FUZZ_ENDING say which, from the build. */

#include <stdint.h>

#include "tests/files/files.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
test_file (gconstpointer path)
{
  gsize length;
  g_autofree char *data = files_read (path, &length);

  g_assert_cmpint (LLVMFuzzerTestOneInput ((const uint8_t *) data, length), ==, 0);
}

static void
add_folder (const char *name)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, name, NULL);
  g_auto (GStrv) paths = files_list (folder, FUZZ_ENDING);

  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autofree char *base = g_path_get_basename (paths[i]);
      g_autofree char *test = g_strdup_printf ("/replay/%s/%s", name, base);

      g_test_add_data_func_full (test, g_strdup (paths[i]), test_file, g_free);
    }
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) folders = g_strsplit (FUZZ_FOLDERS, " ", -1);

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; folders[i] != NULL; i++)
    add_folder (folders[i]);
  return g_test_run ();
}
