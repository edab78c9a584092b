/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/tpu-plan.h"

#include <math.h>
#include <string.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

static const SystoleTpuGeneration generations[] = {
#define GENERATION(ID, architecture, int8, bf16, fp16, fp32_passes, push, vector_alus, convert_in, convert_out, launch, memory_efficiency, bubble) \
  { architecture, int8, bf16, fp16, fp32_passes, push, vector_alus, convert_in, convert_out, launch, memory_efficiency, bubble },
#include "engine/systolic/tpu-generations.def"
#undef GENERATION
};

/* Rows are cut in whole groups of eight, the height of a vector register. */
#define SUBLANES 8
/* A column of tiles is shared by several MXUs only in blocks of at least so many rows. */
#define LEAST_ROWS 128

static const SystoleTpuGeneration *
find_generation (const SystoleMachine *machine)
{
  const char *architecture = systole_machine_get_fact (machine, "architecture");

  for (guint i = 0; i < G_N_ELEMENTS (generations); i++)
    if (g_strcmp0 (generations[i].architecture, architecture) == 0)
      return &generations[i];
  return NULL;
}

static gboolean
read_machine (SystoleTpuPlan *self, const SystoleMachine *machine, GError **error)
{
  static const SystoleField needed[] = { SYSTOLE_FIELD_MXU_COUNT, SYSTOLE_FIELD_MXU_ROWS, SYSTOLE_FIELD_MXU_COLUMNS, SYSTOLE_FIELD_MXU_CLOCK, SYSTOLE_FIELD_MEMORY_BANDWIDTH };

  self->generation = find_generation (machine);
  if (self->generation == NULL)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED,
                   /* Translators: %s is a machine's name */
                   _ ("%s: not modelled: too little is published about this generation"),
                   systole_machine_get_name (machine));
      return FALSE;
    }
  self->has_unified_buffer = systole_machine_has (machine, SYSTOLE_FIELD_UNIFIED_BUFFER);
  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    if (!(systole_machine_get (machine, needed[i]) >= 1))
      {
        g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED,
                     /* Translators: a machine's name, a field's name */
                     _ ("%s: not modelled without the field “%s”"),
                     systole_machine_get_name (machine),
                     systole_field_get_id (needed[i]));
        return FALSE;
      }
  if (!self->has_unified_buffer && !(systole_machine_get (machine, SYSTOLE_FIELD_VMEM) >= 1))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("%s: not modelled without the field “%s”"), systole_machine_get_name (machine), systole_field_get_id (SYSTOLE_FIELD_VMEM));
      return FALSE;
    }
  self->rows = (guint) systole_machine_get (machine, SYSTOLE_FIELD_MXU_ROWS);
  self->columns = (guint) systole_machine_get (machine, SYSTOLE_FIELD_MXU_COLUMNS);
  self->mxus = (guint) MIN (systole_machine_get (machine, SYSTOLE_FIELD_MXU_COUNT), 4096);
  self->cores = MAX (1, (guint) systole_machine_get (machine, SYSTOLE_FIELD_TENSOR_CORES));
  self->clock_hz = systole_machine_get (machine, SYSTOLE_FIELD_MXU_CLOCK);
  self->rate = MAX (1, (guint) systole_machine_get (machine, SYSTOLE_FIELD_MXU_RATE_FACTOR));
  return TRUE;
}

static gboolean
find_rate (SystoleTpuPlan *self, const SystoleMachine *machine, SystoleFormat format, GError **error)
{
  const SystoleTpuGeneration *g = self->generation;
  const struct
  {
    guint rate, passes;
  } rates[SYSTOLE_N_FORMATS] = {
    [SYSTOLE_FORMAT_INT8] = { g->int8, 1 },
    [SYSTOLE_FORMAT_BF16] = { g->bf16, 1 },
    [SYSTOLE_FORMAT_FP16] = { g->fp16, 1 },
    [SYSTOLE_FORMAT_FP32] = { g->fp32_passes > 0, g->fp32_passes },
  };

  if (rates[format].rate == 0)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED,
                   /* Translators: a machine's name, a number format */
                   _ ("%s: not modelled: its arrays do not multiply %s"),
                   systole_machine_get_name (machine),
                   systole_format_get_id (format));
      return FALSE;
    }
  self->rate *= rates[format].rate;
  self->passes = rates[format].passes;
  return TRUE;
}

static guint64
stream_of (const SystoleTpuPlan *self, guint64 rows)
{
  return systole_ceil_div (rows * self->passes, self->rate);
}

/* Cycles of a fold while nothing waits for memory: a pass, but no shorter than the push of the
 * next weights; then the bubble. A sum is added to again only when it has left the array, R
 * cycles after it entered: with few columns of tiles that is longer. */
static guint64
get_pass (const SystoleTpuPlan *self, guint64 block_m)
{
  return MAX (systole_ceil_div (self->rows, self->generation->push), stream_of (self, block_m));
}

static guint64
get_bubble (const SystoleTpuPlan *self, guint64 block_m, guint64 block_n)
{
  guint64 pass = get_pass (self, block_m);
  guint64 bubble = (guint64) ceil ((double) pass * self->generation->bubble);

  if (pass >= self->rows)
    return bubble;
  return MAX (pass + bubble, systole_ceil_div (self->rows, systole_ceil_div (block_n, self->columns))) - pass;
}

/* Cycles of one MXU's block when nothing waits for memory, less what every block has. */
static double
cost_of (const SystoleTpuPlan *self, const SystoleGemm *gemm, guint64 block_m, guint64 block_n)
{
  double folds = (double) systole_ceil_div (block_n, self->columns) * (double) systole_ceil_div (gemm->k, self->rows);

  return (folds - 1) * (double) (get_pass (self, block_m) + get_bubble (self, block_m, block_n)) + (double) stream_of (self, block_m);
}

/* All ways to give each MXU one block of C; the quickest, and of equals the one with most columns,
 * since MXUs side by side share the rows of A that they read. */
static void
choose_parts (SystoleTpuPlan *self, const SystoleGemm *gemm)
{
  guint64 column_tiles = systole_ceil_div (gemm->n, self->columns);
  double best = G_MAXDOUBLE;

  for (guint parts_n = (guint) MIN (self->mxus, column_tiles); parts_n >= 1; parts_n--)
    {
      guint64 parts_m = MIN (self->mxus / parts_n, systole_ceil_div (gemm->m, LEAST_ROWS));
      guint64 block_n = systole_ceil_div (column_tiles, parts_n) * self->columns;
      guint64 block_m = systole_ceil_div (systole_ceil_div (gemm->m, parts_m), SUBLANES) * SUBLANES;
      double cost = cost_of (self, gemm, MIN (block_m, gemm->m), block_n);

      if (cost >= best)
        continue;
      best = cost;
      self->block_m = MIN (block_m, gemm->m);
      self->block_n = MIN (block_n, gemm->n);
    }
  self->parts_m = (guint) systole_ceil_div (gemm->m, self->block_m);
  self->parts_n = (guint) systole_ceil_div (gemm->n, self->block_n);
}

static guint64
cycles_for (double amount, double per_cycle)
{
  return (guint64) ceil (amount / per_cycle);
}

/* Folds follow one another at least so slowly that their share of the traffic can pass. */
static void
slow_down_for_memory (SystoleTpuPlan *self, SystoleArrayPlan *plan, const SystoleGemm *gemm)
{
  const SystoleTpuTransfers *t = &self->transfers;
  guint64 folds = systole_ceil_div (plan->n1 - plan->n0, plan->columns) * systole_ceil_div (gemm->k, plan->rows);
  guint64 once = systole_ceil_div (plan->rows, plan->push) + stream_of (self, plan->m1 - plan->m0) + plan->rows + plan->columns - 2;
  guint64 hidden = cycles_for ((double) (t->reads + t->writes - t->exposed - t->last), t->bytes_per_cycle);

  if (hidden > once && folds > 1)
    {
      plan->period = (hidden - once) / (folds - 1);
      /* What does not divide comes at the end, so that the whole is exactly the transfer's time. */
      if (plan->period >= get_pass (self, self->block_m) + plan->bubble)
        plan->tail += (hidden - once) % (folds - 1);
    }
  else if (hidden > once)
    plan->tail += hidden - once;
  /* Through a FIFO no tile can come earlier than its turn. */
  if (self->has_unified_buffer)
    plan->period = MAX (plan->period, cycles_for ((double) t->reads / (double) folds, t->bytes_per_cycle));
}

static void
fill_plan (SystoleTpuPlan *self, const SystoleGemm *gemm, SystoleArrayPlan *plan)
{
  const SystoleTpuGeneration *g = self->generation;
  const SystoleTpuTransfers *t = &self->transfers;
  double vector_rate = (double) g->vector_alus * self->cores; /* operations a cycle */

  *plan = (SystoleArrayPlan){
    .gemm = *gemm,
    .m1 = self->block_m,
    .n1 = self->block_n,
    .rows = self->rows,
    .columns = self->columns,
    .dataflow = SYSTOLE_DATAFLOW_WS,
    .timing = SYSTOLE_TIMING_OVERLAPPED,
    .rate = self->rate,
    .passes = self->passes,
    .push = g->push,
    .rows_innermost = get_pass (self, self->block_m) >= self->rows,
    .launch = (guint64) ceil (g->launch * self->clock_hz),
    .fetch = cycles_for ((double) t->exposed, t->bytes_per_cycle),
    .tail = cycles_for ((double) t->last, t->bytes_per_cycle),
    .bubble = get_bubble (self, self->block_m, self->block_n),
  };
  if (gemm->format == SYSTOLE_FORMAT_FP16 && g->convert_in > 0)
    {
      plan->convert_in = cycles_for (((double) gemm->m + (double) gemm->n) * (double) gemm->k * g->convert_in, vector_rate);
      plan->convert_out = cycles_for ((double) gemm->m * (double) gemm->n * g->convert_out, vector_rate);
    }
  slow_down_for_memory (self, plan, gemm);
}

/* The at most four kinds of block: full, at the lower margin, at the right one, in the corner. */
static gboolean
make_kinds (SystoleTpuPlan *self, const SystoleGemm *gemm, const SystoleArrayPlan *full, GError **error)
{
  guint64 last_m = gemm->m - (self->parts_m - 1) * self->block_m, last_n = gemm->n - (self->parts_n - 1) * self->block_n;
  guint64 end;

  self->n_kinds = 0;
  for (guint i = 0; i < 2; i++)
    for (guint j = 0; j < 2; j++)
      {
        SystoleTpuKind *kind = &self->kinds[self->n_kinds];
        SystoleArrayPlan plan = *full;

        /* A grid of one row or column has only its margin. */
        kind->n = (i == 0 ? self->parts_m - 1 : 1) * (j == 0 ? self->parts_n - 1 : 1);
        if (kind->n == 0)
          continue;
        plan.m1 = i == 0 ? self->block_m : last_m;
        plan.n1 = j == 0 ? self->block_n : last_n;
        if (!systole_array_schedule_init (&kind->schedule, &plan, error))
          return FALSE;
        kind->macs_per_slot = (double) plan.m1 / (double) kind->schedule.stream;
        self->n_kinds++;
      }
  /* MXUs with smaller blocks wait for the first kind, which is the largest. */
  end = self->kinds[0].schedule.compute_end;
  for (guint i = 0; i < self->n_kinds; i++)
    {
      SystoleArrayPlan plan = self->kinds[i].schedule.plan;

      plan.idle = end - self->kinds[i].schedule.compute_end;
      if (!systole_array_schedule_init (&self->kinds[i].schedule, &plan, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * systole_tpu_plan_init:
 *
 * Cuts C into blocks, finds the traffic and makes the schedules.
 *
 * Returns: FALSE with %SYSTOLE_ERROR_NOT_MODELLED for a machine without the fields needed
 *   or a format that its arrays lack, or %SYSTOLE_ERROR_CAPACITY
 */
gboolean
systole_tpu_plan_init (SystoleTpuPlan *self, const SystoleMachine *machine, const SystoleGemm *gemm, SystoleOperands operands, GError **error)
{
  SystoleArrayPlan full;

  *self = (SystoleTpuPlan){ 0 };
  if (!read_machine (self, machine, error) || !find_rate (self, machine, gemm->format, error))
    return FALSE;
  choose_parts (self, gemm);
  if (!systole_tpu_plan_find_transfers (self, machine, gemm, operands, error))
    return FALSE;
  fill_plan (self, gemm, &full);
  return make_kinds (self, gemm, &full, error);
}

static void
find_block (const SystoleTpuPlan *self, guint unit, SystoleArrayPlan *out)
{
  const SystoleGemm *gemm = &self->kinds[0].schedule.plan.gemm;
  guint i = unit / self->parts_n, j = unit % self->parts_n;

  out->m0 = i * self->block_m;
  out->m1 = MIN (out->m0 + self->block_m, gemm->m);
  out->n0 = j * self->block_n;
  out->n1 = MIN (out->n0 + self->block_n, gemm->n);
}

/**
 * systole_tpu_plan_get_kind:
 *
 * Returns: (nullable): what MXU @unit does, or NULL if there is no block for it
 */
const SystoleTpuKind *
systole_tpu_plan_get_kind (const SystoleTpuPlan *self, guint unit)
{
  SystoleArrayPlan block;

  if (unit >= self->parts_m * self->parts_n)
    return NULL;
  find_block (self, unit, &block);
  for (guint i = 0; i < self->n_kinds; i++)
    if (self->kinds[i].schedule.plan.m1 == block.m1 - block.m0 && self->kinds[i].schedule.plan.n1 == block.n1 - block.n0)
      return &self->kinds[i];
  g_return_val_if_reached (NULL);
}

/**
 * systole_tpu_plan_get_schedule:
 * @unit: an MXU that has a block
 *
 * The schedule of one MXU with the place of its block in C.
 */
void
systole_tpu_plan_get_schedule (const SystoleTpuPlan *self, guint unit, SystoleArraySchedule *out)
{
  const SystoleTpuKind *kind = systole_tpu_plan_get_kind (self, unit);
  SystoleArrayPlan plan;

  g_return_if_fail (kind != NULL);
  plan = kind->schedule.plan;
  find_block (self, unit, &plan);
  if (!systole_array_schedule_init (out, &plan, NULL))
    g_return_if_reached ();
}
