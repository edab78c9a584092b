/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-machine-private.h"

#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"

/*
 * The event machine. Times come from SystoleSmState, every cycle looked at; values go
 * their real way: copies write shared memory when they have landed, loads read it into
 * registers, an mma multiplies what the registers hold, one cycle's steps a cycle, stores
 * take the sums out. A schedule that reuses a buffer too early gives a wrong result here.
 */

#define MAX_ELEMENTS (G_GUINT64_CONSTANT (1) << 24)
#define MAX_CYCLES (G_GUINT64_CONSTANT (1) << 26)

static double *
doubles (gsize n)
{
  return g_new0 (double, n);
}

static void
make_storage (SystoleSmMachine *self)
{
  const SystoleSmKernel *k = self->kernel;
  const SystoleSmShape *s = &k->shape;
  gsize of_a = (gsize) s->fragment_rows * s->fragment_k * self->wide, of_b = (gsize) s->fragment_k * s->fragment_columns;

  self->buffers = g_new0 (Buffer, s->stages * s->residents);
  for (guint i = 0; i < s->stages * s->residents; i++)
    self->buffers[i] = (Buffer){ .a = doubles ((gsize) s->tile_m * s->tile_k * self->wide), .b = doubles ((gsize) s->tile_k * s->tile_n), .rows = g_new0 (guint8, (gsize) s->tile_k * s->tile_n), .tile = -1 };
  self->registers = g_new0 (Registers, k->warps);
  for (guint w = 0; w < k->warps; w++)
    {
      if (!systole_sm_kernel_multiplies (k, w))
        continue;
      for (guint set = 0; set < 2; set++)
        {
          self->registers[w].a[set] = doubles (of_a * k->warp_rows);
          self->registers[w].b[set] = doubles (of_b * k->warp_columns);
        }
      self->registers[w].sums = doubles ((gsize) k->warp_rows * k->warp_columns * s->fragment_rows * s->fragment_columns);
    }
  self->running = g_new0 (RunningMma, s->sub_cores);
  for (guint i = 0; i < s->sub_cores; i++)
    self->running[i] = (RunningMma){ .flight = { .warp = G_MAXUINT }, .a = doubles (of_a), .b = doubles (of_b), .rows = g_new0 (guint8, of_b) };
  self->copies = g_array_new (FALSE, TRUE, sizeof (Flight));
  self->stores = g_array_new (FALSE, TRUE, sizeof (Flight));
  self->results = g_new (double, k->gemm.m * k->gemm.n);
  for (guint64 i = 0; i < k->gemm.m * k->gemm.n; i++)
    self->results[i] = (double) NAN;
}

static Buffer *
buffer_of (SystoleSmMachine *self, guint warp, gint64 tile)
{
  guint n = self->kernel->shape.stages;

  return &self->buffers[systole_sm_kernel_get_resident (self->kernel, warp) * n + (guint) (tile % n)];
}

/* Number of the block that a warp belongs to. */
guint64
systole_sm_machine_get_block (const SystoleSmMachine *self, guint warp)
{
  return self->block + systole_sm_kernel_get_resident (self->kernel, warp) * self->stride;
}

/* Shared memory → registers, in the cycle that the load issues. */
static void
do_load (SystoleSmMachine *self, guint warp, const SystoleSmInstruction *in, gint64 tile)
{
  const SystoleSmKernel *kernel = self->kernel;
  const SystoleSmShape *s = &kernel->shape;
  const Buffer *buffer = buffer_of (self, warp, tile);
  guint set = s->ahead ? (guint) (((guint64) tile * kernel->k_steps + in->k_step) & 1) : 0;
  guint k0 = in->k_step * s->fragment_k;
  guint row0, column0;

  systole_sm_kernel_get_fragment (kernel, warp, in, &row0, &column0);
  for (guint f = 0; f < in->count; f++)
    for (guint k = 0; k < s->fragment_k; k++)
      if (in->operand == SYSTOLE_OPERAND_A)
        for (guint r = 0; r < s->fragment_rows; r++)
          self->registers[warp].a[set][((in->row + f) * s->fragment_rows + r) * s->fragment_k + k] = buffer->a[(row0 + f * s->fragment_rows + r) * s->tile_k + k0 + k];
      else
        for (guint c = 0; c < s->fragment_columns; c++)
          self->registers[warp].b[set][((in->column + f) * s->fragment_k + k) * s->fragment_columns + c] = buffer->b[(k0 + k) * s->tile_n + column0 + f * s->fragment_columns + c];
}

/* The mma reads its operands when it issues. */
static void
start_mma (SystoleSmMachine *self, const Flight *flight)
{
  const SystoleSmKernel *kernel = self->kernel;
  const SystoleSmShape *s = &kernel->shape;
  const SystoleSmInstruction *in = flight->in;
  RunningMma *mma = &self->running[systole_sm_kernel_get_sub_core (kernel, flight->warp)];
  const Buffer *buffer = buffer_of (self, flight->warp, flight->tile);
  guint set = s->ahead ? (guint) (((guint64) flight->tile * kernel->k_steps + in->k_step) & 1) : 0;
  guint row0, column0;

  mma->flight = *flight;
  systole_sm_kernel_get_fragment (kernel, flight->warp, in, &row0, &column0);
  for (guint r = 0; r < s->fragment_rows; r++)
    for (guint k = 0; k < s->fragment_k * self->wide; k++)
      mma->a[r * s->fragment_k * self->wide + k] = s->direct ? buffer->a[((row0 + r) * s->tile_k + in->k_step * s->fragment_k) * self->wide + k]
                                                             : self->registers[flight->warp].a[set][(in->row * s->fragment_rows + r) * s->fragment_k + k];
  for (guint k = 0; k < s->fragment_k && s->direct; k++)
    for (guint c = 0; c < s->fragment_columns; c++)
      mma->rows[k * s->fragment_columns + c] = buffer->rows[(in->k_step * s->fragment_k + k) * s->tile_n + column0 + c];
  for (guint k = 0; k < s->fragment_k; k++)
    for (guint c = 0; c < s->fragment_columns; c++)
      mma->b[k * s->fragment_columns + c] = s->direct ? buffer->b[(in->k_step * s->fragment_k + k) * s->tile_n + column0 + c]
                                                      : self->registers[flight->warp].b[set][(in->column * s->fragment_k + k) * s->fragment_columns + c];
}

static void
on_issue (const SystoleSmState *state, guint warp, const SystoleSmInstruction *in, gint64 tile, guint64 begin, guint64 end, gpointer data)
{
  SystoleSmMachine *self = data;
  Flight flight = { state->cycle, begin, end, warp, tile, in };

  switch (in->kind)
    {
    case SYSTOLE_INSTRUCTION_COPY:
      if (buffer_of (self, warp, tile)->tile != tile)
        {
          Buffer *buffer = buffer_of (self, warp, tile);

          buffer->tile = tile;
          buffer->mask_a = buffer->mask_b = 0;
          buffer->landed_a = buffer->landed_b = 0;
        }
      g_array_append_val (self->copies, flight);
      break;
    case SYSTOLE_INSTRUCTION_LOAD:
      self->load = flight;
      do_load (self, warp, in, tile);
      break;
    case SYSTOLE_INSTRUCTION_MMA:
      start_mma (self, &flight);
      break;
    case SYSTOLE_INSTRUCTION_STORE:
      g_array_append_val (self->stores, flight);
      break;
    case SYSTOLE_INSTRUCTION_NONE:
    case SYSTOLE_INSTRUCTION_START:
    case SYSTOLE_INSTRUCTION_WAIT:
    default:
      break;
    }
}

static void
look (SystoleSmMachine *self)
{
  systole_sm_state_step (self->state, on_issue, self);
}

/**
 * systole_sm_machine_new:
 * @run: on a bare SM, or on a GPU, of which SM 0’s first round of blocks is stepped from its own cycle 0; at most 2^26 cycles and 2^24 elements of C
 *
 * Returns: (transfer full) (nullable): the machine in cycle 0, or NULL with
 *   %SYSTOLE_ERROR_NOT_MODELLED or _CAPACITY
 */
SystoleSmMachine *
systole_sm_machine_new (const SystoleRun *run, GError **error)
{
  const SystoleSmSchedule *schedule = systole_sm_run_get_schedule (run);
  SystoleSmMachine *self;

  if (schedule == NULL)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("%s: there is no event machine for it"), systole_machine_get_name (systole_run_get_machine (run)));
      return NULL;
    }
  if (schedule->n_cycles > MAX_CYCLES || systole_run_get_n_cycles (run) > MAX_CYCLES * 64 || schedule->kernel->gemm.m * schedule->kernel->gemm.n > MAX_ELEMENTS)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("the event machine steps at most 2^26 cycles and 2^24 elements of C"));
      return NULL;
    }
  self = g_new0 (SystoleSmMachine, 1);
  self->run = systole_run_ref ((SystoleRun *) run);
  self->kernel = schedule->kernel;
  self->wide = systole_format_is_sparse (self->kernel->gemm.format) ? 2 : 1;
  self->n_blocks = systole_machine_get_sm (systole_run_get_machine (run)) != NULL ? schedule->kernel->n_blocks : 1;
  self->stride = systole_run_get_n_units (run);
  self->state = systole_sm_state_new (schedule->kernel);
  make_storage (self);
  look (self);
  return self;
}

void
systole_sm_machine_free (SystoleSmMachine *self)
{
  for (guint i = 0; i < self->kernel->shape.stages * self->kernel->shape.residents; i++)
    {
      g_free (self->buffers[i].a);
      g_free (self->buffers[i].b);
      g_free (self->buffers[i].rows);
    }
  for (guint w = 0; w < self->kernel->warps; w++)
    {
      for (guint set = 0; set < 2; set++)
        {
          g_free (self->registers[w].a[set]);
          g_free (self->registers[w].b[set]);
        }
      g_free (self->registers[w].sums);
    }
  for (guint i = 0; i < self->kernel->shape.sub_cores; i++)
    {
      g_free (self->running[i].a);
      g_free (self->running[i].b);
      g_free (self->running[i].rows);
    }
  g_free (self->buffers);
  g_free (self->registers);
  g_free (self->running);
  g_free (self->results);
  g_array_unref (self->copies);
  g_array_unref (self->stores);
  systole_sm_state_free (self->state);
  systole_run_unref (self->run);
  g_free (self);
}

guint64
systole_sm_machine_get_cycle (const SystoleSmMachine *self)
{
  return self->block_start + self->state->cycle;
}

/* TRUE once the last store is out; there is no frame of such a cycle. */
gboolean
systole_sm_machine_is_done (const SystoleSmMachine *self)
{
  return self->done;
}

/* What arrives for one multiplication: an element of B with the number of its row; of A the one element or,
 * where B is sparse, the two of its half of the four. */
static void
land_slot (SystoleSmMachine *self, Buffer *buffer, gboolean is_a, guint line, guint64 global, guint k, guint64 slot)
{
  const SystoleSmShape *s = &self->kernel->shape;
  const SystoleGemm *g = &self->kernel->gemm;
  gboolean inside = global < (is_a ? g->m : g->n) && slot < self->kernel->depth;
  guint64 row = is_a || !inside ? 0 : systole_gemm_get_row (g, slot, global);

  for (guint i = 0; i < self->wide && is_a; i++)
    buffer->a[(line * s->tile_k + k) * self->wide + i] = inside && slot * self->wide + i < g->k ? systole_gemm_a (g, global, slot * self->wide + i) : 0;
  if (is_a)
    return;
  buffer->b[k * s->tile_n + line] = inside ? systole_gemm_b (g, row, global) : 0;
  buffer->rows[k * s->tile_n + line] = (guint8) (row % 4);
}

/* The element of A that a step of an mma multiplies: of a sparse format the one that B's row names. */
double
systole_sm_machine_get_a (const SystoleSmMachine *self, const RunningMma *mma, guint row, guint k, guint column)
{
  const SystoleSmShape *s = &self->kernel->shape;
  const double *a = mma->a + (gsize) row * s->fragment_k * self->wide;

  return self->wide == 1 ? a[k] : a[k / 2 * 4 + mma->rows[k * s->fragment_columns + column]];
}

static void
land (SystoleSmMachine *self, const Flight *copy)
{
  const SystoleSmKernel *kernel = self->kernel;
  const SystoleSmShape *s = &kernel->shape;
  gboolean is_a = copy->in->operand == SYSTOLE_OPERAND_A;
  Buffer *buffer = buffer_of (self, copy->warp, copy->tile);
  guint64 block = systole_sm_machine_get_block (self, copy->warp);
  guint lines = is_a ? s->piece_rows_a : s->piece_columns_b;
  guint across = is_a ? s->tile_m / s->piece_rows_a : s->tile_n / s->piece_columns_b;
  guint line0 = copy->in->index % across * lines, k0 = copy->in->index / across * s->piece_k;
  guint64 m0, n0;

  systole_sm_kernel_get_origin (kernel, block, &m0, &n0);
  for (guint i = 0; i < lines; i++)
    for (guint k = 0; k < s->piece_k; k++)
      land_slot (self, buffer, is_a, line0 + i, (is_a ? m0 : n0) + line0 + i, k0 + k, (systole_sm_kernel_get_first_tile (kernel, block) + (guint64) copy->tile) * s->tile_k + k0 + k);
  *(is_a ? &buffer->landed_a : &buffer->landed_b) += 1;
  if (copy->in->index < 64)
    *(is_a ? &buffer->mask_a : &buffer->mask_b) |= G_GUINT64_CONSTANT (1) << copy->in->index;
}

/* One of the sums that an mma adds to. */
double *
systole_sm_machine_get_sum (const SystoleSmMachine *self, const Flight *mma, guint row, guint column)
{
  const SystoleSmShape *s = &self->kernel->shape;
  guint fragment = mma->in->row * self->kernel->warp_columns + mma->in->column;

  return &self->registers[mma->warp].sums[(fragment * s->fragment_rows + row) * s->fragment_columns + column];
}

/* This cycle's share of an mma's products. */
static void
multiply (SystoleSmMachine *self, RunningMma *mma)
{
  const SystoleSmShape *s = &self->kernel->shape;
  guint64 elapsed = self->state->cycle - mma->flight.begin;
  guint64 end = systole_sm_kernel_get_row_steps (self->kernel, elapsed + 1);

  for (guint64 step = systole_sm_kernel_get_row_steps (self->kernel, elapsed); step < end; step++)
    for (guint c = 0; c < s->fragment_columns; c++)
      {
        guint r = (guint) (step % s->fragment_rows), k = (guint) (step / s->fragment_rows);
        double *sum = systole_sm_machine_get_sum (self, &mma->flight, r, c);

        *sum = systole_format_add (self->kernel->gemm.format, *sum, systole_format_multiply (self->kernel->gemm.format, systole_sm_machine_get_a (self, mma, r, k, c), mma->b[k * s->fragment_columns + c]));
      }
}

static void
store (SystoleSmMachine *self, const Flight *flight)
{
  const SystoleSmShape *s = &self->kernel->shape;
  const SystoleGemm *g = &self->kernel->gemm;
  guint row0, column0;
  guint64 m0, n0;

  systole_sm_kernel_get_origin (self->kernel, systole_sm_machine_get_block (self, flight->warp), &m0, &n0);
  systole_sm_kernel_get_fragment (self->kernel, flight->warp, flight->in, &row0, &column0);
  for (guint r = 0; r < s->fragment_rows; r++)
    for (guint c = 0; c < s->fragment_columns; c++)
      if (m0 + row0 + r < g->m && n0 + column0 + c < g->n)
        self->results[(m0 + row0 + r) * g->n + n0 + column0 + c] = *systole_sm_machine_get_sum (self, flight, r, c);
}

static void
start_block (SystoleSmMachine *self)
{
  const SystoleSmKernel *k = self->kernel;

  self->block_start += systole_sm_state_get_end (self->state);
  self->block++;
  systole_sm_state_reset (self->state, (gint64) k->n_tiles);
  for (guint i = 0; i < k->shape.sub_cores; i++)
    self->running[i].flight.warp = G_MAXUINT;
  for (guint i = 0; i < k->shape.stages * k->shape.residents; i++)
    {
      self->buffers[i].tile = -1;
      self->buffers[i].mask_a = self->buffers[i].mask_b = 0;
      self->buffers[i].landed_a = self->buffers[i].landed_b = 0;
    }
  for (guint w = 0; w < k->warps; w++)
    for (guint i = 0; self->registers[w].sums != NULL && i < k->warp_rows * k->warp_columns * k->shape.fragment_rows * k->shape.fragment_columns; i++)
      self->registers[w].sums[i] = 0;
  self->load.end = 0;
}

/**
 * systole_sm_machine_step:
 *
 * Ends the present cycle: products are added, copies land, stores leave; then looks at
 * the next one. Nothing once done.
 */
void
systole_sm_machine_step (SystoleSmMachine *self)
{
  guint64 next = self->state->cycle + 1;

  if (self->done)
    return;
  for (guint i = 0; i < self->kernel->shape.sub_cores; i++)
    if (self->running[i].flight.warp != G_MAXUINT)
      {
        multiply (self, &self->running[i]);
        if (self->running[i].flight.end <= next)
          self->running[i].flight.warp = G_MAXUINT;
      }
  while (self->copies->len > 0 && g_array_index (self->copies, Flight, 0).end <= next)
    {
      land (self, &g_array_index (self->copies, Flight, 0));
      g_array_remove_index (self->copies, 0);
    }
  while (self->stores->len > 0 && g_array_index (self->stores, Flight, 0).end <= next)
    {
      store (self, &g_array_index (self->stores, Flight, 0));
      g_array_remove_index (self->stores, 0);
    }
  systole_sm_state_advance (self->state, next);
  if (systole_sm_state_is_done (self->state))
    {
      self->done = self->block + 1 == self->n_blocks;
      if (self->done)
        return;
      start_block (self);
    }
  look (self);
}

/**
 * systole_sm_machine_get_result:
 *
 * Returns: TRUE once C[@m, @n] was stored
 */
gboolean
systole_sm_machine_get_result (const SystoleSmMachine *self, guint64 m, guint64 n, double *value)
{
  *value = self->results[m * self->kernel->gemm.n + n];
  return !isnan (*value);
}
