/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-report.h"

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/systolic/array-timeline.h"
#include "engine/systolic/array-totals.h"

/* What SCALE-Sim divides by. For ws and is it counts the skew of the columns twice and
 * gives the index of the last cycle for their number, so the figure is low. */
static double
get_fold_cycles (const SystoleArraySchedule *schedule)
{
  guint64 r = schedule->plan.rows, c = schedule->plan.columns;

  if (schedule->plan.timing != SYSTOLE_TIMING_SCALE_SIM)
    return (double) schedule->period;
  if (schedule->plan.dataflow == SYSTOLE_DATAFLOW_OS)
    return (double) (r + c + schedule->stream - 2);
  return (double) (2 * r + 2 * c + schedule->stream - 3);
}

static gboolean
fill_traffic (const SystoleArrayTimeline *timeline, SystoleArrayReport *out)
{
  static const SystoleMemoryLevel levels[] = { SYSTOLE_MEMORY_SRAM_A, SYSTOLE_MEMORY_SRAM_B, SYSTOLE_MEMORY_SRAM_C };
  SystoleArrayTraffic traffic;

  if (!systole_array_schedule_get_traffic (&timeline->schedule, &traffic))
    return FALSE;
  out->traffic[0] = (SystoleTraffic){ SYSTOLE_MEMORY_DRAM, systole_array_timeline_count_read (timeline), timeline->dram_write };
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    out->traffic[i + 1] = (SystoleTraffic){ levels[i], traffic.read[i], traffic.write[i] };
  for (guint i = 0; i < G_N_ELEMENTS (out->dram_read); i++)
    out->dram_read[i] = timeline->dram_read[i];
  return TRUE;
}

/**
 * systole_array_report:
 * @product: what is computed
 * @def: a def that passes systole_array_def_check()
 *
 * `scale-sim` prints what SCALE-Sim 2 and 3 print for a layer that memory never stalls
 * (scalesim-project/SCALE-Sim at 1d62b68): total = folds × fold cycles − 1, and the
 * percentages that follow from it; the others count whole cycles.
 *
 * Returns: FALSE with %SYSTOLE_ERROR_CAPACITY for counts that do not fit, or
 *   %SYSTOLE_ERROR_NOT_MODELLED where that simulator prints 0 cycles
 */
gboolean
systole_array_report (const SystoleProduct *product, const SystoleArrayDef *def, SystoleArrayReport *out, GError **error)
{
  double pes = (double) def->rows * def->columns, elements;
  SystoleArrayTimeline timeline;
  const SystoleArraySchedule *schedule = &timeline.schedule;

  if (!systole_array_timeline_init (&timeline, product, def, TRUE, error))
    return FALSE;
  *out = (SystoleArrayReport){ .folds = schedule->folds, .total_cycles = timeline.n_cycles, .stall_cycles = timeline.n_cycles - schedule->n_cycles };
  g_strlcpy (out->bound, systole_array_timeline_get_bound (&timeline), sizeof out->bound);
  if (!fill_traffic (&timeline, out))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("More than 2^64 bytes pass the edges of the array, the most that is counted"));
      return FALSE;
    }
  if (def->timing == SYSTOLE_TIMING_SCALE_SIM)
    out->total_cycles--;
  if (out->total_cycles == 0)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("not modelled: the run is one cycle long, for which SCALE-Sim prints 0 cycles"));
      return FALSE;
    }
  elements = (double) schedule->spatial_rows * (double) schedule->spatial_columns * (double) schedule->batch;
  out->overall_utilization = elements * (double) schedule->stream / ((double) out->total_cycles * pes);
  out->mapping_efficiency = elements / ((double) schedule->folds * pes);
  out->compute_utilization = out->mapping_efficiency * (double) schedule->stream / get_fold_cycles (schedule);
  return TRUE;
}
