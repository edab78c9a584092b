/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/gpu/gpu-plan.h"
#include "engine/gpu/sm-caption.h"

G_BEGIN_DECLS

/* Frames of a GPU's run; `cycle`, `phase` and `unit` are the caller's. */
void systole_gpu_sm_frame (const SystoleGpuPlan *plan, guint unit, guint64 cycle, SystoleSmFrame *frame);
void systole_gpu_chip_frame (const SystoleGpuPlan *plan, const SystoleMachine *machine, guint64 cycle, SystoleChipFrame *frame);

G_END_DECLS
