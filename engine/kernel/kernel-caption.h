/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/kernel/kernel-plan.h"

G_BEGIN_DECLS

char *systole_kernel_caption (const SystoleKernelPlan *plan, const SystoleMachine *machine, guint64 cycle) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
