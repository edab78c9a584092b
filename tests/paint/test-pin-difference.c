/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint-fixture.h"

#include "widgets/array-painter.h"
#include "widgets/pin-difference.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What two pinned things say of each other, against the frames. */

static void
init_lane (SystoleLanePaint *lane, const SystoleRun *run, guint64 cycle)
{
  systole_lane_paint_init (lane);
  systole_camera_init (&lane->camera, run);
  lane->run = run;
  lane->letter = 'A';
  lane->cycle = cycle;
}

static SystoleTarget
pe (guint row, guint column)
{
  return (SystoleTarget){ SYSTOLE_TARGET_PE, 0, 0, row, column, SYSTOLE_LEVEL_CHIP };
}

static GArray *
compare (const SystoleLanePaint *lane, SystoleTarget first, SystoleTarget second)
{
  g_autoptr (GArray) a = NULL, b = NULL;
  g_autofree char *first_title = systole_lane_explain (lane, &first, &a, NULL), *second_title = systole_lane_explain (lane, &second, &b, NULL);

  g_assert_nonnull (first_title);
  g_assert_nonnull (second_title);
  return systole_pin_rows_new (a, b);
}

/* Row m = 4 of A is in both PEs of a diagonal; the difference is that of the product's own numbers. */
static void
test_busy (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run ("array:rows=8,cols=8,dataflow=ws", 8, 8, 8, SYSTOLE_FORMAT_INT8);
  const SystoleGemm gemm = { 8, 8, 8, SYSTOLE_FORMAT_INT8, 1 };
  g_autoptr (GArray) rows = NULL;
  g_autofree char *value = NULL, *first = NULL, *words = NULL, *difference = NULL;
  double by = systole_gemm_a (&gemm, 4, 5) - systole_gemm_a (&gemm, 4, 4);
  const SystolePinRow *row;
  SystoleLanePaint lane;

  init_lane (&lane, run, 18);
  rows = compare (&lane, pe (4, 2), pe (5, 1));
  g_assert_cmpuint (rows->len, ==, 4);
  row = &g_array_index (rows, SystolePinRow, 0);
  value = systole_paint_format_number (systole_gemm_a (&gemm, 4, 4));
  first = g_strconcat ("A[4, 4] = ", value, NULL);
  g_assert_cmpstr (row->name, ==, "a");
  g_assert_cmpstr (row->first, ==, first);
  g_assert_false (row->equal);
  value = (g_free (value), systole_paint_format_number (by));
  difference = g_strconcat (by > 0 ? "+" : "", value, NULL);
  g_assert_cmpstr (row->difference, ==, by == 0 ? "same value" : difference);
  words = systole_pin_row_describe (row);
  g_assert_nonnull (strstr (words, row->second));
}

/* A thing beside itself: nothing differs, and nothing is loud. */
static void
test_equal (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run ("array:rows=8,cols=8,dataflow=os", 8, 8, 8, SYSTOLE_FORMAT_INT8);
  g_autoptr (GArray) rows = NULL;
  SystoleLanePaint lane;

  init_lane (&lane, run, 9);
  rows = compare (&lane, pe (3, 3), pe (3, 3));
  g_assert_cmpuint (rows->len, >, 0);
  g_assert_cmpuint (systole_pin_rows_count_different (rows), ==, 0);
  for (guint i = 0; i < rows->len; i++)
    g_assert_cmpstr (g_array_index (rows, SystolePinRow, i).difference, ==, "=");
}

/* What only one of them has stands beside a dash; amounts have a ratio. */
static void
test_rows (void)
{
  SystoleFact first[] = { { (char *) "w = B[1, 2]", (char *) "3", SYSTOLE_MEANING_B, 3, FALSE }, { (char *) "size", (char *) "2 MB", SYSTOLE_MEANING_MEMORY, 2e6, TRUE }, { (char *) "idle", (char *) "fill", SYSTOLE_N_MEANINGS, NAN, FALSE } };
  SystoleFact second[] = { { (char *) "size", (char *) "3 MB", SYSTOLE_MEANING_MEMORY, 3e6, TRUE }, { (char *) "b = B[4, 2]", (char *) "3", SYSTOLE_MEANING_B, 3, FALSE }, { (char *) "k", (char *) "7", SYSTOLE_N_MEANINGS, 7, FALSE } };
  g_autoptr (GArray) a = g_array_new (FALSE, FALSE, sizeof (SystoleFact)), b = g_array_new (FALSE, FALSE, sizeof (SystoleFact)), rows = NULL;
  static const char *const expected[][4] = { { "w", "B[1, 2] = 3", "B[4, 2] = 3", "same value" }, { "size", "2 MB", "3 MB", "1.5\u00a0×" }, { "idle", "fill", "–", "differs" }, { "k", "–", "7", "differs" } };

  g_array_append_vals (a, first, G_N_ELEMENTS (first));
  g_array_append_vals (b, second, G_N_ELEMENTS (second));
  rows = systole_pin_rows_new (a, b);
  g_assert_cmpuint (rows->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < rows->len; i++)
    {
      const SystolePinRow *row = &g_array_index (rows, SystolePinRow, i);
      const char *const said[] = { row->name, row->first, row->second, row->difference };

      for (guint j = 0; j < G_N_ELEMENTS (said); j++)
        g_assert_cmpstr (said[j], ==, expected[i][j]);
    }
}

static SystoleArrayCell
find (const SystoleRun *run, guint64 cycle, guint row, guint column)
{
  SystoleWindow window = { row, column, row + 1, column + 1, FALSE, 0 };
  SystoleArrayFrame frame;
  SystoleArrayCell cell;

  systole_array_frame_init (&frame);
  systole_run_array_frame (run, 0, cycle, &window, &frame);
  cell = *systole_array_frame_get_cell (&frame, row, column);
  systole_array_frame_clear (&frame);
  return cell;
}

/* The one that is said to be behind has, so many cycles later, what the other has now. */
static void
check_lag (const SystoleRun *run, SystoleDataflow dataflow, guint64 cycle, const char *words)
{
  guint late_row, late_column, row, column, steps;
  SystoleArrayCell now, later;

  g_assert_cmpint (sscanf (words, "Both multiply; PE (%u, %u) is %u step%*[s] behind PE (%u, %u)", &late_row, &late_column, &steps, &row, &column), >=, 3);
  if (sscanf (words, "Both multiply; PE (%*u, %*u) is 1 step behind PE (%u, %u)", &row, &column) != 2)
    g_assert_cmpint (sscanf (strstr (words, "behind"), "behind PE (%u, %u)", &row, &column), ==, 2);
  now = find (run, cycle, row, column);
  later = find (run, cycle + steps, late_row, late_column);
  g_assert_cmpint (later.reason, ==, SYSTOLE_REASON_BUSY);
  if (dataflow == SYSTOLE_DATAFLOW_WS)
    g_assert_cmpuint (later.m, ==, now.m);
  else if (dataflow == SYSTOLE_DATAFLOW_IS)
    g_assert_cmpuint (later.n, ==, now.n);
  else
    g_assert_cmpuint (later.k, ==, now.k);
}

/* Of every pair of every cycle the sentence is that of what the two do. */
static void
test_causes (void)
{
  static const char *const machines[] = { "array:rows=3,cols=3,dataflow=os", "array:rows=3,cols=3,dataflow=ws", "array:rows=3,cols=3,dataflow=is" };
  guint n_lags = 0, n_diagonals = 0, n_idle = 0;

  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    {
      g_autoptr (SystoleRun) run = paint_fixture_run (machines[i], 4, 5, 4, SYSTOLE_FORMAT_INT8);

      for (guint64 cycle = 0; cycle < systole_run_get_n_cycles (run); cycle++)
        for (guint pair = 0; pair < 81; pair++)
          {
            SystoleTarget a = pe (pair % 3, pair / 3 % 3), b = pe (pair / 9 % 3, pair / 27);
            SystoleArrayCell first = find (run, cycle, a.row, a.column), second = find (run, cycle, b.row, b.column);
            g_autofree char *words = NULL;
            SystoleLanePaint lane;

            init_lane (&lane, run, cycle);
            words = systole_pin_explain (&lane, &a, &lane, &b);
            g_assert_nonnull (words);
            g_assert_cmpint (strstr (words, "Neither works") != NULL, ==, first.reason != SYSTOLE_REASON_BUSY && second.reason != SYSTOLE_REASON_BUSY);
            g_assert_cmpint (g_str_has_prefix (words, "Both"), ==, first.reason == SYSTOLE_REASON_BUSY && second.reason == SYSTOLE_REASON_BUSY);
            n_diagonals += strstr (words, "diagonal") != NULL;
            n_idle += strstr (words, "does not: ") != NULL;
            if (strstr (words, "behind") == NULL)
              continue;
            check_lag (run, systole_run_get_dataflow (run), cycle, words);
            n_lags++;
          }
    }
  g_assert_cmpuint (n_lags, >, 0);
  g_assert_cmpuint (n_diagonals, >, 0);
  g_assert_cmpuint (n_idle, >, 0);
}

/* Inside an SM: warps, sub-cores and multipliers; of two lanes with their letters. */
static void
test_sm (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run ("sm:sub-cores=4,tensor=4x4,warps=8", 8, 8, 8, SYSTOLE_FORMAT_INT8);
  SystoleTarget first = { SYSTOLE_TARGET_WARP, 0, 0, 0, 0, SYSTOLE_LEVEL_CHIP }, second = { SYSTOLE_TARGET_WARP, 0, 0, 1, 0, SYSTOLE_LEVEL_CHIP };
  guint n_apart = 0;

  for (guint64 cycle = 0; cycle < MIN (systole_run_get_n_cycles (run), 400); cycle++)
    {
      SystoleLanePaint lane, other;
      g_autofree char *words = NULL, *apart = NULL;

      init_lane (&lane, run, cycle);
      init_lane (&other, run, cycle);
      other.letter = 'B';
      words = systole_pin_explain (&lane, &first, &lane, &second);
      apart = systole_pin_explain (&lane, &first, &other, &second);
      g_assert_nonnull (words);
      g_assert_null (strstr (words, "B, "));
      n_apart += strstr (apart, "B, Warp 1") != NULL;
    }
  g_assert_cmpuint (n_apart, >, 0);
}

int
main (int argc, char **argv)
{
  paint_fixture_init (&argc, &argv);
  g_test_add_func ("/pins/busy", test_busy);
  g_test_add_func ("/pins/equal", test_equal);
  g_test_add_func ("/pins/rows", test_rows);
  g_test_add_func ("/pins/causes", test_causes);
  g_test_add_func ("/pins/sm", test_sm);
  return g_test_run ();
}
