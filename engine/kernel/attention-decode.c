/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-attention.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"

/*
 * One token more: keys and values are read once, hardly anything is computed with them.
 * Where several query heads share them a tensor kernel takes the group, one block an SM;
 * a single query head, or very many, go through the fp32 lanes, two blocks an SM. Few
 * sequences are cut in parts so that all SMs have some.
 */

#define TILE_KEYS 64
#define MOST_PARTS 256
#define LARGEST_GROUP 32

typedef struct
{
  gboolean tensor;
  guint64 work, parts, keys; /* blocks before and after cutting; keys of one part */
  guint resident;
  double stream; /* cycles of a tile of keys, one block alone */
  double fix;    /* s */
} Shape;

/* As many parts as end first: more of them fill the last wave better, and each has its serial chain. */
static guint64
find_parts (const SystoleKernelPlan *plan, const SystoleAttention *a, const Shape *s, guint64 most)
{
  double at_once = (double) plan->chip.sms * s->resident, best = G_MAXDOUBLE;
  guint64 parts = 1;

  for (guint64 p = 1; p <= MIN (most, MOST_PARTS); p++)
    {
      double waves = ceil ((double) s->work * (double) p / at_once);
      double cycles = waves * (s->stream * (double) systole_ceil_div (a->skv, p) / TILE_KEYS + s->fix * plan->chip.clock_hz);

      if (cycles < best)
        {
          best = cycles;
          parts = p;
        }
    }
  return parts;
}

static void
make_shape (const SystoleKernelPlan *plan, const SystoleAttention *a, const SystoleAttentionTraits *t, double element, Shape *s)
{
  guint64 group = a->hq / a->hkv;
  guint chunk;

  s->tensor = t->packs_group || (group > 1 && group <= LARGEST_GROUP);
  s->work = a->b * (!s->tensor && group > 1 ? a->hq : a->hkv);
  s->resident = s->tensor ? 1 : 2;
  chunk = s->tensor ? t->tensor_chunk : t->lane_chunk;
  s->fix = s->tensor ? t->tensor_fix + t->group_fix * (double) group : t->lane_fix;
  s->stream = TILE_KEYS * 2.0 * element * (double) a->d / (s->tensor ? t->tensor_bytes : t->lane_bytes);
  s->parts = find_parts (plan, a, s, systole_ceil_div (a->skv, chunk));
  s->keys = systole_ceil_div (a->skv, s->parts);
}

/* MACs of a tile: on tensor cores for 16 rows, however few queries there are. */
static double
add_phases (SystoleKernelPlan *plan, const SystoleAttention *a, const Shape *s, SystoleKernelLaunch *launch)
{
  double rows = s->tensor ? (double) (systole_ceil_div (a->hq / a->hkv, 16) * 16) : 1;
  double macs = rows * TILE_KEYS * (double) a->d;
  double rate = (double) plan->schedule.lanes * plan->schedule.sub_cores;
  guint64 product = MAX ((guint64) ceil (macs / rate), 1), exponentials = MAX ((guint64) (rows * TILE_KEYS / 16), 1);
  SystoleUnit unit = plan->schedule.unit;
  SystoleInstruction instruction = s->tensor ? SYSTOLE_INSTRUCTION_MMA : SYSTOLE_INSTRUCTION_COMPUTE;

  systole_kernel_launch_add_phase (launch, unit, instruction, SYSTOLE_REASON_BUSY, N_ ("multiplies queries by keys"), product);
  systole_kernel_launch_add_phase (launch, SYSTOLE_UNIT_SFU, SYSTOLE_INSTRUCTION_COMPUTE, SYSTOLE_REASON_OPERAND, N_ ("takes exponentials of the scores"), exponentials);
  systole_kernel_launch_add_phase (launch, unit, instruction, SYSTOLE_REASON_BUSY, N_ ("multiplies scores by values"), product);
  return 2 * macs;
}

gboolean
systole_attention_make_decode (SystoleKernelPlan *plan, const SystoleRun *run, const SystoleAttention *a, GError **error)
{
  SystoleKernelChip *chip = &plan->chip;
  const SystoleAttentionTraits *t = systole_attention_find_traits (chip->generation, run->mapping.library);
  double element = systole_format_get_bits (a->format, SYSTOLE_OPERAND_A) / 8.0, rate = systole_kernel_chip_get_tensor_rate (run->machine, a->format);
  double q = (double) a->b * (double) a->hq * (double) a->d * element;
  double kv = 2.0 * (double) a->b * (double) a->hkv * (double) a->skv * (double) a->d * element;
  double h = systole_attention_share_in_l2 (chip, run, t->l2_share, kv), reads, issued, pool = 1;
  SystoleKernelLoad load = { 0 };
  SystoleKernelLaunch *launch;
  guint64 blocks, loops;
  Shape s;

  make_shape (plan, a, t, element, &s);
  if (!t->packs_group)
    h *= 0.7;
  if (s.tensor && rate >= plan->schedule.sub_cores)
    {
      plan->schedule.unit = SYSTOLE_UNIT_TENSOR;
      plan->schedule.lanes = (guint) rate / plan->schedule.sub_cores;
    }
  blocks = s.work * s.parts;
  loops = systole_ceil_div (s.keys, TILE_KEYS);
  launch = systole_kernel_schedule_add (&plan->schedule, N_ ("attention kernel"), 4);
  launch->start = (guint64) (t->decode_start * chip->clock_hz);
  launch->prologue = (guint64) (s.fix * chip->clock_hz * 0.7);
  launch->epilogue = (guint64) (s.fix * chip->clock_hz * 0.3);
  issued = add_phases (plan, a, &s, launch);
  launch->copies_title = N_ ("Keys and values in flight");
  launch->block_bytes = (guint64) (2.0 * TILE_KEYS * (double) a->d * element);
  launch->stored_bytes = (guint64) MAX (q / (double) blocks, 1);
  launch->from_dram = h < 1;
  /* Each of an SM's blocks streams at its own rate; the last tile of keys may be short. */
  load.latency = s.stream * (double) s.keys / TILE_KEYS;
  if (run->mapping.library == SYSTOLE_LIBRARY_ONE_POOL && (s.tensor || t->style == SYSTOLE_ATTENTION_KERNEL_TCGEN05))
    pool = 0.5;
  load.dram_bytes = pool * kv / (double) blocks * (h / chip->generation->l2_ratio + 1 - h);
  load.dram_rate = chip->dram_bytes_per_cycle * t->decode_dram_share;
  if (!systole_kernel_schedule_add_blocks (&plan->schedule, launch, blocks, s.resident, loops, &load) || !systole_kernel_schedule_close (&plan->schedule))
    return systole_kernel_too_long (error);
  systole_attention_set_work (launch, run->useful_work, issued);
  reads = kv * (s.tensor || a->hq == a->hkv ? 1 : (double) (a->hq / a->hkv));
  plan->dram_read = (q + pool * kv) * (1 - h);
  plan->dram_written = q * (1 - h);
  plan->l2_read = q + reads;
  plan->l2_written = q;
  plan->shared_read = plan->l2_read;
  plan->shared_written = plan->l2_read;
  plan->dram_cycles = (double) blocks * load.dram_bytes / load.dram_rate;
  plan->compute_cycles = (double) launch->ticks * (double) launch->steps / chip->sms;
  g_snprintf (plan->mapping, sizeof plan->mapping, "%s, %" G_GUINT64_FORMAT " %s", s.tensor ? "tensor" : "lanes", s.parts, s.parts == 1 ? "part" : "parts");
  return TRUE;
}
