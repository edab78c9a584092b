/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/part-instant.h"

/* Where in a run the parts of its waterfall happen. */

static SystoleRun *
run_on (SystoleMachine *machine, guint64 m, guint64 n, guint64 k)
{
  g_autoptr (GError) error = NULL;
  SystoleRun *run;
  SystoleOp op;

  systole_op_init_gemm (&op, m, n, k, SYSTOLE_FORMAT_INT8);
  run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  systole_machine_unref (machine);
  return run;
}

static SystoleRun *
array_run (SystoleDataflow dataflow, guint64 m, guint64 n, guint64 k)
{
  SystoleArrayDef def;

  systole_array_def_init (&def);
  def.dataflow = dataflow;
  return run_on (systole_machine_new_array (&def), m, n, k);
}

/* What is found is inside the run, and the cause holds there. */
static void
check (const SystoleRun *run)
{
  guint n;
  const SystoleWaterfallPart *parts = systole_run_get_waterfall (run, &n);

  for (guint i = 0; i < n; i++)
    {
      SystoleReason reason = systole_part_get_reason (parts[i].part);
      SystoleSummary summary;
      guint64 cycle;

      if (parts[i].cycles == 0 || parts[i].part == SYSTOLE_PART_FORMAT)
        continue;
      if (!systole_run_find_part (run, parts[i].part, &cycle))
        {
          g_test_message ("%s: no cycle", systole_part_get_id (parts[i].part));
          g_assert_cmpint (parts[i].part, !=, SYSTOLE_PART_USEFUL);
          continue;
        }
      g_assert_cmpuint (cycle, <, systole_run_get_n_cycles (run));
      systole_run_summarize (run, cycle, &summary);
      g_assert_cmpuint (reason == SYSTOLE_REASON_BUSY ? summary.busy : summary.idle[reason], >, 0);
    }
}

static void
test_array (void)
{
  for (guint dataflow = 0; dataflow < SYSTOLE_N_DATAFLOWS; dataflow++)
    {
      g_autoptr (SystoleRun) whole = array_run ((SystoleDataflow) dataflow, 8, 8, 8);
      g_autoptr (SystoleRun) ragged = array_run ((SystoleDataflow) dataflow, 13, 9, 21);
      SystoleSummary summary;
      guint64 cycle;

      check (whole);
      check (ragged);
      /* The peak is looked at where most multiply: the wave of 8 × 8 × 8 is never wider than 48. */
      g_assert_true (systole_run_find_part (whole, SYSTOLE_PART_USEFUL, &cycle));
      systole_run_summarize (whole, cycle, &summary);
      g_assert_cmpuint (summary.busy, >=, 40);
      g_assert_true (systole_run_find_part (ragged, SYSTOLE_PART_PADDING, &cycle));
    }
}

static void
test_weights (void)
{
  g_autoptr (SystoleRun) run = array_run (SYSTOLE_DATAFLOW_WS, 8, 8, 8);
  guint64 cycle = 99;

  g_assert_true (systole_run_find_part (run, SYSTOLE_PART_WEIGHTS, &cycle));
  g_assert_cmpuint (cycle, ==, 0);
  g_assert_false (systole_run_find_part (run, SYSTOLE_PART_LAUNCH, &cycle));
}

static void
test_sm (void)
{
  SystoleSmDef def;
  g_autoptr (SystoleRun) run = NULL;

  systole_sm_def_init (&def);
  run = run_on (systole_machine_new_sm (&def), 8, 8, 8);
  check (run);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/part-instant/array", test_array);
  g_test_add_func ("/part-instant/weights", test_weights);
  g_test_add_func ("/part-instant/sm", test_sm);
  return g_test_run ();
}
