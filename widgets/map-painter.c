/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/map-parts.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/map-field.h"
#include "widgets/paint-lines.h"

#define LEGEND_WIDTH 330.0
#define LEAST_PLOT 380.0 /* a plot that leaves room for a legend beside it */
#define LEAST_HEIGHT 180.0
#define CLASS_LEGEND 205.0 /* beside a plot for a class */
#define CLASS_PLOT 300.0   /* that leaves room for it */
#define BELOW 46.0         /* numbers and name of the axis */
#define MOST_HEIGHT 560.0
#define MESSAGE_LINES 8

/* The factors whose lines are drawn, by the largest factor anywhere. */
static const struct
{
  double most, first, second;
} lines[] = {
  { 2, 1.25, 1.5 },
  { 4, 1.5, 2 },
  { 10, 2, 4 },
  { 50, 3, 10 },
  { G_MAXDOUBLE, 10, 100 },
};

static double
widest_label (const SystoleMapPaint *self)
{
  double widest = 0;

  for (guint i = 0; self->map != NULL && i < self->map->n_y; i++)
    {
      g_autofree char *text = systole_number_format_count (self->map->y[i]);

      widest = MAX (widest, systole_paint_text_width (&self->style, text, SYSTOLE_MAP_NOTE_PX, SYSTOLE_WEIGHT_NORMAL));
    }
  return widest;
}

static double
message_height (const SystoleMapPaint *self)
{
  const char *text = self->message != NULL ? self->message : _ ("The map is being computed.");

  return systole_paint_lines (NULL, &self->style, text, SYSTOLE_MAP_TEXT_PX, SYSTOLE_WEIGHT_NORMAL, self->style.palette->text, 0, 0, self->width - 2 * SYSTOLE_MAP_EDGE, MESSAGE_LINES);
}

/* All of the room is used: what the legend leaves is the plot's. */
static void
measure_for_class (const SystoleMapPaint *self, SystoleMapLayout *out)
{
  double scale = out->scale;

  out->wide = self->width - CLASS_LEGEND * scale - 2 * SYSTOLE_MAP_EDGE - out->left >= CLASS_PLOT;
  out->top = SYSTOLE_MAP_EDGE + 26 * scale;
  out->right = self->width - SYSTOLE_MAP_EDGE - (out->wide ? CLASS_LEGEND * scale + SYSTOLE_MAP_EDGE : 0);
  out->legend_width = out->wide ? CLASS_LEGEND * scale : self->width - 2 * SYSTOLE_MAP_EDGE;
  out->legend_x = out->wide ? self->width - SYSTOLE_MAP_EDGE - out->legend_width : SYSTOLE_MAP_EDGE;
  out->bottom = self->room - BELOW * scale;
  if (!out->wide && self->map != NULL)
    out->bottom -= systole_map_paint_legend (NULL, self, out);
  out->bottom = MAX (out->bottom, out->top + LEAST_HEIGHT / 2);
  out->legend_y = out->wide ? out->top : out->bottom + BELOW * scale;
  out->height = self->room;
}

void
systole_map_measure (const SystoleMapPaint *self, SystoleMapLayout *out)
{
  double scale = MAX (self->style.font_scale, 0.5), most = self->map != NULL ? systole_map_get_most_factor (self->map) : 1;
  guint row = 0;

  *out = (SystoleMapLayout){ .scale = scale };
  while (most > lines[row].most)
    row++;
  out->factors[0] = lines[row].first;
  out->factors[1] = lines[row].second;
  out->left = SYSTOLE_MAP_EDGE + widest_label (self) + SYSTOLE_MAP_MARK_GAP + 2;
  if (self->room > 0)
    {
      measure_for_class (self, out);
      return;
    }
  out->wide = self->width - LEGEND_WIDTH * scale - SYSTOLE_MAP_EDGE - out->left >= LEAST_PLOT;
  out->top = SYSTOLE_MAP_EDGE + (self->subtitle != NULL ? 68 : 48) * scale;
  out->right = self->width - SYSTOLE_MAP_EDGE - (out->wide ? LEGEND_WIDTH * scale + 2 * SYSTOLE_MAP_EDGE : 0);
  out->bottom = out->top + CLAMP ((out->right - out->left) * (out->wide ? 0.72 : 0.8), LEAST_HEIGHT, MOST_HEIGHT);
  out->legend_width = out->wide ? LEGEND_WIDTH * scale : self->width - 2 * SYSTOLE_MAP_EDGE;
  out->legend_x = out->wide ? self->width - SYSTOLE_MAP_EDGE - out->legend_width : SYSTOLE_MAP_EDGE;
  out->legend_y = out->wide ? out->top : out->bottom + BELOW * scale;
  if (self->map == NULL || self->message != NULL)
    out->height = out->top + message_height (self) + SYSTOLE_MAP_EDGE;
  else
    out->height = MAX (out->bottom + BELOW * scale, out->legend_y + systole_map_paint_legend (NULL, self, out)) + SYSTOLE_MAP_EDGE;
}

/**
 * systole_map_get_height:
 *
 * Returns: pixels that the picture needs at its width
 */
double
systole_map_get_height (const SystoleMapPaint *self)
{
  SystoleMapLayout layout;

  systole_map_measure (self, &layout);
  return ceil (layout.height);
}

/* Sizes lie by their logarithms; 0 lies with 1. */
static double
share (const guint64 *values, guint n, double index)
{
  double low = log2 ((double) MAX (values[0], 1)), high = log2 ((double) MAX (values[n - 1], 1));
  guint before = (guint) CLAMP (index, 0, n - 1), after = MIN (before + 1, n - 1);
  double a = log2 ((double) MAX (values[before], 1)), b = log2 ((double) MAX (values[after], 1));

  return high > low ? (a + (index - before) * (b - a) - low) / (high - low) : 0.5;
}

double
systole_map_x (const SystoleMapPaint *self, const SystoleMapLayout *layout, double index)
{
  return layout->left + share (self->map->x, self->map->n_x, index) * (layout->right - layout->left);
}

double
systole_map_y (const SystoleMapPaint *self, const SystoleMapLayout *layout, double index)
{
  return layout->bottom - share (self->map->y, self->map->n_y, index) * (layout->bottom - layout->top);
}

SystoleTriple
systole_map_color (const SystoleMapPaint *self, guint lane)
{
  static const SystoleMeaning meanings[SYSTOLE_MAP_MAX_LANES] = { SYSTOLE_MEANING_A, SYSTOLE_MEANING_B, SYSTOLE_MEANING_MEMORY, SYSTOLE_MEANING_RESULT };

  return self->style.palette->meanings[meanings[lane % SYSTOLE_MAP_MAX_LANES]];
}

void
systole_map_badge (cairo_t *cr, const SystoleMapPaint *self, guint lane, double x, double y)
{
  double size = 20 * MAX (self->style.font_scale, 0.5);
  const char text[] = { self->letters[lane], '\0' };

  systole_paint_rounded (cr, x, y - size / 2, size, size, 0.28 * size);
  systole_paint_source (cr, self->style.palette->text);
  cairo_fill (cr);
  systole_paint_text (cr, &self->style, text, NULL, 12, SYSTOLE_WEIGHT_BOLD, self->style.palette->view, x + size / 2, y, 0, SYSTOLE_ALIGN_CENTRE);
}

static void
paint_axes (cairo_t *cr, const SystoleMapPaint *self, const SystoleMapLayout *layout)
{
  SystoleColor color = self->style.palette->text;
  /* Translators: %s is a size of an operation: “M”, “N = K” */
  g_autofree char *x_text = g_strdup_printf (_ ("%s (each mark is 2 ×)"), self->x_name);
  g_autofree char *y_text = g_strdup_printf (_ ("%s (each mark is 2 ×)"), self->y_name);

  systole_paint_text (cr, &self->style, y_text, self->y_name, SYSTOLE_MAP_NOTE_PX, SYSTOLE_WEIGHT_NORMAL, color, SYSTOLE_MAP_EDGE, layout->top - 14 * layout->scale, layout->right - SYSTOLE_MAP_EDGE, SYSTOLE_ALIGN_START);
  systole_paint_text (cr, &self->style, x_text, self->x_name, SYSTOLE_MAP_NOTE_PX, SYSTOLE_WEIGHT_NORMAL, color, layout->right, layout->bottom + 32 * layout->scale, layout->right - SYSTOLE_MAP_EDGE, SYSTOLE_ALIGN_END);
}

static void
paint_progress (cairo_t *cr, const SystoleMapPaint *self, const SystoleMapLayout *layout)
{
  double width = layout->right - SYSTOLE_MAP_EDGE, y = layout->top - 28 * layout->scale;

  if (self->progress < 0)
    return;
  systole_paint_source (cr, self->style.palette->hairline);
  cairo_rectangle (cr, SYSTOLE_MAP_EDGE, y, width, 3);
  cairo_fill (cr);
  systole_paint_source (cr, self->style.palette->accent_fill);
  cairo_rectangle (cr, SYSTOLE_MAP_EDGE, y, width * CLAMP (self->progress, 0, 1), 3);
  cairo_fill (cr);
}

/**
 * systole_map_paint:
 *
 * The ground is the caller's.
 */
void
systole_map_paint (cairo_t *cr, const SystoleMapPaint *self)
{
  const SystolePalette *palette = self->style.palette;
  double scale = MAX (self->style.font_scale, 0.5), room = self->width - 2 * SYSTOLE_MAP_EDGE;
  SystoleMapLayout layout;

  systole_map_measure (self, &layout);
  if (self->room <= 0)
    systole_paint_text (cr, &self->style, _ ("Which is faster?"), NULL, SYSTOLE_MAP_TITLE_PX, SYSTOLE_WEIGHT_BOLD, palette->text, SYSTOLE_MAP_EDGE, SYSTOLE_MAP_EDGE + 8 * scale, room, SYSTOLE_ALIGN_START);
  if (self->subtitle != NULL && self->room <= 0)
    systole_paint_text (cr, &self->style, self->subtitle, NULL, SYSTOLE_MAP_NOTE_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, SYSTOLE_MAP_EDGE, SYSTOLE_MAP_EDGE + 28 * scale, room, SYSTOLE_ALIGN_START);
  if (self->map == NULL || self->message != NULL)
    {
      systole_paint_lines (cr, &self->style, self->message != NULL ? self->message : _ ("The map is being computed."), SYSTOLE_MAP_TEXT_PX, SYSTOLE_WEIGHT_NORMAL, palette->text, SYSTOLE_MAP_EDGE, layout.top - 14 * scale, room, MESSAGE_LINES);
      return;
    }
  paint_progress (cr, self, &layout);
  paint_axes (cr, self, &layout);
  systole_map_paint_plot (cr, self, &layout);
  systole_map_paint_legend (cr, self, &layout);
}

static guint
nearest (const SystoleMapPaint *self, const SystoleMapLayout *layout, guint n, double at, double (*place) (const SystoleMapPaint *, const SystoleMapLayout *, double))
{
  guint best = 0;

  for (guint i = 1; i < n; i++)
    if (fabs (place (self, layout, i) - at) < fabs (place (self, layout, best) - at))
      best = i;
  return best;
}

/**
 * systole_map_pick:
 * @at_x: (out): index of the nearest size
 * @at_y: (out): index of the nearest size
 *
 * Returns: FALSE outside the plot
 */
gboolean
systole_map_pick (const SystoleMapPaint *self, double x, double y, guint *at_x, guint *at_y)
{
  SystoleMapLayout layout;

  if (self->map == NULL || self->message != NULL)
    return FALSE;
  systole_map_measure (self, &layout);
  if (x < layout.left - 4 || x > layout.right + 4 || y < layout.top - 4 || y > layout.bottom + 4)
    return FALSE;
  *at_x = nearest (self, &layout, self->map->n_x, x, systole_map_x);
  *at_y = nearest (self, &layout, self->map->n_y, y, systole_map_y);
  return TRUE;
}
