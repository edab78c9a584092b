/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/gpu/sm-machine.h"
#include "engine/gpu/sm-run.h"

G_BEGIN_DECLS

/* What the event machine holds; sm-machine-frame.c reads it. */

typedef struct
{
  guint64 issue, begin, end; /* cycles of the block */
  guint warp;
  gint64 tile;
  const SystoleSmInstruction *in;
} Flight;

typedef struct
{
  Flight flight;
  double *a, *b; /* operands as read at issue */
  guint8 *rows;  /* of a sparse B: which of its four rows each element is of */
} RunningMma;

typedef struct
{
  double *a, *b; /* tile_m × tile_k (of a sparse format: × 2 tile_k), tile_k × tile_n */
  guint8 *rows;  /* tile_k × tile_n: as of a running mma */
  guint64 mask_a, mask_b;
  guint landed_a, landed_b;
  gint64 tile;
} Buffer;

typedef struct
{
  double *a[2], *b[2]; /* fragments, each row by row */
  double *sums;
} Registers;

struct _SystoleSmMachine
{
  SystoleRun *run;
  const SystoleSmKernel *kernel;
  guint wide; /* elements of A for one of B along K: 2 of a sparse format */
  SystoleSmState *state;
  guint64 n_blocks, block, block_start; /* block: of the first resident */
  guint64 stride;                       /* from one resident's block to the next one's */
  Buffer *buffers;                      /* resident by resident */
  Registers *registers;
  RunningMma *running; /* one a sub-core; warp G_MAXUINT: none */
  Flight load;         /* that holds the port */
  GArray *copies;      /* Flight: not landed */
  GArray *stores;      /* Flight: not finished */
  double *results;     /* M × N; NaN: not stored */
  gboolean done;
};

guint64 systole_sm_machine_get_block (const SystoleSmMachine *self, guint warp);
double systole_sm_machine_get_a (const SystoleSmMachine *self, const RunningMma *mma, guint row, guint k, guint column);
double *systole_sm_machine_get_sum (const SystoleSmMachine *self, const Flight *mma, guint row, guint column);

G_END_DECLS
