/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-stream.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/gpu/gpu-plan.h"

/*
 * A feed-forward layer: a product into the inner numbers (with those of the gate beside
 * them), the function, the product back. The products are the library's: tile, splits and time are
 * those that engine/gpu finds for the same product alone. Their waves are drawn here as those of
 * other kernels are.
 */

#define THREADS 256
#define ELEMENTS 2048 /* of the inner numbers, of a block of the function's kernel */

/* Everything runs at the products' clock. */
static void
use_clock (SystoleKernelChip *chip, double clock_hz)
{
  double ratio = chip->clock_hz / clock_hz;

  chip->dram_bytes_per_cycle *= ratio;
  chip->launch = (guint64) ((double) chip->launch / ratio);
  chip->clock_hz = clock_hz;
}

static void
count_traffic (SystoleKernelPlan *plan, const SystoleGpuPlan *product)
{
  const SystoleGpuProblem *p = &product->problem;
  const SystoleGpuCost *c = &product->cost;
  double copied = (double) c->blocks * (double) c->k_tiles * p->unit.tile_k * (c->tile->m * p->element_a + c->tile->n * p->element_b);
  double sums = c->splits > 1 ? (double) p->gemm.m * (double) p->gemm.n * 4 * c->splits : 0;

  plan->dram_read += MIN (c->dram_reads, copied + sums);
  plan->dram_written += c->dram_writes;
  plan->l2_read += copied + sums;
  plan->l2_written += p->bytes_c + sums;
  plan->shared_read += copied + sums;
  plan->shared_written += copied;
  plan->compute_cycles += c->by_multiplying * p->unit.clock_hz;
  plan->dram_cycles += c->by_dram * p->unit.clock_hz;
  plan->l2_cycles += c->by_l2 * p->unit.clock_hz;
}

static gboolean
add_product (SystoleKernelPlan *plan, const SystoleRun *run, const SystoleGemm *gemm, SystoleOperands operands, const char *title, const char *clause, char **described, guint *result_bytes, GError **error)
{
  const SystoleMapping any = { 0 };
  g_autoptr (SystoleGpuPlan) product = systole_gpu_plan_new (run->machine, gemm, operands, &any, error);
  SystoleKernelLoad load = { 0 };
  SystoleKernelLaunch *launch;
  const SystoleGpuCost *c;
  const SystoleGpuUnit *u;
  guint64 at_once, full;
  double macs;
  guint resident;

  if (product == NULL)
    return FALSE;
  c = &product->cost;
  u = &product->problem.unit;
  use_clock (&plan->chip, u->clock_hz);
  systole_kernel_use_lanes (plan, u->unit, u->rate);
  resident = MIN (c->resident, SYSTOLE_KERNEL_MAX_SLOTS);
  at_once = (guint64) plan->chip.sms * resident;
  full = c->blocks / at_once * at_once;
  macs = (double) c->tile->m * c->tile->n * u->tile_k;
  launch = systole_kernel_schedule_add (&plan->schedule, title, MAX (c->tile->threads / plan->chip.warp_width, 1));
  launch->start = product->launch;
  launch->out = product->end;
  launch->block_bytes = (guint64) (u->tile_k * (c->tile->m * product->problem.element_a + c->tile->n * product->problem.element_b));
  launch->stored_bytes = (guint64) c->tile->m * c->tile->n * u->result_bytes;
  launch->from_dram = c->dram_reads > 0;
  systole_kernel_launch_add_phase (launch, u->unit, SYSTOLE_INSTRUCTION_MMA, SYSTOLE_REASON_BUSY, clause, (guint64) MAX (ceil (macs / systole_kernel_get_lanes (plan)), 1));
  /* A product that finds its inner numbers in the cache: of a cold layer, weights and results still go through main memory. */
  if (operands == SYSTOLE_OPERANDS_NEW_WEIGHTS && run->operands == SYSTOLE_OPERANDS_COLD)
    {
      load.dram_bytes = (MAX (c->dram_reads, product->problem.bytes_b) + product->problem.bytes_c) / (double) c->blocks;
      load.dram_rate = plan->chip.dram_bytes_per_cycle * u->generation->dram_share;
      plan->dram_read += MAX (product->problem.bytes_b - c->dram_reads, 0);
      plan->dram_written += MAX (product->problem.bytes_c - c->dram_writes, 0);
    }
  load.latency = c->round * c->contention;
  if (full > 0 && !systole_kernel_schedule_add_blocks (&plan->schedule, launch, full, resident, c->k_tiles, &load))
    return systole_kernel_too_long (error);
  load.latency = c->tail_round * c->contention;
  if (full < c->blocks && !systole_kernel_schedule_add_blocks (&plan->schedule, launch, c->blocks - full, resident, c->k_tiles, &load))
    return systole_kernel_too_long (error);
  launch->useful = gemm->m * gemm->n * gemm->k * plan->schedule.interval;
  launch->padding = (guint64) MAX (macs * (double) launch->steps * plan->schedule.interval - (double) launch->useful, 0);
  count_traffic (plan, product);
  *result_bytes = u->result_bytes;
  *described = g_strdup_printf ("%ux%ux%u", c->tile->m, c->tile->n, u->tile_k);
  return TRUE;
}

static gboolean
add_function (SystoleKernelPlan *plan, const SystoleMlp *mlp, double element)
{
  guint64 elements = mlp->m * mlp->inter;
  double lanes = (double) plan->chip.lanes * plan->chip.sub_cores, n = (double) MIN (elements, ELEMENTS), all = (double) elements * element;
  SystoleKernelStream stream = { .title = mlp->gated ? N_ ("gate kernel") : N_ ("GELU kernel"), .threads = THREADS, .blocks = systole_ceil_div (elements, ELEMENTS), .loops = 1 };
  double kept = systole_kernel_cached_share (plan, all * (mlp->gated ? 3 : 2));
  SystoleKernelLaunch *launch;

  stream.read = all * (mlp->gated ? 2 : 1);
  stream.written = all;
  stream.dram_read = stream.read * (1 - kept);
  stream.dram_written = all * (1 - kept);
  launch = systole_kernel_stream_begin (plan, &stream);
  systole_kernel_stream_add_phase (plan, launch, &stream, SYSTOLE_UNIT_SFU, SYSTOLE_INSTRUCTION_COMPUTE, N_ ("takes exponentials"), n * 2 / (4.0 * plan->chip.sub_cores));
  systole_kernel_stream_add_phase (plan, launch, &stream, SYSTOLE_UNIT_FP32, SYSTOLE_INSTRUCTION_COMPUTE, mlp->gated ? N_ ("multiplies by the gate") : N_ ("computes GELU"), n * (mlp->gated ? 6 : 10) / lanes);
  systole_kernel_stream_add_phase (plan, launch, &stream, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_STORE, N_ ("stores its results"), n * element / SYSTOLE_KERNEL_PORT_BYTES);
  return systole_kernel_stream_end (plan, launch, &stream);
}

gboolean
systole_kernel_make_mlp (SystoleKernelPlan *plan, const SystoleRun *run, GError **error)
{
  SystoleOperands inner = run->operands == SYSTOLE_OPERANDS_COLD ? SYSTOLE_OPERANDS_NEW_WEIGHTS : run->operands;
  g_autofree char *first = NULL, *second = NULL;
  guint result_bytes;
  SystoleMlp mlp;

  systole_op_as_mlp (&run->op, &mlp);
  SystoleGemm up = { .m = mlp.m, .n = mlp.inter * (mlp.gated ? 2 : 1), .k = mlp.hidden, .format = mlp.format, .seed = mlp.seed, .batch = 1 };
  SystoleGemm down = { .m = mlp.m, .n = mlp.hidden, .k = mlp.inter, .format = mlp.format, .seed = mlp.seed, .batch = 1 };

  if (!add_product (plan, run, &up, run->operands, N_ ("first product"), N_ ("multiplies tokens by weights"), &first, &result_bytes, error))
    return FALSE;
  if (!add_function (plan, &mlp, systole_format_get_bits (mlp.format, SYSTOLE_OPERAND_A) / 8.0))
    return systole_kernel_too_long (error);
  if (!add_product (plan, run, &down, inner, N_ ("second product"), N_ ("multiplies inner numbers by weights"), &second, &result_bytes, error))
    return FALSE;
  if (!systole_kernel_schedule_close (&plan->schedule))
    return systole_kernel_too_long (error);
  if (run->operands == SYSTOLE_OPERANDS_COLD)
    {
      plan->compulsory_read = systole_format_get_bytes (mlp.format, SYSTOLE_OPERAND_A, mlp.m * mlp.hidden) + systole_format_get_bytes (mlp.format, SYSTOLE_OPERAND_B, mlp.hidden * mlp.inter) * (mlp.gated ? 3 : 2);
      plan->compulsory_write = mlp.m * mlp.hidden * result_bytes;
    }
  g_snprintf (plan->mapping, sizeof plan->mapping, "%s, %s, 3 kernels", first, second);
  return TRUE;
}
