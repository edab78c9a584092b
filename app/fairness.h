/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/scenario/scenario.h"

G_BEGIN_DECLS

/* Whether the machines of a comparison work under equal conditions: what they compute,
 * in which format, where the operands begin, how much of a machine is modelled and how
 * its cycles are counted. Differences of the machines themselves are what is compared. */

typedef struct
{
  gboolean fair;
  char *brief;  /* one line */
  char *detail; /* a sentence a difference, one a line; NULL when there is none */
} SystoleFairness;

/* FALSE: nothing is compared. `n_lanes`: of the scenario, those that are shown. */
gboolean systole_fairness_judge (const SystoleScenario *scenario, const SystoleCatalogue *catalogue, guint n_lanes, SystoleFairness *out);
void systole_fairness_clear (SystoleFairness *self);

G_END_DECLS
