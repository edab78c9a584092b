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

/* Few makers state the bandwidth of what lies on the chip. */
static double
get_bandwidth (const SystoleRun *self, SystoleMemoryLevel level)
{
  const SystoleMachine *machine = systole_run_get_machine (self);

  if (level == SYSTOLE_MEMORY_DRAM)
    return systole_machine_get (machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH);
  return level == SYSTOLE_MEMORY_HOST ? systole_machine_get (machine, SYSTOLE_FIELD_HOST_BANDWIDTH) : 0;
}

/**
 * systole_run_get_roof_levels:
 * @out: (array length=max)
 *
 * The run's intensity at each memory that something moves through: useful MACs × 2, or the
 * operations of an operation without, over the bytes read and written there.
 *
 * Returns: how many were filled; 0 for a run that breaks a law
 */
guint
systole_run_get_roof_levels (const SystoleRun *self, SystoleRoofLevel *out, guint max)
{
  double macs = (double) systole_run_get_useful_macs (self);
  double operations = macs > 0 ? 2 * macs : (double) systole_op_get_useful_work (systole_run_get_op (self));
  guint n_traffic, n = 0;
  const SystoleTraffic *traffic = systole_run_get_traffic (self, &n_traffic);

  for (guint i = 0; systole_run_is_sound (self) && i < n_traffic && n < max; i++)
    {
      double bytes = (double) traffic[i].read_bytes + (double) traffic[i].write_bytes;

      if (bytes > 0)
        out[n++] = (SystoleRoofLevel){ traffic[i].level, operations / bytes, bytes / systole_run_get_seconds (self), get_bandwidth (self, traffic[i].level) };
    }
  return n;
}
