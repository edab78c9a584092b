/* SPDX-License-Identifier: GPL-3.0-or-later */

/* As fuzz-scenario.c, for tables: those of layers, which become a scenario that reads
 * back the same, and those of measurements, whose rows have a field for each column. */

#include <stdint.h>
#include <string.h>

#include "engine/base/csv-table.h"
#include "engine/scenario/scenario.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
check_layers (const uint8_t *data, size_t size, gboolean unfold)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleImport) layers = systole_import_scale_sim ((const char *) data, size, "fuzz", unfold, &error);
  g_autoptr (SystoleScenario) scenario = NULL;
  g_autoptr (SystoleScenario) again = NULL;
  g_autofree char *text = NULL;
  SystoleArrayDef array;
  gsize length;

  g_assert_true ((layers == NULL) == (error != NULL));
  if (layers == NULL)
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return;
    }
  for (guint i = 0; i < layers->notes->len; i++)
    g_assert_true (g_utf8_validate (g_array_index (layers->notes, SystoleImportNote, i).text, -1, NULL));
  systole_import_array_init (&array);
  scenario = systole_scenario_from_import (layers, &array, "fuzz");
  text = systole_scenario_write (scenario, &length);
  again = systole_scenario_read (text, length, "fuzz", &error);
  g_assert_no_error (error);
  g_assert_true (systole_scenario_equal (scenario, again));
}

static void
check_table (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleCsvTable) table = systole_csv_table_read ((const char *) data, size, "fuzz", NULL, &error);

  g_assert_true ((table == NULL) == (error != NULL));
  if (table == NULL)
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return;
    }
  for (guint i = 0; i < table->rows->len; i++)
    for (guint j = 0; j < table->names->len; j++)
      g_assert_nonnull (systole_csv_table_get (table, i)->fields[j]);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  check_layers (data, size, TRUE);
  check_layers (data, size, FALSE);
  check_table (data, size);
  return 0;
}
