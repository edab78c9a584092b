/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-totals.h"

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

static gboolean
operand_bytes (SystoleFormat format, SystoleOperand operand, guint64 rows, guint64 columns, guint64 repeats, guint64 *out)
{
  return systole_format_count_bytes (format, operand, rows, columns, out) && systole_checked_mul (*out, repeats, out);
}

/* Sums pass the edge as the array adds them. */
static gboolean
sum_bytes (SystoleFormat format, guint64 rows, guint64 columns, guint64 repeats, guint64 *out)
{
  return systole_checked_mul (rows, columns, out) && systole_checked_mul (*out, repeats, out) && systole_checked_mul (*out, systole_format_get_accumulator_bytes (format), out);
}

/**
 * systole_array_schedule_get_traffic:
 *
 * What the buffers of A, B and C beside the array deliver and take. The stationary
 * operand is read once. ws and is: the streamed one once for each column of folds; a sum
 * is written once for each row of folds and read back for all but the first. os: A once
 * for each column of folds, B once for each row of folds, C written once.
 *
 * Returns: FALSE where a count does not fit 64 bits
 */
gboolean
systole_array_schedule_get_traffic (const SystoleArraySchedule *self, SystoleArrayTraffic *out)
{
  const SystoleArrayPlan *plan = &self->plan;
  guint64 m = plan->m1 - plan->m0, n = plan->n1 - plan->n0, k = plan->gemm.k;
  SystoleFormat format = plan->gemm.format;
  gboolean os = plan->dataflow == SYSTOLE_DATAFLOW_OS;
  guint64 reads_a = plan->dataflow == SYSTOLE_DATAFLOW_IS ? 1 : self->column_folds;
  guint64 reads_b = plan->dataflow == SYSTOLE_DATAFLOW_WS ? 1 : os ? self->row_folds
                                                                   : self->column_folds;
  guint64 sums = os ? 1 : self->row_folds;

  *out = (SystoleArrayTraffic){ 0 };
  return systole_checked_mul (reads_a, self->batch, &reads_a) && systole_checked_mul (reads_b, self->batch, &reads_b) && systole_checked_mul (sums, self->batch, &sums) &&
         operand_bytes (format, SYSTOLE_OPERAND_A, m, k, reads_a, &out->read[SYSTOLE_OPERAND_A]) &&
         operand_bytes (format, SYSTOLE_OPERAND_B, k, n, reads_b, &out->read[SYSTOLE_OPERAND_B]) &&
         sum_bytes (format, m, n, sums - self->batch, &out->read[SYSTOLE_OPERAND_C]) &&
         sum_bytes (format, m, n, sums, &out->write[SYSTOLE_OPERAND_C]);
}

gboolean
systole_array_add_traffic (SystoleRun *run, const SystoleArrayTimeline *timeline, GError **error)
{
  static const SystoleMemoryLevel levels[] = { SYSTOLE_MEMORY_SRAM_A, SYSTOLE_MEMORY_SRAM_B, SYSTOLE_MEMORY_SRAM_C };
  SystoleArrayTraffic traffic;

  if (!systole_array_schedule_get_traffic (&timeline->schedule, &traffic))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("More than 2^64 bytes pass the edges of the array, the most that is counted"));
      return FALSE;
    }
  if (run->operands == SYSTOLE_OPERANDS_COLD)
    {
      systole_run_add_traffic (run, SYSTOLE_MEMORY_DRAM, systole_array_timeline_count_read (timeline), timeline->dram_write);
      systole_array_timeline_count_compulsory (timeline, &run->compulsory_read_bytes, &run->compulsory_write_bytes);
      if (timeline->memory.dram_bytes_per_cycle > 0 && timeline->schedule.plan.timing != SYSTOLE_TIMING_SCALE_SIM)
        run->memory_bound_cycles = systole_ceil_div (run->compulsory_read_bytes + run->compulsory_write_bytes, timeline->memory.dram_bytes_per_cycle);
    }
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    systole_run_add_traffic (run, levels[i], traffic.read[i], traffic.write[i]);
  return TRUE;
}

/**
 * systole_array_add_waterfall:
 *
 * Cumulative bounds, each rounded up, a part is the difference of two: all PEs busy with
 * useful work; every fold streaming its T cycles; plus the cycles in which nothing streams
 * because a stationary block is on its way; the whole run, were there no memory; the run.
 */
void
systole_array_add_waterfall (SystoleRun *run, const SystoleArrayTimeline *timeline)
{
  const SystoleArraySchedule *schedule = &timeline->schedule;
  gboolean os = schedule->plan.dataflow == SYSTOLE_DATAFLOW_OS;
  guint64 useful = systole_ceil_div (run->useful_macs, (guint64) schedule->plan.rows * schedule->plan.columns);
  guint64 streamed = schedule->folds * schedule->stream;
  guint64 weights = 0;

  if (!os)
    weights = schedule->overlapped ? schedule->load + (schedule->plan.shadow ? 0 : (schedule->folds - 1) * (schedule->own_period - MIN (schedule->stream, schedule->own_period))) : schedule->folds * schedule->load;
  systole_run_add_part (run, SYSTOLE_PART_USEFUL, useful);
  systole_run_add_part (run, SYSTOLE_PART_PADDING, streamed - useful);
  if (!os)
    systole_run_add_part (run, SYSTOLE_PART_WEIGHTS, weights);
  systole_run_add_part (run, SYSTOLE_PART_FILL_DRAIN, schedule->n_cycles - streamed - weights);
  if (!timeline->is_plain)
    systole_run_add_part (run, SYSTOLE_PART_MEMORY, timeline->n_cycles - schedule->n_cycles);
}
