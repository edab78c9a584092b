/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/lane-view.h"

G_BEGIN_DECLS

/* The text twin of a lane: the same frame as rows (PEs, or warps, pipes and
 * multipliers, or the units of the chip), at the level the lane shows.
 *
 * Properties: lane (SYSTOLE_TYPE_LANE_VIEW; followed). */

#define SYSTOLE_TYPE_STATE_TABLE (systole_state_table_get_type ())
G_DECLARE_FINAL_TYPE (SystoleStateTable, systole_state_table, SYSTOLE, STATE_TABLE, GtkWidget)

GtkWidget *systole_state_table_new (void) G_GNUC_WARN_UNUSED_RESULT;
SystoleLaneView *systole_state_table_get_lane (SystoleStateTable *self);
void systole_state_table_set_lane (SystoleStateTable *self, SystoleLaneView *lane);
guint systole_state_table_get_n_rows (SystoleStateTable *self);
char *systole_state_table_to_tsv (SystoleStateTable *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
