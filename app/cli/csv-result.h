/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/csv-table.h"

G_BEGIN_DECLS

/* A table that is written again with columns added: all of its own are kept as they
 * are, an added one that it has already is filled in where it stands. */

/* Where a column comes from. */
typedef struct
{
  int added; /* index among the added ones, −1: kept */
  guint own; /* column of the table, if kept */
} SystoleCsvSource;

typedef struct
{
  const SystoleCsvTable *table;
  const char *const *added;
  guint n_added;
  SystoleCsvSource *sources; /* n_columns: what is written, in order */
  guint n_columns;
  GString *text;
} SystoleCsvResult;

void systole_csv_result_init (SystoleCsvResult *self, const SystoleCsvTable *table, const char *const *added, guint n_added);
void systole_csv_result_clear (SystoleCsvResult *self);
void systole_csv_result_add (SystoleCsvResult *self, const SystoleCsvRow *row, const char *const *values);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SystoleCsvResult, systole_csv_result_clear)

G_END_DECLS
