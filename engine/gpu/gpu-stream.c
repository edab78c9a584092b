/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/gpu-stream.h"

#include "engine/base/number.h"

/**
 * systole_gpu_stream_init:
 * @tiles: of C, ≥ 1
 * @k_tiles: of each, ≥ 1
 *
 * Returns: FALSE where the tiles fill whole waves, so that there is nothing to cut
 */
gboolean
systole_gpu_stream_init (SystoleGpuStream *self, guint64 tiles, guint64 k_tiles, guint sms)
{
  guint64 rest = tiles % sms;

  if (rest == 0)
    return FALSE;
  *self = (SystoleGpuStream){ .n_tiles = rest + (tiles > sms ? sms : 0), .k_tiles = k_tiles };
  self->first_tile = tiles - self->n_tiles;
  self->share = systole_ceil_div (self->n_tiles * k_tiles, sms);
  self->workers = (guint) systole_ceil_div (self->n_tiles * k_tiles, self->share);
  return TRUE;
}

/**
 * systole_gpu_stream_get_part:
 * @worker: 0 … workers − 1
 * @index: 0, 1, … in the order of time
 *
 * Returns: FALSE where the share has no such part
 */
gboolean
systole_gpu_stream_get_part (const SystoleGpuStream *self, guint worker, guint index, SystoleGpuPart *out)
{
  guint64 begin = worker * self->share, end = MIN (begin + self->share, self->n_tiles * self->k_tiles);
  guint64 tile = begin / self->k_tiles + index;
  guint64 from = MAX (begin, tile * self->k_tiles), to = MIN (end, (tile + 1) * self->k_tiles);

  if (worker >= self->workers || from >= to)
    return FALSE;
  *out = (SystoleGpuPart){ self->first_tile + tile, from - tile * self->k_tiles, to - from };
  return TRUE;
}

/* Tiles' worth of sums that are written to L2 for their owners. */
guint64
systole_gpu_stream_count_partials (const SystoleGpuStream *self)
{
  guint64 n = 0;

  /* A share that does not begin with a tile begins with somebody else's. */
  for (guint w = 0; w < self->workers; w++)
    n += w * self->share % self->k_tiles != 0;
  return n;
}

/* How many others work on the tile that most work on. */
guint
systole_gpu_stream_count_helpers (const SystoleGpuStream *self)
{
  guint most = 0, n = 0;

  for (guint w = 1; w < self->workers; w++)
    {
      gboolean helps = w * self->share % self->k_tiles != 0, same = helps && (w - 1) * self->share / self->k_tiles == w * self->share / self->k_tiles;

      n = !helps ? 0 : same && (w - 1) * self->share % self->k_tiles != 0 ? n + 1
                                                                          : 1;
      most = MAX (most, n);
    }
  return most;
}
