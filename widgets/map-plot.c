/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/map-parts.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "widgets/map-field.h"

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

static void
paint_name (cairo_t *cr, SystoleMapDrawing *self, guint8 first, guint8 second, const char *text, const SystoleColor *border)
{
  guint x = 0, y = 0, side = systole_map_drawing_inside (self, first, second, &x, &y);

  /* It may be wider than the square, not higher. */
  if (side * systole_map_drawing_spot_height (self) < 30 * self->layout->scale)
    return;
  paint_plate (cr, self, text, SYSTOLE_WEIGHT_BOLD, SYSTOLE_MAP_TEXT_PX, self->layout->left + (x + 1 - side / 2.0) * systole_map_drawing_spot_width (self), self->layout->top + (y + 1 - side / 2.0) * systole_map_drawing_spot_height (self), border);
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
  double x, y;
  gboolean here;

  plot->map = self;
  plot->layout = layout;
  here = systole_map_drawing_find_here (plot, &x, &y);
  if (here)
    plot->plates[plot->n_plates++] = (SystoleMapPlot){ x - 12, y - 12, 24, 24 };
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
  if (!self->covered && self->at_x >= 0 && self->at_y >= 0)
    systole_map_drawing_pointer (cr, plot);
}
