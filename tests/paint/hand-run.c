/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hand-run.h"

#include <math.h>

#define MAX_HAND 32
#define MULTIPLIERS 64.0

typedef struct
{
  HandStretch stretches[MAX_HAND];
  guint n;
  guint64 first_output;
  guint warps, rows, columns, pieces, units;
} Hand;

static double
busy_before (const SystoleRun *run, double cycle)
{
  const Hand *hand = run->payload;
  double sum = 0, start = 0;

  for (guint i = 0; i < hand->n; i++)
    {
      double length = (double) hand->stretches[i].cycles;

      sum += CLAMP (cycle - start, 0, length) * hand->stretches[i].share;
      start += length;
    }
  return sum * run->peak_macs_per_cycle;
}

static double
useful_before (const SystoleRun *run, guint64 cycle)
{
  return busy_before (run, (double) cycle);
}

static guint
get_strip (const SystoleRun *run, SystoleStretch *out, guint max)
{
  const Hand *hand = run->payload;
  guint64 start = 0;

  for (guint i = 0; i < MIN (hand->n, max); i++)
    {
      out[i] = (SystoleStretch){ start, start + hand->stretches[i].cycles, hand->stretches[i].phase, hand->stretches[i].reason };
      start = out[i].end;
    }
  return MIN (hand->n, max);
}

static void
summarize (const SystoleRun *run, guint64 cycle, SystoleSummary *out)
{
  const Hand *hand = run->payload;
  guint64 start = 0;

  out->total = (guint64) MULTIPLIERS;
  for (guint i = 0; i < hand->n; start += hand->stretches[i++].cycles)
    if (cycle >= start && cycle < start + hand->stretches[i].cycles)
      {
        out->phase = hand->stretches[i].phase;
        out->busy = (guint64) (hand->stretches[i].share * MULTIPLIERS);
        out->idle[SYSTOLE_REASON_OPERAND] = out->total - out->busy;
      }
}

static gboolean
find_event (const SystoleRun *run, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind)
{
  const Hand *hand = run->payload;

  if ((kinds & SYSTOLE_EVENT_FIRST_OUTPUT) == 0 || direction < 0 || hand->first_output <= cycle)
    return FALSE;
  *out = hand->first_output;
  if (out_kind != NULL)
    *out_kind = SYSTOLE_EVENT_FIRST_OUTPUT;
  return TRUE;
}

#define WAVES 3 /* of equal length */

static guint64
step (const SystoleRun *run, guint64 cycle, SystoleStep kind, int direction)
{
  guint64 length = run->n_cycles / WAVES;
  guint64 wave = MIN (cycle / length, WAVES - 1);

  if (direction > 0)
    return MIN ((wave + 1) * length, run->n_cycles - 1);
  return wave * length < cycle ? wave * length : (wave - (wave > 0)) * length;
}

static char *
describe_machine (const SystoleRun *run)
{
  return g_strdup (systole_machine_get_name (run->machine));
}

static char *
describe_mapping (const SystoleRun *run)
{
  return g_strdup ("by hand");
}

static char *
describe_cycle (const SystoleRun *run, guint64 cycle)
{
  return g_strdup ("By hand.");
}

static guint
get_levels (const SystoleRun *run, SystoleLevel *out, guint max)
{
  static const SystoleLevel levels[] = { SYSTOLE_LEVEL_CHIP, SYSTOLE_LEVEL_SM, SYSTOLE_LEVEL_SUB_CORE, SYSTOLE_LEVEL_FRAGMENT };
  guint n = MIN (max, G_N_ELEMENTS (levels));

  for (guint i = 0; i < n; i++)
    out[i] = levels[i];
  return n;
}

static SystoleReason
core_reason (const SystoleRun *run, guint core)
{
  static const SystoleReason reasons[] = { SYSTOLE_REASON_BUSY, SYSTOLE_REASON_BUSY, SYSTOLE_REASON_OPERAND, SYSTOLE_REASON_UNIT_BUSY };

  return reasons[core % G_N_ELEMENTS (reasons)];
}

static void
add_warps (const Hand *hand, guint n_sub_cores, GArray *warps)
{
  static const SystoleWarpState kinds[] = {
    { .reason = SYSTOLE_REASON_MEMORY, .instruction = SYSTOLE_INSTRUCTION_WAIT, .tile = 1 },
    { .issues = TRUE, .reason = SYSTOLE_REASON_BUSY, .instruction = SYSTOLE_INSTRUCTION_MMA, .tile = 0 },
    { .issues = TRUE, .reason = SYSTOLE_REASON_BUSY, .instruction = SYSTOLE_INSTRUCTION_LOAD, .operand = SYSTOLE_OPERAND_B, .tile = 0 },
    { .reason = SYSTOLE_REASON_UNIT_BUSY, .instruction = SYSTOLE_INSTRUCTION_LOAD, .operand = SYSTOLE_OPERAND_A, .tile = 0 },
    { .reason = SYSTOLE_REASON_DRAIN, .instruction = SYSTOLE_INSTRUCTION_NONE, .tile = SYSTOLE_NO_INDEX },
    { .reason = SYSTOLE_REASON_DRAIN, .instruction = SYSTOLE_INSTRUCTION_NONE, .tile = SYSTOLE_NO_INDEX },
    { .reason = SYSTOLE_REASON_MEMORY, .instruction = SYSTOLE_INSTRUCTION_WAIT, .tile = 1 },
    { .reason = SYSTOLE_REASON_MEMORY, .instruction = SYSTOLE_INSTRUCTION_WAIT, .tile = 1 },
  };

  for (guint w = 0; w < hand->warps; w++)
    {
      SystoleWarpState state = kinds[w % G_N_ELEMENTS (kinds)];

      if (w >= G_N_ELEMENTS (kinds))
        state.issues = FALSE;
      if (!state.issues && state.reason == SYSTOLE_REASON_BUSY)
        state.reason = SYSTOLE_REASON_BARRIER;
      state.warp = w;
      state.sub_core = w % n_sub_cores;
      g_array_append_val (warps, state);
    }
}

static void
add_cells (const SystoleRun *run, const Hand *hand, SystoleSmFrame *frame)
{
  static const double a[] = { 3, 2, 5, 2 }, b[] = { 4, -2, -2, 1 };

  for (guint s = 0; s < frame->n_sub_cores; s++)
    for (guint r = 0; r < hand->rows; r++)
      for (guint c = 0; c < hand->columns; c++)
        {
          SystoleFragmentCell cell = { .sub_core = s, .row = r, .column = c, .reason = core_reason (run, s), .m = r, .n = c, .k = 2 };

          if (cell.reason == SYSTOLE_REASON_BUSY && frame->values)
            {
              cell.a = (SystoleValue){ TRUE, a[r % 4] };
              cell.b = (SystoleValue){ TRUE, b[c % 4] };
              cell.product = (SystoleValue){ TRUE, cell.a.value * cell.b.value };
              cell.partial_in = (SystoleValue){ TRUE, 3 - (double) r };
              cell.partial_out = (SystoleValue){ TRUE, cell.partial_in.value + cell.product.value };
            }
          g_array_append_val (frame->cells, cell);
        }
}

static void
add_memory (const Hand *hand, SystoleSmFrame *frame)
{
  guint p = hand->pieces, h = p / 2; /* a mask names the first 64 */
  const guint64 all = p < 64 ? (G_GUINT64_CONSTANT (1) << p) - 1 : G_MAXUINT64;
  const guint64 half = h < 64 ? (G_GUINT64_CONSTANT (1) << h) - 1 : G_MAXUINT64;
  const SystoleStageState stages[] = {
    { 0, p, p, p, p, all, all },
    { 1, p, p, p / 2, p / 2, half, half },
  };
  const SystoleCopyState copies[] = {
    { SYSTOLE_OPERAND_A, 1, p - 1, p, 4, 16, 11, FALSE },
    { SYSTOLE_OPERAND_B, 1, p - 1, p, 5, 16, 0, TRUE },
  };

  g_array_append_vals (frame->stages, stages, G_N_ELEMENTS (stages));
  g_array_append_vals (frame->copies, copies, G_N_ELEMENTS (copies));
}

static void
sm_frame (const SystoleRun *run, guint unit, guint64 cycle, SystoleSmFrame *frame)
{
  const Hand *hand = run->payload;

  frame->cycle = cycle;
  frame->phase = SYSTOLE_PHASE_COMPUTE;
  frame->unit = unit;
  frame->block = unit;
  frame->n_blocks = run->n_units;
  frame->n_sub_cores = 4;
  frame->main_unit = SYSTOLE_UNIT_TENSOR;
  frame->fragment_rows = hand->rows;
  frame->fragment_columns = hand->columns;
  frame->fragment_k = 4;
  frame->copy_bytes_per_cycle = 8;
  g_array_set_size (frame->warps, 0);
  g_array_set_size (frame->pipes, 0);
  g_array_set_size (frame->copies, 0);
  g_array_set_size (frame->stages, 0);
  g_array_set_size (frame->cells, 0);
  add_warps (hand, frame->n_sub_cores, frame->warps);
  for (guint s = 0; s < 4; s++)
    {
      SystolePipeState pipe = { SYSTOLE_UNIT_TENSOR, s, core_reason (run, s), s, 0, core_reason (run, s) == SYSTOLE_REASON_BUSY ? 2 - 2 * s : SYSTOLE_NO_INDEX, 0, 0 };

      g_array_append_val (frame->pipes, pipe);
    }
  g_array_append_val (frame->pipes, ((SystolePipeState){ SYSTOLE_UNIT_LSU, G_MAXUINT, SYSTOLE_REASON_BUSY, 2, 0, SYSTOLE_NO_INDEX, 0, 0 }));
  add_cells (run, hand, frame);
  add_memory (hand, frame);
}

static void
chip_frame (const SystoleRun *run, guint64 cycle, SystoleChipFrame *frame)
{
  frame->cycle = cycle;
  frame->phase = SYSTOLE_PHASE_COMPUTE;
  frame->wave = MIN (cycle / (run->n_cycles / WAVES), WAVES - 1);
  frame->n_waves = WAVES;
  frame->blocks = 2 * run->n_units + run->n_units / 5;
  frame->blocks_done = 2 * run->n_units;
  g_array_set_size (frame->units, 0);
  g_array_set_size (frame->memories, 0);
  for (guint i = 0; i < run->n_units; i++)
    {
      gboolean busy = frame->wave < WAVES - 1 || i < MAX (1, run->n_units / 5);
      SystoleUnitState state = { i, busy ? SYSTOLE_REASON_BUSY : SYSTOLE_REASON_TAIL, busy ? 2 * run->n_units + i : SYSTOLE_NO_INDEX, busy ? 1 : 0 };

      g_array_append_val (frame->units, state);
    }
  g_array_append_val (frame->memories, ((SystoleMemoryState){ SYSTOLE_MEMORY_DRAM, G_GUINT64_CONSTANT (80) << 30, FALSE, FALSE }));
  g_array_append_val (frame->memories, ((SystoleMemoryState){ SYSTOLE_MEMORY_L2, 50u << 20, TRUE, FALSE }));
}

static const SystoleFamilyClass hand_family = {
  .free_payload = g_free,
  .describe_mapping = describe_mapping,
  .describe_machine = describe_machine,
  .summarize = summarize,
  .get_strip = get_strip,
  .get_busy_before = busy_before,
  .get_useful_before = useful_before,
  .step = step,
  .find_event = find_event,
  .describe_cycle = describe_cycle,
  .get_levels = get_levels,
  .sm_frame = sm_frame,
  .chip_frame = chip_frame,
};

SystoleRun *
hand_run_new (SystoleFamily family, const HandStretch *stretches, guint n, guint64 first_output, double clock_hz)
{
  SystoleRun *run = g_new0 (SystoleRun, 1);
  Hand *hand = g_new0 (Hand, 1);

  g_assert_cmpuint (n, <=, MAX_HAND);
  g_atomic_ref_count_init (&run->ref_count);
  run->klass = &hand_family;
  run->payload = hand;
  run->clock_hz = clock_hz;
  run->peak_macs_per_cycle = MULTIPLIERS;
  run->n_units = 1;
  hand->first_output = first_output;
  hand->n = n;
  hand->warps = 8;
  hand->rows = hand->columns = 4;
  hand->pieces = 2;
  for (guint i = 0; i < n; i++)
    {
      hand->stretches[i] = stretches[i];
      run->n_cycles += stretches[i].cycles;
    }
  run->useful_macs = (guint64) llround (busy_before (run, (double) run->n_cycles));
  run->issued_macs = run->useful_macs;
  run->useful_work = run->useful_macs;
  if (family == SYSTOLE_FAMILY_SM)
    {
      SystoleSmDef def;

      systole_sm_def_init (&def);
      run->machine = systole_machine_new_sm (&def);
    }
  else
    {
      SystoleArrayDef def;

      systole_array_def_init (&def);
      run->machine = systole_machine_new_array (&def);
    }
  systole_op_init_gemm (&run->op, 8, 8, 8, SYSTOLE_FORMAT_INT8);
  return run;
}

SystoleRun *
hand_run_new_array (void)
{
  static const HandStretch stretches[] = {
    { 8, SYSTOLE_PHASE_LOAD, SYSTOLE_REASON_WEIGHTS, 0 },
    { 4, SYSTOLE_PHASE_FILL, SYSTOLE_REASON_BUSY, 6.0 / 64 },
    { 3, SYSTOLE_PHASE_FILL, SYSTOLE_REASON_BUSY, 30.0 / 64 },
    { 4, SYSTOLE_PHASE_STEADY, SYSTOLE_REASON_BUSY, 48.0 / 64 },
    { 5, SYSTOLE_PHASE_DRAIN, SYSTOLE_REASON_BUSY, 36.0 / 64 },
    { 6, SYSTOLE_PHASE_DRAIN, SYSTOLE_REASON_BUSY, 6.0 / 64 },
  };
  SystoleRun *run = hand_run_new (SYSTOLE_FAMILY_ARRAY, stretches, G_N_ELEMENTS (stretches), 15, 700e6);

  systole_run_add_part (run, SYSTOLE_PART_USEFUL, 8);
  systole_run_add_part (run, SYSTOLE_PART_PADDING, 0);
  systole_run_add_part (run, SYSTOLE_PART_WEIGHTS, 8);
  systole_run_add_part (run, SYSTOLE_PART_FILL_DRAIN, 14);
  return run;
}

SystoleRun *
hand_run_new_sm (void)
{
  static const HandStretch stretches[] = {
    { 1, SYSTOLE_PHASE_LAUNCH, SYSTOLE_REASON_LAUNCH, 0 },
    { 15, SYSTOLE_PHASE_COPY, SYSTOLE_REASON_MEMORY, 0 },
    { 2, SYSTOLE_PHASE_COMPUTE, SYSTOLE_REASON_BUSY, 0.25 },
    { 14, SYSTOLE_PHASE_COMPUTE, SYSTOLE_REASON_BUSY, 0.5 },
    { 2, SYSTOLE_PHASE_COMPUTE, SYSTOLE_REASON_BUSY, 0.25 },
    { 2, SYSTOLE_PHASE_EPILOGUE, SYSTOLE_REASON_DRAIN, 0 },
  };
  SystoleRun *run = hand_run_new (SYSTOLE_FAMILY_SM, stretches, G_N_ELEMENTS (stretches), 28, 1410e6);

  systole_run_add_part (run, SYSTOLE_PART_USEFUL, 8);
  systole_run_add_part (run, SYSTOLE_PART_OPERAND, 5);
  systole_run_add_part (run, SYSTOLE_PART_MEMORY, 20);
  systole_run_add_part (run, SYSTOLE_PART_LAUNCH, 3);
  return run;
}

SystoleRun *
hand_run_new_gpu (guint n_units, guint warps, guint rows, guint columns, guint pieces)
{
  SystoleRun *run = hand_run_new_sm ();
  Hand *hand = run->payload;

  run->n_units = n_units;
  run->has_waves = TRUE;
  run->waves = WAVES;
  run->has_tiles = TRUE;
  run->tiles = 2 * n_units + MAX (1, n_units / 5);
  hand->warps = warps;
  hand->rows = rows;
  hand->columns = columns;
  hand->pieces = pieces;
  return run;
}
