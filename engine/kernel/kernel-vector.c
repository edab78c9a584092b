/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-plan.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"

/*
 * Operations on the elements of matrices: blocks read some elements or a row, compute,
 * and store. Main memory, L2 and the issue of instructions work at the same time; near
 * the point where two of them take equally long the wave takes longer than either
 * (exponent 3.4, fitted once over all generations).
 *
 * Operations on rows read a row more than once. What has been read stays in L2 as long as
 * the rows under way fit: with more SMs at work more rows are under way, so the plan takes
 * as many SMs as are fastest.
 */

#define NORM_EXPONENT 3.4
#define KEPT_KNEE 2.3
#define FLAT_THREADS 256
#define FLAT_BYTES 4096 /* of one matrix, that a block of a flat kernel works on: 16 a thread */
#define ROW_THREADS 128
#define ROW_ELEMENTS 1024   /* of a block at least: short rows share one */
#define REGISTER_ROW 1024   /* elements of a row that softmax keeps in registers */
#define STREAM_EXPONENT 2.5 /* the same where a block is one load of each thread: bytes under way against latency */
#define BLOCK_CYCLES 400    /* from the end of a block to the first instruction of the next (gpu-benches, A100, H100, H200) */
#define STORE_CYCLES 130    /* and what a store after a load adds */
#define ROW_LATENCY 3500    /* cycles of a row's chain: load, two reductions through all warps, load, store */
#define MISALIGNED 512      /* elements that a block of 128 threads takes in one go */
#define SECTOR 32           /* bytes: the least that memory gives */
#define SPECIAL_LANES 4     /* of a sub-core */
#define PORT_BYTES 128      /* shared memory and L1, a cycle an SM */

typedef enum
{
  RATE_NORM,
  RATE_SOFTMAX
} RateOf;

static const struct
{
  gboolean known, by_row;
  guint again;
  double rate;
  RateOf rate_of;
} kernels[SYSTOLE_N_OPS] = {
#define ROW(ID, again, rate, of) [SYSTOLE_OP_##ID] = { TRUE, TRUE, again, rate, RATE_##of },
#define FLAT(ID, rate) [SYSTOLE_OP_##ID] = { TRUE, FALSE, 0, rate, RATE_NORM },
#define PHASE(ID, unit, weight, clause)
#include "engine/kernel/vector-programs.def"
#undef ROW
#undef FLAT
#undef PHASE
};

static const struct
{
  SystoleOpKind op;
  SystoleUnit unit;
  guint weight;
  const char *clause;
} phases[] = {
#define ROW(ID, again, rate, of)
#define FLAT(ID, rate)
#define PHASE(ID, unit, weight, clause) { SYSTOLE_OP_##ID, SYSTOLE_UNIT_##unit, weight, clause },
#include "engine/kernel/vector-programs.def"
#undef ROW
#undef FLAT
#undef PHASE
};

/* A kernel's geometry and what limits it, before it is laid out in cycles. */
typedef struct
{
  SystoleVector v;
  double bytes;         /* of an element */
  guint64 rows_a_block; /* by row */
  guint64 elements;     /* of a block */
  guint64 blocks;
  guint threads, resident;
  guint asked;   /* blocks at once on an SM, as the operation says; 0: as many as fit */
  gboolean says; /* the operation says how many threads */
  guint again;
  double misses; /* share of the further reads that main memory serves */
  double warm;   /* share of the first reads and the writes that it does not */
} Shape;

static gboolean
counts_bytes (const SystoleRun *run)
{
  SystoleVector v;

  return systole_op_as_vector (&run->op, &v) && v.operations == 0;
}

/* Of this run’s kernel, the arithmetic and the loads are all that it issues. */
static gboolean
is_compiled (const SystoleRun *run)
{
  return run->mapping.library == SYSTOLE_LIBRARY_COMPILED && run->op.kind != SYSTOLE_OP_SOFTMAX;
}

static void
shape_rows (const SystoleKernelChip *chip, const SystoleRun *run, Shape *s)
{
  SystoleOpKind op = run->op.kind;

  s->again = op != SYSTOLE_OP_SOFTMAX || s->v.columns > REGISTER_ROW ? kernels[op].again : 0;
  if (is_compiled (run) && op == SYSTOLE_OP_LAYERNORM)
    s->again = s->v.reductions;
  s->threads = ROW_THREADS;
  if (op == SYSTOLE_OP_SOFTMAX && s->v.columns > REGISTER_ROW)
    while (s->threads < 1024 && s->threads < s->v.columns / 8)
      s->threads *= 2;
  s->threads = MIN (s->threads, chip->max_threads);
  s->rows_a_block = MAX (1, ROW_ELEMENTS / s->v.columns);
  s->elements = s->rows_a_block * s->v.columns;
  s->blocks = systole_ceil_div (s->v.rows, s->rows_a_block);
}

static void
shape_flat (const SystoleKernelChip *chip, Shape *s)
{
  guint64 all = s->v.rows * s->v.columns;

  if (s->threads > 0)
    s->elements = s->threads;
  else
    {
      s->threads = MIN (FLAT_THREADS, chip->max_threads);
      s->elements = (guint64) (FLAT_BYTES / s->bytes);
    }
  s->blocks = systole_ceil_div (all, s->elements);
}

/* Streams may say how they are launched: so many threads, each of which takes one element. What is
 * under way is then limited by the threads there are, and a block lasts as long as memory takes to answer. */
static void
take_launch (const SystoleOp *op, const SystoleKernelChip *chip, Shape *s)
{
  gboolean says = op->kind == SYSTOLE_OP_MEMCPY || op->kind == SYSTOLE_OP_STREAM_INIT || op->kind == SYSTOLE_OP_STREAM_READ || op->kind == SYSTOLE_OP_STREAM_TRIAD;

  if (!says)
    return;
  s->threads = (guint) MIN (systole_op_get_dim (op, "threads_per_block"), chip->max_threads);
  s->asked = (guint) systole_op_get_dim (op, "blocks_per_sm");
}

/* Cycles of a block whose threads each take one element. */
static double
get_block_latency (const SystoleKernelChip *chip, const Shape *s)
{
  return BLOCK_CYCLES + (s->v.reads > 0 ? chip->latency : 0) + (s->v.reads > 0 && s->v.writes > 0 ? STORE_CYCLES : 0);
}

/* Share of the further reads of rows that L2 no longer has, with so many SMs at work. */
static double
missing (const SystoleKernelChip *chip, const Shape *s, guint used)
{
  double under_way = MIN ((double) s->v.rows, (double) used * s->resident * (double) s->rows_a_block);
  double kept = chip->generation->kept_share * chip->cache;

  if (s->again == 0)
    return 0;
  if (!(kept > 0))
    return 1;
  return 1 - CLAMP ((KEPT_KNEE - under_way * (double) s->v.columns * s->bytes / kept) / (KEPT_KNEE - 1), 0, 1);
}

static double
dram_share (const SystoleKernelChip *chip, const SystoleVector *v)
{
  const SystoleKernelGeneration *g = chip->generation;

  if (v->writes == 0)
    return g->read_share;
  if (v->reads == 0)
    return g->write_share;
  return v->reads + v->writes > 2 ? g->dram_share * g->mixed_share : g->dram_share;
}

/* Elements a cycle of an SM. */
static double
issue_rate (const SystoleKernelChip *chip, const SystoleRun *run, const Shape *s)
{
  const SystoleKernelGeneration *g = chip->generation;
  SystoleOpKind op = run->op.kind;
  double lanes = (double) chip->lanes * chip->sub_cores, rate, own;
  double cycles = s->v.operations / lanes + s->v.special / ((double) SPECIAL_LANES * chip->sub_cores) + (s->v.reads + s->v.writes) * s->bytes / PORT_BYTES;

  if (run->op.format == SYSTOLE_FORMAT_FP64 && s->v.operations > 0)
    cycles += s->v.operations / MAX (systole_machine_get (run->machine, SYSTOLE_FIELD_FMA_FP64), 1);
  rate = 1 / cycles;
  if (!(kernels[op].rate > 0) || is_compiled (run) || (!kernels[op].by_row && s->bytes > 2))
    return rate;
  /* Loads of single elements, conversions, addresses: more instructions than the arithmetic. */
  own = kernels[op].rate * (kernels[op].rate_of == RATE_NORM ? g->norm_rate / 2.4 : g->softmax_rate / 1.8);
  /* Wavefronts of 64 load an element anew in every pass; warps of 32 keep vectors of them. */
  if (op == SYSTOLE_OP_SOFTMAX && s->again > 0 && chip->warp_width == 64)
    own /= 1 + s->again;
  if (s->again > 0)
    own *= (double) s->v.columns / (double) (MISALIGNED * systole_ceil_div (s->v.columns, MISALIGNED));
  return MIN (rate, own);
}

/* Bytes of one block, all passes. */
static void
load_block (const SystoleKernelChip *chip, const Shape *s, SystoleKernelLoad *load)
{
  double once = (double) s->elements * s->bytes;
  double matrices = s->v.reads + s->v.writes;

  load->dram_bytes = once * (matrices * (1 - s->warm) + s->again * s->misses);
  load->l2_bytes = once * (matrices + s->again);
  load->dram_rate = chip->dram_bytes_per_cycle * chip->memory_share * dram_share (chip, &s->v);
  load->l2_rate = chip->l2_bytes_per_cycle;
  load->norm = NORM_EXPONENT;
}

/* The time that the limits alone make, to choose the SMs by. */
static double
estimate (const SystoleKernelChip *chip, const Shape *s, double rate, guint used)
{
  SystoleKernelLoad load = { 0 };
  Shape with = *s;
  double dram, issue, l2;

  with.misses = missing (chip, s, used);
  load_block (chip, &with, &load);
  dram = (double) s->blocks * load.dram_bytes / load.dram_rate;
  l2 = (double) s->blocks * load.l2_bytes / (load.l2_rate * used / chip->sms);
  issue = (double) s->blocks * (double) s->elements / (rate * used);
  return pow (pow (dram, NORM_EXPONENT) + pow (l2, NORM_EXPONENT) + pow (issue, NORM_EXPONENT), 1 / NORM_EXPONENT);
}

static void
choose_sms (SystoleKernelPlan *plan, Shape *s, double rate)
{
  const SystoleKernelChip *chip = &plan->chip;
  double best = 0;

  plan->schedule.used = chip->sms;
  s->misses = missing (chip, s, chip->sms);
  if (!(s->misses > 0))
    return;
  for (guint used = chip->sms; used > 0; used--)
    {
      double cycles = estimate (chip, s, rate, used);

      if (used == chip->sms || cycles < best)
        {
          best = cycles;
          plan->schedule.used = used;
        }
    }
  s->misses = missing (chip, s, plan->schedule.used);
}

/* Splits the cycles of a block among its phases; those of the main unit have room for the work. */
static void
add_phases (SystoleKernelPlan *plan, const SystoleRun *run, SystoleKernelLaunch *launch, guint64 work, double issue)
{
  guint64 lanes = (guint64) plan->schedule.lanes * plan->schedule.sub_cores;
  guint total = 0, of_main = 0;
  guint64 least;

  for (guint i = 0; i < G_N_ELEMENTS (phases); i++)
    if (phases[i].op == run->op.kind)
      {
        total += phases[i].weight;
        if (phases[i].unit == plan->schedule.unit)
          of_main += phases[i].weight;
      }
  least = systole_ceil_div (MAX (work, 1), lanes);
  for (guint i = 0; i < G_N_ELEMENTS (phases); i++)
    if (phases[i].op == run->op.kind)
      {
        gboolean is_main = phases[i].unit == plan->schedule.unit;
        guint64 cycles = (guint64) MAX (llround (issue * phases[i].weight / total), 1);

        if (is_main)
          cycles = MAX (cycles, systole_ceil_div (least * phases[i].weight, of_main));
        systole_kernel_launch_add_phase (launch, phases[i].unit, phases[i].unit == SYSTOLE_UNIT_LSU ? SYSTOLE_INSTRUCTION_STORE : SYSTOLE_INSTRUCTION_COMPUTE, is_main ? SYSTOLE_REASON_BUSY : phases[i].unit == SYSTOLE_UNIT_LSU ? SYSTOLE_REASON_UNIT_BUSY
                                                                                                                                                                                                                                  : SYSTOLE_REASON_OPERAND,
                                         phases[i].clause,
                                         cycles);
      }
}

static void
count_bytes (SystoleKernelPlan *plan, const SystoleRun *run, const Shape *s)
{
  double once = (double) s->v.rows * (double) s->v.columns * s->bytes;
  double again = once * s->again, shared_rows = s->v.row_reads * (double) s->v.columns * s->bytes;

  plan->dram_read = once * s->v.reads * (1 - s->warm) + again * s->misses + shared_rows * (1 - s->warm);
  plan->dram_written = once * s->v.writes * (1 - s->warm);
  plan->l2_read = once * s->v.reads + again + shared_rows;
  plan->l2_written = once * s->v.writes;
  plan->shared_read = plan->l2_read;
  plan->shared_written = plan->l2_written;
  if (run->operands == SYSTOLE_OPERANDS_COLD)
    {
      plan->compulsory_read = (guint64) (once * s->v.reads);
      plan->compulsory_write = (guint64) (once * s->v.writes);
    }
}

static void
make_shape (SystoleKernelPlan *plan, const SystoleRun *run, Shape *s)
{
  const SystoleKernelChip *chip = &plan->chip;
  guint64 slots;

  *s = (Shape){ 0 };
  systole_op_as_vector (&run->op, &s->v);
  s->bytes = systole_format_get_bits (run->op.format, SYSTOLE_OPERAND_A) / 8.0;
  take_launch (&run->op, chip, s);
  s->says = s->threads > 0;
  if (kernels[run->op.kind].by_row)
    shape_rows (chip, run, s);
  else
    shape_flat (chip, s);
  slots = chip->max_threads / s->threads;
  if (s->asked > 0)
    slots = MIN (slots, s->asked);
  s->resident = (guint) CLAMP (slots, 1, SYSTOLE_KERNEL_MAX_SLOTS);
  s->warm = systole_kernel_warm_share (plan, run, (double) s->v.rows * (double) s->v.columns * s->bytes * (s->v.reads + s->v.writes));
}

/* A run that only moves bytes is measured in bytes through the port of each SM. */
static void
choose_unit (SystoleKernelPlan *plan, const SystoleRun *run)
{
  if (!counts_bytes (run))
    return;
  plan->schedule.unit = SYSTOLE_UNIT_LSU;
  plan->schedule.lanes = PORT_BYTES / plan->schedule.sub_cores;
}

gboolean
systole_kernel_make_vector (SystoleKernelPlan *plan, const SystoleRun *run, GError **error)
{
  const SystoleKernelChip *chip = &plan->chip;
  SystoleKernelLoad load = { 0 };
  SystoleKernelLaunch *launch;
  Shape s;
  double rate;
  guint64 work;

  make_shape (plan, run, &s);
  choose_unit (plan, run);
  rate = issue_rate (chip, run, &s);
  choose_sms (plan, &s, rate);
  load_block (chip, &s, &load);
  load.issue = (double) s.elements / rate;
  if (kernels[run->op.kind].by_row)
    load.latency = ROW_LATENCY;
  if (s.says)
    {
      load.latency = get_block_latency (chip, &s);
      load.norm = STREAM_EXPONENT;
    }
  work = systole_ceil_div (run->useful_work, s.blocks);
  launch = systole_kernel_schedule_add (&plan->schedule, N_ ("kernel"), (s.threads + chip->warp_width - 1) / chip->warp_width);
  add_phases (plan, run, launch, work, load.issue);
  launch->start = MAX ((guint64) MAX ((double) chip->launch - chip->latency, 0), chip->launch / 2);
  launch->lead = launch->out = (guint64) (chip->latency / 2);
  launch->useful = run->useful_work;
  launch->block_bytes = (guint64) ((double) s.elements * s.bytes * s.v.reads);
  launch->stored_bytes = (guint64) ((double) s.elements * s.bytes * s.v.writes);
  launch->from_dram = s.warm < 1;
  if (!systole_kernel_schedule_add_blocks (&plan->schedule, launch, s.blocks, s.resident, 1, &load) || !systole_kernel_schedule_close (&plan->schedule))
    return systole_kernel_too_long (error);
  count_bytes (plan, run, &s);
  plan->compute_cycles = (double) s.blocks * load.issue / chip->sms;
  plan->dram_cycles = (double) s.blocks * load.dram_bytes / load.dram_rate;
  plan->l2_cycles = (double) s.blocks * load.l2_bytes / load.l2_rate;
  if (kernels[run->op.kind].by_row)
    g_snprintf (plan->mapping, sizeof plan->mapping, "%" G_GUINT64_FORMAT " rows a block, %u threads", s.rows_a_block, s.threads);
  else
    g_snprintf (plan->mapping, sizeof plan->mapping, "%" G_GUINT64_FORMAT " elements a block, %u threads", s.elements, s.threads);
  return TRUE;
}
