/* SPDX-License-Identifier: GPL-3.0-or-later */

/* An array that is too fine for cells: a pixel map of busy shares, whole idle regions as
 * hatched polygons over it, and the words that say what is what. */

#include "widgets/array-painter.h"

#include "engine/base/i18n.h"
#include "widgets/hatch.h"

#include <math.h>

#define LABEL_PX 11.5
#define BAR_HEIGHT 12.0
#define LETTER_PX 20.0

static guint32
pack (SystoleColor color)
{
  return 0xFF000000u | (guint32) (color.red * 255.0 + 0.5) << 16 | (guint32) (color.green * 255.0 + 0.5) << 8 | (guint32) (color.blue * 255.0 + 0.5);
}

/* One pixel a PE, or a tile of PEs. */
static cairo_surface_t *
make_map (const SystoleArrayPicture *self, const SystoleArrayProfile *profile)
{
  guint tile = self->geometry.tile;
  guint width = (profile->columns + tile - 1) / tile, height = (profile->rows + tile - 1) / tile;
  cairo_surface_t *map = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height);
  guint8 *pixels = cairo_image_surface_get_data (map);
  gsize stride = (gsize) cairo_image_surface_get_stride (map);
  guint n = width + height - 1;
  g_autofree guint32 *colors = g_new (guint32, n);

  for (guint d = 0; d < n; d++)
    {
      double share = 0.0, weight = 0.0;

      /* a tile holds 1, 2 … tile … 2, 1 PEs of the diagonals that cross it */
      for (guint i = 0; i < 2 * tile - 1 && d * tile + i < profile->n; i++)
        {
          double count = i < tile ? i + 1 : 2 * tile - 1 - i;

          share += count * profile->shares[d * tile + i];
          weight += count;
        }
      colors[d] = pack (systole_palette_cividis (share / MAX (weight, 1.0)));
    }

  cairo_surface_flush (map);
  for (guint row = 0; row < height; row++)
    {
      guint32 *line = (guint32 *) (gpointer) (pixels + row * stride);

      for (guint column = 0; column < width; column++)
        line[column] = colors[row + column];
    }
  cairo_surface_mark_dirty (map);

  return map;
}

static void
paint_map (cairo_t *cr, const SystoleArrayPicture *self, const SystoleArrayProfile *profile)
{
  const SystoleGeometry *geometry = &self->geometry;
  cairo_surface_t *map = make_map (self, profile);
  double scale = geometry->pitch * geometry->tile;

  cairo_save (cr);
  cairo_rectangle (cr, geometry->x, geometry->y, profile->columns * geometry->pitch, profile->rows * geometry->pitch);
  cairo_clip (cr);
  cairo_translate (cr, geometry->x, geometry->y);
  cairo_scale (cr, scale, scale);
  cairo_set_source_surface (cr, map, 0.0, 0.0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_PAD);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (map);
}

/* The part of a rectangle (in PEs) between two diagonals, x + y = low … high. */
static guint
clip_band (double columns, double rows, double low, double high, double points[6][2])
{
  guint n = 0;

#define ADD(px, py) (points[n][0] = (px), points[n][1] = (py), n++)
  /* along the lower diagonal from its bottom left to its top right end, then back along the upper */
  low = CLAMP (low, 0.0, columns + rows);
  high = CLAMP (high, low, columns + rows);
  ADD (MAX (0.0, low - rows), MIN (low, rows));
  ADD (MIN (low, columns), MAX (0.0, low - columns));
  if (low < columns && high > columns)
    ADD (columns, 0.0);
  ADD (MIN (high, columns), MAX (0.0, high - columns));
  ADD (MAX (0.0, high - rows), MIN (high, rows));
  if (low < rows && high > rows)
    ADD (0.0, rows);
#undef ADD

  return n;
}

static double
polygon_centre (double points[6][2], guint n, double *x, double *y)
{
  double area = 0.0;

  *x = *y = 0.0;
  for (guint i = 0; i < n; i++)
    {
      const double *a = points[i], *b = points[(i + 1) % n];
      double cross = a[0] * b[1] - b[0] * a[1];

      area += cross / 2.0;
      *x += (a[0] + b[0]) * cross / 6.0;
      *y += (a[1] + b[1]) * cross / 6.0;
    }
  if (fabs (area) > 1e-9)
    {
      *x /= area;
      *y /= area;
    }

  return fabs (area);
}

static void
paint_region (cairo_t *cr, const SystoleArrayPicture *self, SystoleReason reason, double points[6][2], guint n)
{
  const SystoleGeometry *geometry = &self->geometry;
  const SystolePaintStyle *style = &self->lane->style;
  double cx, cy, area, px = LETTER_PX * style->font_scale;

  cairo_new_path (cr);
  for (guint i = 0; i < n; i++)
    cairo_line_to (cr, geometry->x + points[i][0] * geometry->pitch, geometry->y + points[i][1] * geometry->pitch);
  cairo_close_path (cr);
  systole_paint_source (cr, self->palette->idle_fill);
  cairo_fill_preserve (cr);
  systole_paint_hatch_path (cr, style, systole_reason_get_hatch (reason), SYSTOLE_HATCH_REGION);

  for (guint i = 0; i < n; i++)
    cairo_line_to (cr, geometry->x + points[i][0] * geometry->pitch, geometry->y + points[i][1] * geometry->pitch);
  cairo_close_path (cr);
  systole_paint_source (cr, self->palette->idle_outline);
  cairo_set_line_width (cr, style->line_scale);
  cairo_stroke (cr);

  area = polygon_centre (points, n, &cx, &cy) * geometry->pitch * geometry->pitch;
  if (area > 5.0 * px * px)
    systole_paint_idle_letter (cr, style, reason, geometry->x + cx * geometry->pitch, geometry->y + cy * geometry->pitch, px);
}

/* Diagonals that were idle in all of the window, joined by their cause. */
static void
paint_idle_bands (cairo_t *cr, const SystoleArrayPicture *self, const SystoleArrayProfile *profile)
{
  guint n = profile->rows + profile->columns - 1;

  for (guint d = 0; d < n;)
    {
      guint end = d + 1;
      double points[6][2];

      if (profile->shares[d] > 0.0 || profile->reasons[d] == SYSTOLE_REASON_BUSY)
        {
          d++;
          continue;
        }
      while (end < n && profile->shares[end] == 0.0 && profile->reasons[end] == profile->reasons[d])
        end++;
      paint_region (cr, self, profile->reasons[d], points, clip_band (profile->columns, profile->rows, d == 0 ? 0.0 : d + 0.5, end == n ? n + 1.0 : end + 0.5, points));
      d = end;
    }
}

static void
paint_rectangle (cairo_t *cr, const SystoleArrayPicture *self, double x0, double y0, double x1, double y1)
{
  double points[6][2] = { { x0, y0 }, { x1, y0 }, { x1, y1 }, { x0, y1 } };

  paint_region (cr, self, SYSTOLE_REASON_PADDING, points, 4);
}

static void
paint_bar (cairo_t *cr, const SystoleArrayPicture *self, const SystoleArrayProfile *profile)
{
  const SystoleGeometry *geometry = &self->geometry;
  const SystolePaintStyle *style = &self->lane->style;
  double fs = style->font_scale, width = MIN (260.0 * fs, 0.6 * geometry->columns * geometry->pitch);
  double x = geometry->x, y = floor (geometry->y + geometry->rows * geometry->pitch + 14.0 * fs), text_y = y + (BAR_HEIGHT + 10.0) * fs, left;
  cairo_pattern_t *pattern;
  g_autofree char *words = NULL, *scale = NULL, *brief = NULL;

  width = MAX (width, MIN (120.0 * fs, geometry->room_width));
  pattern = cairo_pattern_create_linear (x, 0.0, x + width, 0.0);
  for (guint i = 0; i <= 9; i++)
    {
      SystoleColor color = systole_palette_cividis (i / 9.0);

      cairo_pattern_add_color_stop_rgb (pattern, i / 9.0, color.red, color.green, color.blue);
    }
  cairo_rectangle (cr, x + 0.5, y + 0.5, width, BAR_HEIGHT * fs);
  cairo_set_source (cr, pattern);
  cairo_fill_preserve (cr);
  cairo_pattern_destroy (pattern);
  systole_paint_source (cr, self->palette->text);
  cairo_set_line_width (cr, style->line_scale);
  cairo_stroke (cr);

  words = g_strdup_printf (P_ ("busy share of the last cycle", "busy share of the last %u cycles", profile->window), profile->window);
  left = x + systole_paint_text (cr, style, "0", NULL, LABEL_PX, SYSTOLE_WEIGHT_NORMAL, self->palette->second_text, x, text_y, 0.0, SYSTOLE_ALIGN_START) + 12.0 * fs;
  systole_paint_text (cr, style, "1", NULL, LABEL_PX, SYSTOLE_WEIGHT_NORMAL, self->palette->second_text, x + width, text_y, 0.0, SYSTOLE_ALIGN_END);
  systole_paint_text (cr, style, words, _ ("busy share"), LABEL_PX, SYSTOLE_WEIGHT_SEMIBOLD, self->palette->text, left, text_y, x + width - left - 18.0 * fs, SYSTOLE_ALIGN_START);

  if (geometry->tile > 1)
    scale = g_strdup_printf (_ ("showing tiles of %u × %u"), geometry->tile, geometry->tile);
  else
    scale = g_strdup_printf (_ ("showing single PEs, %.3g px each"), geometry->pitch);
  /* Translators: the same as “showing tiles of 4 × 4” and “showing single PEs” where there is no room */
  brief = geometry->tile > 1 ? g_strdup_printf (_ ("tiles of %u × %u"), geometry->tile, geometry->tile) : g_strdup (_ ("single PEs"));
  systole_paint_text (cr, style, scale, brief, LABEL_PX, SYSTOLE_WEIGHT_NORMAL, self->palette->second_text, geometry->room_x + geometry->room_width, y + BAR_HEIGHT / 2.0 * fs, geometry->room_x + geometry->room_width - x - width - 18.0 * fs, SYSTOLE_ALIGN_END);
}

static void
paint_edges (cairo_t *cr, const SystoleArrayPicture *self, const SystoleArrayProfile *profile)
{
  const SystoleGeometry *geometry = &self->geometry;
  const SystolePaintStyle *style = &self->lane->style;
  double fs = style->font_scale, right = geometry->x + geometry->columns * geometry->pitch, bottom = geometry->y + geometry->rows * geometry->pitch;
  double line = 1.5 * style->line_scale, used;
  g_autofree char *last = g_strdup_printf (_ ("row %u"), geometry->rows - 1), *padding = NULL, *brief = NULL;

  cairo_rectangle (cr, geometry->x - line / 2.0, geometry->y - line / 2.0, right - geometry->x + line, bottom - geometry->y + line);
  systole_paint_source (cr, self->palette->busy_outline);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
  if (geometry->plain)
    return;

  used = systole_paint_text (cr, style, _ ("column 0"), "0", LABEL_PX, SYSTOLE_WEIGHT_NORMAL, self->palette->second_text, geometry->x, geometry->y - 12.0 * fs, right - geometry->x, SYSTOLE_ALIGN_START);
  if (profile->columns < geometry->columns)
    brief = g_strdup (systole_reason_get_short (SYSTOLE_REASON_PADDING));
  if (profile->columns < geometry->columns)
    padding = g_strdup_printf (_ ("padding: columns %u – %u"), profile->columns, geometry->columns - 1);
  else
    padding = g_strdup_printf (_ ("column %u"), geometry->columns - 1);
  systole_paint_text (cr, style, padding, brief, LABEL_PX, profile->columns < geometry->columns ? SYSTOLE_WEIGHT_SEMIBOLD : SYSTOLE_WEIGHT_NORMAL, profile->columns < geometry->columns ? self->palette->text : self->palette->second_text, right, geometry->y - 12.0 * fs, right - geometry->x - used - 12.0, SYSTOLE_ALIGN_END);
  systole_paint_text (cr, style, _ ("row 0"), NULL, LABEL_PX, SYSTOLE_WEIGHT_NORMAL, self->palette->second_text, geometry->x - 9.0, geometry->y + 6.0 * fs, geometry->x - geometry->room_x - 9.0, SYSTOLE_ALIGN_END);
  systole_paint_text (cr, style, last, NULL, LABEL_PX, SYSTOLE_WEIGHT_NORMAL, self->palette->second_text, geometry->x - 9.0, bottom - 6.0 * fs, geometry->x - geometry->room_x - 9.0, SYSTOLE_ALIGN_END);
}

/** Draws an array as a pixel map with its regions, labels and colour bar. */
void
systole_array_paint_raster (cairo_t *cr, const SystoleArrayPicture *self)
{
  const SystoleLanePaint *lane = self->lane;
  const SystoleGeometry *geometry = &self->geometry;
  SystoleArrayProfile profile;
  guint64 cycle = lane->cycle + (lane->fraction >= 0.5 && lane->cycle + 1 < systole_run_get_n_cycles (lane->run) ? 1 : 0);

  systole_array_profile_init (&profile, lane->run, lane->camera.unit, cycle);
  paint_map (cr, self, &profile);
  paint_idle_bands (cr, self, &profile);
  if (profile.columns < geometry->columns)
    paint_rectangle (cr, self, profile.columns, 0.0, geometry->columns, geometry->rows);
  if (profile.rows < geometry->rows)
    paint_rectangle (cr, self, 0.0, profile.rows, profile.columns, geometry->rows);
  paint_edges (cr, self, &profile);
  if (!geometry->panned && !geometry->plain)
    paint_bar (cr, self, &profile);
  systole_array_profile_clear (&profile);
}
