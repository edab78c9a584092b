/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A table of comma-separated values (RFC 4180, and what programs really write): a
 * header line, fields that may be quoted, LF or CRLF, a byte-order mark. Rows keep
 * their fields as text. */

#define SYSTOLE_CSV_MAX_BYTES (1u << 28)

typedef struct
{
  guint line;     /* where the row begins, from 1 */
  guint n_fields; /* as written; `fields` has at least as many as the header, filled up with "" */
  char **fields;
} SystoleCsvRow;

typedef struct
{
  GPtrArray *names;    /* char *: the header */
  GArray *rows;        /* SystoleCsvRow */
  GHashTable *columns; /* name → index of the first column of that name */
} SystoleCsvTable;

/* Whether long work goes on; FALSE sets the error. */
typedef gboolean (*SystoleCsvGoOn) (double fraction, GError **error);

SystoleCsvTable *systole_csv_table_read (const char *data, gsize length, const char *file_name, SystoleCsvGoOn go_on, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void systole_csv_table_free (SystoleCsvTable *self);
int systole_csv_table_find (const SystoleCsvTable *self, const char *name);
gboolean systole_csv_table_require (const SystoleCsvTable *self, const char *file_name, const char *const *names, GError **error);
const SystoleCsvRow *systole_csv_table_get (const SystoleCsvTable *self, guint row);
const char *systole_csv_table_get_field (const SystoleCsvTable *self, guint row, const char *name);
void systole_csv_append (GString *text, const char *field, char end);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleCsvTable, systole_csv_table_free)

G_END_DECLS
