/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/systolic/array-machine.h"
#include "engine/systolic/array-pacer.h"
#include "engine/systolic/array-ring.h"
#include "engine/workload/product.h"

G_BEGIN_DECLS

/*
 * Registers are kept kind by kind, so that all PEs multiply in one loop over arrays. An
 * operand's register is a number and a tag, the control bits that walk with it; where there is
 * no element the number is 0, and a product with it changes no sum.
 */

typedef enum
{
  PE_WAITS, /* nothing of the fold has come by */
  PE_RUNS,
  PE_DONE /* its last slot has gone by */
} PeState;

/* Control bits of one slot of a fold's stream; between streams a bubble walks, which is not PE_RUNS. */
typedef struct
{
  guint32 slot;
  guint32 product, row_fold, column_fold; /* whose stream it is: fold of a product of the batch */
  guint8 state;                           /* PeState of the PE it is in */
  guint8 valid;                           /* there is an element here, not padding */
  guint8 first, last;
} Tag;

/* Whose element stands still in a PE. */
typedef struct
{
  guint32 product, row_fold, column_fold;
  guint32 row; /* of the fold's block */
  guint32 valid;
} StayTag;

/* A sum on its way out, or out. */
typedef struct
{
  double value;
  guint64 k_end;         /* products in it */
  guint32 product, m, n; /* element of which product of the batch */
  guint32 fold;
  gboolean valid;
} Sum;

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

/* Rows into which the first and the last slot of a stream came in one cycle; G_MAXUINT none. */
typedef struct
{
  guint first, last;
} Marks;

/* An operand as the array's memory holds it: a matrix for each product of the batch. */
typedef struct
{
  guint64 rows, columns;
  gpointer elements; /* as in registers; NULL: too many, made when they are wanted */
} Matrix;

/* What the registers of operands and of sums are. */
typedef enum
{
  NUMBERS_INTEGERS, /* gint8 and gint32 */
  NUMBERS_FLOATS,   /* float, both */
  NUMBERS_DOUBLES   /* double, both: fp64 */
} Numbers;

struct _SystoleArrayMachine
{
  SystoleGemm gemm; /* one product of the batch */
  SystoleUnfolding unfolding;
  SystoleArrayDef def;
  guint hop;
  gboolean overlapped;
  gboolean one_by_one;            /* of overlapped: folds follow one another, only blocks shift in behind them */
  SystoleArrayTimeline *timeline; /* NULL: memory never holds the array up */
  SystoleArrayPacer pacer;
  Numbers numbers;
  guint64 stream, folds, column_folds;
  guint64 folds_of_one; /* of each product of the batch */
  guint64 spatial_rows, spatial_columns;
  guint64 cycle;
  Control control;
  Matrix a, b;

  SystoleRing across;      /* by row: operands that move right, line = column */
  SystoleRing across_tags; /* line = column, a Tag a row */
  SystoleRing across_marks;
  SystoleRing down;        /* os: operands that move down, line = row */
  SystoleRing down_tags;   /* a Tag a column */
  SystoleRing *chains;     /* ws, is: what shifts in; one for all columns, overlapped: one each; line = row */
  SystoleRing *chain_tags; /* a StayTag a line */
  guint n_chains;
  gpointer shadow, active; /* overlapped ws, is: by PE, captured from the chain; multiplied with */
  StayTag *shadow_tags, *active_tags;
  SystoleRing shifts; /* a Shift, line = chain */

  SystoleRing sums;     /* line = row; os: accumulators; ws, is: what goes to the row below, line = row · hop */
  SystoleRing sum_tags; /* ws, is: the Tag that a sum began with, line = row · hop; os: a Sum without its value */
  gpointer starts;      /* by column: what the sums of row 0 add to */
  Sum *drain;           /* os, overlapped: by PE, finished, on its way out */
  Drain *drains;        /* by column */

  SystoleRing left; /* a Sum a column, SYSTOLE_EDGE_SLOTS lines: what left, newest first */
  gpointer results; /* M × N of each product: accumulators beside the array */
  guint8 *finished; /* of each result */
  guint64 out_done;
};

static inline gboolean
systole_array_machine_is_os (const SystoleArrayMachine *self)
{
  return self->def.dataflow == SYSTOLE_DATAFLOW_OS;
}

/* The tag in a PE's operand register. */
static inline const Tag *
systole_array_machine_get_tag (const SystoleArrayMachine *self, guint row, guint column)
{
  return (const Tag *) systole_ring_get (&self->across_tags, 0, column) + row;
}

static inline guint64
systole_array_machine_get_fold (const SystoleArrayMachine *self, const Tag *tag)
{
  return tag->product * self->folds_of_one + (guint64) tag->row_fold * self->column_folds + tag->column_fold;
}

/* array-machine-control.c */
void systole_array_machine_control_begin (const SystoleArrayMachine *self, Control *next);
void systole_array_machine_control (const SystoleArrayMachine *self, Control *next);

/* array-machine-feed.c: what enters from the left, from above and from the accumulators */
gboolean systole_array_machine_fill_memory (SystoleArrayMachine *self);
void systole_array_machine_feed (SystoleArrayMachine *self, const Control *next);
void systole_array_machine_shift_chains (SystoleArrayMachine *self);
void systole_array_machine_forget_stationary (SystoleArrayMachine *self);
void systole_array_machine_start_sums (SystoleArrayMachine *self);

/* array-machine-sums.c: products, and how sums leave */
void systole_array_machine_multiply (SystoleArrayMachine *self);
gboolean systole_array_machine_covers (const SystoleArrayMachine *self, guint64 fold, guint row, guint column);
void systole_array_machine_collect (SystoleArrayMachine *self);

/* One PE's product in this cycle; its indices are global. */
typedef struct
{
  guint64 m, n, k;
  double a, b, in, out;
} Mac;

/* Global indices of element (m, n) of a product of the batch. */
void systole_array_machine_locate (const SystoleArrayMachine *self, guint64 product, guint64 *m, guint64 *n);
/* Numbers of registers, whichever type they have. */
double systole_array_machine_read_operand (const SystoleArrayMachine *self, gconstpointer registers, gsize i);
double systole_array_machine_read_sum (const SystoleArrayMachine *self, gconstpointer registers, gsize i);
PeState systole_array_machine_get_state (const SystoleArrayMachine *self, guint row, guint column, guint64 *fold);
/* What stands still in a PE (ws, is): the register it multiplies with, or while it waits the one that is being filled. */
StayTag systole_array_machine_get_stationary (const SystoleArrayMachine *self, guint row, guint column, double *value);
gboolean systole_array_machine_get_mac (const SystoleArrayMachine *self, guint row, guint column, Mac *mac); /* FALSE: it does not multiply */

G_END_DECLS
