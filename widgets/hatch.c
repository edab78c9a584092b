/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/hatch.h"

#include "widgets/paint-store.h"

#include <math.h>

#define SPRITE_HATCH 1
#define SPRITE_LETTER 3

/* One period of each hatch in pixels at scale 1. Diagonals 6 px apart have a period of 6 √2. */
static const struct
{
  double width, height;
} periods[] = {
  [SYSTOLE_HATCH_NONE] = { 6.0, 6.0 },
  [SYSTOLE_HATCH_SLASH] = { 6.0 * G_SQRT2, 6.0 * G_SQRT2 },
  [SYSTOLE_HATCH_BACKSLASH] = { 6.0 * G_SQRT2, 6.0 * G_SQRT2 },
  [SYSTOLE_HATCH_DOUBLE_SLASH] = { 9.6 * G_SQRT2, 9.6 * G_SQRT2 },
  [SYSTOLE_HATCH_CROSS] = { 6.0 * G_SQRT2, 6.0 * G_SQRT2 },
  [SYSTOLE_HATCH_HORIZONTAL] = { 6.0, 6.0 },
  [SYSTOLE_HATCH_VERTICAL] = { 6.0, 6.0 },
  [SYSTOLE_HATCH_GRID] = { 6.0, 6.0 },
  [SYSTOLE_HATCH_DOTS] = { 6.0, 9.0 },
  [SYSTOLE_HATCH_DASHES] = { 8.4, 12.0 },
  [SYSTOLE_HATCH_ZIGZAG] = { 6.0, 6.0 },
  [SYSTOLE_HATCH_DASHED_SLASH] = { 6.0 * G_SQRT2, 6.0 * G_SQRT2 },
};

typedef struct
{
  double x0, y0, x1, y1; /* to be covered */
  double pw, ph;         /* one period */
  double line;
  double factor; /* of lengths that are not the period */
} Area;

/* Lines x/pw ± y/ph = whole number + offset. */
static void
add_diagonals (cairo_t *cr, const Area *area, double sign, double offset)
{
  double low = MIN (sign * area->y0, sign * area->y1) / area->ph + area->x0 / area->pw;
  double high = MAX (sign * area->y0, sign * area->y1) / area->ph + area->x1 / area->pw;
  double left = area->x0 - area->pw, right = area->x1 + area->pw;

  for (double k = floor (low - offset) - 1.0; k <= ceil (high - offset) + 1.0; k += 1.0)
    {
      cairo_move_to (cr, left, sign * (k + offset - left / area->pw) * area->ph);
      cairo_line_to (cr, right, sign * (k + offset - right / area->pw) * area->ph);
    }
}

static void
add_levels (cairo_t *cr, const Area *area, gboolean vertical)
{
  double step = vertical ? area->pw : area->ph;
  double from = vertical ? area->x0 : area->y0, to = vertical ? area->x1 : area->y1;
  double half = fmod (floor (area->line + 0.5), 2.0) / 2.0;

  for (double k = floor (from / step) - 1.0; k * step <= to + step; k += 1.0)
    {
      double at = k * step + floor (step / 2.0) + half;

      if (vertical)
        {
          cairo_move_to (cr, at, area->y0);
          cairo_line_to (cr, at, area->y1);
        }
      else
        {
          cairo_move_to (cr, area->x0, at);
          cairo_line_to (cr, area->x1, at);
        }
    }
}

static void
stroke_dashes (cairo_t *cr, const Area *area)
{
  double half = fmod (floor (area->line + 0.5), 2.0) / 2.0, dash = area->pw / 2.0;
  double left = (floor (area->x0 / area->pw) - 1.0) * area->pw;

  for (double k = floor (area->y0 / area->ph * 2.0) - 1.0; k * area->ph / 2.0 <= area->y1 + area->ph; k += 1.0)
    {
      double y = floor (k * area->ph / 2.0 + area->ph / 4.0) + half;

      cairo_set_dash (cr, &dash, 1, fmod (k, 2.0) == 0.0 ? 0.0 : dash);
      cairo_move_to (cr, left, y);
      cairo_line_to (cr, area->x1 + area->pw, y);
      cairo_stroke (cr);
    }
  cairo_set_dash (cr, NULL, 0, 0.0);
}

static void
add_zigzags (cairo_t *cr, const Area *area)
{
  double high = 1.5 * area->factor;

  for (double k = floor (area->y0 / area->ph) - 1.0; k * area->ph <= area->y1 + area->ph; k += 1.0)
    {
      double y = (k + 0.5) * area->ph, j = floor (area->x0 / area->pw) * 2.0 - 1.0;

      cairo_move_to (cr, j * area->pw / 2.0, fmod (j, 2.0) == 0.0 ? y - high : y + high);
      for (; j * area->pw / 2.0 <= area->x1 + area->pw; j += 1.0)
        cairo_line_to (cr, j * area->pw / 2.0, fmod (j, 2.0) == 0.0 ? y - high : y + high);
    }
}

static void
fill_dots (cairo_t *cr, const Area *area)
{
  for (double k = floor (area->y0 / area->ph * 2.0) - 1.0; k * area->ph / 2.0 <= area->y1 + area->ph; k += 1.0)
    for (double j = floor (area->x0 / area->pw) - 1.0; j * area->pw <= area->x1 + area->pw; j += 1.0)
      {
        cairo_new_sub_path (cr);
        cairo_arc (cr, (j + (fmod (k, 2.0) == 0.0 ? 0.25 : 0.75)) * area->pw, (k + 0.5) * area->ph / 2.0, 1.1 * area->factor, 0.0, 2.0 * G_PI);
      }
  cairo_fill (cr);
}

/* Draws a hatch over an area in the present source. */
static void
draw_hatch (cairo_t *cr, SystoleHatch hatch, const Area *area)
{
  double diagonal = hypot (area->pw, area->ph), dashes[2];

  cairo_set_line_width (cr, area->line);
  switch (hatch)
    {
    case SYSTOLE_HATCH_SLASH:
      add_diagonals (cr, area, 1.0, 0.5);
      break;
    case SYSTOLE_HATCH_BACKSLASH:
      add_diagonals (cr, area, -1.0, 0.5);
      break;
    case SYSTOLE_HATCH_DOUBLE_SLASH:
      add_diagonals (cr, area, 1.0, 0.5 - 1.5 / 9.6);
      add_diagonals (cr, area, 1.0, 0.5 + 1.5 / 9.6);
      break;
    case SYSTOLE_HATCH_CROSS:
      add_diagonals (cr, area, 1.0, 0.5);
      add_diagonals (cr, area, -1.0, 0.5);
      break;
    case SYSTOLE_HATCH_DASHED_SLASH:
      dashes[0] = diagonal / 3.0 * 1.5 / 4.0;
      dashes[1] = diagonal / 3.0 * 2.5 / 4.0;
      cairo_set_dash (cr, dashes, 2, (area->x0 - area->pw) / area->pw * diagonal);
      add_diagonals (cr, area, 1.0, 0.5);
      break;
    case SYSTOLE_HATCH_HORIZONTAL:
      add_levels (cr, area, FALSE);
      break;
    case SYSTOLE_HATCH_VERTICAL:
      add_levels (cr, area, TRUE);
      break;
    case SYSTOLE_HATCH_GRID:
      add_levels (cr, area, FALSE);
      add_levels (cr, area, TRUE);
      break;
    case SYSTOLE_HATCH_ZIGZAG:
      add_zigzags (cr, area);
      break;
    case SYSTOLE_HATCH_DASHES:
      stroke_dashes (cr, area);
      return;
    case SYSTOLE_HATCH_DOTS:
      fill_dots (cr, area);
      return;
    case SYSTOLE_HATCH_NONE:
    default:
      return;
    }
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0.0);
}

typedef struct
{
  SystoleColor color;
  double line, factor;
  int width; /* of one period; the tile has several, since short rows are slow to repeat */
} TileData;

#define TILE_WIDTH 256 /* least, in pixels of the target */

static void
paint_tile (cairo_t *cr, const SystoleSpriteKey *key, gconstpointer data)
{
  const TileData *tile = data;
  Area area = { 0.0, 0.0, key->width, key->height, tile->width, key->height, tile->line, tile->factor };

  systole_paint_source (cr, tile->color);
  draw_hatch (cr, (SystoleHatch) key->variant, &area);
}

static const SystoleColor loud = { 0x8C / 255.0, 0x8A / 255.0, 0x86 / 255.0, 1.0 };

/** Quiet on a desk; in front of a class, where lines are wide, 3:1 on the idle fill: TRUE. */
gboolean
systole_hatch_is_loud (const SystolePaintStyle *style)
{
  return style->palette->scheme == SYSTOLE_SCHEME_LIGHT && style->line_scale >= 1.5;
}

/** Colour of an idle unit’s outline. */
SystoleColor
systole_idle_color (const SystolePaintStyle *style)
{
  return systole_hatch_is_loud (style) ? loud : style->palette->idle_outline;
}

static void
scale_of (const SystolePaintStyle *style, double cell, double *factor, double *line)
{
  *factor = cell <= 0.0 ? 1.5 : cell <= 40.0 ? 1.0
                                             : MAX (1.0, 0.75 * cell / 29.0);
  *line = (cell <= 40.0 ? 1.0 : MAX (1.0, 0.6 * cell / 29.0)) * style->line_scale;
}

/**
 * systole_paint_hatch_path:
 * @cell: side of the cell in pixels, or SYSTOLE_HATCH_REGION, SYSTOLE_HATCH_BAR
 *
 * Fills the present path with a hatch, anchored to the origin of user space so that
 * neighbours of one cause join; the path is used up.
 */
void
systole_paint_hatch_path (cairo_t *cr, const SystolePaintStyle *style, SystoleHatch hatch, double cell)
{
  double scale = systole_store_get_scale (cr, style);
  SystoleColor color = systole_hatch_is_loud (style) ? loud : style->palette->hatch;
  double factor, line;

  if (hatch == SYSTOLE_HATCH_NONE)
    {
      cairo_new_path (cr);
      return;
    }

  scale_of (style, cell, &factor, &line);
  if (scale > 0.0)
    {
      int width = MAX (2, (int) (periods[hatch].width * factor * scale + 0.5)), height = MAX (2, (int) (periods[hatch].height * factor * scale + 0.5));
      TileData data = { color, line * scale, factor * scale, width };
      SystoleSpriteKey key = { SPRITE_HATCH, (int) hatch, (int) style->palette->scheme * 2 + systole_hatch_is_loud (style), (TILE_WIDTH + width - 1) / width * width, height, (int) (scale * 256.0), (int) (line * 256.0), (int) (factor * 256.0) };
      cairo_pattern_t *pattern = cairo_pattern_create_for_surface (systole_store_get_sprite (&key, paint_tile, &data));
      cairo_matrix_t matrix;

      cairo_matrix_init_scale (&matrix, scale, scale);
      cairo_pattern_set_matrix (pattern, &matrix);
      cairo_pattern_set_extend (pattern, CAIRO_EXTEND_REPEAT);
      cairo_pattern_set_filter (pattern, CAIRO_FILTER_NEAREST);
      cairo_set_source (cr, pattern);
      cairo_fill (cr);
      cairo_pattern_destroy (pattern);
    }
  else
    {
      Area area = { 0.0, 0.0, 0.0, 0.0, periods[hatch].width * factor, periods[hatch].height * factor, line, factor };

      cairo_save (cr);
      cairo_path_extents (cr, &area.x0, &area.y0, &area.x1, &area.y1);
      cairo_clip (cr);
      systole_paint_source (cr, color);
      draw_hatch (cr, hatch, &area);
      cairo_restore (cr);
    }
}

/** Fills a rectangle with a hatch; see systole_paint_hatch_path(). */
void
systole_paint_hatch (cairo_t *cr, const SystolePaintStyle *style, SystoleHatch hatch, double x, double y, double width, double height, double cell)
{
  if (width <= 0.0 || height <= 0.0)
    return;

  cairo_new_path (cr);
  cairo_rectangle (cr, x, y, width, height);
  systole_paint_hatch_path (cr, style, hatch, cell);
}

#define DISC (0.62 * 1.15)

typedef struct
{
  const SystolePaintStyle *style;
  const char *letter;
  double px;
} Letter;

static void
draw_letter (cairo_t *cr, const Letter *self, double x, double y)
{
  SystolePaintStyle style = *self->style;

  style.labels = NULL;
  systole_paint_source (cr, style.palette->idle_fill);
  cairo_new_path (cr);
  cairo_arc (cr, x, y, DISC * self->px, 0.0, 2.0 * G_PI);
  cairo_fill (cr);
  systole_paint_text (cr, &style, self->letter, NULL, self->px / style.font_scale, SYSTOLE_WEIGHT_BOLD, style.palette->letter, x, y, 0.0, SYSTOLE_ALIGN_CENTRE);
}

static void
paint_letter_sprite (cairo_t *cr, const SystoleSpriteKey *key, gconstpointer data)
{
  double scale = key->scale / 256.0;

  cairo_scale (cr, scale, scale);
  draw_letter (cr, data, key->width / scale / 2.0, key->height / scale / 2.0);
}

double
systole_region_letter (const SystolePaintStyle *style, double px)
{
  return MAX (px, style->least_px);
}

/**
 * systole_paint_idle_letter:
 * @px: size of the letter in pixels; the font scale is not applied
 *
 * The letter of a cause, bold, with its middle at @x, @y, on a disc of idle fill, so that no line crosses it.
 */
void
systole_paint_idle_letter (cairo_t *cr, const SystolePaintStyle *style, SystoleReason reason, double x, double y, double px)
{
  const char *letter = systole_reason_get_letter (reason);
  Letter self = { style, letter, px };
  double scale = systole_store_get_scale (cr, style);

  if (letter == NULL)
    return;
  if (px < style->least_px)
    {
      systole_paint_drop (style, letter, px);
      return;
    }

  if (scale > 0.0 && px < 40.0)
    {
      int side = 2 * (int) ceil (DISC * px * scale) + 2;
      SystoleSpriteKey key = { SPRITE_LETTER, (int) (g_str_hash (letter) ^ g_str_hash (style->font_family)), (int) style->palette->scheme, side, side, (int) (scale * 256.0 + 0.5), (int) (px * 256.0 + 0.5), 0 };
      cairo_surface_t *sprite = systole_store_get_sprite (&key, paint_letter_sprite, &self);
      double left = x, top = y;

      /* to whole device pixels, so that every cell has the same letter */
      cairo_user_to_device (cr, &left, &top);
      left = floor (left + 0.5);
      top = floor (top + 0.5);
      cairo_device_to_user (cr, &left, &top);
      cairo_surface_set_device_scale (sprite, scale, scale);
      cairo_set_source_surface (cr, sprite, left - side / scale / 2.0, top - side / scale / 2.0);
      cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
      cairo_paint (cr);
    }
  else
    draw_letter (cr, &self, x, y);
  systole_paint_report (cr, style, letter, px, x - 0.4 * px, y, 0.8 * px, SYSTOLE_SHORTENED_NOT);
}
