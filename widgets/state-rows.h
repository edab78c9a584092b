/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/lane-painter.h"

G_BEGIN_DECLS

/*
 * A frame as rows of text: the PEs of an array, or the warps, pipes, copies and
 * multipliers of an SM, or the units and memories of a chip, at the level that a
 * lane's camera looks at. No GTK: the text twin is tested without a display.
 */

typedef enum
{
  SYSTOLE_STATE_KIND_NONE,
  SYSTOLE_STATE_KIND_ARRAY,
  SYSTOLE_STATE_KIND_SM,
  SYSTOLE_STATE_KIND_CHIP
} SystoleStateKind;

typedef struct _SystoleStateRows SystoleStateRows;

SystoleStateRows *systole_state_rows_new (void) G_GNUC_WARN_UNUSED_RESULT;
void systole_state_rows_free (SystoleStateRows *self);
/* `run` is kept (a reference); NULL empties. */
void systole_state_rows_set (SystoleStateRows *self, SystoleRun *run, guint64 cycle, const SystoleCamera *camera);

SystoleStateKind systole_state_rows_get_kind (const SystoleStateRows *self);
guint systole_state_rows_get_n_rows (const SystoleStateRows *self);
guint systole_state_rows_get_n_columns (const SystoleStateRows *self);
const char *systole_state_rows_get_title (const SystoleStateRows *self, guint column); /* translated */
gboolean systole_state_rows_is_numeric (const SystoleStateRows *self, guint column);
char *systole_state_rows_get_text (SystoleStateRows *self, guint row, guint column) G_GNUC_WARN_UNUSED_RESULT;
char *systole_state_rows_get_why (SystoleStateRows *self, guint row) G_GNUC_WARN_UNUSED_RESULT; /* or NULL */
SystoleTarget systole_state_rows_get_target (SystoleStateRows *self, guint row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleStateRows, systole_state_rows_free)

G_END_DECLS
