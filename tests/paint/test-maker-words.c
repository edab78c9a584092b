/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint-fixture.h"

#include "engine/machine/maker.h"
#include "label-checks.h"
#include "widgets/memory-painter.h"
#include "widgets/metric-rows.h"
#include "widgets/state-rows.h"
#include "widgets/waterfall-painter.h"

#include <string.h>

/*
 * A picture of a GPU that NVIDIA does not make has no word of NVIDIA's, neither painted, nor told, nor
 * in the table of states and of numbers; in the language that LANGUAGE names.
 */

typedef struct
{
  const char *name, *machine, *op;
  SystoleFormat format;
  const char *expected; /* a word of the maker that is said in every language */
  gboolean cpu;         /* whose cores take items in rounds: no wave, no SM */
} Scene;

static const Scene scenes[] = {
  { "amd-product", "amd-mi300x", "gemm:m=3072,n=3000,k=2048", SYSTOLE_FORMAT_BF16, "LDS" },
  { "amd-lanes", "amd-vega-fe", "gemm:m=1024,n=1024,k=512", SYSTOLE_FORMAT_FP32, "LDS" },
  { "amd-attention", "amd-mi210", "attention:b=4,sq=512,skv=512,hq=8,hkv=8,d=64", SYSTOLE_FORMAT_FP16, "CU" },
  { "amd-softmax", "amd-mi300x", "softmax:m=4096,n=1024", SYSTOLE_FORMAT_FP16, "CU" },
  { "amd-stencil", "amd-mi210", "stencil:x=256,y=256,z=256", SYSTOLE_FORMAT_FP64, "CU" },
  { "cpu-product", "cpu-epyc-9654", "gemm:m=3072,n=3000,k=2048", SYSTOLE_FORMAT_BF16, "L2", TRUE },
  { "cpu-stencil", "cpu-epyc-9654", "stencil:x=256,y=256,z=256", SYSTOLE_FORMAT_FP64, "L2", TRUE },
  { "intel-product", "intel-arc-pro-b60", "gemm:m=3072,n=3000,k=2048", SYSTOLE_FORMAT_BF16, "SLM" },
};

static GRegex *foreign, *of_gpus;

static void
check (const Scene *scene, const char *where, const char *text, gboolean *expected)
{
  if (text == NULL)
    return;
  *expected = *expected || strstr (text, scene->expected) != NULL;
  if (!g_regex_match (scene->cpu ? of_gpus : foreign, text, 0, NULL))
    return;
  g_test_message ("%s, %s: “%s”", scene->name, where, text);
  g_test_fail ();
}

static void
check_targets (const Scene *scene, const SystoleLanePaint *lane, gboolean *found)
{
  static const SystoleTargetKind kinds[] = { SYSTOLE_TARGET_UNIT, SYSTOLE_TARGET_SUB_CORE, SYSTOLE_TARGET_WARP, SYSTOLE_TARGET_STAGE, SYSTOLE_TARGET_COPY, SYSTOLE_TARGET_MULTIPLIER, SYSTOLE_TARGET_MEMORY, SYSTOLE_TARGET_ENGINE, SYSTOLE_TARGET_LEVEL };

  for (guint i = 0; i < G_N_ELEMENTS (kinds) - (scene->cpu ? 1 : 0); i++) /* a CPU has no level of that name */
    for (guint number = 0; number < 2; number++)
      {
        SystoleTarget target = { kinds[i], 0, 0, number, 0, SYSTOLE_LEVEL_SM };
        g_autoptr (GArray) facts = NULL;
        g_autofree char *sentence = NULL, *title = systole_lane_explain (lane, &target, &facts, &sentence);

        check (scene, "title of a target", title, found);
        check (scene, "sentence of a target", sentence, found);
        for (guint f = 0; facts != NULL && f < facts->len; f++)
          {
            check (scene, "fact", g_array_index (facts, SystoleFact, f).name, found);
            check (scene, "fact", g_array_index (facts, SystoleFact, f).value, found);
          }
      }
}

static void
check_lane (const Scene *scene, SystoleLanePaint *lane, gboolean *found)
{
  g_autoptr (GArray) labels = systole_labels_new ();
  g_autofree char *words = NULL;
  cairo_surface_t *surface;

  lane->style.labels = labels;
  surface = paint_fixture_render (lane, 1);
  cairo_surface_destroy (surface);
  g_assert_cmpuint (labels->len, >, 0);
  for (guint i = 0; i < labels->len; i++)
    check (scene, systole_level_get_id (lane->camera.level), g_array_index (labels, SystoleLabel, i).text, found);
  lane->style.labels = NULL;
  words = systole_lane_describe (lane);
  check (scene, "described", words, found);
  check_targets (scene, lane, found);
}

static void
check_states (const Scene *scene, SystoleStateRows *rows, SystoleRun *run, guint64 cycle, const SystoleCamera *camera, gboolean *found)
{
  systole_state_rows_set (rows, run, cycle, camera);
  for (guint column = 0; column < systole_state_rows_get_n_columns (rows); column++)
    {
      check (scene, "heading", systole_state_rows_get_title (rows, column), found);
      for (guint row = 0; row < MIN (systole_state_rows_get_n_rows (rows), 64); row++)
        {
          g_autofree char *text = systole_state_rows_get_text (rows, row, column), *why = systole_state_rows_get_why (rows, row);

          check (scene, "state", text, found);
          check (scene, "reason", why, found);
        }
    }
}

/* What is said of the whole run. */
static void
check_run (const Scene *scene, SystoleRun *run, gboolean *found)
{
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (SystoleMetric));
  SystoleMemoryPaint memory = { .run = run, .letter = 'A', .width = 600 };
  g_autofree char *machine = systole_run_describe_machine (run), *mapping = systole_run_describe_mapping (run), *memories = NULL;

  systole_paint_style_init (&memory.style, SYSTOLE_SCHEME_LIGHT);
  memories = systole_memory_describe (&memory);
  check (scene, "machine", machine, found);
  check (scene, "mapping", mapping, found);
  check (scene, "memories", memories, found);
  systole_metrics_collect (&run, 1, metrics);
  for (guint i = 0; i < metrics->len; i++)
    {
      const SystoleMetric *metric = &g_array_index (metrics, SystoleMetric, i);
      g_autofree char *title = systole_metric_get_title (metric), *explained = systole_metric_explain (metric, &run, 1);

      check (scene, "number", title, found);
      check (scene, "explained", explained, found);
    }
}

static void
test_scene (gconstpointer data)
{
  const Scene *scene = data;
  g_autoptr (SystoleRun) run = paint_fixture_run_op (scene->machine, scene->op, scene->format);
  g_autoptr (SystoleLaneCache) cache = systole_lane_cache_new ();
  g_autoptr (SystoleStateRows) rows = systole_state_rows_new ();
  SystoleLevel levels[SYSTOLE_N_LEVELS];
  guint n = systole_run_get_levels (run, levels, SYSTOLE_N_LEVELS);
  gboolean found = FALSE;
  SystoleLanePaint lane;

  systole_lane_paint_init (&lane);
  systole_camera_init (&lane.camera, run);
  lane.run = run;
  lane.cache = cache;
  lane.width = 1200;
  lane.height = 800;
  for (guint part = 0; part <= 16; part++)
    {
      g_autofree char *caption = NULL;

      lane.cycle = (systole_run_get_n_cycles (run) - 1) * part / 16;
      caption = systole_run_describe_cycle (run, lane.cycle);
      check (scene, "caption", caption, &found);
      for (guint i = 0; i < n && part % 4 == 1; i++)
        {
          lane.camera.level = levels[i];
          check_lane (scene, &lane, &found);
          check_states (scene, rows, run, lane.cycle, &lane.camera, &found);
        }
    }
  if (!scene->cpu) /* the numbers of all families have one title */
    check_run (scene, run, &found);
  g_assert_true (found);
}

/* Texts that may be formats take the same arguments with every maker. */
static char *
conversions (const char *text)
{
  GString *out = g_string_new (NULL);

  for (const char *c = strchr (text, '%'); c != NULL; c = strchr (c + 1, '%'))
    g_string_append_printf (out, "%.2s", c);
  return g_string_free (out, FALSE);
}

static void
test_formats (void)
{
  const char *usual, *usuals, *one, *many;
  guint rows = 0;

  for (; systole_maker_get_words (rows, SYSTOLE_MAKER_USUAL, &usual, &usuals); rows++)
    for (SystoleMaker maker = SYSTOLE_MAKER_AMD; maker < SYSTOLE_N_MAKERS; maker++)
      {
        g_autofree char *wanted = conversions (usuals != NULL ? usuals : usual), *found = NULL;

        g_assert_true (systole_maker_get_words (rows, maker, &one, &many));
        if (one == NULL)
          continue;
        g_assert_true ((usuals != NULL) == (many != NULL));
        found = conversions (many != NULL ? many : one);
        g_assert_cmpstr (found, ==, wanted);
        g_assert_false (g_regex_match (foreign, one, 0, NULL));
        g_assert_cmpstr (systole_maker_choose (maker, usual), ==, one);
        g_assert_cmpstr (systole_maker_choose (SYSTOLE_MAKER_USUAL, usual), ==, usual);
      }
  g_assert_cmpuint (rows, >, 40);
}

int
main (int argc, char **argv)
{
  int result;

  label_checks_init (&argc, &argv);
  foreign = g_regex_new ("\\b(warps?|tensor.cores?|SMs?|shared.memory|sub-?cores?|núcleos? tensorial(es)?|memoria compartida|subnúcleos?)\\b", G_REGEX_CASELESS, 0, NULL);
  of_gpus = g_regex_new ("\\b(wave|waves|warp|SMs?|thread block|tensor cores?|oleadas?|bloques? de hilos|núcleos? tensorial)", G_REGEX_CASELESS, 0, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (scenes); i++)
    {
      g_autofree char *path = g_strdup_printf ("/maker-words/%s", scenes[i].name);

      g_test_add_data_func (path, &scenes[i], test_scene);
    }
  g_test_add_func ("/maker-words/formats", test_formats);
  result = g_test_run ();
  g_regex_unref (foreign);
  g_regex_unref (of_gpus);
  return result;
}
