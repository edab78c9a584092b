/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-stream.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"

/*
 * Sparse matrix times vector, rows compressed, as Bell and Garland, “Implementing sparse
 * matrix–vector multiplication on throughput-oriented processors”, SC 2009: so many threads a row as
 * its length asks for, a warp at most; they go over it together and add up their parts.
 */

#define THREADS 256
#define INDEX_BYTES 4
#define SCATTERED_LANES 4 /* elements of x that L1 gives a cycle, each from a sector of its own (four sectors a cycle) */
#define NEAR_LANES 16     /* the same within a band: neighbours share sectors; ESTIMATE */

typedef struct
{
  guint threads_a_row;
  guint64 rows;  /* of a block */
  guint64 slots; /* products issued for a row, those for nothing with them */
} Shape;

static void
make_shape (const SystoleKernelPlan *plan, const SystoleSpmv *a, Shape *s)
{
  guint64 length = systole_ceil_div (a->nonzeros, a->m);

  s->threads_a_row = 1;
  while (s->threads_a_row < length && s->threads_a_row < plan->chip.warp_width)
    s->threads_a_row *= 2;
  s->rows = THREADS / s->threads_a_row;
  s->slots = systole_ceil_div (length, s->threads_a_row) * s->threads_a_row;
}

static void
add_phases (SystoleKernelPlan *plan, const SystoleSpmv *a, const Shape *s, double element, SystoleKernelLaunch *launch, const SystoleKernelStream *stream)
{
  double products = (double) s->rows * (double) s->slots;
  double shuffles = THREADS / plan->chip.warp_width * log2 (s->threads_a_row) * element / 4;

  systole_kernel_stream_add_phase (plan, launch, stream, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_LOAD, N_ ("reads values and columns of its rows"), products * (element + INDEX_BYTES) / SYSTOLE_KERNEL_PORT_BYTES);
  systole_kernel_stream_add_phase (plan, launch, stream, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_LOAD, N_ ("gathers the elements of x that they meet"), products / (a->band > 0 ? NEAR_LANES : SCATTERED_LANES));
  systole_kernel_stream_add_phase (plan, launch, stream, plan->schedule.unit, SYSTOLE_INSTRUCTION_COMPUTE, N_ ("multiplies and adds"), 0);
  if (s->threads_a_row > 1)
    systole_kernel_stream_add_phase (plan, launch, stream, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_LOAD, N_ ("adds up the parts of its rows, thread to thread"), shuffles);
  systole_kernel_stream_add_phase (plan, launch, stream, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_STORE, N_ ("stores its results"), (double) s->rows * element / SYSTOLE_KERNEL_PORT_BYTES);
}

gboolean
systole_kernel_make_spmv (SystoleKernelPlan *plan, const SystoleRun *run, GError **error)
{
  double element = systole_format_get_bits (run->op.format, SYSTOLE_OPERAND_A) / 8.0, matrix, vector, once, window, missed, warm, gathered;
  SystoleKernelStream stream = { .title = N_ ("kernel"), .threads = THREADS, .loops = 1 };
  SystoleKernelLaunch *launch;
  SystoleSpmv a;
  Shape s;

  systole_op_as_spmv (&run->op, &a);
  if (run->op.format == SYSTOLE_FORMAT_FP64)
    systole_kernel_use_lanes (plan, SYSTOLE_UNIT_FP64, systole_machine_get (run->machine, SYSTOLE_FIELD_FMA_FP64));
  make_shape (plan, &a, &s);
  matrix = (double) a.nonzeros * (element + INDEX_BYTES) + (double) (a.m + 1) * INDEX_BYTES;
  vector = (double) a.m * element;
  once = (double) MIN (a.n, a.nonzeros) * element;
  /* Elements of x that rows under way ask for: all of them, or those of the band. */
  window = element * (a.band > 0 ? MIN ((double) a.n, 2.0 * (double) a.band + (double) plan->chip.sms * plan->chip.max_threads) : (double) a.n);
  missed = MAX (once, (double) a.nonzeros * SYSTOLE_KERNEL_SECTOR * (1 - systole_kernel_cached_share (plan, window)));
  gathered = MAX (missed, (double) a.nonzeros * (a.band > 0 ? element : SYSTOLE_KERNEL_SECTOR));
  warm = systole_kernel_warm_share (plan, run, matrix + vector + once);
  stream.blocks = systole_ceil_div (a.m, s.rows);
  stream.read = matrix + gathered;
  stream.written = vector;
  stream.dram_read = (matrix + missed) * (1 - warm);
  stream.dram_written = vector * (1 - warm);
  stream.scattered = missed > once ? missed * (1 - warm) : 0;
  stream.latency = 3 * plan->chip.latency; /* start of the row, column, element of x */
  stream.useful = a.nonzeros;
  stream.padding = a.m * s.slots - a.nonzeros;
  launch = systole_kernel_stream_begin (plan, &stream);
  add_phases (plan, &a, &s, element, launch, &stream);
  if (!systole_kernel_stream_end (plan, launch, &stream) || !systole_kernel_schedule_close (&plan->schedule))
    return systole_kernel_too_long (error);
  if (run->operands == SYSTOLE_OPERANDS_COLD)
    {
      plan->compulsory_read = (guint64) (matrix + once);
      plan->compulsory_write = (guint64) vector;
    }
  g_snprintf (plan->mapping, sizeof plan->mapping, "%u threads a row", s.threads_a_row);
  return TRUE;
}
