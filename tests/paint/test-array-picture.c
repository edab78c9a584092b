/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint-fixture.h"

#include "widgets/array-painter.h"

#include <string.h>

#include <cairo-svg.h>

#define ARRAY "array:rows=8,cols=8,dataflow="

static void
init_lane (SystoleLanePaint *lane, const SystoleRun *run, double width, double height, SystoleScheme scheme)
{
  systole_lane_paint_init (lane);
  systole_camera_init (&lane->camera, run);
  systole_paint_style_init (&lane->style, scheme);
  lane->run = run;
  lane->width = width;
  lane->height = height;
}

/* Every cycle of every dataflow, at several sizes: all texts are inside and apart. */
static void
test_labels (void)
{
  static const char *const machines[] = { ARRAY "ws", ARRAY "os", ARRAY "is", "array:rows=8,cols=8,dataflow=ws,timing=overlapped" };
  static const double sizes[][2] = { { 372.0, 540.0 }, { 900.0, 600.0 }, { 280.0, 240.0 }, { 960.0, 1000.0 } };

  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
      {
        g_autoptr (SystoleRun) run = paint_fixture_run (machines[i], 8, 8, 8, SYSTOLE_FORMAT_INT8);
        SystoleLanePaint lane;

        init_lane (&lane, run, sizes[j][0], sizes[j][1], SYSTOLE_SCHEME_LIGHT);
        lane.cache = systole_lane_cache_new ();
        for (lane.cycle = 0; lane.cycle < systole_run_get_n_cycles (run); lane.cycle += 3)
          {
            g_autoptr (GArray) labels = systole_labels_new ();

            lane.style.labels = labels;
            cairo_surface_destroy (paint_fixture_render (&lane, 1.0));
            g_test_message ("%s, %g × %g, cycle %u: %u labels", machines[i], lane.width, lane.height, (guint) lane.cycle, labels->len);
            g_assert_cmpuint (labels->len, >, 5);
            paint_fixture_assert_labels (labels, lane.width, lane.height);
          }
        systole_lane_cache_free (lane.cache);
      }
}

/* Large text, and the other pictures of an array. */
static void
test_labels_large (void)
{
  static const struct
  {
    const char *machine;
    guint64 m, n, k, cycle;
    SystoleLevel level;
    double width, height, font_scale;
  } cases[] = {
    { ARRAY "ws", 8, 8, 8, 18, SYSTOLE_LEVEL_ARRAY, 500.0, 700.0, 2.0 },
    { ARRAY "ws", 8, 8, 8, 18, SYSTOLE_LEVEL_PE, 600.0, 700.0, 1.0 },
    { ARRAY "os", 8, 8, 8, 12, SYSTOLE_LEVEL_PE, 600.0, 700.0, 1.0 },
    { ARRAY "ws", 8, 8, 8, 18, SYSTOLE_LEVEL_PE, 372.0, 540.0, 1.0 },
    { "array:rows=32,cols=32", 40, 30, 28, 70, SYSTOLE_LEVEL_ARRAY, 372.0, 540.0, 1.0 },
    { "array:rows=16,cols=16", 40, 30, 28, 70, SYSTOLE_LEVEL_ARRAY, 372.0, 540.0, 1.0 },
    { "array:rows=4,cols=4,dataflow=ws", 6, 4, 4, 7, SYSTOLE_LEVEL_ARRAY, 372.0, 540.0, 1.5 },
    { "array:rows=1,cols=1,dataflow=os", 1, 1, 1, 0, SYSTOLE_LEVEL_ARRAY, 372.0, 540.0, 1.0 },
    { "array:rows=256,cols=256,timing=overlapped", 3072, 3000, 2048, 295427, SYSTOLE_LEVEL_ARRAY, 640.0, 720.0, 1.0 },
    { "array:rows=1024,cols=1024", 4096, 1000, 1024, 3000, SYSTOLE_LEVEL_ARRAY, 372.0, 540.0, 1.0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SystoleRun) run = paint_fixture_run (cases[i].machine, cases[i].m, cases[i].n, cases[i].k, SYSTOLE_FORMAT_INT8);
      g_autoptr (GArray) labels = systole_labels_new ();
      SystoleLanePaint lane;

      g_test_message ("case %u", i);
      init_lane (&lane, run, cases[i].width, cases[i].height, SYSTOLE_SCHEME_DARK);
      lane.camera.level = cases[i].level;
      lane.camera.row = 4;
      lane.camera.column = 2;
      lane.cycle = cases[i].cycle;
      lane.style.font_scale = cases[i].font_scale;
      lane.style.labels = labels;
      cairo_surface_destroy (paint_fixture_render (&lane, 1.0));
      paint_fixture_assert_labels (labels, lane.width, lane.height);
    }
}

/* With and without a cache, forwards and backwards: the same bytes. */
static void
test_pure (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run (ARRAY "ws", 20, 12, 11, SYSTOLE_FORMAT_INT8);
  SystoleLanePaint lane;
  SystoleLaneCache *cache = systole_lane_cache_new ();

  init_lane (&lane, run, 372.0, 540.0, SYSTOLE_SCHEME_LIGHT);
  for (int pass = 0; pass < 2; pass++)
    for (guint64 i = 0; i < systole_run_get_n_cycles (run); i += 5)
      {
        cairo_surface_t *a, *b;

        lane.cycle = pass == 0 ? i : systole_run_get_n_cycles (run) - 1 - i;
        lane.fraction = (i / 5 % 4) / 4.0;
        lane.cache = cache;
        a = paint_fixture_render (&lane, 1.0);
        lane.cache = NULL;
        b = paint_fixture_render (&lane, 1.0);
        g_assert_cmpmem (cairo_image_surface_get_data (a), (gsize) cairo_image_surface_get_stride (a) * 540, cairo_image_surface_get_data (b), (gsize) cairo_image_surface_get_stride (b) * 540);
        cairo_surface_destroy (a);
        cairo_surface_destroy (b);
      }
  systole_lane_cache_free (cache);
}

static gpointer
render_in_thread (gpointer data)
{
  return paint_fixture_render (data, 1.0);
}

/* What a thread has kept from other pictures changes nothing: a new thread, which has kept nothing, draws the same bytes. */
static void
test_kept (void)
{
  static const double least[] = { 0.0, 10.0, 1000.0, 0.0 };
  g_autoptr (SystoleRun) run = paint_fixture_run (ARRAY "ws", 8, 8, 8, SYSTOLE_FORMAT_INT8);

  for (guint scheme = 0; scheme < SYSTOLE_N_SCHEMES; scheme++)
    for (guint i = 0; i < G_N_ELEMENTS (least); i++)
      {
        SystoleLanePaint lane;
        cairo_surface_t *here, *there;

        init_lane (&lane, run, 372.0, 540.0, scheme);
        lane.cycle = 18;
        lane.style.least_px = least[i];
        lane.style.line_scale *= 1.0 + (i % 2);
        here = paint_fixture_render (&lane, 1.0);
        there = g_thread_join (g_thread_new ("paint", render_in_thread, &lane));
        g_assert_cmpmem (cairo_image_surface_get_data (here), (gsize) cairo_image_surface_get_stride (here) * 540, cairo_image_surface_get_data (there), (gsize) cairo_image_surface_get_stride (there) * 540);
        cairo_surface_destroy (here);
        cairo_surface_destroy (there);
      }
}

static cairo_status_t
append (void *text, const unsigned char *data, unsigned int length)
{
  g_string_append_len (text, (const char *) data, length);
  return CAIRO_STATUS_SUCCESS;
}

static GString *
write_svg (SystoleLanePaint *lane, gboolean vector)
{
  GString *text = g_string_new (NULL);
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (append, text, lane->width, lane->height);
  cairo_t *cr = cairo_create (surface);

  lane->style.vector = vector;
  systole_lane_paint (cr, lane);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return text;
}

/* SVG and PDF: strokes, no pictures, where the screen's hatches are patterns of pixels. The page is filled. */
static void
test_vector (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run (ARRAY "ws", 8, 8, 8, SYSTOLE_FORMAT_INT8);
  cairo_rectangle_t page = { 0.0, 0.0, 372.0, 540.0 };
  cairo_surface_t *surface;
  double x, y, width, height;
  SystoleLanePaint lane;
  GString *strokes, *pixels;
  cairo_t *cr;

  init_lane (&lane, run, 372.0, 540.0, SYSTOLE_SCHEME_PRINT);
  lane.cycle = 18;
  strokes = write_svg (&lane, TRUE);
  pixels = write_svg (&lane, FALSE);
  g_assert_nonnull (strstr (strokes->str, "<path"));
  g_assert_null (strstr (strokes->str, "<image"));
  g_assert_nonnull (strstr (pixels->str, "<image"));
  g_string_free (strokes, TRUE);
  g_string_free (pixels, TRUE);

  lane.style.vector = TRUE;
  surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &page);
  cr = cairo_create (surface);
  systole_lane_paint (cr, &lane);
  cairo_destroy (cr);
  cairo_recording_surface_ink_extents (surface, &x, &y, &width, &height);
  g_assert_cmpfloat (width, >, 340.0);
  g_assert_cmpfloat (height, >, 480.0);
  cairo_surface_destroy (surface);
}

/* A number on the picture is the frame's, at its PE. */
static void
test_numbers (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run (ARRAY "ws", 8, 8, 8, SYSTOLE_FORMAT_INT8);
  g_autoptr (GArray) labels = systole_labels_new ();
  SystoleWindow window = { 0, 0, 8, 8, TRUE };
  SystoleArrayFrame frame;
  SystoleLanePaint lane;

  init_lane (&lane, run, 700.0, 900.0, SYSTOLE_SCHEME_LIGHT);
  lane.cycle = 18;
  lane.style.labels = labels;
  cairo_surface_destroy (paint_fixture_render (&lane, 1.0));

  systole_array_frame_init (&frame);
  systole_run_array_frame (run, 0, 18, &window, &frame);
  for (guint i = 0; i < frame.cells->len; i++)
    {
      const SystoleArrayCell *cell = &g_array_index (frame.cells, SystoleArrayCell, i);
      SystoleTarget target = { SYSTOLE_TARGET_PE, 0, 0, cell->row, cell->column, SYSTOLE_LEVEL_CHIP };
      g_autofree char *expected = cell->reason == SYSTOLE_REASON_BUSY ? systole_paint_format_number (cell->partial_out.value) : g_strdup (systole_reason_get_letter (cell->reason));
      double x, y, width, height;
      gboolean found = FALSE;

      g_assert_true (systole_lane_locate (&lane, &target, &x, &y, &width, &height));
      for (guint j = 0; j < labels->len; j++)
        {
          const SystoleLabel *label = &g_array_index (labels, SystoleLabel, j);

          found |= label->x >= x && label->y >= y && label->x + label->width <= x + width && label->y + label->height <= y + height && strcmp (label->text, expected) == 0;
        }
      if (!found)
        g_error ("PE (%u, %u) does not show %s", cell->row, cell->column, expected);
    }
  systole_array_frame_clear (&frame);
}

/* Cells too small for all numbers: those that the wave has just reached have theirs, and
 * what is written is the engine's. */
static void
test_changed_numbers (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run (ARRAY "ws", 64, 8, 8, SYSTOLE_FORMAT_INT8);
  guint written = 0;

  for (guint64 cycle = 9; cycle < 23; cycle++)
    {
      SystoleWindow window = { 0, 0, 8, 8, TRUE, 0 };
      g_autoptr (GArray) labels = systole_labels_new ();
      SystoleArrayPicture picture;
      SystoleArrayFrame frame;
      SystoleLanePaint lane;
      double x, y, width, height;

      init_lane (&lane, run, 360.0, 380.0, SYSTOLE_SCHEME_LIGHT);
      lane.cycle = cycle;
      lane.style.labels = labels;
      cairo_surface_destroy (paint_fixture_render (&lane, 1.0));
      systole_lane_get_room (&lane, &x, &y, &width, &height);
      systole_array_picture_init (&picture, &lane, x, y, width, height);
      g_assert_cmpint (picture.geometry.detail, ==, SYSTOLE_DETAIL_SOME);
      systole_array_frame_init (&frame);
      systole_run_array_frame (run, 0, cycle, &window, &frame);
      for (guint c = 0; c < frame.cells->len; c++)
        {
          const SystoleArrayCell *cell = &g_array_index (frame.cells, SystoleArrayCell, c);
          g_autofree char *text = systole_paint_format_number (cell->partial_out.value);
          double left = picture.geometry.x + cell->column * picture.geometry.pitch, top = picture.geometry.y + cell->row * picture.geometry.pitch;

          for (guint l = 0; l < labels->len; l++)
            {
              const SystoleLabel *label = &g_array_index (labels, SystoleLabel, l);
              double cx = label->x + label->width / 2 - left, cy = label->y + label->height / 2 - top;

              if (cx < 0 || cy < 0 || cx > picture.geometry.size || cy > picture.geometry.size || g_ascii_isalpha (*label->text))
                continue;
              /* The wave reaches PE (r, c) in cycle 8 + r + c. */
              g_assert_true (cell->reason == SYSTOLE_REASON_BUSY && 8 + cell->row + cell->column == cycle);
              g_assert_cmpstr (label->text, ==, text);
              written++;
            }
        }
      systole_array_frame_clear (&frame);
      systole_array_picture_clear (&picture);
    }
  g_assert_cmpuint (written, >, 32);
}

/* The profile by diagonals says of every PE what the frames of the last cycles say. */
static void
test_profile (void)
{
  static const char *const machines[] = { "array:rows=24,cols=16,dataflow=ws", "array:rows=24,cols=16,dataflow=os", "array:rows=24,cols=16,dataflow=is" };

  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    {
      g_autoptr (SystoleRun) run = paint_fixture_run (machines[i], 90, 13, 20, SYSTOLE_FORMAT_INT8);
      SystoleWindow window = { 0, 0, 24, 16, FALSE };
      SystoleArrayFrame frame;

      systole_array_frame_init (&frame);
      for (guint64 cycle = 0; cycle < systole_run_get_n_cycles (run); cycle += 7)
        {
          SystoleArrayProfile profile;
          guint busy[24][16] = { { 0 } };

          systole_array_profile_init (&profile, run, 0, cycle);
          for (guint64 back = 0; back < profile.window && back <= cycle; back++)
            {
              systole_run_array_frame (run, 0, cycle - back, &window, &frame);
              for (guint j = 0; j < frame.cells->len; j++)
                {
                  const SystoleArrayCell *cell = &g_array_index (frame.cells, SystoleArrayCell, j);

                  busy[cell->row][cell->column] += cell->reason == SYSTOLE_REASON_BUSY;
                }
            }
          systole_run_array_frame (run, 0, cycle, &window, &frame);
          for (guint j = 0; j < frame.cells->len; j++)
            {
              const SystoleArrayCell *cell = &g_array_index (frame.cells, SystoleArrayCell, j);
              guint d = cell->row + cell->column;

              if (cell->row >= profile.rows || cell->column >= profile.columns)
                {
                  g_assert_cmpint (cell->reason, ==, SYSTOLE_REASON_PADDING);
                  continue;
                }
              g_assert_cmpfloat_with_epsilon (profile.shares[d], busy[cell->row][cell->column] / (double) profile.window, 1e-9);
              if (profile.shares[d] == 0.0)
                g_assert_cmpint (profile.reasons[d], ==, cell->reason);
            }
          systole_array_profile_clear (&profile);
        }
      systole_array_frame_clear (&frame);
    }
}

/* No text: shapes, hatches and colours, pixel by pixel. */
static void
test_reference (void)
{
  static const struct
  {
    const char *name, *machine;
    guint64 m, n, k, cycle;
    SystoleScheme scheme;
    SystoleLevel level;
    double fraction;
  } cases[] = {
    { "array-ws-light", ARRAY "ws", 8, 8, 8, 18, SYSTOLE_SCHEME_LIGHT, SYSTOLE_LEVEL_ARRAY, 0.0 },
    { "array-ws-load", ARRAY "ws", 8, 8, 8, 4, SYSTOLE_SCHEME_HIGH_CONTRAST, SYSTOLE_LEVEL_ARRAY, 0.0 },
    { "array-ws-glide", ARRAY "ws", 8, 8, 8, 18, SYSTOLE_SCHEME_LIGHT, SYSTOLE_LEVEL_ARRAY, 0.3 },
    { "array-os-dark", ARRAY "os", 8, 8, 8, 12, SYSTOLE_SCHEME_DARK, SYSTOLE_LEVEL_ARRAY, 0.0 },
    { "array-is-print", ARRAY "is", 8, 8, 8, 12, SYSTOLE_SCHEME_PRINT, SYSTOLE_LEVEL_ARRAY, 0.0 },
    { "array-16", "array:rows=16,cols=16", 40, 14, 13, 30, SYSTOLE_SCHEME_LIGHT, SYSTOLE_LEVEL_ARRAY, 0.0 },
    { "array-32", "array:rows=32,cols=32", 40, 30, 28, 70, SYSTOLE_SCHEME_LIGHT, SYSTOLE_LEVEL_ARRAY, 0.0 },
    { "array-256", "array:rows=256,cols=256,timing=overlapped", 3072, 3000, 2048, 295427, SYSTOLE_SCHEME_LIGHT, SYSTOLE_LEVEL_ARRAY, 0.0 },
    { "pe-light", ARRAY "ws", 8, 8, 8, 18, SYSTOLE_SCHEME_LIGHT, SYSTOLE_LEVEL_PE, 0.0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SystoleRun) run = paint_fixture_run (cases[i].machine, cases[i].m, cases[i].n, cases[i].k, SYSTOLE_FORMAT_INT8);
      SystoleLanePaint lane;
      cairo_surface_t *picture;

      init_lane (&lane, run, 372.0, 540.0, cases[i].scheme);
      lane.camera.level = cases[i].level;
      lane.camera.row = 4;
      lane.camera.column = 2;
      lane.cycle = cases[i].cycle;
      lane.fraction = cases[i].fraction;
      lane.style.least_px = 1000.0;
      picture = paint_fixture_render (&lane, 1.0);
      paint_fixture_compare (picture, cases[i].name);
      cairo_surface_destroy (picture);
    }
}

static guint
count_differences (cairo_surface_t *a, cairo_surface_t *b)
{
  const guint32 *x = (const guint32 *) (gconstpointer) cairo_image_surface_get_data (a), *y = (const guint32 *) (gconstpointer) cairo_image_surface_get_data (b);
  gsize n = (gsize) cairo_image_surface_get_stride (a) / 4 * (gsize) cairo_image_surface_get_height (a);
  guint differ = 0;

  for (gsize i = 0; i < n; i++)
    differ += (x[i] & 0xffffff) != (y[i] & 0xffffff);
  return differ;
}

/* A sum that is followed is framed in every dataflow, and no label is moved, lost or covered by it. */
static void
test_trace (void)
{
  static const char *const machines[] = { ARRAY "ws", ARRAY "os", ARRAY "is" };
  static const guint64 cycles[] = { 14, 8, 14 }; /* PE (2, 2) multiplies */

  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    {
      g_autoptr (SystoleRun) run = paint_fixture_run (machines[i], 8, 8, 8, SYSTOLE_FORMAT_INT8);
      g_autoptr (SystoleTrace) trace = systole_run_trace (run, 0, cycles[i], 2, 2);
      g_autoptr (GArray) without = systole_labels_new (), with = systole_labels_new ();
      cairo_surface_t *bare, *traced;
      SystoleLanePaint lane;

      g_assert_nonnull (trace);
      init_lane (&lane, run, 372.0, 540.0, SYSTOLE_SCHEME_LIGHT);
      lane.cycle = cycles[i];
      lane.style.labels = without;
      bare = paint_fixture_render (&lane, 1.0);
      lane.style.labels = with;
      lane.trace = trace;
      traced = paint_fixture_render (&lane, 1.0);
      g_assert_cmpuint (count_differences (bare, traced), >, 100);
      g_assert_cmpuint (with->len, ==, without->len);
      cairo_surface_destroy (bare);
      cairo_surface_destroy (traced);
    }
}

/* Less motion: where the wave was has a border more, and no label changes. */
static void
test_trail (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run (ARRAY "ws", 8, 8, 8, SYSTOLE_FORMAT_INT8);
  cairo_surface_t *pictures[3];
  SystoleLanePaint lane;

  init_lane (&lane, run, 372.0, 540.0, SYSTOLE_SCHEME_LIGHT);
  lane.cycle = 18;
  pictures[0] = paint_fixture_render (&lane, 1.0);
  lane.trail = TRUE;
  pictures[1] = paint_fixture_render (&lane, 1.0);
  g_assert_cmpuint (count_differences (pictures[0], pictures[1]), >, 100);
  lane.cycle = 0;
  pictures[2] = paint_fixture_render (&lane, 1.0);
  for (guint i = 0; i < 3; i++)
    cairo_surface_destroy (pictures[i]);
}

int
main (int argc, char **argv)
{
  paint_fixture_init (&argc, &argv);
  g_test_add_func ("/array-picture/labels", test_labels);
  g_test_add_func ("/array-picture/labels-large", test_labels_large);
  g_test_add_func ("/array-picture/pure", test_pure);
  g_test_add_func ("/array-picture/kept", test_kept);
  g_test_add_func ("/array-picture/vector", test_vector);
  g_test_add_func ("/array-picture/numbers", test_numbers);
  g_test_add_func ("/array-picture/changed-numbers", test_changed_numbers);
  g_test_add_func ("/array-picture/profile", test_profile);
  g_test_add_func ("/array-picture/reference", test_reference);

  g_test_add_func ("/array-picture/trace", test_trace);
  g_test_add_func ("/array-picture/trail", test_trail);
  return g_test_run ();
}
