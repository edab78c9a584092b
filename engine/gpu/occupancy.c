/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/occupancy.h"

#include <string.h>

/* CUDA programming guide 13.1, table 27 (technical specifications per compute capability);
 * up to 7.0 from the vendor's occupancy calculator. KiB of shared memory. AMD: a CU, a wave
 * of 64 counted as two warps (ROCm, GPU hardware specifications); Xe2: an Xe core. */
typedef struct
{
  const char *chip; /* compute capability or architecture */
  guint warps, blocks;
  guint registers;
  guint shared_kib, shared_block_kib;
  guint schedulers;      /* warps of a block are spread over them in whole rounds */
  guint shared_unit;     /* bytes: allocation granularity */
  guint shared_reserved; /* bytes a block that the system takes, from 8.0 on */
} Limits;

static const Limits limits[] = {
  { "3.7", 64, 16, 131072, 112, 48, 4, 256, 0 },
  { "5.0", 64, 32, 65536, 64, 48, 4, 256, 0 },
  { "5.2", 64, 32, 65536, 96, 48, 4, 256, 0 },
  { "5.3", 64, 32, 65536, 64, 48, 4, 256, 0 },
  { "6.0", 64, 32, 65536, 64, 48, 2, 256, 0 },
  { "6.1", 64, 32, 65536, 96, 48, 4, 256, 0 },
  { "7.0", 64, 32, 65536, 96, 96, 4, 256, 0 },
  { "7.2", 64, 32, 65536, 96, 96, 4, 256, 0 },
  { "7.5", 32, 16, 65536, 64, 64, 4, 256, 0 },
  { "8.0", 64, 32, 65536, 164, 163, 4, 128, 1024 },
  { "8.6", 48, 16, 65536, 100, 99, 4, 128, 1024 },
  { "8.7", 48, 16, 65536, 164, 163, 4, 128, 1024 },
  { "8.9", 48, 24, 65536, 100, 99, 4, 128, 1024 },
  { "9.0", 64, 32, 65536, 228, 227, 4, 128, 1024 },
  { "10.0", 64, 32, 65536, 228, 227, 4, 128, 1024 },
  { "10.3", 64, 32, 65536, 228, 227, 4, 128, 1024 },
  { "12.0", 48, 24, 65536, 100, 99, 4, 128, 1024 },
  { "gfx900", 80, 32, 131072, 64, 64, 4, 256, 0 },
  { "gfx906", 80, 32, 131072, 64, 64, 4, 256, 0 },
  { "gfx908", 80, 32, 131072, 64, 64, 4, 256, 0 },
  { "gfx90a", 64, 32, 131072, 64, 64, 4, 256, 0 },
  { "gfx942", 64, 32, 131072, 64, 64, 4, 256, 0 },
  { "gfx950", 64, 32, 131072, 160, 160, 4, 256, 0 },
  { "gfx1030", 64, 32, 131072, 64, 64, 4, 256, 0 },
  { "gfx1100", 64, 32, 131072, 64, 64, 4, 256, 0 },
  { "Xe2", 64, 64, 131072, 128, 128, 8, 256, 0 },
};

/* The same on all of them. */
#define WARP_WIDTH 32
#define REGISTER_UNIT 256 /* registers, allocated a warp */

static const Limits *
find (const char *chip)
{
  for (guint i = 0; chip != NULL && i < G_N_ELEMENTS (limits); i++)
    if (strcmp (limits[i].chip, chip) == 0)
      return &limits[i];
  return NULL;
}

static guint
round_up (guint value, guint unit)
{
  return (value + unit - 1) / unit * unit;
}

/**
 * systole_occupancy_get_max_shared:
 *
 * Returns: bytes of shared memory that one block may have, 0 for a chip
 *   that is not in the table
 */
guint
systole_occupancy_get_max_shared (const char *chip)
{
  const Limits *l = find (chip);

  return l != NULL ? l->shared_block_kib * 1024 : 0;
}

/**
 * systole_occupancy_compute:
 * @chip: compute capability "8.0", or architecture
 *
 * Registers are given a warp at a time in units of 256, warps a block in whole rounds of
 * the schedulers, shared memory in units of 256 (128 from 8.0 on) bytes, 1 KiB of it
 * reserved a block from 8.0 on. The largest carve-out is assumed.
 *
 * Returns: FALSE for a chip that is not in the table
 */
gboolean
systole_occupancy_compute (const char *chip, const SystoleOccupancyNeeds *needs, SystoleOccupancy *out)
{
  const Limits *l = find (chip);
  guint warps = (needs->threads + WARP_WIDTH - 1) / WARP_WIDTH;
  guint registers_warp, shared;

  if (l == NULL || warps == 0)
    return FALSE;
  registers_warp = MAX (round_up (needs->registers * WARP_WIDTH, REGISTER_UNIT), REGISTER_UNIT);
  shared = round_up (needs->shared_bytes, l->shared_unit) + l->shared_reserved;
  out->by_warps = l->warps / warps;
  out->by_blocks = l->blocks;
  out->by_registers = l->registers / l->schedulers / registers_warp * l->schedulers / round_up (warps, l->schedulers);
  out->by_shared = needs->shared_bytes > l->shared_block_kib * 1024 ? 0 : shared > 0 ? l->shared_kib * 1024 / shared
                                                                                     : l->blocks;
  out->blocks = MIN (MIN (out->by_warps, out->by_blocks), MIN (out->by_registers, out->by_shared));
  out->warps = out->blocks * warps;
  out->occupancy = (double) out->warps / l->warps;
  return TRUE;
}
