/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/energy.h"

G_BEGIN_DECLS

/* Watts over the time of a run, in n bins of equal length: what an idle and an awake chip
 * takes is the same all the time, and what main memory and the host link take is spread evenly, since copies run
 * ahead of the work; arithmetic and on-chip bytes go with the share of the multipliers that are busy. The mean of the bins is the run's power. FALSE: not modelled. */
gboolean systole_run_get_power (const SystoleRun *run, guint n, double *watts);

/* Joules of one useful operation, a multiply and an add counted as two; 0: not modelled. */
double systole_run_get_energy_per_operation (const SystoleRun *run);

G_END_DECLS
