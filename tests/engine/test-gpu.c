/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/base/error.h"
#include "engine/gpu/gpu-plan.h"
#include "engine/gpu/sm-machine.h"
#include "engine/gpu/sm-run.h"
#include "engine/machine/catalogue.h"
#include "engine/run/known-error.h"
#include "tests/engine/sm-compare.h"

/* Products on whole GPUs: the laws on random shapes, frames against the event machine,
 * and that more of anything never makes a run slower. */

static const char *const gpus[] = { "nvidia-t4", "nvidia-v100-sxm2-16", "nvidia-a100-sxm-80", "nvidia-l40s", "nvidia-h100-sxm", "nvidia-b200", "nvidia-p100-pcie", "nvidia-gtx-1080-ti", "nvidia-m40", "nvidia-jetson-agx-orin-64", "nvidia-rtx-pro-6000-server" };

/* Blocks and launches take whole cycles: what is gained may be lost again in rounding up. */
#define WHOLE_CYCLES 1e-3

static SystoleCatalogue *
load_catalogue (void)
{
  SystoleCatalogue *catalogue = systole_catalogue_new ();
  g_autofree char *path = g_build_filename (g_getenv ("SYSTOLE_SOURCE_DIR"), "data", "machines", "nvidia.xml", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  systole_catalogue_add_xml (catalogue, text, length, path, &error);
  g_assert_no_error (error);
  return catalogue;
}

static guint64
log_random (GRand *rand, guint64 max)
{
  guint64 value = G_GUINT64_CONSTANT (1) << g_rand_int_range (rand, 0, 14);

  value += value > 1 ? g_rand_int_range (rand, 0, (gint32) value) : 0;
  if (g_rand_boolean (rand))
    value = value / 64 * 64;
  return CLAMP (value, 1, max);
}

static void
random_op (GRand *rand, const char *gpu, SystoleOp *op)
{
  static const SystoleFormat formats[] = { SYSTOLE_FORMAT_FP16, SYSTOLE_FORMAT_FP32, SYSTOLE_FORMAT_FP64 };
  gboolean has_bf16 = strstr (gpu, "a100") != NULL || strstr (gpu, "l40") != NULL || strstr (gpu, "h100") != NULL || strstr (gpu, "b200") != NULL;

  systole_op_init_gemm (op, log_random (rand, 9000), log_random (rand, 9000), log_random (rand, 9000), has_bf16 && g_rand_boolean (rand) ? SYSTOLE_FORMAT_BF16 : formats[g_rand_int_range (rand, 0, strstr (gpu, "orin") != NULL ? 2 : 3)]);
  if (g_rand_int_range (rand, 0, 3) == 0)
    {
      SystoleOp batch;

      systole_op_init (&batch, SYSTOLE_OP_BATCHED_GEMM, op->format);
      for (guint i = 0; i < 3; i++)
        {
          guint n;
          const SystoleOpDim *dims = systole_op_kind_get_dims (SYSTOLE_OP_BATCHED_GEMM, &n);

          for (guint d = 0; d < n; d++)
            {
              if (strcmp (dims[d].key, (const char *[]){ "m", "n", "k" }[i]) == 0)
                batch.dims[d] = MIN (op->dims[i], 1000);
              if (strcmp (dims[d].key, "b") == 0)
                batch.dims[d] = (guint64) g_rand_int_range (rand, 1, 300);
            }
        }
      *op = batch;
    }
}

static SystoleRun *
run_op (const SystoleOp *op, const SystoleMachine *machine)
{
  g_autoptr (GError) error = NULL;
  SystoleRun *run = systole_run_new (op, machine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return run;
}

static void
assert_laws (const SystoleRun *run)
{
  const SystoleAuditCheck *checks;
  const SystoleTraffic *traffic;
  guint n;

  checks = systole_run_get_audit (run, &n);
  for (guint i = 0; i < n; i++)
    if (!checks[i].ok)
      g_error ("%s breaks %s", systole_machine_get_id (systole_run_get_machine (run)), checks[i].id);
  traffic = systole_run_get_traffic (run, &n);
  g_assert_cmpint (traffic[0].level, ==, SYSTOLE_MEMORY_DRAM);
  g_assert_cmpint (traffic[n - 1].level, ==, SYSTOLE_MEMORY_REGISTER);
  for (guint i = 1; i < n; i++)
    g_assert_cmpuint (traffic[i].read_bytes, >=, traffic[i - 1].read_bytes);
}

/* The units of the chip, one by one, add up to the summary of the whole. */
static void
assert_chip (const SystoleRun *run, guint64 cycle, SystoleChipFrame *chip)
{
  SystoleSummary summary;
  double busy = 0;

  systole_run_chip_frame (run, cycle, chip);
  systole_run_summarize (run, cycle, &summary);
  g_assert_cmpuint (chip->units->len, ==, systole_run_get_n_units (run));
  for (guint i = 0; i < chip->units->len; i++)
    busy += g_array_index (chip->units, SystoleUnitState, i).busy_share * (double) summary.total / chip->units->len;
  g_assert_cmpfloat_with_epsilon (busy, (double) summary.busy, 1e-6 * (double) summary.total);
}

static void
test_laws (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  SystoleChipFrame chip;

  systole_chip_frame_init (&chip);
  for (guint i = 0; i < 132; i++)
    {
      const SystoleMachine *machine = systole_catalogue_find (catalogue, gpus[i % G_N_ELEMENTS (gpus)]);
      g_autoptr (SystoleRun) run = NULL, again = NULL;
      SystoleOp op;
      double before = 0;

      random_op (rand, gpus[i % G_N_ELEMENTS (gpus)], &op);
      run = run_op (&op, machine);
      again = run_op (&op, machine);
      assert_laws (run);
      g_assert_cmpuint (systole_run_get_n_cycles (run), ==, systole_run_get_n_cycles (again));
      for (guint s = 0; s <= 16; s++)
        {
          guint64 cycle = (systole_run_get_n_cycles (run) - 1) / 16 * s;
          double done = systole_run_get_work_done (run, cycle), share;
          SystoleSummary summary;
          guint64 sum;

          g_assert_cmpfloat (done, >=, before);
          before = done;
          systole_run_summarize (run, cycle, &summary);
          sum = summary.busy;
          for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
            sum += summary.idle[r];
          g_assert_cmpuint (sum, ==, summary.total);
          systole_run_get_busy_share (run, (double) cycle, (double) cycle + 1, 1, &share);
          g_assert_cmpfloat_with_epsilon (share * (double) summary.total, (double) summary.busy, 1e-6 * (double) summary.total);
          assert_chip (run, cycle, &chip);
        }
    }
  systole_chip_frame_clear (&chip);
}

/* Busy multipliers of each SM's frame, against what the chip says of it. */
static void
test_frames (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  SystoleSmFrame frame;
  SystoleChipFrame chip;

  systole_sm_frame_init (&frame);
  systole_chip_frame_init (&chip);
  for (guint i = 0; i < 33; i++)
    {
      SystoleOp op;
      g_autoptr (SystoleRun) run = NULL;

      random_op (rand, gpus[i % G_N_ELEMENTS (gpus)], &op);
      run = run_op (&op, systole_catalogue_find (catalogue, gpus[i % G_N_ELEMENTS (gpus)]));
      for (guint s = 0; s < 6; s++)
        {
          guint64 cycle = g_rand_int_range (rand, 0, (gint32) MIN (systole_run_get_n_cycles (run), G_MAXINT32));
          guint unit = g_rand_int_range (rand, 0, (gint32) systole_run_get_n_units (run));
          const SystoleUnitState *state;

          systole_run_sm_frame (run, unit, cycle, &frame);
          systole_run_chip_frame (run, cycle, &chip);
          state = &g_array_index (chip.units, SystoleUnitState, unit);
          g_assert_true (frame.block == state->block);
          g_assert_cmpuint (frame.warps->len, >, 0);
          if (state->reason == SYSTOLE_REASON_TAIL || state->reason == SYSTOLE_REASON_LAUNCH)
            for (guint p = 0; p < frame.pipes->len; p++)
              g_assert_cmpint (g_array_index (frame.pipes, SystolePipeState, p).reason, ==, state->reason);
        }
    }
  systole_sm_frame_clear (&frame);
  systole_chip_frame_clear (&chip);
}

/* SM 0's first block, every cycle, against the event machine: the same kernel that the run uses. */
static void
test_machine (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  SystoleSmFrame expected, frame;

  systole_sm_frame_init (&expected);
  systole_sm_frame_init (&frame);
  for (guint i = 0; i < G_N_ELEMENTS (gpus); i++)
    {
      g_autoptr (GError) error = NULL;
      SystoleOp op;
      g_autoptr (SystoleRun) run = NULL;
      g_autoptr (SystoleSmMachine) machine = NULL;
      SystoleStretch strip[64];
      guint64 start, proved = 0;

      systole_op_init_gemm (&op, 60, 70, 1900, SYSTOLE_FORMAT_FP16);
      run = run_op (&op, systole_catalogue_find (catalogue, gpus[i]));
      systole_run_get_strip (run, strip, G_N_ELEMENTS (strip));
      start = strip[0].end;
      machine = systole_sm_machine_new (run, &error);
      g_assert_no_error (error);
      for (; !systole_sm_machine_is_done (machine); systole_sm_machine_step (machine))
        {
          guint64 cycle = systole_sm_machine_get_cycle (machine);

          /* Values of all multipliers cost up to K each: take them now and then. */
          if (cycle % 41 != 0 && cycle > 30)
            continue;
          frame.values = cycle % 1230 == 0;
          systole_sm_machine_frame (machine, &expected);
          systole_run_sm_frame (run, 0, start + cycle, &frame);
          if (!frame.values)
            for (guint c = 0; c < expected.cells->len; c++)
              {
                SystoleFragmentCell *cell = &g_array_index (expected.cells, SystoleFragmentCell, c);

                cell->a.present = cell->b.present = cell->product.present = cell->partial_in.present = cell->partial_out.present = FALSE;
              }
          assert_same_frame (&expected, &frame);
          proved++;
        }
      g_assert_cmpuint (proved, >, 50);
      g_assert_cmpuint (systole_sm_machine_get_cycle (machine), ==, systole_sm_run_get_schedule (run)->n_cycles);
    }
  systole_sm_frame_clear (&expected);
  systole_sm_frame_clear (&frame);
}

/* Totals of chips come from the closed form of a block, frames from the event machine's schedule of the same block:
 * cycles, causes, k-tiles, stalls and products agree. */
static void
assert_pace (const SystoleSmPace *pace, const SystoleSmSchedule *schedule, GRand *rand)
{
  guint64 idle[SYSTOLE_N_REASONS] = { 0 }, cycle, expected, found;

  g_assert_cmpuint (pace->n_cycles, ==, schedule->n_cycles);
  g_assert_cmpuint (pace->first, ==, schedule->first_mma);
  g_assert_cmpuint (pace->last_end, ==, schedule->last_mma_end);
  /* Of several residents, those that are done first store while others multiply. */
  if (pace->residents == 1)
    g_assert_cmpuint (pace->last_end, ==, schedule->first_store);
  else
    g_assert_cmpuint (systole_sm_pace_get_start (pace, pace->n_turns - pace->residents) + pace->multiply, ==, schedule->first_store);
  systole_sm_pace_add_idle (pace, 1, idle);
  g_assert_cmpuint (idle[SYSTOLE_REASON_BUSY], ==, schedule->idle[SYSTOLE_REASON_BUSY]);
  g_assert_cmpuint (idle[SYSTOLE_REASON_LAUNCH], ==, schedule->idle[SYSTOLE_REASON_LAUNCH]);
  g_assert_cmpuint (idle[SYSTOLE_REASON_DRAIN], ==, schedule->idle[SYSTOLE_REASON_DRAIN]);
  g_assert_cmpuint (idle[SYSTOLE_REASON_MEMORY], ==, schedule->idle[SYSTOLE_REASON_MEMORY] + schedule->idle[SYSTOLE_REASON_BARRIER]);
  for (guint i = 0; i < 12; i++)
    {
      SystoleSummary a = { 0 }, b = { 0 };
      guint edges = (guint) g_rand_int_range (rand, 0, SYSTOLE_SM_EDGES);

      cycle = (guint64) (g_rand_double (rand) * (double) pace->n_cycles);
      /* The schedule counts like periods: K may not end before a block's last k-tile. */
      if ((pace->kernel->shape.splits * pace->kernel->n_tiles - 1) * pace->kernel->shape.tile_k < pace->kernel->gemm.k)
        {
          SystoleSmProgress progress = systole_sm_pace_find (pace, cycle);
          guint64 sum = 0;

          for (guint r = 0; r < pace->residents; r++)
            sum += systole_sm_pace_count_macs (pace, r, edges, &progress);
          g_assert_cmpuint (sum, ==, systole_sm_schedule_count_macs (schedule, edges, cycle));
        }
      systole_sm_pace_summarize (pace, edges, cycle, 1, &a);
      systole_sm_schedule_summarize (schedule, edges, cycle, 1, &b);
      g_assert_cmpuint (a.busy, ==, b.busy);
      g_assert_cmpuint (a.total, ==, b.total);
      for (guint direction = 0; direction < 2; direction++)
        for (guint stalls = 0; stalls < 2; stalls++)
          {
            gboolean has = systole_sm_schedule_find_next (schedule, stalls ? schedule->stalls : schedule->tile_starts, cycle, direction == 0 ? 1 : -1, &expected);

            g_assert_cmpint (systole_sm_pace_find_event (pace, stalls, cycle, direction == 0 ? 1 : -1, &found), ==, has);
            if (has)
              g_assert_cmpuint (found, ==, expected);
          }
    }
}

static void
test_pace (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (17);
  guint shared[SYSTOLE_GPU_N_ROUNDS] = { 0 };

  for (guint i = 0; i < 110; i++)
    {
      const SystoleMachine *machine = systole_catalogue_find (catalogue, gpus[i % G_N_ELEMENTS (gpus)]);
      g_autoptr (SystoleGpuPlan) plan = NULL;
      g_autoptr (GError) error = NULL;
      SystoleMapping mapping = { 0 };
      SystoleGemm gemm;
      SystoleOp op;

      random_op (rand, gpus[i % G_N_ELEMENTS (gpus)], &op);
      g_assert_true (systole_op_as_batched (&op, &gemm));
      plan = systole_gpu_plan_new (machine, &gemm, SYSTOLE_OPERANDS_COLD, &mapping, &error);
      g_assert_no_error (error);
      for (SystoleGpuRound r = SYSTOLE_GPU_ROUND_FULL; r < SYSTOLE_GPU_N_ROUNDS; r++)
        if (plan->kernels[r] != NULL)
          {
            assert_pace (&plan->paces[r], systole_gpu_plan_get_schedule (plan, r), rand);
            shared[r] += plan->paces[r].residents > 1;
          }
    }
  /* SMs with several blocks at once, in full waves and in the tail, and with a block less. */
  g_assert_cmpuint (shared[SYSTOLE_GPU_ROUND_FULL], >, 10);
  g_assert_cmpuint (shared[SYSTOLE_GPU_ROUND_TAIL], >, 2);
  g_assert_cmpuint (shared[SYSTOLE_GPU_ROUND_LESS], >, 0);
}

static void
test_more_is_never_slower (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  static const SystoleField fields[] = { SYSTOLE_FIELD_MEMORY_BANDWIDTH, SYSTOLE_FIELD_UNITS, SYSTOLE_FIELD_CLOCK_TENSOR, SYSTOLE_FIELD_CLOCK_BOOST, SYSTOLE_FIELD_L2, SYSTOLE_FIELD_POWER_TDP };

  for (guint i = 0; i < 1200; i++)
    {
      const SystoleMachine *machine = systole_catalogue_find (catalogue, gpus[i % G_N_ELEMENTS (gpus)]);
      SystoleField field = fields[(i / G_N_ELEMENTS (gpus)) % G_N_ELEMENTS (fields)];
      gboolean has = systole_machine_has (machine, field);
      double factor = 1 + g_rand_double (rand);
      double value = systole_machine_get (machine, field) * factor;
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleMachine) more = systole_machine_with_field (machine, field, field == SYSTOLE_FIELD_UNITS ? (double) (guint) value : has ? value
                                                                                                                                                : 1,
                                                                    NULL,
                                                                    &error);
      g_autoptr (SystoleRun) run = NULL, run_more = NULL;
      SystoleOp op;

      if (!has)
        continue;
      g_assert_no_error (error);
      random_op (rand, gpus[i % G_N_ELEMENTS (gpus)], &op);
      run = run_op (&op, machine);
      run_more = run_op (&op, more);
      if (systole_run_get_seconds (run_more) > systole_run_get_seconds (run) * (1 + WHOLE_CYCLES))
        g_test_fail_printf ("%s %s × %g, %" G_GUINT64_FORMAT "x%" G_GUINT64_FORMAT "x%" G_GUINT64_FORMAT ": %g µs became %g µs", gpus[i % G_N_ELEMENTS (gpus)], systole_field_get_id (field), factor, op.dims[0], op.dims[1], op.dims[2], systole_run_get_seconds (run) * 1e6, systole_run_get_seconds (run_more) * 1e6);
    }
}

static void
test_waves (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  g_autoptr (SystoleRun) run = NULL;
  SystoleOp op;
  SystoleMapping mapping = { 128, 256, 0, 0 };
  SystoleChipFrame chip;
  guint64 cycle;
  guint idle = 0;

  systole_op_init_gemm (&op, 3072, 3000, 2048, SYSTOLE_FORMAT_BF16);
  run = systole_run_new (&op, systole_catalogue_find (catalogue, "nvidia-h100-sxm"), SYSTOLE_OPERANDS_COLD, &mapping, NULL, NULL, NULL);
  g_assert_nonnull (run);
  /* ⌈3072 ÷ 128⌉ × ⌈3000 ÷ 256⌉ = 288 tiles on 132 SMs: two full waves, then 24. */
  g_assert_cmpuint (systole_run_get_counter (run, SYSTOLE_COUNTER_TILES).count, ==, 288);
  g_assert_cmpuint (systole_run_get_counter (run, SYSTOLE_COUNTER_WAVES).count, ==, 3);
  systole_chip_frame_init (&chip);
  cycle = systole_run_step (run, systole_run_get_n_cycles (run) - 1, SYSTOLE_STEP_WAVE, -1);
  systole_run_chip_frame (run, cycle + 1000, &chip);
  g_assert_cmpuint (chip.wave, ==, 2);
  for (guint i = 0; i < chip.units->len; i++)
    idle += g_array_index (chip.units, SystoleUnitState, i).reason == SYSTOLE_REASON_TAIL;
  g_assert_cmpuint (idle, ==, 132 - 24);
  systole_chip_frame_clear (&chip);
}

static void
test_refused (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  SystoleOp op;

  static const struct
  {
    const char *gpu;
    SystoleFormat format;
    guint tile;
    int code;
  } cases[] = {
    { "nvidia-p100-sxm2", SYSTOLE_FORMAT_BF16, 0, SYSTOLE_ERROR_NOT_MODELLED },  /* no rate for it */
    { "nvidia-p100-sxm2", SYSTOLE_FORMAT_INT8, 0, SYSTOLE_ERROR_NOT_MODELLED },  /* dp4a came with 6.1 */
    { "nvidia-t4", SYSTOLE_FORMAT_TF32, 0, SYSTOLE_ERROR_NOT_MODELLED },         /* from Ampere on */
    { "nvidia-a100-sxm-80", SYSTOLE_FORMAT_FP8, 0, SYSTOLE_ERROR_NOT_MODELLED }, /* from Ada on */
    { "nvidia-h100-sxm", SYSTOLE_FORMAT_NVFP4, 0, SYSTOLE_ERROR_NOT_MODELLED },  /* from Blackwell on */
    { "nvidia-a100-sxm-80", SYSTOLE_FORMAT_FP16, 77, SYSTOLE_ERROR_SHAPE },      /* no such kernel */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SystoleMapping mapping = { cases[i].tile, 0, 0, 0 };
      g_autoptr (GError) error = NULL;

      systole_op_init_gemm (&op, 64, 64, 64, cases[i].format);
      g_assert_null (systole_run_new (&op, systole_catalogue_find (catalogue, cases[i].gpu), SYSTOLE_OPERANDS_COLD, &mapping, NULL, NULL, &error));
      g_assert_error (error, SYSTOLE_ERROR, cases[i].code);
    }
}

/* 15625 tiles of K are split too, in 125 parts if not in 128: the SMs share a product of few rows and columns. */
static void
test_odd_splits (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  SystoleOp odd, even;

  systole_op_init_gemm (&odd, 512, 16, 500000, SYSTOLE_FORMAT_FP16);
  systole_op_init_gemm (&even, 512, 16, 524288, SYSTOLE_FORMAT_FP16);
  for (guint i = 0; i < G_N_ELEMENTS (gpus); i++)
    {
      const SystoleMachine *machine = systole_catalogue_find (catalogue, gpus[i]);
      g_autoptr (SystoleRun) a = run_op (&odd, machine);
      g_autoptr (SystoleRun) b = run_op (&even, machine);

      g_assert_cmpfloat (systole_run_get_seconds (a), <, 1.5 * systole_run_get_seconds (b));
    }
}

/* What multiplies is named: tensor cores where they do, else the vector lanes. */
static void
test_caption (void)
{
  static const struct
  {
    const char *gpu;
    SystoleFormat format;
    gboolean tensor;
  } cases[] = { { "nvidia-h100-sxm", SYSTOLE_FORMAT_FP16, TRUE }, { "nvidia-h100-sxm", SYSTOLE_FORMAT_FP32, FALSE }, { "nvidia-gtx-1080-ti", SYSTOLE_FORMAT_FP32, FALSE } };
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SystoleRun) run = NULL;
      guint64 n;
      SystoleOp op;

      systole_op_init_gemm (&op, 4096, 4096, 4096, cases[i].format);
      run = run_op (&op, systole_catalogue_find (catalogue, cases[i].gpu));
      n = systole_run_get_n_cycles (run);
      for (guint part = 1; part < 16; part++)
        {
          g_autofree char *caption = systole_run_describe_cycle (run, n * part / 16);

          g_assert_true (strstr (caption, "SM") != NULL);
          g_assert_cmpint (strstr (caption, "tensor core") != NULL, ==, cases[i].tensor);
          g_assert_cmpint (strstr (caption, "lane") != NULL, ==, !cases[i].tensor);
        }
    }
}

/* 109 tiles on 108 SMs: one wave by its residents, and yet one SM has a block more. */
static void
test_one_more (void)
{
  static const struct
  {
    guint64 m;
    gboolean more;
  } cases[] = { { 13952, TRUE }, { 13824, FALSE } };
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SystoleMapping mapping = { .schedule = SYSTOLE_SCHEDULE_DATA_PARALLEL, .tile_m = 128, .tile_n = 128, .tile_k = 32, .stages = 5 };
      g_autoptr (SystoleRun) run = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *early = NULL, *late = NULL;
      SystoleOp op;

      systole_op_init_gemm (&op, cases[i].m, 128, 8192, SYSTOLE_FORMAT_FP16);
      run = systole_run_new (&op, systole_catalogue_find (catalogue, "nvidia-a100-sxm-80"), SYSTOLE_OPERANDS_COLD, &mapping, NULL, NULL, &error);
      g_assert_no_error (error);
      early = systole_run_describe_cycle (run, systole_run_get_n_cycles (run) / 4);
      late = systole_run_describe_cycle (run, systole_run_get_n_cycles (run) * 3 / 4);
      g_assert_cmpint (strstr (early, "1 of them one more than the others") != NULL, ==, cases[i].more);
      g_assert_cmpint (strstr (late, "1 of 108 SMs has a block, no tile is left") != NULL, ==, cases[i].more);
    }
}

/* int8 is slower than fp16 on Turing because of the library, and the caption says so. */
static void
test_library (void)
{
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  const SystoleMachine *turing = systole_catalogue_find (catalogue, "nvidia-t4"), *ampere = systole_catalogue_find (catalogue, "nvidia-a100-sxm-80");
  const struct
  {
    const SystoleMachine *machine;
    SystoleFormat format;
    gboolean said;
  } cases[] = { { turing, SYSTOLE_FORMAT_INT8, TRUE }, { turing, SYSTOLE_FORMAT_FP16, FALSE }, { ampere, SYSTOLE_FORMAT_INT8, FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SystoleRun) run = NULL;
      g_autofree char *caption = NULL;
      SystoleOp op;

      systole_op_init_gemm (&op, 4096, 4096, 4096, cases[i].format);
      run = run_op (&op, cases[i].machine);
      caption = systole_run_describe_cycle (run, systole_run_get_n_cycles (run) / 2);
      g_assert_cmpint (strstr (caption, "The library has no int8 kernel for the tensor cores") != NULL, ==, cases[i].said);
    }
}

/* The same kernel with its products on the vector lanes: named so, never faster, the same bytes from memory; and what
 * cannot be is refused. */
static void
test_lanes (void)
{
  static const guint64 rows[] = { 1, 20, 256, 4096 };
  const SystoleMapping on_lanes = { .lanes = TRUE };
  g_autoptr (SystoleCatalogue) catalogue = load_catalogue ();
  const SystoleMachine *gpu = systole_catalogue_find (catalogue, "nvidia-h100-sxm");
  g_autoptr (GError) error = NULL;
  SystoleOp op;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SystoleRun) usual = NULL, lanes = NULL;
      g_autofree char *caption = NULL, *mapping = NULL;
      guint n;

      systole_op_init_gemm (&op, rows[i], 4096, 4096, SYSTOLE_FORMAT_FP16);
      usual = run_op (&op, gpu);
      lanes = systole_run_new (&op, gpu, SYSTOLE_OPERANDS_COLD, &on_lanes, NULL, NULL, &error);
      g_assert_no_error (error);
      assert_laws (lanes);
      g_assert_cmpfloat (systole_run_get_seconds (lanes), >=, systole_run_get_seconds (usual));
      g_assert_cmpfloat (systole_run_get_counter (usual, SYSTOLE_COUNTER_PEAK_MACS).real * systole_machine_get (gpu, SYSTOLE_FIELD_FMA_FP32), ==, systole_run_get_counter (lanes, SYSTOLE_COUNTER_PEAK_MACS).real * systole_machine_get (gpu, SYSTOLE_FIELD_FMA_FP16));
      g_assert_cmpuint (systole_run_get_traffic (lanes, &n)[0].read_bytes, >=, systole_run_get_traffic (usual, &n)[0].read_bytes);
      caption = systole_run_describe_cycle (lanes, systole_run_get_n_cycles (lanes) / 2);
      g_assert_null (strstr (caption, "tensor core"));
      g_assert_nonnull (strstr (caption, "lane"));
      mapping = systole_run_describe_mapping (lanes);
      g_assert_true (g_str_has_suffix (mapping, ", lanes"));
      g_assert_cmpint (systole_run_get_known_error (lanes).basis, ==, SYSTOLE_VALIDATION_NONE);
      g_assert_cmpint (systole_run_get_known_error (usual).basis, !=, SYSTOLE_VALIDATION_NONE);
    }
  systole_op_init_gemm (&op, 64, 64, 64, SYSTOLE_FORMAT_FP8);
  g_assert_null (systole_run_new (&op, gpu, SYSTOLE_OPERANDS_COLD, &on_lanes, NULL, NULL, &error));
  g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED);
  g_clear_error (&error);
  g_assert_true (systole_op_parse ("gelu:m=64,n=64", SYSTOLE_FORMAT_FP16, &op, &error));
  g_assert_null (systole_run_new (&op, gpu, SYSTOLE_OPERANDS_COLD, &on_lanes, NULL, NULL, &error));
  g_assert_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/refused", test_refused);
  g_test_add_func ("/gpu/waves", test_waves);
  g_test_add_func ("/gpu/odd-splits", test_odd_splits);
  g_test_add_func ("/gpu/laws", test_laws);
  g_test_add_func ("/gpu/frames", test_frames);
  g_test_add_func ("/gpu/machine", test_machine);
  g_test_add_func ("/gpu/pace", test_pace);
  g_test_add_func ("/gpu/more-is-never-slower", test_more_is_never_slower);
  g_test_add_func ("/gpu/caption", test_caption);
  g_test_add_func ("/gpu/lanes", test_lanes);
  g_test_add_func ("/gpu/one-more", test_one_more);
  g_test_add_func ("/gpu/library", test_library);
  return g_test_run ();
}
