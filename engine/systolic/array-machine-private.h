/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/array-machine.h"
#include "engine/workload/product.h"

G_BEGIN_DECLS

/* An operand in a register: its element, and the control bits that walk with it. */
typedef struct
{
  double value;
  guint64 i, j; /* element of its matrix */
  guint64 fold;
  gboolean valid;       /* there is an element here; FALSE with `moves`: padding, only the control bits walk */
  gboolean moves;       /* a slot of a stream */
  gboolean first, last; /* of its fold's stream */
} Operand;

/* A partial sum in a register. */
typedef struct
{
  double value;
  guint64 m, n;
  guint64 k_end; /* products in it */
  guint64 fold;  /* in a drain register: whose it is */
  gboolean valid;
} Sum;

typedef enum
{
  PE_WAITS,
  PE_RUNS,
  PE_DONE
} PeState;

typedef struct
{
  Operand across;                /* moves right: A (ws, os), B (is) */
  Operand down;                  /* os: B, moves down */
  Operand chain, shadow, active; /* ws, is: stationary operand; `active` only when overlapped */
  Sum sum;                       /* os: accumulator; else: on its way to the row below */
  Sum hop;                       /* second register of the way down, if there is one */
  Sum drain;                     /* os, overlapped: finished, on its way out */
  Operand wait;                  /* column 0, two registers a hop: the extra cycle of row skew */
  PeState state;
  guint64 fold;
} Pe;

typedef enum
{
  STAGE_LOAD,
  STAGE_STREAM,
  STAGE_DRAIN,
  STAGE_DONE
} Stage;

/* What the controller does in a cycle. */
typedef struct
{
  Stage stage;
  guint64 fold;    /* that streams, or loads */
  guint64 counter; /* cycles in this stage; slot of the stream */
  gboolean loads;  /* column 0 shifts in a row of the stationary block */
  guint64 load_fold, load_counter;
} Control;

/* Shift command of one column's chain: it walks right, one column a cycle. */
typedef struct
{
  gboolean on;
  guint64 fold;
  guint counter;
} Shift;

/* Shifting out the finished sums of one fold from one column. */
typedef struct
{
  guint left; /* cycles still to shift */
  guint64 fold;
} Drain;

struct _SystoleArrayMachine
{
  SystoleGemm gemm; /* one product of the batch */
  SystoleUnfolding unfolding;
  guint64 result_columns; /* of `results`: of one product, or of all that share their rows */
  SystoleArrayDef def;
  guint hop;
  gboolean overlapped;
  guint64 stream, folds, column_folds;
  guint64 folds_of_one; /* of each product of the batch */
  guint64 spatial_rows, spatial_columns;
  guint64 cycle;
  Control control, next_control;
  Pe *pes, *next_pes;
  Shift *shifts, *next_shifts; /* by column */
  Drain *drains, *next_drains; /* by column (os, overlapped) */
  Sum *leaving;                /* by column: sums that leave at the end of this cycle */
  Sum *left;                   /* by column: SYSTOLE_EDGE_SLOTS sums that left, newest first */
  Sum *results;                /* all of C: accumulators beside the array; k_end = K: finished */
  guint64 out_done;
};

void systole_array_machine_control_begin (const SystoleArrayMachine *self, Control *next);
void systole_array_machine_control (const SystoleArrayMachine *self, Control *next);

/* Accumulator of C[m, n]. */
Sum *systole_array_machine_get_accumulator (const SystoleArrayMachine *self, guint64 m, guint64 n);
/* Element (row, column) of a fold's stationary block (ws, is) or of C (os): FALSE where the tensor has ended. */
gboolean systole_array_machine_covers (const SystoleArrayMachine *self, guint64 fold, guint row, guint column);
/* The operand that PE (row, column) multiplies with in this cycle. */
const Operand *systole_array_machine_get_stationary (const SystoleArrayMachine *self, const Pe *pe);
/* The sum that PE (row, column) adds to in this cycle; FALSE: it does not multiply. */
gboolean systole_array_machine_get_mac (const SystoleArrayMachine *self, guint row, guint column, Operand *a, Operand *b, Sum *in, Sum *out);

G_END_DECLS
