/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/sum-trace.h"

/* The way of a sum: every product of its fold once, in PEs that follow one another. */

static SystoleRun *
array_run (SystoleDataflow dataflow, SystoleTiming timing, guint64 m, guint64 n, guint64 k)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleMachine) machine = NULL;
  SystoleArrayDef def;
  SystoleRun *run;
  SystoleOp op;

  systole_array_def_init (&def);
  def.dataflow = dataflow;
  def.timing = timing;
  def.rows = def.columns = 4;
  machine = systole_machine_new_array (&def);
  systole_op_init_gemm (&op, m, n, k, SYSTOLE_FORMAT_INT8);
  run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return run;
}

static void
check_steps (const SystoleTrace *trace, SystoleDataflow dataflow)
{
  g_assert_cmpuint (trace->steps->len, >, 0);
  for (guint i = 1; i < trace->steps->len; i++)
    {
      const SystoleTraceStep *before = &g_array_index (trace->steps, SystoleTraceStep, i - 1), *step = before + 1;

      g_assert_cmpuint (step->cycle, ==, before->cycle + 1);
      g_assert_cmpuint (step->k, ==, before->k + 1);
      g_assert_cmpuint (step->column, ==, before->column);
      g_assert_cmpuint (step->row, ==, before->row + (dataflow != SYSTOLE_DATAFLOW_OS));
    }
}

/* From every PE of every cycle; the same way wherever one begins to follow it. */
static void
check_run (const SystoleRun *run, SystoleDataflow dataflow, guint64 k)
{
  guint64 finals = 0, products = 0;
  const SystoleOp *op = systole_run_get_op (run);

  for (guint64 cycle = 0; cycle < systole_run_get_n_cycles (run); cycle++)
    for (guint i = 0; i < 16; i++)
      {
        g_autoptr (SystoleTrace) trace = systole_run_trace (run, 0, cycle, i / 4, i % 4);
        const SystoleTraceStep *here = trace != NULL ? systole_trace_find (trace, cycle) : NULL;

        if (trace == NULL)
          continue;
        products++;
        check_steps (trace, dataflow);
        g_assert_true (trace->begins && trace->ends);
        g_assert_nonnull (here);
        g_assert_cmpuint (here->row, ==, i / 4);
        g_assert_cmpuint (here->column, ==, i % 4);
        g_assert_null (systole_trace_find (trace, systole_trace_get_last (trace)->cycle + 1));
        if (systole_trace_get_last (trace) != here || !trace->is_final)
          continue;
        g_assert_cmpuint (here->k, ==, k - 1);
        finals++;
      }
  g_assert_cmpuint (products, ==, systole_op_get_useful_work (op));
  g_assert_cmpuint (finals, ==, op->dims[0] * op->dims[1]);
}

static void
test_every (void)
{
  static const guint64 shapes[][3] = { { 4, 4, 4 }, { 3, 6, 9 }, { 5, 2, 1 }, { 1, 1, 7 } };

  for (int dataflow = 0; dataflow < SYSTOLE_N_DATAFLOWS; dataflow++)
    for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
      for (int timing = 0; timing < 2; timing++)
        {
          g_autoptr (SystoleRun) run = array_run ((SystoleDataflow) dataflow, timing == 0 ? SYSTOLE_TIMING_HARDWARE : SYSTOLE_TIMING_OVERLAPPED, shapes[i][0], shapes[i][1], shapes[i][2]);

          check_run (run, (SystoleDataflow) dataflow, shapes[i][2]);
        }
}

/* Nothing is followed where nothing multiplies, or outside. */
static void
test_none (void)
{
  g_autoptr (SystoleRun) run = array_run (SYSTOLE_DATAFLOW_WS, SYSTOLE_TIMING_HARDWARE, 4, 4, 4);

  g_assert_null (systole_run_trace (run, 0, 0, 0, 0));
  g_assert_null (systole_run_trace (run, 0, 5, 4, 0));
}

/* Longer than what is followed: said so. */
static void
test_long (void)
{
  g_autoptr (SystoleRun) run = array_run (SYSTOLE_DATAFLOW_OS, SYSTOLE_TIMING_HARDWARE, 1, 1, 10000);
  g_autoptr (SystoleTrace) trace = systole_run_trace (run, 0, 5000, 0, 0);

  g_assert_nonnull (trace);
  check_steps (trace, SYSTOLE_DATAFLOW_OS);
  g_assert_cmpuint (trace->steps->len, ==, 2 * SYSTOLE_TRACE_MAX_STEPS + 1);
  g_assert_false (trace->begins || trace->ends || trace->is_final);
}

/* The classroom's array: PE (r, c) multiplies row m in cycle 8 + m + r + c. */
static void
test_words (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SystoleRun) run = array_run (SYSTOLE_DATAFLOW_WS, SYSTOLE_TIMING_HARDWARE, 4, 4, 4);
  g_autoptr (SystoleTrace) trace = systole_run_trace (run, 0, 4 + 2 + 1 + 3, 1, 3);
  g_autofree char *words = trace != NULL ? systole_trace_describe (trace) : NULL;

  g_assert_cmpstr (words, ==, "The sum for C[2, 3] is born in cycle 9 in PE (0, 3). 4 products are added. The result is complete in cycle 12 in PE (3, 3).");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace/every", test_every);
  g_test_add_func ("/trace/none", test_none);
  g_test_add_func ("/trace/long", test_long);
  g_test_add_func ("/trace/words", test_words);
  return g_test_run ();
}
