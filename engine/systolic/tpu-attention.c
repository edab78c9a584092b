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
add_multiply (Lowering *self, SystoleTpuStage *stage, double cycles, double macs, SystoleTpuUnits more, const SystoleTpuFeed *feed)
{
  SystoleTpuStep *step = systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_MULTIPLY, cycles, SYSTOLE_TPU_MXU | more);

  step->useful = macs;
  step->slots = MIN (macs, self->plan->peak * (double) step->cycles);
  if (feed != NULL)
    systole_tpu_program_set_feed (&self->plan->program, step, feed);
  return step;
}

/* The products of the scores and with the values: `heads` of `rows` queries, `side` > 0 in blocks. */
static void
init_feeds (Lowering *self, guint64 heads, guint64 rows, guint64 side, SystoleTpuFeed feeds[2])
{
  const SystoleAttention *a = &self->a;
  SystoleTpuFeed feed = {
    .gemm = { .format = a->format, .seed = self->run->op.seed, .batch = 1 },
    .count = heads,
    .m = rows,
    .n = a->skv,
    .k = a->d,
    .side = side,
    .keys = a->skv,
    .causal = a->causal && side > 0,
  };

  feed.gemm.m = heads * rows;
  feed.gemm.n = heads * a->skv;
  feed.gemm.k = a->d;
  feeds[0] = feed;
  feed.second = TRUE;
  feed.n = a->d;
  feed.k = side > 0 ? MIN (side, a->skv) : a->skv;
  feed.gemm.n = heads * a->d * (side > 0 ? systole_ceil_div (a->skv, side) : 1);
  feed.gemm.k = feed.k;
  feed.gemm.seed++; /* the values have numbers of their own */
  feeds[1] = feed;
}

/* Heads are shared out to the arrays; of fewer heads than arrays each has several, for its tiles. Returns: rounds */
static double
share_out (const Lowering *self, double rows, double columns, SystoleTpuFeed feeds[2])
{
  const SystoleTpuPlan *plan = self->plan;

  for (guint i = 0; i < 2; i++)
    {
      feeds[i].at_once = (guint) MIN (feeds[i].count, plan->core.mxus);
      feeds[i].arrays = plan->core.mxus / feeds[i].at_once;
    }
  systole_tpu_feed_lay_out (&feeds[0], &plan->core, plan->rate, plan->passes, (guint64) rows, (guint64) columns, self->a.d);
  systole_tpu_feed_lay_out (&feeds[1], &plan->core, plan->rate, plan->passes, (guint64) rows, self->a.d, (guint64) columns);
  return (double) systole_ceil_div (feeds[0].count, feeds[0].at_once);
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
  double blocks, steps, first, second;
  double vector = queries * keys * OPERATIONS_IN_BLOCKS / core->generation->vector_alus;
  /* Product, softmax and product of a block depend on one another: no faster than one wave through an array. */
  double wave = ceil ((double) core->rows / core->generation->push) + core->rows + core->columns - 2 + LANES / (double) plan->rate;
  double per_cycle = self->per_cycle * SHORT_TRANSFERS;
  double in, out, macs;
  SystoleTpuStage *stage;
  SystoleTpuStep *step;
  SystoleTpuFeed feeds[2];

  init_feeds (self, (guint64) heads, a->sq, BLOCK, feeds);
  for (guint i = 0; i < 2; i++)
    {
      feeds[i].at_once = core->cores;
      feeds[i].arrays = per_core;
    }
  systole_tpu_feed_lay_out (&feeds[0], core, plan->rate, plan->passes, (guint64) queries, (guint64) keys, a->d);
  systole_tpu_feed_lay_out (&feeds[1], core, plan->rate, plan->passes, (guint64) queries, a->d, (guint64) keys);
  first = systole_tpu_feed_get_cycles (&feeds[0]);
  second = systole_tpu_feed_get_cycles (&feeds[1]);
  blocks = heads * (double) systole_tpu_feed_count_blocks (&feeds[0]);
  steps = ceil (blocks / core->cores);
  in = bytes_of (self, blocks * 2 * keys * (double) a->d + heads * rows * queries * (double) a->d);
  out = bytes_of (self, heads * rows * queries * (double) a->d);
  macs = (double) self->run->useful_macs / steps;
  plan->manner = N_ ("in blocks of 512 × 512 scores, which stay in vector memory");
  begin (self, 1);
  stage = systole_tpu_program_add_stage (&plan->program, (guint64) steps, N_ ("block of scores"));
  step = systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_FETCH, in / steps / per_cycle, SYSTOLE_TPU_IN);
  step->bytes_in = (guint64) ceil (in / steps);
  add_multiply (self, stage, first, macs / 2, 0, &feeds[0]);
  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_VECTOR, vector, SYSTOLE_TPU_VPU);
  add_multiply (self, stage, second, macs / 2, 0, &feeds[1]);
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
  double out = bytes_of (self, (double) a->b * (double) a->hq * (double) a->sq * (double) a->d), in = self->moved - out;
  gboolean travels = !core->generation->keeps || 4 * scores > SCORES_SHARE * (core->vmem + core->cmem);
  SystoleTpuUnits moves = travels ? SYSTOLE_TPU_IN | SYSTOLE_TPU_OUT : 0;
  double rounds, first, second, vector, macs;
  SystoleTpuStage *stage = begin (self, 1);
  SystoleTpuStep *step = systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_FETCH, in / self->per_cycle, SYSTOLE_TPU_IN);
  SystoleTpuFeed feeds[2];

  step->bytes_in = (guint64) ceil (in);
  init_feeds (self, (guint64) heads, a->sq, 0, feeds);
  rounds = share_out (self, rows, columns, feeds);
  first = systole_tpu_feed_get_cycles (&feeds[0]);
  second = systole_tpu_feed_get_cycles (&feeds[1]);
  vector = scores / rounds * OPERATIONS / self->alus;
  macs = (double) self->run->useful_macs / rounds / 2;
  plan->manner = travels ? N_ ("a head at a time; the scores do not fit and travel through main memory") : N_ ("a head at a time, arrays and vector unit together");
  stage = systole_tpu_program_add_stage (&plan->program, (guint64) rounds, N_ ("group of heads"));
  step = add_multiply (self, stage, first, macs, SYSTOLE_TPU_VPU | moves, &feeds[0]);
  if (travels)
    {
      step->bytes_in = (guint64) ceil (3 * width * scores / rounds);
      step->bytes_out = (guint64) ceil (width * scores / rounds);
    }
  add_multiply (self, stage, second, macs, (vector > first ? SYSTOLE_TPU_VPU : 0) | moves, &feeds[1]);
  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_VECTOR, MAX (0, vector - first - second), SYSTOLE_TPU_VPU | moves);
  if (travels)
    systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_FETCH, MAX (0, travelling / rounds - MAX (first + second, vector)), SYSTOLE_TPU_IN | SYSTOLE_TPU_OUT);
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

/* A kernel that multiplies: start, the wave through an empty array, then heads after heads, no faster than their operands come. */
static void
add_product_kernel (Lowering *self, double rounds, const SystoleTpuFeed *feed, double in, double out)
{
  SystoleTpuPlan *plan = self->plan;
  const SystoleTpuCore *core = &plan->core;
  double moved = (in + out) / rounds / self->per_cycle, cycles = systole_tpu_feed_get_cycles (feed);
  SystoleTpuStage *stage = begin (self, 1);
  SystoleTpuStep *step;

  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_LATENCY, ceil ((double) core->rows / core->generation->push) + core->rows + core->columns - 2, SYSTOLE_TPU_MXU | SYSTOLE_TPU_IN);
  stage = systole_tpu_program_add_stage (&plan->program, (guint64) rounds, N_ ("group of heads"));
  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_FETCH, MAX (0, moved - cycles), SYSTOLE_TPU_IN);
  step = add_multiply (self, stage, cycles, (double) self->run->useful_macs / rounds / 2, SYSTOLE_TPU_IN | (out > 0 ? SYSTOLE_TPU_OUT : 0), feed);
  step->bytes_in = (guint64) ceil (in / rounds);
  step->bytes_out = (guint64) ceil (out / rounds);
}

static void
plan_in_turns (Lowering *self)
{
  const SystoleAttention *a = &self->a;
  SystoleTpuPlan *plan = self->plan;
  const SystoleTpuCore *core = &plan->core;
  guint64 group = a->hq / a->hkv;
  double rows = round_up ((double) (power_of_two (group) * a->sq), 16), columns = round_up ((double) a->skv, LANES), heads = (double) a->b * (double) a->hkv;
  double copy = !is_power_of_two (group) && a->sq > 1 ? OPERATIONS_OF_COPY : 0;
  double vector = rows * columns * (OPERATIONS + copy) / self->alus + rows / SUBLANES * 2 * STEPS_ACROSS_LANES / core->cores;
  double queries = bytes_of (self, (double) a->b * (double) a->hq * (double) a->sq * (double) a->d), keys = bytes_of (self, heads * (double) a->skv * (double) a->d);
  double rounds;
  SystoleTpuStage *stage;
  SystoleTpuFeed feeds[2];

  plan->manner = N_ ("product, softmax and product in turns");
  init_feeds (self, (guint64) heads, group * a->sq, 0, feeds);
  rounds = share_out (self, rows, columns, feeds);
  add_product_kernel (self, rounds, &feeds[0], queries + keys, 0);
  begin (self, 1);
  stage = systole_tpu_program_add_stage (&plan->program, (guint64) heads, N_ ("key head"));
  systole_tpu_stage_add_step (stage, SYSTOLE_TPU_STEP_VECTOR, vector, SYSTOLE_TPU_VPU);
  add_product_kernel (self, rounds, &feeds[1], keys, queries);
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
  self->multiplies = self->has_arrays = TRUE;
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
