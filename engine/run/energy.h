/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* Energy and money of a run: idle power × time + operations × energy + bytes × energy of
 * each memory level, scaled by the process of the chip, bounded by its power limit. The
 * coefficients are the energy-*.def tables, each with its source or marked an estimate. */

typedef enum
{
#define ENERGY_PART(ID, id, title) SYSTOLE_ENERGY_##ID,
#include "engine/run/energy.def"
#undef ENERGY_PART
  SYSTOLE_N_ENERGY_PARTS
} SystoleEnergyPart;

typedef struct
{
  gboolean modelled;        /* FALSE: the machine is no chip whose power is known; all else is 0 */
  double joules;            /* sum of the parts, added in their order */
  double watts;             /* average over the run, at most the power limit */
  double limit;             /* watts: the power limit */
  double standby;           /* watts between two runs of a program: idle board, clocks and leakage */
  gboolean limit_estimated; /* none is published */
  gboolean limited;         /* the parts at work were scaled down to the power limit */
  double parts[SYSTOLE_N_ENERGY_PARTS];
} SystoleEnergy;

typedef struct
{
  gboolean known;
  double usd_per_hour;
  double usd;         /* of this run */
  const char *source; /* provider, date and where it was read; may be NULL */
} SystoleCost;

void systole_run_get_energy (const SystoleRun *run, SystoleEnergy *out);
void systole_run_get_cost (const SystoleRun *run, SystoleCost *out);

const char *systole_energy_part_get_id (SystoleEnergyPart self);
const char *systole_energy_part_get_title (SystoleEnergyPart self);

G_END_DECLS
