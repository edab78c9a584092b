/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/number.h"
#include "engine/cpu/cpu-plan.h"

/* Element-wise operations, normalizations and streams: the matrix is cut into pieces of
 * 4096 elements, whole rows where a row is reduced; several results are under way at once,
 * so that pipes and issue slots count, not latency. */

#define PIECE 4096
#define SPECIAL 9 /* further instructions of an exponential, quotient or root: polynomials of the vector libraries, ESTIMATE */

void
systole_cpu_plan_vector (SystoleCpuPlan *self, const SystoleVector *v)
{
  const SystoleCpuUnit *u = &self->unit;
  guint64 elements = v->rows * v->columns;
  guint64 piece = v->reductions > 0 ? v->columns * systole_ceil_div (PIECE, v->columns) : PIECE;
  guint64 bits = systole_format_get_bytes (v->format, SYSTOLE_OPERAND_A, 8); /* of eight elements, in bytes */
  /* a vector of elements: arithmetic, one more load and addition for each reduction */
  double arithmetic = v->operations + SPECIAL * v->special + v->reductions;
  double accesses = v->reads + v->writes + v->reductions;
  double cycles = MAX (MAX (arithmetic * u->cycles, (arithmetic + accesses) / u->slots), accesses / 2);
  guint64 vectors = systole_ceil_div (MIN (piece, elements), u->width);

  self->items = systole_ceil_div (elements, piece);
  self->busy = systole_ceil_div (MIN (piece, elements) * MAX (v->operations, 1), u->lanes);
  self->work = MAX (self->busy, (guint64) ((double) vectors * cycles + 0.5));
  self->issued = self->items * MIN (piece, elements) * MAX (v->operations, 1);
  self->dram_read = systole_ceil_div ((elements * v->reads + v->columns * v->row_reads) * bits, 8);
  self->dram_write = systole_ceil_div (elements * v->writes * bits, 8);
  self->l2_read = self->dram_read + systole_ceil_div (elements * v->reductions * bits, 8);
  self->l1_read = self->l2_read;
}
