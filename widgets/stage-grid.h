/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lays out a few equal children in the columns and rows that show them largest,
 * with lines between them. */

#define SYSTOLE_STAGE_GRID_MAX 4

#define SYSTOLE_TYPE_STAGE_GRID (systole_stage_grid_get_type ())
G_DECLARE_FINAL_TYPE (SystoleStageGrid, systole_stage_grid, SYSTOLE, STAGE_GRID, GtkWidget)

GtkWidget *systole_stage_grid_new (void) G_GNUC_WARN_UNUSED_RESULT;
void systole_stage_grid_append (SystoleStageGrid *self, GtkWidget *child);
void systole_stage_grid_remove_last (SystoleStageGrid *self);

/* Columns for `n` lanes in a room; `least_width` and `least_height`: of one lane. */
guint systole_stage_grid_choose_columns (guint n, double width, double height, double least_width, double least_height);

G_END_DECLS
