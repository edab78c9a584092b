/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint-fixture.h"

#include "engine/base/number.h"
#include "engine/workload/op.h"

#include <string.h>

#define ARRAY "array:rows=8,cols=8,dataflow="

static void
init_lane (SystoleLanePaint *lane, const SystoleRun *run, guint64 cycle)
{
  systole_lane_paint_init (lane);
  systole_camera_init (&lane->camera, run);
  lane->run = run;
  lane->cycle = cycle;
}

static const SystoleTarget pe_4_2 = { SYSTOLE_TARGET_PE, 0, 0, 4, 2, SYSTOLE_LEVEL_CHIP };

static void
test_describe (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run (ARRAY "ws", 8, 8, 8, SYSTOLE_FORMAT_INT8);
  SystoleLanePaint lane;
  g_autofree char *words = NULL, *pe = NULL;

  init_lane (&lane, run, 18);
  words = systole_lane_describe (&lane);
  g_assert_true (g_str_has_prefix (words, "Cycle 18 of 30: 48 of 64 busy; 6 drain; 10 fill. "));

  lane.camera.level = SYSTOLE_LEVEL_PE;
  lane.camera.row = 4;
  lane.camera.column = 2;
  pe = systole_lane_describe (&lane);
  g_assert_nonnull (strstr (pe, "PE (4, 2): Σ + a × w = "));
}

/* The facts of a PE in the middle of the wave, against the product itself: PE (r, c) multiplies row
 * m = cycle − 8 − r − c of A by its weight B[r, c]. */
static void
test_explain_busy (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run (ARRAY "ws", 8, 8, 8, SYSTOLE_FORMAT_INT8);
  const SystoleGemm gemm = { 8, 8, 8, SYSTOLE_FORMAT_INT8, 1 };
  g_autoptr (GArray) facts = NULL;
  g_autofree char *sentence = NULL, *title = NULL, *a = NULL, *sum = NULL, *result = NULL, *expected = NULL;
  SystoleLanePaint lane;

  init_lane (&lane, run, 18);
  title = systole_lane_explain (&lane, &pe_4_2, &facts, &sentence);
  g_assert_cmpstr (title, ==, "PE (4, 2)");
  g_assert_cmpuint (facts->len, ==, 4);
  g_assert_cmpstr (g_array_index (facts, SystoleFact, 0).name, ==, "a = A[4, 4]");
  g_assert_cmpstr (g_array_index (facts, SystoleFact, 1).name, ==, "w = B[4, 2]");
  g_assert_cmpstr (g_array_index (facts, SystoleFact, 2).name, ==, "Σ from above");
  a = systole_paint_format_number (systole_gemm_a (&gemm, 4, 4));
  g_assert_cmpstr (g_array_index (facts, SystoleFact, 0).value, ==, a);
  sum = systole_paint_format_number (systole_gemm_partial (&gemm, 4, 2, 4));
  g_assert_cmpstr (g_array_index (facts, SystoleFact, 2).value, ==, sum);

  result = systole_paint_format_number (systole_gemm_partial (&gemm, 4, 2, 8));
  expected = g_strdup_printf ("This sum becomes C[4, 2] = %s in cycle 21. Row 4 of A is here because it entered row 4 of the array in cycle 16 and moved 2 columns.", result);
  g_assert_cmpstr (sentence, ==, expected);
}

static void
test_explain_idle (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run (ARRAY "ws", 8, 8, 8, SYSTOLE_FORMAT_INT8);
  const SystoleTarget corner = { SYSTOLE_TARGET_PE, 0, 0, 7, 7, SYSTOLE_LEVEL_CHIP }, outside = { SYSTOLE_TARGET_PE, 0, 0, 8, 0, SYSTOLE_LEVEL_CHIP };
  g_autoptr (GArray) facts = NULL;
  g_autofree char *sentence = NULL, *title = NULL, *none = NULL;
  SystoleLanePaint lane;

  init_lane (&lane, run, 18);
  title = systole_lane_explain (&lane, &corner, &facts, &sentence);
  g_assert_cmpstr (sentence, ==, "Idle (F): the wave has not arrived.");
  g_assert_cmpstr (g_array_index (facts, SystoleFact, 1).name, ==, "w = B[7, 7]");
  none = systole_lane_explain (&lane, &outside, NULL, NULL);
  g_assert_null (none);
}

/* A PE that multiplies shows an equation, and the equation is the frame's; one that idles says why. */
static void
check_said (const SystoleArrayCell *cell, const GArray *facts, const char *sentence)
{
  g_autofree char *in = NULL, *out = NULL, *letter = NULL;
  const char *equation = NULL;

  for (guint i = 0; i < facts->len; i++)
    if (strstr (g_array_index (facts, SystoleFact, i).value, " = ") != NULL)
      equation = g_array_index (facts, SystoleFact, i).value;
  if (cell->reason == SYSTOLE_REASON_BUSY)
    {
      g_autofree char *a = systole_paint_format_number (cell->a.value), *b = systole_paint_format_number (cell->b.value);
      g_autofree char *sum = systole_paint_format_number (cell->partial_in.value), *after = systole_paint_format_number (cell->partial_out.value);

      in = g_strconcat (sum, " + ", NULL);
      out = g_strconcat (" = ", after, NULL);
      g_assert_nonnull (equation);
      g_assert_true (g_str_has_prefix (equation, in) && g_str_has_suffix (equation, out));
      g_assert_true (strstr (equation, a) != NULL && strstr (equation, b) != NULL && strstr (equation, " × ") != NULL);
      g_assert_cmpfloat (cell->partial_in.value + cell->a.value * cell->b.value, ==, cell->partial_out.value);
      return;
    }
  g_assert_null (equation);
  letter = g_strdup_printf ("(%s)", systole_reason_get_letter (cell->reason));
  g_assert_nonnull (strstr (sentence, letter));
}

/* Every PE of every cycle has something true to say in each dataflow. */
static void
test_explain_all (void)
{
  static const char *const machines[] = { ARRAY "ws", ARRAY "os", ARRAY "is" };

  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    {
      g_autoptr (SystoleRun) run = paint_fixture_run (machines[i], 10, 7, 12, SYSTOLE_FORMAT_INT8);
      SystoleWindow all = { 0, 0, 8, 8, TRUE, 0 };
      SystoleArrayFrame frame;
      SystoleLanePaint lane;
      guint said = 0;

      init_lane (&lane, run, 0);
      systole_array_frame_init (&frame);
      lane.cache = systole_lane_cache_new ();
      for (lane.cycle = 0; lane.cycle < systole_run_get_n_cycles (run); lane.cycle += 4)
        for (guint pe = 0; pe < 64; pe++)
          {
            SystoleTarget target = { SYSTOLE_TARGET_PE, 0, 0, pe / 8, pe % 8, SYSTOLE_LEVEL_CHIP };
            g_autoptr (GArray) facts = NULL;
            g_autofree char *sentence = NULL, *title = systole_lane_explain (&lane, &target, &facts, &sentence);

            g_assert_nonnull (title);
            g_assert_nonnull (sentence);
            g_assert_cmpuint (facts->len, >=, 1);
            if (pe == 0)
              systole_run_array_frame (run, 0, lane.cycle, &all, &frame);
            check_said (systole_array_frame_get_cell (&frame, target.row, target.column), facts, sentence);
            said++;
          }
      g_assert_cmpuint (said, >, 500);
      systole_array_frame_clear (&frame);
      systole_lane_cache_free (lane.cache);
    }
}

/* Pick, locate and the keyboard agree; breadcrumbs are targets. */
static void
test_targets (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run (ARRAY "ws", 8, 8, 8, SYSTOLE_FORMAT_INT8);
  const SystoleTarget none = SYSTOLE_TARGET_INIT, crumb = { SYSTOLE_TARGET_LEVEL, 0, 0, 0, 0, SYSTOLE_LEVEL_ARRAY };
  SystoleTarget target;
  SystoleLanePaint lane;
  SystoleCamera camera;
  double x, y, width, height;

  init_lane (&lane, run, 18);
  g_assert_true (systole_lane_locate (&lane, &pe_4_2, &x, &y, &width, &height));
  target = systole_lane_pick (&lane, x + width / 2.0, y + height / 2.0);
  g_assert_true (systole_target_equal (&target, &pe_4_2));
  target = systole_lane_pick (&lane, 1.0, lane.height - 1.0);
  g_assert_cmpint (target.kind, ==, SYSTOLE_TARGET_NONE);

  target = systole_lane_neighbour (&lane, &none, 1, 0);
  g_assert_cmpint (target.kind, ==, SYSTOLE_TARGET_PE);
  g_assert_cmpuint (target.row + target.column, ==, 0);
  target = systole_lane_neighbour (&lane, &pe_4_2, 1, -1);
  g_assert_cmpuint (target.row, ==, 3);
  g_assert_cmpuint (target.column, ==, 3);
  target = systole_lane_neighbour (&lane, &pe_4_2, -5, 9);
  g_assert_cmpuint (target.row, ==, 7);
  g_assert_cmpuint (target.column, ==, 0);

  g_assert_true (systole_lane_zoom_in (&lane, &pe_4_2, &camera));
  g_assert_cmpint (camera.level, ==, SYSTOLE_LEVEL_PE);
  g_assert_cmpuint (camera.row, ==, 4);
  lane.camera = camera;
  g_assert_false (systole_lane_zoom_in (&lane, &pe_4_2, &camera));
  g_assert_true (systole_lane_locate (&lane, &crumb, &x, &y, &width, &height));
  target = systole_lane_pick (&lane, x + width / 2.0, y + height / 2.0);
  g_assert_true (systole_target_equal (&target, &crumb));
  g_assert_true (systole_lane_zoom_in (&lane, &target, &camera));
  g_assert_cmpint (camera.level, ==, SYSTOLE_LEVEL_ARRAY);
  g_assert_true (systole_lane_zoom_out (&lane, &camera));
  g_assert_cmpint (camera.level, ==, SYSTOLE_LEVEL_ARRAY);
  lane.camera = camera;
  g_assert_false (systole_lane_zoom_out (&lane, &camera));
}

static void
test_numbers (void)
{
  g_autofree char *minus = systole_paint_format_number (-21.0), *eighths = systole_paint_format_number (-0.125), *count = systole_number_format_count (295678), *small = systole_number_format_count (64);

  g_assert_cmpstr (minus, ==, "−21");
  g_assert_cmpstr (eighths, ==, "−0.125");
  g_assert_cmpstr (count, ==, "295\u00a0678");
  g_assert_cmpstr (small, ==, "64");
}

int
main (int argc, char **argv)
{
  paint_fixture_init (&argc, &argv);
  g_test_add_func ("/lane-words/describe", test_describe);
  g_test_add_func ("/lane-words/explain-busy", test_explain_busy);
  g_test_add_func ("/lane-words/explain-idle", test_explain_idle);
  g_test_add_func ("/lane-words/explain-all", test_explain_all);
  g_test_add_func ("/lane-words/targets", test_targets);
  g_test_add_func ("/lane-words/numbers", test_numbers);

  return g_test_run ();
}
