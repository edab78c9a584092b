/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-attention.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"

/*
 * Attention in three kernels: a product that writes all scores to memory, a softmax that
 * reads and writes them, a product that reads them again. Each is a kernel that libraries
 * have; what is masked is computed all the same.
 */

#define TILE 128
#define STEP 32
#define ISSUE_SHARE 0.7 /* of the tensor cores' rate, batches of small products */
#define SOFTMAX_RATE 1.8
#define ROW_THREADS 128

typedef struct
{
  double element, rate; /* bytes; MACs a cycle an SM */
  double heads;         /* sequences × query heads */
  double scores, q, kv; /* bytes */
  double dram_rate;
} Sizes;

static gboolean
add_product (SystoleKernelPlan *plan, const Sizes *s, const char *title, const char *clause, double rows, double columns, double k, double bytes, guint64 useful)
{
  SystoleKernelLaunch *launch = systole_kernel_schedule_add (&plan->schedule, title, 8);
  guint64 blocks = (guint64) (s->heads * ceil (rows / TILE) * ceil (columns / TILE)), loops = (guint64) MAX (ceil (k / STEP), 1);
  guint64 products = (guint64) MAX (ceil (TILE * TILE * STEP / s->rate), 1), cycles = (guint64) ceil ((double) products / ISSUE_SHARE);
  SystoleKernelLoad load = { .dram_bytes = bytes / (double) blocks, .dram_rate = s->dram_rate };

  launch->start = plan->chip.launch;
  launch->prologue = launch->epilogue = (guint64) plan->chip.latency;
  launch->block_bytes = (guint64) (2 * TILE * STEP * s->element);
  launch->stored_bytes = (guint64) (TILE * TILE * s->element);
  launch->from_dram = TRUE;
  systole_kernel_launch_add_phase (launch, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_LOAD, SYSTOLE_REASON_UNIT_BUSY, N_ ("loads its operands from shared memory"), cycles - products);
  systole_kernel_launch_add_phase (launch, plan->schedule.unit, SYSTOLE_INSTRUCTION_MMA, SYSTOLE_REASON_BUSY, clause, products);
  if (!systole_kernel_schedule_add_blocks (&plan->schedule, launch, blocks, 2, loops, &load))
    return FALSE;
  systole_attention_set_work (launch, useful, TILE * TILE * STEP);
  plan->compute_cycles += (double) launch->ticks * (double) launch->steps / plan->chip.sms;
  plan->l2_read += (double) launch->steps * (double) launch->block_bytes;
  return TRUE;
}

static gboolean
add_softmax (SystoleKernelPlan *plan, const Sizes *s, const SystoleAttention *a)
{
  SystoleKernelLaunch *launch = systole_kernel_schedule_add (&plan->schedule, N_ ("softmax kernel"), 4);
  guint64 rows = (guint64) MAX (1024 / a->skv, 1), blocks = (guint64) ceil (s->heads * (double) a->sq / (double) rows);
  double elements = (double) rows * (double) a->skv, cycles = elements / SOFTMAX_RATE;
  SystoleKernelLoad load = { .dram_bytes = 2 * s->scores / (double) blocks, .dram_rate = s->dram_rate, .norm = 3.4 };
  guint resident = CLAMP (plan->chip.max_threads / ROW_THREADS, 1, SYSTOLE_KERNEL_MAX_SLOTS);

  launch->start = plan->chip.launch;
  launch->lead = launch->out = (guint64) (plan->chip.latency / 2);
  launch->block_bytes = launch->stored_bytes = (guint64) (elements * s->element);
  launch->from_dram = TRUE;
  systole_kernel_launch_add_phase (launch, SYSTOLE_UNIT_FP32, SYSTOLE_INSTRUCTION_COMPUTE, SYSTOLE_REASON_OPERAND, N_ ("finds the largest element of its row"), (guint64) MAX (cycles * 0.25, 1));
  systole_kernel_launch_add_phase (launch, SYSTOLE_UNIT_SFU, SYSTOLE_INSTRUCTION_COMPUTE, SYSTOLE_REASON_OPERAND, N_ ("takes exponentials"), (guint64) MAX (cycles * 0.25, 1));
  systole_kernel_launch_add_phase (launch, SYSTOLE_UNIT_FP32, SYSTOLE_INSTRUCTION_COMPUTE, SYSTOLE_REASON_OPERAND, N_ ("adds up its row and divides by the sum"), (guint64) MAX (cycles * 0.33, 1));
  systole_kernel_launch_add_phase (launch, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_STORE, SYSTOLE_REASON_UNIT_BUSY, N_ ("stores its results"), (guint64) MAX (cycles * 0.17, 1));
  plan->l2_read += s->scores;
  return systole_kernel_schedule_add_blocks (&plan->schedule, launch, blocks, resident, 1, &load);
}

gboolean
systole_attention_make_plain (SystoleKernelPlan *plan, const SystoleRun *run, const SystoleAttention *a, GError **error)
{
  SystoleKernelSchedule *schedule = &plan->schedule;
  Sizes s = { .element = systole_format_get_bits (a->format, SYSTOLE_OPERAND_A) / 8.0, .rate = systole_kernel_chip_get_tensor_rate (run->machine, a->format), .heads = (double) a->b * (double) a->hq };

  if (s.rate >= schedule->sub_cores)
    {
      schedule->unit = SYSTOLE_UNIT_TENSOR;
      schedule->lanes = (guint) s.rate / schedule->sub_cores;
    }
  s.rate = (double) schedule->lanes * schedule->sub_cores;
  s.scores = s.heads * (double) a->sq * (double) a->skv * s.element;
  s.q = s.heads * (double) a->sq * (double) a->d * s.element;
  s.kv = 2.0 * (double) a->b * (double) a->hkv * (double) a->skv * (double) a->d * s.element;
  s.dram_rate = plan->chip.dram_bytes_per_cycle * plan->chip.generation->dram_share;
  if (!add_product (plan, &s, N_ ("scores kernel"), N_ ("multiplies queries by keys"), (double) a->sq, (double) a->skv, (double) a->d, s.q + s.kv / 2 + s.scores, run->useful_work / 2) ||
      !add_softmax (plan, &s, a) ||
      !add_product (plan, &s, N_ ("values kernel"), N_ ("multiplies scores by values"), (double) a->sq, (double) a->d, (double) a->skv, s.scores + s.kv / 2 + s.q, run->useful_work - run->useful_work / 2) ||
      !systole_kernel_schedule_close (schedule))
    return systole_kernel_too_long (error);
  plan->dram_read = s.q + s.kv + 2 * s.scores;
  plan->dram_written = s.q + 2 * s.scores;
  plan->l2_read = MAX (plan->l2_read, plan->dram_read);
  plan->l2_written = plan->dram_written;
  plan->shared_read = plan->shared_written = plan->l2_read;
  plan->dram_cycles = (plan->dram_read + plan->dram_written) / s.dram_rate;
  g_snprintf (plan->mapping, sizeof plan->mapping, "%ux%u, 3 kernels", TILE, TILE);
  return TRUE;
}
