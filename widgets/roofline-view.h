/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/runs-view.h"

G_BEGIN_DECLS

/* All lanes under their roofs, in one chart. */

#define SYSTOLE_TYPE_ROOFLINE_VIEW (systole_roofline_view_get_type ())
G_DECLARE_FINAL_TYPE (SystoleRooflineView, systole_roofline_view, SYSTOLE, ROOFLINE_VIEW, SystoleRunsView)

GtkWidget *systole_roofline_view_new (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
