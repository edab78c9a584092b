/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/machine/machine.h"
#include "engine/run/run.h"
#include "engine/workload/op.h"

G_BEGIN_DECLS

/* What a generation of GPUs multiplies with, and which thread-block tiles its library has:
 * tables. Other kernels of the same chips take rates, latencies and shares from here. */

typedef enum
{
  SYSTOLE_MMA_SYNC,  /* a warp multiplies fragments that it loaded into registers */
  SYSTOLE_MMA_GROUP, /* wgmma: four warps, operands straight from shared memory */
  SYSTOLE_MMA_BLOCK, /* tcgen05: one instruction for the block, sums in tensor memory */
  SYSTOLE_MMA_LANES  /* fused multiply–adds of each thread on the vector lanes */
} SystoleMmaStyle;

/* One row of gpu-generations.def, which tells what each number is. */
typedef struct
{
  const char *id;
  SystoleMmaStyle style;
  guint stages;
  double l2_bytes_per_cycle; /* L2 → one SM */
  double dram_latency;       /* cycles */
  double issue_share;
  double barrier; /* cycles */
  double loaded;
  double start, end; /* cycles */
  double dram_share, warm_share, weight_hits, reuse_share;
  double split; /* µs */
  double picojoule;
  double row_penalty; /* cycles */
  double reach;       /* MiB */
  guint64 split_from;
} SystoleGpuGeneration;

typedef struct
{
  guint m, n;
  guint threads;        /* a block */
  guint warp_m, warp_n; /* SYNC: of a warp; LANES: of a thread */
} SystoleGpuTile;

/* With what a machine multiplies numbers of a format. */
typedef struct
{
  const SystoleGpuGeneration *generation;
  SystoleUnit unit; /* TENSOR, or the lanes */
  double rate;      /* MACs a cycle of one SM */
  double clock_hz;
  guint tile_k;       /* elements of a k-tile */
  double energy;      /* J a MAC at full clock */
  double promotion;   /* cycles a MAC of one SM's lanes for sums taken out every 128 of K; 0: none */
  guint result_bytes; /* of an element of C as it is stored */
  gboolean splits;    /* the library has kernels that split K */
  const SystoleGpuTile *tiles;
  guint n_tiles;
} SystoleGpuUnit;

const SystoleGpuGeneration *systole_gpu_find_generation (const SystoleMachine *machine, gboolean lanes); /* or NULL */
gboolean systole_gpu_library_has_only_lanes (const SystoleMachine *machine, SystoleFormat format);
gboolean systole_gpu_find_unit (const SystoleMachine *machine, const SystoleGemm *gemm, SystoleLibrary library, gboolean lanes, SystoleGpuUnit *out, GError **error);

const char *systole_gpu_get_chip (const SystoleMachine *machine); /* for systole_occupancy_compute(); or NULL */
double systole_gpu_get_launch (const SystoleMachine *machine);    /* s */
guint systole_gpu_get_sub_cores (const SystoleMachine *machine);

G_END_DECLS
