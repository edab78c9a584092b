/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/roofline.h"

/* What such an operation counts is bytes, rows or comparisons, no arithmetic. */
static gboolean
computes (SystoleOpKind kind)
{
  static const SystoleOpKind others[] = { SYSTOLE_OP_GATHER, SYSTOLE_OP_MEMCPY, SYSTOLE_OP_STREAM_INIT, SYSTOLE_OP_L1_READ, SYSTOLE_OP_L2_READ, SYSTOLE_OP_SORT, SYSTOLE_OP_QUERY };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (kind == others[i])
      return FALSE;
  return TRUE;
}

/* Operations of the run, two a MAC, and those that it could do in a second. FALSE: it counts none. */
static gboolean
count_operations (const SystoleRun *self, double *operations, double *peak)
{
  SystoleQuantity macs = systole_run_get_counter (self, SYSTOLE_COUNTER_PEAK_MACS);
  const SystoleWaterfallPart *parts;
  guint n;

  *operations = 2 * (double) systole_run_get_useful_macs (self);
  *peak = 2 * macs.real * systole_run_get_clock_hz (self);
  if (*operations > 0)
    return macs.present && macs.real > 0;
  if (!computes (systole_run_get_op (self)->kind))
    return FALSE;
  *operations = (double) systole_op_get_useful_work (systole_run_get_op (self));
  parts = systole_run_get_waterfall (self, &n);
  for (guint i = 0; i < n; i++)
    if (parts[i].part == SYSTOLE_PART_USEFUL && parts[i].cycles > 0)
      {
        *peak = *operations / (double) parts[i].cycles * systole_run_get_clock_hz (self);
        return TRUE;
      }
  return FALSE;
}

/**
 * systole_run_get_roofline:
 *
 * Where nothing is multiplied, the operations are those that the operation counts, and the peak is that of
 * the unit which does them: the first part of the waterfall.
 *
 * Returns: FALSE, @out untouched, for a run that computes nothing or breaks a law
 */
gboolean
systole_run_get_roofline (const SystoleRun *self, SystoleRoofline *out)
{
  double operations, peak, bytes = 0;
  guint n;
  const SystoleTraffic *traffic = systole_run_get_traffic (self, &n);

  if (!systole_run_is_sound (self) || !count_operations (self, &operations, &peak))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (traffic[i].level == SYSTOLE_MEMORY_DRAM)
      bytes += (double) traffic[i].read_bytes + (double) traffic[i].write_bytes;
  out->peak = peak;
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
