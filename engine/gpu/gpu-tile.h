/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/gpu/sm-kernel.h"
#include "engine/machine/machine.h"

G_BEGIN_DECLS

/* What a generation of NVIDIA GPUs multiplies with, and which thread-block tiles its
 * library has: tables, and the kernel of one of them for a product. */

typedef enum
{
  SYSTOLE_MMA_SYNC,  /* a warp multiplies fragments that it loaded into registers */
  SYSTOLE_MMA_GROUP, /* wgmma: four warps, operands straight from shared memory */
  SYSTOLE_MMA_BLOCK  /* tcgen05: one instruction for the block, sums in tensor memory */
} SystoleMmaStyle;

typedef struct
{
  const char *compute_capability;
  SystoleMmaStyle style;
  guint fragment_k_bytes;         /* depth of one mma, bytes of K */
  guint tile_k_bytes;             /* depth of a k-tile */
  guint stages;                   /* most k-tiles in flight that its kernels use */
  double issue_share;             /* of the mma rate that back-to-back issue reaches */
  guint mma_latency;              /* cycles, until the same sums may be added to again */
  guint shared_latency;           /* cycles */
  guint l2_latency, dram_latency; /* cycles, where the catalogue has none */
  double l2_bytes_per_cycle;      /* L2 → one SM */
  double dram_share;              /* of the memory's peak that streams reach */
  double reuse_share;             /* of L2 that keeps operands from wave to wave */
  double joule_per_operation;     /* of 16-bit multiplying at full clock */
  double launch;                  /* s, where the catalogue has none */
} SystoleGpuGeneration;

typedef struct
{
  guint m, n;
  guint math_warps, grid_rows; /* multiplying warps and how many of them lie above one another */
  gboolean swapped;            /* multiplies Cᵀ: n takes the part of m */
} SystoleGpuTile;

const SystoleGpuGeneration *systole_gpu_find_generation (const SystoleMachine *machine); /* or NULL */
const SystoleGpuTile *systole_gpu_get_tiles (SystoleMmaStyle style, guint *n);
double systole_gpu_get_rate (const SystoleMachine *machine, SystoleFormat format); /* MACs a cycle an SM; 0: no tensor rate */
gboolean systole_gpu_make_shape (const SystoleMachine *machine, const SystoleGpuGeneration *generation, const SystoleGpuTile *tile, guint stages, const SystoleGemm *gemm, SystoleSmShape *out);

G_END_DECLS
