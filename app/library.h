/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/scenario/scenario.h"

G_BEGIN_DECLS

/* A scenario of those that ship inside the program. */

SystoleScenario *systole_library_load_scenario (const char *name, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
