/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-stream.h"

#include <math.h>

#include "engine/base/number.h"

/* As for operations on vectors (kernel-vector.c): how the limits of a wave add up. */
#define NORM_EXPONENT 3.4
/* Of the streaming rate, sectors here and there, each in a row of cells of its own: ESTIMATE. */
#define SCATTERED_SHARE 0.5
/* Of L2, what a table that is read here and there has for itself: ESTIMATE. */
#define TABLE_SHARE 0.8

/**
 * systole_kernel_use_lanes:
 * @unit: whose operations the run counts
 * @lanes: operations a cycle of one SM; fewer than its sub-cores where the lanes of a
 *   sub-core take several cycles for one
 */
void
systole_kernel_use_lanes (SystoleKernelPlan *plan, SystoleUnit unit, double lanes)
{
  SystoleKernelSchedule *s = &plan->schedule;

  s->unit = unit;
  s->lanes = (guint) MAX (lanes / s->sub_cores, 1);
  s->interval = (guint) MAX (ceil (s->sub_cores / MAX (lanes, 1)), 1);
}

double
systole_kernel_get_lanes (const SystoleKernelPlan *plan)
{
  return (double) plan->schedule.lanes * plan->schedule.sub_cores / plan->schedule.interval;
}

/* Share of accesses to a table of so many bytes, all equally likely, that L2 serves. */
double
systole_kernel_cached_share (const SystoleKernelPlan *plan, double bytes)
{
  return bytes > 0 ? MIN (TABLE_SHARE * plan->chip.cache / bytes, 1) : 1;
}

SystoleKernelLaunch *
systole_kernel_stream_begin (SystoleKernelPlan *plan, const SystoleKernelStream *stream)
{
  SystoleKernelLaunch *launch = systole_kernel_schedule_add (&plan->schedule, stream->title, (stream->threads + plan->chip.warp_width - 1) / plan->chip.warp_width);

  launch->useful = stream->useful * plan->schedule.interval;
  launch->padding = stream->padding * plan->schedule.interval;
  return launch;
}

/**
 * systole_kernel_stream_add_phase:
 * @cycles: of one iteration; on the main unit at least as many as its work takes
 */
void
systole_kernel_stream_add_phase (SystoleKernelPlan *plan, SystoleKernelLaunch *launch, const SystoleKernelStream *stream, SystoleUnit unit, SystoleInstruction instruction, const char *clause, double cycles)
{
  const SystoleKernelSchedule *s = &plan->schedule;
  gboolean is_main = unit == s->unit && launch->useful > 0;
  guint64 least = 1;

  if (is_main)
    least = systole_ceil_div (systole_ceil_div (launch->useful + launch->padding, stream->blocks * stream->loops), (guint64) s->lanes * s->sub_cores);
  systole_kernel_launch_add_phase (launch, unit, instruction, is_main ? SYSTOLE_REASON_BUSY : unit == SYSTOLE_UNIT_LSU ? SYSTOLE_REASON_UNIT_BUSY
                                                                                                                       : SYSTOLE_REASON_OPERAND,
                                   clause,
                                   MAX ((guint64) llround (cycles), MAX (least, 1)));
}

/**
 * systole_kernel_stream_end:
 *
 * All phases are there. Adds what the launch moves to the plan's totals.
 *
 * Returns: FALSE where the cycles are more than are counted
 */
gboolean
systole_kernel_stream_end (SystoleKernelPlan *plan, SystoleKernelLaunch *launch, const SystoleKernelStream *stream)
{
  const SystoleKernelChip *chip = &plan->chip;
  double steps = (double) stream->blocks * (double) stream->loops, dram = stream->dram_read + stream->dram_written;
  double share = stream->dram_share > 0 ? stream->dram_share : chip->generation->dram_share;
  guint resident = CLAMP (chip->max_threads / stream->threads, 1, SYSTOLE_KERNEL_MAX_SLOTS);
  SystoleKernelLoad load = {
    .dram_bytes = (dram + stream->scattered * (1 / SCATTERED_SHARE - 1)) / (double) stream->blocks,
    .dram_rate = chip->dram_bytes_per_cycle * share,
    .l2_bytes = (stream->read + stream->written) / (double) stream->blocks,
    .l2_rate = chip->l2_bytes_per_cycle,
    .latency = stream->latency,
    .norm = NORM_EXPONENT,
  };

  launch->start = MAX ((guint64) MAX ((double) chip->launch - chip->latency, 0), chip->launch / 2);
  launch->lead = launch->out = (guint64) (chip->latency / 2);
  launch->block_bytes = (guint64) ceil (stream->read / steps);
  launch->stored_bytes = (guint64) ceil (stream->written / steps);
  launch->from_dram = dram > 0;
  plan->dram_read += stream->dram_read;
  plan->dram_written += stream->dram_written;
  plan->l2_read += stream->read;
  plan->l2_written += stream->written;
  plan->shared_read += stream->read;
  plan->shared_written += stream->written;
  plan->compute_cycles += (double) launch->ticks * steps / chip->sms;
  plan->dram_cycles += (double) stream->blocks * load.dram_bytes / load.dram_rate;
  plan->l2_cycles += (double) stream->blocks * load.l2_bytes / load.l2_rate;
  return systole_kernel_schedule_add_blocks (&plan->schedule, launch, stream->blocks, resident, stream->loops, &load);
}
