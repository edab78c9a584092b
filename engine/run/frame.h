/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/ids.h"
#include "engine/base/operand.h"

G_BEGIN_DECLS

/*
 * Frames: the state of the visible part of one machine at one cycle.
 *
 * Frame t is what the registers hold during cycle t and the values computed from
 * them; `partial_out` is registered at its end. A frame is a buffer that the caller
 * owns and reuses: filling it allocates only when it has to grow.
 */

typedef struct
{
  gboolean present; /* FALSE: null in JSON */
  double value;     /* an int32 or an fp32, exactly */
} SystoleValue;

#define SYSTOLE_NO_INDEX G_MAXUINT64

/* A frame whose sums take more additions than its window allows (by default this many) leaves them
 * out: not present, and NaN. systole_run_array_values() fills them in. */
#define SYSTOLE_FRAME_MAX_ADDITIONS (G_GUINT64_CONSTANT (1) << 30)

/* PEs row0 … row1 − 1, column0 … column1 − 1. `values`: fill operands and sums too
 * (sums cost up to K additions a PE); without, only state, reason and indices. */
typedef struct
{
  guint row0, column0, row1, column1;
  gboolean values;
  guint max_additions; /* with values: for the sums of one frame; 0: SYSTOLE_FRAME_MAX_ADDITIONS */
} SystoleWindow;

typedef struct
{
  guint row, column;
  SystoleReason reason; /* BUSY, or why it is idle */
  gboolean final;       /* partial_out is an element of C, finished */
  guint64 m, n, k;      /* global indices of the MAC (idle: of the element it holds), or SYSTOLE_NO_INDEX */
  guint64 fold;         /* fold it works for, or SYSTOLE_NO_INDEX */
  /* What follows is filled only with `values`, and apart from the above for the cache's sake. */
  SystoleValue a, b;    /* the operands in its registers */
  SystoleValue product; /* a × b, busy PEs only */
  SystoleValue partial_in, partial_out;
} SystoleArrayCell;

/* A value at an edge of the array: `slot` 0 enters (leaves) in the next (last) cycle. */
typedef struct
{
  guint lane; /* row at the left edge, column at top and bottom */
  guint slot;
  gboolean hole; /* skew: nothing in this slot */
  double value;
  guint64 i, j;   /* element of its matrix */
  gboolean final; /* bottom: an element of C, finished; else a part of it that later folds add to */
} SystoleEdgeToken;

#define SYSTOLE_EDGE_SLOTS 3

typedef struct
{
  guint64 cycle;
  SystolePhase phase;
  SystoleWindow window;
  GArray *cells;                          /* SystoleArrayCell, row by row */
  GArray *left;                           /* SystoleEdgeToken: ws, os: A entering; is: A's counterpart that moves right */
  GArray *top;                            /* SystoleEdgeToken: os: B entering; ws: B, is: A being loaded */
  GArray *bottom;                         /* SystoleEdgeToken: results that have left, newest first */
  GArray *more;                           /* guint64, by row of the window: elements of the fold still to enter beyond the slots */
  guint64 left_more, out_total, out_done; /* `more` of the window's first row; results in all, and out so far */
  guint64 identity;                       /* of the schedule whose values the cells hold, 0 none: the next cycle's are one step away */
  GArray *spare;                          /* SystoleEdgeToken, for the next bottom edge */
  guint64 step;                           /* of the array's schedule: equals `cycle` where nothing holds the array up */
  gboolean held;                          /* memory holds the array up: it carries the step out later */
  gboolean lacks_sums;                    /* with values: some sums took too many additions and are left out */
} SystoleArrayFrame;

void systole_array_frame_init (SystoleArrayFrame *self);
void systole_array_frame_clear (SystoleArrayFrame *self);
const SystoleArrayCell *systole_array_frame_get_cell (const SystoleArrayFrame *self, guint row, guint column); /* or NULL */

/* --- SM --- */

typedef enum
{
  SYSTOLE_INSTRUCTION_NONE,  /* finished, or never started */
  SYSTOLE_INSTRUCTION_START, /* launch, address */
  SYSTOLE_INSTRUCTION_COPY,  /* issue one piece of a copy to shared memory */
  SYSTOLE_INSTRUCTION_WAIT,  /* wait for a tile or for a free stage */
  SYSTOLE_INSTRUCTION_LOAD,  /* shared memory → registers */
  SYSTOLE_INSTRUCTION_MMA,
  SYSTOLE_INSTRUCTION_STORE,
  SYSTOLE_INSTRUCTION_COMPUTE /* arithmetic on lanes or special functions */
} SystoleInstruction;

typedef struct
{
  guint warp, sub_core;
  guint resident;                 /* which of the blocks that the SM has at once it belongs to */
  gboolean issues;                /* its instruction issues in this cycle */
  SystoleReason reason;           /* BUSY when it issues, else why it waits */
  SystoleInstruction instruction; /* that it issues or waits to issue */
  SystoleOperand operand;         /* of LOAD and COPY */
  guint64 tile;                   /* k-tile it belongs to, or SYSTOLE_NO_INDEX */
  guint index;                    /* which mma, piece or block within the tile */
  gboolean by_block;              /* `tile` is a thread block: of kernels that are no product */
} SystoleWarpState;

/* One execution pipe of one sub-core (the shared port and the copy channel have sub_core = G_MAXUINT). */
typedef struct
{
  SystoleUnit unit;
  guint sub_core;
  SystoleReason reason; /* BUSY or why idle */
  guint warp;           /* occupant, or of the warp it waits for; G_MAXUINT none; its `resident` says of which block */
  guint64 tile;
  guint64 k;      /* TENSOR: global k of the step in this cycle, or SYSTOLE_NO_INDEX */
  guint64 m0, n0; /* TENSOR: C block that the fragment works on */
} SystolePipeState;

typedef struct
{
  SystoleOperand operand;
  guint64 tile;
  guint piece, n_pieces; /* which piece of this operand's tile */
  guint warp;
  guint resident;         /* whose block it is for */
  guint64 bytes, arrived; /* arrived counts the bytes that land in this cycle too */
  gboolean queued;        /* issued, no byte has moved yet and the channel serves another */
  gboolean by_block;      /* `tile` is the thread block whose bytes they are, `operand` says nothing */
} SystoleCopyState;

typedef struct
{
  guint64 tile;                                 /* k-tile in this stage, or SYSTOLE_NO_INDEX */
  guint pieces_a, pieces_b, landed_a, landed_b; /* landed at the beginning of the cycle */
  guint64 landed_mask_a, landed_mask_b;         /* bit = piece, first 64 */
  guint resident;                               /* whose block's buffer it is */
  gboolean by_block;                            /* room of a thread block, which is `tile` */
} SystoleStageState;

/* One multiplier of a tensor core's fragment. */
typedef struct
{
  guint sub_core, row, column;
  SystoleReason reason;
  SystoleValue a, b, product, partial_in, partial_out;
  guint64 m, n, k;
} SystoleFragmentCell;

typedef struct
{
  guint64 cycle;
  SystolePhase phase;
  guint unit;              /* SM */
  SystoleMaker maker;      /* in whose words it is told */
  guint64 block, n_blocks; /* thread block (tile of C) here, of several the first resident; SYSTOLE_NO_INDEX none */
  guint residents;         /* blocks here at once; 0 is 1. More warps and stages than theirs are room that is empty */
  guint64 block_stride;    /* from one resident's block to the next one's */
  guint64 first_tile;      /* k-tile of the whole product that the block begins with */
  guint n_sub_cores, fragment_rows, fragment_columns, fragment_k;
  SystoleUnit main_unit; /* whose lanes or multipliers the cells are */
  guint copy_bytes_per_cycle;
  gboolean sparse;          /* of each four rows of a column of B two are multiplied */
  const char *activity;     /* what the block under way does, a clause marked for translation: “takes exponentials”; or NULL */
  const char *copies_title; /* what its copies bring, a heading marked for translation; NULL: operands, or bytes of any kind */
  gboolean values;          /* in: fill the fragment cells' values */
  gboolean no_cells;        /* in: leave the cells out; SMs of GPUs' products only */
  GArray *warps;            /* SystoleWarpState, by warp */
  GArray *pipes;            /* SystolePipeState: one TENSOR a sub-core, LSU, TMA */
  GArray *copies;           /* SystoleCopyState in flight, oldest first */
  GArray *stages;           /* SystoleStageState */
  GArray *cells;            /* SystoleFragmentCell, sub-core by sub-core (first fragment_rows × fragment_columns) */
} SystoleSmFrame;

guint64 systole_sm_frame_get_block (const SystoleSmFrame *self, guint resident);
void systole_sm_frame_init (SystoleSmFrame *self);
void systole_sm_frame_clear (SystoleSmFrame *self);

/* --- chip --- */

typedef struct
{
  guint unit;
  SystoleReason reason; /* BUSY: something multiplies in it */
  guint64 block;        /* tile or fold it works on, or SYSTOLE_NO_INDEX */
  double busy_share;    /* multipliers of it that are busy, 0 … 1 */
} SystoleUnitState;

typedef struct
{
  SystoleMemoryLevel level;
  guint64 bytes;             /* size, 0: not stated */
  gboolean reading, writing; /* something moves in this cycle */
} SystoleMemoryState;

/* A unit of a TPU's core beside its arrays: what it does in this cycle, or why it waits. */
typedef struct
{
  SystoleUnit unit;
  const char *title;    /* what this machine calls it, marked for translation; NULL: as the unit */
  SystoleReason reason; /* BUSY, or why not */
  const char *activity; /* busy: what it does, marked for translation; else NULL */
} SystoleEngineState;

typedef struct
{
  guint64 cycle;
  SystolePhase phase;
  SystoleMaker maker;               /* in whose words it is told */
  guint64 wave, n_waves;            /* n = 0: no waves */
  guint64 fewer_from;               /* cycle of this wave from which on fewer units work than at its beginning, all at once; 0: no such */
  const char *kernel;               /* which of several that run one after another, marked for translation: “softmax kernel”; or NULL */
  guint64 kernel_start, kernel_end; /* its cycles; 0 without several */
  guint64 blocks, blocks_done;
  GArray *units;    /* SystoleUnitState */
  GArray *memories; /* SystoleMemoryState, outer to inner */
  GArray *engines;  /* SystoleEngineState; empty where they are not modelled */
} SystoleChipFrame;

void systole_chip_frame_init (SystoleChipFrame *self);
void systole_chip_frame_clear (SystoleChipFrame *self);

G_END_DECLS
