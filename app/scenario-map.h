/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/maps.h"
#include "widgets/map-painter.h"

G_BEGIN_DECLS

/* The map of a scenario over the two sizes that its operation is mapped by when nobody
 * chooses, with the words that stand on it: for beats, paper and files. */

typedef struct _SystoleScenarioMap SystoleScenarioMap;

SystoleScenarioMap *systole_scenario_map_new (const SystoleScenario *scenario, SystoleCatalogue *catalogue) G_GNUC_WARN_UNUSED_RESULT; /* NULL: there is none to be made */
void systole_scenario_map_free (SystoleScenarioMap *self);
const char *systole_scenario_map_get_key (const SystoleScenarioMap *self); /* scenarios with the same have the same map */
SystoleMapJob *systole_scenario_map_get_job (SystoleScenarioMap *self);    /* to be run once, by the caller */
gboolean systole_scenario_map_take (SystoleScenarioMap *self);             /* what the job has found; TRUE: something new */
void systole_scenario_map_fill (const SystoleScenarioMap *self, const SystoleScenario *here, SystoleMapPaint *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleScenarioMap, systole_scenario_map_free)

G_END_DECLS
