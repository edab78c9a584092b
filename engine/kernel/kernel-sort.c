/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-stream.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"

/*
 * Sort by digits of 8 bits, the last one first, as Adinolfi and Merrill, “Onesweep: a faster
 * least significant digit radix sort for GPUs”, arXiv 2206.01784: one kernel counts all digits of
 * all keys; then each digit is a pass that reads every key once and writes it to its place.
 */

#define THREADS 256
#define KEYS_A_THREAD 16
#define KEYS (THREADS * KEYS_A_THREAD)
#define COUNTED 2      /* of the operations of a key and digit: cut out, count */
#define RANK_ISSUE 56  /* instructions that rank a key among those of its warp, bit by bit: ESTIMATE, agrees with the 29.4 · 10⁹ keys a second that the paper has on A100 */
#define COUNT_ISSUE 12 /* the same to count one digit: ESTIMATE */
#define INT_LANES 16   /* of a sub-core */

static gboolean
add_count (SystoleKernelPlan *plan, const SystoleSort *s, guint64 blocks, double lanes, double warm)
{
  SystoleKernelStream stream = { .title = N_ ("counting kernel"), .threads = THREADS, .blocks = blocks, .loops = 1, .dram_share = plan->chip.generation->read_share };
  double keys = MIN ((double) s->n, KEYS), all = (double) s->n * (double) s->key_bytes;
  SystoleKernelLaunch *launch;

  stream.read = all;
  stream.dram_read = all * (1 - warm);
  stream.useful = s->n * s->digits * COUNTED;
  launch = systole_kernel_stream_begin (plan, &stream);
  systole_kernel_stream_add_phase (plan, launch, &stream, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_LOAD, N_ ("reads its keys"), keys * (double) s->key_bytes / SYSTOLE_KERNEL_PORT_BYTES);
  systole_kernel_stream_add_phase (plan, launch, &stream, SYSTOLE_UNIT_INT, SYSTOLE_INSTRUCTION_COMPUTE, N_ ("counts the digits of its keys"), keys * (double) s->digits * COUNT_ISSUE / lanes);
  return systole_kernel_stream_end (plan, launch, &stream);
}

static gboolean
add_pass (SystoleKernelPlan *plan, const SystoleSort *s, guint64 blocks, guint64 useful, double lanes, double warm)
{
  SystoleKernelStream stream = { .title = N_ ("pass over one digit"), .threads = THREADS, .blocks = blocks, .loops = 1 };
  double keys = MIN ((double) s->n, KEYS), item = (double) (s->key_bytes + s->payload_bytes), all = (double) s->n * item;
  SystoleKernelLaunch *launch;

  stream.read = stream.written = all;
  stream.dram_read = stream.dram_written = all * (1 - warm);
  stream.useful = useful;
  launch = systole_kernel_stream_begin (plan, &stream);
  systole_kernel_stream_add_phase (plan, launch, &stream, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_LOAD, N_ ("reads its keys"), keys * item / SYSTOLE_KERNEL_PORT_BYTES);
  systole_kernel_stream_add_phase (plan, launch, &stream, SYSTOLE_UNIT_INT, SYSTOLE_INSTRUCTION_COMPUTE, N_ ("ranks its keys by their digit"), keys * RANK_ISSUE / lanes);
  systole_kernel_stream_add_phase (plan, launch, &stream, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_LOAD, N_ ("brings its keys in order in shared memory"), 2 * keys * item / SYSTOLE_KERNEL_PORT_BYTES);
  systole_kernel_stream_add_phase (plan, launch, &stream, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_STORE, N_ ("stores runs of keys with equal digits"), keys * item / SYSTOLE_KERNEL_PORT_BYTES);
  return systole_kernel_stream_end (plan, launch, &stream);
}

gboolean
systole_kernel_make_sort (SystoleKernelPlan *plan, const SystoleRun *run, GError **error)
{
  SystoleSort s;
  double lanes, all, warm;
  guint64 blocks, left;

  systole_op_as_sort (&run->op, &s);
  systole_kernel_use_lanes (plan, SYSTOLE_UNIT_INT, (double) MIN (plan->chip.lanes, INT_LANES) * plan->schedule.sub_cores);
  lanes = systole_kernel_get_lanes (plan);
  all = (double) s.n * (double) (s.key_bytes + s.payload_bytes);
  warm = systole_kernel_warm_share (plan, run, 2 * all);
  blocks = systole_ceil_div (s.n, KEYS);
  left = run->useful_work - s.n * s.digits * COUNTED;
  if (!add_count (plan, &s, blocks, lanes, warm))
    return systole_kernel_too_long (error);
  for (guint64 i = 0; i < s.digits; i++)
    if (!add_pass (plan, &s, blocks, left / s.digits, lanes, warm))
      return systole_kernel_too_long (error);
  if (!systole_kernel_schedule_close (&plan->schedule))
    return systole_kernel_too_long (error);
  if (run->operands == SYSTOLE_OPERANDS_COLD)
    plan->compulsory_read = plan->compulsory_write = (guint64) all;
  g_snprintf (plan->mapping, sizeof plan->mapping, "%" G_GUINT64_FORMAT " %s of 8 bits", s.digits, s.digits == 1 ? "pass" : "passes");
  return TRUE;
}
