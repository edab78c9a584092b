/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/machine/catalogue.h"

G_BEGIN_DECLS

/*
 * What ships inside the program: the machines and the library of scenarios. It is
 * linked in, so that a program runs from any folder, installed or not.
 */

SystoleCatalogue *systole_data_get_catalogue (void);

/* The scenarios of the library, in the order in which they are offered. */
guint systole_data_get_n_scenarios (void);
const char *systole_data_get_scenario_id (guint i);                           /* "welcome" */
GBytes *systole_data_get_scenario (const char *id) G_GNUC_WARN_UNUSED_RESULT; /* a .systole file, or NULL */

G_END_DECLS
