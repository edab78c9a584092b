/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/gpu-plan.h"

#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* Energy an operation falls with the clock as f^1.2 (voltage follows it), so power as f^2.2
 * (see the microarchitecture notes, §1.7). */
#define POWER_EXPONENT 2.2
/* Boards whose idle power is not published: about an eighth of the limit. */
#define IDLE_SHARE 0.12
/* K is split in up to 2^7 parts. */
#define MAX_SPLIT_POWER 8
#define MAX_PLANNED_BLOCKS (G_GUINT64_CONSTANT (1) << 40)

void
systole_gpu_plan_free (SystoleGpuPlan *self)
{
  if (self->tail != self->full)
    g_clear_pointer (&self->tail, systole_sm_schedule_free);
  g_clear_pointer (&self->full, systole_sm_schedule_free);
  g_free (self);
}

static double
nominal_clock (const SystoleMachine *machine)
{
  return systole_machine_get (machine, systole_machine_has (machine, SYSTOLE_FIELD_CLOCK_TENSOR) ? SYSTOLE_FIELD_CLOCK_TENSOR : SYSTOLE_FIELD_CLOCK_BOOST);
}

/* The clock that the power limit allows when the tensor cores multiply for a @share of the time.
 * The published peak says how much the chip as built draws. */
static double
sustained_clock (const SystoleMachine *machine, const SystoleGpuPlan *self, SystoleFormat format, double share)
{
  static const SystoleField peaks[SYSTOLE_N_FORMATS] = {
    [SYSTOLE_FORMAT_INT8] = SYSTOLE_FIELD_PEAK_INT8,
    [SYSTOLE_FORMAT_BF16] = SYSTOLE_FIELD_PEAK_BF16,
    [SYSTOLE_FORMAT_FP16] = SYSTOLE_FIELD_PEAK_FP16,
    [SYSTOLE_FORMAT_FP32] = SYSTOLE_FIELD_PEAK_FP32,
  };
  double clock = nominal_clock (machine);
  double tdp = systole_machine_get (machine, SYSTOLE_FIELD_POWER_TDP);
  double idle = systole_machine_has (machine, SYSTOLE_FIELD_POWER_IDLE) ? systole_machine_get (machine, SYSTOLE_FIELD_POWER_IDLE) : IDLE_SHARE * tdp;
  double at_work = (double) MIN (self->sms, self->blocks) / self->sms;
  double operations = systole_machine_get (machine, peaks[format]) * self->generation->issue_share * at_work * share;
  double power = operations * self->generation->joule_per_operation * systole_format_get_bits (format, SYSTOLE_OPERAND_A) / 16;

  return tdp > idle && power > tdp - idle ? clock * pow ((tdp - idle) / power, 1 / POWER_EXPONENT) : clock;
}

/* Bytes read from main memory. In each wave the blocks under way form a rectangle of
 * tiles, as square as the grid allows, whose rows of A and columns of B are read once; a
 * share of them is still in L2 in the next wave. */
static double
dram_reads (const SystoleMachine *machine, const SystoleGpuPlan *self, const SystoleGemm *gemm, guint64 tiles_m, guint64 tiles_n)
{
  double bytes = systole_format_get_bits (gemm->format, SYSTOLE_OPERAND_A) / 8.0;
  double k_bytes = (double) gemm->k * bytes;
  double compulsory = ((double) gemm->m + (double) gemm->n) * k_bytes;
  double under_way = MAX (1, (double) MIN (self->at_once, self->blocks) / self->full_shape.splits);
  double waves = ceil ((double) self->blocks / self->at_once);
  double high = CLAMP (ceil (sqrt (under_way * self->tile->n / self->tile->m)), 1, (double) tiles_m);
  double wide = CLAMP (ceil (under_way / high), 1, (double) tiles_n);
  double kept = MIN (1, self->generation->reuse_share * systole_machine_get (machine, SYSTOLE_FIELD_L2) / compulsory);
  double reload;

  high = CLAMP (ceil (under_way / wide), 1, (double) tiles_m);
  reload = waves * (MIN (high * self->tile->m, (double) gemm->m) + MIN (wide * self->tile->n, (double) gemm->n)) * k_bytes;
  return compulsory + (1 - kept) * MAX (reload - compulsory, 0);
}

static void
set_memory (SystoleGpuPlan *self, const SystoleMachine *machine, double read_share, guint64 active, SystoleSmShape *shape)
{
  /* Bytes a cycle that main memory has for each of the SMs at work. */
  double dram = systole_machine_get (machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH) * self->generation->dram_share / self->clock_hz / (double) active;
  double latency = systole_machine_get (machine, read_share > 0 ? SYSTOLE_FIELD_LATENCY_DRAM : SYSTOLE_FIELD_LATENCY_L2);

  if (!(latency > 0))
    latency = read_share > 0 ? self->generation->dram_latency : self->generation->l2_latency;
  if (read_share > 0)
    shape->copy_bytes_per_cycle = MIN (shape->copy_bytes_per_cycle, dram / read_share);
  shape->store_bytes_per_cycle = MIN (dram, shape->store_bytes_per_cycle);
  shape->copy_latency = (guint) ceil (latency);
  /* A block begins with its parameters, one round trip to memory before its first copy. */
  shape->launch = shape->copy_latency;
}

/* No block of the shape can be shorter. @by_memory: do copies and
 * stores take longer than multiplying? @share: of the block's time that multiplying takes. */
static guint64
block_bound (const SystoleSmShape *s, const SystoleGemm *gemm, guint64 n_tiles, gboolean *by_memory, double *share)
{
  guint64 warps_a_core = (s->math_warps + s->sub_cores - 1) / s->sub_cores;
  guint64 fragments = (guint64) (s->tile_m / (s->warp_grid_rows * s->fragment_rows)) * (s->tile_n / (s->warp_grid_columns * s->fragment_columns)) * (s->tile_k / s->fragment_k);
  guint64 mma = n_tiles * fragments * warps_a_core * s->mma_interval;
  double tile_bytes = ((double) s->valid_m + s->valid_n) * s->tile_k * systole_format_get_bits (gemm->format, SYSTOLE_OPERAND_A) / 8;
  guint64 channel = (guint64) floor ((double) n_tiles * tile_bytes / s->copy_bytes_per_cycle);
  guint64 first = (guint64) floor (tile_bytes / s->copy_bytes_per_cycle);

  *by_memory = (double) channel + (double) s->valid_m * s->valid_n * s->store_bytes / s->store_bytes_per_cycle > (double) (first + mma);
  *share = (double) mma / (double) (s->launch + s->copy_latency + MAX (first + mma, channel));
  return s->launch + s->copy_latency + MAX (first + mma, channel);
}

/* Fills all but the schedules, for one tile and number of splits. */
static gboolean
sketch (SystoleGpuPlan *self, const SystoleMachine *machine, const SystoleGemm *gemm, SystoleOperands operands, const SystoleMapping *mapping, guint splits, gboolean balanced)
{
  SystoleSmShape *shape = &self->full_shape;
  guint64 tiles_m, tiles_n, tiles, n_tiles;
  double reads, copied, launch_s, l2, share;
  gboolean tail_short;
  guint most;

  if (!systole_gpu_make_shape (machine, self->generation, self->tile, mapping->stages, gemm, shape))
    return FALSE;
  tiles_m = systole_ceil_div (gemm->m, self->tile->m);
  tiles_n = systole_ceil_div (gemm->n, self->tile->n);
  n_tiles = systole_ceil_div (gemm->k, shape->tile_k);
  if (!systole_checked_mul (tiles_m, tiles_n, &tiles) || tiles > MAX_PLANNED_BLOCKS)
    return FALSE;
  /* All parts are equal: the largest number of them up to @splits that goes, if no smaller power of two finds it too. */
  for (most = splits; n_tiles % splits != 0;)
    if (--splits <= most / 2)
      return FALSE;
  shape->splits = splits;
  if (splits > 1)
    shape->store_bytes = 4;
  self->blocks = tiles * splits;
  if (balanced)
    self->at_once = (guint) systole_ceil_div (self->blocks, systole_ceil_div (self->blocks, self->sms));
  else
    self->at_once = self->sms;
  self->full_waves = self->blocks / self->at_once;
  self->tail_blocks = self->blocks % self->at_once;
  copied = (double) self->blocks * (double) (n_tiles / splits) * ((double) shape->valid_m + shape->valid_n) * shape->tile_k * systole_format_get_bits (gemm->format, SYSTOLE_OPERAND_A) / 8;
  reads = operands == SYSTOLE_OPERANDS_COLD ? MIN (dram_reads (machine, self, gemm, tiles_m, tiles_n), copied) : 0;
  self->dram_read = (guint64) reads;
  self->tail_shape = *shape;
  /* Once at the nominal clock with unlimited main memory, to see how busy the tensor cores can be; then at the clock that this allows. */
  self->clock_hz = nominal_clock (machine);
  set_memory (self, machine, reads / copied, MIN (self->at_once, self->blocks), shape);
  shape->copy_bytes_per_cycle = self->tail_shape.copy_bytes_per_cycle;
  block_bound (shape, gemm, n_tiles / splits, &self->short_of_memory, &share);
  self->clock_hz = sustained_clock (machine, self, gemm->format, share);
  *shape = self->tail_shape;
  set_memory (self, machine, reads / copied, MIN (self->at_once, self->blocks), shape);
  set_memory (self, machine, reads / copied, MAX (self->tail_blocks, 1), &self->tail_shape);
  launch_s = systole_machine_has (machine, SYSTOLE_FIELD_LAUNCH) ? systole_machine_get (machine, SYSTOLE_FIELD_LAUNCH) : self->generation->launch;
  self->launch = (guint64) ceil (launch_s * self->clock_hz);
  /* A second kernel reads the splits' sums from L2 and writes C. */
  l2 = self->generation->l2_bytes_per_cycle * self->sms;
  self->end = splits > 1 ? self->launch + (guint64) ceil ((double) gemm->m * (double) gemm->n * (splits + 1) * 4 / l2) : 0;
  self->lower_bound = self->launch + self->end + self->full_waves * block_bound (shape, gemm, n_tiles / splits, &self->short_of_memory, &share);
  if (self->tail_blocks > 0)
    self->lower_bound += block_bound (&self->tail_shape, gemm, n_tiles / splits, &tail_short, &share);
  return TRUE;
}

/* Does the last wave look like the others, memory's share included? */
static gboolean
tail_is_like_full (const SystoleGpuPlan *self)
{
  const SystoleSmShape *a = &self->full_shape, *b = &self->tail_shape;

  return !(a->store_bytes_per_cycle < b->store_bytes_per_cycle) && !(a->store_bytes_per_cycle > b->store_bytes_per_cycle) && !(a->copy_bytes_per_cycle < b->copy_bytes_per_cycle) && !(a->copy_bytes_per_cycle > b->copy_bytes_per_cycle);
}

/* Measures the blocks of a sketch. */
static gboolean
measure (SystoleGpuPlan *self, const SystoleGemm *gemm, GError **error)
{
  guint64 full = 0, tail = 0, cycles;

  if (self->full_waves > 0 && !systole_sm_schedule_measure (&self->full_shape, gemm, &full, error))
    return FALSE;
  if (self->tail_blocks > 0 && self->full_waves > 0 && tail_is_like_full (self))
    tail = full;
  else if (self->tail_blocks > 0 && !systole_sm_schedule_measure (&self->tail_shape, gemm, &tail, error))
    return FALSE;
  if (!systole_checked_mul (self->full_waves, full, &cycles) || cycles > G_MAXINT64 / 4)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("the run has more cycles than are counted"));
      return FALSE;
    }
  self->n_cycles = self->launch + cycles + tail + self->end;
  return TRUE;
}

/* The schedules of the plan that was taken. */
static gboolean
record (SystoleGpuPlan *self, const SystoleGemm *gemm, GError **error)
{
  if (self->full_waves > 0 && (self->full = systole_sm_schedule_new (&self->full_shape, gemm, error)) == NULL)
    return FALSE;
  if (self->tail_blocks > 0)
    self->tail = self->full != NULL && tail_is_like_full (self) ? self->full : systole_sm_schedule_new (&self->tail_shape, gemm, error);
  return self->tail_blocks == 0 || self->tail != NULL;
}

static double
in_seconds (const SystoleGpuPlan *self, guint64 cycles)
{
  return (double) cycles / self->clock_hz;
}

static int
compare_bounds (gconstpointer a, gconstpointer b)
{
  const SystoleGpuPlan *x = *(const SystoleGpuPlan *const *) a, *y = *(const SystoleGpuPlan *const *) b;
  double tx = in_seconds (x, x->lower_bound), ty = in_seconds (y, y->lower_bound);

  return (tx > ty) - (tx < ty);
}

static GPtrArray *
list_candidates (const SystoleMachine *machine, const SystoleGpuPlan *model, const SystoleGemm *gemm, SystoleOperands operands, const SystoleMapping *mapping)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) systole_gpu_plan_free);
  guint n;
  const SystoleGpuTile *tiles = systole_gpu_get_tiles (model->generation->style, &n);

  for (guint i = 0; i < n; i++)
    {
      if ((mapping->tile_m > 0 && mapping->tile_m != tiles[i].m) || (mapping->tile_n > 0 && mapping->tile_n != tiles[i].n))
        continue;
      for (guint way = 0; way < 2 * MAX_SPLIT_POWER; way++)
        {
          SystoleGpuPlan *plan = g_memdup2 (model, sizeof *model);
          guint splits = 1u << way / 2;
          gboolean balanced = way % 2 == 1;

          plan->tile = &tiles[i];
          if (sketch (plan, machine, gemm, operands, mapping, splits, balanced) && (!balanced || (plan->at_once < plan->sms && plan->short_of_memory)) && (mapping->tile_k == 0 || mapping->tile_k == plan->full_shape.tile_k) && (splits == 1 || plan->blocks < 2 * (guint64) plan->sms))
            g_ptr_array_add (list, plan);
          else
            systole_gpu_plan_free (plan);
        }
    }
  g_ptr_array_sort (list, compare_bounds);
  return list;
}

static gboolean
refuse (const SystoleMachine *machine, const char *what, GError **error)
{
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("%s: not modelled: %s"), systole_machine_get_name (machine), what);
  return FALSE;
}

/**
 * systole_gpu_plan_new:
 * @mapping: zeros: the engine chooses
 *
 * Takes the fastest of the tiles and splits that the generation's library has. Each one's
 * blocks are simulated, beginning with the one that could be fastest, until no other could
 * be faster than the best.
 *
 * Returns: (transfer full) (nullable): NULL with %SYSTOLE_ERROR_NOT_MODELLED for a machine
 *   or format without tensor cores, _SHAPE for a tile that there is no kernel of, _CAPACITY
 */
SystoleGpuPlan *
systole_gpu_plan_new (const SystoleMachine *machine, const SystoleGemm *gemm, SystoleOperands operands, const SystoleMapping *mapping, GError **error)
{
  SystoleGpuPlan model = { .generation = systole_gpu_find_generation (machine) };
  double rate = systole_gpu_get_rate (machine, gemm->format);
  g_autoptr (GPtrArray) candidates = NULL;
  SystoleGpuPlan *best = NULL;
  guint taken = 0;

  if (model.generation == NULL || !(rate >= 4))
    {
      refuse (machine, model.generation == NULL ? _ ("no kernels are known for this generation") : _ ("its tensor cores have no rate for this format"), error);
      return NULL;
    }
  if (!systole_machine_has (machine, SYSTOLE_FIELD_UNITS) || !systole_machine_has (machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH))
    {
      refuse (machine, _ ("the number of SMs or the memory’s bandwidth is not known"), error);
      return NULL;
    }
  model.sms = (guint) systole_machine_get (machine, SYSTOLE_FIELD_UNITS);
  candidates = list_candidates (machine, &model, gemm, operands, mapping);
  if (candidates->len == 0)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("%s: there is no kernel with a tile of %ux%ux%u and %u stages for this product (0: any)"), systole_machine_get_name (machine), mapping->tile_m, mapping->tile_n, mapping->tile_k, mapping->stages);
      return NULL;
    }
  for (guint i = 0; i < candidates->len; i++)
    {
      SystoleGpuPlan *plan = g_ptr_array_index (candidates, i);

      if (best != NULL && in_seconds (plan, plan->lower_bound) >= in_seconds (best, best->n_cycles))
        break;
      if (!measure (plan, gemm, best == NULL && i + 1 == candidates->len ? error : NULL))
        continue;
      if (best == NULL || in_seconds (plan, plan->n_cycles) < in_seconds (best, best->n_cycles))
        best = plan;
    }
  if (best == NULL)
    {
      if (error != NULL && *error == NULL)
        g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("the run has more cycles than are counted"));
      return NULL;
    }
  if (!record (best, gemm, error))
    return NULL;
  g_ptr_array_find (candidates, best, &taken);
  return g_ptr_array_steal_index (candidates, taken);
}

guint64
systole_gpu_plan_get_waves (const SystoleGpuPlan *self)
{
  return self->full_waves + (self->tail_blocks > 0);
}

/* Cycle in which a wave begins; of the wave after the last: in which all blocks have ended. */
guint64
systole_gpu_plan_get_wave_start (const SystoleGpuPlan *self, guint64 wave)
{
  guint64 full = MIN (wave, self->full_waves);

  return self->launch + (self->full != NULL ? full * self->full->n_cycles : 0) + (wave > self->full_waves && self->tail != NULL ? self->tail->n_cycles : 0);
}

/**
 * systole_gpu_plan_find:
 * @cycle: 0 … n_cycles
 */
SystoleGpuMoment
systole_gpu_plan_find (const SystoleGpuPlan *self, guint64 cycle)
{
  guint64 waves = systole_gpu_plan_get_waves (self);
  guint64 tail_start = systole_gpu_plan_get_wave_start (self, self->full_waves);
  SystoleGpuMoment m = { 0 };

  if (cycle < self->launch)
    return m;
  if (cycle >= systole_gpu_plan_get_wave_start (self, waves))
    {
      m.wave = waves;
      m.first_block = self->blocks;
      return m;
    }
  if (cycle < tail_start)
    {
      m.schedule = self->full;
      m.wave = (cycle - self->launch) / self->full->n_cycles;
      m.cycle = (cycle - self->launch) % self->full->n_cycles;
      m.active = self->at_once;
    }
  else
    {
      m.schedule = self->tail;
      m.wave = self->full_waves;
      m.cycle = cycle - tail_start;
      m.active = self->tail_blocks;
    }
  m.first_block = m.wave * self->at_once;
  return m;
}
