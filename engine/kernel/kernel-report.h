/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/kernel/kernel-plan.h"

G_BEGIN_DECLS

/* The totals of a run, from its plan. */

void systole_kernel_report (SystoleRun *run, const SystoleKernelPlan *plan);

G_END_DECLS
