/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/map-parts.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "widgets/map-field.h"

#define PLACES 24        /* along a side that a name is tried at */
#define LEAST_LINE 110.0 /* pixels of a line that gets its number */

/* --- lines --- */

/* 0: equal time; 1 and 2: the factors. */
void
systole_map_line_style (cairo_t *cr, const SystoleMapPaint *self, guint which)
{
  static const double dashes[] = { 7, 4 };

  systole_paint_source (cr, self->style.palette->text);
  cairo_set_line_width (cr, (which == 0 ? 3 : 1.5) * self->style.line_scale);
  cairo_set_dash (cr, dashes, which == 2 ? 2 : 0, 0);
}

/* Which spots a piece of a line goes through: no name stands there. */
static void
mark_line (SystoleMapDrawing *self, double x0, double y0, double x1, double y1)
{
  double width = systole_map_drawing_spot_width (self), height = systole_map_drawing_spot_height (self);
  guint steps = 1 + (guint) (hypot (x1 - x0, y1 - y0) / MAX (MIN (width, height), 1));

  for (guint i = 0; i <= steps; i++)
    {
      double x = (x0 + (x1 - x0) * i / steps - self->layout->left) / width, y = (y0 + (y1 - y0) * i / steps - self->layout->top) / height;

      if (x >= 0 && y >= 0 && x < self->n_x && y < self->n_y)
        self->lined[(guint) y][(guint) x] = 1;
    }
}

static void
line_cb (const double *points, guint n, gboolean closed, gpointer data)
{
  SystoleMapDrawing *self = data;
  double length = 0, x = 0, y = 0, middle_x = 0, middle_y = 0;

  for (guint i = 0; i < n; i++)
    {
      double next_x = systole_map_x (self->map, self->layout, points[2 * i]), next_y = systole_map_y (self->map, self->layout, points[2 * i + 1]);

      if (i == 0)
        cairo_move_to (self->cr, next_x, next_y);
      else
        cairo_line_to (self->cr, next_x, next_y);
      length += i > 0 ? hypot (next_x - x, next_y - y) : 0;
      if (i > 0)
        mark_line (self, x, y, next_x, next_y);
      x = next_x;
      y = next_y;
      if (i == n / 2)
        {
          middle_x = x;
          middle_y = y;
        }
    }
  if (closed)
    cairo_close_path (self->cr);
  if (length > self->label_length)
    {
      self->label_length = length;
      self->label_x = middle_x;
      self->label_y = middle_y;
    }
}

/* A word on its plate, unless it would lie on another or leave the plot. */
static gboolean
paint_plate (cairo_t *cr, SystoleMapDrawing *self, const char *text, SystoleWeight weight, double px, double x, double y, const SystoleColor *border)
{
  const SystolePaintStyle *style = &self->map->style;
  double width = systole_paint_text_width (style, text, px, weight) + 12, height = (px + 10) * self->layout->scale;
  SystoleMapPlot box = { CLAMP (x - width / 2, self->layout->left + 3, self->layout->right - width - 3), CLAMP (y - height / 2, self->layout->top + 3, self->layout->bottom - height - 3), width, height };

  if (self->n_plates == SYSTOLE_MAP_MAX_PLATES || width > self->layout->right - self->layout->left - 6)
    return FALSE;
  for (guint i = 0; i < self->n_plates; i++)
    {
      const SystoleMapPlot *other = &self->plates[i];

      if (box.x < other->x + other->width + 4 && other->x < box.x + box.width + 4 && box.y < other->y + other->height + 4 && other->y < box.y + box.height + 4)
        return FALSE;
    }
  self->plates[self->n_plates++] = box;
  systole_paint_rounded (cr, box.x, box.y, box.width, box.height, 5);
  systole_paint_source (cr, style->palette->view);
  cairo_fill_preserve (cr);
  if (border != NULL)
    {
      cairo_set_line_width (cr, 1.5 * style->line_scale);
      cairo_set_dash (cr, NULL, 0, 0);
      systole_paint_source (cr, *border);
      cairo_stroke (cr);
    }
  cairo_new_path (cr);
  systole_paint_text (cr, style, text, NULL, px, weight, style->palette->text, box.x + width / 2, box.y + height / 2, width, SYSTOLE_ALIGN_CENTRE);
  return TRUE;
}

static void
paint_line (cairo_t *cr, SystoleMapDrawing *self, guint lane, guint which)
{
  double factor = which == 0 ? 1 : self->layout->factors[which - 1];
  g_autofree char *text = systole_map_factor_text (factor);

  self->cr = cr;
  self->label_length = 0;
  systole_map_line_style (cr, self->map, which);
  systole_map_trace (self->map->map, lane, log (factor), line_cb, self);
  cairo_stroke (cr);
  if (which > 0 && self->label_length >= LEAST_LINE)
    paint_plate (cr, self, text, SYSTOLE_WEIGHT_SEMIBOLD, SYSTOLE_MAP_NOTE_PX, self->label_x, self->label_y, NULL);
}

static void
paint_all_lines (cairo_t *cr, SystoleMapDrawing *self)
{
  const SystoleMap *map = self->map->map;

  cairo_save (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  /* Two lanes have one line of equal time. */
  for (guint lane = 0; lane < map->n_lanes - (map->n_lanes == 2 ? 1 : 0); lane++)
    paint_line (cr, self, lane, 0);
  for (guint which = 1; which <= 2; which++)
    for (guint lane = 0; lane < map->n_lanes; lane++)
      paint_line (cr, self, lane, which);
  cairo_restore (cr);
}

/* --- names in the regions --- */

/* Whether a box lies in the region and no line goes through it. */
static gboolean
is_free (const SystoleMapDrawing *self, guint8 first, guint8 second, double x, double y, double width, double height)
{
  double spot_x = systole_map_drawing_spot_width (self), spot_y = systole_map_drawing_spot_height (self);
  double x0 = floor ((x - self->layout->left) / spot_x), x1 = ceil ((x + width - self->layout->left) / spot_x);
  double y0 = floor ((y - self->layout->top) / spot_y), y1 = ceil ((y + height - self->layout->top) / spot_y);

  if (x0 < 0 || y0 < 0 || x1 > self->n_x || y1 > self->n_y)
    return FALSE;
  for (guint row = (guint) y0; row < (guint) y1; row++)
    for (guint column = (guint) x0; column < (guint) x1; column++)
      if (self->lined[row][column] || (self->codes[row][column] != first && self->codes[row][column] != second))
        return FALSE;
  return TRUE;
}

/* Moves the middle of a name that a line goes through to the nearest place that is free, if there is one. */
static void
find_free (const SystoleMapDrawing *self, guint8 first, guint8 second, double width, double height, double *x, double *y)
{
  double best = G_MAXDOUBLE, at_x = *x, at_y = *y;

  for (guint row = 0; row < PLACES; row++)
    for (guint column = 0; column < PLACES; column++)
      {
        double px = self->layout->left + (self->layout->right - self->layout->left) * (column + 0.5) / PLACES;
        double py = self->layout->top + (self->layout->bottom - self->layout->top) * (row + 0.5) / PLACES;
        double far = hypot (px - at_x, py - at_y);

        if (far >= best || !is_free (self, first, second, px - width / 2, py - height / 2, width, height))
          continue;
        best = far;
        *x = px;
        *y = py;
      }
}

static void
paint_name (cairo_t *cr, SystoleMapDrawing *self, guint8 first, guint8 second, const char *text, const SystoleColor *border)
{
  guint at_x = 0, at_y = 0, side = systole_map_drawing_inside (self, first, second, &at_x, &at_y);
  double width = systole_paint_text_width (&self->map->style, text, SYSTOLE_MAP_TEXT_PX, SYSTOLE_WEIGHT_BOLD) + 18, height = (SYSTOLE_MAP_TEXT_PX + 16) * self->layout->scale;
  double x = self->layout->left + (at_x + 1 - side / 2.0) * systole_map_drawing_spot_width (self);
  double y = self->layout->top + (at_y + 1 - side / 2.0) * systole_map_drawing_spot_height (self);

  /* It may be wider than the square, not higher. */
  if (side * systole_map_drawing_spot_height (self) < 30 * self->layout->scale)
    return;
  if (!is_free (self, first, second, x - width / 2, y - height / 2, width, height))
    find_free (self, first, second, width, height, &x, &y);
  paint_plate (cr, self, text, SYSTOLE_WEIGHT_BOLD, SYSTOLE_MAP_TEXT_PX, x, y, border);
}

static void
paint_names (cairo_t *cr, SystoleMapDrawing *self)
{
  for (guint lane = 0; lane < self->map->map->n_lanes; lane++)
    {
      SystoleTriple color = systole_map_color (self->map, lane);
      /* Translators: %c is the letter of a lane */
      g_autofree char *text = g_strdup_printf (_ ("%c faster"), self->map->letters[lane]);

      paint_name (cr, self, (guint8) (1 + 2 * lane), (guint8) (2 + 2 * lane), text, &color.mark);
    }
  paint_name (cr, self, 0, 0, _ ("no difference"), &self->map->style.palette->second_text);
}

void
systole_map_paint_plot (cairo_t *cr, const SystoleMapPaint *self, const SystoleMapLayout *layout)
{
  g_autofree SystoleMapDrawing *plot = g_new0 (SystoleMapDrawing, 1);
  double x, y, answer_x, answer_y;
  gboolean here, answer;

  plot->map = self;
  plot->layout = layout;
  here = systole_map_drawing_find_here (plot, &x, &y);
  if (here)
    plot->plates[plot->n_plates++] = (SystoleMapPlot){ x - 12, y - 12, 24, 24 };
  answer = !self->covered && systole_map_drawing_find_answer (plot, &answer_x, &answer_y);
  if (answer) /* with its number above */
    plot->plates[plot->n_plates++] = (SystoleMapPlot){ answer_x - 30 * layout->scale, answer_y - 40 * layout->scale, 60 * layout->scale, 50 * layout->scale };
  cairo_save (cr);
  cairo_rectangle (cr, layout->left, layout->top, layout->right - layout->left, layout->bottom - layout->top);
  systole_paint_source (cr, self->style.palette->view);
  cairo_fill_preserve (cr);
  cairo_clip (cr);
  if (self->covered)
    {
      systole_map_drawing_cover (cr, plot);
      if (here)
        systole_map_drawing_uncovered (cr, plot, x, y);
    }
  else
    {
      systole_map_drawing_look (plot);
      systole_map_drawing_regions (cr, plot);
      paint_all_lines (cr, plot);
      paint_names (cr, plot);
    }
  cairo_restore (cr);
  cairo_rectangle (cr, round (layout->left) + 0.5, round (layout->top) + 0.5, round (layout->right - layout->left), round (layout->bottom - layout->top));
  systole_paint_source (cr, self->style.palette->text);
  cairo_set_line_width (cr, 1.5 * self->style.line_scale);
  cairo_stroke (cr);
  systole_map_drawing_marks (cr, plot);
  if (here)
    systole_map_here (cr, self, x, y);
  if (answer)
    systole_map_drawing_answer (cr, plot, answer_x, answer_y);
  if (!self->covered && self->at_x >= 0 && self->at_y >= 0)
    systole_map_drawing_pointer (cr, plot);
}
