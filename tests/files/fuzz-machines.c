/* SPDX-License-Identifier: GPL-3.0-or-later */

/* As fuzz-scenario.c, for files of machines: an error, or machines whose every number
 * is in its range. */

#include <stdint.h>

#include "engine/machine/catalogue.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
check_machine (const SystoleMachine *machine)
{
  for (guint i = 0; i < SYSTOLE_N_FIELDS; i++)
    {
      double min, max, value = systole_machine_get (machine, (SystoleField) i);

      if (!systole_machine_has (machine, (SystoleField) i))
        continue;
      systole_field_get_range ((SystoleField) i, &min, &max);
      g_assert_true (value >= min && value <= max);
    }
  g_assert_cmpstr (systole_machine_get_id (machine), !=, "");
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (SystoleCatalogue) catalogue = systole_catalogue_new ();
  g_autoptr (GError) error = NULL;
  gboolean read = systole_catalogue_add_xml (catalogue, (const char *) data, size, "fuzz", &error);

  g_assert_true (read == (error == NULL));
  if (error != NULL)
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
  for (guint i = 0; read && i < systole_catalogue_get_n (catalogue); i++)
    check_machine (systole_catalogue_get (catalogue, i));
  return 0;
}
