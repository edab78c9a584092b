/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data/data.h"

#include <gio/gio.h>
#include <string.h>

#include "config.h"
#include "data/systole-data-resources.h"

static GBytes *
lookup (const char *folder, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/%s/%s", SYSTOLE_RESOURCE_ROOT, folder, name);

  return g_resource_lookup_data (systole_data_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
}

/* Prices that ship, then the user's own, which has the same columns. */
static void
load_prices (SystoleCatalogue *catalogue)
{
  g_autoptr (GBytes) bytes = g_resource_lookup_data (systole_data_get_resource (), SYSTOLE_RESOURCE_ROOT "/prices.csv", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autofree char *path = g_build_filename (g_get_user_config_dir (), "systole", "prices.csv", NULL);
  g_autofree char *own = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  if (!systole_catalogue_add_prices (catalogue, data, length, "prices.csv", &error))
    g_error ("%s", error->message);
  if (g_file_get_contents (path, &own, &length, NULL) && !systole_catalogue_add_prices (catalogue, own, length, path, &error))
    g_printerr ("%s\n", error->message);
}

/* The files are part of the program: one that cannot be read is a bug in the program. */
static SystoleCatalogue *
load_catalogue (void)
{
  SystoleCatalogue *catalogue = systole_catalogue_new ();
  g_auto (GStrv) names = g_resource_enumerate_children (systole_data_get_resource (), SYSTOLE_RESOURCE_ROOT "/machines", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autoptr (GBytes) bytes = lookup ("machines", names[i]);
      g_autoptr (GError) error = NULL;
      gsize length;
      const char *data = g_bytes_get_data (bytes, &length);

      if (!systole_catalogue_add_xml (catalogue, data, length, names[i], &error))
        g_error ("%s", error->message);
    }
  load_prices (catalogue);
  return catalogue;
}

/**
 * systole_data_get_catalogue:
 *
 * Returns: (transfer none): every machine that ships with the program, with its price; read
 *   once, at the first call; from any thread
 */
SystoleCatalogue *
systole_data_get_catalogue (void)
{
  static gsize once = 0;

  if (g_once_init_enter (&once))
    g_once_init_leave (&once, GPOINTER_TO_SIZE (load_catalogue ()));
  return GSIZE_TO_POINTER (once);
}

/* The ids of data/library/meson.build, one after the other with a space between */
static char **
library_ids (void)
{
  static gsize once = 0;

  if (g_once_init_enter (&once))
    g_once_init_leave (&once, GPOINTER_TO_SIZE (g_strsplit (SYSTOLE_LIBRARY, " ", -1)));
  return GSIZE_TO_POINTER (once);
}

guint
systole_data_get_n_scenarios (void)
{
  return g_strv_length (library_ids ());
}

const char *
systole_data_get_scenario_id (guint i)
{
  g_return_val_if_fail (i < systole_data_get_n_scenarios (), NULL);
  return library_ids ()[i];
}

/**
 * systole_data_get_scenario:
 * @id: as systole_data_get_scenario_id()
 *
 * Returns: (transfer full) (nullable): the bytes of the file, with every language, or
 *   NULL if the library has no such scenario
 */
GBytes *
systole_data_get_scenario (const char *id)
{
  g_autofree char *name = g_strconcat (id, ".systole", NULL);

  return lookup ("library", name);
}
