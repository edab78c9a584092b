/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/session.h"

G_BEGIN_DECLS

/*
 * The exercises of the document, to be filled in and marked. Hidden where there is none, and
 * at beats, which show other runs.
 *
 * Signal: found (uint exercise, uint blank)  it was marked, and that one goes wrong first
 */

#define SYSTOLE_TYPE_EXERCISE_CARD (systole_exercise_card_get_type ())
G_DECLARE_FINAL_TYPE (SystoleExerciseCard, systole_exercise_card, SYSTOLE, EXERCISE_CARD, GtkBox)

GtkWidget *systole_exercise_card_new (SystoleSession *session) G_GNUC_WARN_UNUSED_RESULT;
GtkEditable *systole_exercise_card_get_entry (SystoleExerciseCard *self, guint exercise, guint blank); /* or NULL */
const char *systole_exercise_card_check (SystoleExerciseCard *self, guint exercise);                   /* as its button does; what it says */

G_END_DECLS
