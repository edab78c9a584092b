/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "widgets/runs-view.h"

G_BEGIN_DECLS

/* Energy and power of each run. */

#define SYSTOLE_TYPE_ENERGY_VIEW (systole_energy_view_get_type ())
G_DECLARE_FINAL_TYPE (SystoleEnergyView, systole_energy_view, SYSTOLE, ENERGY_VIEW, SystoleRunsView)

GtkWidget *systole_energy_view_new (void) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
