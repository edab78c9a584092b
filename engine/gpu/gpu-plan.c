/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/gpu-plan.h"

#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* K is split in up to 2^7 parts. */
#define MAX_SPLITS 128
/* The copy engine's part of a k-tile when it has all of the SM's port to L2, bytes a cycle. */
#define COPY_BYTES 64
/* Steps of k that a fragment holds: bytes of A. */
#define FRAGMENT_K_BYTES 32

void
systole_gpu_plan_free (SystoleGpuPlan *self)
{
  for (guint i = 0; i < SYSTOLE_GPU_N_ROUNDS; i++)
    {
      if (self->schedules[i] != 0)
        systole_sm_schedule_free ((SystoleSmSchedule *) self->schedules[i]);
      g_clear_pointer (&self->kernels[i], systole_sm_kernel_free);
    }
  g_clear_pointer (&self->part_schedules, g_hash_table_unref);
  g_mutex_clear (&self->lock);
  g_clear_pointer (&self->part_kernels[0], systole_sm_kernel_free);
  g_clear_pointer (&self->part_kernels[1], systole_sm_kernel_free);
  g_free (self);
}

static gboolean
refuse_length (const SystoleMachine *machine, GError **error)
{
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("%s: the run has more cycles than are counted"), systole_machine_get_name (machine));
  return FALSE;
}

static guint
greatest_common_divisor (guint a, guint b)
{
  return b == 0 ? a : greatest_common_divisor (b, a % b);
}

/* How the multiplying warps lie on the tile: the parts as square as can be. An instruction
 * takes as many columns as a core's multipliers divide evenly. */
static void
lay_out_warps (const SystoleGpuTile *tile, guint sub_cores, SystoleSmShape *s)
{
  guint warps = (MAX (tile->threads / 32, 1) + sub_cores - 1) / sub_cores * sub_cores, best = G_MAXUINT;

  s->math_warps = s->warp_grid_columns = warps;
  s->warp_grid_rows = 1;
  for (guint rows = 1; rows <= warps; rows++)
    {
      guint columns = warps / rows, high = tile->m / rows, wide = tile->n * rows / warps;

      if (warps % rows != 0 || tile->m % rows != 0 || tile->n % columns != 0 || MAX (high, wide) - MIN (high, wide) >= best)
        continue;
      best = MAX (high, wide) - MIN (high, wide);
      s->warp_grid_rows = rows;
      s->warp_grid_columns = columns;
    }
  s->fragment_rows = tile->m / s->warp_grid_rows;
  s->fragment_columns = greatest_common_divisor (tile->n / s->warp_grid_columns, s->multipliers);
}

/* The kernel with L2 and main memory to itself. */
static void
make_shape (const SystoleGpuProblem *p, const SystoleGpuCost *c, SystoleSmShape *s)
{
  const SystoleGpuUnit *unit = &p->unit;
  const SystoleGpuTile *tile = c->tile;
  guint bits = systole_format_get_bits (p->gemm.format, SYSTOLE_OPERAND_A);
  double mma;

  *s = (SystoleSmShape){
    .unit = unit->unit,
    .tile_m = tile->m,
    .tile_n = tile->n,
    .tile_k = unit->tile_k,
    .valid_m = (guint) MIN (tile->m, p->gemm.m),
    .valid_n = (guint) MIN (tile->n, p->gemm.n),
    .splits = c->splits,
    .stages = c->stages,
    .residents = 1,
    .sub_cores = p->sub_cores,
    .copy_warps = 1,
    .fragment_k = unit->generation->style == SYSTOLE_MMA_LANES ? MAX (unit->tile_k / 8, 1) : FRAGMENT_K_BYTES * 8 / bits,
    .multipliers = (guint) MAX (unit->rate / p->sub_cores, 1),
    .load_latency = 1,
    .load_rows_a = 1,
    .load_columns_b = 1,
    .port_bytes = 128,
    .direct = TRUE,
    .paced = TRUE,
    .piece_rows_a = tile->m,
    .piece_columns_b = tile->n,
    .piece_k = unit->tile_k,
    .copy_latency = (guint) (unit->generation->loaded * unit->generation->dram_latency),
    .launch = (guint) MAX (unit->generation->start - 1, 0),
    .sync_cycles = (guint) unit->generation->barrier,
    .end_cycles = (guint) unit->generation->end,
    .store_bytes_per_cycle = COPY_BYTES,
    .store_bytes = c->splits > 1 || c->stream.workers > 0 ? 4 : p->unit.result_bytes,
  };
  lay_out_warps (tile, p->sub_cores, s);
  s->mma_interval = 1;
  mma = c->multiply * c->slow * s->mma_interval / (double) systole_sm_shape_get_mma_cycles (s);
  s->mma_interval = (guint) MAX (floor (mma), MAX (2, ceil ((double) s->fragment_rows * s->fragment_columns * s->fragment_k / s->multipliers)));
  s->mma_latency = s->mma_interval;
  s->copy_cycles_a = (guint) MAX (s->valid_m * p->element_a * s->tile_k / COPY_BYTES, 1);
  s->copy_cycles_b = (guint) MAX (s->valid_n * p->element_b * s->tile_k / COPY_BYTES, 1);
  s->store_cycles = (guint) MAX ((double) s->valid_m * s->valid_n * s->store_bytes * s->fragment_rows * s->fragment_columns / ((double) s->tile_m * s->tile_n) / COPY_BYTES, 1);
}

/* Blocks that do @k_tiles each in @cycles, so many at once. @alone: (out): cycles of the event machine with memory to itself. */
static SystoleSmKernel *
make_part (const SystoleGpuProblem *p, const SystoleGpuCost *c, guint residents, guint64 k_tiles, double cycles, guint64 *alone)
{
  SystoleSmShape shape;

  make_shape (p, c, &shape);
  shape.residents = residents;
  *alone = systole_sm_shape_count_cycles (&shape, k_tiles);
  systole_sm_shape_stretch (&shape, k_tiles, (guint64) MAX (ceil (cycles), 1));
  shape.copy_bytes_per_cycle = (shape.valid_m * p->element_a + shape.valid_n * p->element_b) * shape.tile_k / (shape.copy_cycles_a + shape.copy_cycles_b);
  return systole_sm_kernel_new (&shape, &p->gemm);
}

/* What SMs do that have @residents blocks at once and @cycles for them, alone. */
static void
add_round (SystoleGpuPlan *self, SystoleGpuRound round, guint residents, double cycles)
{
  const SystoleGpuCost *c = &self->cost;

  self->kernels[round] = make_part (&self->problem, c, residents, c->k_tiles, cycles * c->contention, &self->alone[round]);
  systole_sm_pace_init (&self->paces[round], self->kernels[round]);
}

/* In the tail, SMs with a block less do it with copies as slow as those of the others. */
static void
add_tail (SystoleGpuPlan *self)
{
  const SystoleGpuCost *c = &self->cost;
  SystoleSmShape less;

  if (self->tail_waves > 1)
    {
      add_round (self, SYSTOLE_GPU_ROUND_TAIL, 1, c->tail_round / (double) c->tail);
      return;
    }
  add_round (self, SYSTOLE_GPU_ROUND_TAIL, (guint) c->tail, c->tail_round);
  if (c->tail < 2 || self->tail_blocks % self->sms == 0)
    return;
  less = self->kernels[SYSTOLE_GPU_ROUND_TAIL]->shape;
  less.residents--;
  self->kernels[SYSTOLE_GPU_ROUND_LESS] = systole_sm_kernel_new (&less, &self->problem.gemm);
  systole_sm_pace_init (&self->paces[SYSTOLE_GPU_ROUND_LESS], self->kernels[SYSTOLE_GPU_ROUND_LESS]);
}

/* The kernels of shares are stretched to the time of a part of usual length; of longer and shorter ones the time is
 * the closed form of the same kernel. */
static void
add_shares (SystoleGpuPlan *self)
{
  const SystoleGpuProblem *p = &self->problem;
  const SystoleGpuCost *c = &self->cost;
  guint64 usual = MIN (c->stream.share, c->k_tiles), alone;
  SystoleGpuWork work;

  for (guint later = 0; later < G_N_ELEMENTS (self->part_kernels); later++)
    self->part_kernels[later] = make_part (p, c, 1, usual, systole_gpu_cost_get_part (p, c, usual, later != 0) * c->contention, &alone);
  self->part_schedules = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) systole_sm_schedule_free);
  self->shares_first = G_MAXUINT64;
  for (guint w = 0; w < c->stream.workers; w++)
    {
      guint64 start = 0;

      for (guint i = 0; systole_gpu_plan_get_part (self, w, i, &work); i++)
        {
          self->shares_first = MIN (self->shares_first, start + work.pace.first);
          self->shares_last_end = MAX (self->shares_last_end, start + work.pace.last_end);
          start += work.pace.n_cycles;
        }
      self->shares_cycles = MAX (self->shares_cycles, start);
    }
}

static gboolean
record (SystoleGpuPlan *self, const SystoleMachine *machine, GError **error)
{
  const SystoleGpuProblem *p = &self->problem;
  const SystoleGpuCost *c = &self->cost;
  guint64 at_once = (guint64) self->sms * c->resident, full = 0, tail = 0;

  /* More cycles than can be counted: no need to look closer. */
  if (c->seconds * p->unit.clock_hz > 0x1p61)
    return refuse_length (machine, error);
  self->blocks = c->blocks;
  self->full_waves = c->rounds;
  self->tail_blocks = c->blocks - c->stream.n_tiles - MIN (c->rounds * at_once, c->blocks);
  self->tail_waves = c->resident > 1 ? MIN (c->tail, 1) : c->tail;
  if (self->full_waves > 0)
    add_round (self, SYSTOLE_GPU_ROUND_FULL, c->resident, c->round);
  if (self->tail_waves > 0)
    add_tail (self);
  if (c->stream.workers > 0)
    add_shares (self);
  self->launch = (guint64) ceil (systole_gpu_get_launch (machine) * p->unit.clock_hz);
  self->end = (guint64) ceil (c->adding * p->unit.clock_hz);
  if (!systole_checked_mul (self->full_waves, self->paces[SYSTOLE_GPU_ROUND_FULL].n_cycles, &full) || !systole_checked_mul (self->tail_waves, self->paces[SYSTOLE_GPU_ROUND_TAIL].n_cycles, &tail) || MAX (full, tail) > G_MAXINT64 / 4)
    return refuse_length (machine, error);
  self->n_cycles = self->launch + full + tail + self->shares_cycles + self->end;
  return TRUE;
}

static gboolean
is_wished (const SystoleGpuTile *tile, const SystoleGpuUnit *unit, const SystoleMapping *mapping)
{
  return (mapping->tile_m == 0 || mapping->tile_m == tile->m) && (mapping->tile_n == 0 || mapping->tile_n == tile->n) && (mapping->tile_k == 0 || mapping->tile_k == unit->tile_k);
}

/* The library splits K where it has kernels for that; who asks for it gets it of any product. */
static guint
get_max_splits (const SystoleGpuUnit *unit, SystoleSchedule schedule)
{
  switch ((guint) schedule)
    {
    case SYSTOLE_SCHEDULE_ANY:
      return unit->splits ? MAX_SPLITS : 1;
    case SYSTOLE_SCHEDULE_SPLIT_K:
      return MAX_SPLITS;
    default:
      return 1;
    }
}

/**
 * systole_gpu_plan_new:
 * @mapping: zeros: the engine chooses
 *
 * Takes the fastest of the tiles and splits that the generation's library has.
 *
 * Returns: (transfer full) (nullable): NULL with %SYSTOLE_ERROR_NOT_MODELLED for a machine
 *   of which no kernels are known or that does not multiply the format, _SHAPE for a tile
 *   that there is no kernel of, _CAPACITY
 */
SystoleGpuPlan *
systole_gpu_plan_new (const SystoleMachine *machine, const SystoleGemm *gemm, SystoleOperands operands, const SystoleMapping *mapping, GError **error)
{
  g_autoptr (SystoleGpuPlan) self = g_new0 (SystoleGpuPlan, 1);
  SystoleGpuUnit unit;

  g_mutex_init (&self->lock);
  if (!systole_gpu_find_unit (machine, gemm, mapping->library, mapping->lanes, &unit, error))
    return NULL;
  systole_gpu_problem_init (&self->problem, machine, gemm, &unit, operands);
  self->sms = self->problem.sms;
  for (guint i = 0; i < unit.n_tiles; i++)
    for (guint splits = mapping->schedule == SYSTOLE_SCHEDULE_SPLIT_K ? 2 : 1; splits <= get_max_splits (&unit, mapping->schedule) && is_wished (&unit.tiles[i], &unit, mapping); splits *= 2)
      {
        SystoleGpuCost cost;

        if (!systole_gpu_cost_compute (&self->problem, &unit.tiles[i], mapping->schedule, splits, mapping->stages, self->cost.tile != NULL ? self->cost.seconds : G_MAXDOUBLE, &cost))
          {
            if (splits > 1)
              break;
            continue;
          }
        if (self->cost.tile == NULL || cost.seconds < self->cost.seconds)
          self->cost = cost;
      }
  if (self->cost.tile == NULL && mapping->schedule == SYSTOLE_SCHEDULE_SPLIT_K)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("%s: K of this product cannot be split: it has too few K-steps a tile, or there are more than four waves of blocks"), systole_machine_get_name (machine));
      return NULL;
    }
  if (self->cost.tile == NULL)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("%s: there is no kernel with a tile of %ux%ux%u and %u stages for this product (0: any)"), systole_machine_get_name (machine), mapping->tile_m, mapping->tile_n, mapping->tile_k, mapping->stages);
      return NULL;
    }
  return record (self, machine, error) ? g_steal_pointer (&self) : NULL;
}

/* A kernel of the run: they differ in how fast memory is and in the number of residents, not in what a block does. The
 * first has the most residents. */
const SystoleSmKernel *
systole_gpu_plan_get_kernel (const SystoleGpuPlan *self)
{
  for (guint i = 0; i < SYSTOLE_GPU_N_ROUNDS; i++)
    if (self->kernels[i] != NULL)
      return self->kernels[i];
  return self->part_kernels[0];
}

/**
 * systole_gpu_plan_get_work_schedule:
 * @work: what an SM does at @moment
 *
 * Made when it is first asked for, in any thread; kept as long as the plan.
 */
const SystoleSmSchedule *
systole_gpu_plan_get_work_schedule (const SystoleGpuPlan *self, const SystoleGpuMoment *moment, const SystoleGpuWork *work)
{
  gint64 key = (gint64) work->pace.n_tiles * 2 + work->later;
  SystoleSmSchedule *schedule;

  if (!moment->shares)
    return systole_gpu_plan_get_schedule (self, work->round);
  g_mutex_lock ((GMutex *) &self->lock);
  schedule = g_hash_table_lookup (self->part_schedules, &key);
  if (schedule == NULL)
    {
      schedule = systole_sm_schedule_new_part (&work->pace.kernel->shape, &work->pace.kernel->gemm, work->pace.n_tiles, NULL);
      /* Paced blocks repeat themselves after as many k-tiles as they have stages. */
      g_assert (schedule != NULL);
      g_hash_table_insert (self->part_schedules, g_memdup2 (&key, sizeof key), schedule);
    }
  g_mutex_unlock ((GMutex *) &self->lock);
  return schedule;
}

/**
 * systole_gpu_plan_get_schedule:
 * @round: there must be SMs that do it
 *
 * Made when it is first asked for, in any thread.
 */
const SystoleSmSchedule *
systole_gpu_plan_get_schedule (const SystoleGpuPlan *self, SystoleGpuRound round)
{
  gsize *place = (gsize *) &self->schedules[round];
  const SystoleSmKernel *kernel = self->kernels[round];

  if (g_once_init_enter (place))
    {
      SystoleSmSchedule *schedule = systole_sm_schedule_new (&kernel->shape, &kernel->gemm, NULL);

      /* Paced blocks repeat themselves after as many k-tiles as they have stages. */
      g_assert (schedule != NULL);
      g_once_init_leave (place, (gsize) schedule);
    }
  return (const SystoleSmSchedule *) *place;
}
