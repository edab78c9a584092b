/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/array-schedule.h"

G_BEGIN_DECLS

void systole_array_schedule_fill_frame (const SystoleArraySchedule *self, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame);
gboolean systole_array_schedule_fill_sums (const SystoleArraySchedule *self, guint64 max_additions, SystoleArrayFrame *frame, SystoleProgress progress, gpointer progress_data);

/* The edges alone: operands about to enter, results that have left. The frame's cells must still be those of the cycle before. */
void systole_array_schedule_fill_edges (const SystoleArraySchedule *self, guint64 cycle, gboolean is_next, SystoleArrayFrame *frame);
/* Products in a sum that has left: of a token of the bottom edge at `cycle`. */
guint64 systole_array_schedule_get_left_k_end (const SystoleArraySchedule *self, const SystoleEdgeToken *token, guint64 cycle);

/* Rows of the fold's stationary block that lie in PE (row, column): G_MAXUINT if none is there yet (ws, is). */
guint systole_array_schedule_get_stationary_row (const SystoleArraySchedule *self, const SystoleArrayPlace *place, guint row, guint column, guint64 cycle);
/* Row of the fold whose finished sum an idle PE holds (os): G_MAXUINT if none. */
guint systole_array_schedule_get_held_row (const SystoleArraySchedule *self, const SystoleArrayPlace *place, guint row, guint column, guint64 cycle);

/* For frames that are made of more than one schedule: one PE, and a sum that it lacks. */
void systole_array_schedule_fill_cell (const SystoleArraySchedule *self, const SystoleArrayDiagonal *diagonal, guint row, guint column, guint64 cycle, gboolean values, SystoleArrayCell *cell);
void systole_array_schedule_set_sum (const SystoleArraySchedule *self, double sum, SystoleArrayCell *cell);

G_END_DECLS
