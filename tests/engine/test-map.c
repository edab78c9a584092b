/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "engine/run/map.h"
#include "tests/engine/engine-fixture.h"

/* Who is faster where, on times whose answer is known and on real runs. */

static const guint64 sizes[] = { 1, 2, 4, 8, 16, 32, 64, 128, 256 };

typedef struct
{
  guint calls;
  guint stop_after; /* 0: never */
} Asked;

/* Lane 0 costs 16 s whatever the size; lane 1 costs x s; lane 2 runs below x = 4 only. */
static gboolean
lines (gpointer data, guint lane, guint64 x, guint64 y, SystoleMapCell *out)
{
  Asked *asked = data;

  if (++asked->calls == asked->stop_after)
    return FALSE;
  if (lane == 2 && x >= 4)
    return TRUE;
  out->seconds = lane == 0 ? 16 : lane == 1 ? (double) x
                                            : 1e-3;
  out->known_pct = lane < 2 && y >= 16 ? 100 : -1; /* ln 2 each: together a factor of 2.66 */
  out->bound = "compute";
  return TRUE;
}

static void
test_winners (void)
{
  Asked asked = { 0 };
  g_autoptr (SystoleMap) map = systole_map_new (sizes, 9, sizes, 9, 2);
  guint winner;
  double factor, shares[SYSTOLE_MAP_MAX_LANES], undecided;

  g_assert_true (systole_map_fill (map, 1, lines, &asked, NULL, NULL));
  g_assert_cmpuint (asked.calls, ==, 9 * 9 * 2);
  g_assert_cmpint (systole_map_judge (map, 0, 0, &winner, &factor), ==, SYSTOLE_MAP_FASTER);
  g_assert_cmpuint (winner, ==, 1);
  g_assert_cmpfloat_with_epsilon (factor, 16, 1e-9);
  g_assert_cmpfloat_with_epsilon (systole_map_get_lead (map, 0, 0, 0), -log (16), 1e-12);
  g_assert_cmpint (systole_map_judge (map, 4, 0, &winner, &factor), ==, SYSTOLE_MAP_EVEN);
  g_assert_cmpint (systole_map_judge (map, 5, 0, &winner, &factor), ==, SYSTOLE_MAP_FASTER);
  g_assert_cmpuint (winner, ==, 0);
  g_assert_cmpint (systole_map_judge (map, 5, 8, &winner, &factor), ==, SYSTOLE_MAP_CLOSE);
  g_assert_cmpint (systole_map_judge (map, 6, 8, &winner, &factor), ==, SYSTOLE_MAP_FASTER);
  g_assert_true (isnan (systole_map_get_error (map, 0, 0)));
  g_assert_cmpfloat_with_epsilon (systole_map_get_error (map, 0, 8), M_SQRT2 * M_LN2, 1e-12);
  systole_map_count (map, shares, &undecided);
  g_assert_cmpfloat_with_epsilon (shares[0] + shares[1] + undecided, 1, 1e-9);
  /* Nine columns: 4 are lane 1's, 1 is even, 4 lane 0's; five rows have the error, and there both lose one column. */
  g_assert_cmpfloat_with_epsilon (shares[0], (4 * 9 - 5) / 81.0, 1e-9);
}

static void
test_one_alone (void)
{
  Asked asked = { 0 };
  g_autoptr (SystoleMap) map = systole_map_new (sizes, 9, sizes, 2, 3);
  g_autoptr (SystoleMap) single = systole_map_new (sizes, 9, sizes, 2, 1);
  guint winner;
  double factor;

  g_assert_true (systole_map_fill (map, 1, lines, &asked, NULL, NULL));
  g_assert_cmpint (systole_map_judge (map, 0, 0, &winner, &factor), ==, SYSTOLE_MAP_FASTER);
  g_assert_cmpuint (winner, ==, 2);
  g_assert_true (isnan (systole_map_get_lead (map, 2, 5, 0)));
  g_assert_cmpint (systole_map_judge (map, 5, 0, &winner, &factor), ==, SYSTOLE_MAP_FASTER);
  g_assert_cmpuint (winner, ==, 0);
  g_assert_true (systole_map_fill (single, 1, lines, &asked, NULL, NULL));
  g_assert_cmpint (systole_map_judge (single, 0, 0, &winner, &factor), ==, SYSTOLE_MAP_NONE);
}

/* Coarse first: a finer pass asks only for what is new, and gives what one pass gives. */
static void
test_refining (void)
{
  Asked asked = { 0 }, whole = { 0 };
  g_autoptr (SystoleMap) map = systole_map_new (sizes, 8, sizes, 8, 2);
  g_autoptr (SystoleMap) once = systole_map_new (sizes, 8, sizes, 8, 2);
  g_autoptr (SystoleMap) thin = NULL;

  g_assert_null (systole_map_thin (map));
  g_assert_true (systole_map_fill (map, 4, lines, &asked, NULL, NULL));
  g_assert_cmpuint (asked.calls, ==, 3 * 3 * 2); /* 0, 4 and the last */
  thin = systole_map_thin (map);
  g_assert_cmpuint (thin->n_x, ==, 3);
  g_assert_cmpuint (thin->x[1], ==, 16);
  g_assert_cmpuint (thin->x[2], ==, 128);
  g_assert_true (systole_map_fill (map, 2, lines, &asked, NULL, NULL));
  g_assert_true (systole_map_fill (map, 1, lines, &asked, NULL, NULL));
  g_assert_cmpuint (asked.calls, ==, 8 * 8 * 2);
  g_assert_true (systole_map_fill (once, 1, lines, &whole, NULL, NULL));
  g_assert_cmpmem (map->lead, 2 * 64 * sizeof (double), once->lead, 2 * 64 * sizeof (double));
}

/* The mean goes a third of an octave to each side, so over 80, 96 and 112, not 64 or 128. */
static void
test_mean (void)
{
  static const guint64 quarters[] = { 64, 80, 96, 112, 128 }, one[] = { 1 };
  Asked asked = { 0 };
  g_autoptr (SystoleMap) map = systole_map_new (quarters, 5, one, 1, 2);

  g_assert_true (systole_map_fill (map, 1, lines, &asked, NULL, NULL));
  g_assert_cmpfloat_with_epsilon (systole_map_get_lead (map, 0, 2, 0), log (pow (80.0 * 96 * 112, 1.0 / 3) / 16), 1e-12);
}

static gboolean
refuse (double fraction, gpointer data)
{
  return FALSE;
}

static void
test_cancel (void)
{
  Asked asked = { 0, 7 };
  g_autoptr (SystoleMap) map = systole_map_new (sizes, 9, sizes, 9, 2);

  g_assert_false (systole_map_fill (map, 1, lines, &asked, NULL, NULL));
  g_assert_cmpuint (asked.calls, ==, 7);
  g_assert_cmpuint (map->stride, ==, 0);
  g_assert_false (systole_map_fill (map, 1, lines, &asked, refuse, NULL));
  g_assert_cmpuint (asked.calls, ==, 7);
}

static void
test_run (void)
{
  g_autoptr (SystoleCatalogue) catalogue = fixture_catalogue ();
  g_autoptr (SystoleRun) run = fixture_run (catalogue, "gemm:m=256,n=2048,k=2048", "nvidia-a100-sxm-80");
  SystoleMapCell cell = { 0 };

  systole_map_set_cell (&cell, run);
  g_assert_cmpfloat (cell.seconds, ==, systole_run_get_seconds (run));
  g_assert_cmpfloat (cell.known_pct, >, 0);
  g_assert_cmpstr (cell.bound, ==, systole_run_get_bound (run));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/map/winners", test_winners);
  g_test_add_func ("/map/one-alone", test_one_alone);
  g_test_add_func ("/map/refining", test_refining);
  g_test_add_func ("/map/mean", test_mean);
  g_test_add_func ("/map/cancel", test_cancel);
  g_test_add_func ("/map/run", test_run);
  return g_test_run ();
}
