/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/gpu/gpu-run.h"
#include "engine/gpu/sm-trace.h"
#include "tests/engine/engine-fixture.h"

/* A sum that stays on an SM: where it is followed to, the frames show it, and it gets all of K. */

static SystoleCatalogue *catalogue;

static const SystoleFragmentCell *
get_cell (const SystoleSmFrame *frame, guint sub_core, guint row, guint column)
{
  return &g_array_index (frame->cells, SystoleFragmentCell, (sub_core * frame->fragment_rows + row) * frame->fragment_columns + column);
}

/* Some of the steps are looked up in the frames; they go up in time and in k. */
static void
check_steps (const SystoleRun *run, const SystoleTrace *trace, GRand *rand, guint n)
{
  SystoleSmFrame frame;

  systole_sm_frame_init (&frame);
  for (guint i = 0; i < n; i++)
    {
      guint at = (guint) g_rand_int_range (rand, 0, (gint32) trace->steps->len);
      const SystoleTraceStep *step = &g_array_index (trace->steps, SystoleTraceStep, at);
      const SystoleFragmentCell *cell;

      systole_run_sm_frame (run, trace->unit, step->cycle, &frame);
      cell = get_cell (&frame, trace->sub_core, step->row, step->column);
      g_assert_cmpuint (cell->reason, ==, SYSTOLE_REASON_BUSY);
      g_assert_cmpuint (cell->m, ==, trace->m);
      g_assert_cmpuint (cell->n, ==, trace->n);
      g_assert_cmpuint (cell->k, ==, step->k);
      if (at > 0)
        {
          const SystoleTraceStep *before = step - 1;

          g_assert_cmpuint (before->cycle, <, step->cycle);
          g_assert_cmpuint (before->k, <, step->k);
        }
    }
  systole_sm_frame_clear (&frame);
}

/* From every multiplier of every cycle of a small product on a bare SM: K products each, and no more. */
static void
test_bare (void)
{
  SystoleOp op = fixture_op ("gemm:m=8,n=8,k=8,dtype=int8");
  g_autoptr (SystoleMachine) machine = systole_catalogue_parse (catalogue, "sm:sub-cores=4,tensor=4x4,warps=8,port-bytes=16,copy-bytes-per-cycle=8,copy-latency=3", NULL);
  g_autoptr (SystoleRun) run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (41);
  SystoleSmFrame frame;
  guint found = 0;

  systole_sm_frame_init (&frame);
  for (guint64 cycle = 0; cycle < systole_run_get_n_cycles (run); cycle++)
    {
      systole_run_sm_frame (run, 0, cycle, &frame);
      for (guint i = 0; i < frame.cells->len; i++)
        {
          const SystoleFragmentCell *cell = &g_array_index (frame.cells, SystoleFragmentCell, i);
          g_autoptr (SystoleTrace) trace = systole_run_trace_multiplier (run, 0, cycle, cell->sub_core, cell->row, cell->column);

          g_assert_true ((trace != NULL) == (cell->reason == SYSTOLE_REASON_BUSY));
          if (trace == NULL)
            continue;
          g_assert_cmpuint (trace->steps->len, ==, 8);
          g_assert_nonnull (systole_trace_find (trace, cycle));
          g_assert_true (trace->begins && trace->ends && trace->is_final);
          if (found++ % 16 == 0)
            check_steps (run, trace, rand, 3);
        }
    }
  g_assert_cmpuint (found, ==, 8 * 8 * 8);
  systole_sm_frame_clear (&frame);
}

/* On chips: with one block and with several at once, in full waves and in the tail, at random moments. */
static void
test_chips (void)
{
  static const char *const gpus[] = { "nvidia-a100-sxm-80", "nvidia-h100-sxm", "nvidia-t4", "amd-mi210" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (42);
  guint found = 0, several = 0;
  SystoleSmFrame frame;

  systole_sm_frame_init (&frame);
  for (guint i = 0; i < 60; i++)
    {
      SystoleOp op;
      g_autoptr (SystoleRun) run = NULL;
      guint64 cycle, k = (guint64) g_rand_int_range (rand, 20, 900);
      guint unit = (guint) g_rand_int_range (rand, 0, 40), busy = 0;

      systole_op_init_gemm (&op, (guint64) g_rand_int_range (rand, 500, 4000), (guint64) g_rand_int_range (rand, 500, 4000), k, i % 2 ? SYSTOLE_FORMAT_FP16 : SYSTOLE_FORMAT_FP32);
      run = systole_run_new (&op, systole_catalogue_find (catalogue, gpus[i % G_N_ELEMENTS (gpus)]), SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, NULL);
      g_assert_nonnull (run);
      cycle = (guint64) (g_rand_double (rand) * (double) systole_run_get_n_cycles (run));
      systole_run_sm_frame (run, unit, cycle, &frame);
      for (guint c = 0; c < frame.cells->len && busy < 3; c += 1 + (guint) g_rand_int_range (rand, 0, 97))
        {
          const SystoleFragmentCell *cell = &g_array_index (frame.cells, SystoleFragmentCell, c);
          g_autoptr (SystoleTrace) trace = systole_run_trace_multiplier (run, unit, cycle, cell->sub_core, cell->row, cell->column);

          g_assert_true ((trace != NULL) == (cell->reason == SYSTOLE_REASON_BUSY));
          if (trace == NULL)
            continue;
          busy++;
          found++;
          several += frame.residents > 1;
          g_assert_nonnull (systole_trace_find (trace, cycle));
          if (trace->begins && trace->is_final)
            g_assert_cmpuint (trace->steps->len, ==, k);
          check_steps (run, trace, rand, 3);
        }
    }
  g_assert_cmpuint (found, >, 30);
  g_assert_cmpuint (several, >, 10);
  systole_sm_frame_clear (&frame);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  catalogue = fixture_catalogue ();
  g_test_add_func ("/sm-trace/bare", test_bare);
  g_test_add_func ("/sm-trace/chips", test_chips);
  status = g_test_run ();
  systole_catalogue_unref (catalogue);
  return status;
}
