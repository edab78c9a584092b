/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/roofline.h"

/**
 * systole_run_get_roofline:
 *
 * Returns: FALSE, @out untouched, for a run that multiplies nothing or breaks a law
 */
gboolean
systole_run_get_roofline (const SystoleRun *self, SystoleRoofline *out)
{
  double operations = 2 * (double) systole_run_get_useful_macs (self), bytes = 0;
  SystoleQuantity peak = systole_run_get_counter (self, SYSTOLE_COUNTER_PEAK_MACS);
  guint n;
  const SystoleTraffic *traffic = systole_run_get_traffic (self, &n);

  if (!systole_run_is_sound (self) || operations <= 0 || !peak.present || peak.real <= 0)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (traffic[i].level == SYSTOLE_MEMORY_DRAM)
      bytes += (double) traffic[i].read_bytes + (double) traffic[i].write_bytes;
  out->peak = 2 * peak.real * systole_run_get_clock_hz (self);
  out->bandwidth = systole_machine_get (systole_run_get_machine (self), SYSTOLE_FIELD_MEMORY_BANDWIDTH);
  out->intensity = bytes > 0 ? operations / bytes : 0;
  out->achieved = operations / systole_run_get_seconds (self);
  out->bound = out->peak;
  if (out->bandwidth > 0 && out->intensity > 0)
    out->bound = MIN (out->bound, out->bandwidth * out->intensity);
  return TRUE;
}

/* Documented in roofline.h. */
double
systole_roofline_get_ridge (const SystoleRoofline *self)
{
  return self->bandwidth > 0 ? self->peak / self->bandwidth : 0;
}
