/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/runs-view.h"

G_BEGIN_DECLS

/* What moves through each level of memory, all lanes on one scale. */

#define SYSTOLE_TYPE_MEMORY_VIEW (systole_memory_view_get_type ())
G_DECLARE_FINAL_TYPE (SystoleMemoryView, systole_memory_view, SYSTOLE, MEMORY_VIEW, SystoleRunsView)

GtkWidget *systole_memory_view_new (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
