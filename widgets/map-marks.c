/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/map-parts.h"

#include <math.h>

#include "engine/base/number.h"

/* What stands around and on the plot: marks of the axes, places, a question's cover. */

static gboolean
is_power_of_two (guint64 value)
{
  return value > 0 && (value & (value - 1)) == 0;
}

void
systole_map_drawing_marks (cairo_t *cr, const SystoleMapDrawing *self)
{
  const SystoleMapPaint *map = self->map;
  const SystoleMapLayout *layout = self->layout;
  SystoleColor color = map->style.palette->second_text;
  double free = layout->left - 100, below = G_MAXDOUBLE;

  systole_paint_source (cr, map->style.palette->text);
  cairo_set_line_width (cr, map->style.line_scale);
  cairo_set_dash (cr, NULL, 0, 0);
  for (guint i = 0; i < map->map->n_x; i++)
    {
      double x = systole_map_x (map, layout, i), half;
      g_autofree char *text = systole_number_format_count (map->map->x[i]);

      if (!is_power_of_two (map->map->x[i]))
        continue;
      cairo_move_to (cr, round (x) + 0.5, layout->bottom);
      cairo_line_to (cr, round (x) + 0.5, layout->bottom + 5);
      systole_paint_source (cr, map->style.palette->text);
      cairo_stroke (cr);
      half = systole_paint_text_width (&map->style, text, SYSTOLE_MAP_NOTE_PX, SYSTOLE_WEIGHT_NORMAL) / 2;
      x = MIN (x, layout->right + 6 - half);
      if (x - half < free)
        continue;
      systole_paint_text (cr, &map->style, text, NULL, SYSTOLE_MAP_NOTE_PX, SYSTOLE_WEIGHT_NORMAL, color, x, layout->bottom + 15 * layout->scale, 0, SYSTOLE_ALIGN_CENTRE);
      free = x + half + 10 * layout->scale;
    }
  for (guint i = 0; i < map->map->n_y; i++)
    {
      double y = systole_map_y (map, layout, i);
      g_autofree char *text = systole_number_format_count (map->map->y[i]);

      if (!is_power_of_two (map->map->y[i]))
        continue;
      systole_paint_source (cr, map->style.palette->text);
      cairo_move_to (cr, layout->left - 5, round (y) + 0.5);
      cairo_line_to (cr, layout->left, round (y) + 0.5);
      cairo_stroke (cr);
      if (y > below)
        continue;
      systole_paint_text (cr, &map->style, text, NULL, SYSTOLE_MAP_NOTE_PX, SYSTOLE_WEIGHT_NORMAL, color, layout->left - 8, y, 0, SYSTOLE_ALIGN_END);
      below = y - 18 * layout->scale;
    }
}

/* The place of the stage: a square of the accent. */
void
systole_map_here (cairo_t *cr, const SystoleMapPaint *self, double x, double y)
{
  double side = 14;

  cairo_set_dash (cr, NULL, 0, 0);
  cairo_rectangle (cr, x - side / 2, y - side / 2, side, side);
  systole_paint_source (cr, self->style.palette->view);
  cairo_set_line_width (cr, 6);
  cairo_stroke_preserve (cr);
  systole_paint_source (cr, self->style.palette->accent);
  cairo_set_line_width (cr, 3 * self->style.line_scale);
  cairo_stroke (cr);
}

void
systole_map_drawing_pointer (cairo_t *cr, const SystoleMapDrawing *self)
{
  double x = systole_map_x (self->map, self->layout, self->map->at_x), y = systole_map_y (self->map, self->layout, self->map->at_y);

  cairo_set_dash (cr, NULL, 0, 0);
  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y, 6.5, 0, 2 * G_PI);
  systole_paint_source (cr, self->map->style.palette->view);
  cairo_fill_preserve (cr);
  systole_paint_source (cr, self->map->style.palette->text);
  cairo_set_line_width (cr, 3 * self->map->style.line_scale);
  cairo_stroke (cr);
}

gboolean
systole_map_drawing_find_here (const SystoleMapDrawing *self, double *x, double *y)
{
  const SystoleMap *map = self->map->map;

  if (!self->map->has_here || self->map->here_x < map->x[0] || self->map->here_x > map->x[map->n_x - 1] || self->map->here_y < map->y[0] || self->map->here_y > map->y[map->n_y - 1])
    return FALSE;
  *x = systole_map_x (self->map, self->layout, systole_map_find_x (map, self->map->here_x));
  *y = systole_map_y (self->map, self->layout, systole_map_find_y (map, self->map->here_y));
  return TRUE;
}

/* Under a question's cover nothing of the answer is to be seen. */
void
systole_map_drawing_cover (cairo_t *cr, const SystoleMapDrawing *self)
{
  static const double dashes[] = { 7, 5 };
  const SystoleMapLayout *layout = self->layout;
  const SystolePaintStyle *style = &self->map->style;
  SystoleColor color = style->palette->meanings[SYSTOLE_MEANING_RESULT].mark;

  cairo_save (cr);
  cairo_rectangle (cr, layout->left + 4, layout->top + 4, layout->right - layout->left - 8, layout->bottom - layout->top - 8);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_set_line_width (cr, 3 * style->line_scale);
  systole_paint_source (cr, color);
  cairo_stroke (cr);
  cairo_restore (cr);
  systole_paint_text (cr, style, "?", NULL, 28, SYSTOLE_WEIGHT_BOLD, style->palette->meanings[SYSTOLE_MEANING_RESULT].ink, (layout->left + layout->right) / 2, (layout->top + layout->bottom) / 2, 0, SYSTOLE_ALIGN_CENTRE);
}

/* The one place that is not covered, with its tint. */
void
systole_map_drawing_uncovered (cairo_t *cr, const SystoleMapDrawing *self, double x, double y)
{
  guint winner;
  double factor, side = 34;
  const SystoleMap *map = self->map->map;
  SystoleMapVerdict verdict = systole_map_judge_exactly (map, systole_map_find_x (map, self->map->here_x), systole_map_find_y (map, self->map->here_y), &winner, &factor);

  if (verdict == SYSTOLE_MAP_NONE || verdict == SYSTOLE_MAP_EVEN)
    return;
  cairo_rectangle (cr, x - side / 2, y - side / 2, side, side);
  systole_paint_source (cr, systole_map_color (self->map, winner).tint);
  cairo_fill_preserve (cr);
  systole_map_hatch (cr, self->map, winner);
}
