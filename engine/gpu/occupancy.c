/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/occupancy.h"

#include <string.h>

/* CUDA programming guide 13.1, table 27 (technical specifications per compute capability);
 * 6.x and 7.0 from the vendor's occupancy calculator. KiB of shared memory. */
typedef struct
{
  const char *compute_capability;
  guint warps, blocks;
  guint shared_kib, shared_block_kib;
  guint schedulers;      /* warps of a block are spread over them in whole rounds */
  guint shared_unit;     /* bytes: allocation granularity */
  guint shared_reserved; /* bytes a block that the system takes, from 8.0 on */
} Limits;

static const Limits limits[] = {
  { "6.0", 64, 32, 64, 48, 2, 256, 0 },
  { "6.1", 64, 32, 96, 48, 4, 256, 0 },
  { "7.0", 64, 32, 96, 96, 4, 256, 0 },
  { "7.2", 64, 32, 96, 96, 4, 256, 0 },
  { "7.5", 32, 16, 64, 64, 4, 256, 0 },
  { "8.0", 64, 32, 164, 163, 4, 128, 1024 },
  { "8.6", 48, 16, 100, 99, 4, 128, 1024 },
  { "8.7", 48, 16, 164, 163, 4, 128, 1024 },
  { "8.9", 48, 24, 100, 99, 4, 128, 1024 },
  { "9.0", 64, 32, 228, 227, 4, 128, 1024 },
  { "10.0", 64, 32, 228, 227, 4, 128, 1024 },
  { "10.3", 64, 32, 228, 227, 4, 128, 1024 },
  { "12.0", 48, 24, 100, 99, 4, 128, 1024 },
};

/* The same on all of them. */
#define REGISTERS_AN_SM 65536
#define WARP_WIDTH 32
#define REGISTER_UNIT 256 /* registers, allocated a warp */

static const Limits *
find (const char *compute_capability)
{
  for (guint i = 0; compute_capability != NULL && i < G_N_ELEMENTS (limits); i++)
    if (strcmp (limits[i].compute_capability, compute_capability) == 0)
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
 * Returns: bytes of shared memory that one block may have, 0 for a compute capability
 *   that is not in the table
 */
guint
systole_occupancy_get_max_shared (const char *compute_capability)
{
  const Limits *l = find (compute_capability);

  return l != NULL ? l->shared_block_kib * 1024 : 0;
}

/**
 * systole_occupancy_compute:
 * @compute_capability: "8.0"
 *
 * Registers are given a warp at a time in units of 256, warps a block in whole rounds of
 * the schedulers, shared memory in units of 256 (128 from 8.0 on) bytes, 1 KiB of it
 * reserved a block from 8.0 on. The largest carve-out is assumed.
 *
 * Returns: FALSE for a compute capability that is not in the table
 */
gboolean
systole_occupancy_compute (const char *compute_capability, const SystoleOccupancyNeeds *needs, SystoleOccupancy *out)
{
  const Limits *l = find (compute_capability);
  guint warps = (needs->threads + WARP_WIDTH - 1) / WARP_WIDTH;
  guint registers_warp, shared;

  if (l == NULL || warps == 0)
    return FALSE;
  registers_warp = MAX (round_up (needs->registers * WARP_WIDTH, REGISTER_UNIT), REGISTER_UNIT);
  shared = round_up (needs->shared_bytes, l->shared_unit) + l->shared_reserved;
  out->by_warps = l->warps / warps;
  out->by_blocks = l->blocks;
  out->by_registers = REGISTERS_AN_SM / l->schedulers / registers_warp * l->schedulers / round_up (warps, l->schedulers);
  out->by_shared = needs->shared_bytes > l->shared_block_kib * 1024 ? 0 : shared > 0 ? l->shared_kib * 1024 / shared
                                                                                     : l->blocks;
  out->blocks = MIN (MIN (out->by_warps, out->by_blocks), MIN (out->by_registers, out->by_shared));
  out->warps = out->blocks * warps;
  out->occupancy = (double) out->warps / l->warps;
  return TRUE;
}
