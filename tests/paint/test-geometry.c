/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paint-fixture.h"
#include "widgets/geometry.h"

static const SystoleEdges edges = { 3, 0, 3, TRUE };

static void
test_detail (void)
{
  static const struct
  {
    double size;
    SystoleDetail detail;
  } cases[] = {
    { 0.5, SYSTOLE_DETAIL_TILES },
    { 1.0, SYSTOLE_DETAIL_RASTER },
    { 5.9, SYSTOLE_DETAIL_RASTER },
    { 6.0, SYSTOLE_DETAIL_BOXES },
    { 13.9, SYSTOLE_DETAIL_BOXES },
    { 14.0, SYSTOLE_DETAIL_SOME },
    { 27.9, SYSTOLE_DETAIL_SOME },
    { 28.0, SYSTOLE_DETAIL_ALL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_cmpint (systole_detail_for_size (cases[i].size, 1.0, SYSTOLE_DETAIL_UNKNOWN), ==, cases[i].detail);
      if (cases[i].detail >= SYSTOLE_DETAIL_BOXES)
        g_assert_cmpint (systole_detail_for_size (2.0 * cases[i].size, 2.0, SYSTOLE_DETAIL_UNKNOWN), ==, cases[i].detail);
    }
}

/* Two pixels below a threshold a level still holds, when it is the one drawn before. */
static void
test_hysteresis (void)
{
  g_assert_cmpint (systole_detail_for_size (26.5, 1.0, SYSTOLE_DETAIL_ALL), ==, SYSTOLE_DETAIL_ALL);
  g_assert_cmpint (systole_detail_for_size (25.9, 1.0, SYSTOLE_DETAIL_ALL), ==, SYSTOLE_DETAIL_SOME);
  g_assert_cmpint (systole_detail_for_size (26.5, 1.0, SYSTOLE_DETAIL_SOME), ==, SYSTOLE_DETAIL_SOME);
  g_assert_cmpint (systole_detail_for_size (28.0, 1.0, SYSTOLE_DETAIL_SOME), ==, SYSTOLE_DETAIL_ALL);
}

static void
test_gap (void)
{
  g_assert_cmpfloat (systole_gap_for_pitch (32.0), ==, 3.0);
  g_assert_cmpfloat (systole_gap_for_pitch (8.0), ==, 2.0);
}

/* Every PE, and the queues beside it, lies inside the room at every size. */
static void
test_fit (void)
{
  static const guint sides[][2] = { { 1, 1 }, { 8, 8 }, { 4, 16 }, { 16, 4 }, { 32, 32 }, { 128, 128 }, { 256, 256 }, { 1024, 7 }, { 1024, 1024 } };
  static const double rooms[][2] = { { 348.0, 430.0 }, { 256.0, 130.0 }, { 876.0, 480.0 }, { 1896.0, 880.0 } };
  guint seen = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    for (guint j = 0; j < G_N_ELEMENTS (rooms); j++)
      {
        SystoleGeometry geometry;
        double x, y, width, height;

        systole_geometry_fit (&geometry, sides[i][0], sides[i][1], &edges, 1.0, SYSTOLE_DETAIL_UNKNOWN, 12.0, 100.0, rooms[j][0], rooms[j][1]);
        systole_geometry_locate (&geometry, sides[i][0] - 1, sides[i][1] - 1, &x, &y, &width, &height);
        g_test_message ("%u × %u in %g × %g: pitch %g, detail %d", sides[i][0], sides[i][1], rooms[j][0], rooms[j][1], geometry.pitch, geometry.detail);
        g_assert_cmpfloat (geometry.x, >=, 12.0);
        g_assert_cmpfloat (geometry.y, >=, 100.0);
        g_assert_cmpfloat (x + width, <=, 12.0 + rooms[j][0] + 0.01);
        g_assert_cmpfloat (y + height, <=, 100.0 + rooms[j][1] + 0.01);
        g_assert_cmpint (geometry.detail, ==, geometry.detail <= SYSTOLE_DETAIL_RASTER ? (geometry.pitch < 1.0 ? SYSTOLE_DETAIL_TILES : SYSTOLE_DETAIL_RASTER) : systole_detail_for_size (geometry.size, 1.0, SYSTOLE_DETAIL_UNKNOWN));
        /* Tiles are of as few PEs as make a pixel. */
        g_assert_cmpfloat (geometry.pitch * geometry.tile, >=, 1.0);
        g_assert_cmpint (geometry.tile > 1, ==, geometry.detail == SYSTOLE_DETAIL_TILES);
        if (geometry.tile > 1)
          g_assert_cmpfloat (geometry.pitch * geometry.tile / 2.0, <, 1.0);
        seen |= 1u << geometry.detail;
        if (geometry.detail == SYSTOLE_DETAIL_ALL)
          {
            g_assert_cmpfloat (geometry.x - geometry.edges.left_slots * geometry.slot_width, >=, 12.0);
            g_assert_cmpfloat (y + height + geometry.edges.bottom_slots * geometry.slot_height, <=, 100.0 + rooms[j][1] - (geometry.key_size > 0.0 && geometry.key_y > y ? geometry.key_size : 0.0));
          }
      }
  for (guint detail = SYSTOLE_DETAIL_TILES; detail <= SYSTOLE_DETAIL_ALL; detail++)
    g_assert_true (seen & 1u << detail);
}

/* The painter's place of a PE and the pick at it are one. */
/* The next frame of the same size looks the same, whatever was drawn before it. */
static void
test_again (void)
{
  guint n_all = 0;

  for (double scale = 1.0; scale <= 2.0; scale += 0.25)
    for (double width = 200.0; width <= 900.0; width += 7.0)
      for (double height = 180.0; height <= 700.0; height += 13.0)
        {
          SystoleGeometry first, second;

          systole_geometry_fit (&first, 8, 8, &edges, scale, SYSTOLE_DETAIL_UNKNOWN, 12.0, 100.0, width, height);
          systole_geometry_fit (&second, 8, 8, &edges, scale, first.detail, 12.0, 100.0, width, height);
          n_all += first.detail == SYSTOLE_DETAIL_ALL;
          g_assert_cmpint (second.detail, ==, first.detail);
          g_assert_cmpfloat (second.pitch, ==, first.pitch);
          g_assert_cmpuint (second.edges.bottom_slots, ==, first.edges.bottom_slots);
          g_assert_cmpuint (second.edges.left_slots, ==, first.edges.left_slots);
        }
  g_assert_cmpuint (n_all, >, 1000);
}

/* Three lanes beside each other in a window of 1280 × 800: no queues, but cells that are seen. */
static void
test_three_lanes (void)
{
  SystoleGeometry geometry;

  systole_geometry_fit (&geometry, 8, 8, &edges, 1.0, SYSTOLE_DETAIL_UNKNOWN, 12.0, 100.0, 204.0, 392.0);
  g_assert_cmpint (geometry.detail, ==, SYSTOLE_DETAIL_SOME);
  g_assert_cmpfloat (geometry.size, >=, 22.0);
  g_assert_cmpfloat (geometry.x, >=, 12.0 + 13.0);
  g_assert_cmpfloat (geometry.x + 8.0 * geometry.pitch - geometry.gap, <=, 12.0 + 204.0);

  /* The same with letters twice as large: words around the cells would leave them half as large. */
  systole_geometry_fit (&geometry, 8, 8, &edges, 2.0, SYSTOLE_DETAIL_UNKNOWN, 12.0, 100.0, 390.0, 246.0);
  g_assert_cmpfloat (geometry.size, >=, 22.0);

  /* Numbers of three digits need their room. */
  systole_geometry_fit (&geometry, 128, 128, &edges, 1.0, SYSTOLE_DETAIL_UNKNOWN, 0.0, 0.0, 1100.0, 1100.0);
  g_assert_cmpint (geometry.detail, ==, SYSTOLE_DETAIL_BOXES);
  g_assert_cmpfloat (geometry.x, >=, 28.0);
}

static void
test_pick (void)
{
  SystoleGeometry geometry;
  guint row = 99, column = 99;

  for (guint zoom = 1; zoom <= 8; zoom *= 2)
    {
      guint picked = 0;

      systole_geometry_fit (&geometry, 16, 24, &edges, 1.0, SYSTOLE_DETAIL_UNKNOWN, 12.0, 100.0, 600.0, 500.0);
      systole_geometry_zoom (&geometry, zoom, 0.5, 0.5, 1.0, SYSTOLE_DETAIL_UNKNOWN);
      for (guint r = geometry.row0; r < geometry.row1; r++)
        for (guint c = geometry.column0; c < geometry.column1; c++)
          {
            double x, y, width, height;

            systole_geometry_locate (&geometry, r, c, &x, &y, &width, &height);
            if (x < 12.0 || y < 100.0 || x + width > 612.0 || y + height > 600.0)
              continue;
            g_assert_true (systole_geometry_pick (&geometry, x + width / 2.0, y + height / 2.0, &row, &column));
            g_assert_cmpuint (row, ==, r);
            g_assert_cmpuint (column, ==, c);
            picked++;
          }
      g_assert_cmpuint (picked, >, zoom == 1 ? 16 * 24 - 1 : 3);
    }
  g_assert_false (systole_geometry_pick (&geometry, 5.0, 5.0, &row, &column));
}

/* Zoomed in, the picture is kept in the room, and only what is seen is in the window. */
static void
test_zoom (void)
{
  SystoleGeometry geometry;

  systole_geometry_fit (&geometry, 256, 256, &edges, 1.0, SYSTOLE_DETAIL_UNKNOWN, 0.0, 0.0, 600.0, 500.0);
  g_assert_cmpint (geometry.detail, ==, SYSTOLE_DETAIL_RASTER);
  systole_geometry_zoom (&geometry, 20.0, 1.0, 1.0, 1.0, SYSTOLE_DETAIL_UNKNOWN);
  g_assert_cmpint (geometry.detail, ==, SYSTOLE_DETAIL_ALL);
  g_assert_true (geometry.panned);
  g_assert_cmpuint (geometry.column1, ==, 256);
  g_assert_cmpuint (geometry.row1, ==, 256);
  g_assert_cmpuint ((geometry.row1 - geometry.row0) * (geometry.column1 - geometry.column0), <, 600);
  g_assert_cmpfloat (geometry.x + 256 * geometry.pitch - geometry.gap, <=, 601.0);
}

int
main (int argc, char **argv)
{
  paint_fixture_init (&argc, &argv);
  g_test_add_func ("/geometry/detail", test_detail);
  g_test_add_func ("/geometry/hysteresis", test_hysteresis);
  g_test_add_func ("/geometry/gap", test_gap);
  g_test_add_func ("/geometry/fit", test_fit);
  g_test_add_func ("/geometry/again", test_again);
  g_test_add_func ("/geometry/three-lanes", test_three_lanes);
  g_test_add_func ("/geometry/pick", test_pick);
  g_test_add_func ("/geometry/zoom", test_zoom);

  return g_test_run ();
}
