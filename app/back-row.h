/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/session.h"
#include "widgets/lane-painter.h"

G_BEGIN_DECLS

/*
 * What those in the last row see: each beat as small as a screen is from eight times its
 * height, and as pale as a projector is in a lit room; below it the labels that were left
 * out because they would have been too small.
 */

#define SYSTOLE_TYPE_BACK_ROW (systole_back_row_get_type ())
G_DECLARE_FINAL_TYPE (SystoleBackRow, systole_back_row, SYSTOLE, BACK_ROW, GtkWindow)

GtkWidget *systole_back_row_new (SystoleSession *session, const SystoleCamera *cameras, guint n) G_GNUC_WARN_UNUSED_RESULT; /* cameras: without a lesson */
void systole_back_row_turn (SystoleBackRow *self, int direction);                                                           /* to the next position of the lesson, or the one before */
const char *systole_back_row_get_dropped (SystoleBackRow *self);                                                            /* one a line, "" where nothing is left out */

G_END_DECLS
