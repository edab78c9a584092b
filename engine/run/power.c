/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/power.h"

/* Documented in power.h. */
gboolean
systole_run_get_power (const SystoleRun *run, guint n, double *watts)
{
  double cycles = (double) systole_run_get_n_cycles (run), seconds = systole_run_get_seconds (run);
  double steady, mean = 0;
  SystoleEnergy energy;

  g_return_val_if_fail (n >= 1, FALSE);
  systole_run_get_energy (run, &energy);
  if (!energy.modelled || !(cycles > 0))
    return FALSE;
  systole_run_get_busy_share (run, 0, cycles, n, watts);
  for (guint i = 0; i < n; i++)
    mean += watts[i] / n;
  steady = energy.parts[SYSTOLE_ENERGY_IDLE] + energy.parts[SYSTOLE_ENERGY_AWAKE] + energy.parts[SYSTOLE_ENERGY_DRAM] + energy.parts[SYSTOLE_ENERGY_HOST];
  for (guint i = 0; i < n; i++)
    watts[i] = mean > 0 ? (steady + (energy.joules - steady) * watts[i] / mean) / seconds : energy.joules / seconds;
  return TRUE;
}

/* Documented in power.h. */
double
systole_run_get_energy_per_operation (const SystoleRun *run)
{
  SystoleQuantity rate = systole_run_get_counter (run, SYSTOLE_COUNTER_OPS_RATE);
  SystoleEnergy energy;

  systole_run_get_energy (run, &energy);
  return energy.modelled && rate.present && rate.real > 0 ? energy.joules / (rate.real * systole_run_get_seconds (run)) : 0;
}
