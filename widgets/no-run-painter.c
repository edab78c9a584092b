/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/no-run-painter.h"

#include "widgets/paint-lines.h"

#define EDGE 12.0
#define BADGE_PX 22.0
#define TITLE_PX 16.0
#define TEXT_PX 13.0
#define BOX_TOP 46.0
#define MAX_LINES 12

static void
paint_box (cairo_t *cr, const SystoleNoRunPaint *self, double height)
{
  static const double dashes[] = { 2, 3 };
  const SystolePaintStyle *style = &self->style;
  double line = 1.5 * style->line_scale, top = BOX_TOP * MAX (style->font_scale, 0.5);

  cairo_save (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_set_line_width (cr, line);
  systole_paint_rounded (cr, EDGE + line / 2, top + line / 2, self->width - 2 * EDGE - line, height - line, 10);
  systole_paint_source (cr, style->palette->second_text);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/**
 * systole_no_run_paint:
 *
 * The look of what is not modelled: a dashed box with words. The ground is the caller's.
 */
void
systole_no_run_paint (cairo_t *cr, const SystoleNoRunPaint *self)
{
  const SystolePaintStyle *style = &self->style;
  const SystolePalette *palette = style->palette;
  double scale = MAX (style->font_scale, 0.5), size = BADGE_PX * scale, middle = EDGE + size / 2;
  const char letter[] = { self->letter, '\0' };

  systole_paint_rounded (cr, EDGE, EDGE, size, size, 0.28 * size);
  systole_paint_source (cr, palette->text);
  cairo_fill (cr);
  systole_paint_text (cr, style, letter, NULL, TEXT_PX, SYSTOLE_WEIGHT_BOLD, palette->view, EDGE + size / 2, middle, 0, SYSTOLE_ALIGN_CENTRE);
  if (self->title != NULL)
    systole_paint_text (cr, style, self->title, NULL, TITLE_PX, SYSTOLE_WEIGHT_BOLD, palette->text, EDGE + size + 10, middle, self->width - 2 * EDGE - size - 10, SYSTOLE_ALIGN_START);
  if (self->message != NULL)
    {
      double x = 2 * EDGE, width = self->width - 4 * EDGE, top = BOX_TOP * scale;

      paint_box (cr, self, 2 * EDGE + systole_paint_lines (NULL, style, self->message, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, palette->text, x, 0, width, MAX_LINES));
      systole_paint_lines (cr, style, self->message, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, palette->text, x, top + EDGE, width, MAX_LINES);
    }
}
