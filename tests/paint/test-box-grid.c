/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint-fixture.h"

#include <cairo.h>
#include <string.h>

#include "widgets/box.h"

/* Many boxes in one go look as each alone, and take as many operations as there are rectangles of equal ones. */

#define COLUMNS 13
#define ROWS 9
#define SIZE 400

/* Regions, single cells, holes. */
static void
fill_states (guint8 *states)
{
  for (guint r = 0; r < ROWS; r++)
    for (guint c = 0; c < COLUMNS; c++)
      states[r * COLUMNS + c] = r < 3 ? SYSTOLE_REASON_BUSY : r < 5 ? (c < 6 ? SYSTOLE_BOX_RESULT : SYSTOLE_REASON_WEIGHTS)
                                                          : r < 6   ? (c % 3 == 0 ? SYSTOLE_BOX_NONE : SYSTOLE_REASON_MEMORY)
                                                          : c < r   ? SYSTOLE_REASON_NO_WORK
                                                                    : SYSTOLE_REASON_DRAIN;
}

static cairo_surface_t *
new_surface (double scale)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIZE, SIZE);

  cairo_surface_set_device_scale (surface, scale, scale);
  return surface;
}

static SystoleBoxGrid
make_grid (double pitch, double gap, guint8 *states)
{
  return (SystoleBoxGrid){ 5, 7, pitch + 1, pitch, pitch + 1 - gap, pitch - gap, pitch - gap, COLUMNS, ROWS, pitch - gap >= 14, states };
}

static void
draw_each (cairo_t *cr, const SystolePaintStyle *style, const SystoleBoxGrid *grid)
{
  for (guint r = 0; r < ROWS; r++)
    for (guint c = 0; c < COLUMNS; c++)
      {
        guint8 state = grid->states[r * COLUMNS + c];

        if (state != SYSTOLE_BOX_NONE)
          systole_paint_box (cr, style, state == SYSTOLE_BOX_RESULT ? SYSTOLE_REASON_BUSY : (SystoleReason) state, state == SYSTOLE_BOX_RESULT ? SYSTOLE_MEANING_RESULT : SYSTOLE_MEANING_SUM, grid->x + c * grid->pitch_x, grid->y + r * grid->pitch_y, grid->width, grid->height, grid->cell);
      }
}

static void
assert_alike (double pitch, double gap, double scale, SystoleScheme scheme)
{
  guint8 states[ROWS * COLUMNS];
  SystoleBoxGrid grid = make_grid (pitch, gap, states);
  cairo_surface_t *surfaces[2];
  SystolePaintStyle style;

  systole_paint_style_init (&style, scheme);
  for (guint i = 0; i < 2; i++)
    {
      cairo_t *cr = cairo_create (surfaces[i] = new_surface (scale));

      systole_paint_source (cr, style.palette->card);
      cairo_paint (cr);
      fill_states (states);
      if (i == 0)
        draw_each (cr, &style, &grid);
      else
        systole_paint_box_grid (cr, &style, &grid);
      cairo_destroy (cr);
      cairo_surface_flush (surfaces[i]);
    }
  g_assert_cmpmem (cairo_image_surface_get_data (surfaces[0]), SIZE * SIZE * 4, cairo_image_surface_get_data (surfaces[1]), SIZE * SIZE * 4);
  for (guint i = 0; i < 2; i++)
    cairo_surface_destroy (surfaces[i]);
}

static void
test_looks (void)
{
  static const SystoleScheme schemes[] = { SYSTOLE_SCHEME_LIGHT, SYSTOLE_SCHEME_DARK, SYSTOLE_SCHEME_HIGH_CONTRAST };

  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    {
      assert_alike (6, 2, 1, schemes[i]);
      assert_alike (13, 2, 1, schemes[i]);
      assert_alike (20, 2, 1, schemes[i]);
      assert_alike (12, 2, 2, schemes[i]);
      assert_alike (20.3, 2.1, 1, schemes[i]); /* drawn one by one */
    }
}

static void
count (cairo_surface_t *observer, cairo_surface_t *target, void *data)
{
  ++*(guint *) data;
}

/* A grid of any size in a few operations. */
static void
test_operations (void)
{
  const guint side = 200;
  g_autofree guint8 *states = g_malloc (side * side);
  cairo_surface_t *surface = new_surface (1), *observer = cairo_surface_create_observer (surface, CAIRO_SURFACE_OBSERVER_NORMAL);
  cairo_t *cr = cairo_create (observer);
  SystolePaintStyle style;
  guint n = 0;

  systole_paint_style_init (&style, SYSTOLE_SCHEME_LIGHT);
  memset (states, SYSTOLE_REASON_WEIGHTS, side * side);
  memset (states, SYSTOLE_REASON_BUSY, side * side / 2);
  cairo_surface_observer_add_fill_callback (observer, count, &n);
  cairo_surface_observer_add_paint_callback (observer, count, &n);
  cairo_surface_observer_add_stroke_callback (observer, count, &n);
  cairo_surface_observer_add_mask_callback (observer, count, &n);
  systole_paint_box_grid (cr, &style, &(SystoleBoxGrid){ 0, 0, 20, 20, 18, 18, 18, side, side, TRUE, states });
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, <=, 3); /* busy, idle, hatch */
  cairo_destroy (cr);
  cairo_surface_destroy (observer);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  paint_fixture_init (&argc, &argv);
  g_test_add_func ("/box-grid/looks", test_looks);
  g_test_add_func ("/box-grid/operations", test_operations);
  return g_test_run ();
}
