/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/run-name.h"
#include "tests/engine/engine-fixture.h"

/* Lanes are told apart by what they differ in, with the fewest words. */

static SystoleRun *
run_array (guint side, SystoleDataflow dataflow, SystoleFormat format, guint64 m)
{
  SystoleArrayDef def;
  g_autoptr (SystoleMachine) machine = NULL;
  GError *error = NULL;
  SystoleRun *run;
  SystoleOp op;

  systole_array_def_init (&def);
  def.rows = def.columns = side;
  def.dataflow = dataflow;
  machine = systole_machine_new_array (&def);
  systole_op_init_gemm (&op, m, 8, 8, format);
  run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return run;
}

static void
check (SystoleRun **runs, guint n, const char *const *titles, const char *const *briefs)
{
  for (guint i = 0; i < n; i++)
    {
      g_auto (SystoleRunName) name = { NULL };

      if (runs[i] == NULL)
        continue;
      systole_run_name_init (&name, (const SystoleRun *const *) runs, n, i);
      g_assert_cmpstr (name.title, ==, titles[i]);
      g_assert_cmpstr (name.brief, ==, briefs[i]);
    }
  for (guint i = 0; i < n; i++)
    g_clear_pointer (&runs[i], systole_run_unref);
}

/* What differs in machine needs no more words; a lane without a run is nobody's double. */
static void
test_machines (void)
{
  SystoleRun *runs[] = { run_array (8, SYSTOLE_DATAFLOW_WS, SYSTOLE_FORMAT_INT8, 8), NULL, run_array (16, SYSTOLE_DATAFLOW_OS, SYSTOLE_FORMAT_INT8, 8) };

  check (runs, 3, (const char *const[]){ "Systolic array 8 × 8", NULL, "Systolic array 16 × 16" }, (const char *const[]){ "Array 8 × 8", NULL, "Array 16 × 16" });
}

static void
test_dataflows (void)
{
  SystoleRun *runs[] = { run_array (8, SYSTOLE_DATAFLOW_WS, SYSTOLE_FORMAT_INT8, 8), run_array (8, SYSTOLE_DATAFLOW_OS, SYSTOLE_FORMAT_INT8, 8), run_array (8, SYSTOLE_DATAFLOW_IS, SYSTOLE_FORMAT_INT8, 8) };

  check (runs, 3, (const char *const[]){ "Systolic array 8 × 8 · weight-stationary", "Systolic array 8 × 8 · output-stationary", "Systolic array 8 × 8 · input-stationary" }, (const char *const[]){ "weight-stationary", "output-stationary", "input-stationary" });
}

/* Formats come before dataflows and sizes, and a second word only where the first leaves two alike. */
static void
test_several (void)
{
  SystoleRun *runs[] = { run_array (8, SYSTOLE_DATAFLOW_WS, SYSTOLE_FORMAT_INT8, 8), run_array (8, SYSTOLE_DATAFLOW_WS, SYSTOLE_FORMAT_BF16, 8), run_array (8, SYSTOLE_DATAFLOW_WS, SYSTOLE_FORMAT_BF16, 64) };

  check (runs, 3, (const char *const[]){ "Systolic array 8 × 8 · int8 → int32", "Systolic array 8 × 8 · bf16 → fp32, M 8", "Systolic array 8 × 8 · bf16 → fp32, M 64" }, (const char *const[]){ "int8 → int32", "bf16 → fp32, M 8", "bf16 → fp32, M 64" });
}

/* The short name keeps the machine where others have another. */
static void
test_mixed (void)
{
  SystoleRun *runs[] = { run_array (16, SYSTOLE_DATAFLOW_WS, SYSTOLE_FORMAT_INT8, 8), run_array (8, SYSTOLE_DATAFLOW_WS, SYSTOLE_FORMAT_INT8, 8), run_array (8, SYSTOLE_DATAFLOW_WS, SYSTOLE_FORMAT_INT8, 16) };

  check (runs, 3, (const char *const[]){ "Systolic array 16 × 16", "Systolic array 8 × 8 · M 8", "Systolic array 8 × 8 · M 16" }, (const char *const[]){ "Array 16 × 16", "Array 8 × 8 · M 8", "Array 8 × 8 · M 16" });
}

/* A number of the machine is told without the hint of Setup's label; 0 has a word. */
static void
test_memory (void)
{
  SystoleRun *runs[2];

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (SystoleMachine) machine = NULL;
      g_autoptr (GError) error = NULL;
      SystoleArrayDef def;
      SystoleOp op;

      systole_array_def_init (&def);
      def.memory.dram_bytes_per_cycle = 8 * i;
      machine = systole_machine_new_array (&def);
      systole_op_init_gemm (&op, 8, 8, 8, SYSTOLE_FORMAT_INT8);
      runs[i] = systole_run_new (&op, machine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
    }
  check (runs, 2, (const char *const[]){ "Systolic array 8 × 8 · Main memory unlimited", "Systolic array 8 × 8 · Main memory 8 B/cycle" }, (const char *const[]){ "Main memory unlimited", "Main memory 8 B/cycle" });
}

/* What was chosen for a bare array is told by the words of its rows, of the operation by those of its dimensions. */
static void
test_choices (void)
{
  SystoleRun *runs[3];

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autoptr (SystoleMachine) machine = NULL;
      g_autoptr (GError) error = NULL;
      SystoleArrayDef def;
      SystoleOp op;

      systole_array_def_init (&def);
      def.timing = i == 2 ? SYSTOLE_TIMING_OVERLAPPED : SYSTOLE_TIMING_HARDWARE;
      machine = systole_machine_new_array (&def);
      g_assert_true (systole_op_parse (i == 1 ? "gemm:m=8,n=8,k=8,ta=T" : "gemm:m=8,n=8,k=8", SYSTOLE_FORMAT_INT8, &op, &error));
      runs[i] = systole_run_new (&op, machine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
    }
  check (runs, 3, (const char *const[]){ "Systolic array 8 × 8 · Timing: hardware, A in memory: by rows", "Systolic array 8 × 8 · Timing: hardware, A in memory: transposed", "Systolic array 8 × 8 · Timing: overlapped" }, (const char *const[]){ "Timing: hardware, A in memory: by rows", "Timing: hardware, A in memory: transposed", "Timing: overlapped" });
}

/* Two runs that are the same have one name. */
static void
test_same (void)
{
  SystoleRun *runs[] = { run_array (8, SYSTOLE_DATAFLOW_WS, SYSTOLE_FORMAT_INT8, 8), run_array (8, SYSTOLE_DATAFLOW_WS, SYSTOLE_FORMAT_INT8, 8) };

  check (runs, 2, (const char *const[]){ "Systolic array 8 × 8", "Systolic array 8 × 8" }, (const char *const[]){ "Array 8 × 8", "Array 8 × 8" });
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run-name/machines", test_machines);
  g_test_add_func ("/run-name/dataflows", test_dataflows);
  g_test_add_func ("/run-name/several", test_several);
  g_test_add_func ("/run-name/mixed", test_mixed);
  g_test_add_func ("/run-name/memory", test_memory);
  g_test_add_func ("/run-name/choices", test_choices);
  g_test_add_func ("/run-name/same", test_same);
  return g_test_run ();
}
