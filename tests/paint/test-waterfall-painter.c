/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hand-run.h"
#include "paint-fixture.h"
#include "widgets/waterfall-painter.h"

#include <string.h>

static void
paint (SystoleWaterfallPaint *p, SystoleScheme scheme, double font_scale, GArray *labels)
{
  cairo_surface_t *surface;
  cairo_t *cr;

  systole_paint_style_init (&p->style, scheme);
  p->style.font_scale = font_scale;
  p->style.labels = labels;
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) p->width, (int) systole_waterfall_get_height (p));
  cr = cairo_create (surface);
  systole_waterfall_paint (cr, p);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Digits of a label that begins with a sign, or −1. */
static gint64
number_after (const char *text, const char *sign)
{
  g_autofree char *prefix = g_strconcat (sign, "\u00a0", NULL);

  return g_str_has_prefix (text, prefix) ? g_ascii_strtoll (text + strlen (prefix), NULL, 10) : -1;
}

static void
test_labels (void)
{
  static const double widths[] = { 272, 400, 560, 940 };
  g_autoptr (SystoleRun) array = paint_fixture_run ("array:rows=8,cols=8,dataflow=ws,timing=hardware", 8, 8, 8, SYSTOLE_FORMAT_INT8);
  g_autoptr (SystoleRun) ragged = paint_fixture_run ("array:rows=8,cols=8,dataflow=os,timing=hardware", 1000, 999, 70000, SYSTOLE_FORMAT_INT8);
  const SystoleRun *runs[] = { array, ragged };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
      for (guint s = 0; s < SYSTOLE_N_SCHEMES; s++)
        for (double font_scale = 1; font_scale <= (widths[w] < 400 ? 1 : 2); font_scale++)
          {
            g_autoptr (GArray) labels = systole_labels_new ();
            SystoleWaterfallPaint p = { runs[i], 'A', widths[w], -1, { 0 } };

            paint (&p, (SystoleScheme) s, font_scale, labels);
            paint_fixture_assert_labels (labels, p.width, systole_waterfall_get_height (&p));
          }
}

/* Where the bars can spare it, no note is cut. */
static void
test_notes (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run ("array:rows=8,cols=8,dataflow=ws,timing=hardware", 1000, 999, 70000, SYSTOLE_FORMAT_INT8);
  g_autoptr (GArray) labels = systole_labels_new ();
  SystoleWaterfallPaint p = { .run = run, .letter = 'A', .width = 640, .highlighted = -1 };
  guint n = 0;

  paint (&p, SYSTOLE_SCHEME_LIGHT, 1, labels);
  for (guint i = 0; i < labels->len; i++)
    {
      const char *text = g_array_index (labels, SystoleLabel, i).text;

      g_assert_null (strstr (text, "…"));
      n += strstr (text, "every cycle") != NULL ? 1 : 0;
    }
  g_assert_cmpuint (n, ==, 1);
}

/* What is written adds up: the first bar and the +s are the =. */
static void
test_adds_up (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run ("sm:sub-cores=4,tensor=4x4,warps=8", 8, 8, 8, SYSTOLE_FORMAT_INT8);
  g_autoptr (GArray) labels = systole_labels_new ();
  SystoleWaterfallPaint p = { run, 'B', 940, -1, { 0 } };
  gint64 sum = 0, total = -1;
  guint n;
  const SystoleWaterfallPart *parts = systole_run_get_waterfall (run, &n);

  paint (&p, SYSTOLE_SCHEME_LIGHT, 1, labels);
  for (guint i = 0; i < labels->len; i++)
    {
      const char *text = g_array_index (labels, SystoleLabel, i).text;

      sum += MAX (number_after (text, "+"), 0);
      total = MAX (total, number_after (text, "="));
    }
  for (guint i = 0; i < n; i++)
    if (parts[i].part == SYSTOLE_PART_USEFUL)
      sum += (gint64) parts[i].cycles;
  g_assert_cmpint (total, ==, (gint64) systole_run_get_n_cycles (run));
  g_assert_cmpint (sum, ==, total);
}

/* A run that breaks a law: the law instead of the numbers, everywhere. */
static void
test_breach (void)
{
  static const double widths[] = { 272, 940 };
  g_autoptr (SystoleRun) run = hand_run_new_array ();

  run->audit[run->n_audit++] = (SystoleAuditCheck){ "macs", "useful MACs are the product of the dimensions", TRUE };
  g_assert_true (systole_run_get_counter (run, SYSTOLE_COUNTER_CYCLES).present);
  run->audit[run->n_audit++] = (SystoleAuditCheck){ "waterfall", "the parts of the waterfall add up to the cycles", FALSE };
  g_assert_cmpstr (systole_run_find_breach (run)->id, ==, "waterfall");
  for (guint i = 0; i < SYSTOLE_N_COUNTERS; i++)
    g_assert_false (systole_run_get_counter (run, (SystoleCounter) i).present);
  for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
    {
      g_autoptr (GArray) labels = systole_labels_new ();
      SystoleWaterfallPaint p = { run, 'A', widths[w], -1, { 0 } };
      g_autofree char *words = systole_waterfall_describe (&p);

      g_assert_nonnull (strstr (words, "the parts of the waterfall add up to the cycles"));
      g_assert_null (strstr (words, "30"));
      paint (&p, SYSTOLE_SCHEME_LIGHT, 1, labels);
      paint_fixture_assert_labels (labels, p.width, systole_waterfall_get_height (&p));
      for (guint i = 0; i < labels->len; i++)
        g_assert_null (strstr (g_array_index (labels, SystoleLabel, i).text, "cycles ·"));
      g_assert_cmpuint (labels->len, ==, 4);
    }
}

static void
test_pick (void)
{
  static const double widths[] = { 272, 940 };
  g_autoptr (SystoleRun) run = hand_run_new_array ();
  guint n;
  const SystoleWaterfallPart *parts = systole_run_get_waterfall (run, &n);

  for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
    {
      SystoleWaterfallPaint p = { run, 'A', widths[w], -1, { 0 } };
      guint seen = 0;
      int last = -1;

      systole_paint_style_init (&p.style, SYSTOLE_SCHEME_LIGHT);
      for (double y = 0; y < systole_waterfall_get_height (&p); y++)
        {
          int part = systole_waterfall_pick (&p, 40, y);

          if (part >= 0 && part != last)
            {
              g_assert_cmpint (part, >, last);
              g_assert_cmpuint (parts[part].cycles, >, 0);
              seen++;
              last = part;
            }
        }
      g_assert_cmpuint (seen, ==, n - 1); /* all but padding, of which there is none */
      g_assert_cmpint (systole_waterfall_pick (&p, 40, 1), ==, -1);
      g_assert_cmpint (systole_waterfall_pick (&p, -1, 100), ==, -1);
    }
}

static void
test_words (void)
{
  g_autoptr (SystoleRun) run = hand_run_new_array ();
  SystoleWaterfallPaint p = { run, 'A', 300, -1, { 0 } };
  g_autofree char *text = systole_waterfall_describe (&p);

  g_assert_cmpstr (text, ==, "30 cycles = peak 8 + padding 0 + load weights 8 + fill and drain 14.");
}

static guint
count_labels (const GArray *labels, const char *word)
{
  guint n = 0;

  for (guint i = 0; i < labels->len; i++)
    n += strstr (g_array_index (labels, SystoleLabel, i).text, word) != NULL ? 1 : 0;
  return n;
}

/* Parts of zero cycles have one line together, in either form. */
static void
test_none (void)
{
  static const double widths[] = { 272, 940 };
  g_autoptr (SystoleRun) run = hand_run_new_array ();

  for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
    {
      g_autoptr (GArray) labels = systole_labels_new ();
      SystoleWaterfallPaint p = { run, 'A', widths[w], -1, { 0 } };

      paint (&p, SYSTOLE_SCHEME_LIGHT, 1, labels);
      g_assert_cmpuint (count_labels (labels, "0 cycles: padding"), ==, 1);
      g_assert_cmpuint (count_labels (labels, "padding"), ==, 1);
      g_assert_cmpuint (count_labels (labels, "+\u00a00"), ==, 0);
    }
}

/* The cores of a CPU work in rounds, here as on the stage. */
static void
test_rounds (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run ("cpu-epyc-9654", 256, 256, 256, SYSTOLE_FORMAT_FP32);
  SystoleWaterfallPaint p = { run, 'A', 940, -1, { 0 } };
  g_autofree char *words = systole_waterfall_describe (&p);

  g_assert_nonnull (strstr (words, "last round"));
  g_assert_null (strstr (words, "last wave"));
}

int
main (int argc, char **argv)
{
  paint_fixture_init (&argc, &argv);
  g_test_add_func ("/waterfall-painter/notes", test_notes);
  g_test_add_func ("/waterfall-painter/labels", test_labels);
  g_test_add_func ("/waterfall-painter/adds-up", test_adds_up);
  g_test_add_func ("/waterfall-painter/breach", test_breach);
  g_test_add_func ("/waterfall-painter/pick", test_pick);
  g_test_add_func ("/waterfall-painter/none", test_none);
  g_test_add_func ("/waterfall-painter/rounds", test_rounds);
  g_test_add_func ("/waterfall-painter/words", test_words);
  return g_test_run ();
}
