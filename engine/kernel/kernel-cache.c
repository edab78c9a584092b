/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-plan.h"

#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

/*
 * Reading the same bytes again and again: one pass, in the middle of many. There is no
 * launch, and what the level holds comes from it.
 *
 * L1 belongs to an SM: the run is one SM's, all others do the same with the same bytes at the
 * same time. From L2 all SMs read together, each block its own chunk; where there are fewer
 * chunks than blocks, several read the same one, and whoever is behind finds in L2 what the
 * first has fetched: he catches up and they go on side by side. (Where only some chunks have a
 * second reader, the measurements show nothing of it.)
 */

#define THREADS 1024
#define PIECE 16384 /* bytes of one turn of a block */
#define LEAST_CYCLES 0.75

/* FULL, NONE, FAR_SHARE and NORM_EXPONENT: a coordinate search over the reads of L1 and L2 of A100, V100 and MI210 in
 * gpu-benches, from sharp edges; H100, H200 and L40 were never fitted to. One set for all devices. */

/* L2 keeps all of what fits so much of it; above, less and less. */
#define L2_FULL 0.59
#define L2_NONE 1.4
#define READERS 2            /* blocks of an SM: 2048 threads */
#define CHUNK (256.0 * 1024) /* bytes of a block */
#define NORM_EXPONENT 5.0    /* as vector kernels: where two limits are near, a pass takes longer than either */
/* L1 loses what it is just too small for, least recently used first. */
#define L1_FULL 0.89
#define L1_NONE 2.8
/* What all SMs read is in both partitions of L2: from half its size on the other one answers. */
#define PARTITION 0.5
#define FAR_SHARE 0.56

static double
share_that_fits (double bytes, double size, double full, double none)
{
  return size > 0 ? CLAMP ((none - bytes / size) / (none - full), 0, 1) : 0;
}

/* Bytes a cycle of one SM. */
static double
find_l1_rate (const SystoleKernelChip *chip, double bytes, double *l1_share)
{
  const SystoleKernelGeneration *g = chip->generation;
  double l2 = g->l2_bytes_per_cycle * g->same_share;

  if (g->partitions && bytes > PARTITION * chip->cache)
    l2 *= FAR_SHARE;
  *l1_share = share_that_fits (bytes, chip->l1, L1_FULL, L1_NONE);
  return 1 / (*l1_share / g->l1_bytes_per_cycle + (1 - *l1_share) / l2);
}

/* Bytes a cycle of the whole chip. */
static double
find_l2_rate (const SystoleKernelChip *chip, double bytes, double *l2_share, double *readers)
{
  double a_byte = 1 / chip->l2_bytes_per_cycle, missing;

  *l2_share = share_that_fits (bytes, chip->cache, L2_FULL, L2_NONE);
  *readers = READERS * chip->sms * CHUNK / bytes;
  if (*readers < 2)
    *readers = 1;
  missing = 1 / (*readers * chip->dram_bytes_per_cycle * chip->generation->read_share * chip->memory_share);
  missing = pow (pow (missing, NORM_EXPONENT) + pow (a_byte, NORM_EXPONENT), 1 / NORM_EXPONENT);
  return 1 / (*l2_share * a_byte + (1 - *l2_share) * missing);
}

gboolean
systole_kernel_make_cache (SystoleKernelPlan *plan, const SystoleRun *run, GError **error)
{
  const SystoleKernelChip *chip = &plan->chip;
  guint64 total = systole_op_get_dim (&run->op, "working_set_bytes");
  double bytes = (double) total, l1_share = 0, l2_share = 1, readers = 1;
  gboolean from_l1 = run->op.kind == SYSTOLE_OP_L1_READ;
  double rate = from_l1 ? find_l1_rate (chip, bytes, &l1_share) : find_l2_rate (chip, bytes, &l2_share, &readers);
  SystoleKernelLoad load = { .l2_rate = rate };
  SystoleKernelLaunch *launch = systole_kernel_schedule_add (&plan->schedule, N_ ("kernel"), THREADS / chip->warp_width);
  guint64 blocks = from_l1 ? 1 : chip->sms;
  guint64 loops = MAX (1, total / blocks / PIECE);
  guint64 lanes = (guint64) plan->schedule.lanes * plan->schedule.sub_cores;
  guint64 ticks = systole_ceil_div (systole_ceil_div (run->useful_work, blocks * loops), lanes);

  /* Less cannot be told apart from nothing. */
  if (bytes / rate < LEAST_CYCLES)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("%s: not modelled: the pass is shorter than a cycle"), systole_op_kind_get_title (run->op.kind));
      return FALSE;
    }
  if (from_l1)
    plan->schedule.sms = plan->schedule.used = 1;
  load.l2_bytes = bytes / (double) blocks;
  ticks = MIN (ticks, MAX ((guint64) (load.l2_bytes * (double) blocks / rate / (double) loops), 1));
  /* Where memory is faster than the lanes add, they are what limits. */
  ticks = MAX (ticks, systole_ceil_div (systole_ceil_div (run->useful_work, blocks * loops), lanes));
  systole_kernel_launch_add_phase (launch, SYSTOLE_UNIT_FP32, SYSTOLE_INSTRUCTION_COMPUTE, SYSTOLE_REASON_BUSY, N_ ("adds"), ticks);
  launch->useful = run->useful_work;
  launch->block_bytes = (guint64) ceil (load.l2_bytes / (double) loops);
  launch->from_dram = l2_share < 1;
  if (!systole_kernel_schedule_add_blocks (&plan->schedule, launch, blocks, 1, loops, &load) || !systole_kernel_schedule_close (&plan->schedule))
    return systole_kernel_too_long (error);
  plan->dram_read = bytes * (1 - l2_share) / readers;
  plan->l2_read = bytes * (1 - l1_share);
  plan->shared_read = bytes;
  plan->l2_cycles = bytes / rate;
  plan->dram_cycles = plan->dram_read / chip->dram_bytes_per_cycle;
  plan->compute_cycles = (double) ticks * (double) loops;
  g_snprintf (plan->mapping, sizeof plan->mapping, "%u threads a block", THREADS);
  return TRUE;
}
