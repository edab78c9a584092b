/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hand-run.h"
#include "paint-fixture.h"
#include "widgets/memory-painter.h"

#include <string.h>

static SystoleRun *
new_run (void)
{
  SystoleRun *run = hand_run_new_array ();

  run->n_traffic = 0;
  run->useful_macs = 1000000;
  systole_run_add_traffic (run, SYSTOLE_MEMORY_DRAM, 900, 100);
  systole_run_add_traffic (run, SYSTOLE_MEMORY_VMEM, 4000, 0);
  systole_run_add_traffic (run, SYSTOLE_MEMORY_SRAM_A, 0, 50000);
  systole_run_add_traffic (run, SYSTOLE_MEMORY_SRAM_B, 10000, 10000);
  return run;
}

static GArray *
paint (SystoleMemoryPaint *p, SystoleScheme scheme, double font_scale)
{
  GArray *labels = systole_labels_new ();
  cairo_surface_t *surface;
  cairo_t *cr;

  systole_paint_style_init (&p->style, scheme);
  p->style.font_scale = font_scale;
  p->style.labels = labels;
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) p->width, (int) systole_memory_get_height (p));
  cr = cairo_create (surface);
  systole_memory_paint (cr, p);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return labels;
}

static const SystoleLabel *
find (const GArray *labels, const char *text)
{
  for (guint i = 0; i < labels->len; i++)
    if (strcmp (g_array_index (labels, SystoleLabel, i).text, text) == 0)
      return &g_array_index (labels, SystoleLabel, i);
  return NULL;
}

/* MACs a byte at every level, and how much more moves inside: not between buffers that
 * stand beside each other. */
static void
test_numbers (void)
{
  static const double widths[] = { 260, 900 };
  g_autoptr (SystoleRun) run = new_run ();

  for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
    {
      SystoleMemoryPaint p = { .run = run, .letter = 'A', .width = widths[w] };
      g_autoptr (GArray) labels = paint (&p, SYSTOLE_SCHEME_LIGHT, 1);
      guint factors = 0;

      g_assert_nonnull (find (labels, "1\u00a0000"));
      g_assert_nonnull (find (labels, "250"));
      g_assert_nonnull (find (labels, "20"));
      g_assert_nonnull (find (labels, "50"));
      g_assert_nonnull (find (labels, "4 × the traffic"));
      g_assert_nonnull (find (labels, "12.5 × the traffic"));
      for (guint i = 0; i < labels->len; i++)
        factors += strstr (g_array_index (labels, SystoleLabel, i).text, "traffic") != NULL;
      g_assert_cmpuint (factors, ==, 2);
    }
}

static void
test_labels (void)
{
  static const double widths[] = { 240, 272, 400, 560, 940 };
  g_autoptr (SystoleRun) hand = new_run ();
  g_autoptr (SystoleRun) chip = paint_fixture_run ("nvidia-h100-sxm", 3072, 3000, 2048, SYSTOLE_FORMAT_BF16);
  const SystoleRun *runs[] = { hand, chip };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
      for (guint s = 0; s < SYSTOLE_N_SCHEMES; s++)
        for (double font_scale = 1; font_scale <= (widths[w] < 400 ? 1 : 2); font_scale++)
          {
            SystoleMemoryPaint p = { .run = runs[i], .letter = 'A', .width = widths[w] };
            g_autoptr (GArray) labels = paint (&p, (SystoleScheme) s, font_scale);

            paint_fixture_assert_labels (labels, p.width, systole_memory_get_height (&p));
          }
}

/* The scale of several runs holds the least and the most of them all. */
static void
test_range (void)
{
  g_autoptr (SystoleRun) run = new_run ();
  guint64 least = 0, most = 0;

  g_assert_true (systole_memory_get_range (run, &least, &most));
  g_assert_cmpuint (least, ==, 1000);
  g_assert_cmpuint (most, ==, 50000);
  run->n_traffic = 0;
  g_assert_false (systole_memory_get_range (run, &least, &most));
  g_assert_cmpuint (most, ==, 50000);
}

static void
test_words (void)
{
  g_autoptr (SystoleRun) run = new_run ();
  SystoleMemoryPaint p = { .run = run, .letter = 'A', .width = 300 };
  g_autofree char *words = systole_memory_describe (&p);
  g_autofree char *none = NULL;
  g_autofree char *breach = NULL;

  g_assert_nonnull (strstr (words, "main memory 1000\u00a0B, 1\u00a0000 MACs a byte"));
  run->n_traffic = 0;
  none = systole_memory_describe (&p);
  g_assert_nonnull (strstr (none, "not modelled"));
  run->audit[run->n_audit++] = (SystoleAuditCheck){ "macs", "useful MACs are the product of the dimensions", FALSE };
  breach = systole_memory_describe (&p);
  g_assert_nonnull (strstr (breach, "product of the dimensions"));
}

int
main (int argc, char **argv)
{
  paint_fixture_init (&argc, &argv);
  g_test_add_func ("/memory-painter/numbers", test_numbers);
  g_test_add_func ("/memory-painter/labels", test_labels);
  g_test_add_func ("/memory-painter/range", test_range);
  g_test_add_func ("/memory-painter/words", test_words);
  return g_test_run ();
}
