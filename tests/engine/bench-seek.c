/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/run.h"

/* How long it takes to seek a long run, random cycles: 16384³ and a product of more than 10¹⁰ cycles on a 256 × 256 array; a
 * window of a full stage, without and with values; then with memory that holds the array up, at two lengths. Prints, and judges nothing.
 * Wished: any cycle of 10¹⁰ in less than 1 ms. */

#define N_SEEKS 2000

static double
seek (const SystoleRun *run, guint side, gboolean values, guint n)
{
  SystoleWindow window = { 0, 0, side, side, values };
  SystoleArrayFrame frame;
  gint64 start;

  systole_array_frame_init (&frame);
  start = g_get_monotonic_time ();
  for (guint i = 0; i < n; i++)
    {
      guint64 cycle = systole_operand_hash (1, SYSTOLE_OPERAND_A, i, 0) % systole_run_get_n_cycles (run);
      SystoleSummary summary;

      systole_run_array_frame (run, 0, cycle, &window, &frame);
      systole_run_summarize (run, cycle, &summary);
    }
  systole_array_frame_clear (&frame);
  return (double) (g_get_monotonic_time () - start) / n;
}

static void
print_memory (guint64 side)
{
  SystoleArrayDef def = { 256, 256, SYSTOLE_DATAFLOW_WS, SYSTOLE_TIMING_HARDWARE, 1e9, .memory = { .a = { 1 << 20, 0, 1 }, .b = { 1 << 17, 0, 1 }, .c = { 1 << 22, 0, 1 }, .dram_bytes_per_cycle = 64, .dram_latency = 300 } };
  g_autoptr (SystoleMachine) machine = systole_machine_new_array (&def);
  SystoleOp op;

  systole_op_init_gemm (&op, 16384, side, side, SYSTOLE_FORMAT_INT8);
  g_autoptr (SystoleRun) run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_COLD, NULL, NULL, NULL, NULL);
  g_print ("ws memory     %14" G_GUINT64_FORMAT " cycles: %7.1f µs a seek with 40 × 40 PEs\n", systole_run_get_n_cycles (run), seek (run, 40, FALSE, N_SEEKS));
}

int
main (void)
{
  static const SystoleTiming timings[] = { SYSTOLE_TIMING_HARDWARE, SYSTOLE_TIMING_OVERLAPPED };
  static const guint64 sides[] = { 16384, 98304 };

  for (guint i = 0; i < G_N_ELEMENTS (timings) * G_N_ELEMENTS (sides); i++)
    for (guint flow = 0; flow < SYSTOLE_N_DATAFLOWS; flow++)
      {
        SystoleArrayDef def = { 256, 256, (SystoleDataflow) flow, timings[i / G_N_ELEMENTS (sides)], 1e9 };
        g_autoptr (SystoleMachine) machine = systole_machine_new_array (&def);
        SystoleOp op;

        systole_op_init_gemm (&op, sides[i % G_N_ELEMENTS (sides)], sides[i % G_N_ELEMENTS (sides)], sides[i % G_N_ELEMENTS (sides)], SYSTOLE_FORMAT_INT8);
        g_autoptr (SystoleRun) run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, NULL);
        g_print ("%s %-10s %12" G_GUINT64_FORMAT " cycles: %7.1f µs a seek with 40 × 40 PEs, %7.1f µs with all 256 × 256, %9.1f µs with the values of 8 × 8\n",
                 systole_dataflow_get_id (def.dataflow),
                 systole_timing_get_id (def.timing),
                 systole_run_get_n_cycles (run),
                 seek (run, 40, FALSE, N_SEEKS),
                 seek (run, 256, FALSE, N_SEEKS / 40),
                 seek (run, 8, TRUE, N_SEEKS / 100));
      }
  print_memory (2048);
  print_memory (1048576);
  return 0;
}
