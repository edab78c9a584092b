/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/app-fixture.h"

#include "app/fairness.h"
#include "app/library.h"

/* Under which conditions the machines of a scenario are compared. */

static void
judge (const SystoleScenario *scenario, SystoleFairness *out)
{
  g_assert_true (systole_fairness_judge (scenario, systole_data_get_catalogue (), 4, out));
}

/* Both bare, both on the chip: only the clocks differ, and that is what is compared. */
static void
test_equal (void)
{
  g_autoptr (SystoleScenario) scenario = systole_library_load_scenario ("welcome", NULL);
  SystoleFairness fairness;

  judge (scenario, &fairness);
  g_assert_true (fairness.fair);
  g_assert_cmpstr (fairness.brief, ==, "Equal conditions: int8 → int32, operands already on the chip");
  g_assert_cmpstr (fairness.detail, ==, "Their clocks differ, so equal cycles are not equal times: A 700\u00a0MHz; B 1.41\u00a0GHz.");
  systole_fairness_clear (&fairness);
}

/* One difference is told in the strip itself; lanes that agree stand together. */
static void
test_format (void)
{
  g_autoptr (SystoleScenario) scenario = systole_library_load_scenario ("t4-or-tpu", NULL);
  SystoleFairness fairness;

  judge (scenario, &fairness);
  g_assert_false (fairness.fair);
  g_assert_cmpstr (fairness.brief, ==, "They compute in different number formats: A fp16 → fp32; B, C bf16 → fp32.");
  g_assert_cmpstr (fairness.detail, ==, fairness.brief);
  systole_fairness_clear (&fairness);
}

static void
test_several (void)
{
  g_autoptr (SystoleScenario) scenario = systole_library_load_scenario ("waves", NULL);
  SystoleFairness fairness;

  judge (scenario, &fairness);
  g_assert_false (fairness.fair);
  g_assert_true (g_str_has_prefix (fairness.brief, "Unequal conditions: "));
  g_assert_nonnull (strstr (fairness.detail, "A one unit, without memory and launch; B a whole chip"));
  systole_fairness_clear (&fairness);
}

/* Another size is another work, whatever else is equal. */
static void
test_work (void)
{
  g_autoptr (SystoleScenario) scenario = systole_library_load_scenario ("welcome", NULL);
  g_autoptr (SystoleScenario) changed = systole_scenario_copy (scenario);
  SystoleOp op = *systole_scenario_get_lane_op (changed, 1);
  SystoleFairness fairness;

  op.dims[SYSTOLE_GEMM_K] = 9;
  g_strlcpy (op.id, "other", sizeof op.id);
  g_array_append_val (changed->ops, op);
  g_free (systole_scenario_get_lane (changed, 1)->op);
  systole_scenario_get_lane (changed, 1)->op = g_strdup ("other");
  judge (changed, &fairness);
  g_assert_false (fairness.fair);
  g_assert_cmpstr (fairness.brief, ==, "They do not do the same work: A Matrix product K = 8; B Matrix product K = 9.");
  systole_fairness_clear (&fairness);
}

/* One kernel or three: the way is what is compared, and named apart. */
static void
test_way (void)
{
  g_autoptr (SystoleScenario) scenario = systole_library_load_scenario ("fused-attention", NULL);
  SystoleFairness fairness;

  judge (scenario, &fairness);
  g_assert_true (fairness.fair);
  systole_fairness_clear (&fairness);
}

/* The same GPU on its lanes and on its tensor cores is fair, and said. */
static void
test_units (void)
{
  g_autoptr (SystoleScenario) scenario = systole_library_load_scenario ("tensor-cores", NULL);
  SystoleFairness fairness;

  judge (scenario, &fairness);
  g_assert_true (fairness.fair);
  g_assert_cmpstr (fairness.detail, ==, "One was told what to multiply with: A vector lanes, though it has matrix units; B as the engine chooses.");
  systole_fairness_clear (&fairness);
}

static void
test_alone (void)
{
  g_autoptr (SystoleScenario) scenario = systole_scenario_new ();
  SystoleFairness fairness;

  g_assert_false (systole_fairness_judge (scenario, systole_data_get_catalogue (), 4, &fairness));
  g_assert_null (fairness.brief);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fairness/equal", test_equal);
  g_test_add_func ("/fairness/format", test_format);
  g_test_add_func ("/fairness/several", test_several);
  g_test_add_func ("/fairness/work", test_work);
  g_test_add_func ("/fairness/way", test_way);
  g_test_add_func ("/fairness/units", test_units);
  g_test_add_func ("/fairness/alone", test_alone);
  return g_test_run ();
}
