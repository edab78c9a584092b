/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-conv.h"

#include <math.h>
#include <string.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* A convolution on a GPU: the library's way of computing it, laid out in cycles. */

#define SECOND_KERNEL 4e-6 /* s: a further kernel of the same call */
#define FILL 20            /* elements of K that starting and ending a tile cost on lanes */
/* Tensor cores, after fits to half of the rows of V100 and T4. */
#define TENSOR_SHARE 0.90
#define TENSOR_DRAM 0.75
#define TENSOR_SKIPPED 0.31
#define TENSOR_REUSE 12.4
#define TENSOR_REUSE_TURING 28
#define TENSOR_FILTER 0.96
#define TENSOR_FILTER_TURING 0.68
#define TENSOR_FILL 40
/* 16-bit channels that are no multiple of 8 are padded to one, and gathered element by element. */
#define ALIGNED 8
#define UNALIGNED_SHARE 0.29
#define UNALIGNED_FILTER 0.9
/* Two halves in a lane, without tensor cores (fitted to half of the rows of P100). */
#define PACKED_SHARE 0.81
#define PACKED_WINOGRAD 0.40
#define PACKED_FILTER 0.5
#define PACKED_DRAM 0.57
/* int8: one tile of 128 × 128, nothing else; tensor cores reach four fifths. */
#define INT8_TENSOR_SHARE 0.80
#define INT8_TENSOR_REUSE 9
#define INT8_LANES 4  /* products of a lane's dp4a */
#define INT8_VECTOR 4 /* channels that lie together; where they do not, */
#define INT8_BLOCK 32 /* they are padded to so many */

static const guint large_tiles[][2] = { { 128, 128 }, { 64, 128 }, { 32, 128 } };
static const guint small_tiles[][2] = { { 128, 128 }, { 64, 128 }, { 32, 128 }, { 64, 64 }, { 128, 32 }, { 64, 32 }, { 32, 64 }, { 32, 32 } };
static const guint tensor_tiles[][2] = { { 128, 256 }, { 256, 128 }, { 128, 128 }, { 128, 64 }, { 64, 128 }, { 64, 64 }, { 64, 32 }, { 32, 64 } };
static const guint filter_tiles[][2] = { { 128, 128 }, { 256, 128 }, { 128, 256 } };
static const guint gather_tiles[][2] = { { 128, 128 }, { 64, 128 } };
static const guint one_tile[][2] = { { 128, 128 } };

#define TILES(table) ((SystoleConvTiles){ table, G_N_ELEMENTS (table) })

static void
use_tensor_cores (SystoleConvMachine *m, const SystoleKernelChip *chip, const SystoleConv *c, double rate)
{
  gboolean turing = strcmp (chip->generation->id, "7.5") == 0, aligned = c->c % ALIGNED == 0 && c->k % ALIGNED == 0;

  m->rate = rate;
  m->share = TENSOR_SHARE * (aligned ? 1 : UNALIGNED_SHARE);
  m->reuse = turing ? TENSOR_REUSE_TURING : TENSOR_REUSE;
  m->filter_share = (turing ? TENSOR_FILTER_TURING : TENSOR_FILTER) * (aligned ? 1 : UNALIGNED_FILTER);
  m->skipped_share = TENSOR_SKIPPED;
  m->bytes_a_cycle = chip->dram_bytes_per_cycle * TENSOR_DRAM;
  m->fill = TENSOR_FILL;
  m->tiles = aligned ? TILES (tensor_tiles) : TILES (gather_tiles);
  m->filter_tiles = aligned ? TILES (filter_tiles) : TILES (gather_tiles);
}

/* Lanes that hold two halves. */
static void
use_packed_lanes (SystoleConvMachine *m, double rate)
{
  m->rate = rate;
  m->share *= PACKED_SHARE;
  m->winograd_share *= PACKED_WINOGRAD;
  m->filter_share *= PACKED_FILTER;
  m->bytes_a_cycle *= PACKED_DRAM;
}

static void
use_int8 (SystoleConvMachine *m, double tensor, double lanes)
{
  m->rate = tensor > 0 ? tensor : lanes * INT8_LANES;
  m->share = tensor > 0 ? INT8_TENSOR_SHARE : 1;
  m->reuse = tensor > 0 ? INT8_TENSOR_REUSE : 0;
  m->tiles = m->filter_tiles = TILES (one_tile);
}

/* TRUE: only as a product, without Winograd. */
static gboolean
describe_chip (SystoleKernelPlan *plan, const SystoleRun *run, const SystoleConv *c, SystoleConvMachine *m)
{
  const SystoleKernelChip *chip = &plan->chip;
  const SystoleKernelGeneration *g = chip->generation;
  double tensor = systole_kernel_chip_get_tensor_rate (run->machine, c->format);
  double lanes = (double) chip->lanes * chip->sub_cores, halves = systole_machine_get (run->machine, SYSTOLE_FIELD_FMA_FP16);
  gboolean amd = g_str_has_prefix (g->id, "gfx"), wide = c->format == SYSTOLE_FORMAT_FP32 || c->format == SYSTOLE_FORMAT_FP64, only_product = FALSE;

  *m = (SystoleConvMachine){ .sms = chip->sms, .rate = lanes, .share = g->conv_share, .winograd_share = g->winograd_share, .filter_share = g->filter_share, .skipped_share = g->skipped_share, .reuse = g->reuse, .fill = FILL };
  m->element = systole_format_get_bits (c->format, SYSTOLE_OPERAND_A) / 8.0;
  /* Shares above 1 were found with operands that had been used before: the caches serve a part of the bytes. */
  m->bytes_a_cycle = chip->dram_bytes_per_cycle * (run->operands == SYSTOLE_OPERANDS_COLD ? MIN (g->conv_dram_share, 1) : g->conv_dram_share);
  m->cache = run->operands == SYSTOLE_OPERANDS_COLD ? 0 : chip->cache;
  m->clock_hz = chip->clock_hz;
  m->launch = SECOND_KERNEL;
  m->winograd_large = !amd;
  m->winograd_any = amd;
  m->tiles = m->filter_tiles = g->small_tiles ? TILES (small_tiles) : TILES (large_tiles);
  if (c->format == SYSTOLE_FORMAT_INT8)
    {
      use_int8 (m, tensor, lanes);
      only_product = TRUE;
    }
  else if (!wide && tensor > 0)
    {
      use_tensor_cores (m, chip, c, tensor);
      only_product = TRUE;
    }
  else if (c->format == SYSTOLE_FORMAT_FP16 && halves > lanes)
    use_packed_lanes (m, halves);
  if (only_product && tensor > 0)
    plan->schedule.unit = SYSTOLE_UNIT_TENSOR;
  plan->schedule.lanes = (guint) (m->rate / plan->schedule.sub_cores);
  return only_product;
}

/* Channels as the kernels take them. */
static SystoleConv
pad_channels (const SystoleConv *c, const SystoleConvMachine *m, gboolean on_tensor_cores)
{
  SystoleConv padded = *c;

  if (c->groups > 1)
    return padded;
  if (c->format == SYSTOLE_FORMAT_INT8)
    padded.c = c->c % INT8_VECTOR == 0 ? c->c : systole_ceil_div (c->c, INT8_BLOCK) * INT8_BLOCK;
  else if (on_tensor_cores && m->element < 4)
    {
      padded.c = systole_ceil_div (c->c, ALIGNED) * ALIGNED;
      padded.k = systole_ceil_div (c->k, ALIGNED) * ALIGNED;
    }
  return padded;
}

static void
add_product_phases (const SystoleKernelPlan *plan, const SystoleConvPart *p, SystoleKernelLaunch *launch)
{
  double rate = (double) plan->schedule.lanes * plan->schedule.sub_cores;
  guint64 cycles = (guint64) MAX (llround (p->cycles / (double) p->loops), 1);
  guint64 products = (guint64) ceil (p->step_macs / rate - 1e-9);

  if (cycles > products)
    systole_kernel_launch_add_phase (launch, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_LOAD, SYSTOLE_REASON_UNIT_BUSY, N_ ("loads its operands from shared memory"), cycles - products);
  systole_kernel_launch_add_phase (launch, plan->schedule.unit, plan->schedule.unit == SYSTOLE_UNIT_TENSOR ? SYSTOLE_INSTRUCTION_MMA : SYSTOLE_INSTRUCTION_COMPUTE, SYSTOLE_REASON_BUSY, N_ ("multiplies and adds"), MAX (products, 1));
}

static gboolean
add_part (SystoleKernelPlan *plan, const SystoleConvMachine *m, const SystoleConvPart *p, double start)
{
  SystoleKernelLaunch *launch = systole_kernel_schedule_add (&plan->schedule, p->title, 8);
  SystoleKernelLoad load = { .dram_bytes = p->bytes / (double) p->blocks, .dram_rate = m->bytes_a_cycle };

  launch->start = (guint64) (start * plan->chip.clock_hz);
  launch->from_dram = p->bytes > 0;
  if (p->step_macs > 0)
    {
      add_product_phases (plan, p, launch);
      launch->block_bytes = (guint64) (2 * sqrt (p->step_macs) * m->element);
    }
  else
    {
      systole_kernel_launch_add_phase (launch, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_STORE, SYSTOLE_REASON_UNIT_BUSY, N_ ("stores its results"), 1);
      launch->block_bytes = launch->stored_bytes = (guint64) (load.dram_bytes / 2);
    }
  return systole_kernel_schedule_add_blocks (&plan->schedule, launch, p->blocks, p->resident, p->loops, &load);
}

static void
count_bytes (SystoleKernelPlan *plan, const SystoleRun *run, const SystoleConv *c, const SystoleConvWay *way, const SystoleConvMachine *m)
{
  double bytes = 0, copied = 0;
  guint64 in = c->n * c->c * c->h * c->w, out = c->n * c->k * c->p * c->q, filters = c->k * (c->c / c->groups) * c->r * c->s;
  guint64 reads[] = { in + filters, out + filters, in + out }, writes[] = { out, in, filters };

  for (guint i = 0; i < way->n_parts; i++)
    bytes += way->parts[i].bytes;
  bytes /= MAX (m->bytes_a_cycle / plan->chip.dram_bytes_per_cycle, 1); /* what caches serve does not come from main memory */
  for (guint i = 0; i < plan->schedule.n_launches; i++)
    copied += (double) plan->schedule.launches[i].steps * (double) plan->schedule.launches[i].block_bytes;
  if (run->operands == SYSTOLE_OPERANDS_COLD)
    {
      plan->compulsory_read = systole_format_get_bytes (c->format, SYSTOLE_OPERAND_A, MIN (reads[c->direction], (guint64) MAX (bytes / m->element, 1)));
      plan->compulsory_write = 0;
    }
  plan->dram_written = MIN ((double) writes[c->direction] * m->element, bytes / 2);
  plan->dram_read = bytes - plan->dram_written;
  plan->l2_read = MAX (copied, plan->dram_read);
  plan->l2_written = plan->dram_written;
  plan->shared_read = plan->shared_written = plan->l2_read;
  plan->dram_cycles = bytes / MIN (m->bytes_a_cycle, plan->chip.dram_bytes_per_cycle);
}

gboolean
systole_kernel_make_conv (SystoleKernelPlan *plan, const SystoleRun *run, GError **error)
{
  SystoleConvMachine m;
  SystoleConvWay way;
  SystoleConv c, padded;
  gboolean only_product;
  double carried_out = 0;

  systole_op_as_conv (&run->op, &c);
  only_product = describe_chip (plan, run, &c, &m);
  padded = pad_channels (&c, &m, plan->schedule.unit == SYSTOLE_UNIT_TENSOR);
  systole_conv_find_way (&padded, &m, only_product, &way);
  /* Products with padding only are asked for by the operation, and left out by a kernel that goes over the input. */
  for (guint i = 0; i < way.n_parts; i++)
    carried_out += way.parts[i].step_macs * (double) way.parts[i].blocks * (double) way.parts[i].loops;
  if (way.macs == 0 && carried_out < (double) run->useful_work)
    way.macs = (guint64) carried_out;
  plan->algorithm_work = way.macs;
  for (guint i = 0; i < way.n_parts; i++)
    {
      const SystoleConvPart *p = &way.parts[i];
      SystoleKernelLaunch *launch = &plan->schedule.launches[i];

      if (!add_part (plan, &m, p, i == 0 ? (double) plan->chip.launch / plan->chip.clock_hz : p->start))
        return systole_kernel_too_long (error);
      if (!(p->step_macs > 0))
        continue;
      launch->useful = way.macs > 0 ? way.macs : run->useful_work;
      launch->padding = (guint64) MAX (p->step_macs * (double) launch->steps - (double) launch->useful, 0);
      plan->compute_cycles += (double) p->blocks * p->cycles / m.sms;
    }
  if (!systole_kernel_schedule_close (&plan->schedule))
    return systole_kernel_too_long (error);
  count_bytes (plan, run, &c, &way, &m);
  if (way.splits > 1)
    g_snprintf (plan->mapping, sizeof plan->mapping, "%s, %ux%u, split-k %u", way.id, way.tile_m, way.tile_n, way.splits);
  else
    g_snprintf (plan->mapping, sizeof plan->mapping, "%s, %ux%u", way.id, way.tile_m, way.tile_n);
  return TRUE;
}
