/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* A cycle in which a part of the waterfall happens: for the peak, one in which most
 * multiply; for the others, one in which most multipliers wait for that cause, in a stretch
 * that it fills if there is one. Samples of long runs. FALSE: none is seen, the part is
 * spread over the whole run (a number format, a lowered clock). */
gboolean systole_run_find_part (const SystoleRun *self, SystolePart part, guint64 *cycle);

G_END_DECLS
