/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/cli-options.h"
#include "engine/base/csv-table.h"

G_BEGIN_DECLS

/* What the commands share that read a table and write it again with an answer to each
 * row. A row that is refused says why; the command succeeds nevertheless. */

typedef enum
{
  SYSTOLE_ROW_OK,
  SYSTOLE_ROW_NOT_MODELLED, /* understood, but there is no model of it */
  SYSTOLE_ROW_BAD_INPUT,    /* not understood */
  SYSTOLE_N_ROW_STATUSES
} SystoleRowStatus;

typedef struct
{
  const SystoleCsvTable *table;
  const SystoleCsvRow *row;
  SystoleRowStatus status;
  GString *reason; /* why it is refused, or a remark; in English, as all identifiers */
} SystoleRowContext;

/* Answers one row into `values`, one text for each added column (NULL: empty; freed by
 * the caller); `status` and `reason` are filled in after it. Called from several threads. */
typedef void (*SystoleRowFunction) (SystoleRowContext *context, char **values, gpointer data);

gboolean systole_table_command_run (const SystoleCliOptions *options, const char *const *required, const char *const *added, SystoleRowFunction function, gpointer data, GError **error);

const char *systole_row_get (const SystoleRowContext *self, const char *column);
gboolean systole_row_refuse (SystoleRowContext *self, SystoleRowStatus status, const char *format, ...) G_GNUC_PRINTF (3, 4);
gboolean systole_row_refuse_error (SystoleRowContext *self, const GError *error);
gboolean systole_row_get_uint (SystoleRowContext *self, const char *column, guint64 min, guint64 max, guint64 *out);

G_END_DECLS
