/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/gpu/sm-def.h"
#include "engine/systolic/array-def.h"

G_BEGIN_DECLS

/*
 * The fields of a bare array and of a bare SM as text: one row a field, used for the
 * attributes of `<array>` and `<sm>` in files and for the keys of "array:…" and "sm:…"
 * on a command line.
 */

typedef struct
{
  const char *key;
  const char *short_key; /* also accepted on a command line, or NULL */
  gsize offset;          /* in the def */
  gboolean required;
  gboolean (*read) (const char *text, const char *key, guint64 max, gpointer member, GError **error);
  char *(*write) (gconstpointer member); /* NULL: what it is when absent */
  guint64 max;
} SystoleDefField;

typedef struct
{
  const char *name; /* "array", "sm": of the element, and before the colon */
  const SystoleDefField *fields;
  guint n_fields;
} SystoleDefTable;

extern const SystoleDefTable systole_array_def_table;
extern const SystoleDefTable systole_sm_def_table;

const SystoleDefField *systole_def_table_find (const SystoleDefTable *self, const char *key); /* or NULL */
char *systole_def_table_list (const SystoleDefTable *self) G_GNUC_WARN_UNUSED_RESULT;
gboolean systole_def_field_read (const SystoleDefField *self, gpointer def, const char *text, GError **error);
char *systole_def_field_write (const SystoleDefField *self, gconstpointer def) G_GNUC_WARN_UNUSED_RESULT;
char *systole_def_table_to_string (const SystoleDefTable *self, gconstpointer def) G_GNUC_WARN_UNUSED_RESULT;
gboolean systole_def_table_parse (const SystoleDefTable *self, gpointer def, const char *text, GError **error);

G_END_DECLS
