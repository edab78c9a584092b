/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* Words and aligned tables for people: in their language, with their decimals. */

typedef struct _SystoleCliGrid SystoleCliGrid;

SystoleCliGrid *systole_cli_grid_new (const char *alignment) G_GNUC_WARN_UNUSED_RESULT;
void systole_cli_grid_free (SystoleCliGrid *self);
void systole_cli_grid_add (SystoleCliGrid *self, const char *text);
void systole_cli_grid_take (SystoleCliGrid *self, char *text);
void systole_cli_grid_end_row (SystoleCliGrid *self);
void systole_cli_grid_append_to (const SystoleCliGrid *self, GString *out, guint indent);

char *systole_cli_text_seconds (double seconds) G_GNUC_WARN_UNUSED_RESULT;
char *systole_cli_text_hertz (double hertz) G_GNUC_WARN_UNUSED_RESULT;
char *systole_cli_text_percent (double share) G_GNUC_WARN_UNUSED_RESULT;
char *systole_cli_text_scaled (double value, const char *unit) G_GNUC_WARN_UNUSED_RESULT;
char *systole_cli_text_bound (const char *bound) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleCliGrid, systole_cli_grid_free)

G_END_DECLS
