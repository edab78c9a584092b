/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How many blocks of a kernel one SM holds, by the vendor's granularity rules. @chip is
 * a compute capability ("8.0"), or the architecture where there is none. */

typedef struct
{
  guint threads;      /* a block, 1 … 1024 */
  guint registers;    /* a thread, 1 … 255 */
  guint shared_bytes; /* a block, the kernel's own */
} SystoleOccupancyNeeds;

typedef struct
{
  guint blocks;                                       /* an SM holds, 0: the block does not fit */
  guint warps;                                        /* of them */
  double occupancy;                                   /* warps ÷ most warps */
  guint by_warps, by_registers, by_shared, by_blocks; /* what each limit alone would allow */
} SystoleOccupancy;

gboolean systole_occupancy_compute (const char *chip, const SystoleOccupancyNeeds *needs, SystoleOccupancy *out);
guint systole_occupancy_get_max_shared (const char *chip); /* bytes a block may have, 0 if unknown */

G_END_DECLS
