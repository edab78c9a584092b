/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/token.h"

#include "widgets/paint-store.h"

#include <math.h>

#define SPRITE_TOKEN 4

/* The point’s share of the shorter side. */
#define POINT 0.26

static void
add_pointed (cairo_t *cr, SystoleTokenShape shape, double x, double y, double width, double height)
{
  double right = x + width, bottom = y + height, cx = x + width / 2.0, cy = y + height / 2.0;
  double point = POINT * MIN (width, height);

  switch (shape)
    {
    case SYSTOLE_TOKEN_DOWN:
      cairo_move_to (cr, x, y);
      cairo_line_to (cr, right, y);
      cairo_line_to (cr, right, bottom - point);
      cairo_line_to (cr, cx, bottom);
      cairo_line_to (cr, x, bottom - point);
      break;
    case SYSTOLE_TOKEN_UP:
      cairo_move_to (cr, x, bottom);
      cairo_line_to (cr, right, bottom);
      cairo_line_to (cr, right, y + point);
      cairo_line_to (cr, cx, y);
      cairo_line_to (cr, x, y + point);
      break;
    case SYSTOLE_TOKEN_LEFT:
      cairo_move_to (cr, right, y);
      cairo_line_to (cr, x + point, y);
      cairo_line_to (cr, x, cy);
      cairo_line_to (cr, x + point, bottom);
      cairo_line_to (cr, right, bottom);
      break;
    case SYSTOLE_TOKEN_RIGHT:
    default:
      cairo_move_to (cr, x, y);
      cairo_line_to (cr, right - point, y);
      cairo_line_to (cr, right, cy);
      cairo_line_to (cr, right - point, bottom);
      cairo_line_to (cr, x, bottom);
      break;
    }
  cairo_close_path (cr);
}

static void
add_shape (cairo_t *cr, SystoleTokenShape shape, double x, double y, double width, double height)
{
  cairo_new_path (cr);
  if (shape == SYSTOLE_TOKEN_ROUND)
    systole_paint_rounded (cr, x, y, width, height, 0.3 * MIN (width, height));
  else if (shape == SYSTOLE_TOKEN_SQUARE)
    cairo_rectangle (cr, x, y, width, height);
  else
    add_pointed (cr, shape, x, y, width, height);
}

static double
border (const SystolePaintStyle *style, double height)
{
  return (height >= 24.0 ? 2.0 : 1.5) * style->line_scale;
}

typedef struct
{
  const SystolePaintStyle *style;
  SystoleTokenShape shape;
  SystoleMeaning meaning;
  const char *text;
  double px, width, height;
} Token;

/* The text's middle: the point is not counted. */
static double
text_x (const Token *self)
{
  double point = POINT * MIN (self->width, self->height) / 2.0;

  return self->width / 2.0 + (self->shape == SYSTOLE_TOKEN_LEFT ? point : self->shape == SYSTOLE_TOKEN_RIGHT ? -point
                                                                                                             : 0.0);
}

static double
text_y (const Token *self)
{
  double point = POINT * MIN (self->width, self->height) / 2.0;

  if (self->shape == SYSTOLE_TOKEN_SQUARE)
    return 0.45 * self->height;

  return self->height / 2.0 + (self->shape == SYSTOLE_TOKEN_UP ? point : self->shape == SYSTOLE_TOKEN_DOWN ? -point
                                                                                                           : 0.0);
}

static void
draw_token (cairo_t *cr, const Token *self, double x, double y, gboolean report)
{
  SystolePaintStyle style = *self->style;
  const SystoleTriple *colors = &style.palette->meanings[self->meaning];
  double width = self->width, height = self->height;
  double line = border (&style, height), half = line / 2.0, foot;

  add_shape (cr, self->shape, x + half, y + half, width - line, height - line);
  systole_paint_source (cr, colors->tint);
  cairo_fill_preserve (cr);
  systole_paint_source (cr, colors->mark);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);

  if (self->shape == SYSTOLE_TOKEN_SQUARE)
    {
      foot = y + height - MAX (3.0, 0.12 * height) - half;
      cairo_move_to (cr, x, foot);
      cairo_line_to (cr, x + width, foot);
      cairo_set_line_width (cr, MAX (1.0, line * 0.66));
      cairo_stroke (cr);
    }
  if (!report)
    style.labels = NULL;
  if (self->text != NULL)
    systole_paint_text (cr, &style, self->text, NULL, self->px / style.font_scale, SYSTOLE_WEIGHT_SEMIBOLD, colors->ink, x + text_x (self), y + text_y (self), 0.0, SYSTOLE_ALIGN_CENTRE);
}

static void
paint_token_sprite (cairo_t *cr, const SystoleSpriteKey *key, gconstpointer data)
{
  cairo_scale (cr, key->scale / 256.0, key->scale / 256.0);
  draw_token (cr, data, 0.0, 0.0, FALSE);
}

static gboolean
is_whole (double value)
{
  return fabs (value - floor (value + 0.5)) < 1e-3;
}

/* A picture of the whole token, where it stands on whole pixels. */
static gboolean
blit_token (cairo_t *cr, const Token *self, double x, double y)
{
  const SystolePaintStyle *style = self->style;
  double scale = systole_store_get_scale (cr, style), dx = x, dy = y, width;
  SystoleSpriteKey key;
  cairo_surface_t *sprite;

  cairo_user_to_device (cr, &dx, &dy);
  if (scale <= 0.0 || self->width >= 64.0 || self->height >= 64.0 || !is_whole (scale * 256.0) || !is_whole (dx) || !is_whole (dy) || !is_whole (self->width * scale) || !is_whole (self->height * scale))
    return FALSE;

  key.kind = SPRITE_TOKEN | (int) self->shape << 8 | (int) self->meaning << 12;
  key.variant = self->text != NULL ? (int) (g_str_hash (self->text) * 33 ^ g_str_hash (style->font_family)) : 0;
  key.scheme = (int) style->palette->scheme;
  key.width = (int) (self->width * scale + 0.5);
  key.height = (int) (self->height * scale + 0.5);
  key.scale = (int) (scale * 256.0 + 0.5);
  key.line = (int) (style->line_scale * 256.0 + 0.5);
  key.detail = (int) (self->px * 256.0 + 0.5);
  sprite = systole_store_get_sprite (&key, paint_token_sprite, self);
  cairo_surface_set_device_scale (sprite, scale, scale);
  cairo_set_source_surface (cr, sprite, x, y);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  if (self->text != NULL && style->labels != NULL)
    {
      width = systole_paint_text_width (style, self->text, self->px / style->font_scale, SYSTOLE_WEIGHT_SEMIBOLD);
      systole_paint_report (cr, style, self->text, self->px, x + text_x (self) - width / 2.0, y + text_y (self), width, SYSTOLE_SHORTENED_NOT);
    }

  return TRUE;
}

/**
 * systole_paint_token:
 * @text: (nullable): the value
 * @px: size of the text in pixels, not multiplied by the font scale; 0: 0.56 of the shorter side
 *
 * A value outside a cell. The box includes the point; the text stands in the middle of what is left.
 */
void
systole_paint_token (cairo_t *cr, const SystolePaintStyle *style, SystoleTokenShape shape, SystoleMeaning meaning, const char *text, double px, double x, double y, double width, double height)
{
  Token self = { style, shape, meaning, text, px > 0.0 ? px : 0.56 * MIN (width, height), width, height };

  if (self.px < style->least_px && self.text != NULL)
    {
      systole_paint_drop (style, self.text, self.px);
      self.text = NULL;
    }
  if (!blit_token (cr, &self, x, y))
    draw_token (cr, &self, x, y, TRUE);
}

/** Width of a lit wire between cells of side @cell, in pixels. */
double
systole_wire_width (const SystolePaintStyle *style, double cell)
{
  return 2.4 * MAX (1.0, 0.7 * cell / 29.0) * style->line_scale;
}

/** Fills the head of an arrow that ends at @x1, @y1, in the present source. */
void
systole_paint_arrow_head (cairo_t *cr, double x0, double y0, double x1, double y1, double length)
{
  double angle = atan2 (y1 - y0, x1 - x0);

  cairo_new_path (cr);
  cairo_move_to (cr, x1, y1);
  cairo_line_to (cr, x1 - length * cos (angle - 0.42), y1 - length * sin (angle - 0.42));
  cairo_line_to (cr, x1 - length * cos (angle + 0.42), y1 - length * sin (angle + 0.42));
  cairo_close_path (cr);
  cairo_fill (cr);
}

/* An upright or level line of pixels takes whole ones: crisp, and fast however long it is. */
static gboolean
fill_line (cairo_t *cr, const SystolePaintStyle *style, double line, double x0, double y0, double x1, double y1)
{
  double scale = systole_store_get_scale (cr, style), wide = MAX (1.0, floor (line * scale + 0.5)), left, top, right, bottom;
  cairo_matrix_t matrix;

  if (scale <= 0.0 || (x0 != x1 && y0 != y1))
    return FALSE;
  cairo_get_matrix (cr, &matrix);
  matrix.x0 *= scale / matrix.xx;
  matrix.y0 *= scale / matrix.yy;
  left = MIN (x0, x1) * scale + matrix.x0;
  right = MAX (x0, x1) * scale + matrix.x0;
  top = MIN (y0, y1) * scale + matrix.y0;
  bottom = MAX (y0, y1) * scale + matrix.y0;
  if (x0 == x1)
    {
      left = floor (left - wide / 2.0 + 0.5);
      right = left + wide;
    }
  else
    {
      top = floor (top - wide / 2.0 + 0.5);
      bottom = top + wide;
    }
  left = floor (left + 0.5);
  top = floor (top + 0.5);
  cairo_rectangle (cr, (left - matrix.x0) / scale, (top - matrix.y0) / scale, (floor (right + 0.5) - left) / scale, (floor (bottom + 0.5) - top) / scale);
  cairo_fill (cr);
  return TRUE;
}

/** A wire without a head, in the mark of what moves over it; @cell: side of the cells that it joins, in pixels. */
void
systole_paint_bus (cairo_t *cr, const SystolePaintStyle *style, SystoleMeaning meaning, double cell, double x0, double y0, double x1, double y1)
{
  double line = systole_wire_width (style, cell);

  systole_paint_source (cr, style->palette->meanings[meaning].mark);
  cairo_new_path (cr);
  if (fill_line (cr, style, line, x0, y0, x1, y1))
    return;
  cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x1, y1);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
}

/**
 * systole_paint_wire:
 * @lit: whether a value moves over it in this cycle
 * @cell: side of the cells that it joins, in pixels
 * @head: an arrow’s head at the end, whatever the length
 *
 * A wire from one point to another.
 */
void
systole_paint_wire (cairo_t *cr, const SystolePaintStyle *style, gboolean lit, SystoleMeaning meaning, double cell, double x0, double y0, double x1, double y1, gboolean head)
{
  double length = hypot (x1 - x0, y1 - y0), line = lit ? systole_wire_width (style, cell) : style->line_scale;
  double cut = 0.0;

  systole_paint_source (cr, lit ? style->palette->meanings[meaning].mark : style->palette->dark_wire);
  head = head || (lit && length >= 44.0);
  if (head)
    {
      double size = MAX (8.0, 3.0 * line);

      systole_paint_arrow_head (cr, x0, y0, x1, y1, size);
      cut = MIN (length, 0.7 * size);
    }

  cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x1 - (x1 - x0) / MAX (length, 1e-9) * cut, y1 - (y1 - y0) / MAX (length, 1e-9) * cut);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
}
