/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"
#include "engine/systolic/array-schedule.h"
#include "engine/systolic/tpu-core.h"

G_BEGIN_DECLS

/*
 * A matrix product on the arrays of a TPU.
 *
 * C is cut into parts_m × parts_n blocks, one an MXU; K is never divided, so no MXU needs
 * another's sums. Each MXU runs the weight-stationary overlapped schedule over its block.
 * One core alone does small products, with its share of the memory bandwidth; all cores
 * share large ones after they have joined. Blocks at the lower and right margin may be
 * smaller: there are at most four kinds.
 */

/* Rows of sums that v1 keeps (Jouppi et al., ISCA 2017, section 2). */
#define SYSTOLE_TPU_V1_ACCUMULATORS 4096

/* v1: what goes through the link to the host, bytes. */
typedef struct
{
  guint64 in, out;        /* activations, results */
  guint64 first, last;    /* of them, before the first multiplication and after the last activation */
  guint64 hidden;         /* in the direction that has more: while the arrays work */
  double bytes_per_cycle; /* 0: no such link */
  gboolean shared;        /* weights come through it, too */
  gboolean holds_up;      /* slower than what the arrays do meanwhile */
} SystoleTpuHost;

/* Bytes and cycles of the transfers. Of one core: a, b, c, exposed, last, hidden. */
typedef struct
{
  guint64 a, b, c;        /* padded to tiles, in memory */
  guint64 exposed;        /* bytes before the first weight can be pushed */
  guint64 last;           /* bytes written after the last sum */
  guint64 hidden;         /* bytes that pass while the arrays work */
  gboolean again;         /* operands do not fit: one is read more than once */
  guint64 reads, writes;  /* of main memory, all cores */
  double bytes_per_cycle; /* of one core, with the efficiency */
  SystoleTpuHost host;
} SystoleTpuTransfers;

typedef struct
{
  SystoleArraySchedule schedule;
  guint n;              /* MXUs with this kind of block */
  double macs_per_slot; /* useful MACs a PE does in a cycle of the stream */
} SystoleTpuKind;

/* What is multiplied, and what of it is in vector memory already or stays there. */
typedef struct
{
  SystoleGemm gemm; /* one product: its batch is 1 */
  SystoleUnfolding unfolding;
  gboolean a_here, b_here, c_stays;
  guint64 a_bytes;    /* of A in memory where it is not m × k elements (a convolution's image), 0: it is */
  gboolean a_later;   /* A is made by the vector unit in the program: its values are not known here */
  gboolean continues; /* no start-up of its own: the program runs already */
  double useful;      /* of its MACs, what the operation counts: 1 for a product */
} SystoleTpuProduct;

typedef struct
{
  SystoleTpuCore core;
  SystoleTpuProduct product;
  guint rate, passes;
  guint cores_m, cores_n; /* cores that share the product, along M and N */
  guint parts_m, parts_n;
  guint64 block_m, block_n; /* elements of a full block of C */
  SystoleTpuTransfers transfers;
  SystoleTpuKind kinds[4];
  guint n_kinds;
} SystoleTpuMatrix;

gboolean systole_tpu_matrix_init (SystoleTpuMatrix *self, const SystoleTpuCore *core, const char *name, const SystoleTpuProduct *product, GError **error);
const SystoleTpuKind *systole_tpu_matrix_get_kind (const SystoleTpuMatrix *self, guint unit); /* NULL: no block for this MXU */
void systole_tpu_matrix_get_schedule (const SystoleTpuMatrix *self, guint unit, SystoleArraySchedule *out);

/* tpu-memory.c */
gboolean systole_tpu_matrix_find_transfers (SystoleTpuMatrix *self, GError **error);
gboolean systole_tpu_tiled_bytes (SystoleFormat format, SystoleOperand operand, guint64 rows, guint64 columns, guint64 *out);

G_END_DECLS
