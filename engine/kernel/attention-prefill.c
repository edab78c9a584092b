/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-attention.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"

/*
 * The prompt, or a piece of it: one block for some rows of queries of each head. With a
 * causal mask later rows see more keys; blocks come in order of their rows, the longest
 * last. A block with a single row costs as much as a full one.
 */

#define EXPONENTIALS_A_CYCLE 16
#define GUESS_ROWS 16 /* of the kernels for a few guessed tokens */
#define GUESS_START 24.5e-6
#define GUESS_ISSUE 0.80
#define GUESS_DRAM 0.80 /* of the peak: keys and values are read once, by blocks that do little else */
#define COPY_BYTES 8192

typedef struct
{
  const SystoleAttentionTraits *t;
  const SystoleAttention *a;
  guint64 rows;  /* of queries in all, of one head */
  guint64 heads; /* blocks of each piece of rows: sequences × heads */
  guint64 pieces;
  guint group; /* query heads that one block's rows are of */
  guint tile_rows, tile_keys, padded;
  double start, issue, fill, dram_share;
  gboolean causal;
} Shape;

static void
make_shape (const SystoleKernelPlan *plan, const SystoleRun *run, const SystoleAttention *a, Shape *s)
{
  const SystoleAttentionTraits *t = systole_attention_find_traits (plan->chip.generation, run->mapping.library);

  *s = (Shape){ .t = t, .a = a, .group = 1, .tile_rows = t->rows, .tile_keys = t->keys, .start = t->start, .issue = t->issue_share, .fill = t->fill, .dram_share = t->dram_share, .causal = a->causal };
  if (a->phase == SYSTOLE_ATTENTION_MULTI_DECODE)
    {
      s->tile_rows = GUESS_ROWS;
      s->start = GUESS_START;
      s->issue = GUESS_ISSUE;
      s->fill = 0;
      s->dram_share = GUESS_DRAM;
      s->causal = FALSE;
    }
  if (t->packs_group)
    s->group = (guint) (a->hq / a->hkv);
  s->rows = a->sq * s->group;
  s->heads = a->b * a->hq / s->group;
  s->pieces = systole_ceil_div (s->rows, s->tile_rows);
  /* Sizes of heads between powers of two run in the next one’s kernel; vLLM pads to 64. */
  s->padded = (guint) (t->packs_group ? systole_ceil_div (a->d, 64) * 64 : a->d > 128 && a->d < 256 ? 256
                                                                                                    : a->d);
}

/* Tiles of keys that a piece of rows goes over. */
static guint64
count_tiles (const Shape *s, guint64 piece)
{
  guint64 last;

  if (!s->causal)
    return systole_ceil_div (s->a->skv, s->tile_keys);
  last = MIN (systole_ceil_div ((piece + 1) * s->tile_rows, s->group), s->a->sq);
  return systole_ceil_div (last + s->a->skv - s->a->sq, s->tile_keys);
}

typedef gboolean (*WaveFunc) (guint64 waves, guint64 blocks, guint64 loops, gpointer data);

/* Calls @func for runs of waves with equal loops. A wave with blocks of several lengths
 * has their mean: a block that ends makes room for the next at once. */
static gboolean
for_each_wave (const Shape *s, guint sms, WaveFunc func, gpointer data)
{
  guint64 piece = 0, used = 0;

  while (piece < s->pieces)
    {
      guint64 tiles = count_tiles (s, piece), left = s->heads - used, sum = 0, got = 0, most = 0;

      if (left >= sms)
        {
          if (!func (left / sms, sms, tiles, data))
            return FALSE;
          used += left / sms * sms;
        }
      while (piece < s->pieces && got < sms)
        {
          guint64 take = MIN (s->heads - used, sms - got);

          if (take > 0)
            most = count_tiles (s, piece);
          sum += take * (take > 0 ? most : 0);
          got += take;
          used += take;
          if (used == s->heads)
            {
              used = 0;
              piece++;
            }
          if (left >= sms && got > 0 && left % sms == 0)
            break;
        }
      /* The last wave lasts as long as its longest block. */
      if (got > 0 && !func (1, got, piece < s->pieces ? MAX (systole_ceil_div (sum, got), 1) : most, data))
        return FALSE;
    }
  return TRUE;
}

typedef struct
{
  SystoleKernelPlan *plan;
  SystoleKernelLaunch *launch;
  SystoleKernelLoad load;
  double turns;
} Waves;

static gboolean
count_turns (guint64 waves, guint64 blocks, guint64 loops, gpointer data)
{
  ((Waves *) data)->turns += (double) waves * (double) loops;
  return TRUE;
}

/* Where blocks of several lengths meet in a wave, one SM more may spread them worse: as many
 * SMs as are fastest take part. */
static guint
choose_sms (const Shape *s, guint sms)
{
  Waves with = { 0 };
  double fewest = G_MAXDOUBLE, tiles = 0;
  guint best = sms;

  if (!s->causal)
    return sms;
  for (guint64 piece = 0; piece < s->pieces; piece++)
    tiles += (double) s->heads * (double) count_tiles (s, piece);
  /* Waves take as many turns as the tiles ask for at least. */
  for (guint used = sms; used > 0 && tiles / used <= fewest; used--)
    {
      with.turns = 0;
      for_each_wave (s, used, count_turns, &with);
      if (with.turns < fewest)
        {
          fewest = with.turns;
          best = used;
        }
    }
  return best;
}

static gboolean
add_waves (guint64 waves, guint64 blocks, guint64 loops, gpointer data)
{
  Waves *w = data;
  SystoleKernelLoad load = w->load;

  /* Bytes are counted for each turn of the chip. */
  load.dram_bytes *= (double) loops / (double) blocks;
  return systole_kernel_schedule_add_blocks (&w->plan->schedule, w->launch, waves * blocks, 1, loops, &load);
}

/* A pass before attention: copies the packed input, or writes keys and values to the cache. */
static gboolean
add_preparation (SystoleKernelPlan *plan, const Shape *s, double bytes, double seconds_a_byte, double start)
{
  SystoleKernelSchedule *schedule = &plan->schedule;
  SystoleKernelLaunch *launch = systole_kernel_schedule_add (schedule, N_ ("preparing kernel"), 8);
  double cycles = bytes * seconds_a_byte * plan->chip.clock_hz;
  guint64 blocks = MAX ((guint64) (bytes / COPY_BYTES), 1);
  SystoleKernelLoad load = { .dram_bytes = 1, .dram_rate = (double) blocks / MAX (cycles, 1) };
  guint64 at_once = (guint64) schedule->used * 8;

  (void) s;
  systole_kernel_launch_add_phase (launch, SYSTOLE_UNIT_LSU, SYSTOLE_INSTRUCTION_STORE, SYSTOLE_REASON_UNIT_BUSY, N_ ("copies queries, keys and values"), MAX ((guint64) (cycles * (double) MIN (at_once, blocks) / (double) blocks / 32), 1));
  launch->start = (guint64) (start * plan->chip.clock_hz);
  launch->block_bytes = launch->stored_bytes = COPY_BYTES / 2;
  launch->from_dram = TRUE;
  return systole_kernel_schedule_add_blocks (schedule, launch, blocks, 8, 1, &load);
}

/* The phases of one tile of keys; returns the MACs that they issue. */
static double
add_phases (SystoleKernelPlan *plan, const Shape *s, SystoleKernelLaunch *launch)
{
  double scores = (double) s->tile_rows * s->tile_keys;
  double rate = (double) plan->schedule.lanes * plan->schedule.sub_cores;
  guint64 product = MAX ((guint64) ceil (scores * s->padded / (rate * s->issue) - 1e-9), 1);
  guint64 exponentials = MAX ((guint64) llround (scores / EXPONENTIALS_A_CYCLE), 1);

  systole_kernel_launch_add_phase (launch, SYSTOLE_UNIT_TENSOR, SYSTOLE_INSTRUCTION_MMA, SYSTOLE_REASON_BUSY, N_ ("multiplies queries by keys"), product);
  systole_kernel_launch_add_phase (launch, SYSTOLE_UNIT_SFU, SYSTOLE_INSTRUCTION_COMPUTE, SYSTOLE_REASON_OPERAND, N_ ("takes exponentials of the scores"), exponentials);
  systole_kernel_launch_add_phase (launch, SYSTOLE_UNIT_TENSOR, SYSTOLE_INSTRUCTION_MMA, SYSTOLE_REASON_BUSY, N_ ("multiplies scores by values"), product);
  return 2 * scores * s->padded;
}

static gboolean
choose_unit (SystoleKernelPlan *plan, const SystoleRun *run, SystoleFormat format)
{
  double rate = systole_kernel_chip_get_tensor_rate (run->machine, format);

  if (!(rate >= plan->schedule.sub_cores))
    return FALSE;
  plan->schedule.unit = SYSTOLE_UNIT_TENSOR;
  plan->schedule.lanes = (guint) rate / plan->schedule.sub_cores;
  return TRUE;
}

gboolean
systole_attention_make_prefill (SystoleKernelPlan *plan, const SystoleRun *run, const SystoleAttention *a, GError **error)
{
  SystoleKernelChip *chip = &plan->chip;
  double element = systole_format_get_bits (a->format, SYSTOLE_OPERAND_A) / 8.0;
  double q = (double) a->b * (double) a->hq * (double) a->sq * (double) a->d * element;
  double kv = 2.0 * (double) a->b * (double) a->hkv * (double) a->skv * (double) a->d * element;
  double h, second_a_byte, prepared, issued, memory;
  Waves waves = { .plan = plan };
  gboolean tensor = choose_unit (plan, run, a->format);
  Shape s;

  make_shape (plan, run, a, &s);
  plan->schedule.used = choose_sms (&s, chip->sms);
  h = systole_attention_share_in_l2 (chip, run, s.t->l2_share, 3 * q + 2 * kv);
  second_a_byte = (h / chip->generation->l2_ratio + 1 - h) / (s.dram_share * chip->dram_bytes_per_cycle * chip->clock_hz);
  prepared = a->phase == SYSTOLE_ATTENTION_MULTI_DECODE ? 0 : s.t->prepared == 2 ? 2 * (q + kv)
                                                          : s.t->prepared == 1   ? 2 * kv
                                                                                 : 0;
  if (prepared > 0 && !add_preparation (plan, &s, prepared, second_a_byte, MAX (s.start - (double) chip->launch / chip->clock_hz, 0)))
    return systole_kernel_too_long (error);
  waves.launch = systole_kernel_schedule_add (&plan->schedule, N_ ("attention kernel"), s.tile_rows <= 64 ? 4 : 8);
  waves.launch->start = prepared > 0 ? chip->launch : (guint64) (s.start * chip->clock_hz);
  if (!tensor)
    s.issue = 0.7;
  issued = add_phases (plan, &s, waves.launch);
  waves.launch->prologue = (guint64) (s.fill / 2);
  waves.launch->epilogue = (guint64) (s.fill / 2);
  waves.launch->copies_title = N_ ("Keys and values in flight");
  waves.launch->block_bytes = (guint64) (2 * s.tile_keys * (double) a->d * element);
  waves.launch->stored_bytes = (guint64) (s.tile_rows * (double) a->d * element);
  waves.launch->from_dram = h < 1;
  for_each_wave (&s, plan->schedule.used, count_turns, &waves);
  memory = (2 * q + kv) * second_a_byte * chip->clock_hz;
  waves.load.dram_bytes = memory / waves.turns;
  waves.load.dram_rate = 1;
  if (!for_each_wave (&s, plan->schedule.used, add_waves, &waves) || !systole_kernel_schedule_close (&plan->schedule))
    return systole_kernel_too_long (error);
  systole_attention_set_work (waves.launch, run->useful_work, issued);
  plan->dram_read = (q + kv) * (1 - h) + prepared / 2 * (1 - h);
  plan->dram_written = q * (1 - h) + prepared / 2 * (1 - h);
  plan->l2_read = q + (double) waves.launch->steps * (double) waves.launch->block_bytes + prepared / 2;
  plan->l2_written = q + prepared / 2;
  plan->shared_read = plan->l2_read;
  plan->shared_written = plan->l2_read;
  /* The longer of the two decides the second kernel, memory the first. */
  plan->compute_cycles = (double) waves.launch->ticks * waves.turns;
  plan->dram_cycles = prepared * second_a_byte * chip->clock_hz;
  if (memory > plan->compute_cycles)
    {
      plan->dram_cycles += memory;
      plan->compute_cycles = 0;
    }
  g_snprintf (plan->mapping, sizeof plan->mapping, "%ux%u, fused", s.tile_rows, s.tile_keys);
  return TRUE;
}
