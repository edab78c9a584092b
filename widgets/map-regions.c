/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/map-parts.h"

#include <math.h>

#include "widgets/map-field.h"

#define SPOT 4.0 /* pixels of a spot of a region */
#define HATCH_PITCH 12.0
#define TILE_SCALE 2 /* pixels of a tile a pixel of the picture */

/* 0: nothing is filled; else 1 + 2 × winner, one more where it is too close to say. */
static guint8
code_of (SystoleMapSpot spot)
{
  if (spot.verdict == SYSTOLE_MAP_NONE || spot.verdict == SYSTOLE_MAP_EVEN)
    return 0;
  return (guint8) (1 + 2 * spot.winner + (spot.verdict == SYSTOLE_MAP_CLOSE));
}

double
systole_map_drawing_spot_width (const SystoleMapDrawing *self)
{
  return (self->layout->right - self->layout->left) / self->n_x;
}

double
systole_map_drawing_spot_height (const SystoleMapDrawing *self)
{
  return (self->layout->bottom - self->layout->top) / self->n_y;
}

/* The index at a place of the axis: the inverse of systole_map_x() or _y(). */
static double
index_at (const SystoleMapDrawing *self, guint n, double at, double (*place) (const SystoleMapPaint *, const SystoleMapLayout *, double), guint *from)
{
  double a, b;

  /* Along an axis places only go one way, so the search goes on where it was. */
  while (*from + 2 < n && fabs (place (self->map, self->layout, *from + 1) - place (self->map, self->layout, 0)) <= fabs (at - place (self->map, self->layout, 0)))
    (*from)++;
  a = place (self->map, self->layout, *from);
  b = place (self->map, self->layout, MIN (*from + 1, n - 1));
  return fabs (b - a) > 0 ? *from + CLAMP ((at - a) / (b - a), 0, 1) : *from;
}

void
systole_map_drawing_look (SystoleMapDrawing *self)
{
  const SystoleMap *map = self->map->map;
  double columns[SYSTOLE_MAP_MAX_SPOTS];
  guint at = 0;

  self->n_x = (guint) CLAMP ((self->layout->right - self->layout->left) / SPOT, 1, SYSTOLE_MAP_MAX_SPOTS);
  self->n_y = (guint) CLAMP ((self->layout->bottom - self->layout->top) / SPOT, 1, SYSTOLE_MAP_MAX_SPOTS);
  for (guint x = 0; x < self->n_x; x++)
    columns[x] = index_at (self, map->n_x, self->layout->left + (x + 0.5) * systole_map_drawing_spot_width (self), systole_map_x, &at);
  at = 0;
  for (guint y = self->n_y; y-- > 0;)
    {
      double row = index_at (self, map->n_y, self->layout->top + (y + 0.5) * systole_map_drawing_spot_height (self), systole_map_y, &at);

      for (guint x = 0; x < self->n_x; x++)
        self->codes[y][x] = code_of (systole_map_look (map, columns[x], row));
    }
}

/* The path of all spots whose code is one of two. */
static void
trace_spots (const SystoleMapDrawing *self, cairo_t *cr, guint8 first, guint8 second)
{
  cairo_new_path (cr);
  for (guint y = 0; y < self->n_y; y++)
    for (guint x = 0; x < self->n_x; x++)
      {
        guint begin = x;

        while (x < self->n_x && (self->codes[y][x] == first || self->codes[y][x] == second))
          x++;
        if (x > begin)
          cairo_rectangle (cr, self->layout->left + begin * systole_map_drawing_spot_width (self), self->layout->top + y * systole_map_drawing_spot_height (self), (x - begin) * systole_map_drawing_spot_width (self), systole_map_drawing_spot_height (self));
      }
}

static const double directions[SYSTOLE_MAP_MAX_LANES][2] = { { 1, -1 }, { 1, 1 }, { 1, 0 }, { 0, 1 } };

/* Lines over (0, 0) … (width, height), their pattern repeating from the origin. */
static void
trace_lines (cairo_t *cr, guint lane, double pitch, double width, double height)
{
  double dx = directions[lane][0], dy = directions[lane][1];

  if (dx > 0 && fabs (dy) > 0)
    for (double x = -ceil (height / pitch) * pitch; x < width + height; x += pitch)
      {
        cairo_move_to (cr, x, dy > 0 ? 0 : height);
        cairo_line_to (cr, x + height, dy > 0 ? height : 0);
      }
  else if (dx > 0)
    for (double y = 0.5; y < height; y += pitch)
      {
        cairo_move_to (cr, 0, y);
        cairo_line_to (cr, width, y);
      }
  else
    for (double x = 0.5; x < width; x += pitch)
      {
        cairo_move_to (cr, x, 0);
        cairo_line_to (cr, x, height);
      }
}

static void
stroke_lines (cairo_t *cr, const SystoleMapPaint *self, guint lane, double width, double height)
{
  systole_paint_source (cr, systole_map_color (self, lane).mark);
  cairo_set_line_width (cr, self->style.line_scale);
  cairo_set_dash (cr, NULL, 0, 0);
  trace_lines (cr, lane, HATCH_PITCH, width, height);
  cairo_stroke (cr);
}

/* In pictures of lines: clipped lines from the page's origin on. */
static void
fill_with_lines (cairo_t *cr, const SystoleMapPaint *self, guint lane)
{
  double x0, y0, x1, y1, left, top;

  cairo_save (cr);
  cairo_clip (cr);
  cairo_clip_extents (cr, &x0, &y0, &x1, &y1);
  left = floor (x0 / HATCH_PITCH) * HATCH_PITCH;
  top = floor (y0 / HATCH_PITCH) * HATCH_PITCH;
  cairo_translate (cr, left, top);
  stroke_lines (cr, self, lane, x1 - left, y1 - top);
  cairo_restore (cr);
}

/* In pictures of pixels: a tile that repeats, for a region of a thousand rectangles is slow
 * to clip to. */
static void
fill_with_tile (cairo_t *cr, const SystoleMapPaint *self, guint lane)
{
  cairo_surface_t *tile = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) (TILE_SCALE * HATCH_PITCH), (int) (TILE_SCALE * HATCH_PITCH));
  cairo_t *drawing = cairo_create (tile);
  cairo_pattern_t *pattern = cairo_pattern_create_for_surface (tile);
  cairo_matrix_t matrix;

  cairo_scale (drawing, TILE_SCALE, TILE_SCALE);
  stroke_lines (drawing, self, lane, HATCH_PITCH, HATCH_PITCH);
  cairo_destroy (drawing);
  cairo_matrix_init_scale (&matrix, TILE_SCALE, TILE_SCALE);
  cairo_pattern_set_matrix (pattern, &matrix);
  cairo_pattern_set_extend (pattern, CAIRO_EXTEND_REPEAT);
  cairo_save (cr);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  cairo_set_source (cr, pattern);
  cairo_fill (cr);
  cairo_restore (cr);
  cairo_pattern_destroy (pattern);
  cairo_surface_destroy (tile);
}

/* Lines of the winner's colour in the path: slashes, backslashes, level and upright ones. */
void
systole_map_hatch (cairo_t *cr, const SystoleMapPaint *self, guint lane)
{
  if (self->style.vector)
    fill_with_lines (cr, self, lane);
  else
    fill_with_tile (cr, self, lane);
}

void
systole_map_drawing_regions (cairo_t *cr, const SystoleMapDrawing *self)
{
  for (guint lane = 0; lane < self->map->map->n_lanes; lane++)
    {
      guint8 code = (guint8) (1 + 2 * lane);

      cairo_save (cr);
      cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
      trace_spots (self, cr, code, (guint8) (code + 1));
      systole_paint_source (cr, systole_map_color (self->map, lane).tint);
      cairo_fill (cr);
      cairo_restore (cr);
      trace_spots (self, cr, code, code);
      systole_map_hatch (cr, self->map, lane);
    }
}

/* The spot of the lane's region that lies farthest from its edge, and how far, in spots. */
guint
systole_map_drawing_inside (const SystoleMapDrawing *self, guint8 first, guint8 second, guint *at_x, guint *at_y)
{
  guint16 rows[2][SYSTOLE_MAP_MAX_SPOTS] = { { 0 } };
  guint best = 0;

  /* The largest square of the region that ends at each spot. */
  for (guint y = 0; y < self->n_y; y++)
    for (guint x = 0; x < self->n_x; x++)
      {
        guint16 *now = rows[y % 2], *above = rows[(y + 1) % 2];
        gboolean in = self->codes[y][x] == first || self->codes[y][x] == second;

        now[x] = !in ? 0 : (guint16) (x == 0 || y == 0 ? 1 : 1 + MIN (above[x], MIN (now[x - 1], above[x - 1])));
        if (now[x] > best)
          {
            best = now[x];
            *at_x = x;
            *at_y = y;
          }
      }
  return best;
}
