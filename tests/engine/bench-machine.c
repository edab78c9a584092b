/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/vector.h"
#include "engine/systolic/array-machine.h"

/* How fast the register machine is: PE updates a second on 256 × 256, beside the bare loop that
 * multiplies and adds the same numbers of elements. Prints, and judges nothing. Both are
 * timed in turns, and the quickest turn counts: other work on the computer hits both. */

#define SIDE 256
#define N_PES (SIDE * SIDE)
#define TURNS 120
#define CYCLES 32

SYSTOLE_VECTOR static void
add_products (gint32 *restrict sums, const gint8 *restrict a, const gint8 *restrict b, guint n)
{
  for (guint i = 0; i < n; i++)
    sums[i] += a[i] * b[i];
}

static double
time_bare (gint32 *sums, const gint8 *a, const gint8 *b)
{
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < CYCLES; i++)
    add_products (sums, a, b, N_PES);
  return (double) (g_get_monotonic_time () - start);
}

static double
time_machine (SystoleArrayMachine *machine)
{
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < CYCLES; i++)
    systole_array_machine_step (machine);
  return (double) (g_get_monotonic_time () - start);
}

static void
measure (SystoleDataflow dataflow, SystoleTiming timing, gint32 *sums, const gint8 *a, const gint8 *b)
{
  SystoleArrayDef def = { SIDE, SIDE, dataflow, timing, 1e9 };
  g_autoptr (SystoleMachine) array = systole_machine_new_array (&def);
  g_autoptr (SystoleArrayMachine) machine = NULL;
  double bare = G_MAXDOUBLE, stepping = G_MAXDOUBLE;
  guint64 stream = (TURNS + 2) * CYCLES;
  SystoleOp op;

  systole_op_init_gemm (&op, dataflow == SYSTOLE_DATAFLOW_WS ? stream : SIDE, dataflow == SYSTOLE_DATAFLOW_IS ? stream : SIDE, dataflow == SYSTOLE_DATAFLOW_OS ? stream : SIDE, SYSTOLE_FORMAT_INT8);
  g_autoptr (SystoleRun) run = systole_run_new (&op, array, SYSTOLE_OPERANDS_ON_CHIP, NULL, NULL, NULL, NULL);
  machine = systole_array_machine_new (run, NULL);
  while (systole_array_machine_get_cycle (machine) < 2 * SIDE) /* loaded, and the wave all over */
    systole_array_machine_step (machine);
  for (guint i = 0; i < TURNS; i++)
    {
      double microseconds = time_bare (sums, a, b);

      bare = MIN (bare, microseconds);
      microseconds = time_machine (machine);
      stepping = MIN (stepping, microseconds);
    }
  g_print ("%s %-10s %6.2f billion PE updates a second, bare loop %6.2f billion: ratio %.2f\n", systole_dataflow_get_id (dataflow), systole_timing_get_id (timing), N_PES * (double) CYCLES / stepping / 1e3, N_PES * (double) CYCLES / bare / 1e3, bare / stepping);
}

int
main (void)
{
  g_autofree gint32 *sums = g_new0 (gint32, N_PES);
  g_autofree gint8 *a = g_new0 (gint8, N_PES);
  g_autofree gint8 *b = g_new0 (gint8, N_PES);

  for (guint i = 0; i < N_PES; i++)
    {
      a[i] = (gint8) systole_operand_value (SYSTOLE_FORMAT_INT8, 1, SYSTOLE_OPERAND_A, i, 0);
      b[i] = (gint8) systole_operand_value (SYSTOLE_FORMAT_INT8, 1, SYSTOLE_OPERAND_B, i, 0);
    }
  for (guint timing = 0; timing < SYSTOLE_N_TIMINGS; timing++)
    for (guint flow = 0; flow < SYSTOLE_N_DATAFLOWS; flow++)
      if (timing != SYSTOLE_TIMING_SCALE_SIM)
        measure ((SystoleDataflow) flow, (SystoleTiming) timing, sums, a, b);
  return sums[0] == G_MAXINT32;
}
