/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hand-run.h"
#include "lane-checks.h"
#include "paint-fixture.h"

#include <string.h>

static void
init_lane (SystoleLanePaint *lane, const SystoleRun *run, SystoleLevel level, guint64 cycle)
{
  systole_lane_paint_init (lane);
  lane->run = run;
  lane->camera.level = level;
  lane->cycle = cycle;
  lane->width = 372;
  lane->height = 566;
}

static void
test_labels (void)
{
  static const guint units[] = { 1, 4, 40, 132, 1000 };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    for (guint64 cycle = 0; cycle < 36; cycle += 17)
      {
        g_autoptr (SystoleRun) run = hand_run_new_gpu (units[i], 8, 4, 4, 2);
        SystoleLanePaint lane;

        init_lane (&lane, run, SYSTOLE_LEVEL_CHIP, cycle);
        lane_check_labels (&lane);
        init_lane (&lane, run, SYSTOLE_LEVEL_CORE, cycle);
        lane_check_labels (&lane);
      }
}

static void
test_targets (void)
{
  g_autoptr (SystoleRun) run = hand_run_new_gpu (132, 8, 4, 4, 2);
  SystoleLanePaint lane;

  init_lane (&lane, run, SYSTOLE_LEVEL_CHIP, 30);
  g_assert_cmpuint (lane_check_targets (&lane, SYSTOLE_TARGET_UNIT), ==, 132);
  g_assert_cmpuint (lane_check_targets (&lane, SYSTOLE_TARGET_MEMORY), ==, 2);
  lane_check_words (&lane);
}

static void
test_words (void)
{
  g_autoptr (SystoleRun) run = hand_run_new_gpu (132, 8, 4, 4, 2);
  g_autofree char *full = NULL;
  g_autofree char *tail = NULL;
  SystoleLanePaint lane;

  init_lane (&lane, run, SYSTOLE_LEVEL_CHIP, 3);
  full = systole_lane_describe (&lane);
  g_assert_nonnull (strstr (full, "132 of 132 × SM work."));
  lane.cycle = 30;
  tail = systole_lane_describe (&lane);
  g_assert_nonnull (strstr (tail, "26 of 132 × SM work."));
  g_assert_nonnull (strstr (tail, "106 are idle: no tile left for this unit."));
}

/* Who zooms into a unit still reads of it what stood there before. */
static void
test_inside (void)
{
  g_autoptr (SystoleRun) run = hand_run_new_gpu (132, 8, 4, 4, 2);
  SystoleTarget target = SYSTOLE_TARGET_INIT;
  SystoleLanePaint lane;
  g_autofree char *outside = NULL;
  g_autofree char *inside = NULL;
  g_autofree char *why_outside = NULL;
  g_autofree char *why_inside = NULL;

  target.kind = SYSTOLE_TARGET_UNIT;
  target.unit = 7;
  init_lane (&lane, run, SYSTOLE_LEVEL_CHIP, 3);
  outside = systole_lane_explain (&lane, &target, NULL, &why_outside);
  g_assert_nonnull (strstr (outside, "7"));
  lane.camera.level = SYSTOLE_LEVEL_SM;
  lane.camera.unit = 7;
  inside = systole_lane_explain (&lane, &target, NULL, &why_inside);
  g_assert_cmpstr (inside, ==, outside);
  g_assert_cmpstr (why_inside, ==, why_outside);
}

/* What a core is drawn for takes the room that it has. */
static void
test_core_cells (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run ("google-tpu-v6e", 512, 512, 512, SYSTOLE_FORMAT_BF16);
  SystoleTarget target = SYSTOLE_TARGET_INIT;
  double x[2], y, width, height;
  SystoleLanePaint lane;

  init_lane (&lane, run, SYSTOLE_LEVEL_CORE, 100);
  lane.width = 960;
  lane.height = 720;
  target.kind = SYSTOLE_TARGET_UNIT;
  for (guint i = 0; i < 2; i++)
    {
      target.unit = i;
      g_assert_true (systole_lane_locate (&lane, &target, &x[i], &y, &width, &height));
    }
  g_assert_cmpfloat (width, >, 250);
  /* as far from the left edge as from the right one */
  g_assert_cmpfloat_with_epsilon (x[0], 960 - (x[1] + width), 2);
}

/* Texts below the heading of the picture over time that are @text. */
static guint
count_in_waves (SystoleLanePaint *lane, const char *text, gboolean *headed)
{
  g_autoptr (GArray) labels = systole_labels_new ();
  double top = G_MAXDOUBLE;
  guint n = 0;

  lane->width = 960;
  lane->height = 720;
  lane->style.labels = labels;
  cairo_surface_destroy (paint_fixture_render (lane, 1));
  lane->style.labels = NULL;
  for (guint i = 0; i < labels->len; i++)
    if (g_str_has_suffix (g_array_index (labels, SystoleLabel, i).text, " has work when"))
      top = g_array_index (labels, SystoleLabel, i).y;
  *headed = top < G_MAXDOUBLE;
  for (guint i = 0; i < labels->len; i++)
    n += g_array_index (labels, SystoleLabel, i).y > top && strcmp (g_array_index (labels, SystoleLabel, i).text, text) == 0;
  return n;
}

/* Who has a tile and waits for its bytes is not drawn as one at work. */
static void
test_waiting (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run_op ("nvidia-a100-sxm-80", "add:m=4096,n=4096,dtype=fp32", SYSTOLE_FORMAT_FP32);
  SystoleLanePaint lane;
  gboolean headed;

  init_lane (&lane, run, SYSTOLE_LEVEL_CHIP, systole_run_get_n_cycles (run) / 2);
  g_assert_cmpuint (count_in_waves (&lane, "M", &headed), >=, 1);
  g_assert_true (headed);
}

/* The time after the last unit's work is no wave. */
static void
test_end (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run_op ("cpu-epyc-9654", "gemm:m=512,n=512,k=512,dtype=bf16", SYSTOLE_FORMAT_BF16);
  SystoleLanePaint lane;
  gboolean headed;

  init_lane (&lane, run, SYSTOLE_LEVEL_CHIP, systole_run_get_n_cycles (run) / 2);
  g_assert_cmpuint (count_in_waves (&lane, "B", &headed), ==, 1); /* the last ones are waited for */
  g_assert_true (headed);
}

/* The playhead covers the words of no wave, least of all of its own. */
static void
test_current_wave (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run ("nvidia-h100-sxm", 6144, 6144, 512, SYSTOLE_FORMAT_FP16);
  guint64 n = systole_run_get_n_cycles (run);
  SystoleLanePaint lane;
  gboolean headed;

  for (guint i = 0; i < 40; i++)
    {
      init_lane (&lane, run, SYSTOLE_LEVEL_CHIP, n * i / 40);
      g_assert_cmpuint (count_in_waves (&lane, "wave 2", &headed), ==, 1);
    }
}

int
main (int argc, char **argv)
{
  paint_fixture_init (&argc, &argv);
  g_test_add_func ("/chip-painter/labels", test_labels);
  g_test_add_func ("/chip-painter/targets", test_targets);
  g_test_add_func ("/chip-painter/words", test_words);
  g_test_add_func ("/chip-painter/inside", test_inside);
  g_test_add_func ("/chip-painter/core-cells", test_core_cells);
  g_test_add_func ("/chip-painter/waiting", test_waiting);
  g_test_add_func ("/chip-painter/end", test_end);
  g_test_add_func ("/chip-painter/current-wave", test_current_wave);
  return g_test_run ();
}
