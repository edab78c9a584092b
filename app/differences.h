/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/scenario/scenario.h"

G_BEGIN_DECLS

/* In what A and B of a comparison differ: one line a point, translated (transfer full);
 * NULL when there are no two machines or no difference. */
char *systole_differences_describe (const SystoleScenario *scenario, const SystoleCatalogue *catalogue, guint *n) G_GNUC_WARN_UNUSED_RESULT;

/* What a lane's machine is called, translated. */
const char *systole_differences_get_model (const SystoleLane *lane, const SystoleCatalogue *catalogue);

G_END_DECLS
