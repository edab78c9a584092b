/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/canvas.h"
#include "widgets/lane-painter.h"

G_BEGIN_DECLS

/* One PE among its neighbours, at the top of the page "Selection". */

#define SYSTOLE_TYPE_NEIGHBOUR_VIEW (systole_neighbour_view_get_type ())
G_DECLARE_FINAL_TYPE (SystoleNeighbourView, systole_neighbour_view, SYSTOLE, NEIGHBOUR_VIEW, SystoleCanvas)

GtkWidget *systole_neighbour_view_new (void) G_GNUC_WARN_UNUSED_RESULT;
/* `run`: of an array, or NULL: nothing; `target`: a PE of it. */
void systole_neighbour_view_set_pe (SystoleNeighbourView *self, SystoleRun *run, const SystoleTarget *target, guint64 cycle);

G_END_DECLS
