/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "engine/machine/machine.h"

G_BEGIN_DECLS

/*
 * One number of Setup: title, value that can be typed or stepped, unit; below it
 * what was understood, or what is allowed.
 *
 * Signals:
 *   edited (double value, boolean drags)  in the base unit; the owner answers with
 *                                         systole_field_row_set_note() if it refuses
 *   reverted ()                           back to the catalogue's number
 */

#define SYSTOLE_TYPE_FIELD_ROW (systole_field_row_get_type ())
G_DECLARE_FINAL_TYPE (SystoleFieldRow, systole_field_row, SYSTOLE, FIELD_ROW, GtkBox)

/* `unit`: base unit, "" none. `whole`: whole numbers only. Others are shown with the
 * prefix that suits them. */
SystoleFieldRow *systole_field_row_new (const char *title, const char *unit, double min, double max, gboolean whole) G_GNUC_WARN_UNUSED_RESULT;
void systole_field_row_set_explanation (SystoleFieldRow *self, const char *text); /* of a title that is a letter: tooltip and description */
const char *systole_field_row_get_title (SystoleFieldRow *self);
void systole_field_row_set_label (SystoleFieldRow *self, const char *label); /* for assistive technology: "Clock, machine A" */
void systole_field_row_set_value (SystoleFieldRow *self, double value);
double systole_field_row_get_value (SystoleFieldRow *self);
void systole_field_row_set_note (SystoleFieldRow *self, const char *note, gboolean is_error); /* NULL: none */
const char *systole_field_row_get_note (SystoleFieldRow *self);
gboolean systole_field_row_type (SystoleFieldRow *self, const char *text); /* as if typed and confirmed */
void systole_field_row_set_origin (SystoleFieldRow *self, SystoleProvenance provenance, const char *source, gboolean changed);

G_END_DECLS
