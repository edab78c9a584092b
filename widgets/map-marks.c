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

/* One of the two axes: its sizes, and where they stand. */
typedef struct
{
  const guint64 *values;
  guint n;
  gboolean upright;
} Axis;

static double
mark_at (const SystoleMapDrawing *self, const Axis *axis, guint i)
{
  return axis->upright ? systole_map_y (self->map, self->layout, i) : systole_map_x (self->map, self->layout, i);
}

/* Room along the axis that the number takes. */
static double
mark_extent (const SystoleMapDrawing *self, const Axis *axis, guint i)
{
  g_autofree char *text = NULL;

  if (axis->upright)
    return 18 * self->layout->scale;
  text = systole_number_format_count (axis->values[i]);
  return systole_paint_text_width (&self->map->style, text, SYSTOLE_MAP_NOTE_PX, SYSTOLE_WEIGHT_NORMAL) + 10 * self->layout->scale;
}

/* Every which power of two is written out: as many as do not touch, in equal steps. */
static guint
choose_stride (const SystoleMapDrawing *self, const Axis *axis)
{
  for (guint stride = 1; stride < 64; stride++)
    {
      guint power = 0, last = G_MAXUINT;
      gboolean fits = TRUE;

      for (guint i = 0; i < axis->n && fits; i++)
        {
          if (!is_power_of_two (axis->values[i]) || power++ % stride != 0)
            continue;
          fits = last == G_MAXUINT || fabs (mark_at (self, axis, i) - mark_at (self, axis, last)) >= (mark_extent (self, axis, i) + mark_extent (self, axis, last)) / 2;
          last = i;
        }
      if (fits)
        return stride;
    }
  return 64;
}

static void
paint_marks (cairo_t *cr, const SystoleMapDrawing *self, const Axis *axis)
{
  const SystoleMapLayout *layout = self->layout;
  const SystolePaintStyle *style = &self->map->style;
  guint stride = choose_stride (self, axis), power = 0;

  for (guint i = 0; i < axis->n; i++)
    {
      double at = mark_at (self, axis, i);
      g_autofree char *text = systole_number_format_count (axis->values[i]);

      if (!is_power_of_two (axis->values[i]))
        continue;
      if (axis->upright)
        {
          cairo_move_to (cr, layout->left - 5, round (at) + 0.5);
          cairo_line_to (cr, layout->left, round (at) + 0.5);
        }
      else
        {
          cairo_move_to (cr, round (at) + 0.5, layout->bottom);
          cairo_line_to (cr, round (at) + 0.5, layout->bottom + 5);
        }
      systole_paint_source (cr, style->palette->text);
      cairo_stroke (cr);
      if (power++ % stride != 0)
        continue;
      if (axis->upright)
        systole_paint_text (cr, style, text, NULL, SYSTOLE_MAP_NOTE_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, layout->left - SYSTOLE_MAP_MARK_GAP, at, 0, SYSTOLE_ALIGN_END);
      else
        systole_paint_text (cr, style, text, NULL, SYSTOLE_MAP_NOTE_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->second_text, MIN (at, layout->right + 6 - (mark_extent (self, axis, i) - 10 * layout->scale) / 2), layout->bottom + 15 * layout->scale + 3, 0, SYSTOLE_ALIGN_CENTRE);
    }
}

void
systole_map_drawing_marks (cairo_t *cr, const SystoleMapDrawing *self)
{
  const SystoleMap *map = self->map->map;
  const Axis axes[] = { { map->x, map->n_x, FALSE }, { map->y, map->n_y, TRUE } };

  cairo_set_line_width (cr, self->map->style.line_scale);
  cairo_set_dash (cr, NULL, 0, 0);
  for (guint i = 0; i < G_N_ELEMENTS (axes); i++)
    paint_marks (cr, self, &axes[i]);
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

/* The index along an axis at which a size lies, between those that were computed too. */
static double
find_index (const guint64 *values, guint n, guint64 value)
{
  guint i = 0;

  while (i + 2 < n && values[i + 1] <= value)
    i++;
  return i + log2 ((double) value / (double) values[i]) / log2 ((double) values[i + 1] / (double) values[i]);
}

gboolean
systole_map_drawing_find_answer (const SystoleMapDrawing *self, double *x, double *y)
{
  const SystoleMap *map = self->map->map;

  if (!self->map->has_answer || map->n_x < 2 || self->map->answer_x < map->x[0] || self->map->answer_x > map->x[map->n_x - 1])
    return FALSE;
  *x = systole_map_x (self->map, self->layout, find_index (map->x, map->n_x, self->map->answer_x));
  *y = systole_map_y (self->map, self->layout, systole_map_find_y (map, self->map->here_y));
  return TRUE;
}

/* From the stage's place along its row to the answer, which says its number. */
void
systole_map_drawing_answer (cairo_t *cr, SystoleMapDrawing *self, double x, double y)
{
  const SystolePaintStyle *style = &self->map->style;
  const SystoleTriple *result = &style->palette->meanings[SYSTOLE_MEANING_RESULT];
  double side = 7 * style->line_scale, from_x, from_y, px = SYSTOLE_MAP_TEXT_PX, width, height = (px + 8) * self->layout->scale;
  g_autofree char *text = systole_number_format_count (self->map->answer_x);

  cairo_set_dash (cr, NULL, 0, 0);
  cairo_set_line_width (cr, 3 * style->line_scale);
  systole_paint_source (cr, result->mark);
  if (systole_map_drawing_find_here (self, &from_x, &from_y))
    {
      cairo_move_to (cr, from_x + 9, y);
      cairo_line_to (cr, x, y);
      cairo_stroke (cr);
    }
  cairo_move_to (cr, x, y - side);
  cairo_line_to (cr, x + side, y);
  cairo_line_to (cr, x, y + side);
  cairo_line_to (cr, x - side, y);
  cairo_close_path (cr);
  cairo_fill (cr);
  width = systole_paint_text_width (style, text, px, SYSTOLE_WEIGHT_BOLD) + 12;
  cairo_rectangle (cr, x - width / 2, y - side - 4 - height, width, height);
  systole_paint_source (cr, result->tint);
  cairo_fill_preserve (cr);
  cairo_set_line_width (cr, 1.5 * style->line_scale);
  systole_paint_source (cr, result->mark);
  cairo_stroke (cr);
  systole_paint_text (cr, style, text, NULL, px, SYSTOLE_WEIGHT_BOLD, result->ink, x, y - side - 4 - height / 2, 0, SYSTOLE_ALIGN_CENTRE);
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
