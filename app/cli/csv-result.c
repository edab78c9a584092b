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
  for (guint i = 0; i < self->n_columns; i++)
    {
      int added = self->sources[i].added;
      const char *field = added >= 0 ? values[added] : own[self->sources[i].own];

      if (i > 0)
        g_string_append_c (self->text, ',');
      systole_csv_append (self->text, field != NULL ? field : "", '\0');
    }
  g_string_append_c (self->text, '\n');
}

/* The table's columns, then the added ones that it lacks. */
static void
list_columns (SystoleCsvResult *self)
{
  guint n_own = self->table->names->len;

  self->sources = g_new (SystoleCsvSource, n_own + self->n_added);
  for (guint i = 0; i < n_own; i++)
    self->sources[self->n_columns++] = (SystoleCsvSource){ find_added (self, self->table->names->pdata[i]), i };
  for (guint i = 0; i < self->n_added; i++)
    if (systole_csv_table_find (self->table, self->added[i]) < 0)
      self->sources[self->n_columns++] = (SystoleCsvSource){ (int) i, 0 };
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
  *self = (SystoleCsvResult){ .table = table, .added = added, .n_added = n_added, .text = g_string_new (NULL) };
  list_columns (self);
  add_line (self, (char **) table->names->pdata, added);
}

void
systole_csv_result_clear (SystoleCsvResult *self)
{
  g_clear_pointer (&self->sources, g_free);
  if (self->text != NULL)
    g_string_free (g_steal_pointer (&self->text), TRUE);
}

void
systole_csv_result_add (SystoleCsvResult *self, const SystoleCsvRow *row, const char *const *values)
{
  add_line (self, row->fields, values);
}
