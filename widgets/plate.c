/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/plate.h"

#include "widgets/paint-store.h"

#include <math.h>

#define SPRITE_PLATE 5

/*
 * A large shape with a curved edge is dear to draw: each of its lines of pixels is looked at for
 * the curve's sake. On whole pixels a small one is drawn, kept, and taken apart instead: its corners are
 * copied, its edges and its middle, which are of one colour each, are filled.
 */

static void
draw (cairo_t *cr, const SystolePlate *plate, double x, double y, double width, double height)
{
  double half = plate->line / 2.0;

  cairo_new_path (cr);
  systole_paint_rounded (cr, x + half, y + half, width - plate->line, height - plate->line, plate->radius);
  if (plate->fill.alpha > 0.0)
    {
      systole_paint_source (cr, plate->fill);
      cairo_fill_preserve (cr);
    }
  if (plate->line > 0.0)
    {
      systole_paint_source (cr, plate->color);
      cairo_set_line_width (cr, plate->line);
      cairo_stroke_preserve (cr);
    }
  cairo_new_path (cr);
}

static void
paint_sprite (cairo_t *cr, const SystoleSpriteKey *key, gconstpointer data)
{
  double scale = key->scale / 256.0;

  cairo_scale (cr, scale, scale);
  draw (cr, data, 0.0, 0.0, key->width / scale, key->height / scale);
}

static gboolean
is_whole (double value)
{
  return fabs (value - floor (value + 0.5)) < 1e-3;
}

static gboolean
is_simple (SystoleColor color)
{
  return color.alpha == 0.0 || color.alpha == 1.0;
}

static int
pack (SystoleColor color)
{
  return color.alpha == 0.0 ? -1 : (int) (color.red * 255.0 + 0.5) << 16 | (int) (color.green * 255.0 + 0.5) << 8 | (int) (color.blue * 255.0 + 0.5);
}

/* Device pixels from here on. */
typedef struct
{
  cairo_t *cr;
  double scale, x, y; /* of the corner */
  int width, height, corner;
  const guint32 *pixels;
  int stride; /* in pixels */
} Parts;

static guint32
pixel_at (const Parts *self, int x, int y)
{
  return self->pixels[y * self->stride + x];
}

static void
fill_part (const Parts *self, guint32 pixel, int x, int y, int width, int height)
{
  double alpha = (pixel >> 24) / 255.0;

  if (pixel >> 24 == 0 || width <= 0 || height <= 0)
    return;
  cairo_set_source_rgba (self->cr, (pixel >> 16 & 255) / 255.0 / alpha, (pixel >> 8 & 255) / 255.0 / alpha, (pixel & 255) / 255.0 / alpha, alpha);
  cairo_rectangle (self->cr, self->x + x / self->scale, self->y + y / self->scale, width / self->scale, height / self->scale);
  cairo_fill (self->cr);
}

static void
copy_corner (const Parts *self, cairo_surface_t *sprite, gboolean right, gboolean bottom)
{
  int side = 2 * self->corner + 1;
  double x = self->x + (right ? (self->width - side) / self->scale : 0.0), y = self->y + (bottom ? (self->height - side) / self->scale : 0.0);

  cairo_set_source_surface (self->cr, sprite, x, y);
  cairo_pattern_set_filter (cairo_get_source (self->cr), CAIRO_FILTER_NEAREST);
  cairo_rectangle (self->cr, self->x + (right ? self->width - self->corner : 0) / self->scale, self->y + (bottom ? self->height - self->corner : 0) / self->scale, self->corner / self->scale, self->corner / self->scale);
  cairo_fill (self->cr);
}

/* The edges row by row from outside, as far as they differ from the middle; then the middle. */
static void
fill_inside (const Parts *self)
{
  int c = self->corner, edge = 0, n;
  guint32 middle = pixel_at (self, c, c);

  for (; edge < c && pixel_at (self, c, edge) != middle; edge += n)
    {
      guint32 pixel = pixel_at (self, c, edge);

      for (n = 1; edge + n < c && pixel_at (self, c, edge + n) == pixel; n++)
        ;
      fill_part (self, pixel, c, edge, self->width - 2 * c, n);
      fill_part (self, pixel, c, self->height - edge - n, self->width - 2 * c, n);
      fill_part (self, pixel, edge, c, n, self->height - 2 * c);
      fill_part (self, pixel, self->width - edge - n, c, n, self->height - 2 * c);
    }
  fill_part (self, middle, c, edge, self->width - 2 * c, c - edge);
  fill_part (self, middle, c, self->height - c, self->width - 2 * c, c - edge);
  fill_part (self, middle, edge, c, self->width - 2 * edge, self->height - 2 * c);
}

/* The edges on whole pixels of the target, whose position is @scale times the user's beside a shift. */
static SystolePlate
snap (cairo_t *cr, const SystolePlate *plate, double scale)
{
  SystolePlate out = *plate;
  cairo_matrix_t matrix;
  double x, y;

  cairo_get_matrix (cr, &matrix);
  x = matrix.x0 * scale / matrix.xx;
  y = matrix.y0 * scale / matrix.yy;
  out.x = (round (plate->x * scale + x) - x) / scale;
  out.y = (round (plate->y * scale + y) - y) / scale;
  out.width = (round ((plate->x + plate->width) * scale + x) - x) / scale - out.x;
  out.height = (round ((plate->y + plate->height) * scale + y) - y) / scale - out.y;
  return out;
}

/** Draws a plate, its edges on the nearest pixels; see plate.h. Uses the path up. */
void
systole_paint_plate (cairo_t *cr, const SystolePaintStyle *style, const SystolePlate *wanted)
{
  double scale = systole_store_get_scale (cr, style);
  SystolePlate plate = scale > 0.0 ? snap (cr, wanted, scale) : *wanted;
  int corner = (int) ceil ((plate.radius + plate.line) * scale) + 1;
  Parts parts = { cr, scale, plate.x, plate.y, (int) (plate.width * scale + 0.5), (int) (plate.height * scale + 0.5), corner, NULL, 0 };
  SystoleSpriteKey key = { SPRITE_PLATE, pack (plate.fill), pack (plate.color), 2 * corner + 1, 2 * corner + 1, (int) (scale * 256.0 + 0.5), (int) (plate.line * 256.0 + 0.5), (int) (plate.radius * 256.0 + 0.5) };
  cairo_surface_t *sprite;

  if (scale <= 0.0 || !is_whole (scale * 256.0) || plate.dashed || parts.width <= key.width || parts.height <= key.height || !is_simple (plate.fill) || !is_simple (plate.color))
    {
      draw (cr, &plate, plate.x, plate.y, plate.width, plate.height);
      return;
    }

  sprite = systole_store_get_sprite (&key, paint_sprite, &plate);
  cairo_surface_flush (sprite);
  parts.pixels = (const guint32 *) (gpointer) cairo_image_surface_get_data (sprite);
  parts.stride = cairo_image_surface_get_stride (sprite) / 4;
  cairo_surface_set_device_scale (sprite, scale, scale);
  cairo_new_path (cr);
  for (guint i = 0; i < 4; i++)
    copy_corner (&parts, sprite, i & 1, i & 2);
  fill_inside (&parts);
}

void
systole_paint_badge (cairo_t *cr, const SystolePaintStyle *style, double x, double y, double width, double height, double radius, SystoleColor fill)
{
  systole_paint_plate (cr, style, &(SystolePlate){ x, y, width, height, radius, 0.0, fill, { 0 }, FALSE });
}

void
systole_paint_card (cairo_t *cr, const SystolePaintStyle *style, double x, double y, double width, double height, double radius)
{
  systole_paint_plate (cr, style, &(SystolePlate){ x, y, width, height, radius, style->line_scale, style->palette->card, style->palette->border, FALSE });
}
