/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/gpu/sm-state.h"

G_BEGIN_DECLS

/* One instruction of a warp: why it cannot issue in this cycle, and what it changes when it
 * does. For sm-state.c, which steps through the cycles. */

#define NEVER G_MAXUINT64 /* a wait whose end is not known yet */

guint systole_sm_state_get_registers (const SystoleSmState *self, gint64 tile, guint k_step);
gboolean systole_sm_warp_block (SystoleSmWarp *warp, SystoleReason reason, guint64 wake);
gboolean systole_sm_state_is_blocked (const SystoleSmState *self, guint w, const SystoleSmInstruction *in, gint64 tile);
void systole_sm_state_issue (SystoleSmState *self, guint w, const SystoleSmInstruction *in, gint64 tile, guint64 *begin, guint64 *end);

G_END_DECLS
