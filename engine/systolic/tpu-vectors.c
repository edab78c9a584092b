/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/systolic/tpu-plan.h"

/*
 * Operations on the elements of a matrix: blocks come into vector memory, the vector unit
 * works on one while the next is on its way and the results of the one before leave. One
 * core does them: compilers share only products between cores.
 */

/* A vector register holds 8 × 128 words; adding up or comparing across its lanes takes as many
 * steps as 128 has bits (jax-ml/scaling-book, tpus.md; 1.74 ns a row measured on v4). */
#define SUBLANES 8
#define LANES 128
#define STEPS_ACROSS_LANES 7
/* Bytes of an operand's block: transfers of a few tiles. */
#define BLOCK_BYTES 32768
/* From the request of a block to its first byte, s: published v4 and v6e times of the smallest operations. */
#define FIRST_BYTE 0.26e-6
/* Row by row, main memory delivers whole pieces of this size. */
#define GATHER_BYTES 64

typedef struct
{
  SystoleVector v;
  double elements; /* padded to tiles */
  double bytes_in, bytes_out;
  double operations;  /* an element, with those for the number format */
  double conversions; /* of these */
  double across;      /* cycles of reductions across lanes, whole operation */
  guint kernels;
} Work;

/* A row vector fills registers of 1024; a matrix is padded to whole registers. */
static double
padded_elements (const SystoleVector *v)
{
  double columns = ceil ((double) v->columns / LANES) * LANES;

  if (v->rows == 1)
    return ceil ((double) v->columns / (LANES * SUBLANES)) * LANES * SUBLANES;
  return ceil ((double) v->rows / SUBLANES) * SUBLANES * columns;
}

static double
bytes_of (const SystoleVector *v, SystoleOperand operand, double elements)
{
  return elements * systole_format_get_bits (v->format, operand) / 8;
}

/* A reduction over rows and the spreading of its result over the row are kernels of their own, and so
 * are the spreading of a row vector and the product with it: v4 normalizations start eight times. */
static guint
count_kernels (const SystoleVector *v)
{
  return v->reductions > 0 && v->writes > 0 ? 2 * (v->reductions + v->row_reads) : 1;
}

/* Where nothing stays on the chip from kernel to kernel, each that walks over the elements brings them in
 * again: one for each reduction, one that uses their results, and one for the row vectors, which reads what
 * that has written. Kernels that only spread are fused with the next. */
static void
add_passes (const SystoleTpuPlan *self, const SystoleVector *v, Work *out)
{
  double reads, writes;

  if (self->core.generation->keeps || v->reductions == 0 || v->writes == 0)
    return;
  reads = v->reads * v->reductions + (v->row_reads > 0 ? 1 : 0);
  writes = v->row_reads > 0 ? 1 : 0;
  out->bytes_in += reads * bytes_of (v, SYSTOLE_OPERAND_A, out->elements);
  out->bytes_out += writes * bytes_of (v, SYSTOLE_OPERAND_A, out->elements);
}

static void
find_work (const SystoleTpuPlan *self, const SystoleVector *v, Work *out)
{
  const SystoleTpuGeneration *g = self->core.generation;

  *out = (Work){ .v = *v, .elements = padded_elements (v), .kernels = count_kernels (v) };
  out->bytes_in = v->reads * bytes_of (v, SYSTOLE_OPERAND_A, out->elements) + v->row_reads * bytes_of (v, SYSTOLE_OPERAND_A, (double) v->columns);
  out->bytes_out = v->writes * bytes_of (v, SYSTOLE_OPERAND_A, out->elements);
  add_passes (self, v, out);
  if (v->format == SYSTOLE_FORMAT_FP16 && v->operations > 0)
    out->conversions = v->reads * g->unpack + v->writes * g->pack;
  /* Each reduction walks over the row once more. */
  out->operations = v->operations + v->reductions + out->conversions;
  out->across = ceil ((double) v->rows / SUBLANES) * v->reductions * STEPS_ACROSS_LANES;
}

/* One block, or what remains of one: the slower of vector unit and copy engine is busy to its end. */
static void
add_blocks (SystoleTpuPlan *self, const Work *w, guint64 count, double share, double per_cycle)
{
  double vector = (w->elements * w->operations / self->core.generation->vector_alus + w->across) * share;
  double moved = (w->bytes_in + w->bytes_out) * share / per_cycle;
  SystoleTpuUnits both = SYSTOLE_TPU_VPU | (w->bytes_in > 0 ? SYSTOLE_TPU_IN : 0) | (w->bytes_out > 0 ? SYSTOLE_TPU_OUT : 0);
  double useful = (double) w->v.rows * (double) w->v.columns * w->v.operations * share;
  SystoleTpuStage *stage = systole_tpu_program_add_stage (&self->program, count, N_ ("block"));
  SystoleTpuStep *step = systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_VECTOR, MIN (vector, moved), both);
  SystoleTpuStep *rest = systole_tpu_stage_add_step (stage,
                                                     vector > moved ? SYSTOLE_TPU_STEP_VECTOR : SYSTOLE_TPU_STEP_FETCH,
                                                     ceil (MAX (vector, moved)) - ceil (MIN (vector, moved)),
                                                     vector > moved ? SYSTOLE_TPU_VPU : both & ~SYSTOLE_TPU_VPU);
  double first = vector > moved ? (double) step->cycles / (double) MAX (1, step->cycles + rest->cycles) : 1;

  step->useful = step->slots = useful * first;
  step->bytes_in = (guint64) ceil (w->bytes_in * share);
  step->bytes_out = (guint64) ceil (w->bytes_out * share);
  rest->useful = rest->slots = useful * (1 - first);
  if (step->cycles == 0 && vector <= moved)
    rest->bytes_in = step->bytes_in, rest->bytes_out = step->bytes_out;
}

/* Where the operation counts bytes, those are its work. */
static void
count_bytes (SystoleTpuPlan *self, double useful)
{
  double all = 0;

  for (guint i = 0; i < self->program.n_stages; i++)
    for (guint j = 0; j < self->program.stages[i].n_steps; j++)
      {
        SystoleTpuStep *step = &self->program.stages[i].steps[j];

        step->useful = (step->units & (SYSTOLE_TPU_IN | SYSTOLE_TPU_OUT)) != 0 ? (double) step->cycles : 0;
        all += step->useful * (double) self->program.stages[i].count;
      }
  for (guint i = 0; i < self->program.n_stages; i++)
    for (guint j = 0; j < self->program.stages[i].n_steps; j++)
      {
        SystoleTpuStep *step = &self->program.stages[i].steps[j];

        step->slots = step->useful = step->useful / all * useful;
      }
}

/* First block in, blocks, last block out. */
static void
add_stream (SystoleTpuPlan *self, const Work *w)
{
  double per_cycle = systole_tpu_core_get_bytes_per_cycle (&self->core), clock = self->core.clock_hz;
  double operand = MAX (bytes_of (&w->v, SYSTOLE_OPERAND_A, w->elements), 1);
  double blocks = floor (operand / BLOCK_BYTES), share = MIN (1, BLOCK_BYTES / operand);
  SystoleTpuStage *stage = systole_tpu_program_add_stage (&self->program, 1, NULL);

  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_LAUNCH, w->kernels * self->core.generation->launch * clock, 0);
  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_FETCH, w->kernels * FIRST_BYTE * clock, SYSTOLE_TPU_IN);
  /* The first block of what is read, before anything can be done with it. */
  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_FETCH, w->bytes_in * share / per_cycle, SYSTOLE_TPU_IN);
  add_blocks (self, w, (guint64) blocks, share, per_cycle);
  if (1 - blocks * share > 1e-9)
    add_blocks (self, w, 1, 1 - blocks * share, per_cycle);
  stage = systole_tpu_program_add_stage (&self->program, 1, NULL);
  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_STORE, w->bytes_out * share / per_cycle, SYSTOLE_TPU_OUT);
}

/* SparseCores ask for the rows of a table; where there are none, the scalar unit does, one a cycle. */
static void
add_gather (SystoleTpuPlan *self, const SystoleRun *run, const SystoleVector *v)
{
  gboolean sparse = self->core.has_sparse_core;
  double per_cycle = systole_tpu_core_get_bytes_per_cycle (&self->core), clock = self->core.clock_hz;
  double row = ceil (bytes_of (v, SYSTOLE_OPERAND_A, (double) v->columns) / GATHER_BYTES) * GATHER_BYTES;
  double moved = 2 * row / per_cycle;
  SystoleTpuStage *stage = systole_tpu_program_add_stage (&self->program, 1, NULL);
  guint64 group = MIN (v->rows, SUBLANES), groups = v->rows / group, left = v->rows % group;

  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_LAUNCH, self->core.generation->launch * clock, 0);
  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_FETCH, FIRST_BYTE * clock, SYSTOLE_TPU_IN);
  self->manner = sparse ? N_ ("SparseCores ask for the rows") : N_ ("the scalar unit asks for the rows, one a cycle");
  for (guint i = 0; i < 2; i++)
    {
      guint64 rows = i == 0 ? group : left;
      SystoleTpuStep *step;

      if (rows == 0)
        continue;
      stage = systole_tpu_program_add_stage (&self->program, i == 0 ? groups : 1, N_ ("group of rows"));
      step = systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_GATHER, (double) rows * MAX (moved, sparse ? 0 : 1), SYSTOLE_TPU_IN | SYSTOLE_TPU_OUT | (sparse ? SYSTOLE_TPU_SPARSE : 0));
      step->bytes_in = step->bytes_out = (guint64) ((double) rows * row);
    }
}

/* Lanes of the cores, or bytes that memory delivers: the peak of what the operation counts. */
static void
set_peak (SystoleTpuPlan *self, const SystoleVector *v)
{
  self->peak = v->operations > 0 ? (double) self->core.generation->vector_alus * self->core.cores : self->core.bandwidth / self->core.clock_hz;
  self->total = MAX (1, (guint64) ceil (self->peak));
}

static void
set_traffic (SystoleTpuPlan *self, const SystoleVector *v)
{
  double elements = (double) v->rows * (double) v->columns;

  self->compulsory_reads = (guint64) (v->reads * bytes_of (v, SYSTOLE_OPERAND_A, elements) + v->row_reads * bytes_of (v, SYSTOLE_OPERAND_A, (double) v->columns));
  self->compulsory_writes = (guint64) (v->writes * bytes_of (v, SYSTOLE_OPERAND_A, elements));
}

static gboolean
refuse (const SystoleRun *run, GError **error)
{
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("%s: not modelled on %s"), systole_op_kind_get_title (run->op.kind), systole_machine_get_name (run->machine));
  return FALSE;
}

static void
plan_elements (SystoleTpuPlan *self, const SystoleRun *run, const SystoleVector *v)
{
  Work w;

  set_peak (self, v);
  set_traffic (self, v);
  find_work (self, v, &w);
  if (run->operands != SYSTOLE_OPERANDS_COLD)
    w.bytes_in = w.bytes_out = 0;
  if (run->op.kind == SYSTOLE_OP_GATHER)
    add_gather (self, run, v);
  else
    add_stream (self, &w);
  if (v->operations == 0)
    count_bytes (self, (double) run->useful_work);
  self->format_cycles = w.elements * w.conversions / self->core.generation->vector_alus;
  self->vmem_reads = self->vmem_writes = (guint64) (w.bytes_in + w.bytes_out);
}

/**
 * systole_tpu_plan_vector:
 */
gboolean
systole_tpu_plan_vector (SystoleTpuPlan *self, const SystoleRun *run, GError **error)
{
  SystoleVector v;

  if (!systole_op_as_vector (&run->op, &v) || self->core.generation->vector_alus == 0)
    return refuse (run, error);
  plan_elements (self, run, &v);
  return TRUE;
}

/**
 * systole_tpu_plan_stencil:
 *
 * A plane after the other, as rows of vectors; neighbours are shifted registers.
 */
gboolean
systole_tpu_plan_stencil (SystoleTpuPlan *self, const SystoleRun *run, GError **error)
{
  SystoleStencil s;
  SystoleVector v;

  if (!systole_op_as_stencil (&run->op, &s) || self->core.generation->vector_alus == 0)
    return refuse (run, error);
  if (s.format == SYSTOLE_FORMAT_FP64)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED,
                   /* Translators: an operation, a machine's name */
                   _ ("%s: not modelled on %s: its vector unit has no fp64"),
                   systole_op_kind_get_title (run->op.kind),
                   systole_machine_get_name (run->machine));
      return FALSE;
    }
  v = (SystoleVector){ .rows = s.y * s.z, .columns = s.x, .reads = 1, .writes = 1, .operations = s.operations, .format = s.format };
  plan_elements (self, run, &v);
  return TRUE;
}
