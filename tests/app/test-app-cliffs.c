/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/app-fixture.h"

#include "app/cliff-text.h"
#include "app/library.h"

/* Cliffs of a scenario of the library, and what is said of them. */

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  *(SystoleCliffs **) data = systole_cliffs_find_finish (result, NULL);
}

static SystoleCliffs *
find (const char *name)
{
  g_autoptr (SystoleScenario) scenario = systole_library_load_scenario (name, NULL);
  SystoleCliffs *cliffs = NULL;

  systole_cliffs_find_async (scenario, systole_data_get_catalogue (), NULL, found_cb, &cliffs);
  wait_until (cliffs != NULL);
  return cliffs;
}

static void
assert_hint (const SystoleCliffs *cliffs, guint dim, guint index, SystoleCliffHintKind kind, guint64 value, const char *text)
{
  SystoleCliffHint hints[SYSTOLE_CLIFF_MAX_HINTS] = { 0 };
  guint n = systole_cliff_text_make (cliffs, dim, "X", hints);

  g_assert_cmpuint (index, <, n);
  g_assert_cmpstr (hints[index].text, ==, text);
  g_assert_cmpint (hints[index].kind, ==, kind);
  g_assert_cmpuint (hints[index].value, ==, value);
  for (guint i = 0; i < n; i++)
    g_free (hints[i].text);
}

static void
test_welcome (void)
{
  g_autofree SystoleCliffs *cliffs = find ("welcome");

  g_assert_cmpuint (cliffs->n_lanes, ==, 2);
  assert_hint (cliffs, SYSTOLE_GEMM_M, 0, SYSTOLE_CLIFF_ADVICE, 16, "X 8 → 16: twice the work, only 8 cycles more on A.");
  assert_hint (cliffs, SYSTOLE_GEMM_K, 0, SYSTOLE_CLIFF_EDGE, 0, "At an edge. One more: A costs 30 cycles (100\u00a0%), B costs 11 cycles (30.6\u00a0%).");
}

/* 12 folds of 256 columns, 3 waves of 132 tiles of 128 × 256: the edges can be told by hand. */
static void
test_waves (void)
{
  g_autofree SystoleCliffs *cliffs = find ("waves");
  const SystoleCliff *n = &cliffs->cliffs[SYSTOLE_GEMM_N];

  g_assert_cmpuint (n->value, ==, 3000);
  g_assert_cmpuint (n->lower.value, ==, 2816);
  g_assert_cmpint (n->lower.change[0], ==, -24576);
  g_assert_cmpint (n->lower.change[1], <, 0);
  /* The twelfth fold has room for 72 columns more. */
  g_assert_cmpuint (n->room.value, ==, 3072);
  g_assert_cmpint (n->room.change[0], ==, 0);
  g_assert_cmpint (n->beyond.change[0], ==, 24576);
  g_assert_cmpuint (cliffs->cliffs[SYSTOLE_GEMM_K].room.value, ==, 2048);
  g_assert_cmpint (cliffs->cliffs[SYSTOLE_GEMM_K].beyond.change[0], ==, 36864);
}

/* One machine has no letter. */
static void
test_alone (void)
{
  SystoleCliffs cliffs = { .alone = TRUE, .n_lanes = 1, .found = { TRUE } };
  SystoleCliffHint hints[SYSTOLE_CLIFF_MAX_HINTS];

  cliffs.cliffs[0] = (SystoleCliff){ .value = 100, .n_lanes = 1, .runs = { TRUE }, .cycles = { 1000 } };
  cliffs.cliffs[0].lower = (SystoleCliffPlace){ TRUE, 96, { -250 } };
  cliffs.cliffs[0].room = (SystoleCliffPlace){ TRUE, 100, { 0 } };
  cliffs.cliffs[0].beyond = (SystoleCliffPlace){ TRUE, 101, { 250 } };
  assert_hint (&cliffs, 0, 0, SYSTOLE_CLIFF_ADVICE, 96, "−4 to 96 saves 250 cycles (25\u00a0%).");
  assert_hint (&cliffs, 0, 1, SYSTOLE_CLIFF_EDGE, 0, "At an edge. One more costs 250 cycles (25\u00a0%).");
  cliffs.cliffs[0].room.value = 104;
  assert_hint (&cliffs, 0, 1, SYSTOLE_CLIFF_ROOM, 104, "+4 to 104 costs nothing.");
  cliffs.cliffs[0].room.change[0] = 3;
  assert_hint (&cliffs, 0, 1, SYSTOLE_CLIFF_ROOM, 104, "No jump up to 104; one more costs 250 cycles (25\u00a0%).");
  cliffs.cliffs[0].room = (SystoleCliffPlace){ TRUE, 100, { 0 } };
  cliffs.cliffs[0].lower.found = FALSE;
  cliffs.cliffs[0].doubled = (SystoleCliffPlace){ TRUE, 200, { 0 } };
  assert_hint (&cliffs, 0, 0, SYSTOLE_CLIFF_ADVICE, 200, "X 100 → 200: twice the work in no more time.");
  /* An edge too low to be told is none. */
  cliffs.cliffs[0].doubled.found = FALSE;
  cliffs.cliffs[0].beyond.change[0] = 5;
  g_assert_cmpuint (systole_cliff_text_make (&cliffs, 0, "X", hints), ==, 0);
  cliffs.cliffs[0].room = (SystoleCliffPlace){ TRUE, 120, { 100 } };
  g_assert_cmpuint (systole_cliff_text_make (&cliffs, 0, "X", hints), ==, 0);
  cliffs.cliffs[0].lower.found = TRUE;
  cliffs.cliffs[0].room = (SystoleCliffPlace){ TRUE, 100, { 0 } };
  cliffs.cliffs[0].beyond.change[0] = 250;
  /* Nothing is advised that saves no more than the work that it gives up. */
  cliffs.cliffs[0].lower.change[0] = -40;
  assert_hint (&cliffs, 0, 0, SYSTOLE_CLIFF_EDGE, 0, "At an edge. One more costs 250 cycles (25\u00a0%).");
}

static void
test_cancel (void)
{
  g_autoptr (SystoleScenario) scenario = systole_library_load_scenario ("t4-or-tpu", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  SystoleCliffs *cliffs = GUINT_TO_POINTER (1);

  systole_cliffs_find_async (scenario, systole_data_get_catalogue (), cancellable, found_cb, &cliffs);
  g_cancellable_cancel (cancellable);
  wait_until (cliffs == NULL);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cliffs/welcome", test_welcome);
  g_test_add_func ("/cliffs/waves", test_waves);
  g_test_add_func ("/cliffs/alone", test_alone);
  g_test_add_func ("/cliffs/cancel", test_cancel);
  return g_test_run ();
}
