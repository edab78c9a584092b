/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * Rows of text for a GtkColumnView whose cells are computed when they are shown, so
 * that a million rows cost nothing. When the contents change but not their number,
 * `systole_text_model_refresh()` renews what is visible and keeps focus and place.
 */

#define SYSTOLE_TYPE_TEXT_ROW (systole_text_row_get_type ())
G_DECLARE_FINAL_TYPE (SystoleTextRow, systole_text_row, SYSTOLE, TEXT_ROW, GObject)

guint systole_text_row_get_index (SystoleTextRow *self);

#define SYSTOLE_TYPE_TEXT_MODEL (systole_text_model_get_type ())
G_DECLARE_FINAL_TYPE (SystoleTextModel, systole_text_model, SYSTOLE, TEXT_MODEL, GObject)

/* The text of a cell (transfer full). */
typedef char *(*SystoleTextFunc) (gpointer data, guint row, guint column);

/* `tooltip` may be NULL. */
SystoleTextModel *systole_text_model_new (SystoleTextFunc text, SystoleTextFunc tooltip, gpointer data) G_GNUC_WARN_UNUSED_RESULT;
void systole_text_model_detach (SystoleTextModel *self);                   /* `data` goes away: empty from now on */
void systole_text_model_set_n_rows (SystoleTextModel *self, guint n_rows); /* and refreshes */
void systole_text_model_refresh (SystoleTextModel *self);

/* Appends a column that shows column `column` of the model. `numeric`: right-aligned;
 * other cells break their lines when room is short. */
GtkColumnViewColumn *systole_text_model_add_column (SystoleTextModel *self, GtkColumnView *view, guint column, const char *title, gboolean numeric);
void systole_text_model_remove_columns (GtkColumnView *view);

/* Tab-separated lines, the titles first (transfer full). */
char *systole_text_model_to_tsv (GtkColumnView *view, guint max_rows, SystoleTextFunc text, gpointer data, guint n_rows) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
