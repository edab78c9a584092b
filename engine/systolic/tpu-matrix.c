/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/tpu-matrix.h"

#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* Rows are cut in whole groups of eight, the height of a vector register. */
#define SUBLANES 8
/* A column of tiles is shared by several MXUs only in blocks of at least so many rows. */
#define LEAST_ROWS 128
/* Where blocks of C are made in several turns, their sums leave the registers and come back: a
 * share of the tile's pass, from v6e products that do not fit. */
#define RETURN_BUBBLE 0.08

static guint64
stream_of (const SystoleTpuMatrix *self, guint64 rows)
{
  return systole_ceil_div (rows * self->passes, self->rate);
}

/* Cycles of a fold while nothing waits for memory: a pass, but no shorter than the push of the
 * next weights; then the bubble. A sum is added to again only when it has left the array, R
 * cycles after it entered: with few columns of tiles that is longer. */
static guint64
get_pass (const SystoleTpuMatrix *self, guint64 block_m)
{
  return MAX (systole_ceil_div (self->core.rows, self->core.generation->push), stream_of (self, block_m));
}

static guint
cores_of (const SystoleTpuMatrix *self)
{
  return self->cores_m * self->cores_n;
}

/* Cycles that the operands' port is closed to the arrays between two folds of the block. */
static guint64
get_bubble (const SystoleTpuMatrix *self, SystoleFormat format, guint64 folds)
{
  const SystoleTpuGeneration *g = self->core.generation;
  const SystoleTpuTransfers *t = &self->transfers;
  guint64 pass = get_pass (self, self->block_m), columns = systole_ceil_div (self->block_n, self->core.columns);
  double share = g->bubble + (format == SYSTOLE_FORMAT_FP16 ? cores_of (self) > 1 ? g->shared_fp16_bubble : g->fp16_bubble : 0);
  double bubble = (double) pass * (t->again ? (1 + share) * (1 + RETURN_BUBBLE) - 1 : share);

  if (folds > 1)
    bubble += g->port * (double) t->hidden / t->bytes_per_cycle / (double) (folds - 1);
  /* A sum is added to again only when it has left the array, R cycles after it entered. */
  if (pass < self->core.rows)
    bubble = MAX (bubble, (double) systole_ceil_div (self->core.rows, columns) - (double) pass);
  return (guint64) ceil (bubble);
}

static guint64
cycles_for (double amount, double per_cycle)
{
  return (guint64) ceil (amount / per_cycle);
}

/* Folds follow one another at least so slowly that their share of the traffic can pass. */
static void
slow_down_for_memory (const SystoleTpuMatrix *self, SystoleArrayPlan *plan, guint64 folds)
{
  const SystoleTpuTransfers *t = &self->transfers;
  guint64 once = systole_ceil_div (plan->rows, plan->push) + stream_of (self, plan->m1 - plan->m0) + plan->rows + plan->columns - 2;
  guint64 hidden = cycles_for ((double) t->hidden, t->bytes_per_cycle);

  if (hidden > once && folds > 1)
    {
      plan->period = (hidden - once) / (folds - 1);
      /* What does not divide comes at the end, so that the whole is exactly the transfer's time. */
      if (plan->period >= get_pass (self, self->block_m) + plan->bubble)
        plan->tail += (hidden - once) % (folds - 1);
    }
  else if (hidden > once)
    plan->tail += hidden - once;
}

/* Through a FIFO no tile can come earlier than its turn; nor can the rows that the host sends meanwhile. */
static void
slow_down_for_fifo (SystoleTpuMatrix *self, SystoleArrayPlan *plan, guint64 folds)
{
  const SystoleTpuTransfers *t = &self->transfers;
  SystoleTpuHost *host = &self->transfers.host;
  guint64 tile = cycles_for ((double) t->reads / (double) folds, t->bytes_per_cycle);
  guint64 rows = folds > 1 ? cycles_for ((double) host->hidden / (double) (folds - 1), host->bytes_per_cycle) : 0;

  host->holds_up = rows > tile;
  plan->period = MAX (plan->period, host->shared ? tile + rows : MAX (tile, rows));
  /* The first tile comes while the host still sends, unless both use the same link. */
  if (!host->shared)
    plan->fetch -= MIN (plan->fetch, cycles_for ((double) host->first, host->bytes_per_cycle));
}

static void
fill_plan (SystoleTpuMatrix *self, const SystoleGemm *gemm, SystoleArrayPlan *plan)
{
  const SystoleTpuGeneration *g = self->core.generation;
  const SystoleTpuTransfers *t = &self->transfers;
  guint64 folds = systole_ceil_div (self->block_n, self->core.columns) * systole_ceil_div (gemm->k, self->core.rows);

  *plan = (SystoleArrayPlan){
    .gemm = *gemm,
    .unfolding = self->product.unfolding,
    .a_later = self->product.a_later,
    .m1 = self->block_m,
    .n1 = self->block_n,
    .rows = self->core.rows,
    .columns = self->core.columns,
    .dataflow = SYSTOLE_DATAFLOW_WS,
    .timing = SYSTOLE_TIMING_OVERLAPPED,
    .rate = self->rate,
    .passes = self->passes,
    .push = g->push,
    .rows_innermost = get_pass (self, self->block_m) >= self->core.rows,
    .launch = systole_tpu_core_get_cycles (&self->core, (self->product.continues ? 0 : g->launch) + (cores_of (self) > 1 ? g->join : 0)),
    .fetch = cycles_for ((double) t->exposed, t->bytes_per_cycle),
    .tail = cycles_for ((double) t->last, t->bytes_per_cycle),
    .bubble = get_bubble (self, gemm->format, folds),
  };
  if (self->core.has_unified_buffer)
    slow_down_for_fifo (self, plan, folds);
  else
    slow_down_for_memory (self, plan, folds);
}

/* Lays the product on `cores_m` × `cores_n` cores, in each on `columns` MXUs side by side.
 * FALSE where a count does not fit. */
static gboolean
lay_out (SystoleTpuMatrix *self, const SystoleGemm *gemm, guint columns, SystoleArraySchedule *schedule, GError **error)
{
  guint mxus = self->core.mxus / self->core.cores; /* of a core */
  guint64 rows_of_core = systole_ceil_div (gemm->m, self->cores_m), tiles_of_core = systole_ceil_div (systole_ceil_div (gemm->n, self->core.columns), self->cores_n);
  guint64 blocks_m = CLAMP (systole_ceil_div (rows_of_core, LEAST_ROWS), 1, mxus / columns);
  SystoleArrayPlan plan;

  self->block_n = MIN (systole_ceil_div (tiles_of_core, columns) * self->core.columns, gemm->n);
  self->block_m = MIN (systole_ceil_div (systole_ceil_div (rows_of_core, blocks_m), SUBLANES) * SUBLANES, gemm->m);
  self->parts_m = (guint) systole_ceil_div (gemm->m, self->block_m);
  self->parts_n = (guint) systole_ceil_div (gemm->n, self->block_n);
  if (!systole_tpu_matrix_find_transfers (self, error))
    return FALSE;
  fill_plan (self, gemm, &plan);
  return systole_array_schedule_init (schedule, &plan, error);
}

/* The quickest way to give each MXU one block of C: on one core or on all, along M or along N;
 * of equals the one with most columns, since MXUs side by side share the rows of A that they
 * read. More MXUs only add ways, so they never make a product slower. */
static gboolean
choose_layout (SystoleTpuMatrix *self, const SystoleGemm *gemm, SystoleArrayPlan *plan, GError **error)
{
  const guint ways[][2] = { { 1, 1 }, { self->core.cores, 1 }, { 1, self->core.cores } };
  guint64 tiles = systole_ceil_div (gemm->n, self->core.columns), best = G_MAXUINT64;
  SystoleTpuMatrix chosen = *self;

  for (guint way = 0; way < (self->core.cores > 1 ? G_N_ELEMENTS (ways) : 1); way++)
    {
      self->cores_m = ways[way][0];
      self->cores_n = ways[way][1];
      if (self->cores_m > gemm->m || self->cores_n > tiles)
        continue;
      for (guint columns = (guint) MIN (self->core.mxus / self->core.cores, systole_ceil_div (tiles, self->cores_n)); columns >= 1; columns--)
        {
          SystoleArraySchedule schedule;

          if (!lay_out (self, gemm, columns, &schedule, error))
            return FALSE;
          if (schedule.n_cycles >= best)
            continue;
          best = schedule.n_cycles;
          chosen = *self;
          *plan = schedule.plan;
        }
    }
  *self = chosen;
  return TRUE;
}

/* The at most four kinds of block: full, at the lower margin, at the right one, in the corner. */
static gboolean
make_kinds (SystoleTpuMatrix *self, const SystoleGemm *gemm, const SystoleArrayPlan *full, GError **error)
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
        kind->macs_per_slot = (double) plan.m1 / (double) kind->schedule.stream * self->product.useful;
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
 * systole_tpu_matrix_init:
 * @name: of the machine, for messages
 *
 * Cuts C into blocks, finds the traffic and makes the schedules.
 *
 * Returns: FALSE with %SYSTOLE_ERROR_NOT_MODELLED for a format that the arrays lack, or
 *   %SYSTOLE_ERROR_CAPACITY
 */
gboolean
systole_tpu_matrix_init (SystoleTpuMatrix *self, const SystoleTpuCore *core, const char *name, const SystoleTpuProduct *product, GError **error)
{
  SystoleArrayPlan full;

  *self = (SystoleTpuMatrix){ .core = *core, .product = *product };
  if (!systole_tpu_core_find_rate (core, name, product->gemm.format, &self->rate, &self->passes, error))
    return FALSE;
  return choose_layout (self, &product->gemm, &full, error) && make_kinds (self, &product->gemm, &full, error);
}

static void
find_block (const SystoleTpuMatrix *self, guint unit, SystoleArrayPlan *out)
{
  const SystoleGemm *gemm = &self->kinds[0].schedule.plan.gemm;
  guint i = unit / self->parts_n, j = unit % self->parts_n;

  out->m0 = i * self->block_m;
  out->m1 = MIN (out->m0 + self->block_m, gemm->m);
  out->n0 = j * self->block_n;
  out->n1 = MIN (out->n0 + self->block_n, gemm->n);
}

/**
 * systole_tpu_matrix_get_kind:
 *
 * Returns: (nullable): what MXU @unit does, or NULL if there is no block for it
 */
const SystoleTpuKind *
systole_tpu_matrix_get_kind (const SystoleTpuMatrix *self, guint unit)
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
 * systole_tpu_matrix_get_schedule:
 * @unit: an MXU that has a block
 *
 * The schedule of one MXU with the place of its block in C.
 */
void
systole_tpu_matrix_get_schedule (const SystoleTpuMatrix *self, guint unit, SystoleArraySchedule *out)
{
  const SystoleTpuKind *kind = systole_tpu_matrix_get_kind (self, unit);
  SystoleArrayPlan plan;

  g_return_if_fail (kind != NULL);
  plan = kind->schedule.plan;
  find_block (self, unit, &plan);
  if (!systole_array_schedule_init (out, &plan, NULL))
    g_return_if_reached ();
}
