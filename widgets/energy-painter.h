/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run-name.h"
#include "widgets/paint.h"

G_BEGIN_DECLS

/* Where the energy of a run goes, by cause, that adds up; watts over its time under the power
 * limit; joules of one useful operation. The width is given, the height follows. */

typedef struct
{
  const SystoleRun *run;
  char letter;
  double width;
  double most_watts; /* end of the scale of power, shared by the lanes; 0: this run's own */
  SystolePaintStyle style;
  const SystoleRunName *name; /* beside other lanes; NULL: the machine alone */
} SystoleEnergyPaint;

double systole_energy_get_height (const SystoleEnergyPaint *self);
void systole_energy_paint (cairo_t *cr, const SystoleEnergyPaint *self);
char *systole_energy_describe (const SystoleEnergyPaint *self) G_GNUC_WARN_UNUSED_RESULT;
double systole_energy_get_most_watts (const SystoleRun *run); /* 0: not modelled */

G_END_DECLS
