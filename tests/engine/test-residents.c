/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "engine/gpu/gpu-run.h"
#include "engine/gpu/sm-machine.h"
#include "engine/gpu/sm-run.h"
#include "tests/engine/engine-fixture.h"
#include "tests/engine/sm-compare.h"

/* Several blocks on an SM at once: GPUs of few SMs, so that every cycle can be looked at. */

static const char *const gpus[] = { "nvidia-t4", "nvidia-a100-sxm-80", "nvidia-h100-sxm", "nvidia-v100-sxm2-16", "nvidia-l4" };

static SystoleCatalogue *catalogue;

/* A random product on a GPU with a few SMs, whose first round has several residents. */
static SystoleRun *
random_run (GRand *rand)
{
  for (guint tries = 0; tries < 60; tries++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleMachine) few = systole_machine_with_field (systole_catalogue_find (catalogue, gpus[g_rand_int_range (rand, 0, G_N_ELEMENTS (gpus))]), SYSTOLE_FIELD_UNITS, g_rand_int_range (rand, 1, 5), NULL, &error);
      g_autoptr (SystoleRun) run = NULL;
      SystoleMapping mapping = { .schedule = g_rand_boolean (rand) ? SYSTOLE_SCHEDULE_ANY : SYSTOLE_SCHEDULE_DATA_PARALLEL };
      const SystoleGpuPlan *plan;
      SystoleOp op;

      g_assert_no_error (error);
      systole_op_init_gemm (&op, g_rand_int_range (rand, 60, 700), g_rand_int_range (rand, 60, 700), g_rand_int_range (rand, 30, 400), SYSTOLE_FORMAT_FP16);
      op.seed = g_rand_int (rand);
      run = systole_run_new (&op, few, SYSTOLE_OPERANDS_COLD, &mapping, NULL, NULL, &error);
      g_assert_no_error (error);
      plan = systole_gpu_run_get_plan (run);
      if (systole_gpu_plan_get_kernel (plan)->shape.residents > 1 && systole_run_get_n_cycles (run) < 60000)
        return g_steal_pointer (&run);
    }
  g_assert_not_reached ();
}

/* Frames of a run are those of the event machine, block numbers included, and so is the time; what the machine stores
 * for each of the residents is the product. */
static void
test_machine (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (31);
  SystoleSmFrame expected, frame;

  systole_sm_frame_init (&expected);
  systole_sm_frame_init (&frame);
  for (guint i = 0; i < 6; i++)
    {
      g_autoptr (SystoleRun) run = random_run (rand);
      const SystoleGpuPlan *plan = systole_gpu_run_get_plan (run);
      const SystoleSmKernel *kernel = systole_gpu_plan_get_kernel (plan);
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleSmMachine) machine = systole_sm_machine_new (run, &error);
      guint stride = (guint) g_rand_int_range (rand, 19, 60);

      g_assert_no_error (error);
      for (; !systole_sm_machine_is_done (machine); systole_sm_machine_step (machine))
        {
          guint64 cycle = systole_sm_machine_get_cycle (machine);

          if (cycle % stride != 0)
            continue;
          frame.values = FALSE;
          systole_sm_machine_frame (machine, &expected);
          systole_run_sm_frame (run, 0, plan->launch + cycle, &frame);
          for (guint c = 0; c < expected.cells->len; c++)
            {
              SystoleFragmentCell *cell = &g_array_index (expected.cells, SystoleFragmentCell, c);

              cell->a.present = cell->b.present = cell->product.present = cell->partial_in.present = cell->partial_out.present = FALSE;
            }
          assert_same_frame (&expected, &frame);
          g_assert_cmpuint (frame.residents, >, 1);
        }
      g_assert_cmpuint (plan->launch + systole_sm_machine_get_cycle (machine), ==, systole_gpu_plan_get_wave_start (plan, 1));
      for (guint r = 0; r < kernel->shape.residents && kernel->shape.splits == 1; r++)
        for (guint e = 0; e < 4; e++)
          {
            guint64 m, n;
            double result;

            systole_sm_kernel_get_origin (kernel, (guint64) r * plan->sms, &m, &n);
            m = MIN (m + (e & 1) * (kernel->shape.tile_m - 1), kernel->gemm.m - 1);
            n = MIN (n + (e >> 1) * (kernel->shape.tile_n - 1), kernel->gemm.n - 1);
            g_assert_true (systole_sm_machine_get_result (machine, m, n, &result));
            g_assert_cmpfloat (result, ==, systole_gemm_partial (&kernel->gemm, m, n, kernel->gemm.k));
          }
    }
  systole_sm_frame_clear (&expected);
  systole_sm_frame_clear (&frame);
}

static guint64
count_busy_cells (const SystoleSmFrame *frame)
{
  guint64 n = 0;

  for (guint c = 0; c < frame->cells->len; c++)
    n += g_array_index (frame->cells, SystoleFragmentCell, c).reason == SYSTOLE_REASON_BUSY;
  return n;
}

/* Sums of chips come from the closed form, pictures of SMs from the schedule: at random cycles, forth and back, in any
 * order, of full waves and of the tail, SM by SM, they say the same. */
static void
test_sums (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (32);
  SystoleSmFrame frame, again;
  SystoleChipFrame chip;
  guint early = 0;

  systole_chip_frame_init (&chip);
  systole_sm_frame_init (&frame);
  systole_sm_frame_init (&again);
  for (guint i = 0; i < 30; i++)
    {
      g_autoptr (SystoleRun) run = random_run (rand);
      g_autoptr (SystoleRun) twin = systole_run_new (systole_run_get_op (run), systole_run_get_machine (run), SYSTOLE_OPERANDS_COLD, systole_run_get_mapping (run), NULL, NULL, NULL);
      const SystoleGpuPlan *plan = systole_gpu_run_get_plan (run);

      g_assert_true (systole_run_is_sound (run));
      g_assert_cmpuint (systole_run_get_n_cycles (run), ==, systole_run_get_n_cycles (twin));
      g_assert_cmpfloat_with_epsilon (systole_gpu_run_get_useful_before (run, systole_run_get_n_cycles (run)), (double) systole_run_get_useful_macs (run), 0.5);
      for (guint j = 0; j < 12; j++)
        {
          guint64 cycle = (guint64) (g_rand_double (rand) * (double) systole_run_get_n_cycles (run)), busy = 0;
          SystoleSummary summary;
          SystoleGpuMoment m = systole_gpu_plan_find (plan, cycle);

          systole_run_summarize (run, cycle, &summary);
          for (guint u = 0; u < plan->sms; u++)
            {
              systole_run_sm_frame (run, u, cycle, &frame);
              systole_run_sm_frame (twin, u, MIN (cycle + 1, systole_run_get_n_cycles (run) - 1), &again);
              systole_run_sm_frame (twin, u, cycle, &again);
              assert_same_frame (&frame, &again);
              g_assert_cmpuint (frame.warps->len, ==, systole_gpu_plan_get_kernel (plan)->warps);
              for (guint r = 0; r < frame.residents; r++)
                g_assert_cmpuint (systole_sm_frame_get_block (&frame, r), <, m.first_block + m.blocks);
              busy += count_busy_cells (&frame);
            }
          systole_run_chip_frame (run, cycle, &chip);
          if (chip.fewer_from > 0)
            {
              SystoleGpuMoment before = systole_gpu_plan_find (plan, chip.fewer_from - 1), from = systole_gpu_plan_find (plan, chip.fewer_from);

              g_assert_cmpuint (before.wave, ==, m.wave);
              g_assert_cmpuint (systole_gpu_plan_count_working (plan, &before), ==, m.active);
              g_assert_cmpuint (systole_gpu_plan_count_working (plan, &from), <, m.active);
            }
          early += m.runs && systole_gpu_plan_count_working (plan, &m) < m.active;
          g_assert_cmpuint (busy, ==, summary.busy);
          g_assert_cmpfloat (systole_gpu_run_get_useful_before (run, cycle + 1) - systole_gpu_run_get_useful_before (run, cycle), ==, (double) summary.busy);
        }
    }
  /* Some had a block less than others and were done sooner. */
  g_assert_cmpuint (early, >, 0);
  systole_sm_frame_clear (&frame);
  systole_sm_frame_clear (&again);
  systole_chip_frame_clear (&chip);
}

/* The times of chips are those of the event machine, with whole cycles: an SM with memory to itself takes for a round
 * what the choice of the tile reckoned with, in every generation, with one block and with several. */
static void
test_alone (void)
{
  static const SystoleFormat formats[] = { SYSTOLE_FORMAT_FP16, SYSTOLE_FORMAT_FP32 };
  guint n = systole_catalogue_get_n (catalogue), n_several = 0, n_rounds = 0;
  g_autoptr (GRand) rand = g_rand_new_with_seed (33);
  double sum = 0;

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < 12; j++)
      {
        const SystoleMachine *machine = systole_catalogue_get (catalogue, i);
        g_autoptr (SystoleRun) run = NULL;
        const SystoleGpuPlan *plan;
        SystoleOp op;
        double error;

        if (systole_machine_get_family (machine) != SYSTOLE_FAMILY_GPU)
          continue;
        systole_op_init_gemm (&op, g_rand_int_range (rand, 1, 6000), g_rand_int_range (rand, 1, 6000), g_rand_int_range (rand, 1, 6000), formats[j % 2]);
        run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, NULL);
        if (run == NULL)
          continue;
        plan = systole_gpu_run_get_plan (run);
        if (plan == NULL || plan->full_waves == 0)
          continue;
        error = fabs ((double) plan->alone[SYSTOLE_GPU_ROUND_FULL] / plan->cost.round - 1);
        g_assert_cmpfloat (error, <, 0.1); /* an mma of two or three cycles is a whole number of them */
        sum += error;
        n_rounds++;
        n_several += plan->cost.resident > 1;
      }
  g_assert_cmpuint (n_rounds, >, 400);
  g_assert_cmpuint (n_several, >, 200);
  g_assert_cmpfloat (sum / n_rounds, <, 0.012);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  catalogue = fixture_catalogue ();
  g_test_add_func ("/residents/machine", test_machine);
  g_test_add_func ("/residents/sums", test_sums);
  g_test_add_func ("/residents/alone", test_alone);
  status = g_test_run ();
  systole_catalogue_unref (catalogue);
  return status;
}
