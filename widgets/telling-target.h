/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"
#include "widgets/selection.h"

G_BEGIN_DECLS

/* What is worth being looked at first: the busy PE nearest the middle of an array, a
 * busy multiplier of an SM. */

gboolean systole_find_telling_target (const SystoleRun *run, SystoleLevel level, guint unit, guint64 cycle, SystoleTarget *out);

G_END_DECLS
