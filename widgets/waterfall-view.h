/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/runs-view.h"
#include "widgets/waterfall-painter.h"

G_BEGIN_DECLS

/*
 * Where the time goes, one waterfall a lane, one below the other.
 *
 * Signal: part-activated (uint lane, uint index)  the index is that of
 * systole_run_get_waterfall()
 */

#define SYSTOLE_TYPE_WATERFALL_VIEW (systole_waterfall_view_get_type ())
G_DECLARE_FINAL_TYPE (SystoleWaterfallView, systole_waterfall_view, SYSTOLE, WATERFALL_VIEW, SystoleRunsView)

GtkWidget *systole_waterfall_view_new (void) G_GNUC_WARN_UNUSED_RESULT;
void systole_waterfall_view_set_highlighted (SystoleWaterfallView *self, guint lane, int part); /* −1: none */

G_END_DECLS
