/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/number.h"
#include "engine/cpu/cpu-plan.h"

/* Stencils, sparse products, sorts and queries: vectors where elements lie together, single
 * instructions where they do not. What is scattered comes in whole lines of 64 bytes, as many
 * at once as a core has buffers for. */

#define PIECE 4096
#define LINE 64               /* bytes */
#define LOADS 2               /* a cycle a core, of every generation here (makers’ optimization manuals) */
#define LINES_IN_FLIGHT 10    /* of a core: line fill buffers (Intel, Optimization Reference Manual) */
#define MEMORY_SECONDS 90e-9  /* of a line from main memory: ESTIMATE */
#define CACHE_CYCLES 4        /* between look-ups that hit the last level, several under way: ESTIMATE */
#define DIGIT_INSTRUCTIONS 10 /* of a key and digit: load, cut out, count; load again, look up, store, advance */
#define PROBE_INSTRUCTIONS 12 /* hash, load, compare, branch, advance */
#define MATCH_INSTRUCTIONS 4

static guint64
round_up (double x)
{
  return (guint64) (x + 0.5);
}

/* Share of accesses to a table, all equally likely, that the last cache serves not. */
static double
missing (const SystoleCpuPlan *self, double bytes)
{
  return bytes > self->cache ? 1 - self->cache / bytes : 0;
}

static double
line_cycles (const SystoleCpuPlan *self)
{
  return MEMORY_SECONDS * self->clock_hz / LINES_IN_FLIGHT;
}

/* Items of so many cycles and operations; inner memories carry at least what outer ones do. */
static void
set_items (SystoleCpuPlan *self, guint64 items, guint64 operations, double cycles)
{
  guint64 of_item = systole_ceil_div (operations, items);

  self->items = items;
  self->busy = MAX (systole_ceil_div (of_item, self->unit.lanes), 1);
  self->work = MAX (self->busy, round_up (cycles));
  self->issued = items * of_item;
  self->l2_read = MAX (self->l2_read, self->dram_read);
  self->l1_read = MAX (self->l1_read, self->l2_read);
}

/* Planes stay in the caches while the sweep goes through them, as libraries block for it. A line
 * of the result is read before it is written. */
void
systole_cpu_plan_stencil (SystoleCpuPlan *self, const SystoleStencil *s)
{
  const SystoleCpuUnit *u = &self->unit;
  guint64 points = s->x * s->y * s->z, piece = MIN (points, PIECE), grid = systole_format_get_bytes (s->format, SYSTOLE_OPERAND_A, points);
  double accesses = s->neighbours + 2.0, vectors = (double) systole_ceil_div (piece, u->width);
  double cycles = MAX (MAX (s->operations * u->cycles, (s->operations + accesses) / u->slots), accesses / LOADS);

  self->dram_read = 2 * grid;
  self->dram_write = grid;
  self->l1_read = (s->neighbours + 1) * grid;
  set_items (self, systole_ceil_div (points, piece), points * s->operations, vectors * cycles);
}

/* Values and columns come as vectors, elements of x one by one. */
void
systole_cpu_plan_spmv (SystoleCpuPlan *self, const SystoleSpmv *a)
{
  const SystoleCpuUnit *u = &self->unit;
  guint64 bytes = systole_format_get_bytes (a->format, SYSTOLE_OPERAND_A, 1), piece = MIN (a->nonzeros, PIECE);
  guint64 x = MIN (a->n, a->nonzeros) * bytes, window = (a->band > 0 ? MIN (a->n, 2 * a->band) : a->n) * bytes;
  double missed = (double) a->nonzeros * missing (self, (double) window), each = MAX (u->cycles / u->width, (1 + 2.0 / u->width) / LOADS);

  self->dram_read = a->nonzeros * (bytes + 4) + (a->m + 1) * 4 + a->m * bytes + MAX (x, round_up (missed * LINE));
  self->dram_write = a->m * bytes;
  self->l1_read = a->nonzeros * (2 * bytes + 4);
  set_items (self, systole_ceil_div (a->nonzeros, piece), a->nonzeros, (double) piece * (each + missed / (double) a->nonzeros * line_cycles (self)));
}

/* Each digit: the keys are counted, then moved, piece by piece. */
void
systole_cpu_plan_sort (SystoleCpuPlan *self, const SystoleSort *s, guint64 work)
{
  guint64 piece = MIN (s->n, PIECE), all = s->n * (s->key_bytes + s->payload_bytes);
  double moved = (double) (s->key_bytes + s->payload_bytes) / 8;

  self->dram_read = s->digits * (s->n * s->key_bytes + 2 * all);
  self->dram_write = s->digits * all;
  set_items (self, systole_ceil_div (s->n, piece) * s->digits, work, (double) piece * MAX (DIGIT_INSTRUCTIONS / self->unit.slots, 1 + moved));
}

void
systole_cpu_plan_query (SystoleCpuPlan *self, const SystoleQuery *q, guint64 work)
{
  const SystoleCpuUnit *u = &self->unit;
  guint64 rows = q->rows + q->build, piece = MIN (rows, PIECE), table = q->build * 4 * q->value_bytes;
  double missed = missing (self, (double) table), probes = (double) (q->passing + q->build);
  double filter = (double) q->rows * MAX (u->cycles, 2.0 / u->slots) / u->width;
  double probe = MAX (MAX (PROBE_INSTRUCTIONS / u->slots, CACHE_CYCLES), missed * line_cycles (self));
  double match = (double) q->matching * MATCH_INSTRUCTIONS / u->slots;
  guint64 items = systole_ceil_div (rows, piece);
  /* A line of a later column is read where one of its rows passes. */
  double share = (double) q->passing / (double) q->rows;
  guint64 lines = MIN (q->rows, (guint64) ((double) q->rows * MIN (1, share * LINE / (double) q->value_bytes)));

  self->dram_read = (q->rows + (q->columns - 1) * lines + 2 * q->build) * q->value_bytes + round_up (probes * missed * LINE);
  self->dram_write = q->groups * 8 + table;
  set_items (self, items, work, (filter + probes * probe + match) / (double) items);
}
