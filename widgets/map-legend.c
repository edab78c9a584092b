/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/map-parts.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "widgets/map-field.h"
#include "widgets/paint-lines.h"
#include "widgets/unit-format.h"

/* What the tints, hatches and lines mean, then the numbers of one place. Everything is laid
 * out from top to bottom by one walk, which draws, or only measures without a cairo_t. */

#define SWATCH 34.0
#define CARD_PAD 12.0
#define MOST_LINES 6

typedef struct
{
  cairo_t *cr; /* NULL: measure */
  const SystoleMapPaint *map;
  const SystoleMapLayout *layout;
  double x, y, width;
} Walk;

static const SystolePaintStyle *
style_of (const Walk *self)
{
  return &self->map->style;
}

/* A sentence over some lines, beside what is @indent wide; moves on below it. */
static void
add_text (Walk *self, const char *text, double px, SystoleWeight weight, SystoleColor color, double indent)
{
  self->y += systole_paint_lines (self->cr, style_of (self), text, px, weight, color, self->x + indent, self->y, self->width - indent, MOST_LINES);
}

static void
swatch_path (const Walk *self)
{
  double side = SWATCH * self->layout->scale;

  cairo_new_path (self->cr);
  cairo_rectangle (self->cr, floor (self->x) + 0.5, floor (self->y) + 0.5, floor (side), floor (0.7 * side));
}

static void
swatch_border (const Walk *self)
{
  swatch_path (self);
  cairo_set_line_width (self->cr, 1.5 * style_of (self)->line_scale);
  cairo_set_dash (self->cr, NULL, 0, 0);
  systole_paint_source (self->cr, style_of (self)->palette->text);
  cairo_stroke (self->cr);
}

static void
add_winner (Walk *self, guint lane, double share)
{
  double scale = self->layout->scale, indent = (SWATCH + 10) * scale, badge = 28 * scale, top = self->y;
  g_autofree char *part = systole_units_format_percent (share);
  /* Translators: %s is a percentage */
  g_autofree char *note = g_strdup_printf (_ ("clearly faster at %s of these sizes"), part);

  if (self->cr != NULL)
    {
      swatch_path (self);
      systole_paint_source (self->cr, systole_map_color (self->map, lane).tint);
      cairo_fill_preserve (self->cr);
      systole_map_hatch (self->cr, self->map, lane);
      swatch_border (self);
      systole_map_badge (self->cr, self->map, lane, self->x + indent, self->y + 9 * scale);
    }
  add_text (self, self->map->names[lane], SYSTOLE_MAP_TEXT_PX, SYSTOLE_WEIGHT_BOLD, style_of (self)->palette->text, indent + badge);
  if (!self->map->covered && self->map->room <= 0)
    add_text (self, note, SYSTOLE_MAP_NOTE_PX, SYSTOLE_WEIGHT_NORMAL, style_of (self)->palette->second_text, indent);
  self->y = MAX (self->y, top + SWATCH * 0.7 * scale) + 10 * scale;
}

static void
add_swatch (Walk *self, gboolean tinted, const char *text)
{
  double scale = self->layout->scale, top = self->y, side = SWATCH * scale;

  if (self->cr != NULL)
    {
      swatch_path (self);
      systole_paint_source (self->cr, style_of (self)->palette->view);
      cairo_fill (self->cr);
      for (guint lane = 0; tinted && lane < 2 && lane < self->map->map->n_lanes; lane++)
        {
          cairo_rectangle (self->cr, floor (self->x) + 0.5 + lane * side / 2, floor (self->y) + 0.5, side / 2, floor (0.7 * side));
          systole_paint_source (self->cr, systole_map_color (self->map, lane).tint);
          cairo_fill (self->cr);
        }
      swatch_border (self);
    }
  add_text (self, text, SYSTOLE_MAP_NOTE_PX, SYSTOLE_WEIGHT_NORMAL, style_of (self)->palette->text, side + 10 * scale);
  self->y = MAX (self->y, top + 0.7 * side) + 8 * scale;
}

static void
add_line (Walk *self, guint which)
{
  double scale = self->layout->scale, side = SWATCH * scale;
  g_autofree char *factor = which > 0 ? systole_map_factor_text (self->layout->factors[which - 1]) : NULL;
  /* Translators: %s is a factor: “1.25 ×” */
  g_autofree char *text = which > 0 ? g_strdup_printf (_ ("%s as fast"), factor) : g_strdup (_ ("equal time"));

  if (self->cr != NULL)
    {
      cairo_save (self->cr);
      systole_map_line_style (self->cr, self->map, which);
      cairo_move_to (self->cr, self->x, self->y + 8 * scale);
      cairo_line_to (self->cr, self->x + side, self->y + 8 * scale);
      cairo_stroke (self->cr);
      cairo_restore (self->cr);
    }
  add_text (self, text, SYSTOLE_MAP_NOTE_PX, SYSTOLE_WEIGHT_NORMAL, style_of (self)->palette->text, side + 10 * scale);
  self->y += 4 * scale;
}

/* --- the numbers of one place --- */

static double
slowest (const SystoleMapPaint *self, guint x, guint y)
{
  double most = 0;

  for (guint i = 0; i < self->map->n_lanes; i++)
    most = MAX (most, systole_map_get_cell (self->map, i, x, y)->seconds);
  return most;
}

static void
paint_bar (const Walk *self, guint lane, double left, double width, double middle)
{
  SystoleTriple color = systole_map_color (self->map, lane);
  double height = 14 * self->layout->scale, line = 1.5 * style_of (self)->line_scale;

  if (width < line)
    return;
  systole_paint_rounded (self->cr, left + line / 2, middle - height / 2, MAX (width - line, 1), height, 3);
  systole_paint_source (self->cr, color.tint);
  cairo_fill_preserve (self->cr);
  systole_paint_source (self->cr, color.mark);
  cairo_set_line_width (self->cr, line);
  cairo_stroke (self->cr);
}

/* Badge, bar, time; what bounds it below. */
static void
add_time (Walk *self, guint lane, guint x, guint y)
{
  const SystoleMapCell *cell = systole_map_get_cell (self->map->map, lane, x, y);
  const SystolePalette *palette = style_of (self)->palette;
  double scale = self->layout->scale, left = self->x + 28 * scale, middle = self->y + 10 * scale, most = slowest (self->map, x, y);
  g_autofree char *time = cell->seconds > 0 ? systole_units_format_seconds (cell->seconds) : g_strdup (_ ("cannot run it"));
  double words = systole_paint_text_width (style_of (self), time, SYSTOLE_MAP_TEXT_PX, SYSTOLE_WEIGHT_BOLD);

  if (self->cr != NULL)
    {
      double room = self->x + self->width - left - words - 10 * scale;

      systole_map_badge (self->cr, self->map, lane, self->x, middle);
      if (cell->seconds > 0 && room > 20)
        paint_bar (self, lane, left, room * cell->seconds / most, middle);
      systole_paint_text (self->cr, style_of (self), time, NULL, SYSTOLE_MAP_TEXT_PX, SYSTOLE_WEIGHT_BOLD, palette->text, self->x + self->width, middle, self->x + self->width - left, SYSTOLE_ALIGN_END);
    }
  self->y += 20 * scale;
  if (cell->bound != NULL)
    add_text (self, systole_map_bound_text (cell->bound), SYSTOLE_MAP_NOTE_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, left - self->x);
  self->y += 6 * scale;
}

static void
add_inside (Walk *self, guint x, guint y, gboolean is_here)
{
  const SystolePalette *palette = style_of (self)->palette;
  g_autofree char *title = systole_map_place_title (self->map, x, y);
  g_autofree char *verdict = systole_map_verdict_text (self->map, x, y);
  g_autofree char *error = systole_map_error_text (self->map, x, y);

  add_text (self, title, SYSTOLE_MAP_TEXT_PX, SYSTOLE_WEIGHT_BOLD, palette->text, 0);
  self->y += 6 * self->layout->scale;
  for (guint i = 0; i < self->map->map->n_lanes; i++)
    add_time (self, i, x, y);
  add_text (self, verdict, SYSTOLE_MAP_NOTE_PX, SYSTOLE_WEIGHT_SEMIBOLD, palette->text, 0);
  if (error != NULL)
    add_text (self, error, SYSTOLE_MAP_NOTE_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, 0);
  if (!is_here)
    add_text (self, _ ("A click or Enter opens it."), SYSTOLE_MAP_NOTE_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, 0);
}

static void
add_card (Walk *self)
{
  double pad = CARD_PAD, top = self->y;
  guint x, y;
  gboolean is_here;
  Walk inside = *self, measured;

  if (!systole_map_find_place (self->map, &x, &y))
    return;
  is_here = self->map->at_x < 0 || self->map->at_y < 0;
  inside.x += pad;
  inside.y += pad;
  inside.width -= 2 * pad;
  measured = inside;
  measured.cr = NULL;
  add_inside (&measured, x, y, is_here);
  self->y = measured.y + pad;
  if (self->cr == NULL)
    return;
  systole_paint_rounded (self->cr, self->x + 0.5, top + 0.5, self->width - 1, self->y - top - 1, 10);
  systole_paint_source (self->cr, style_of (self)->palette->card);
  cairo_fill_preserve (self->cr);
  systole_paint_source (self->cr, style_of (self)->palette->border);
  cairo_set_line_width (self->cr, 1);
  cairo_stroke (self->cr);
  add_inside (&inside, x, y, is_here);
}

/* Whether there is a place of that kind on the map: what is not drawn is not explained. */
static gboolean
has_verdict (const SystoleMap *map, SystoleMapVerdict wanted)
{
  for (guint y = 0; y < map->n_y; y++)
    for (guint x = 0; x < map->n_x; x++)
      {
        guint winner;
        double factor;

        if (systole_map_judge (map, x, y, &winner, &factor) == wanted)
          return TRUE;
      }
  return FALSE;
}

/* What a class needs beside the names of the machines; below a plot there is room for white places only. */
static void
add_short (Walk *self)
{
  if (self->map->covered)
    return;
  if (has_verdict (self->map->map, SYSTOLE_MAP_EVEN))
    add_swatch (self, FALSE, _ ("no difference"));
  if (!self->layout->wide)
    return;
  if (has_verdict (self->map->map, SYSTOLE_MAP_CLOSE))
    add_swatch (self, TRUE, _ ("too close to say"));
  add_line (self, 0);
}

/* Documented in map-parts.h. */
double
systole_map_paint_legend (cairo_t *cr, const SystoleMapPaint *self, const SystoleMapLayout *layout)
{
  Walk walk = { cr, self, layout, layout->legend_x, layout->legend_y, layout->legend_width };
  double shares[SYSTOLE_MAP_MAX_LANES], undecided;

  systole_map_count (self->map, shares, &undecided);
  for (guint i = 0; i < self->map->n_lanes; i++)
    add_winner (&walk, i, shares[i]);
  if (self->room > 0)
    {
      add_short (&walk);
      return walk.y - layout->legend_y;
    }
  if (has_verdict (self->map, SYSTOLE_MAP_EVEN))
    add_swatch (&walk, FALSE, _ ("no difference: within 10 %"));
  if (has_verdict (self->map, SYSTOLE_MAP_CLOSE))
    add_swatch (&walk, TRUE, _ ("too close to say: the model’s known error is larger"));
  for (guint which = 0; which <= 2; which++)
    if (which == 0 || systole_map_get_most_factor (self->map) >= layout->factors[which - 1])
      add_line (&walk, which);
  walk.y += 6 * layout->scale;
  if (!self->covered)
    add_card (&walk);
  walk.y += 8 * layout->scale;
  add_text (&walk, _ ("Regions and lines: mean over sizes within a third of an octave; a place: its exact time."), SYSTOLE_MAP_NOTE_PX, SYSTOLE_WEIGHT_NORMAL, self->style.palette->second_text, 0);
  return walk.y - layout->legend_y;
}
