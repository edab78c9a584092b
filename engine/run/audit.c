/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/run-private.h"

#include <math.h>

#include "engine/base/i18n.h"

/*
 * The audit: laws 4 to 6 re-checked on every run from its totals. Who shows a
 * number shows a breach instead of it. A check that does not apply is left out.
 */

static void
add_check (SystoleRun *self, const char *id, const char *title, gboolean ok)
{
  g_return_if_fail (self->n_audit < SYSTOLE_RUN_MAX_CHECKS);
  self->audit[self->n_audit++] = (SystoleAuditCheck){ id, title, ok };
}

static gboolean
waterfall_adds_up (const SystoleRun *self)
{
  guint64 sum = 0;

  for (guint i = 0; i < self->n_waterfall; i++)
    if (!g_uint64_checked_add (&sum, sum, self->waterfall[i].cycles))
      return FALSE;
  return sum == self->n_cycles;
}

static gboolean
shares_are_shares (const SystoleRun *self)
{
  for (guint i = 0; i < self->n_utilization; i++)
    if (!(self->utilization[i].share >= 0 && self->utilization[i].share <= 1))
      return FALSE;
  return TRUE;
}

/* Buffers side by side, each of one operand, and the host beside a memory of weights: none is inside another. */
static gboolean
is_operand_buffer (SystoleMemoryLevel level)
{
  return level == SYSTOLE_MEMORY_SRAM_A || level == SYSTOLE_MEMORY_SRAM_B || level == SYSTOLE_MEMORY_SRAM_C ||
         level == SYSTOLE_MEMORY_WEIGHT_FIFO || level == SYSTOLE_MEMORY_HOST || level == SYSTOLE_MEMORY_UNIFIED_BUFFER || level == SYSTOLE_MEMORY_ACCUMULATOR;
}

/* What an outer level reads must have been wanted by an inner one: inner reads ≥ outer reads. */
static gboolean
traffic_does_not_shrink (const SystoleRun *self)
{
  for (guint i = 1; i < self->n_traffic; i++)
    if (self->traffic[i].read_bytes < self->traffic[i - 1].read_bytes && !is_operand_buffer (self->traffic[i].level))
      return FALSE;
  return TRUE;
}

static gboolean
summaries_add_up (const SystoleRun *self)
{
  for (guint i = 0; i <= 8; i++)
    {
      guint64 cycle = (guint64) ((double) (self->n_cycles - 1) * i / 8.0);
      guint64 sum;
      SystoleSummary summary;

      systole_run_summarize (self, MIN (cycle, self->n_cycles - 1), &summary);
      sum = summary.busy;
      for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
        sum += summary.idle[r];
      if (sum != summary.total)
        return FALSE;
    }
  return TRUE;
}

/**
 * systole_run_audit:
 *
 * Fills the list of checks from the totals that the family's prepare() left. Traffic
 * is listed from the outermost level to the innermost.
 */
void
systole_run_audit (SystoleRun *self)
{
  double capacity = self->peak_macs_per_cycle * (double) self->n_cycles;

  add_check (self, "macs", N_ ("useful MACs are the product of the dimensions"), self->useful_macs == systole_op_get_useful_macs (&self->op));
  add_check (self, "issued", N_ ("issued MACs are at least the useful ones"), self->issued_macs >= MIN (self->useful_macs, self->algorithm_work));
  add_check (self, "work", N_ ("all the work is done at the end"), fabs (self->klass->get_useful_before (self, self->n_cycles) - (double) self->useful_work) <= 1e-9 * (double) self->useful_work);
  add_check (self, "waterfall", N_ ("the parts of the waterfall add up to the cycles"), waterfall_adds_up (self));
  add_check (self, "peak", N_ ("no more MACs than the multipliers can do"), (double) self->algorithm_work <= capacity * (1 + 1e-12));
  add_check (self, "shares", N_ ("every utilization is between 0 and 1"), shares_are_shares (self));
  add_check (self, "compute-bound", N_ ("not faster than the arithmetic allows"), self->n_cycles >= self->compute_bound_cycles);
  add_check (self, "memory-bound", N_ ("not faster than the memory allows"), self->n_cycles >= self->memory_bound_cycles);
  add_check (self, "states", N_ ("busy and idle units add up to all units"), summaries_add_up (self));
  if (self->compulsory_read_bytes > 0)
    {
      const SystoleTraffic *dram = &self->traffic[0];

      add_check (self, "compulsory", N_ ("every operand byte is read and every result byte written at least once"), self->n_traffic > 0 && dram->read_bytes >= self->compulsory_read_bytes && dram->write_bytes >= self->compulsory_write_bytes);
    }
  if (self->n_traffic > 1)
    add_check (self, "traffic", N_ ("inner memories carry at least the traffic of outer ones"), traffic_does_not_shrink (self));
}
