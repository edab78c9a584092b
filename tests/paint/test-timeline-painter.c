/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hand-run.h"
#include "paint-fixture.h"
#include "widgets/strip-painter.h"
#include "widgets/timeline-painter.h"

#include <math.h>
#include <string.h>

static const HandStretch endless[] = {
  { 1000, SYSTOLE_PHASE_LOAD, SYSTOLE_REASON_WEIGHTS, 0 },
  { G_GUINT64_CONSTANT (30000000000), SYSTOLE_PHASE_STEADY, SYSTOLE_REASON_BUSY, 0.9 },
  { 1000000, SYSTOLE_PHASE_DRAIN, SYSTOLE_REASON_BUSY, 0.5 },
};

static const SystoleTimeBase bases[] = { SYSTOLE_TIME_CYCLES, SYSTOLE_TIME_WALL, SYSTOLE_TIME_WORK };

static void
init_pair (SystoleTimelinePaint *self, const SystoleRun *a, const SystoleRun *b, SystoleTimeBase base)
{
  memset (self, 0, sizeof *self);
  systole_paint_style_init (&self->style, SYSTOLE_SCHEME_LIGHT);
  self->n_lanes = 2;
  self->lanes[0] = (SystoleTimelineLane){ a, 'A', 18 };
  self->lanes[1] = (SystoleTimelineLane){ b, 'B', 18 };
  self->time_base = base;
  self->position = systole_time_from_cycle (base, a, 18);
  self->width = 1280;
  self->height = systole_timeline_preferred_height (self);
}

static SystoleRun *
new_array (void)
{
  return paint_fixture_run ("array:rows=8,cols=8,dataflow=ws,timing=hardware", 8, 8, 8, SYSTOLE_FORMAT_INT8);
}

static SystoleRun *
new_sm (void)
{
  return paint_fixture_run ("sm:sub-cores=4,tensor=4x4,warps=8", 8, 8, 8, SYSTOLE_FORMAT_INT8);
}

static void
check_inverse (const SystoleRun *run)
{
  double n = (double) systole_run_get_n_cycles (run);

  for (guint i = 0; i <= 64; i++)
    {
      double cycle = n * i / 64, share = i / 64.0;
      double cycles = systole_time_from_cycle (SYSTOLE_TIME_CYCLES, run, cycle);
      double wall = systole_time_from_cycle (SYSTOLE_TIME_WALL, run, cycle);
      double reached = systole_time_to_cycle (SYSTOLE_TIME_WORK, run, share);

      g_assert_cmpfloat (systole_time_to_cycle (SYSTOLE_TIME_CYCLES, run, cycles), ==, cycle);
      g_assert_cmpfloat_with_epsilon (systole_time_to_cycle (SYSTOLE_TIME_WALL, run, wall), cycle, 1e-9 * n);
      /* Work stands still now and then: the way back is exact only from a share. */
      g_assert_cmpfloat_with_epsilon (systole_time_from_cycle (SYSTOLE_TIME_WORK, run, reached), share, 1e-9);
      g_assert_cmpfloat (systole_time_to_cycle (SYSTOLE_TIME_WORK, run, systole_time_from_cycle (SYSTOLE_TIME_WORK, run, cycle)), <=, cycle + 1e-6 * n);
    }
}

static void
test_bases (void)
{
  g_autoptr (SystoleRun) array = new_array ();
  g_autoptr (SystoleRun) sm = new_sm ();
  g_autoptr (SystoleRun) huge = hand_run_new (SYSTOLE_FAMILY_ARRAY, endless, G_N_ELEMENTS (endless), 123456789, 1e9);

  check_inverse (array);
  check_inverse (sm);
  check_inverse (huge);
  g_assert_cmpfloat (systole_time_to_cycle (SYSTOLE_TIME_CYCLES, array, 1e9), ==, (double) systole_run_get_n_cycles (array));
}

static void
test_pointing (void)
{
  g_autoptr (SystoleRun) array = new_array ();
  g_autoptr (SystoleRun) sm = new_sm ();
  SystoleTimelinePaint p;

  for (guint b = 0; b < G_N_ELEMENTS (bases); b++)
    {
      double length;

      init_pair (&p, array, sm, bases[b]);
      length = systole_timeline_get_length (&p);
      for (guint i = 0; i <= 20; i++)
        {
          double position = length * i / 20;

          g_assert_cmpfloat_with_epsilon (systole_timeline_position_at (&p, systole_timeline_x_at (&p, position)), position, 1e-9 * length);
        }
      g_assert_cmpfloat (systole_timeline_position_at (&p, -100), ==, 0);
      g_assert_cmpfloat (systole_timeline_position_at (&p, 1e6), ==, length);
      g_assert_cmpint (systole_timeline_lane_at (&p, 20), ==, 0);
      g_assert_cmpint (systole_timeline_lane_at (&p, 60), ==, 1);
      g_assert_cmpint (systole_timeline_lane_at (&p, 500), ==, -1);
    }
}

/* Shares × lengths of the bins = what was multiplied, at every width and in every base. */
static void
test_strips_add_up (void)
{
  static const double widths[] = { 300, 517, 1280, 1900 };
  g_autoptr (SystoleRun) array = new_array ();
  g_autoptr (SystoleRun) sm = new_sm ();

  for (guint b = 0; b < G_N_ELEMENTS (bases); b++)
    for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
      for (guint lane = 0; lane < 2; lane++)
        {
          SystoleTimelineGeometry geometry;
          SystoleStripSamples samples;
          SystoleTimelinePaint p;
          double sum = 0;

          init_pair (&p, array, sm, bases[b]);
          p.width = widths[w];
          systole_timeline_measure (&p, &geometry);
          systole_strip_sample (&p, &geometry, lane, &samples);
          for (guint i = 0; i < samples.shares->len; i++)
            sum += g_array_index (samples.shares, double, i) * (g_array_index (samples.edges, double, i + 1) - g_array_index (samples.edges, double, i));
          g_assert_cmpfloat_with_epsilon (sum * 64, 512, 1e-6);
          systole_strip_samples_clear (&samples);
        }
}

/* The work is that of the pixels, not of the cycles. */
static void
test_endless (void)
{
  g_autoptr (SystoleRun) huge = hand_run_new (SYSTOLE_FAMILY_ARRAY, endless, G_N_ELEMENTS (endless), 123456789, 1e9);

  for (guint b = 0; b < G_N_ELEMENTS (bases); b++)
    {
      SystoleTimelineGeometry geometry;
      SystoleStripSamples samples;
      SystoleTimelinePaint p;

      init_pair (&p, huge, huge, bases[b]);
      systole_timeline_measure (&p, &geometry);
      systole_strip_sample (&p, &geometry, 0, &samples);
      g_assert_cmpuint (samples.shares->len, >, 100);
      g_assert_cmpuint (samples.shares->len, <=, 1280);
      systole_strip_samples_clear (&samples);
    }
}

static void
check_labels (SystoleTimelinePaint *p, SystoleScheme scheme, double font_scale, double width)
{
  g_autoptr (GArray) labels = systole_labels_new ();
  cairo_surface_t *surface;
  cairo_t *cr;

  systole_paint_style_init (&p->style, scheme);
  p->style.font_scale = font_scale;
  p->style.labels = labels;
  p->width = width;
  p->height = systole_timeline_preferred_height (p);
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) width, (int) p->height);
  cr = cairo_create (surface);
  systole_timeline_paint (cr, p);
  g_assert_cmpuint (labels->len, >, 2);
  paint_fixture_assert_labels (labels, width, p->height);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_labels (void)
{
  static const double widths[] = { 320, 500, 1280, 1900 };
  g_autoptr (SystoleRun) array = new_array ();
  g_autoptr (SystoleRun) sm = new_sm ();
  g_autoptr (SystoleRun) huge = hand_run_new (SYSTOLE_FAMILY_ARRAY, endless, G_N_ELEMENTS (endless), 123456789, 1e9);
  SystoleBookmark bookmarks[] = { { 0, 8, NULL }, { 1, 20, NULL }, { 1, 21, NULL } };
  const SystoleRun *pairs[][2] = { { array, sm }, { huge, huge }, { sm, huge } };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    for (guint b = 0; b < G_N_ELEMENTS (bases); b++)
      for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
        for (double font_scale = 1; font_scale <= 2; font_scale++)
          {
            SystoleTimelinePaint p;

            init_pair (&p, pairs[i][0], pairs[i][1], bases[b]);
            p.bookmarks = bookmarks;
            p.n_bookmarks = G_N_ELEMENTS (bookmarks);
            check_labels (&p, (SystoleScheme) ((b + w) % SYSTOLE_N_SCHEMES), font_scale, widths[w]);
            p.n_lanes = 4;
            p.lanes[2] = p.lanes[1];
            p.lanes[3] = p.lanes[0];
            p.from = systole_timeline_get_length (&p) * 0.2;
            p.to = systole_timeline_get_length (&p) * 0.7;
            check_labels (&p, SYSTOLE_SCHEME_LIGHT, font_scale, widths[w]);
          }
}

/* Large letters: the third lane costs less than half of what the second did. */
static void
test_large (void)
{
  g_autoptr (SystoleRun) array = new_array ();
  g_autoptr (SystoleRun) sm = new_sm ();
  SystoleTimelinePaint p;
  double one, two, three;

  init_pair (&p, array, sm, SYSTOLE_TIME_CYCLES);
  systole_paint_style_init (&p.style, SYSTOLE_SCHEME_LIGHT);
  p.style.font_scale = 2;
  p.width = 960;
  p.n_lanes = 1;
  one = systole_timeline_preferred_height (&p);
  p.n_lanes = 2;
  two = systole_timeline_preferred_height (&p);
  p.n_lanes = 3;
  p.lanes[2] = p.lanes[0];
  three = systole_timeline_preferred_height (&p);
  g_assert_cmpfloat (three - two, <, (two - one) / 2);
  g_assert_cmpfloat (three, <, 160);
}

static void
test_words (void)
{
  g_autoptr (SystoleRun) array = new_array ();
  g_autoptr (SystoleRun) sm = new_sm ();
  g_autofree char *text = NULL;
  SystoleTimelinePaint p;

  init_pair (&p, array, sm, SYSTOLE_TIME_CYCLES);
  p.lanes[0].position = 30;
  p.lanes[1].position = 30;
  text = systole_timeline_describe (&p);
  g_assert_nonnull (strstr (text, "A, array: ended after 30 cycles."));
  g_assert_nonnull (strstr (text, "B, SM: cycle 30 of 36 cycles,"));
}

static GBytes *
draw_strips (const SystoleTimelinePaint *paint)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) paint->width, (int) paint->height);
  cairo_t *cr = cairo_create (surface);
  GBytes *bytes;

  systole_timeline_paint_strips (cr, paint);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  bytes = g_bytes_new (cairo_image_surface_get_data (surface), (gsize) cairo_image_surface_get_stride (surface) * (gsize) cairo_image_surface_get_height (surface));
  cairo_surface_destroy (surface);
  return bytes;
}

/* Before a class a mark is there once its instant is. */
static void
test_untold (void)
{
  g_autoptr (SystoleRun) array = new_array ();
  g_autoptr (SystoleRun) sm = new_sm ();
  g_autoptr (GBytes) told = NULL;
  g_autoptr (GBytes) before = NULL;
  g_autoptr (GBytes) after = NULL;
  SystoleTimelinePaint p;

  init_pair (&p, array, sm, SYSTOLE_TIME_CYCLES);
  p.lanes[0].position = p.lanes[1].position = 0;
  told = draw_strips (&p);
  p.untold = TRUE;
  before = draw_strips (&p);
  p.lanes[0].position = p.lanes[1].position = 36;
  after = draw_strips (&p);
  g_assert_false (g_bytes_equal (told, before));
  g_assert_true (g_bytes_equal (told, after));
}

int
main (int argc, char **argv)
{
  paint_fixture_init (&argc, &argv);
  g_test_add_func ("/timeline-painter/bases", test_bases);
  g_test_add_func ("/timeline-painter/pointing", test_pointing);
  g_test_add_func ("/timeline-painter/strips-add-up", test_strips_add_up);
  g_test_add_func ("/timeline-painter/endless", test_endless);
  g_test_add_func ("/timeline-painter/labels", test_labels);
  g_test_add_func ("/timeline-painter/untold", test_untold);
  g_test_add_func ("/timeline-painter/words", test_words);
  g_test_add_func ("/timeline-painter/large", test_large);
  return g_test_run ();
}
