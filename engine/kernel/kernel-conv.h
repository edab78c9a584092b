/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/kernel/kernel-plan.h"

G_BEGIN_DECLS

/* Ways to compute a convolution, each as kernels with their costs; the least is taken. */

#define SYSTOLE_CONV_MAX_PARTS 3

/* One kernel: a product in tiles, or bytes that are only moved. */
typedef struct
{
  const char *title;
  guint64 blocks, loops;
  guint resident;
  double cycles;    /* of a block */
  double step_macs; /* issued in one iteration of one block; 0: moves only */
  double bytes;     /* of main memory, all blocks */
  double start;     /* s */
} SystoleConvPart;

typedef struct
{
  const char *id; /* "implicit-gemm" */
  SystoleConvPart parts[SYSTOLE_CONV_MAX_PARTS];
  guint n_parts;
  guint tile_m, tile_n, splits;
  guint64 macs;  /* that the algorithm needs */
  double cycles; /* estimate of all parts */
} SystoleConvWay;

/* Rows × columns of the results of a block, as the library has kernels for them. */
typedef struct
{
  const guint (*sizes)[2];
  guint n;
} SystoleConvTiles;

/* What a product kernel reaches on this machine, in this format. */
typedef struct
{
  guint sms;
  double rate;                  /* MACs a cycle an SM */
  double share, winograd_share; /* of it */
  double filter_share;          /* further, for gradients of filters */
  double skipped_share;         /* of the taps that a stride skips, multiplied all the same */
  double reuse;                 /* side of a tile at which loading takes half of the time */
  double bytes_a_cycle;         /* of main memory, whole chip */
  double cache;                 /* bytes; 0: cold */
  double element;               /* bytes */
  double launch;                /* s of a further kernel */
  double clock_hz;
  double fill;                           /* elements of K that starting and ending a tile cost */
  SystoleConvTiles tiles, filter_tiles;  /* filter_tiles: for gradients of filters */
  gboolean winograd_large, winograd_any; /* F(4×4, 3×3) in kernels of its own; filters cut in pieces of 3 × 3 */
} SystoleConvMachine;

void systole_conv_find_way (const SystoleConv *conv, const SystoleConvMachine *machine, gboolean only_product, SystoleConvWay *out);

G_END_DECLS
