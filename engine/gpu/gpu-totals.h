/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/gpu/gpu-plan.h"
#include "engine/run/run-private.h"

G_BEGIN_DECLS

/* Time, waterfall, traffic and shares of a run on a whole GPU. */
gboolean systole_gpu_fill_totals (SystoleRun *run, const SystoleGpuPlan *plan, GError **error);

G_END_DECLS
