/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Stream-K (Osama et al., “Stream-K: Work-centric Parallel Decomposition for Dense
 * Matrix-Matrix Multiplication on the GPU”, arXiv 2301.03598): tiles that do not fill a wave are
 * laid end to end, k-tile after k-tile, and cut into shares of equal length, one for each
 * SM. A share begins and ends wherever it does, so an SM works on *parts* of two or three
 * tiles. Where there is at least one full wave its last one is cut too (“two-tile”), so that no
 * share is shorter than a tile. Who does a tile's k = 0 owns it: it adds to its own sums
 * those that the others wrote to L2, the *fix-up*.
 */

typedef struct
{
  guint64 first_tile, n_tiles; /* tiles of C that are cut */
  guint64 k_tiles;             /* of one tile of C */
  guint64 share;               /* k-tiles of an SM */
  guint workers;               /* SMs that have a share; the last one's may be shorter */
} SystoleGpuStream;

/* What an SM does of one tile without a break. */
typedef struct
{
  guint64 tile;  /* of C */
  guint64 first; /* its k-tile; 0: the SM owns the tile */
  guint64 n;     /* k-tiles */
} SystoleGpuPart;

gboolean systole_gpu_stream_init (SystoleGpuStream *self, guint64 tiles, guint64 k_tiles, guint sms);
gboolean systole_gpu_stream_get_part (const SystoleGpuStream *self, guint worker, guint index, SystoleGpuPart *out);
guint64 systole_gpu_stream_count_partials (const SystoleGpuStream *self);
guint systole_gpu_stream_count_helpers (const SystoleGpuStream *self);

G_END_DECLS
