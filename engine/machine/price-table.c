/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/machine/catalogue-private.h"

#include "engine/base/csv-table.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

#define MAX_PRICE 1e6 /* US dollars an hour; as in fields.def */

typedef struct
{
  SystoleCatalogue *catalogue;
  const SystoleCsvTable *table;
  const char *file_name;
  GHashTable *seen; /* names that the file has given a price */
} Reading;

static gboolean
read_row (const Reading *self, guint i, GError **error)
{
  const char *name = systole_csv_table_get_field (self->table, i, "machine");
  const char *provider = systole_csv_table_get_field (self->table, i, "provider");
  const char *date = systole_csv_table_get_field (self->table, i, "date");
  const char *where = systole_csv_table_get_field (self->table, i, "source");
  SystoleMachine *machine = g_hash_table_lookup (self->catalogue->names, name);
  SystoleProvenance provenance = g_str_equal (systole_csv_table_get_field (self->table, i, "provenance"), "recalled") ? SYSTOLE_PROVENANCE_RECALLED : SYSTOLE_PROVENANCE_PUBLISHED;
  g_autofree char *source = *where != '\0' ? g_strdup_printf ("%s, %s, %s", provider, date, where) : g_strdup_printf ("%s, %s", provider, date);
  double price;

  if (machine == NULL)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("“%.80s” is not a machine of the catalogue"), name);
      return FALSE;
    }
  if (!systole_number_parse_double (systole_csv_table_get_field (self->table, i, "usd_per_hour"), 0, MAX_PRICE, "usd_per_hour", &price, error))
    return FALSE;
  if (!g_hash_table_add (self->seen, (gpointer) name))
    return TRUE;
  return systole_machine_set (machine, SYSTOLE_FIELD_CLOUD_PRICE, price, provenance, source, error);
}

/**
 * systole_catalogue_add_prices:
 * @data: a table like data/prices.csv: machine (a name of the catalogue), usd_per_hour,
 *   provider, date, and if known provenance and source
 * @file_name: named in messages
 *
 * Of several prices of a machine the file's first counts; the rest are for readers. A later
 * file replaces what an earlier one said. To be called before the catalogue is shown to
 * anybody.
 *
 * Returns: FALSE with `file:line: what is wrong`
 */
gboolean
systole_catalogue_add_prices (SystoleCatalogue *self, const char *data, gsize length, const char *file_name, GError **error)
{
  static const char *const required[] = { "machine", "usd_per_hour", "provider", "date", NULL };
  g_autoptr (SystoleCsvTable) table = systole_csv_table_read (data, length, file_name, NULL, error);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  Reading reading = { self, table, file_name, seen };

  if (table == NULL || !systole_csv_table_require (table, file_name, required, error))
    return FALSE;
  for (guint i = 0; i < table->rows->len; i++)
    if (!read_row (&reading, i, error))
      {
        g_prefix_error (error, "%s:%u: ", file_name, systole_csv_table_get (table, i)->line);
        return FALSE;
      }
  return TRUE;
}
