/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-stream.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"

/*
 * A sweep over a grid, as Micikevicius, “3D finite difference computation on GPUs using
 * CUDA”, GPGPU-2 2009: a block has a tile of the x–y plane with its halo in shared memory and walks
 * along z, a plane an iteration; the points above and below stay in registers. A tile of n × m
 * with halo k = 2 · radius reads (n m + k n + k m) ÷ (n m) times its points.
 */

#define TILE_X 32
#define TILE_Y 8
#define PLANES 32 /* that a block walks through, besides its halo */

/* Of one point and plane: shared-memory reads of the neighbours in the plane. */
static double
count_loads (const SystoleStencil *g)
{
  double side = 2.0 * g->radius + 1, rows = g->y > 1 ? side : 1;

  return g->box ? side * rows - 1 : 2.0 * g->radius * (g->y > 1 ? 2 : 1);
}

static double
count_halo (const SystoleStencil *g)
{
  double k = 2.0 * g->radius, tile = TILE_X * TILE_Y, halo = k * TILE_Y + (g->y > 1 ? k * TILE_X : 0);

  return 1 + (halo + (g->box && g->y > 1 ? k * k : 0)) / tile;
}

gboolean
systole_kernel_make_stencil (SystoleKernelPlan *plan, const SystoleRun *run, GError **error)
{
  double element = systole_format_get_bits (run->op.format, SYSTOLE_OPERAND_A) / 8.0, grid, warm, points = TILE_X * TILE_Y;
  SystoleKernelStream stream = { .title = N_ ("kernel"), .threads = TILE_X * TILE_Y };
  SystoleKernelLaunch *launch;
  guint64 planes, chunks, tiles;
  SystoleStencil g;

  systole_op_as_stencil (&run->op, &g);
  if (run->op.format == SYSTOLE_FORMAT_FP64)
    systole_kernel_use_lanes (plan, SYSTOLE_UNIT_FP64, systole_machine_get (run->machine, SYSTOLE_FIELD_FMA_FP64));
  tiles = systole_ceil_div (g.x, TILE_X) * systole_ceil_div (g.y, TILE_Y);
  chunks = systole_ceil_div (g.z, PLANES);
  planes = systole_ceil_div (g.z, chunks);
  grid = (double) g.x * (double) g.y * (double) g.z * element;
  warm = systole_kernel_warm_share (plan, run, 2 * grid);
  stream.blocks = tiles * chunks;
  stream.loops = planes;
  stream.read = grid * count_halo (&g) * (g.z > 1 ? 1 + 2.0 * g.radius / (double) planes : 1);
  stream.written = grid;
  /* Neighbouring blocks go through the same planes at the same time: L2 has their halos. */
  stream.dram_read = stream.dram_written = grid * (1 - warm);
  stream.useful = run->useful_work;
  stream.padding = stream.blocks * planes * TILE_X * TILE_Y * g.operations - run->useful_work;
  launch = systole_kernel_stream_begin (plan, &stream);
  systole_kernel_stream_add_phase (plan, launch, &stream, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_LOAD, N_ ("reads the neighbours of its points from shared memory"), points * count_loads (&g) * element / SYSTOLE_KERNEL_PORT_BYTES);
  systole_kernel_stream_add_phase (plan, launch, &stream, plan->schedule.unit, SYSTOLE_INSTRUCTION_COMPUTE, N_ ("adds up the neighbours of its points"), 0);
  systole_kernel_stream_add_phase (plan, launch, &stream, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_STORE, N_ ("stores a plane of its points"), points * element / SYSTOLE_KERNEL_PORT_BYTES);
  if (!systole_kernel_stream_end (plan, launch, &stream) || !systole_kernel_schedule_close (&plan->schedule))
    return systole_kernel_too_long (error);
  plan->shared_read += count_loads (&g) * grid;
  if (run->operands == SYSTOLE_OPERANDS_COLD)
    plan->compulsory_read = plan->compulsory_write = (guint64) grid;
  g_snprintf (plan->mapping, sizeof plan->mapping, "tile %ux%u, %" G_GUINT64_FORMAT " planes a block", TILE_X, TILE_Y, planes);
  return TRUE;
}
