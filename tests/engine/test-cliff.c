/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/cliff.h"
#include "engine/run/run.h"
#include "engine/workload/op.h"

/* Edges of stairs whose places are known, and of real runs. */

/* A fold every 256, a wave every 704 elements; the second lane has no stairs. */
static gboolean
stairs (gpointer data, guint lane, guint64 value, guint64 *cycles)
{
  static const guint64 widths[] = { 256, 704 }, heights[] = { 24576, 33968 };

  if (lane == 2)
    return FALSE;
  *cycles = 1000 + (value + widths[lane] - 1) / widths[lane] * heights[lane];
  return TRUE;
}

static void
test_stairs (void)
{
  SystoleCliff cliff;

  g_assert_true (systole_cliff_find (3000, 1, 100000, 3, stairs, NULL, &cliff));
  g_assert_true (cliff.runs[0] && cliff.runs[1]);
  g_assert_false (cliff.runs[2]);
  g_assert_true (cliff.lower.found);
  g_assert_cmpuint (cliff.lower.value, ==, 2816); /* 11 folds, 4 waves: both end here */
  g_assert_cmpint (cliff.lower.change[0], ==, -24576);
  g_assert_cmpint (cliff.lower.change[1], ==, -33968);
  g_assert_true (cliff.room.found);
  g_assert_cmpuint (cliff.room.value, ==, 3072);
  g_assert_cmpint (cliff.room.change[0], ==, 0);
  g_assert_cmpint (cliff.room.change[1], ==, 0);
  g_assert_cmpuint (cliff.beyond.value, ==, 3073);
  g_assert_cmpint (cliff.beyond.change[0], ==, 24576);
  g_assert_cmpint (cliff.beyond.change[1], ==, 0);
  g_assert_cmpint (cliff.doubled.change[0], ==, (6000 + 255) / 256 * 24576 - 12 * 24576);
}

static gboolean
line (gpointer data, guint lane, guint64 value, guint64 *cycles)
{
  *cycles = 500 + 96 * value;
  return TRUE;
}

/* What only adds up is no cliff. */
static void
test_line (void)
{
  SystoleCliff cliff;

  g_assert_true (systole_cliff_find (3072, 1, 1 << 30, 1, line, NULL, &cliff));
  g_assert_false (cliff.lower.found);
  g_assert_false (cliff.room.found);
  g_assert_cmpint (cliff.doubled.change[0], ==, 96 * 3072);
}

/* Small steps of eight, and a fold: the steps are a slope, the fold is the cliff. */
static gboolean
fine_stairs (gpointer data, guint lane, guint64 value, guint64 *cycles)
{
  *cycles = (value + 7) / 8 * 100 + (value > 5000 ? 90000 : 0);
  return TRUE;
}

static void
test_fine_stairs (void)
{
  SystoleCliff cliff;

  g_assert_true (systole_cliff_find (4000, 1, 1 << 30, 1, fine_stairs, NULL, &cliff));
  g_assert_true (cliff.room.found);
  g_assert_cmpuint (cliff.room.value, ==, 5000);
  g_assert_cmpint (cliff.beyond.change[0], ==, 100 + 90000);
  g_assert_false (cliff.lower.found);
}

/* The ends of the range are never left. */
static gboolean
within (gpointer data, guint lane, guint64 value, guint64 *cycles)
{
  g_assert_cmpuint (value, >=, 3);
  g_assert_cmpuint (value, <=, 40);
  *cycles = value / 4 * 1000;
  return TRUE;
}

static void
test_range (void)
{
  SystoleCliff cliff;

  for (guint64 value = 3; value <= 40; value++)
    {
      g_assert_true (systole_cliff_find (value, 3, 40, 1, within, NULL, &cliff));
      g_assert_cmpint (cliff.lower.found, ==, value >= 4);
      if (cliff.lower.found)
        g_assert_cmpuint (cliff.lower.value, ==, value / 4 * 4 - 1);
      g_assert_cmpint (cliff.room.found, ==, value < 40);
      if (cliff.room.found)
        g_assert_cmpuint (cliff.room.value, ==, value / 4 * 4 + 3);
    }
}

static gboolean
of_array (gpointer data, guint lane, guint64 k, guint64 *cycles)
{
  g_autoptr (SystoleMachine) machine = NULL;
  g_autoptr (SystoleRun) run = NULL;
  SystoleArrayDef def;
  SystoleMapping mapping = { 0 };
  SystoleOp op;

  systole_array_def_init (&def);
  machine = systole_machine_new_array (&def);
  systole_op_init_gemm (&op, 8, 8, k, SYSTOLE_FORMAT_INT8);
  run = systole_run_new (&op, machine, SYSTOLE_OPERANDS_ON_CHIP, &mapping, NULL, NULL, NULL);
  if (run == NULL)
    return FALSE;
  *cycles = systole_run_get_n_cycles (run);
  return TRUE;
}

/* Eight rows of K fill an 8 × 8 array; a ninth is a fold of 30 cycles more. */
static void
test_array (void)
{
  SystoleCliff cliff;

  g_assert_true (systole_cliff_find (8, 1, G_MAXUINT32, 1, of_array, NULL, &cliff));
  g_assert_cmpuint (cliff.cycles[0], ==, 30);
  g_assert_false (cliff.lower.found);
  g_assert_true (cliff.room.found);
  g_assert_cmpuint (cliff.room.value, ==, 8);
  g_assert_cmpint (cliff.beyond.change[0], ==, 30);
  g_assert_true (systole_cliff_find (11, 1, G_MAXUINT32, 1, of_array, NULL, &cliff));
  g_assert_cmpuint (cliff.lower.value, ==, 8);
  g_assert_cmpint (cliff.lower.change[0], ==, -30);
  g_assert_cmpuint (cliff.room.value, ==, 16);
  g_assert_cmpint (cliff.room.change[0], ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cliff/stairs", test_stairs);
  g_test_add_func ("/cliff/line", test_line);
  g_test_add_func ("/cliff/fine-stairs", test_fine_stairs);
  g_test_add_func ("/cliff/range", test_range);
  g_test_add_func ("/cliff/array", test_array);
  return g_test_run ();
}
