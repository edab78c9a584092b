/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/presenter-parts.h"

#include "engine/base/i18n.h"
#include "widgets/paint-paragraph.h"

/* The sentence below, the beats, and what is said over the picture for a moment. */

/* Sizes at font scale 1: 1/30 of the height is 4/3 of a unit. */
#define CAPTION_PX 17.33
#define COUNTER_PX 13.0
#define HINT_PX 15.0
#define MOST_LINES 4
#define MOST_DOTS 24
/* Lengths in units. */
#define LEAST_BAR 4.4
#define DOT 0.42
#define DOT_PITCH 0.72

static char *
counter_text (const SystolePresenterPaint *self)
{
  return self->n_beats > 0 ? g_strdup_printf ("%u / %u", self->beat + 1, self->n_beats) : NULL;
}

static double
dots_width (const SystolePresenterPaint *self, double unit)
{
  return self->n_beats <= MOST_DOTS ? self->n_beats * DOT_PITCH * unit : 0;
}

/* Width of dots and counter with the space before them. */
static double
counter_width (const SystolePresenterPaint *self, const SystolePaintStyle *style, double unit)
{
  g_autofree char *text = counter_text (self);

  return text != NULL ? systole_paint_text_width (style, text, COUNTER_PX, SYSTOLE_WEIGHT_SEMIBOLD) + dots_width (self, unit) + 1.8 * unit : 0;
}

/* A caption of one line has the counter below it, a longer one beside it. */
static double
caption_width (const SystolePresenterPaint *self, const SystolePaintStyle *style, double unit, double margin)
{
  double width = self->width - 2 * margin;

  if (systole_paragraph_count_lines (style, self->caption, CAPTION_PX, SYSTOLE_WEIGHT_NORMAL, width) > 1)
    width -= counter_width (self, style, unit);
  return width;
}

double
systole_presenter_bar_height (const SystolePresenterPaint *self, const SystolePaintStyle *style, double unit, double margin, guint *lines)
{
  double width;

  *lines = 0;
  if (self->caption == NULL || *self->caption == '\0')
    return LEAST_BAR * unit;
  width = caption_width (self, style, unit, margin);
  *lines = MIN (systole_paragraph_count_lines (style, self->caption, CAPTION_PX, SYSTOLE_WEIGHT_NORMAL, width), MOST_LINES);
  return MAX (LEAST_BAR * unit, systole_paragraph_get_height (style, self->caption, CAPTION_PX, SYSTOLE_WEIGHT_NORMAL, width, MOST_LINES) + 1.1 * unit);
}

/* Beats that were shown are full, the present one has the accent. */
static void
paint_counter (cairo_t *cr, const SystolePresenterPaint *self, const SystolePaintStyle *style, double unit, double right, double y)
{
  g_autofree char *text = counter_text (self);
  const SystolePalette *palette = style->palette;
  double x;

  if (text == NULL)
    return;
  x = right - systole_paint_text (cr, style, text, NULL, COUNTER_PX, SYSTOLE_WEIGHT_SEMIBOLD, palette->second_text, right, y, 0, SYSTOLE_ALIGN_END) - 0.7 * unit - dots_width (self, unit);
  for (guint i = 0; self->n_beats <= MOST_DOTS && i < self->n_beats; i++)
    {
      double radius = DOT * unit * (i == self->beat ? 0.62 : 0.5);

      cairo_arc (cr, x + (i + 0.5) * DOT_PITCH * unit, y, radius, 0, 2 * G_PI);
      systole_paint_source (cr, i == self->beat ? palette->accent : palette->second_text);
      if (i <= self->beat)
        {
          cairo_fill (cr);
          continue;
        }
      cairo_set_line_width (cr, 0.7 * style->line_scale);
      cairo_stroke (cr);
    }
}

void
systole_presenter_paint_bar (cairo_t *cr, const SystolePresenterPaint *self, const SystolePaintStyle *style, const SystolePresenterLayout *layout)
{
  const SystolePresenterBox *bar = &layout->bar;
  const SystolePalette *palette = style->palette;
  double unit = layout->unit;

  cairo_rectangle (cr, bar->x, bar->y, bar->width, bar->height);
  systole_paint_source (cr, palette->window);
  cairo_fill (cr);
  systole_paint_source (cr, palette->border);
  cairo_rectangle (cr, bar->x, bar->y, bar->width, style->line_scale);
  cairo_fill (cr);
  if (self->caption != NULL && *self->caption != '\0')
    {
      double width = caption_width (self, style, unit, layout->margin);
      double height = systole_paragraph_get_height (style, self->caption, CAPTION_PX, SYSTOLE_WEIGHT_NORMAL, width, MOST_LINES);
      double top = layout->caption_lines > 1 ? (bar->height - height) / 2 : MIN ((bar->height - height) / 2, 0.75 * unit);

      systole_paint_paragraph (cr, style, self->caption, CAPTION_PX, SYSTOLE_WEIGHT_NORMAL, palette->text, layout->margin, bar->y + top, width, MOST_LINES);
    }
  paint_counter (cr, self, style, unit, self->width - layout->margin, bar->y + bar->height - 1.05 * unit);
}

/* A plate in the middle of the width, its bottom above the strip. */
static void
paint_plate (cairo_t *cr, const SystolePresenterPaint *self, const SystolePaintStyle *style, const SystolePresenterLayout *layout, const char *text, double px, double most, double bottom)
{
  double unit = layout->unit, pad = 0.8 * unit;
  double width = MIN (systole_paint_text_width (style, text, px, SYSTOLE_WEIGHT_SEMIBOLD) + 1, most - 2 * pad);
  double height = systole_paragraph_get_height (style, text, px, SYSTOLE_WEIGHT_SEMIBOLD, width, 8);
  double x = (self->width - width) / 2, y = bottom - height - pad;

  systole_paint_rounded (cr, x - pad, y - pad, width + 2 * pad, height + 2 * pad, 0.6 * unit);
  systole_paint_source (cr, style->palette->text);
  cairo_fill (cr);
  systole_paint_paragraph (cr, style, text, px, SYSTOLE_WEIGHT_SEMIBOLD, style->palette->view, x, y, width, 8);
}

void
systole_presenter_paint_plates (cairo_t *cr, const SystolePresenterPaint *self, const SystolePaintStyle *style, const SystolePresenterLayout *layout)
{
  if (self->notes != NULL)
    paint_plate (cr, self, style, layout, self->notes, COUNTER_PX, 0.8 * self->width, layout->strip.y);
  if (self->hint != NULL)
    paint_plate (cr, self, style, layout, self->hint, HINT_PX, 0.9 * self->width, layout->bar.y - 0.5 * layout->unit);
}
