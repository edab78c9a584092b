/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/sm-machine.h"
#include "engine/gpu/sm-run.h"
#include "tests/engine/sm-compare.h"

#include <string.h>

/* The periodic schedule against the event machine, over random kernels: every warp, pipe,
 * copy, stage and multiplier in every cycle, and the product itself. */

#define N_KERNELS 220
#define MAX_CYCLES 3000

static guint
pick (GRand *rand, const guint *list, guint n)
{
  return list[g_rand_int_range (rand, 0, (gint32) n)];
}

#define PICK(rand, ...) pick (rand, (const guint[]){ __VA_ARGS__ }, sizeof ((const guint[]){ __VA_ARGS__ }) / sizeof (guint))

static SystoleRun *
random_run (GRand *rand, guint64 k, GError **error)
{
  g_autoptr (SystoleMachine) machine = NULL;
  SystoleMapping mapping = { 0 };
  SystoleSmDef def;
  SystoleOp op;

  systole_sm_def_init (&def);
  def.sub_cores = PICK (rand, 1, 2, 4, 4, 5);
  def.tensor_rows = PICK (rand, 1, 2, 3, 4, 4, 8);
  def.tensor_columns = PICK (rand, 1, 2, 4, 4, 5, 8);
  def.warps = PICK (rand, 2, 4, 8, 8, 8, 12, 16);
  def.port_bytes = PICK (rand, 4, 16, 16, 32, 128);
  def.copy_bytes_per_cycle = PICK (rand, 1, 3, 8, 8, 16, 64);
  def.copy_latency = PICK (rand, 0, 1, 3, 3, 20, 150);
  def.stages = PICK (rand, 1, 2, 2, 3, 4, 7);
  if (g_rand_boolean (rand))
    {
      mapping.tile_m = PICK (rand, 0, 8, 16, 24);
      mapping.tile_n = PICK (rand, 0, 8, 16, 32);
      mapping.tile_k = PICK (rand, 0, 4, 8, 12, 16);
      mapping.stages = PICK (rand, 0, 1, 2, 5);
    }
  systole_op_init_gemm (&op, g_rand_int_range (rand, 1, 33), g_rand_int_range (rand, 1, 33), k > 0 ? k : PICK (rand, 1, 3, 8, 17, 40, 64, 131, 200, 333), (SystoleFormat) g_rand_int_range (rand, 0, SYSTOLE_FORMAT_INT8_2OF4));
  op.seed = g_rand_int (rand);
  machine = systole_machine_new_sm (&def);
  return systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, &mapping, NULL, NULL, error);
}

/* Sums up to the cycle, the cycle's summary and the frame of the machine tell one story. */
static void
assert_counts (const SystoleRun *run, const SystoleSmFrame *frame, double *done, guint16 *macs)
{
  SystoleSummary summary;
  guint64 sum, busy = 0;
  double share = 0;

  systole_run_summarize (run, frame->cycle, &summary);
  sum = summary.busy;
  for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
    sum += summary.idle[r];
  g_assert_cmpuint (sum, ==, summary.total);
  for (guint i = 0; i < frame->cells->len; i++)
    {
      const SystoleFragmentCell *cell = &g_array_index (frame->cells, SystoleFragmentCell, i);

      if (cell->reason != SYSTOLE_REASON_BUSY)
        continue;
      busy++;
      macs[cell->m * systole_run_get_op (run)->dims[SYSTOLE_GEMM_N] + cell->n]++;
    }
  g_assert_cmpuint (busy, ==, summary.busy);
  systole_run_get_busy_share (run, (double) frame->cycle, (double) frame->cycle + 1, 1, &share);
  g_assert_cmpfloat_with_epsilon (share * (double) summary.total, (double) busy, 1e-9);
  *done += (double) busy;
  g_assert_cmpfloat_with_epsilon (systole_run_get_work_done (run, frame->cycle + 1), *done / (double) systole_run_get_useful_macs (run), 1e-12);
}

static void
assert_product (const SystoleRun *run, const SystoleSmMachine *machine, const guint16 *macs)
{
  const SystoleOp *op = systole_run_get_op (run);
  SystoleGemm gemm;

  systole_op_as_gemm (op, &gemm);
  for (guint64 m = 0; m < gemm.m; m++)
    for (guint64 n = 0; n < gemm.n; n++)
      {
        double result;

        g_assert_cmpuint (macs[m * gemm.n + n], ==, gemm.k);
        g_assert_true (systole_sm_machine_get_result (machine, m, n, &result));
        g_assert_cmpfloat (result, ==, systole_gemm_partial (&gemm, m, n, gemm.k));
      }
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20260);
  SystoleSmFrame expected, frame;
  guint proved = 0, periodic = 0;

  systole_sm_frame_init (&expected);
  systole_sm_frame_init (&frame);
  frame.values = TRUE;
  for (guint i = 0; proved < N_KERNELS; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleRun) run = random_run (rand, 0, &error);
      g_autoptr (SystoleSmMachine) machine = NULL;
      g_autofree guint16 *macs = NULL;
      double done = 0;

      g_assert_no_error (error);
      g_assert_cmpuint (i, <, 4 * N_KERNELS);
      g_assert_true (systole_run_is_sound (run));
      if (systole_run_get_n_cycles (run) > MAX_CYCLES)
        continue;
      machine = systole_sm_machine_new (run, &error);
      g_assert_no_error (error);
      macs = g_new0 (guint16, systole_run_get_op (run)->dims[SYSTOLE_GEMM_M] * systole_run_get_op (run)->dims[SYSTOLE_GEMM_N]);
      while (!systole_sm_machine_is_done (machine))
        {
          systole_sm_machine_frame (machine, &expected);
          systole_run_sm_frame (run, 0, expected.cycle, &frame);
          assert_same_frame (&expected, &frame);
          assert_counts (run, &expected, &done, macs);
          systole_sm_machine_step (machine);
        }
      g_assert_cmpuint (systole_sm_machine_get_cycle (machine), ==, systole_run_get_n_cycles (run));
      assert_product (run, machine, macs);
      proved++;
      periodic += systole_sm_run_get_schedule (run)->repeats > 0;
    }
  g_test_message ("%u kernels, %u of them with periods left out", proved, periodic);
  g_assert_cmpuint (periodic, >, N_KERNELS / 8);
  systole_sm_frame_clear (&expected);
  systole_sm_frame_clear (&frame);
}

/* However long the sum: a period is found, the record stays short, and seeking works anywhere. */
static void
test_long (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  SystoleSmFrame frame;

  systole_sm_frame_init (&frame);
  for (guint i = 0; i < 60; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SystoleRun) run = random_run (rand, G_GUINT64_CONSTANT (1) << 34, &error);
      const SystoleSmSchedule *schedule;
      guint64 found;

      g_assert_no_error (error);
      schedule = systole_sm_run_get_schedule (run);
      g_assert_true (systole_run_is_sound (run));
      g_assert_cmpuint (schedule->tile_starts->len, <, 1000);
      g_assert_cmpuint (schedule->repeats, >, 0);
      found = systole_run_find_work (run, 0.5);
      systole_run_sm_frame (run, 0, found, &frame);
      g_assert_cmpuint (frame.warps->len, ==, schedule->kernel->warps);
      g_assert_cmpfloat_with_epsilon (systole_run_get_work_done (run, found), 0.5, 1e-6);
    }
  systole_sm_frame_clear (&frame);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sm-machine/random", test_random);
  g_test_add_func ("/sm-machine/long", test_long);
  return g_test_run ();
}
