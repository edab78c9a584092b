/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * One choice of Setup: title and a list to choose from.
 *
 * Signal: chosen (uint index)  by the user
 */

#define SYSTOLE_TYPE_CHOICE_ROW (systole_choice_row_get_type ())
G_DECLARE_FINAL_TYPE (SystoleChoiceRow, systole_choice_row, SYSTOLE, CHOICE_ROW, GtkBox)

/* `brief`: what the row says of the first items instead, NULL: the same as the list;
 * `search`: the list can be searched by typing. */
SystoleChoiceRow *systole_choice_row_new (const char *title, const char *const *items, const char *const *brief, gboolean search) G_GNUC_WARN_UNUSED_RESULT;
void systole_choice_row_set_label (SystoleChoiceRow *self, const char *label);      /* for assistive technology */
void systole_choice_row_set_explanation (SystoleChoiceRow *self, const char *text); /* tooltip and description */
void systole_choice_row_set_note (SystoleChoiceRow *self, const char *note);
void systole_choice_row_set_hint (SystoleChoiceRow *self, const char *hint); /* what follows from the choice; NULL: nothing */
void systole_choice_row_set_selected (SystoleChoiceRow *self, guint index);
guint systole_choice_row_get_selected (SystoleChoiceRow *self);

G_END_DECLS
