/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/runs-view.h"

G_BEGIN_DECLS

/* Why each further lane differs from the first. */

#define SYSTOLE_TYPE_DIFFERENCE_VIEW (systole_difference_view_get_type ())
G_DECLARE_FINAL_TYPE (SystoleDifferenceView, systole_difference_view, SYSTOLE, DIFFERENCE_VIEW, SystoleRunsView)

GtkWidget *systole_difference_view_new (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
