/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/gpu-tile.h"

#include <math.h>
#include <string.h>

#include "engine/gpu/occupancy.h"

/*
 * Sources. Instruction depths: PTX ISA 9.1. L2 bytes a cycle an SM: measured aggregate ÷
 * SMs ÷ clock (gpu-benches); Hopper 38 measured, 60 used because clusters share what they
 * fetch. Latencies: pointer chases (gpu-benches, AI_kernels, Hopper-Benchmark; Jia 2018
 * and 2019 for shared memory). Issue share, DRAM share, reuse share and energy: fitted
 * once for a generation over measured products of that generation. mma latency: Sun,
 * TPDS 2023 (Ampere), the interval where nothing was measured.
 */
/* clang-format off */
static const SystoleGpuGeneration generations[] = {
  /* cc      style               fk  tk  st issue lat sh   l2   dram  L2B   dram  reuse pJ       launch */
  { "7.0",  SYSTOLE_MMA_SYNC,   16, 64, 2, 1.00, 16, 19, 215, 445, 17.0, 0.98, 0.30, 1.60e-12, 2.5e-6 },
  { "7.5",  SYSTOLE_MMA_SYNC,   16, 64, 2, 0.73, 16, 19, 188, 450, 17.0, 0.94, 0.20, 1.25e-12, 2.5e-6 },
  { "8.0",  SYSTOLE_MMA_SYNC,   32, 64, 4, 0.99, 25, 23, 205, 520, 36.0, 0.84, 0.50, 1.36e-12, 1.6e-6 },
  { "8.6",  SYSTOLE_MMA_SYNC,   32, 64, 3, 0.67, 33, 23, 205, 520, 20.0, 0.90, 0.30, 1.80e-12, 2.1e-6 },
  { "8.7",  SYSTOLE_MMA_SYNC,   32, 64, 4, 1.00, 25, 23, 205, 520, 36.0, 1.00, 1.00, 0.85e-12, 2.5e-6 },
  { "8.9",  SYSTOLE_MMA_SYNC,   32, 64, 3, 0.67, 33, 30, 276, 580, 20.0, 0.80, 0.30, 1.80e-12, 1.6e-6 },
  { "9.0",  SYSTOLE_MMA_GROUP,  32, 128, 5, 0.96, 0, 33, 264, 640, 60.0, 0.88, 0.26, 0.83e-12, 2.0e-6 },
  { "10.0", SYSTOLE_MMA_BLOCK,  32, 128, 6, 1.00, 0, 33, 295, 860, 60.0, 0.91, 0.24, 0.60e-12, 2.0e-6 },
  { "10.3", SYSTOLE_MMA_BLOCK,  32, 128, 6, 1.00, 0, 33, 295, 860, 60.0, 0.91, 0.24, 0.60e-12, 2.0e-6 },
  { "12.0", SYSTOLE_MMA_SYNC,   32, 64, 3, 0.96, 33, 30, 360, 936, 20.0, 0.96, 0.55, 1.00e-12, 1.6e-6 },
};

/* The tiles that the libraries have kernels for; of equally fast ones the first is taken. */
static const SystoleGpuTile sync_tiles[] = {
  { 256, 128, 8, 4, FALSE }, { 128, 256, 8, 2, FALSE }, { 128, 128, 8, 2, FALSE }, { 256, 64, 8, 4, FALSE },
  { 64, 256, 8, 2, FALSE },  { 128, 64, 4, 2, FALSE },  { 64, 128, 4, 2, FALSE },  { 64, 64, 4, 2, FALSE },
  { 128, 32, 4, 4, FALSE },  { 32, 128, 4, 1, FALSE },  { 64, 32, 4, 2, FALSE },   { 32, 64, 4, 2, FALSE },
  { 16, 128, 4, 1, FALSE },  { 16, 64, 4, 1, FALSE },   { 128, 16, 4, 4, FALSE },  { 64, 16, 4, 4, FALSE },
};

static const SystoleGpuTile group_tiles[] = {
  { 128, 256, 8, 8, FALSE }, { 256, 128, 8, 8, FALSE }, { 128, 192, 8, 8, FALSE }, { 192, 128, 12, 12, FALSE },
  { 128, 128, 8, 8, FALSE }, { 64, 256, 4, 4, FALSE },  { 256, 64, 4, 1, TRUE },   { 64, 128, 4, 4, FALSE },
  { 128, 64, 8, 8, FALSE },  { 64, 64, 4, 4, FALSE },   { 64, 32, 4, 4, FALSE },   { 64, 16, 4, 4, FALSE },
  { 64, 8, 4, 4, FALSE },    { 32, 128, 8, 1, TRUE },   { 16, 128, 8, 1, TRUE },   { 8, 128, 8, 1, TRUE },
  { 32, 64, 4, 1, TRUE },    { 16, 64, 4, 1, TRUE },    { 8, 64, 4, 1, TRUE },
};

static const SystoleGpuTile block_tiles[] = {
  { 256, 256, 4, 4, FALSE }, { 128, 256, 4, 4, FALSE }, { 256, 128, 4, 4, FALSE }, { 128, 128, 4, 4, FALSE },
  { 128, 64, 4, 4, FALSE },  { 64, 128, 4, 1, TRUE },   { 128, 32, 4, 4, FALSE },  { 32, 128, 4, 1, TRUE },
  { 128, 16, 4, 4, FALSE },  { 16, 128, 4, 1, TRUE },   { 8, 128, 4, 1, TRUE },
};
/* clang-format on */

/* Sectors of L2 and the port of an SM to it: 64 bytes a cycle (A100 whitepaper: 5120 B/cycle for 80 slices). */
#define SM_PORT_BYTES 64
/* Shared memory: 32 banks of 4 bytes. */
#define SHARED_BYTES_PER_CYCLE 128
/* Registers of a thread that are not sums: addresses, fragments, loop state. */
#define OTHER_REGISTERS 64

const SystoleGpuGeneration *
systole_gpu_find_generation (const SystoleMachine *machine)
{
  const char *cc = systole_machine_get_fact (machine, "compute-capability");

  for (guint i = 0; cc != NULL && i < G_N_ELEMENTS (generations); i++)
    if (strcmp (generations[i].compute_capability, cc) == 0)
      return &generations[i];
  return NULL;
}

const SystoleGpuTile *
systole_gpu_get_tiles (SystoleMmaStyle style, guint *n)
{
  *n = style == SYSTOLE_MMA_SYNC ? G_N_ELEMENTS (sync_tiles) : style == SYSTOLE_MMA_GROUP ? G_N_ELEMENTS (group_tiles)
                                                                                          : G_N_ELEMENTS (block_tiles);
  return style == SYSTOLE_MMA_SYNC ? sync_tiles : style == SYSTOLE_MMA_GROUP ? group_tiles
                                                                             : block_tiles;
}

/**
 * systole_gpu_get_rate:
 *
 * Returns: MACs a cycle of one SM's tensor cores, 0 where there is no rate for the format
 */
double
systole_gpu_get_rate (const SystoleMachine *machine, SystoleFormat format)
{
  static const SystoleField fields[SYSTOLE_N_FORMATS] = {
    [SYSTOLE_FORMAT_INT8] = SYSTOLE_FIELD_FMA_INT8,
    [SYSTOLE_FORMAT_BF16] = SYSTOLE_FIELD_FMA_BF16,
    [SYSTOLE_FORMAT_FP16] = SYSTOLE_FIELD_FMA_FP16,
  };

  /* Other formats have no kernel here: fp32 runs on the vector lanes. */
  return fields[format] == 0 ? 0 : systole_machine_get (machine, fields[format]);
}

static guint
count_stages (const SystoleGpuGeneration *g, const SystoleGpuTile *tile, guint wished)
{
  guint shared = systole_occupancy_get_max_shared (g->compute_capability);
  guint fit = shared / ((tile->m + tile->n) * g->tile_k_bytes);

  return MIN (fit, wished > 0 ? wished : g->stages);
}

static gboolean
fits (const SystoleGpuGeneration *g, const SystoleGpuTile *tile, guint stages)
{
  /* tcgen05 keeps sums in tensor memory: 128 lanes × 512 columns of 32 bits an SM. */
  guint sums = g->style == SYSTOLE_MMA_BLOCK ? 0 : tile->m * tile->n / (tile->math_warps * 32);
  /* Copies take no registers: the warps that multiply issue them up to Ada; from Hopper on the
   * copying warp gives its registers to them (setmaxnreg). */
  SystoleOccupancyNeeds needs = { tile->math_warps * 32, MIN (sums + OTHER_REGISTERS, 255), stages * (tile->m + tile->n) * g->tile_k_bytes };
  SystoleOccupancy occupancy;

  if (g->style == SYSTOLE_MMA_BLOCK && tile->m * tile->n > 128 * 512)
    return FALSE;
  if (sums + OTHER_REGISTERS > 255)
    return FALSE;
  return stages >= 1 && systole_occupancy_compute (g->compute_capability, &needs, &occupancy) && occupancy.blocks >= 1;
}

static void
make_fragments (const SystoleGpuGeneration *g, const SystoleGpuTile *tile, guint bytes, SystoleSmShape *s)
{
  guint across = tile->math_warps / tile->grid_rows; /* warps beside one another */
  guint deep = g->fragment_k_bytes / bytes;
  double cycles, shared;

  s->fragment_k = deep;
  if (g->style == SYSTOLE_MMA_SYNC)
    {
      /* Volta and Turing: m16n8k8 of 16 bits; later m16n8k16 */
      s->fragment_rows = 16;
      s->fragment_columns = 8;
    }
  else if (!tile->swapped)
    {
      /* A warp's part of m64nNk16 or of m128nNk16. */
      s->fragment_rows = g->style == SYSTOLE_MMA_GROUP ? 16 : 32;
      s->fragment_columns = tile->n / across;
    }
  else
    {
      s->fragment_rows = tile->m;
      s->fragment_columns = g->style == SYSTOLE_MMA_GROUP ? 16 : 32;
    }
  cycles = (double) s->fragment_rows * s->fragment_columns * deep / s->multipliers;
  /* Operands from shared memory: each group of warps reads its own side, and the other side once. */
  shared = s->direct ? (4.0 * (tile->swapped ? s->fragment_columns : s->fragment_rows) + (tile->swapped ? s->fragment_rows : s->fragment_columns)) * g->fragment_k_bytes / SHARED_BYTES_PER_CYCLE : 0;
  s->mma_interval = (guint) ceil (MAX (MAX (cycles / g->issue_share, shared), 1) - 1e-9);
  s->mma_latency = MAX (g->mma_latency, s->mma_interval);
}

/**
 * systole_gpu_make_shape:
 * @stages: 0: as many as the generation uses
 *
 * The kernel of a tile, memory's rates left to the caller.
 *
 * Returns: FALSE where the block does not fit an SM
 */
gboolean
systole_gpu_make_shape (const SystoleMachine *machine, const SystoleGpuGeneration *g, const SystoleGpuTile *tile, guint stages, const SystoleGemm *gemm, SystoleSmShape *out)
{
  guint bytes = systole_format_get_bits (gemm->format, SYSTOLE_OPERAND_A) / 8;
  guint n_stages = count_stages (g, tile, stages);
  guint copy_warps = g->style == SYSTOLE_MMA_SYNC ? 2 : 1;

  if (!fits (g, tile, n_stages))
    return FALSE;
  *out = (SystoleSmShape){
    .tile_m = tile->m,
    .tile_n = tile->n,
    .tile_k = g->tile_k_bytes / bytes,
    .valid_m = (guint) MIN (tile->m, gemm->m),
    .valid_n = (guint) MIN (tile->n, gemm->n),
    .splits = 1,
    .stages = n_stages,
    .sub_cores = 4,
    .math_warps = tile->math_warps,
    .copy_warps = copy_warps,
    .warp_grid_rows = tile->grid_rows,
    .warp_grid_columns = tile->math_warps / tile->grid_rows,
    .multipliers = (guint) (systole_gpu_get_rate (machine, gemm->format) / 4),
    .load_latency = g->shared_latency,
    .load_rows_a = 1,
    .load_columns_b = 2, /* ldmatrix.x4: 16 × 16 of A, two 8-column fragments of B */
    .port_bytes = SHARED_BYTES_PER_CYCLE,
    .direct = g->style != SYSTOLE_MMA_SYNC,
    .ahead = g->style == SYSTOLE_MMA_SYNC,
    .barrier = g->style == SYSTOLE_MMA_SYNC,
    .piece_k = g->tile_k_bytes / bytes,
    .copy_bytes_per_cycle = MIN (g->l2_bytes_per_cycle, SM_PORT_BYTES),
    .store_bytes_per_cycle = SM_PORT_BYTES / 2,
    .store_bytes = bytes == 1 ? 4 : bytes, /* int8: int32 sums; 16 bits: rounded back */
  };
  /* One copy an operand and k-tile. Up to Ada all warps issue it in parts; here two warps stand for them. */
  out->piece_rows_a = tile->m;
  out->piece_columns_b = tile->n;
  make_fragments (g, tile, bytes, out);
  return out->multipliers > 0;
}
