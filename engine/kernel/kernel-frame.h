/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/kernel/kernel-plan.h"

G_BEGIN_DECLS

/* The state of one SM, or of all of them, in one cycle. */

SystoleReason systole_kernel_why_idle (const SystoleKernelLaunch *launch, const SystoleKernelMoment *moment);
gboolean systole_kernel_get_step (const SystoleKernelSchedule *self, const SystoleKernelMoment *moment, guint sm, guint slot, guint64 *block, guint64 *step);
void systole_kernel_sm_frame (const SystoleKernelPlan *plan, guint sm, const SystoleKernelMoment *moment, SystoleSmFrame *frame);
void systole_kernel_chip_frame (const SystoleKernelPlan *plan, const SystoleMachine *machine, const SystoleKernelMoment *moment, SystoleChipFrame *frame);

G_END_DECLS
