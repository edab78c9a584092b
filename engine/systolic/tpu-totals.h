/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/tpu-plan.h"

G_BEGIN_DECLS

void systole_tpu_fill_totals (SystoleRun *run, const SystoleTpuPlan *plan);

G_END_DECLS
