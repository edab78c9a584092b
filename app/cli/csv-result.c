/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/csv-result.h"

#include <string.h>

/* Index among the added columns, −1 for a column that is only kept. */
static int
find_added (const SystoleCsvResult *self, const char *name)
{
  for (guint i = 0; i < self->n_added; i++)
    if (strcmp (self->added[i], name) == 0)
      return (int) i;
  return -1;
}

/* @own: a text for each column of the table; @values: for each added one; NULL is empty */
static void
add_line (SystoleCsvResult *self, char *const *own, const char *const *values)
{
  guint n_own = self->table->names->len;

  for (guint i = 0; i < n_own; i++)
    {
      int added = find_added (self, self->table->names->pdata[i]);
      const char *field = added >= 0 ? values[added] : own[i];

      if (i > 0)
        g_string_append_c (self->text, ',');
      systole_csv_append (self->text, field != NULL ? field : "", '\0');
    }
  for (guint i = 0; i < self->n_added; i++)
    if (systole_csv_table_find (self->table, self->added[i]) < 0)
      {
        g_string_append_c (self->text, ',');
        systole_csv_append (self->text, values[i] != NULL ? values[i] : "", '\0');
      }
  g_string_append_c (self->text, '\n');
}

/**
 * systole_csv_result_init:
 * @added: (array length=n_added): names of the columns that are added, in order
 *
 * Writes the header.
 */
void
systole_csv_result_init (SystoleCsvResult *self, const SystoleCsvTable *table, const char *const *added, guint n_added)
{
  *self = (SystoleCsvResult){ table, added, n_added, g_string_new (NULL) };
  add_line (self, (char **) table->names->pdata, added);
}

void
systole_csv_result_clear (SystoleCsvResult *self)
{
  if (self->text != NULL)
    g_string_free (g_steal_pointer (&self->text), TRUE);
}

void
systole_csv_result_add (SystoleCsvResult *self, const SystoleCsvRow *row, const char *const *values)
{
  add_line (self, row->fields, values);
}
