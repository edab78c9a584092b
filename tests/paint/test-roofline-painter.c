/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint-fixture.h"
#include "widgets/roofline-painter.h"

#include <math.h>
#include <string.h>

static GArray *
paint (SystoleRooflinePaint *p, SystoleScheme scheme, double font_scale)
{
  GArray *labels = systole_labels_new ();
  cairo_surface_t *surface;
  cairo_t *cr;

  systole_paint_style_init (&p->style, scheme);
  p->style.font_scale = font_scale;
  p->style.labels = labels;
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) p->width, (int) systole_roofline_get_height (p));
  cr = cairo_create (surface);
  systole_roofline_paint (cr, p);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return labels;
}

/* The achieved rate is under its roof, the roof is the lower of two, and they meet at the ridge. */
static void
test_numbers (void)
{
  static const guint64 sizes[] = { 128, 512, 2048, 8192 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (SystoleRun) run = paint_fixture_run ("nvidia-a100-sxm-80", sizes[i], sizes[i], sizes[i], SYSTOLE_FORMAT_BF16);
      SystoleRoofline roof;
      double macs = (double) sizes[i] * (double) sizes[i] * (double) sizes[i];

      g_assert_true (systole_run_get_roofline (run, &roof));
      g_assert_cmpfloat_with_epsilon (roof.achieved, 2 * macs / systole_run_get_seconds (run), 1e-6 * roof.achieved);
      g_assert_cmpfloat (roof.achieved, <=, roof.peak);
      g_assert_cmpfloat (roof.bound, <=, roof.peak);
      g_assert_cmpfloat_with_epsilon (systole_roofline_get_ridge (&roof) * roof.bandwidth, roof.peak, 1e-6 * roof.peak);
      if (roof.intensity > 0 && roof.intensity < systole_roofline_get_ridge (&roof))
        g_assert_cmpfloat_with_epsilon (roof.bound, roof.intensity * roof.bandwidth, 1e-6 * roof.bound);
    }
}

/* Operands on the chip: one roof, nothing moves, and the words say so. */
static void
test_bare (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run ("array:rows=8,cols=8,dataflow=ws,timing=hardware", 8, 8, 8, SYSTOLE_FORMAT_INT8);
  SystoleRooflinePaint p = { .runs = { NULL, run }, .n = 2, .width = 272 };
  g_autofree char *words = systole_roofline_describe (&p);
  SystoleRoofline roof;

  g_assert_true (systole_run_get_roofline (run, &roof));
  g_assert_cmpfloat (systole_roofline_get_ridge (&roof), ==, 0);
  g_assert_cmpfloat (roof.intensity, ==, 0);
  g_assert_cmpfloat (roof.bound, ==, roof.peak);
  /* The lane that has no run keeps its letter. */
  g_assert_true (g_str_has_prefix (words, "B: "));
  g_assert_nonnull (strstr (words, "OP/s"));
  g_assert_null (strstr (words, "FLOP/s"));
  g_assert_nonnull (strstr (words, "nothing moves"));
}

static void
test_labels (void)
{
  static const double widths[] = { 260, 272, 400, 760, 1000 };
  g_autoptr (SystoleRun) a = paint_fixture_run ("nvidia-t4", 8192, 8192, 8192, SYSTOLE_FORMAT_FP16);
  g_autoptr (SystoleRun) b = paint_fixture_run ("google-tpu-v5e", 8192, 8192, 8192, SYSTOLE_FORMAT_BF16);

  for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
    for (guint s = 0; s < SYSTOLE_N_SCHEMES; s++)
      for (double font_scale = 1; font_scale <= (widths[w] < 400 ? 1 : 2); font_scale++)
        {
          SystoleRooflinePaint p = { .runs = { a, b }, .n = 2, .width = widths[w] };
          g_autoptr (GArray) labels = paint (&p, (SystoleScheme) s, font_scale);

          paint_fixture_assert_labels (labels, p.width, systole_roofline_get_height (&p));
        }
}

/* Nothing to show is said, not left blank. */
static void
test_nothing (void)
{
  SystoleRooflinePaint p = { .n = 2, .width = 300 };
  g_autoptr (GArray) labels = paint (&p, SYSTOLE_SCHEME_LIGHT, 1);

  g_assert_cmpuint (labels->len, >=, 1);
}

int
main (int argc, char **argv)
{
  paint_fixture_init (&argc, &argv);
  g_test_add_func ("/roofline-painter/numbers", test_numbers);
  g_test_add_func ("/roofline-painter/bare", test_bare);
  g_test_add_func ("/roofline-painter/labels", test_labels);
  g_test_add_func ("/roofline-painter/nothing", test_nothing);
  return g_test_run ();
}
