/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/kernel/kernel-plan.h"

G_BEGIN_DECLS

/* Launches whose blocks read, compute and store while others do the same: what kernels
 * bound by memory have in common. Fill a stream, begin its launch, add phases, end it. */

#define SYSTOLE_KERNEL_SECTOR 32      /* bytes: the least that L2 and main memory give (CUDA C++ Best Practices Guide, “Coalesced access”) */
#define SYSTOLE_KERNEL_PORT_BYTES 128 /* shared memory and L1, a cycle an SM */

typedef struct
{
  const char *title; /* marked for translation */
  guint threads;     /* of a block */
  guint64 blocks;
  guint64 loops;                  /* iterations of a block */
  double read, written;           /* bytes of the launch, through L2 */
  double dram_read, dram_written; /* of these, from and to main memory */
  double scattered;               /* of those, in single sectors */
  double dram_share;              /* of the memory's peak; 0: one stream in, one out */
  double latency;                 /* cycles that a wave takes at least */
  guint64 useful, padding;        /* operations that the run counts; and that are issued for nothing */
} SystoleKernelStream;

void systole_kernel_use_lanes (SystoleKernelPlan *plan, SystoleUnit unit, double lanes);
double systole_kernel_get_lanes (const SystoleKernelPlan *plan); /* operations a cycle of an SM's main unit */
double systole_kernel_cached_share (const SystoleKernelPlan *plan, double bytes);

SystoleKernelLaunch *systole_kernel_stream_begin (SystoleKernelPlan *plan, const SystoleKernelStream *stream);
void systole_kernel_stream_add_phase (SystoleKernelPlan *plan, SystoleKernelLaunch *launch, const SystoleKernelStream *stream, SystoleUnit unit, SystoleInstruction instruction, const char *clause, double cycles);
gboolean systole_kernel_stream_end (SystoleKernelPlan *plan, SystoleKernelLaunch *launch, const SystoleKernelStream *stream);

G_END_DECLS
