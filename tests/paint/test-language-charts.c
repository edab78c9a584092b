/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/i18n.h"
#include "label-checks.h"
#include "paint-fixture.h"
#include "widgets/difference-painter.h"
#include "widgets/energy-painter.h"
#include "widgets/map-painter.h"
#include "widgets/memory-painter.h"
#include "widgets/roofline-painter.h"
#include "widgets/waterfall-painter.h"

#include <string.h>
#include <math.h>
/* The pages of Explain in the language that LANGUAGE names; see label-checks.h. */

typedef struct
{
  const char *name;
  const char *machine;
  guint64 m, n, k;
  SystoleFormat format;
} Scene;

static const Scene scenes[] = {
  { "array", "array:rows=8,cols=8,dataflow=ws", 8, 8, 8, SYSTOLE_FORMAT_INT8 },
  { "sm", "sm:", 8, 8, 8, SYSTOLE_FORMAT_INT8 },
  { "largest", "array:rows=1024,cols=1024,dataflow=ws", 4096, 3000, 2000, SYSTOLE_FORMAT_BF16 },
  { "overlapped", "array:rows=256,cols=256,dataflow=ws,timing=overlapped", 3072, 3000, 2048, SYSTOLE_FORMAT_BF16 },
  { "h100", "nvidia-h100-sxm", 3072, 3000, 2048, SYSTOLE_FORMAT_BF16 },
  { "t4", "nvidia-t4", 8192, 8192, 8192, SYSTOLE_FORMAT_FP16 },
  { "tpu-v2", "google-tpu-v2", 8192, 8192, 8192, SYSTOLE_FORMAT_BF16 },
  { "measured", "nvidia-a100-sxm-80", 8192, 8192, 8192, SYSTOLE_FORMAT_FP16 },
  { "tpu-v1", "google-tpu-v1", 1000, 700, 600, SYSTOLE_FORMAT_INT8 },
};

#define PAGES "1024x1700,560x2000"

static void
paint_waterfall (cairo_t *cr, const SystolePaintStyle *style, double width, double height, gpointer data)
{
  SystoleWaterfallPaint *waterfall = data;

  waterfall->style = *style;
  waterfall->width = width;
  systole_waterfall_paint (cr, waterfall);
}

static void
test_waterfall (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (scenes); i++)
    {
      g_autoptr (SystoleRun) run = paint_fixture_run (scenes[i].machine, scenes[i].m, scenes[i].n, scenes[i].k, scenes[i].format);
      SystoleWaterfallPaint waterfall = { .run = run, .letter = 'A', .highlighted = -1 };
      g_autofree char *name = g_strdup_printf ("waterfall-%s", scenes[i].name);

      label_checks_each (name, "SYSTOLE_SHEET_WATERFALLS", PAGES, paint_waterfall, &waterfall);
    }
}

static void
paint_memory (cairo_t *cr, const SystolePaintStyle *style, double width, double height, gpointer data)
{
  SystoleMemoryPaint *memory = data;

  memory->style = *style;
  memory->width = width;
  systole_memory_paint (cr, memory);
}

static void
test_memory (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (scenes); i++)
    {
      g_autoptr (SystoleRun) run = paint_fixture_run (scenes[i].machine, scenes[i].m, scenes[i].n, scenes[i].k, scenes[i].format);
      SystoleMemoryPaint memory = { .run = run, .letter = 'A' };
      g_autofree char *name = g_strdup_printf ("memory-%s", scenes[i].name);

      label_checks_each (name, "SYSTOLE_SHEET_MEMORIES", PAGES, paint_memory, &memory);
    }
}

static void
paint_roofline (cairo_t *cr, const SystolePaintStyle *style, double width, double height, gpointer data)
{
  SystoleRooflinePaint *roofline = data;

  roofline->style = *style;
  roofline->width = width;
  systole_roofline_paint (cr, roofline);
}

static void
test_roofline (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (scenes); i++)
    {
      g_autoptr (SystoleRun) run = paint_fixture_run (scenes[i].machine, scenes[i].m, scenes[i].n, scenes[i].k, scenes[i].format);
      SystoleRooflinePaint roofline = { .runs = { run, run }, .n = 2 };
      g_autofree char *name = g_strdup_printf ("roofline-%s", scenes[i].name);

      label_checks_each (name, "SYSTOLE_SHEET_ROOFLINES", PAGES, paint_roofline, &roofline);
    }
}

static void
paint_energy (cairo_t *cr, const SystolePaintStyle *style, double width, double height, gpointer data)
{
  SystoleEnergyPaint *energy = data;

  energy->style = *style;
  energy->width = width;
  systole_energy_paint (cr, energy);
}

static void
test_energy (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (scenes); i++)
    {
      g_autoptr (SystoleRun) run = paint_fixture_run (scenes[i].machine, scenes[i].m, scenes[i].n, scenes[i].k, scenes[i].format);
      SystoleEnergyPaint energy = { .run = run, .letter = 'A' };
      g_autofree char *name = g_strdup_printf ("energy-%s", scenes[i].name);

      label_checks_each (name, "SYSTOLE_SHEET_ENERGIES", PAGES, paint_energy, &energy);
    }
}

static void
paint_difference (cairo_t *cr, const SystolePaintStyle *style, double width, double height, gpointer data)
{
  SystoleDifferencePaint *difference = data;

  difference->style = *style;
  difference->width = width;
  systole_difference_paint (cr, difference);
}

static void
test_difference (void)
{
  for (guint i = 0; i + 1 < G_N_ELEMENTS (scenes); i++)
    {
      g_autoptr (SystoleRun) a = paint_fixture_run (scenes[i].machine, scenes[i].m, scenes[i].n, scenes[i].k, scenes[i].format);
      g_autoptr (SystoleRun) b = paint_fixture_run (scenes[i + 1].machine, scenes[i].m, scenes[i].n, scenes[i].k, scenes[i + 1].format);
      SystoleDifferencePaint difference = { .a = a, .b = b, .letter_a = 'A', .letter_b = 'B' };
      g_autofree char *name = g_strdup_printf ("difference-%s", scenes[i].name);

      label_checks_each (name, "SYSTOLE_SHEET_DIFFERENCES", PAGES, paint_difference, &difference);
    }
}

static gboolean
run_time (gpointer data, guint lane, guint64 x, guint64 y, SystoleMapCell *out)
{
  const Scene *scene = data;
  g_autoptr (SystoleRun) run = paint_fixture_run (scene[lane].machine, x, y, y, scene[lane].format);

  systole_map_set_cell (out, run);
  return TRUE;
}

static void
paint_map (cairo_t *cr, const SystolePaintStyle *style, double width, double height, gpointer data)
{
  SystoleMapPaint *map = data;

  map->style = *style;
  map->width = width;
  g_assert_cmpfloat (systole_map_get_height (map), <=, height);
  systole_map_paint (cr, map);
}

/* The answer lies between its neighbours on the axis, however far apart the places are that were computed. */
static void
test_answer (const SystoleMapPaint *map)
{
  SystoleMapPaint paint = *map;
  g_autoptr (GArray) labels = systole_labels_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 960, 600);
  cairo_t *cr = cairo_create (surface);
  double at[3] = { 0 };

  systole_paint_style_init (&paint.style, SYSTOLE_SCHEME_LIGHT);
  paint.style.labels = labels;
  paint.width = 960;
  systole_map_paint (cr, &paint);
  for (guint i = 0; i < labels->len; i++)
    {
      const SystoleLabel *label = &g_array_index (labels, SystoleLabel, i);
      guint which = strcmp (label->text, "16") == 0 ? 0 : strcmp (label->text, "33") == 0 ? 1
                                                                                          : 2;

      if (which < 2 || strcmp (label->text, "64") == 0)
        at[which] = label->x + label->width / 2;
    }
  g_assert_cmpfloat (at[0], >, 0);
  g_assert_cmpfloat (at[0], <, at[2]);
  g_assert_cmpfloat (fabs (at[1] - (at[0] + at[2]) / 2), <, 0.05 * (at[2] - at[0])); /* 33 is hardly more than 32 */
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_map (void)
{
  static const guint64 batches[] = { 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096 }, widths[] = { 128, 256, 512, 1024, 2048, 4096, 8192, 16384 };
  static const Scene sides[] = { { "t4", "nvidia-t4", 1, 1, 1, SYSTOLE_FORMAT_FP16 }, { "tpu-v2", "google-tpu-v2", 1, 1, 1, SYSTOLE_FORMAT_BF16 } };
  g_autoptr (SystoleMap) map = systole_map_new (batches, G_N_ELEMENTS (batches), widths, G_N_ELEMENTS (widths), 2);
  SystoleMapPaint paint = { .map = map, .subtitle = "C[M × N] = A[M × K] · B[K × N]", .names = { "NVIDIA T4", "Google TPU v2" }, .letters = { 'A', 'B' }, .x_name = "M", .y_name = "N = K", .has_here = TRUE, .here_x = 256, .here_y = 2048, .at_x = -1, .at_y = -1, .progress = -1 };

  g_assert_true (systole_map_fill (map, 1, run_time, (gpointer) sides, NULL, NULL));
  label_checks_each ("map", "SYSTOLE_SHEET_MAPS", PAGES, paint_map, &paint);
  paint.has_answer = TRUE;
  paint.answer_x = 33;
  label_checks_each ("map-answer", "SYSTOLE_SHEET_MAPS", PAGES, paint_map, &paint);
  test_answer (&paint);
  paint.has_answer = FALSE;
  paint.at_x = 3;
  paint.at_y = 1;
  paint.progress = 0.4;
  label_checks_each ("map-pointed", "SYSTOLE_SHEET_MAPS", PAGES, paint_map, &paint);
  paint.covered = TRUE;
  label_checks_each ("map-covered", "SYSTOLE_SHEET_MAPS", PAGES, paint_map, &paint);
  paint.map = NULL;
  label_checks_each ("map-empty", "SYSTOLE_SHEET_MAPS", PAGES, paint_map, &paint);
}

int
main (int argc, char **argv)
{
  label_checks_init (&argc, &argv);
  g_test_add_func ("/languages/waterfall", test_waterfall);
  g_test_add_func ("/languages/roofline", test_roofline);
  g_test_add_func ("/languages/memory", test_memory);
  g_test_add_func ("/languages/difference", test_difference);
  g_test_add_func ("/languages/energy", test_energy);
  g_test_add_func ("/languages/map", test_map);
  return g_test_run ();
}
