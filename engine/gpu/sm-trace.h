/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/sum-trace.h"

G_BEGIN_DECLS

SystoleTrace *systole_run_trace_multiplier (const SystoleRun *run, guint unit, guint64 cycle, guint sub_core, guint row, guint column) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
