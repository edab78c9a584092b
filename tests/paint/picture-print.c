/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "picture-print.h"

#include <string.h>

#define CELL PICTURE_PRINT_CELL
#define PLACE_SCALE 4   /* light seldom lies at one side alone */
#define TEXTURE_SCALE 2 /* and seldom every pixel differs from the next */
#define TOLERANCE 2     /* levels of 255: other versions of cairo, pixman and pango */
#define LEAST_EXCESS 5  /* levels above that, of all values together, that are another picture */
#define LEAST_TRACES 24 /* so are as many cells that differ by two levels: a hairline right across */

static const guint32 *
get_row (cairo_surface_t *surface, int y)
{
  return (const guint32 *) (gconstpointer) (cairo_image_surface_get_data (surface) + (gsize) y * cairo_image_surface_get_stride (surface));
}

static int
get_light (guint32 pixel)
{
  return (int) ((2 * (pixel >> 16 & 255) + 5 * (pixel >> 8 & 255) + (pixel & 255)) / 8);
}

static PicturePrint *
print_new (guint columns, guint rows)
{
  PicturePrint *self = g_new0 (PicturePrint, 1);

  self->columns = columns;
  self->rows = rows;
  self->values = g_new0 (guint8, (gsize) columns * rows * PICTURE_PRINT_N);
  return self;
}

void
picture_print_free (PicturePrint *self)
{
  g_free (self->values);
  g_free (self);
}

guint8 *
picture_print_get (const PicturePrint *self, guint row, guint column)
{
  return self->values + ((gsize) row * self->columns + column) * PICTURE_PRINT_N;
}

static guint8
to_level (double value)
{
  return (guint8) CLAMP (value + 0.5, 0, 255);
}

/* Of the square at (x0, y0), cut off where the picture ends. */
static void
sum_cell (cairo_surface_t *picture, int x0, int y0, int x1, int y1, guint8 *out)
{
  gint64 sums[3] = { 0 }, right = 0, down = 0, steps = 0, n = (gint64) (x1 - x0) * (y1 - y0);

  for (int y = y0; y < y1; y++)
    {
      const guint32 *row = get_row (picture, y), *above = get_row (picture, MAX (y - 1, y0));

      for (int x = x0; x < x1; x++)
        {
          int light = get_light (row[x]);

          sums[0] += row[x] >> 16 & 255;
          sums[1] += row[x] >> 8 & 255;
          sums[2] += row[x] & 255;
          right += light * (2 * x + 1 - x0 - x1);
          down += light * (2 * y + 1 - y0 - y1);
          steps += ABS (light - get_light (row[MAX (x - 1, x0)])) + ABS (light - get_light (above[x]));
        }
    }
  for (guint i = 0; i < 3; i++)
    out[i] = to_level ((double) sums[i] / (double) n);
  out[PICTURE_PRINT_X] = to_level (128 + PLACE_SCALE * (double) right / (double) (n * CELL));
  out[PICTURE_PRINT_Y] = to_level (128 + PLACE_SCALE * (double) down / (double) (n * CELL));
  out[PICTURE_PRINT_TEXTURE] = to_level (TEXTURE_SCALE * (double) steps / (double) n);
}

PicturePrint *
picture_print_new (cairo_surface_t *picture)
{
  int width = cairo_image_surface_get_width (picture), height = cairo_image_surface_get_height (picture);
  PicturePrint *self = print_new ((guint) (width + CELL - 1) / CELL, (guint) (height + CELL - 1) / CELL);

  g_assert_cmpint (cairo_image_surface_get_format (picture), ==, CAIRO_FORMAT_RGB24);
  cairo_surface_flush (picture);
  for (guint r = 0; r < self->rows; r++)
    for (guint c = 0; c < self->columns; c++)
      sum_cell (picture, (int) c * CELL, (int) r * CELL, MIN ((int) (c + 1) * CELL, width), MIN ((int) (r + 1) * CELL, height), picture_print_get (self, r, c));
  return self;
}

static gboolean
is_same_size (const PicturePrint *a, const PicturePrint *b)
{
  return a->columns == b->columns && a->rows == b->rows;
}

gboolean
picture_print_equal (const PicturePrint *a, const PicturePrint *b)
{
  return is_same_size (a, b) && memcmp (a->values, b->values, (gsize) a->columns * a->rows * PICTURE_PRINT_N) == 0;
}

/* Adds what is beyond the tolerance. */
static void
compare_cells (const guint8 *a, const guint8 *b, PictureDifference *result)
{
  gboolean differs = FALSE, is_trace = FALSE;

  for (guint i = 0; i < PICTURE_PRINT_N; i++)
    {
      guint apart = (guint) ABS (a[i] - b[i]);

      result->worst = MAX (result->worst, apart);
      result->excess += MAX (apart, TOLERANCE) - TOLERANCE;
      differs = differs || apart > TOLERANCE;
      is_trace = is_trace || apart >= TOLERANCE;
    }
  result->traces += is_trace;
  result->n += differs;
}

PictureDifference
picture_print_compare (const PicturePrint *a, const PicturePrint *b)
{
  PictureDifference result = { 0 };

  if (!is_same_size (a, b))
    return (PictureDifference){ G_MAXUINT, G_MAXUINT, G_MAXUINT, 255 };
  for (guint r = 0; r < a->rows; r++)
    for (guint c = 0; c < a->columns; c++)
      compare_cells (picture_print_get (a, r, c), picture_print_get (b, r, c), &result);
  return result;
}

gboolean
picture_print_is_alike (const PicturePrint *a, const PicturePrint *b)
{
  PictureDifference difference = picture_print_compare (a, b);

  return difference.excess < LEAST_EXCESS && difference.traces < LEAST_TRACES;
}

/* --- files: colours at the left, the other three beside them --- */

static guint32
pack (const guint8 *values)
{
  return 0xff000000u | (guint32) values[0] << 16 | (guint32) values[1] << 8 | values[2];
}

static void
unpack (guint32 pixel, guint8 *values)
{
  values[0] = pixel >> 16 & 255;
  values[1] = pixel >> 8 & 255;
  values[2] = pixel & 255;
}

cairo_status_t
picture_prints_write (PicturePrint *const *prints, PicturePrint *const *base, guint n, const char *path)
{
  guint columns = prints[0]->columns, rows = prints[0]->rows;
  cairo_surface_t *sheet = cairo_image_surface_create (base != NULL ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, (int) columns * 2, (int) (rows * n));
  cairo_status_t status;

  for (guint i = 0; i < n; i++)
    for (guint r = 0; r < rows; r++)
      {
        guint32 *line = (guint32 *) (gpointer) get_row (sheet, (int) (i * rows + r));

        for (guint c = 0; c < columns; c++)
          {
            const guint8 *values = picture_print_get (prints[i], r, c);

            if (base != NULL && memcmp (values, picture_print_get (base[i], r, c), PICTURE_PRINT_N) == 0)
              continue;
            line[c] = pack (values);
            line[columns + c] = pack (values + 3);
          }
      }
  cairo_surface_mark_dirty (sheet);
  status = cairo_surface_write_to_png (sheet, path);
  cairo_surface_destroy (sheet);
  return status;
}

/* FALSE: there is no such file, or it is none of these. */
gboolean
picture_prints_read (const char *path, guint n, PicturePrint *const *base, PicturePrint **out)
{
  cairo_surface_t *sheet = cairo_image_surface_create_from_png (path);
  guint columns, rows;

  if (cairo_surface_status (sheet) != CAIRO_STATUS_SUCCESS || cairo_image_surface_get_height (sheet) % (int) n != 0)
    {
      cairo_surface_destroy (sheet);
      return FALSE;
    }
  columns = (guint) cairo_image_surface_get_width (sheet) / 2;
  rows = (guint) cairo_image_surface_get_height (sheet) / n;
  for (guint i = 0; i < n; i++)
    {
      out[i] = print_new (columns, rows);
      for (guint r = 0; r < rows; r++)
        {
          const guint32 *line = get_row (sheet, (int) (i * rows + r));

          for (guint c = 0; c < columns; c++)
            {
              guint8 *values = picture_print_get (out[i], r, c);

              if (base != NULL && line[c] >> 24 == 0)
                memcpy (values, picture_print_get (base[i], r, c), PICTURE_PRINT_N);
              else
                {
                  unpack (line[c], values);
                  unpack (line[columns + c], values + 3);
                }
            }
        }
    }
  cairo_surface_destroy (sheet);
  return TRUE;
}

/* --- to look at --- */

cairo_surface_t *
picture_print_enlarge (const PicturePrint *self)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) self->columns * CELL, (int) self->rows * CELL);
  cairo_t *cr = cairo_create (surface);

  for (guint r = 0; r < self->rows; r++)
    for (guint c = 0; c < self->columns; c++)
      {
        const guint8 *values = picture_print_get (self, r, c);

        cairo_set_source_rgb (cr, values[0] / 255.0, values[1] / 255.0, values[2] / 255.0);
        cairo_rectangle (cr, c * CELL, r * CELL, CELL, CELL);
        cairo_fill (cr);
      }
  cairo_destroy (cr);
  return surface;
}

cairo_surface_t *
picture_print_mark (cairo_surface_t *picture, const PicturePrint *actual, const PicturePrint *expected)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, cairo_image_surface_get_width (picture), cairo_image_surface_get_height (picture));
  cairo_t *cr = cairo_create (surface);

  cairo_set_source_surface (cr, picture, 0, 0);
  cairo_paint (cr);
  cairo_set_source_rgb (cr, 1, 0, 0);
  cairo_set_line_width (cr, 2);
  for (guint r = 0; r < actual->rows && is_same_size (actual, expected); r++)
    for (guint c = 0; c < actual->columns; c++)
      {
        PictureDifference difference = { 0 };

        compare_cells (picture_print_get (actual, r, c), picture_print_get (expected, r, c), &difference);
        if (difference.n > 0)
          cairo_rectangle (cr, c * CELL + 1, r * CELL + 1, CELL - 2, CELL - 2);
      }
  cairo_stroke (cr);
  cairo_destroy (cr);
  return surface;
}
