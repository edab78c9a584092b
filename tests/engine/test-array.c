/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/run.h"
#include "engine/systolic/array-schedule.h"

/* Known answers of the array's schedule, and its counts against the PEs one by one. */

static SystoleRun *
run_on (guint rows, guint columns, SystoleDataflow dataflow, SystoleTiming timing, guint64 m, guint64 n, guint64 k)
{
  SystoleArrayDef def;
  SystoleOp op;
  GError *error = NULL;
  SystoleRun *run;

  systole_array_def_init (&def);
  def.rows = rows;
  def.columns = columns;
  def.dataflow = dataflow;
  def.timing = timing;
  systole_op_init_gemm (&op, m, n, k, SYSTOLE_FORMAT_INT8);
  g_autoptr (SystoleMachine) machine = systole_machine_new_array (&def);
  run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return run;
}

static guint64
cycles_of (guint rows, guint columns, SystoleDataflow dataflow, SystoleTiming timing, guint64 m, guint64 n, guint64 k)
{
  g_autoptr (SystoleRun) run = run_on (rows, columns, dataflow, timing, m, n, k);

  return systole_run_get_n_cycles (run);
}

static void
test_known (void)
{
  g_assert_cmpuint (cycles_of (8, 8, SYSTOLE_DATAFLOW_OS, SYSTOLE_TIMING_HARDWARE, 8, 8, 8), ==, 30);
  g_assert_cmpuint (cycles_of (8, 8, SYSTOLE_DATAFLOW_WS, SYSTOLE_TIMING_HARDWARE, 8, 8, 8), ==, 30);
  g_assert_cmpuint (cycles_of (8, 8, SYSTOLE_DATAFLOW_IS, SYSTOLE_TIMING_HARDWARE, 8, 8, 8), ==, 30);
  /* the run of `scale-sim` is one longer than what that simulator prints: 21 and 29 */
  g_assert_cmpuint (cycles_of (8, 8, SYSTOLE_DATAFLOW_OS, SYSTOLE_TIMING_SCALE_SIM, 8, 8, 8), ==, 22);
  g_assert_cmpuint (cycles_of (8, 8, SYSTOLE_DATAFLOW_WS, SYSTOLE_TIMING_SCALE_SIM, 8, 8, 8), ==, 30);
  /* 4 folds of 5 streamed elements: R = 8 is longer */
  g_assert_cmpuint (cycles_of (8, 4, SYSTOLE_DATAFLOW_WS, SYSTOLE_TIMING_OVERLAPPED, 5, 8, 16), ==, 8 + 3 * 8 + 5 + 8 + 4 - 2);
  g_assert_cmpuint (cycles_of (8, 4, SYSTOLE_DATAFLOW_OS, SYSTOLE_TIMING_OVERLAPPED, 16, 8, 20), ==, 3 * 20 + 20 + 8 + 4 - 2 + 8);
  g_assert_cmpuint (cycles_of (8, 4, SYSTOLE_DATAFLOW_IS, SYSTOLE_TIMING_OVERLAPPED, 8, 20, 16), ==, 8 + 3 * 20 + 20 + 8 + 4 - 2);
}

/* Shadow weights hide all loading but the first; folds still follow one another. */
static void
test_shadow (void)
{
  SystoleArrayDef def = { 8, 4, SYSTOLE_DATAFLOW_WS, SYSTOLE_TIMING_HARDWARE, 1e9, SYSTOLE_WEIGHTS_SHADOW, { .dram_bytes_per_cycle = 0 } };
  SystoleArrayPlan plan;
  SystoleArraySchedule schedule;

  systole_array_plan_init (&plan, &(SystoleProduct){ .gemm = { .m = 5, .n = 8, .k = 16, .batch = 1 } }, &def);
  g_assert_true (systole_array_schedule_init (&schedule, &plan, NULL));
  g_assert_cmpuint (schedule.n_cycles, ==, 8 + 4 * (5 + 8 + 4 - 2));
}

/* What PEs do, counted one by one, against the closed forms. */
static void
check_counts (const SystoleArraySchedule *s)
{
  double busy_before = 0;

  for (guint64 cycle = 0; cycle < s->n_cycles; cycle++)
    {
      guint64 expected[SYSTOLE_N_REASONS] = { 0 }, idle[SYSTOLE_N_REASONS] = { 0 };
      guint64 busy;

      g_assert_cmpfloat (systole_array_schedule_get_busy_before (s, (double) cycle), ==, busy_before);
      for (guint r = 0; r < s->plan.rows; r++)
        for (guint c = 0; c < s->plan.columns; c++)
          {
            SystoleArrayPlace place;

            systole_array_schedule_place (s, r, c, cycle, &place);
            expected[place.reason]++;
          }
      busy = systole_array_schedule_count (s, cycle, idle);
      g_assert_cmpuint (busy, ==, expected[SYSTOLE_REASON_BUSY]);
      for (guint i = 1; i < SYSTOLE_N_REASONS; i++)
        g_assert_cmpuint (idle[i], ==, expected[i]);
      busy_before += (double) busy;
    }
  g_assert_cmpfloat (systole_array_schedule_get_busy_before (s, (double) s->n_cycles), ==, busy_before);
  g_assert_cmpuint (systole_array_schedule_count_results (s, s->n_cycles), ==, s->plan.gemm.m * s->plan.gemm.n);
  g_assert_cmpfloat (busy_before, ==, (double) (s->spatial_rows * s->spatial_columns * s->stream));
}

static void
test_counts (void)
{
  for (guint i = 0; i < 300; i++)
    {
      SystoleArrayPlan plan;
      SystoleArraySchedule schedule;
      SystoleArrayDef def = { (guint) g_test_rand_int_range (1, 9), (guint) g_test_rand_int_range (1, 9), (SystoleDataflow) (i % 3), (SystoleTiming) (i / 3 % 3), 1e9 };
      SystoleGemm gemm = { (guint64) g_test_rand_int_range (1, 20), (guint64) g_test_rand_int_range (1, 20), (guint64) g_test_rand_int_range (1, 20), SYSTOLE_FORMAT_INT8, 1 };
      GError *error = NULL;

      def.weights = (SystoleWeights) (i / 9 % 2);
      systole_array_plan_init (&plan, &(SystoleProduct){ .gemm = gemm }, &def);
      if (i % 2 == 0)
        {
          plan.rows_innermost = i % 4 == 0;
          plan.launch = 3;
          plan.fetch = 2;
          plan.convert_in = 1;
          plan.idle = 2;
          plan.convert_out = 3;
          plan.tail = 4;
          plan.bubble = (guint64) g_test_rand_int_range (0, 6);
          plan.period = (guint64) g_test_rand_int_range (0, 40);
        }
      systole_array_schedule_init (&schedule, &plan, &error);
      g_assert_no_error (error);
      check_counts (&schedule);
    }
}

/* The reference sum is written with the hash taken apart: it is the sum of the elements all the same. */
static void
test_reference (void)
{
  for (guint f = 0; f < SYSTOLE_N_FORMATS; f++)
    for (guint i = 0; i < 50; i++)
      {
        SystoleGemm gemm = { 99, 99, 3000, (SystoleFormat) f, i };
        guint64 m = (guint64) g_test_rand_int_range (0, 99), n = (guint64) g_test_rand_int_range (0, 99), k_end = (guint64) g_test_rand_int_range (0, 3000);
        double sum = 0;

        for (guint64 k = 0; k < k_end; k++)
          sum = systole_format_add (gemm.format, sum, systole_format_multiply (gemm.format, systole_gemm_a (&gemm, m, k), systole_gemm_b (&gemm, k, n)));
        g_assert_cmpfloat (systole_gemm_partial (&gemm, m, n, k_end), ==, sum);
      }
}

/* Sums of 2^40 products are left out instead of waited for: state, indices and operands are there. */
static void
test_deep_sums (void)
{
  const SystoleWindow window = { 0, 0, 2, 2, TRUE };
  SystoleArrayFrame frame;

  systole_array_frame_init (&frame);
  for (guint flow = 0; flow < SYSTOLE_N_DATAFLOWS; flow++)
    {
      g_autoptr (SystoleRun) run = run_on (2, 2, (SystoleDataflow) flow, SYSTOLE_TIMING_OVERLAPPED, 4, 4, G_GUINT64_CONSTANT (1) << 40);
      guint64 middle = systole_run_get_n_cycles (run) / 8 * 5; /* of a fold too */
      guint n_busy = 0;

      for (guint64 cycle = middle; cycle < middle + 20; cycle++)
        {
          systole_run_array_frame (run, 0, cycle, &window, &frame);
          for (guint i = 0; i < frame.cells->len; i++)
            {
              const SystoleArrayCell *cell = &g_array_index (frame.cells, SystoleArrayCell, i);

              g_assert_false (cell->partial_in.present || cell->partial_out.present);
              if (cell->reason != SYSTOLE_REASON_BUSY)
                continue;
              n_busy++;
              g_assert_true (cell->a.present && cell->b.present && cell->product.present);
              g_assert_cmpfloat (cell->a.value * cell->b.value, ==, cell->product.value);
            }
        }
      g_assert_cmpuint (n_busy, >, 0);
    }
  systole_array_frame_clear (&frame);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/array/known", test_known);
  g_test_add_func ("/array/shadow", test_shadow);
  g_test_add_func ("/array/counts", test_counts);
  g_test_add_func ("/array/deep-sums", test_deep_sums);
  g_test_add_func ("/array/reference", test_reference);
  return g_test_run ();
}
