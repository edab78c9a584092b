/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/gpu-cost.h"

#include <math.h>

#include "engine/base/number.h"
#include "engine/gpu/occupancy.h"

/* Port of an SM to L2, and sums on their way out: bytes a cycle (A100 whitepaper: 5120 B a cycle for 80 slices). */
#define SM_PORT_BYTES 64
/* Shared memory: 32 banks of 4 bytes. */
#define SHARED_BYTES 128
/* Registers of a thread that are not sums: addresses, fragments, loop state. */
#define OTHER_REGISTERS 64
#define MOST_REGISTERS 255
#define BLOCK_REGISTERS 40 /* tcgen05: sums are in tensor memory */
#define MOST_RESIDENT 8
#define OVERLAP 2.5
#define ENERGY_EXPONENT 1.2 /* of the clock, of the energy of an operation */
#define LEAST_ENERGY 0.05   /* of it: no clock is so low */
#define CLOCK_STEPS 14
#define DRAM_JOULE 100e-12 /* a byte, HBM2 with its path on the die */
/* Boards whose idle power is not published: about an eighth of the limit. */
#define IDLE_SHARE 0.12
#define MOST_SETS 5 /* of weights in turn */
/* All sets ÷ L2: up to there all are found, from there on none. */
#define TURNED_FULL 0.85
#define TURNED_NONE 1.15
#define PARTIAL_BYTES 4 /* of a sum that others add to */
#define MAX_BLOCKS (G_GUINT64_CONSTANT (1) << 40)

/* Share of what a repeat needs again that is no longer there: none where it fits well, all
 * from one and a half of the room on. */
static double
get_cold_share (double bytes, double room)
{
  return 1 - CLAMP ((1.5 - bytes / MAX (room, 1)) / 0.5, 0, 1);
}

/* Share of weights that are used in turn which L2 may still have when it is their turn again: as many
 * sets of weights as exceed it, five at most (what AIConfigurator's collector does, and a model with small
 * layers). Where all of them exceed L2 a little, some are left. */
static double
get_turned_share (double bytes, double l2)
{
  double sets = CLAMP (ceil (l2 / MAX (bytes, 1)), 1, MOST_SETS);

  return l2 > 0 ? CLAMP ((TURNED_NONE - sets * bytes / l2) / (TURNED_NONE - TURNED_FULL), 0, 1) : 0;
}

static void
set_cold_shares (SystoleGpuProblem *self, SystoleOperands operands)
{
  const SystoleGpuGeneration *g = self->unit.generation;
  double room = g->warm_share * self->l2;

  switch ((guint) operands)
    {
    case SYSTOLE_OPERANDS_COLD:
      self->cold_a = self->cold_b = self->cold_c = 1;
      break;
    case SYSTOLE_OPERANDS_REPEATED:
      self->cold_a = self->cold_b = self->cold_c = get_cold_share (self->bytes_a + self->bytes_b + self->bytes_c, room);
      break;
    case SYSTOLE_OPERANDS_NEW_WEIGHTS:
      self->cold_a = self->cold_c = get_cold_share (self->bytes_a + self->bytes_c, room);
      self->cold_b = 1 - g->weight_hits * get_turned_share (self->bytes_b, self->l2);
      break;
    default:
      self->cold_a = self->cold_b = self->cold_c = 0;
    }
}

/**
 * systole_gpu_problem_init:
 * @machine: one that systole_gpu_find_unit() found @unit of
 */
void
systole_gpu_problem_init (SystoleGpuProblem *self, const SystoleMachine *machine, const SystoleGemm *gemm, const SystoleGpuUnit *unit, SystoleOperands operands)
{
  *self = (SystoleGpuProblem){ .unit = *unit, .gemm = *gemm };
  self->chip = systole_gpu_get_chip (machine);
  self->sms = (guint) systole_machine_get (machine, SYSTOLE_FIELD_UNITS);
  self->sub_cores = MIN (systole_gpu_get_sub_cores (machine), (guint) MAX (unit->rate, 1));
  self->l2 = systole_machine_get (machine, SYSTOLE_FIELD_L2);
  self->bandwidth = systole_machine_get (machine, SYSTOLE_FIELD_MEMORY_BANDWIDTH);
  self->tdp = systole_machine_get (machine, SYSTOLE_FIELD_POWER_TDP);
  self->idle = systole_machine_has (machine, SYSTOLE_FIELD_POWER_IDLE) ? systole_machine_get (machine, SYSTOLE_FIELD_POWER_IDLE) : IDLE_SHARE * self->tdp;
  self->depth = systole_gemm_get_depth (gemm);
  self->element_a = systole_format_get_slot_bits (gemm->format, SYSTOLE_OPERAND_A) / 8.0;
  self->element_b = systole_format_get_slot_bits (gemm->format, SYSTOLE_OPERAND_B) / 8.0;
  self->element_c = unit->result_bytes;
  self->bytes_a = (double) MAX (gemm->batch, 1) * (double) systole_gemm_get_operand_bytes (gemm, SYSTOLE_OPERAND_A);
  self->bytes_b = (double) MAX (gemm->batch, 1) * (double) systole_gemm_get_operand_bytes (gemm, SYSTOLE_OPERAND_B);
  self->bytes_c = (double) MAX (gemm->batch, 1) * (double) gemm->m * (double) gemm->n * self->element_c;
  set_cold_shares (self, operands);
}

/* Stages that fit, and the blocks that an SM then holds. */
static gboolean
set_residents (const SystoleGpuProblem *p, SystoleGpuCost *out, guint stages)
{
  const SystoleGpuUnit *unit = &p->unit;
  const SystoleGpuTile *tile = out->tile;
  SystoleMmaStyle style = unit->generation->style;
  double stage = (tile->m * p->element_a + tile->n * p->element_b) * unit->tile_k;
  guint sums = style == SYSTOLE_MMA_BLOCK ? 0 : tile->m * tile->n / tile->threads;
  guint most = (guint) (systole_occupancy_get_max_shared (p->chip) / stage);
  SystoleOccupancyNeeds needs = { tile->threads, style == SYSTOLE_MMA_BLOCK ? BLOCK_REGISTERS : sums + OTHER_REGISTERS, 0 };
  SystoleOccupancy occupancy;

  out->stages = MIN (most, stages > 0 ? stages : unit->generation->stages);
  needs.shared_bytes = (guint) (out->stages * stage);
  if (out->stages < 1 || needs.registers > MOST_REGISTERS || !systole_occupancy_compute (p->chip, &needs, &occupancy) || occupancy.blocks < 1)
    return FALSE;
  /* One block an SM owns the tensor memory; two share the tensor cores of Hopper in turns. */
  out->resident = MIN (occupancy.blocks, style == SYSTOLE_MMA_BLOCK ? 1 : style == SYSTOLE_MMA_GROUP ? 2
                                                                                                     : MOST_RESIDENT);
  return TRUE;
}

/* Rows of K-major operands beyond the reach of the first address translation cost extra. In a wave all rows of A are
 * under way, and the columns of few tiles of B (Pascal's kernels go down the columns of C). */
static double
get_row_penalty (const SystoleGpuProblem *p, const SystoleGpuTile *tile)
{
  const SystoleGpuGeneration *g = p->unit.generation;
  const SystoleGemm *gemm = &p->gemm;
  double a = gemm->a_transposed ? (double) gemm->m : 0, b = gemm->b_transposed ? 0 : MIN (tile->n, (double) gemm->n);
  double span = (a + b) * (double) p->depth * p->element_a;

  if (!(span > 0))
    return 0;
  return g->row_penalty * (MIN (a, tile->m) + b) * CLAMP (1 - g->reach * 1048576 / span, 0, 1) * p->unit.tile_k * p->element_a / 32;
}

/* Cycles that an SM multiplies for a k-tile of one block: the multipliers' or shared memory's. */
static double
get_multiply (const SystoleGpuProblem *p, const SystoleGpuTile *tile)
{
  const SystoleGpuUnit *unit = &p->unit;
  double m = tile->m, n = tile->n, k = unit->tile_k, bytes = (m * p->element_a + n * p->element_b) * k;
  double macs = m * n * k, shared = 0;
  /* Elements of 4 bits are widened before they are multiplied; a sparse B is read as it is. */
  double a = p->element_a, b = systole_format_is_sparse (p->gemm.format) ? p->element_b : a;

  switch (unit->generation->style)
    {
    case SYSTOLE_MMA_SYNC:
      shared = (macs * (b * 1.0 / tile->warp_m + a * 1.0 / tile->warp_n) + bytes) / SHARED_BYTES;
      break;
    case SYSTOLE_MMA_GROUP:
      shared = macs * (a * 1.0 / 64 + b / m) / SHARED_BYTES;
      break;
    case SYSTOLE_MMA_BLOCK:
      shared = bytes / SHARED_BYTES;
      break;
    case SYSTOLE_MMA_LANES:
    default:
      /* A warp reads its rows and columns; one and a half words of a bank a cycle, since threads share them. */
      shared = tile->threads / 32.0 * (k * p->element_a / 4) * (tile->warp_m + tile->warp_n) / 1.5;
      break;
    }
  return MAX (macs / (unit->rate * unit->generation->issue_share) + macs * unit->promotion, shared) + get_row_penalty (p, tile);
}

/* Bytes of A and B that main memory delivers. In each wave the tiles under way form a rectangle, as square as the
 * grid allows, whose rows of A and columns of B are read once; a share is still in L2 in the next wave. */
static double
get_dram_reads (const SystoleGpuProblem *p, const SystoleGpuCost *c, double copied)
{
  const SystoleGpuTile *tile = c->tile;
  double at_once = (double) p->sms * c->resident, grid = (double) c->tiles_m * (double) c->tiles_n;
  double under_way = MIN (at_once, (double) c->blocks) / c->splits, waves = MAX (1, (double) c->blocks / at_once);
  double of_one = MIN (under_way, grid), products = under_way / of_one;
  double high = CLAMP (sqrt (of_one * tile->n / tile->m), 1, (double) c->tiles_m), wide = CLAMP (of_one / high, 1, (double) c->tiles_n);
  double kept = MIN (1, p->unit.generation->reuse_share * p->l2 / (p->bytes_a + p->bytes_b));
  double reload, once = p->bytes_a * p->cold_a + p->bytes_b * p->cold_b;

  high = CLAMP (of_one / wide, 1, (double) c->tiles_m);
  reload = waves * products * (MIN (high * tile->m, (double) p->gemm.m) * p->element_a + MIN (wide * tile->n, (double) p->gemm.n) * p->element_b) * (double) p->depth;
  return MAX (once, MIN (once + (1 - kept) * MAX (reload - p->bytes_a - p->bytes_b, 0), copied));
}

/* Cycles until k-tile t of all blocks is done, from when the first is: see sm-time.c. */
static double
get_done (double t, double residents, double buffers, double unit, double turn, double loop)
{
  double rest = fmod (t, buffers);
  double all = floor (t / residents) * turn + fmod (t, residents) * unit;

  return MAX (all, floor (t / buffers) * loop + floor (rest / residents) * turn + fmod (rest, residents) * unit);
}

/* Cycles of a round of so many blocks an SM. */
static double
get_round (const SystoleGpuProblem *p, const SystoleGpuCost *c, guint blocks, double copy_bytes, double store_bytes)
{
  const SystoleGpuGeneration *g = p->unit.generation;
  double latency = g->loaded * g->dram_latency, copy = copy_bytes / SM_PORT_BYTES, store = store_bytes / SM_PORT_BYTES;
  double multiply = c->multiply * c->slow, unit = MAX (copy, multiply);
  double turn = MAX (blocks * unit, multiply + g->barrier), end = 0;

  for (guint i = 0; i < blocks; i++)
    end = MAX (end, get_done (blocks * (double) (c->k_tiles - 1) + i, blocks, (double) blocks * c->stages, unit, turn, latency + copy + multiply) + (blocks - i) * store);
  return g->start + latency + copy + multiply + end + g->end;
}

static double
get_copy_bytes (const SystoleGpuProblem *p, const SystoleGpuTile *tile)
{
  return (MIN (tile->m, (double) p->gemm.m) * p->element_a + MIN (tile->n, (double) p->gemm.n) * p->element_b) * p->unit.tile_k;
}

/* Parts of sums are stored whole. */
static double
get_store_bytes (const SystoleGpuProblem *p, const SystoleGpuCost *c)
{
  return MIN (c->tile->m, (double) p->gemm.m) * MIN (c->tile->n, (double) p->gemm.n) * (c->splits > 1 || c->stream.workers > 0 ? PARTIAL_BYTES : p->element_c);
}

/**
 * systole_gpu_cost_get_part:
 * @later: the block was there before: it does not start, and its first copies ran while it stored
 *
 * Returns: cycles of an SM alone in which one block does @k_tiles of a tile
 */
double
systole_gpu_cost_get_part (const SystoleGpuProblem *p, const SystoleGpuCost *c, guint64 k_tiles, gboolean later)
{
  const SystoleGpuGeneration *g = p->unit.generation;
  double copy = get_copy_bytes (p, c->tile), store = get_store_bytes (p, c), time;
  SystoleGpuCost one = *c;

  one.k_tiles = k_tiles;
  time = get_round (p, &one, 1, copy, store);
  return later ? time - g->start - MIN (g->loaded * g->dram_latency + copy / SM_PORT_BYTES, store / SM_PORT_BYTES + g->end) : time;
}

/* Cycles of the SM whose share takes longest. */
static double
get_stream_round (const SystoleGpuProblem *p, const SystoleGpuCost *c)
{
  double most = 0;

  for (guint w = 0; w < c->stream.workers; w++)
    {
      SystoleGpuPart part;
      double time = 0;

      for (guint i = 0; systole_gpu_stream_get_part (&c->stream, w, i, &part); i++)
        time += systole_gpu_cost_get_part (p, c, part.n, i > 0);
      most = MAX (most, time);
    }
  return most;
}

static double
combine (double a, double b, double c)
{
  double most = MAX (a, MAX (b, c));

  return most * pow (pow (a / most, OVERLAP) + pow (b / most, OVERLAP) + pow (c / most, OVERLAP), 1 / OVERLAP);
}

/* Times from the rounds: sets all that depends on how fast multiplying is. */
static void
add_up (const SystoleGpuProblem *p, SystoleGpuCost *c, double copy_bytes, double store_bytes)
{
  double sms;

  c->round = get_round (p, c, c->resident, copy_bytes, store_bytes);
  if (c->schedule == SYSTOLE_SCHEDULE_PERSISTENT && c->rounds > 0)
    c->tail_round = (double) c->tail * systole_gpu_cost_get_part (p, c, c->k_tiles, TRUE);
  else
    c->tail_round = c->tail > 0 ? get_round (p, c, (guint) c->tail, copy_bytes, store_bytes) : 0;
  c->stream_round = get_stream_round (p, c);
  sms = ((double) c->rounds * c->round + c->tail_round + c->stream_round) / p->unit.clock_hz;
  c->seconds = combine (sms, c->by_l2, c->by_dram);
  c->contention = c->seconds / sms;
  c->seconds += c->adding;
}

/* The highest clock at which the board stays within its limit on average:
 *
 *     E · slow^−1.2 + E(memory) ≤ (limit − idle) · time (slow)
 *
 * the left side falls with slow, the right side rises. */
static void
obey_power_limit (const SystoleGpuProblem *p, SystoleGpuCost *c, double copy_bytes, double store_bytes)
{
  double energy = (double) c->blocks * (double) c->k_tiles * c->tile->m * c->tile->n * p->unit.tile_k * p->unit.energy;
  double memory = (c->dram_reads + c->dram_writes) * DRAM_JOULE, most = p->tdp - p->idle;
  double excess, low, high;

  if (!(p->tdp > 0) || energy + memory <= most * c->seconds)
    return;
  excess = MIN (energy / MAX (most * c->seconds - memory, LEAST_ENERGY * energy), 1 / LEAST_ENERGY);
  /* Time grows no more than in proportion, and no less than not at all. */
  low = MAX (log (excess) / (1 + ENERGY_EXPONENT), 0);
  high = MAX (log (excess) / ENERGY_EXPONENT, 0);
  for (guint i = 0; i < CLOCK_STEPS; i++)
    {
      double middle = (low + high) / 2;

      c->slow = exp (middle);
      add_up (p, c, copy_bytes, store_bytes);
      if (energy * MAX (exp (-ENERGY_EXPONENT * middle), LEAST_ENERGY) + memory > most * c->seconds)
        low = middle;
      else
        high = middle;
    }
  c->slow = exp (high);
  add_up (p, c, copy_bytes, store_bytes);
}

/* Which blocks run when: full rounds, and what is left for the end. */
static void
deal_out (const SystoleGpuProblem *p, SystoleGpuCost *c)
{
  guint64 at_once = (guint64) p->sms * c->resident, whole = c->blocks;

  if (c->schedule == SYSTOLE_SCHEDULE_STREAM_K && systole_gpu_stream_init (&c->stream, c->blocks, c->k_tiles, p->sms))
    whole -= c->stream.n_tiles;
  c->rounds = whole / at_once;
  c->tail = systole_ceil_div (whole % at_once, p->sms);
  /* Of blocks that stay, all rounds but the first are alike. */
  if (c->schedule == SYSTOLE_SCHEDULE_PERSISTENT && c->rounds > 0)
    {
      c->tail += c->rounds - 1;
      c->rounds = 1;
    }
}

/* Seconds after the last block: a second kernel adds up the parts of K; or owners of tiles that were cut do. */
static double
get_adding (const SystoleGpuProblem *p, SystoleGpuCost *c, double l2_rate)
{
  const SystoleGpuGeneration *g = p->unit.generation;

  if (c->stream.workers > 0)
    {
      guint helpers = systole_gpu_stream_count_helpers (&c->stream);

      c->fix_up = helpers > 0 ? g->dram_latency + helpers * get_store_bytes (p, c) / SM_PORT_BYTES : 0;
      return c->fix_up / p->unit.clock_hz;
    }
  return c->splits > 1 ? g->split * 1e-6 + 8.0 * c->splits * p->bytes_c / p->element_c / l2_rate : 0;
}

/**
 * systole_gpu_cost_compute:
 * @schedule: %SYSTOLE_SCHEDULE_ANY: data-parallel or, with @splits, split-K
 * @splits: parts of K, ≥ 1
 * @stages: 0: as many as the generation uses
 * @best: s: of what takes longer than that, the power limit is not looked at
 *
 * Returns: FALSE where the block does not fit an SM or K has fewer k-tiles than parts
 */
gboolean
systole_gpu_cost_compute (const SystoleGpuProblem *p, const SystoleGpuTile *tile, SystoleSchedule schedule, guint splits, guint stages, double best, SystoleGpuCost *c)
{
  const SystoleGpuGeneration *g = p->unit.generation;
  guint64 k_tiles = systole_ceil_div (p->depth, p->unit.tile_k), tiles;
  double f = p->unit.clock_hz, l2_rate = g->l2_bytes_per_cycle * p->sms * f;
  double copy_bytes, store_bytes, copied;

  if (splits > k_tiles)
    return FALSE;
  *c = (SystoleGpuCost){ .tile = tile, .schedule = schedule, .slow = 1, .k_tiles = systole_ceil_div (k_tiles, splits) };
  /* All parts but the last are full, and none is empty. */
  c->splits = splits = (guint) systole_ceil_div (k_tiles, c->k_tiles);
  c->tiles_m = systole_ceil_div (p->gemm.m, tile->m);
  c->tiles_n = systole_ceil_div (p->gemm.n, tile->n);
  if (!set_residents (p, c, stages) || !systole_checked_mul (c->tiles_m, c->tiles_n, &tiles) || !systole_checked_mul (tiles, MAX (p->gemm.batch, 1) * splits, &c->blocks) || c->blocks > MAX_BLOCKS)
    return FALSE;
  if (c->schedule == SYSTOLE_SCHEDULE_ANY)
    c->schedule = splits > 1 ? SYSTOLE_SCHEDULE_SPLIT_K : SYSTOLE_SCHEDULE_DATA_PARALLEL;
  /* One block that stays has an SM to itself. */
  if (c->schedule == SYSTOLE_SCHEDULE_STREAM_K || c->schedule == SYSTOLE_SCHEDULE_PERSISTENT)
    c->resident = 1;
  if (splits > 1 && c->blocks > 4 * (guint64) p->sms * c->resident)
    return FALSE;
  deal_out (p, c);
  c->multiply = get_multiply (p, tile);
  copy_bytes = get_copy_bytes (p, tile);
  store_bytes = get_store_bytes (p, c);
  copied = (double) c->blocks * (double) c->k_tiles * copy_bytes;
  c->dram_reads = get_dram_reads (p, c, copied);
  c->dram_writes = p->bytes_c * p->cold_c;
  c->by_l2 = (copied + 2 * p->bytes_c * splits + 2.0 * (double) systole_gpu_stream_count_partials (&c->stream) * store_bytes) / l2_rate;
  c->by_dram = (c->dram_reads + c->dram_writes) / (p->bandwidth * g->dram_share);
  c->adding = get_adding (p, c, l2_rate);
  add_up (p, c, copy_bytes, store_bytes);
  if (c->seconds < best)
    obey_power_limit (p, c, copy_bytes, store_bytes);
  c->by_multiplying = c->multiply * c->slow * ((double) c->k_tiles * (double) systole_ceil_div (c->blocks - c->stream.n_tiles, p->sms) + (double) c->stream.share) / f;
  return TRUE;
}
