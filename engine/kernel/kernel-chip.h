/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/format.h"
#include "engine/machine/machine.h"

G_BEGIN_DECLS

/* What kernels other than products see of a GPU: lanes, rates, sizes. Figures of the
 * machine come from the catalogue, figures of its generation from one table. */

/* How a library's attention kernels are made; which one a row of measurements used is said by its source. */
typedef enum
{
  SYSTOLE_ATTENTION_KERNEL_MMA_SYNC, /* fragments in registers, 64 × 64 blocks */
  SYSTOLE_ATTENTION_KERNEL_WGMMA,
  SYSTOLE_ATTENTION_KERNEL_TCGEN05,
  SYSTOLE_ATTENTION_KERNEL_PACKED, /* overlaps exponentials with products, packs the heads of a group */
  SYSTOLE_ATTENTION_KERNEL_FLASH   /* mma, one kernel, nothing before it */
} SystoleAttentionKernel;

typedef struct
{
  const char *id;            /* compute capability or gfx name */
  guint lanes;               /* fp32 lanes of a sub-core */
  double dram_share;         /* of the memory's peak that one read and one write stream reach */
  double mixed_share;        /* of that, with three streams and more */
  double read_share;         /* of the peak, reading only */
  double write_share;        /* of the peak, writing only */
  double l2_bytes_per_cycle; /* L2 → one SM */
  double l1_bytes_per_cycle; /* L1 → one SM */
  double same_share;         /* of L2 → one SM, where all SMs read the same lines at the same time */
  gboolean partitions;       /* L2 is in two halves, each with its own copy of what all SMs read */
  double kept_share;         /* of L2 that keeps the rows under way for a second pass */
  double norm_rate;          /* elements a cycle an SM of layer norm kernels */
  double softmax_rate;       /* the same of softmax */
  double l2_ratio;           /* L2's bandwidth ÷ main memory's, as attention kernels see it */
  SystoleAttentionKernel attention;
  /* convolution */
  double conv_share, winograd_share, conv_dram_share, filter_share, skipped_share, reuse;
  gboolean small_tiles; /* its convolution kernels have tiles below 128 pixels */
  double latency;       /* cycles to main memory, where the catalogue has none */
  double launch;        /* s */
} SystoleKernelGeneration;

typedef struct
{
  const SystoleKernelGeneration *generation;
  guint sms, sub_cores, lanes; /* lanes: of a sub-core */
  guint warp_width, max_threads, max_warps;
  double clock_hz;
  double dram_bytes_per_cycle; /* the peak, whole chip */
  double memory_share;         /* further share of the peak that this kind of memory reaches at most */
  double l2_bytes_per_cycle;   /* whole chip */
  double cache;                /* bytes of the last level that operands stay in */
  double l1;                   /* bytes of L1 and shared memory of an SM */
  double latency;              /* cycles to main memory */
  guint64 launch;              /* cycles */
} SystoleKernelChip;

gboolean systole_kernel_chip_init (SystoleKernelChip *self, const SystoleMachine *machine, GError **error);
void systole_kernel_chip_use_matrix_clock (SystoleKernelChip *self, const SystoleMachine *machine);
double systole_kernel_chip_get_tensor_rate (const SystoleMachine *machine, SystoleFormat format); /* MACs a cycle an SM; 0: none */

G_END_DECLS
