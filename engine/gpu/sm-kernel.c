/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-kernel.h"

#include <inttypes.h>
#include <math.h>

#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* The teaching SM: a fragment is as deep as four steps of one k each. */
#define TEACHING_FRAGMENT_K 4
/* A loaded fragment may be used in the second cycle after its last port cycle. */
#define TEACHING_LOAD_LATENCY 2
/* Results leave in sectors of 32 bytes, the unit of NVIDIA's L2 (microarchitecture notes, §1.3). */
#define SECTOR_BYTES 32
#define MAX_FRAGMENTS 4096

static guint
largest_divisor_below_root (guint n)
{
  guint best = 1;

  for (guint d = 1; d * d <= n; d++)
    if (n % d == 0)
      best = d;
  return best;
}

static guint
round_up (guint value, guint unit)
{
  return (value + unit - 1) / unit * unit;
}

/**
 * systole_sm_shape_from_def:
 * @def: a def that passes systole_sm_def_check()
 * @mapping: tile sizes in elements, rounded up to whole fragments of the warps; 0: one
 *   fragment a warp, k-tiles of one fragment
 *
 * Returns: FALSE with %SYSTOLE_ERROR_CAPACITY for a tile that is too large
 */
gboolean
systole_sm_shape_from_def (const SystoleSmDef *def, const SystoleGemm *gemm, const SystoleMapping *mapping, SystoleSmShape *out, GError **error)
{
  guint math = def->warps / 2;
  guint grid_rows = largest_divisor_below_root (math);
  guint unit_m = grid_rows * def->tensor_rows;
  guint unit_n = math / grid_rows * def->tensor_columns;
  guint64 fragments;

  if (mapping->tile_m > SYSTOLE_MAPPING_MAX_TILE || mapping->tile_n > SYSTOLE_MAPPING_MAX_TILE || mapping->tile_k > SYSTOLE_MAPPING_MAX_TILE)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("tile: %ux%ux%u is larger than %u elements a side"), mapping->tile_m, mapping->tile_n, mapping->tile_k, (guint) SYSTOLE_MAPPING_MAX_TILE);
      return FALSE;
    }
  *out = (SystoleSmShape){
    .tile_m = round_up (MAX (mapping->tile_m, 1), unit_m),
    .tile_n = round_up (MAX (mapping->tile_n, 1), unit_n),
    .tile_k = round_up (MAX (mapping->tile_k, 1), TEACHING_FRAGMENT_K),
    .splits = 1,
    .residents = 1,
    .unit = SYSTOLE_UNIT_TENSOR,
    .multipliers = def->tensor_rows * def->tensor_columns,
    .stages = mapping->stages > 0 ? MIN (mapping->stages, 16) : def->stages,
    .sub_cores = def->sub_cores,
    .math_warps = math,
    .copy_warps = def->warps - math,
    .warp_grid_rows = grid_rows,
    .warp_grid_columns = math / grid_rows,
    .fragment_rows = def->tensor_rows,
    .fragment_columns = def->tensor_columns,
    .fragment_k = TEACHING_FRAGMENT_K,
    .mma_interval = TEACHING_FRAGMENT_K,
    .mma_latency = TEACHING_FRAGMENT_K,
    .load_latency = TEACHING_LOAD_LATENCY,
    .load_rows_a = 1,
    .load_columns_b = 1,
    .port_bytes = def->port_bytes,
    .piece_rows_a = def->tensor_rows,
    .piece_columns_b = def->tensor_columns,
    .piece_k = TEACHING_FRAGMENT_K,
    .copy_bytes_per_cycle = def->copy_bytes_per_cycle,
    .copy_latency = def->copy_latency,
    .store_bytes_per_cycle = SECTOR_BYTES,
    .store_bytes = systole_format_get_accumulator_bytes (gemm->format),
    .launch = 1,
  };
  out->valid_m = out->tile_m;
  out->valid_n = out->tile_n;
  fragments = (guint64) (out->tile_m / unit_m) * (out->tile_n / unit_n) * (out->tile_k / TEACHING_FRAGMENT_K);
  if (fragments > MAX_FRAGMENTS)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("tile: %ux%ux%u gives a warp %" PRIu64 " fragments, at most %u are modelled"), out->tile_m, out->tile_n, out->tile_k, fragments, MAX_FRAGMENTS);
      return FALSE;
    }
  return TRUE;
}

static void
add (GArray *code, SystoleSmInstruction instruction)
{
  g_array_append_val (code, instruction);
}

static void
add_loads (const SystoleSmKernel *self, GArray *code, guint k_step, guint ahead)
{
  const SystoleSmShape *s = &self->shape;

  for (guint side = 0; side < 2; side++)
    {
      guint n = side == 0 ? self->warp_rows : self->warp_columns;
      guint at_once = side == 0 ? s->load_rows_a : s->load_columns_b;
      guint lines = side == 0 ? s->fragment_rows : s->fragment_columns;

      for (guint i = 0; i < n; i += at_once)
        {
          SystoleSmInstruction load = { SYSTOLE_INSTRUCTION_LOAD, side == 0 ? SYSTOLE_OPERAND_A : SYSTOLE_OPERAND_B };

          load.ahead = ahead;
          load.index = (k_step * n + i) / at_once;
          load.row = load.column = i;
          load.k_step = k_step;
          load.count = MIN (at_once, n - i);
          load.bytes = (guint) systole_format_get_slot_bytes (self->gemm.format, load.operand, load.count * lines * s->fragment_k);
          load.cycles = (load.bytes + s->port_bytes - 1) / s->port_bytes;
          load.first = side == 0 && i == 0 && k_step == 0;
          load.last = side == 1 && i + at_once >= n && k_step == self->k_steps - 1;
          add (code, load);
        }
    }
}

static void
take_first (GArray *from, guint n, GArray *to)
{
  if (n == 0)
    return;
  g_array_append_vals (to, from->data, n);
  g_array_remove_range (from, 0, n);
}

static void
make_math_program (SystoleSmKernel *self)
{
  const SystoleSmShape *s = &self->shape;
  g_autoptr (GArray) body = g_array_new (FALSE, TRUE, sizeof (SystoleSmInstruction));
  g_autoptr (GArray) tail = g_array_new (FALSE, TRUE, sizeof (SystoleSmInstruction));
  g_autoptr (GArray) ahead = g_array_new (FALSE, TRUE, sizeof (SystoleSmInstruction));
  guint mmas = 0;

  for (guint k_step = 0; k_step < self->k_steps; k_step++)
    {
      if (!s->direct && !s->ahead)
        add_loads (self, body, k_step, 0);
      else if (!s->direct)
        add_loads (self, ahead, (k_step + 1) % self->k_steps, k_step + 1 == self->k_steps);
      for (guint row = 0; row < self->warp_rows; row++)
        for (guint column = 0; column < self->warp_columns; column++)
          {
            SystoleSmInstruction mma = { SYSTOLE_INSTRUCTION_MMA, SYSTOLE_OPERAND_C };

            mma.index = mmas++;
            mma.row = row;
            mma.column = column;
            mma.k_step = k_step;
            mma.cycles = s->mma_interval;
            mma.first = s->paced && mmas == 1;
            mma.last = s->direct && mmas == self->k_steps * self->warp_rows * self->warp_columns;
            add (body, mma);
            /* Ahead: the next step's loads stand between this step's mmas, so that neither pipe waits. */
            if (ahead->len > 0 && (row + 1) * (column + 1) < self->warp_rows * self->warp_columns)
              take_first (ahead, 1, body);
          }
      take_first (ahead, ahead->len, body);
    }
  for (guint row = 0; row < self->warp_rows; row++)
    for (guint column = 0; column < self->warp_columns; column++)
      {
        SystoleSmInstruction store = { SYSTOLE_INSTRUCTION_STORE, SYSTOLE_OPERAND_C };

        store.first = s->paced && row == 0 && column == 0;
        store.index = row * self->warp_columns + column;
        store.row = row;
        store.column = column;
        store.bytes = (guint) ((guint64) s->fragment_rows * s->fragment_columns * s->store_bytes * s->valid_m / s->tile_m * s->valid_n / s->tile_n);
        store.cycles = s->store_cycles > 0 ? s->store_cycles : (guint) MAX (ceil (store.bytes / s->store_bytes_per_cycle - 1e-9), 1);
        add (tail, store);
      }
  self->math.n[SYSTOLE_SECTION_BODY] = body->len;
  self->math.n[SYSTOLE_SECTION_TAIL] = tail->len;
  self->math.code[SYSTOLE_SECTION_BODY] = (SystoleSmInstruction *) (void *) g_array_free (g_steal_pointer (&body), FALSE);
  self->math.code[SYSTOLE_SECTION_TAIL] = (SystoleSmInstruction *) (void *) g_array_free (g_steal_pointer (&tail), FALSE);
}

static SystoleSmInstruction
piece (const SystoleSmKernel *self, SystoleOperand operand, guint i)
{
  const SystoleSmShape *s = &self->shape;
  SystoleSmInstruction copy = { SYSTOLE_INSTRUCTION_COPY, operand };
  gboolean is_a = operand == SYSTOLE_OPERAND_A;
  guint lines = is_a ? s->piece_rows_a : s->piece_columns_b;
  guint first = i % ((is_a ? s->tile_m : s->tile_n) / lines) * lines;
  guint valid = is_a ? s->valid_m : s->valid_n;

  copy.index = copy.row = i;
  copy.bytes = (valid > first ? MIN (valid - first, lines) : 0) * (guint) systole_format_get_slot_bytes (self->gemm.format, operand, s->piece_k);
  copy.cycles = is_a ? s->copy_cycles_a : s->copy_cycles_b;
  if (copy.cycles == 0)
    copy.cycles = (guint) MAX (ceil (copy.bytes / s->copy_bytes_per_cycle - 1e-9), 1);
  return copy;
}

/* Pieces alternate A, B, A, B …, the longer operand's rest last, and are dealt to the copy warps in turn. */
static void
make_copy_programs (SystoleSmKernel *self)
{
  guint n = self->shape.copy_warps;
  g_autofree GArray **bodies = g_new0 (GArray *, n);
  guint dealt = 0;

  self->copy = g_new0 (SystoleSmProgram, n);
  for (guint w = 0; w < n; w++)
    {
      bodies[w] = g_array_new (FALSE, TRUE, sizeof (SystoleSmInstruction));
      self->copy[w].n[SYSTOLE_SECTION_HEAD] = 1;
      self->copy[w].code[SYSTOLE_SECTION_HEAD] = g_new0 (SystoleSmInstruction, 1);
      self->copy[w].code[SYSTOLE_SECTION_HEAD][0] = (SystoleSmInstruction){ .kind = SYSTOLE_INSTRUCTION_START, .index = 1, .cycles = 1 };
    }
  for (guint i = 0; i < MAX (self->pieces_a, self->pieces_b); i++)
    {
      if (i < self->pieces_a)
        add (bodies[dealt++ % n], piece (self, SYSTOLE_OPERAND_A, i));
      if (i < self->pieces_b)
        add (bodies[dealt++ % n], piece (self, SYSTOLE_OPERAND_B, i));
    }
  for (guint w = 0; w < n; w++)
    {
      self->copy[w].n[SYSTOLE_SECTION_BODY] = bodies[w]->len;
      self->copy[w].code[SYSTOLE_SECTION_BODY] = (SystoleSmInstruction *) (void *) g_array_free (bodies[w], FALSE);
    }
}

/* Rows or columns of C that a fragment has of those from the first of its block on. */
static guint64
inside (guint64 total, guint64 first, guint64 length)
{
  return first >= total ? 0 : MIN (total - first, length);
}

/* What a count in the middle of a k-tile would have to go through its mmas for. */
static void
add_up_areas (SystoleSmKernel *self)
{
  const SystoleSmShape *s = &self->shape;
  guint n = self->math.n[SYSTOLE_SECTION_BODY];

  self->n_steps = (guint) systole_ceil_div (s->math_warps, s->sub_cores) * n;
  for (guint e = 0; e < G_N_ELEMENTS (self->areas); e++)
    {
      guint64 m0 = (e & 1) != 0 ? (self->blocks_m - 1) * s->tile_m : 0, n0 = (e & 2) != 0 ? (self->blocks_n - 1) * s->tile_n : 0;

      self->areas[e] = g_new0 (guint64, self->n_steps + 1);
      for (guint w = 0; w < s->math_warps; w++)
        for (guint i = 0; i < n; i++)
          {
            const SystoleSmInstruction *in = &self->math.code[SYSTOLE_SECTION_BODY][i];
            guint row, column;

            if (in->kind != SYSTOLE_INSTRUCTION_MMA)
              continue;
            systole_sm_kernel_get_fragment (self, w, in, &row, &column);
            self->areas[e][w / s->sub_cores * n + i + 1] += inside (self->gemm.m, m0 + row, s->fragment_rows) * inside (self->gemm.n, n0 + column, s->fragment_columns);
          }
      for (guint i = 0; i < self->n_steps; i++)
        self->areas[e][i + 1] += self->areas[e][i];
    }
}

/**
 * systole_sm_kernel_new:
 * @shape: tile sizes are whole fragments of the warp grid
 *
 * Returns: (transfer full): the kernel with the programs of its warps
 */
SystoleSmKernel *
systole_sm_kernel_new (const SystoleSmShape *shape, const SystoleGemm *gemm)
{
  SystoleSmKernel *self = g_new0 (SystoleSmKernel, 1);

  self->shape = *shape;
  self->shape.residents = MAX (shape->residents, 1);
  self->gemm = *gemm;
  self->depth = systole_gemm_get_depth (gemm);
  self->blocks_m = systole_ceil_div (gemm->m, shape->tile_m);
  self->blocks_n = systole_ceil_div (gemm->n, shape->tile_n);
  self->n_blocks = self->blocks_m * self->blocks_n * shape->splits * MAX (gemm->batch, 1);
  self->n_tiles = systole_ceil_div (systole_ceil_div (self->depth, shape->tile_k), shape->splits);
  self->block_warps = shape->math_warps + shape->copy_warps;
  self->warps = self->block_warps * self->shape.residents;
  self->k_steps = shape->tile_k / shape->fragment_k;
  self->warp_rows = shape->tile_m / (shape->warp_grid_rows * shape->fragment_rows);
  self->warp_columns = shape->tile_n / (shape->warp_grid_columns * shape->fragment_columns);
  self->pieces_a = shape->tile_m / shape->piece_rows_a * (shape->tile_k / shape->piece_k);
  self->pieces_b = shape->tile_n / shape->piece_columns_b * (shape->tile_k / shape->piece_k);
  make_math_program (self);
  make_copy_programs (self);
  add_up_areas (self);
  return self;
}

static void
clear_program (SystoleSmProgram *program)
{
  for (guint s = 0; s < SYSTOLE_SECTION_DONE; s++)
    g_free (program->code[s]);
}

void
systole_sm_kernel_free (SystoleSmKernel *self)
{
  clear_program (&self->math);
  for (guint w = 0; w < self->shape.copy_warps; w++)
    clear_program (&self->copy[w]);
  for (guint e = 0; e < G_N_ELEMENTS (self->areas); e++)
    g_free (self->areas[e]);
  g_free (self->copy);
  g_free (self);
}

/* Which of the blocks that are on the SM at once a warp belongs to. */
guint
systole_sm_kernel_get_resident (const SystoleSmKernel *self, guint warp)
{
  return warp / self->block_warps;
}

/* Whose scheduler issues a warp's instructions. */
guint
systole_sm_kernel_get_sub_core (const SystoleSmKernel *self, guint warp)
{
  return warp % self->block_warps % self->shape.sub_cores;
}

/* Else it copies. */
gboolean
systole_sm_kernel_multiplies (const SystoleSmKernel *self, guint warp)
{
  return warp % self->block_warps < self->shape.math_warps;
}

const SystoleSmProgram *
systole_sm_kernel_get_program (const SystoleSmKernel *self, guint warp)
{
  return systole_sm_kernel_multiplies (self, warp) ? &self->math : &self->copy[warp % self->block_warps - self->shape.math_warps];
}

/**
 * systole_sm_kernel_get_origin:
 * @block: 0 … n_blocks − 1, row by row of C
 * @m: @n: (out): first element of C that the block computes
 */
void
systole_sm_kernel_get_origin (const SystoleSmKernel *self, guint64 block, guint64 *m, guint64 *n)
{
  guint64 tile = block / self->shape.splits % (self->blocks_m * self->blocks_n);

  *m = tile / self->blocks_n * self->shape.tile_m;
  *n = tile % self->blocks_n * self->shape.tile_n;
}

/* The k-tile of the whole product that is the block's first. */
guint64
systole_sm_kernel_get_first_tile (const SystoleSmKernel *self, guint64 block)
{
  return block % self->shape.splits * self->n_tiles;
}

/* First row and column, within the block, of the fragment that an mma or store works on. */
void
systole_sm_kernel_get_fragment (const SystoleSmKernel *self, guint warp, const SystoleSmInstruction *mma, guint *row, guint *column)
{
  const SystoleSmShape *s = &self->shape;

  warp %= self->block_warps;
  *row = (warp / s->warp_grid_columns * self->warp_rows + mma->row) * s->fragment_rows;
  *column = (warp % s->warp_grid_columns * self->warp_columns + mma->column) * s->fragment_columns;
}

/* Bytes that all copies of one k-tile bring, padding included. */
guint64
systole_sm_kernel_copied_bytes (const SystoleSmKernel *self)
{
  const SystoleSmShape *s = &self->shape;

  return s->valid_m * systole_format_get_slot_bytes (self->gemm.format, SYSTOLE_OPERAND_A, s->tile_k) + s->valid_n * systole_format_get_slot_bytes (self->gemm.format, SYSTOLE_OPERAND_B, s->tile_k);
}

/* Bytes of the operands of one mma. */
guint64
systole_sm_kernel_fragment_bytes (const SystoleSmKernel *self)
{
  const SystoleSmShape *s = &self->shape;

  return s->fragment_rows * systole_format_get_slot_bytes (self->gemm.format, SYSTOLE_OPERAND_A, s->fragment_k) + s->fragment_columns * systole_format_get_slot_bytes (self->gemm.format, SYSTOLE_OPERAND_B, s->fragment_k);
}

/* Bytes that all warps read from shared memory for one k-tile. */
guint64
systole_sm_kernel_loaded_bytes (const SystoleSmKernel *self)
{
  guint64 bytes = 0;

  for (guint i = 0; i < self->math.n[SYSTOLE_SECTION_BODY]; i++)
    {
      const SystoleSmInstruction *in = &self->math.code[SYSTOLE_SECTION_BODY][i];

      if (in->kind == SYSTOLE_INSTRUCTION_LOAD)
        bytes += in->bytes;
      else if (self->shape.direct)
        bytes += systole_sm_kernel_fragment_bytes (self);
    }
  return bytes * self->shape.math_warps;
}
