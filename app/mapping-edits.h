/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/session.h"

G_BEGIN_DECLS

/* Edits of how an operation is laid on a machine. */

void systole_edit_set_tile (SystoleSession *session, guint lane, guint m, guint n, guint k);
void systole_edit_set_schedule (SystoleSession *session, guint lane, SystoleSchedule schedule);
void systole_edit_set_lanes (SystoleSession *session, guint lane, gboolean lanes);

G_END_DECLS
