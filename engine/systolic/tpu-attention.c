/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/systolic/tpu-plan.h"

/*
 * Attention as compilers lay it on arrays and vector unit, one of three ways:
 *
 * in blocks  (heads of a multiple of 128 lanes, each with its own keys): blocks of 512
 *            queries × 512 keys, scores stay in vector memory, one step after the other
 * by heads   (narrow heads): all scores of a head at once, arrays and vector unit overlap
 *            over the heads; where the scores of all heads do not fit, they travel
 * in turns   (query heads that share keys): product, softmax and product are kernels of
 *            their own, one after the other, each with its own operands to wait for
 */

#define BLOCK 512
#define LANES 128
#define SUBLANES 8
#define STEPS_ACROSS_LANES 7
/* Vector operations a score: maximum, difference, exponential, sum, rounding and moves; fitted to
 * published v6e times in blocks (bf16), and in turns or by heads (fp16), of rows that data/measured/kept-aside.csv
 * does not hold back; so are the shares below. */
#define OPERATIONS_IN_BLOCKS 4.65
#define OPERATIONS 9
/* A group of query heads that is no power of two is copied to where its rows make whole registers. */
#define OPERATIONS_OF_COPY 7
/* Share of the long transfers' bandwidth that transfers of one block reach. */
#define SHORT_TRANSFERS 0.75
/* Scores by heads stay in vector memory while they take at most this share, in fp32. */
#define SCORES_SHARE 0.45

typedef struct
{
  SystoleTpuPlan *plan;
  const SystoleRun *run;
  SystoleAttention a;
  double per_cycle; /* bytes, all cores */
  double alus;      /* all cores */
  double moved;     /* bytes of Q, K, V and the result */
} Lowering;

static double
round_up (double value, double to)
{
  return ceil (value / to) * to;
}

/* Cycles of an array for rows × columns × k; whichever operand is cheaper stands still. */
static double
product_cycles (const SystoleTpuPlan *self, double rows, double columns, double k)
{
  const SystoleTpuCore *core = &self->core;
  double push = ceil ((double) core->rows / core->generation->push), slots = (double) self->passes / self->rate;
  double one = ceil (columns / core->columns) * ceil (k / core->rows) * MAX (rows * slots, push);
  double other = ceil (rows / core->columns) * ceil (k / core->rows) * MAX (columns * slots, push);

  return MIN (one, other) * (1 + core->generation->bubble);
}

static double
bytes_of (const Lowering *self, double elements)
{
  return elements * systole_format_get_bits (self->a.format, SYSTOLE_OPERAND_A) / 8;
}

static SystoleTpuStage *
begin (Lowering *self, guint kernels)
{
  SystoleTpuStage *stage = systole_tpu_program_add_stage (&self->plan->program, 1, NULL);

  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_LAUNCH, kernels * self->plan->core.generation->launch * self->plan->core.clock_hz, 0);
  return stage;
}

/* A step in which the arrays do @share of the operation's MACs; the multiplier-cycles that they are busy are those. */
static SystoleTpuStep *
add_multiply (Lowering *self, SystoleTpuStage *stage, double cycles, double macs, SystoleTpuUnits more)
{
  SystoleTpuStep *step = systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_MULTIPLY, cycles, SYSTOLE_TPU_MXU | more);

  step->useful = macs;
  step->slots = MIN (macs, self->plan->peak * (double) step->cycles);
  return step;
}

/* Blocks of a head that are not masked altogether, of `queries` × BLOCK scores. */
static double
count_blocks (const SystoleAttention *a, guint64 queries)
{
  guint64 rows = systole_ceil_div (a->sq, queries), columns = systole_ceil_div (a->skv, BLOCK), last;
  double blocks = 0;

  if (!a->causal)
    return (double) rows * (double) columns;
  /* Row of blocks i sees keys up to skv − sq + (i + 1) · queries: an arithmetic series but for rounding. */
  for (guint64 i = 0; i < MIN (rows, 65536); i++)
    {
      last = MIN ((i + 1) * queries, a->sq) + a->skv - a->sq;
      blocks += (double) MIN (columns, systole_ceil_div (last, BLOCK));
    }
  return rows > 65536 ? blocks / 65536 * (double) rows : blocks;
}

static void
plan_in_blocks (Lowering *self)
{
  const SystoleAttention *a = &self->a;
  SystoleTpuPlan *plan = self->plan;
  const SystoleTpuCore *core = &plan->core;
  guint per_core = core->mxus / core->cores;
  double queries = MIN (round_up ((double) a->sq, 16), BLOCK), keys = MIN (round_up ((double) a->skv, LANES), BLOCK);
  double heads = (double) a->b * (double) a->hq, rows = ceil ((double) a->sq / BLOCK);
  double blocks = heads * count_blocks (a, BLOCK), steps = ceil (blocks / core->cores);
  double first = product_cycles (plan, queries, keys, (double) a->d) / MIN (per_core, MAX (1, ceil (keys / core->columns)));
  double second = product_cycles (plan, queries, (double) a->d, keys) / MIN (per_core, MAX (1, ceil (MAX (queries / core->columns, (double) a->d / core->columns))));
  double vector = queries * keys * OPERATIONS_IN_BLOCKS / core->generation->vector_alus;
  /* Product, softmax and product of a block depend on one another: no faster than one wave through an array. */
  double wave = ceil ((double) core->rows / core->generation->push) + core->rows + core->columns - 2 + LANES / (double) plan->rate;
  double in = bytes_of (self, blocks * 2 * keys * (double) a->d + heads * rows * queries * (double) a->d), out = bytes_of (self, heads * rows * queries * (double) a->d);
  double macs = (double) self->run->useful_macs / steps;
  double per_cycle = self->per_cycle * SHORT_TRANSFERS;
  SystoleTpuStage *stage;
  SystoleTpuStep *step;

  plan->manner = N_ ("in blocks of 512 × 512 scores, which stay in vector memory");
  begin (self, 1);
  stage = systole_tpu_program_add_stage (&plan->program, (guint64) steps, N_ ("block of scores"));
  step = systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_FETCH, in / steps / per_cycle, SYSTOLE_TPU_IN);
  step->bytes_in = (guint64) ceil (in / steps);
  add_multiply (self, stage, first, macs / 2, 0);
  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_VECTOR, vector, SYSTOLE_TPU_VPU);
  add_multiply (self, stage, second, macs / 2, 0);
  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_LATENCY, MAX (0, wave - ceil (first) - ceil (vector) - ceil (second)), SYSTOLE_TPU_MXU);
  step = systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_STORE, out / steps / per_cycle, SYSTOLE_TPU_OUT);
  step->bytes_out = (guint64) ceil (out / steps);
  plan->issued = MAX ((double) self->run->useful_macs, blocks * queries * keys * 2 * round_up ((double) a->d, core->rows));
}

/* Everything of all heads in, a head after the other, everything out. Scores that do not stay are written once and
 * read three times, for their largest, for the sum and for the second product; in 16 bits where the vector unit
 * computes in 16 bits. */
static void
plan_by_heads (Lowering *self)
{
  const SystoleAttention *a = &self->a;
  SystoleTpuPlan *plan = self->plan;
  const SystoleTpuCore *core = &plan->core;
  double rows = round_up ((double) a->sq, LANES), columns = round_up ((double) a->skv, LANES), heads = (double) a->b * (double) a->hkv;
  double scores = heads * rows * columns, width = core->generation->unpack > 0 ? 4 : 2, travelling = 4 * width * scores / self->per_cycle;
  double multiply = (product_cycles (plan, rows, columns, (double) a->d) + product_cycles (plan, rows, (double) a->d, columns)) / core->mxus;
  double vector = rows * columns * OPERATIONS / self->alus;
  double out = bytes_of (self, (double) a->b * (double) a->hq * (double) a->sq * (double) a->d), in = self->moved - out;
  double macs = (double) self->run->useful_macs / heads, head = MAX (multiply, vector);
  gboolean travels = !core->generation->keeps || 4 * scores > SCORES_SHARE * (core->vmem + core->cmem);
  SystoleTpuStage *stage = begin (self, 1);
  SystoleTpuStep *step = systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_FETCH, in / self->per_cycle, SYSTOLE_TPU_IN);

  step->bytes_in = (guint64) ceil (in);
  plan->manner = travels ? N_ ("a head at a time; the scores do not fit and travel through main memory") : N_ ("a head at a time, arrays and vector unit together");
  stage = systole_tpu_program_add_stage (&plan->program, (guint64) heads, N_ ("head"));
  step = add_multiply (self, stage, MIN (multiply, vector), multiply <= vector ? macs : macs * vector / multiply, SYSTOLE_TPU_VPU | (travels ? SYSTOLE_TPU_IN | SYSTOLE_TPU_OUT : 0));
  if (travels)
    {
      step->bytes_in = (guint64) ceil (3 * width * rows * columns);
      step->bytes_out = (guint64) ceil (width * rows * columns);
    }
  if (multiply > vector)
    add_multiply (self, stage, ceil (multiply) - ceil (vector), macs * (1 - vector / multiply), travels ? SYSTOLE_TPU_IN | SYSTOLE_TPU_OUT : 0);
  else
    systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_VECTOR, ceil (vector) - ceil (multiply), SYSTOLE_TPU_VPU | (travels ? SYSTOLE_TPU_IN | SYSTOLE_TPU_OUT : 0));
  if (travels)
    systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_FETCH, MAX (0, travelling / heads - head), SYSTOLE_TPU_IN | SYSTOLE_TPU_OUT);
  stage = systole_tpu_program_add_stage (&plan->program, 1, NULL);
  step = systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_STORE, out / self->per_cycle, SYSTOLE_TPU_OUT);
  step->bytes_out = (guint64) ceil (out);
  plan->issued = MAX ((double) self->run->useful_macs, scores * 2 * round_up ((double) a->d, core->rows));
}

static gboolean
is_power_of_two (guint64 value)
{
  return (value & (value - 1)) == 0;
}

static guint64
power_of_two (guint64 value)
{
  guint64 power = 1;

  while (power < value)
    power *= 2;
  return power;
}

/* A kernel that multiplies: start, the wave through an empty array, then a head after the other, each no faster than its operands come. */
static void
add_product_kernel (Lowering *self, double heads, double cycles, double in, double out)
{
  SystoleTpuPlan *plan = self->plan;
  const SystoleTpuCore *core = &plan->core;
  double moved = (in + out) / heads / self->per_cycle;
  SystoleTpuStage *stage = begin (self, 1);
  SystoleTpuStep *step;

  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_LATENCY, ceil ((double) core->rows / core->generation->push) + core->rows + core->columns - 2, SYSTOLE_TPU_MXU | SYSTOLE_TPU_IN);
  stage = systole_tpu_program_add_stage (&plan->program, (guint64) heads, N_ ("key head"));
  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_FETCH, MAX (0, moved - cycles), SYSTOLE_TPU_IN);
  step = add_multiply (self, stage, cycles, (double) self->run->useful_macs / heads / 2, SYSTOLE_TPU_IN | (out > 0 ? SYSTOLE_TPU_OUT : 0));
  step->bytes_in = (guint64) ceil (in / heads);
  step->bytes_out = (guint64) ceil (out / heads);
}

static void
plan_in_turns (Lowering *self)
{
  const SystoleAttention *a = &self->a;
  SystoleTpuPlan *plan = self->plan;
  const SystoleTpuCore *core = &plan->core;
  guint64 group = a->hq / a->hkv;
  double rows = round_up ((double) (power_of_two (group) * a->sq), 16), columns = round_up ((double) a->skv, LANES), heads = (double) a->b * (double) a->hkv;
  double first = product_cycles (plan, rows, columns, (double) a->d) / core->mxus, second = product_cycles (plan, rows, (double) a->d, columns) / core->mxus;
  double copy = !is_power_of_two (group) && a->sq > 1 ? OPERATIONS_OF_COPY : 0;
  double vector = rows * columns * (OPERATIONS + copy) / self->alus + rows / SUBLANES * 2 * STEPS_ACROSS_LANES / core->cores;
  double queries = bytes_of (self, (double) a->b * (double) a->hq * (double) a->sq * (double) a->d), keys = bytes_of (self, heads * (double) a->skv * (double) a->d);
  SystoleTpuStage *stage;

  plan->manner = N_ ("product, softmax and product in turns");
  add_product_kernel (self, heads, first, queries + keys, 0);
  begin (self, 1);
  stage = systole_tpu_program_add_stage (&plan->program, (guint64) heads, N_ ("key head"));
  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_VECTOR, vector, SYSTOLE_TPU_VPU);
  add_product_kernel (self, heads, second, keys, queries);
  plan->issued = MAX ((double) self->run->useful_macs, heads * rows * columns * 2 * round_up ((double) a->d, core->rows));
}

/**
 * systole_tpu_plan_attention:
 */
gboolean
systole_tpu_plan_attention (SystoleTpuPlan *self, const SystoleRun *run, GError **error)
{
  Lowering lowering = { .plan = self, .run = run };
  SystoleAttention *a = &lowering.a;
  double heads;

  systole_op_as_attention (&run->op, a);
  if (self->core.generation->vector_alus == 0)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("%s: not modelled on %s"), systole_op_kind_get_title (run->op.kind), systole_machine_get_name (run->machine));
      return FALSE;
    }
  if (!systole_tpu_core_find_rate (&self->core, systole_machine_get_name (run->machine), a->format, &self->rate, &self->passes, error))
    return FALSE;
  self->multiplies = TRUE;
  self->total = (guint64) self->core.rows * self->core.columns * self->core.mxus;
  self->peak = (double) self->total * self->rate / self->passes;
  heads = (double) a->b * (2 * (double) a->hq * (double) a->sq + 2 * (double) a->hkv * (double) a->skv);
  lowering.moved = bytes_of (&lowering, heads * (double) a->d);
  lowering.per_cycle = systole_tpu_core_get_bytes_per_cycle (&self->core) * self->core.cores;
  lowering.alus = (double) self->core.generation->vector_alus * self->core.cores;
  self->compulsory_writes = (guint64) bytes_of (&lowering, (double) a->b * (double) a->hq * (double) a->sq * (double) a->d);
  self->compulsory_reads = (guint64) lowering.moved - self->compulsory_writes;
  if (a->hq != a->hkv)
    plan_in_turns (&lowering);
  else if (a->d % LANES == 0)
    plan_in_blocks (&lowering);
  else
    plan_by_heads (&lowering);
  if (run->operands != SYSTOLE_OPERANDS_COLD)
    systole_tpu_program_drop_transfers (&self->program);
  self->vmem_reads = self->vmem_writes = 3 * (self->compulsory_reads + self->compulsory_writes);
  if (self->issued < 0x1p63)
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("More than 2^63 multiplications or 2^64 bytes, the most that is counted"));
  return FALSE;
}
