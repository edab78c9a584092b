/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/csv-table.h"

#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"

#define ROWS_A_LOOK 4096 /* between two questions whether to go on */

typedef struct
{
  const char *p, *end;
  guint line;
  const char *file_name;
  GString *field, *row;
  guint n_fields; /* of the row */
} Reader;

static gboolean
refuse (const Reader *self, guint line, const char *what, GError **error)
{
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, "%s:%u: %s", self->file_name, line, what);
  return FALSE;
}

/* A quoted field, from after its opening quote to after its closing one. */
static gboolean
read_quoted (Reader *self, GError **error)
{
  guint line = self->line;

  for (; self->p < self->end; self->p++)
    {
      if (*self->p == '"')
        {
          if (self->p + 1 == self->end || self->p[1] != '"')
            {
              self->p++;
              return TRUE;
            }
          self->p++;
        }
      else if (*self->p == '\n')
        self->line++;
      else if (*self->p == '\0')
        return refuse (self, self->line, _ ("this is not text: it has a zero byte"), error);
      g_string_append_c (self->field, *self->p);
    }
  return refuse (self, line, _ ("a quoted field is not closed"), error);
}

/* The next field into self->field; @last tells whether the row ends with it. */
static gboolean
read_field (Reader *self, gboolean *last, GError **error)
{
  g_string_truncate (self->field, 0);
  if (self->p < self->end && *self->p == '"')
    {
      self->p++;
      if (!read_quoted (self, error))
        return FALSE;
      if (self->p < self->end && *self->p != ',' && *self->p != '\n' && *self->p != '\r')
        return refuse (self, self->line, _ ("text follows a quoted field; a comma or the end of the line is expected"), error);
    }
  while (self->p < self->end && *self->p != ',' && *self->p != '\n')
    {
      if (*self->p == '\0')
        return refuse (self, self->line, _ ("this is not text: it has a zero byte"), error);
      if (*self->p != '\r' || (self->p + 1 < self->end && self->p[1] != '\n'))
        g_string_append_c (self->field, *self->p);
      self->p++;
    }
  *last = self->p == self->end || *self->p == '\n';
  if (self->p < self->end)
    self->line += *self->p++ == '\n';
  return TRUE;
}

/* The fields of a row, one after the other, each ended by a zero byte. */
static gboolean
read_row (Reader *self, GError **error)
{
  gboolean last = FALSE;

  g_string_truncate (self->row, 0);
  for (self->n_fields = 0; !last; self->n_fields++)
    {
      if (!read_field (self, &last, error))
        return FALSE;
      g_string_append_len (self->row, self->field->str, (gssize) self->field->len + 1);
    }
  return TRUE;
}

static gboolean
is_blank (const Reader *self)
{
  return self->n_fields == 1 && *self->row->str == '\0';
}

/* One block: the pointers, then the texts; missing fields up to @least are empty. */
static char **
take_fields (const Reader *self, guint least)
{
  guint n = MAX (self->n_fields, least);
  gsize head = (n + 1) * sizeof (char *);
  char **fields = g_malloc (head + self->row->len + 1);
  char *text = (char *) fields + head;

  memcpy (text, self->row->str, self->row->len + 1);
  for (guint i = 0; i < n; i++)
    {
      fields[i] = text;
      if (i < self->n_fields)
        text += strlen (text) + 1;
    }
  fields[n] = NULL;
  return fields;
}

static void
clear_row (gpointer data)
{
  g_free (((SystoleCsvRow *) data)->fields);
}

static gboolean
read_names (Reader *reader, SystoleCsvTable *self, GError **error)
{
  if (!read_row (reader, error))
    return FALSE;
  self->names = g_ptr_array_new_with_free_func (g_free);
  for (const char *name = reader->row->str; self->names->len < reader->n_fields; name += strlen (name) + 1)
    {
      char *copy = g_strdup (name);

      if (!g_hash_table_contains (self->columns, copy))
        g_hash_table_insert (self->columns, copy, GUINT_TO_POINTER (self->names->len));
      g_ptr_array_add (self->names, copy);
    }
  return TRUE;
}

static gboolean
read_rows (Reader *reader, SystoleCsvTable *self, SystoleCsvGoOn go_on, GError **error)
{
  while (reader->p < reader->end)
    {
      SystoleCsvRow row = { .line = reader->line };

      if (!read_row (reader, error) || (go_on != NULL && self->rows->len % ROWS_A_LOOK == 0 && !go_on (0, error)))
        return FALSE;
      if (is_blank (reader))
        continue;
      row.n_fields = reader->n_fields;
      row.fields = take_fields (reader, self->names->len);
      g_array_append_val (self->rows, row);
    }
  return TRUE;
}

/**
 * systole_csv_table_read:
 * @file_name: only named in messages
 * @go_on: (nullable) (scope call): asked now and then; FALSE, with an error, ends the reading
 *
 * Blank lines are passed over. A row with too few or too many fields is kept: whether
 * that matters is the caller's business.
 *
 * Returns: (transfer full) (nullable): NULL with `file:line: what is wrong`
 */
SystoleCsvTable *
systole_csv_table_read (const char *data, gsize length, const char *file_name, SystoleCsvGoOn go_on, GError **error)
{
  g_autoptr (SystoleCsvTable) self = g_new0 (SystoleCsvTable, 1);
  g_autoptr (GString) field = g_string_new (NULL);
  g_autoptr (GString) row = g_string_new (NULL);
  Reader reader = { data, data + length, 1, file_name, field, row, 0 };
  gboolean good;

  self->rows = g_array_new (FALSE, FALSE, sizeof (SystoleCsvRow));
  g_array_set_clear_func (self->rows, clear_row);
  self->columns = g_hash_table_new (g_str_hash, g_str_equal);
  if (length >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0)
    reader.p += 3;
  if (reader.p == reader.end)
    good = refuse (&reader, 1, _ ("the file is empty; a line with the names of the columns is expected"), error);
  else
    good = read_names (&reader, self, error) && read_rows (&reader, self, go_on, error);
  return good ? g_steal_pointer (&self) : NULL;
}

void
systole_csv_table_free (SystoleCsvTable *self)
{
  g_hash_table_unref (self->columns);
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_array_unref (self->rows);
  g_free (self);
}

/* Returns: the column of that name, −1 if there is none */
int
systole_csv_table_find (const SystoleCsvTable *self, const char *name)
{
  gpointer column;

  return g_hash_table_lookup_extended (self->columns, name, NULL, &column) ? (int) GPOINTER_TO_UINT (column) : -1;
}

/**
 * systole_csv_table_require:
 * @names: (array zero-terminated=1): columns that must be there
 */
gboolean
systole_csv_table_require (const SystoleCsvTable *self, const char *file_name, const char *const *names, GError **error)
{
  for (; *names != NULL; names++)
    if (systole_csv_table_find (self, *names) < 0)
      {
        g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%s:1: the column “%s” is missing"), file_name, *names);
        return FALSE;
      }
  return TRUE;
}

const SystoleCsvRow *
systole_csv_table_get (const SystoleCsvTable *self, guint row)
{
  return &g_array_index (self->rows, SystoleCsvRow, row);
}

/* Returns: the text in that row and column, "" if there is no such column */
const char *
systole_csv_table_get_field (const SystoleCsvTable *self, guint row, const char *name)
{
  int column = systole_csv_table_find (self, name);

  return column >= 0 ? systole_csv_table_get (self, row)->fields[column] : "";
}

/**
 * systole_csv_append:
 * @end: ',' or '\n', or '\0' for none
 *
 * Appends one field, quoted where it has to be.
 */
void
systole_csv_append (GString *text, const char *field, char end)
{
  if (field[strcspn (field, ",\"\r\n")] == '\0' && *field != ' ')
    g_string_append (text, field);
  else
    {
      g_string_append_c (text, '"');
      for (; *field != '\0'; field++)
        {
          if (*field == '"')
            g_string_append_c (text, '"');
          g_string_append_c (text, *field);
        }
      g_string_append_c (text, '"');
    }
  if (end != '\0')
    g_string_append_c (text, end);
}
