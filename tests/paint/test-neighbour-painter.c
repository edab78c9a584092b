/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint-fixture.h"

#include "widgets/neighbour-painter.h"
#include "widgets/telling-target.h"

#include <string.h>

#define ARRAY "array:rows=8,cols=8,dataflow="

static const char *const machines[] = { ARRAY "ws", ARRAY "os", ARRAY "is" };

/* All words are inside the card and apart, in every corner, at rest and large. */
static void
test_labels (void)
{
  static const double scales[] = { 1.0, 1.6 };
  static const guint places[] = { 0, 4, 7 };

  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    {
      g_autoptr (SystoleRun) run = paint_fixture_run (machines[i], 8, 8, 8, SYSTOLE_FORMAT_INT8);

      for (guint j = 0; j < G_N_ELEMENTS (scales) * 9 * 3; j++)
        {
          g_autoptr (GArray) labels = systole_labels_new ();
          double scale = scales[j % 2];
          SystoleNeighbourPaint paint = { run, 0, places[j / 2 % 3], places[j / 6 % 3], 6 * (j / 18) + 4, 272.0 * scale, { 0 } };
          cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 480, 240);
          cairo_t *cr = cairo_create (surface);

          systole_paint_style_init (&paint.style, SYSTOLE_SCHEME_LIGHT);
          paint.style.font_scale = scale;
          paint.style.labels = labels;
          systole_neighbour_paint (cr, &paint);
          g_assert_cmpuint (labels->len, >, 2);
          paint_fixture_assert_labels (labels, paint.width, systole_neighbour_get_height (&paint.style));
          cairo_destroy (cr);
          cairo_surface_destroy (surface);
        }
    }
}

/* What is said to come is what the registers hold, and who sends it is the neighbour. */
static void
test_words (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    {
      g_autoptr (SystoleRun) run = paint_fixture_run (machines[i], 8, 8, 8, SYSTOLE_FORMAT_INT8);
      SystoleNeighbourPaint paint = { run, 0, 0, 0, 18, 272.0, { 0 } };
      SystoleWindow window = { 0, 0, 8, 8, TRUE };
      g_autofree char *words = NULL, *a = NULL, *expected = NULL, *none = NULL;
      SystoleTarget target;
      SystoleArrayFrame frame;
      const SystoleArrayCell *cell;

      g_assert_true (systole_find_telling_target (run, SYSTOLE_LEVEL_ARRAY, 0, i == 1 ? 9 : 18, &target));
      paint.cycle = i == 1 ? 9 : 18;
      paint.row = target.row;
      paint.column = target.column;
      systole_paint_style_init (&paint.style, SYSTOLE_SCHEME_LIGHT);
      systole_array_frame_init (&frame);
      systole_run_array_frame (run, 0, paint.cycle, &window, &frame);
      cell = systole_array_frame_get_cell (&frame, paint.row, paint.column);
      g_assert_cmpint (cell->reason, ==, SYSTOLE_REASON_BUSY);
      a = systole_paint_format_number (i == 2 ? cell->b.value : cell->a.value);
      expected = g_strdup_printf ("%s from PE (%u, %u)", a, paint.row, paint.column - 1);
      words = systole_neighbour_describe (&paint);
      g_test_message ("%s", words);
      g_assert_nonnull (strstr (words, expected));
      systole_array_frame_clear (&frame);

      paint.row = 8;
      none = systole_neighbour_describe (&paint);
      g_assert_null (none);
    }
}

/* No busy PE is nearer the middle than the one that is told of; none before the first multiplies. */
static void
test_telling (void)
{
  g_autoptr (SystoleRun) run = paint_fixture_run (ARRAY "ws", 8, 8, 8, SYSTOLE_FORMAT_INT8);
  SystoleTarget target;

  g_assert_false (systole_find_telling_target (run, SYSTOLE_LEVEL_ARRAY, 0, 0, &target));
  g_assert_false (systole_find_telling_target (run, SYSTOLE_LEVEL_CHIP, 0, 18, &target));
  for (guint64 cycle = 8; cycle < systole_run_get_n_cycles (run); cycle++)
    {
      SystoleWindow window = { 0, 0, 8, 8, FALSE };
      gboolean found = systole_find_telling_target (run, SYSTOLE_LEVEL_ARRAY, 0, cycle, &target);
      SystoleArrayFrame frame;

      systole_array_frame_init (&frame);
      systole_run_array_frame (run, 0, cycle, &window, &frame);
      for (guint i = 0; i < frame.cells->len; i++)
        {
          const SystoleArrayCell *cell = &g_array_index (frame.cells, SystoleArrayCell, i);
          int down = (int) cell->row - 4, across = (int) cell->column - 4;

          if (cell->reason != SYSTOLE_REASON_BUSY)
            continue;
          g_assert_true (found);
          g_assert_cmpint (down * down + across * across, >=, ((int) target.row - 4) * ((int) target.row - 4) + ((int) target.column - 4) * ((int) target.column - 4));
        }
      systole_array_frame_clear (&frame);
    }
}

int
main (int argc, char **argv)
{
  paint_fixture_init (&argc, &argv);
  g_test_add_func ("/neighbour-painter/labels", test_labels);
  g_test_add_func ("/neighbour-painter/words", test_words);
  g_test_add_func ("/neighbour-painter/telling", test_telling);
  return g_test_run ();
}
