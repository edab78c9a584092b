/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-stream.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"

/*
 * Filter, join, aggregate, as Shanbhag, Madden and Yu, “A study of the fundamental performance
 * characteristics of GPUs and CPUs for database analytics”, SIGMOD 2020: one kernel puts the keys of the
 * small table in a hash table; a second goes once over the columns of the large one: filters, looks up
 * what passed, adds what matched to its group. Columns after the filter's are read where a row of the
 * sector passes; look-ups go to main memory where the hash table does not fit in L2.
 */

#define THREADS 256
#define ROWS_A_THREAD 8
#define ROWS (THREADS * ROWS_A_THREAD)
#define FILL 2            /* slots of the hash table a key: half full, linear probing */
#define ISSUE 4           /* instructions for one operation that the query counts, addresses and branches with it: ESTIMATE */
#define SCATTERED_LANES 4 /* look-ups that L1 gives a cycle: four sectors */
#define INSERT_LANES 1    /* atomic writes that an SM sends to L2 a cycle: ESTIMATE */
#define FEW_GROUPS 4096   /* sums that a block keeps in shared memory */
#define INT_LANES 16      /* of a sub-core */

typedef struct
{
  SystoleQuery q;
  double element, table; /* bytes; of the hash table */
  double cached, warm;   /* shares */
  double lanes;
} Sizes;

static gboolean
add_build (SystoleKernelPlan *plan, const Sizes *z, guint64 useful)
{
  SystoleKernelStream stream = { .title = N_ ("build kernel"), .threads = THREADS, .blocks = systole_ceil_div (z->q.build, ROWS), .loops = 1 };
  double rows = MIN ((double) z->q.build, ROWS), keys = (double) z->q.build, read = keys * 2 * z->element, sectors = keys * SYSTOLE_KERNEL_SECTOR;
  SystoleKernelLaunch *launch;

  stream.read = read;
  stream.written = sectors;
  stream.dram_read = read * (1 - z->warm) + sectors * (1 - z->cached);
  stream.dram_written = z->cached < 1 ? sectors * (1 - z->cached) : 0;
  stream.read += sectors * (1 - z->cached);
  stream.scattered = 2 * sectors * (1 - z->cached);
  stream.useful = useful;
  launch = systole_kernel_stream_begin (plan, &stream);
  systole_kernel_stream_add_phase (plan, launch, &stream, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_LOAD, N_ ("reads keys of the small table"), rows * 2 * z->element / SYSTOLE_KERNEL_PORT_BYTES);
  systole_kernel_stream_add_phase (plan, launch, &stream, SYSTOLE_UNIT_INT, SYSTOLE_INSTRUCTION_COMPUTE, N_ ("computes where its keys belong"), rows * 4 * ISSUE / z->lanes);
  systole_kernel_stream_add_phase (plan, launch, &stream, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_STORE, N_ ("puts its keys in the hash table"), rows / INSERT_LANES);
  return systole_kernel_stream_end (plan, launch, &stream);
}

/* Bytes of the large table that are read: a sector of a later column only where one of its rows passes. */
static double
count_columns (const Sizes *z)
{
  double share = (double) z->q.passing / (double) z->q.rows, together = SYSTOLE_KERNEL_SECTOR / z->element;
  double touched = 1 - pow (1 - share, together);

  return (double) z->q.rows * z->element * (1 + (double) (z->q.columns - 1) * touched);
}

static gboolean
add_probe (SystoleKernelPlan *plan, const Sizes *z, guint64 useful)
{
  SystoleKernelStream stream = { .title = N_ ("probe kernel"), .threads = THREADS, .blocks = systole_ceil_div (z->q.rows, ROWS), .loops = 1, .dram_share = plan->chip.generation->read_share };
  double rows = MIN ((double) z->q.rows, ROWS), columns = count_columns (z), lookups = (double) z->q.passing * SYSTOLE_KERNEL_SECTOR;
  double passing = rows * ((double) z->q.passing / (double) z->q.rows), matching = rows * ((double) z->q.matching / (double) z->q.rows);
  gboolean few = z->q.groups <= FEW_GROUPS;
  SystoleKernelLaunch *launch;

  stream.read = columns + lookups;
  stream.written = few ? (double) z->q.groups * 8 * (double) MIN (stream.blocks, (guint64) plan->chip.sms) : (double) z->q.matching * SYSTOLE_KERNEL_SECTOR;
  stream.dram_read = columns * (1 - z->warm) + lookups * (1 - z->cached);
  stream.dram_written = (double) z->q.groups * 8;
  stream.written = MAX (stream.written, stream.dram_written);
  stream.scattered = lookups * (1 - z->cached);
  stream.latency = 3 * plan->chip.latency; /* filter, key, slot of the hash table */
  stream.useful = useful;
  launch = systole_kernel_stream_begin (plan, &stream);
  systole_kernel_stream_add_phase (plan, launch, &stream, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_LOAD, N_ ("reads columns of its rows"), rows * columns / (double) z->q.rows / SYSTOLE_KERNEL_PORT_BYTES);
  systole_kernel_stream_add_phase (plan, launch, &stream, SYSTOLE_UNIT_INT, SYSTOLE_INSTRUCTION_COMPUTE, N_ ("filters its rows and hashes the keys of those that pass"), (rows + 4 * passing + 2 * matching) * ISSUE / z->lanes);
  if (z->q.passing > 0)
    systole_kernel_stream_add_phase (plan, launch, &stream, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_LOAD, N_ ("looks its keys up in the hash table"), passing / SCATTERED_LANES);
  systole_kernel_stream_add_phase (plan, launch, &stream, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_STORE, N_ ("adds its values to the sums of their groups"), matching / (few ? plan->chip.warp_width : INSERT_LANES));
  return systole_kernel_stream_end (plan, launch, &stream);
}

gboolean
systole_kernel_make_query (SystoleKernelPlan *plan, const SystoleRun *run, GError **error)
{
  Sizes z = { .element = systole_format_get_bits (run->op.format, SYSTOLE_OPERAND_A) / 8.0 };
  guint64 useful;

  systole_op_as_query (&run->op, &z.q);
  systole_kernel_use_lanes (plan, SYSTOLE_UNIT_INT, (double) MIN (plan->chip.lanes, INT_LANES) * plan->schedule.sub_cores);
  z.lanes = systole_kernel_get_lanes (plan);
  z.table = (double) z.q.build * FILL * 2 * z.element;
  z.cached = systole_kernel_cached_share (plan, z.table);
  z.warm = systole_kernel_warm_share (plan, run, count_columns (&z));
  useful = 4 * z.q.build;
  if (!add_build (plan, &z, useful) || !add_probe (plan, &z, run->useful_work - useful) || !systole_kernel_schedule_close (&plan->schedule))
    return systole_kernel_too_long (error);
  if (run->operands == SYSTOLE_OPERANDS_COLD)
    {
      plan->compulsory_read = (guint64) ((double) z.q.build * 2 * z.element + count_columns (&z));
      plan->compulsory_write = z.q.groups * 8;
    }
  g_snprintf (plan->mapping, sizeof plan->mapping, "%u rows a block, hash table in %s", ROWS, z.cached < 1 ? "main memory" : "L2");
  return TRUE;
}
