/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/tpu-plan.h"

G_BEGIN_DECLS

char *systole_tpu_plan_describe_cycle (const SystoleTpuPlan *self, guint64 cycle, const SystoleSummary *summary) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
