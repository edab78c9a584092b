/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/operand.h"
#include "engine/gpu/sm-def.h"
#include "engine/run/frame.h"
#include "engine/run/run.h"

G_BEGIN_DECLS

/*
 * A tiled GEMM as a program for one SM, as data.
 *
 * C is cut in blocks of tile_m × tile_n, one thread block each, K in k-tiles of
 * tile_k. Copy warps bring the pieces of a k-tile into one of `stages` buffers of
 * shared memory; multiplying warps load fragments from there into registers and
 * multiply them on the tensor core of their sub-core (warp mod sub-cores).
 *
 * A warp's program is head, body once for each k-tile, tail. An instruction of the
 * body works for tile iteration + ahead and is left out where there is no such tile,
 * so the body can load the next tile while it multiplies this one.
 *
 * Kernels of whole chips are `paced`: `direct`, one copy warp, as many multiplying warps on
 * each sub-core. Warps meet before each k-tile, as CUTLASS's main loops do, and again
 * before the sums are stored; copies and stores take no issue slot, as the engine that makes
 * them has its own. An SM may hold several *residents*, blocks that are there at once: each has
 * warps, buffers and sums of its own, and they share tensor cores, copy channel and the way
 * out. The oldest k-tile goes first: k-tile 0 of each resident, then k-tile 1 of each … The
 * time of such a round has a closed form, sm-time.c, equal to that of the event machine.
 *
 * Warps are numbered resident by resident: its multiplying warps, then its copy warps.
 */

#define SYSTOLE_SM_MAX_RESIDENTS 8

/* The numbers of a kernel. Sizes in elements, times in cycles. */
typedef struct
{
  guint tile_m, tile_n, tile_k;
  guint valid_m, valid_n; /* of which are elements of C in every block; the rest is never copied or stored */
  guint splits;           /* of K: blocks that share a tile of C and add up later; 1: none */
  guint stages;           /* of each resident */
  guint residents;        /* blocks of an SM at once; 0 is 1; more than one: of paced kernels only */
  guint sub_cores;
  guint math_warps, copy_warps;                      /* of a block: warps 0 … math_warps − 1 multiply, the others copy */
  guint warp_grid_rows, warp_grid_columns;           /* how the multiplying warps share a block */
  guint fragment_rows, fragment_columns, fragment_k; /* one mma */
  SystoleUnit unit;                                  /* that multiplies: TENSOR, or vector lanes */
  guint multipliers;                                 /* of one tensor core: MACs a cycle */
  guint mma_interval;                                /* from one mma to the next on a tensor core */
  guint mma_latency;                                 /* until the sums may be used again, ≥ interval */
  guint load_latency;                                /* from the last port cycle of a load to its first use, ≥ 1 */
  guint load_rows_a, load_columns_b;                 /* fragments that one load instruction brings */
  guint port_bytes;                                  /* shared memory → registers, bytes a cycle */
  gboolean direct;                                   /* mma reads shared memory itself: no loads */
  gboolean paced;                                    /* a chip's kernel: see above */
  gboolean barrier;                                  /* multiplying warps meet before they load from a new k-tile */
  gboolean ahead;                                    /* fragments are loaded one k-step ahead (two sets of registers) */
  guint piece_rows_a, piece_columns_b, piece_k;      /* elements of one copy */
  double copy_bytes_per_cycle;                       /* into shared memory */
  guint copy_cycles_a, copy_cycles_b;                /* of a piece; 0: by its bytes */
  guint copy_latency;                                /* issue → first byte */
  double store_bytes_per_cycle;                      /* sums out of the SM */
  guint store_bytes;                                 /* bytes of one element of C as stored */
  guint store_cycles;                                /* of a fragment; 0: by its bytes */
  guint launch;                                      /* cycles before the first instruction of a block */
  guint sync_cycles;                                 /* of paced kernels: from the end of a block's k-tile until its warps, which meet, begin the next */
  guint end_cycles;                                  /* of paced kernels: of a block after its last store */
} SystoleSmShape;

/* What the beginnings of a paced kernel's k-tiles follow from, in cycles: see sm-time.c. */
typedef struct
{
  guint64 residents, buffers;
  guint64 multiply, unit, turn, loop;
} SystoleSmDelays;

typedef struct
{
  SystoleInstruction kind;
  SystoleOperand operand;
  guint ahead;       /* 0 or 1: for tile iteration + ahead */
  guint index;       /* which load, mma, piece or block */
  guint row, column; /* MMA, STORE: fragment within the warp; LOAD: first fragment; COPY: piece of its operand */
  guint k_step;      /* LOAD, MMA */
  guint count;       /* LOAD: fragments */
  guint cycles;      /* that it holds its port, pipe or channel */
  guint bytes;       /* LOAD, COPY, STORE */
  gboolean first;    /* first load from its tile */
  gboolean last;     /* last use of its tile's shared memory by this warp */
} SystoleSmInstruction;

typedef enum
{
  SYSTOLE_SECTION_HEAD,
  SYSTOLE_SECTION_BODY,
  SYSTOLE_SECTION_TAIL,
  SYSTOLE_SECTION_DONE
} SystoleSmSection;

typedef struct
{
  SystoleSmInstruction *code[SYSTOLE_SECTION_DONE];
  guint n[SYSTOLE_SECTION_DONE];
} SystoleSmProgram;

typedef struct
{
  SystoleSmShape shape;
  SystoleGemm gemm;
  guint64 depth;                                 /* multiplications of an element of C: K, or what a sparse format keeps of it */
  guint64 blocks_m, blocks_n, n_blocks, n_tiles; /* n_tiles: k-tiles of one block; blocks of one tile of C, split by split, follow each other; n_blocks: of all products of a batch */
  guint block_warps, warps, k_steps;             /* warps of a block, of all residents */
  guint warp_rows, warp_columns;                 /* fragments of one multiplying warp */
  guint pieces_a, pieces_b;                      /* copies of one k-tile */
  SystoleSmProgram math;
  SystoleSmProgram *copy; /* one a copy warp */
  guint n_steps;          /* instructions of a k-tile's math that each sub-core carries out, one after the other */
  guint64 *areas[4];      /* by edges & 3: elements of C of the mmas of the first 0 … n_steps steps, of all sub-cores */
} SystoleSmKernel;

gboolean systole_sm_shape_from_def (const SystoleSmDef *def, const SystoleGemm *gemm, const SystoleMapping *mapping, SystoleSmShape *out, GError **error);

SystoleSmKernel *systole_sm_kernel_new (const SystoleSmShape *shape, const SystoleGemm *gemm) G_GNUC_WARN_UNUSED_RESULT;
void systole_sm_kernel_free (SystoleSmKernel *self);

guint systole_sm_kernel_get_resident (const SystoleSmKernel *self, guint warp);
guint systole_sm_kernel_get_sub_core (const SystoleSmKernel *self, guint warp);
gboolean systole_sm_kernel_multiplies (const SystoleSmKernel *self, guint warp);
const SystoleSmProgram *systole_sm_kernel_get_program (const SystoleSmKernel *self, guint warp);
/* sm-time.c */
guint64 systole_sm_shape_get_mma_cycles (const SystoleSmShape *shape);
guint64 systole_sm_shape_get_store_cycles (const SystoleSmShape *shape);
void systole_sm_delays_init (SystoleSmDelays *self, const SystoleSmShape *shape);
guint64 systole_sm_delays_get (const SystoleSmDelays *self, guint64 k_tile);
guint64 systole_sm_shape_count_cycles (const SystoleSmShape *shape, guint64 n_tiles);
gboolean systole_sm_shape_stretch (SystoleSmShape *shape, guint64 n_tiles, guint64 cycles);

void systole_sm_kernel_get_origin (const SystoleSmKernel *self, guint64 block, guint64 *m, guint64 *n);
guint64 systole_sm_kernel_get_first_tile (const SystoleSmKernel *self, guint64 block);
void systole_sm_kernel_get_fragment (const SystoleSmKernel *self, guint warp, const SystoleSmInstruction *mma, guint *row, guint *column);
guint64 systole_sm_kernel_fragment_bytes (const SystoleSmKernel *self);
guint64 systole_sm_kernel_copied_bytes (const SystoleSmKernel *self);
guint64 systole_sm_kernel_loaded_bytes (const SystoleSmKernel *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleSmKernel, systole_sm_kernel_free)

G_END_DECLS
