/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/systolic/tpu-plan.h"

/* Products, batches of them, convolutions and feed-forward layers on a TPU's arrays. */

static void
begin (SystoleTpuPlan *self, const SystoleRun *run)
{
  self->multiplies = TRUE;
  self->total = (guint64) self->core.rows * self->core.columns * self->core.mxus;
}

static gboolean
take_rate (SystoleTpuPlan *self, const SystoleRun *run, SystoleFormat format, GError **error)
{
  if (!systole_tpu_core_find_rate (&self->core, systole_machine_get_name (run->machine), format, &self->rate, &self->passes, error))
    return FALSE;
  self->peak = (double) self->total * self->rate / self->passes;
  return TRUE;
}

static gboolean
times (guint64 a, guint64 b, guint64 c, guint64 *out)
{
  return systole_checked_mul (a, b, out) && systole_checked_mul (*out, c, out);
}

static gboolean
add_to (guint64 *sum, guint64 more)
{
  return systole_checked_add (*sum, more, sum);
}

/* v1: weights from DRAM through the FIFO; the unified buffer delivers A once for each column of
 * tiles; sums go to the accumulators once for each row of tiles. */
static gboolean
add_v1_traffic (SystoleTpuPlan *self, const SystoleTpuMatrix *matrix)
{
  const SystoleGemm *gemm = &matrix->product.gemm;
  guint64 nt = systole_ceil_div (gemm->n, self->core.columns), kt = systole_ceil_div (gemm->k, self->core.rows);
  guint64 weights, activations, sums;

  return times (nt * kt, self->core.rows, self->core.columns, &weights) && times (gemm->m, gemm->k, nt, &activations) && times (gemm->m * gemm->n, kt, 4, &sums) &&
         add_to (&self->weights, MAX (weights, matrix->transfers.reads)) && add_to (&self->unified_reads, activations) && add_to (&self->unified_writes, gemm->m * gemm->n) &&
         add_to (&self->sums_reads, sums) && add_to (&self->sums_writes, sums);
}

/* Vector memory delivers A once for each column of tiles, each weight tile to every MXU that
 * needs it, sums to be added to, and results; whatever comes from main memory is written there
 * first, and read at least once. */
static gboolean
add_vmem_traffic (SystoleTpuPlan *self, const SystoleTpuMatrix *matrix)
{
  const SystoleGemm *gemm = &matrix->product.gemm;
  guint64 nt = systole_ceil_div (gemm->n, self->core.columns), kt = systole_ceil_div (gemm->k, self->core.rows);
  guint64 a, b, c, all_a, all_b, sums, sums_again, operands;

  return systole_tpu_tiled_bytes (gemm->format, SYSTOLE_OPERAND_A, gemm->m, gemm->k, &a) && systole_tpu_tiled_bytes (gemm->format, SYSTOLE_OPERAND_B, gemm->k, gemm->n, &b) &&
         systole_tpu_tiled_bytes (gemm->format, SYSTOLE_OPERAND_C, gemm->m, gemm->n, &c) &&
         systole_checked_mul (a, nt, &all_a) && systole_checked_mul (b, matrix->parts_m, &all_b) && systole_checked_add (all_a, all_b, &operands) &&
         times (gemm->m * gemm->n, kt, 4, &sums) && times (gemm->m * gemm->n, kt - 1, 4, &sums_again) &&
         add_to (&self->vmem_reads, MAX (operands, matrix->transfers.reads)) && add_to (&self->vmem_reads, sums_again) && add_to (&self->vmem_reads, c) &&
         add_to (&self->vmem_writes, matrix->transfers.reads) && add_to (&self->vmem_writes, sums) && add_to (&self->vmem_writes, c);
}

/* v1, one instruction after another: Read_Host_Memory before the product; Activate of what the last
 * tile made (as many rows as there are accumulators, a row a cycle) and Write_Host_Memory behind it.
 * What earlier tiles made is activated and sent while others multiply. */
static void
add_host_read (SystoleTpuPlan *self, const SystoleTpuHost *host)
{
  SystoleTpuStage *stage = systole_tpu_program_add_stage (&self->program, 1, NULL);
  SystoleTpuStep *step = systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_HOST_READ, (double) host->first / host->bytes_per_cycle, SYSTOLE_TPU_HOST_IN | (host->shared ? 0 : SYSTOLE_TPU_IN));

  step->host_in = host->first;
}

static void
add_activation (SystoleTpuPlan *self, const SystoleTpuMatrix *matrix)
{
  const SystoleTpuHost *host = &matrix->transfers.host;
  SystoleTpuStage *stage = systole_tpu_program_add_stage (&self->program, 1, NULL);
  SystoleTpuStep *step;

  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_ACTIVATE, (double) ((matrix->product.gemm.m - 1) % SYSTOLE_TPU_V1_ACCUMULATORS + 1), SYSTOLE_TPU_VPU);
  step = systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_HOST_WRITE, (double) host->last / host->bytes_per_cycle, SYSTOLE_TPU_HOST_OUT);
  step->host_out = host->last;
}

/* One more product, in a stage of its own. */
static gboolean
add_product (SystoleTpuPlan *self, const SystoleRun *run, const SystoleTpuProduct *given, GError **error)
{
  guint i = self->program.n_matrices++;
  SystoleTpuMatrix *matrix = &self->program.matrices[i];

  if (!systole_tpu_matrix_init (matrix, &self->core, systole_machine_get_name (run->machine), given, error))
    return FALSE;
  if (self->core.has_unified_buffer)
    add_host_read (self, &matrix->transfers.host);
  systole_tpu_program_add_matrix (&self->program, i);
  if (self->core.has_unified_buffer)
    add_activation (self, matrix);
  for (guint kind = 0; kind < matrix->n_kinds; kind++)
    self->issued += (double) matrix->kinds[kind].n * (double) matrix->kinds[kind].schedule.folds * (double) matrix->kinds[kind].schedule.plan.m1 * self->core.rows * self->core.columns;
  if ((self->core.has_unified_buffer ? add_v1_traffic (self, matrix) : add_vmem_traffic (self, matrix)) && self->issued < 0x1p63)
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("More than 2^63 multiplications or 2^64 bytes, the most that is counted"));
  return FALSE;
}

/* Each array has a product of the batch in each round. */
static void
set_batch_feed (SystoleTpuPlan *self, SystoleTpuStep *step, const SystoleTpuProduct *product, const SystoleArraySchedule *one)
{
  const SystoleTpuFeed feed = {
    .gemm = product->gemm,
    .unfolding = product->unfolding,
    .count = product->gemm.batch,
    .m = product->gemm.m,
    .n = product->gemm.n,
    .k = product->gemm.k,
    .shares_rows = product->unfolding.unfolds && product->unfolding.conv.direction != SYSTOLE_CONV_BACKWARD_FILTER,
    .rows = one->plan.rows,
    .columns = one->plan.columns,
    .rate = one->plan.rate,
    .passes = one->plan.passes,
    .push = one->plan.push,
    .at_once = self->core.mxus,
    .arrays = 1,
    .parts = 1,
    .width = systole_ceil_div (product->gemm.n, one->plan.columns) * one->plan.columns,
    .folds = one->folds,
    .period = one->busy_period,
    .rows_innermost = one->plan.rows_innermost,
  };

  systole_tpu_program_set_feed (&self->program, step, &feed);
  self->has_arrays = TRUE;
}

/* Products of a batch, one an array at a time: the next one's weights are pushed while the
 * present one streams, so that only the first fills an empty array. */
static gboolean
plan_batch (SystoleTpuPlan *self, const SystoleRun *run, const SystoleTpuProduct *product, GError **error)
{
  const SystoleTpuGeneration *g = self->core.generation;
  SystoleTpuCore one = self->core;
  SystoleTpuProduct first = *product;
  const SystoleGemm *gemm = &product->gemm;
  SystoleTpuMatrix single;
  const SystoleArraySchedule *s;
  SystoleTpuStage *stage;
  SystoleTpuStep *step;
  guint64 batch = product->gemm.batch, rounds = systole_ceil_div (batch, self->core.mxus), reads, writes;
  double per_cycle = systole_tpu_core_get_bytes_per_cycle (&self->core) * self->core.cores, period, moved, share;

  one.mxus = one.cores = 1;
  first.gemm.batch = 1;
  if (!systole_tpu_matrix_init (&single, &one, systole_machine_get_name (run->machine), &first, error))
    return FALSE;
  s = systole_tpu_matrix_get_longest (&single);
  if (!systole_checked_mul (single.transfers.reads, batch, &reads) || !systole_checked_mul (single.transfers.writes, batch, &writes))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("More than 2^63 bytes pass the main memory, the most that is counted"));
      return FALSE;
    }
  share = (double) batch / ((double) rounds * self->core.mxus);
  period = (double) s->folds * (double) s->busy_period;
  moved = ((double) reads + (double) writes) / (double) rounds / per_cycle;
  stage = systole_tpu_program_add_stage (&self->program, 1, NULL);
  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_LAUNCH, g->launch * self->core.clock_hz, 0);
  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_FETCH, MIN ((double) reads / (double) rounds, g->first) / per_cycle, SYSTOLE_TPU_IN);
  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_LATENCY, (double) (s->load + s->plan.rows + s->plan.columns - 2), SYSTOLE_TPU_MXU);
  stage = systole_tpu_program_add_stage (&self->program, rounds, N_ ("product of the batch"));
  step = systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_MULTIPLY, period, SYSTOLE_TPU_MXU | SYSTOLE_TPU_VPU | SYSTOLE_TPU_IN | SYSTOLE_TPU_OUT);
  step->useful = (double) run->useful_macs / (double) rounds;
  step->slots = (double) s->folds * (double) s->stream * (double) self->total * self->rate / self->passes * share;
  step->bytes_in = reads / rounds;
  step->bytes_out = writes / rounds;
  set_batch_feed (self, step, product, s);
  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_FETCH, MAX (0, moved - period), SYSTOLE_TPU_IN | SYSTOLE_TPU_OUT);
  self->issued = (double) batch * (double) s->folds * (double) single.block_m * self->core.rows * self->core.columns;
  stage = systole_tpu_program_add_stage (&self->program, 1, NULL);
  step = systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_STORE, (double) writes / (double) rounds / per_cycle, SYSTOLE_TPU_OUT);
  step->bytes_in = reads % rounds;
  step->bytes_out = writes % rounds;
  self->vmem_reads = self->vmem_writes = reads + writes;
  if (self->core.has_unified_buffer)
    {
      self->weights = reads;
      self->unified_reads = batch * gemm->m * gemm->k * systole_ceil_div (gemm->n, self->core.columns);
      self->unified_writes = batch * gemm->m * gemm->n;
      self->sums_reads = self->sums_writes = 4 * batch * gemm->m * gemm->n * systole_ceil_div (gemm->k, self->core.rows);
    }
  return TRUE;
}

/* Bytes of the tensor that is unfolded, as it lies in memory. */
static guint64
image_bytes (const SystoleConv *conv)
{
  guint64 places = conv->direction == SYSTOLE_CONV_BACKWARD_DATA ? conv->p * conv->q : conv->h * conv->w;
  guint64 channels = conv->direction == SYSTOLE_CONV_BACKWARD_DATA ? conv->k : conv->c;

  return systole_format_get_bytes (conv->format, SYSTOLE_OPERAND_A, conv->n * places * (channels / conv->groups));
}

/**
 * systole_tpu_plan_product:
 *
 * A product, a batch of them, or a convolution: its unfolded image is never in memory, the
 * vector unit gathers its rows while it pushes them.
 */
gboolean
systole_tpu_plan_product (SystoleTpuPlan *self, const SystoleRun *run, GError **error)
{
  gboolean here = run->operands != SYSTOLE_OPERANDS_COLD;
  SystoleTpuProduct product = { .gemm = run->gemm, .a_here = here, .b_here = here, .c_stays = here, .useful = 1 };
  SystoleGemm *gemm = &product.gemm;
  SystoleConv conv;

  begin (self, run);
  if (systole_op_as_conv (&run->op, &conv))
    {
      systole_conv_as_gemm (&conv, gemm);
      product.unfolding = (SystoleUnfolding){ TRUE, conv };
      product.a_bytes = image_bytes (&conv);
      product.useful = (double) run->useful_macs / ((double) gemm->m * (double) gemm->n * (double) gemm->k * (double) gemm->batch);
      self->manner = N_ ("rows of the image are gathered as they are pushed");
    }
  if (!take_rate (self, run, gemm->format, error))
    return FALSE;
  self->compulsory_reads = gemm->batch * (product.a_bytes > 0 ? product.a_bytes : gemm->m * systole_format_get_bytes (gemm->format, SYSTOLE_OPERAND_A, gemm->k)) + gemm->batch * gemm->k * systole_format_get_bytes (gemm->format, SYSTOLE_OPERAND_B, gemm->n);
  self->compulsory_writes = gemm->batch * gemm->m * systole_format_get_bytes (gemm->format, SYSTOLE_OPERAND_C, gemm->n);
  if (self->core.has_unified_buffer)
    {
      self->compulsory_reads = gemm->batch * gemm->k * gemm->n;
      self->compulsory_writes = 0;
    }
  if (gemm->batch > 1)
    return plan_batch (self, run, &product, error);
  self->has_arrays = TRUE;
  return add_product (self, run, &product, error);
}

/* The inner numbers of a feed-forward layer stay in vector memory up to this size; v6e times. */
#define INNER_SHARE 0.37
/* Vector operations an inner number of GELU or of a gate that the products do not hide; v6e times. */
#define EXPOSED_OPERATIONS 1.4

/**
 * systole_tpu_plan_mlp:
 *
 * One product into the inner numbers (two where a gate multiplies them), the function, and the
 * product back. Where the inner numbers fit, they stay in vector memory; otherwise they travel, and
 * the function is done meanwhile.
 */
gboolean
systole_tpu_plan_mlp (SystoleTpuPlan *self, const SystoleRun *run, GError **error)
{
  gboolean here = run->operands != SYSTOLE_OPERANDS_COLD;
  guint64 m = systole_op_get_dim (&run->op, "m"), hidden = systole_op_get_dim (&run->op, "hidden"), inter = systole_op_get_dim (&run->op, "inter");
  gboolean gated = systole_op_get_dim (&run->op, "gated") != 0;
  SystoleFormat format = run->op.format;
  guint64 inner;
  gboolean stays;
  SystoleTpuProduct up = { .gemm = { m, inter, hidden, format, run->op.seed, 1, FALSE, FALSE }, .a_here = here, .b_here = here, .useful = 1 };
  SystoleTpuProduct down = { .gemm = { m, hidden, inter, format, run->op.seed, 1, FALSE, FALSE }, .b_here = here, .c_stays = here, .a_later = TRUE, .continues = TRUE, .useful = 1 };
  SystoleTpuStage *stage;

  begin (self, run);
  /* v1 has no unit that multiplies two vectors, and what the host would have to keep is not one layer. */
  if (self->core.has_unified_buffer && (gated || (double) m * (double) inter > self->core.unified_buffer))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("%s: not modelled on %s"), systole_op_kind_get_title (run->op.kind), systole_machine_get_name (run->machine));
      return FALSE;
    }
  self->has_arrays = TRUE;
  if (!take_rate (self, run, format, error) || !systole_tpu_tiled_bytes (format, SYSTOLE_OPERAND_A, m, inter, &inner))
    return FALSE;
  stays = here || self->core.has_unified_buffer || (double) inner <= INNER_SHARE * (self->core.vmem + self->core.cmem);
  up.c_stays = down.a_here = stays;
  self->manner = self->core.has_unified_buffer ? N_ ("the inner numbers stay in the unified buffer") : stays ? N_ ("the inner numbers stay in vector memory")
                                                                                                             : N_ ("the inner numbers travel through main memory");
  self->compulsory_reads = m * systole_format_get_bytes (format, SYSTOLE_OPERAND_A, hidden) + (gated ? 3 : 2) * hidden * systole_format_get_bytes (format, SYSTOLE_OPERAND_B, inter);
  self->compulsory_writes = m * systole_format_get_bytes (format, SYSTOLE_OPERAND_C, hidden);
  if (self->core.has_unified_buffer)
    {
      self->compulsory_reads = 2 * hidden * inter;
      self->compulsory_writes = 0;
    }
  if (!add_product (self, run, &up, error))
    return FALSE;
  up.continues = TRUE;
  if (gated && !add_product (self, run, &up, error))
    return FALSE;
  /* v1 activates as sums leave the accumulators. */
  if (stays && !self->core.has_unified_buffer)
    {
      double operations = (double) m * (double) inter * EXPOSED_OPERATIONS;

      stage = systole_tpu_program_add_stage (&self->program, 1, NULL);
      systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_VECTOR, operations / self->core.generation->vector_alus, SYSTOLE_TPU_VPU);
    }
  return add_product (self, run, &down, error);
}
