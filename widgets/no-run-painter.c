/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/no-run-painter.h"

#include "engine/base/i18n.h"

#define EDGE 12.0
#define BADGE_PX 22.0
#define TITLE_PX 16.0
#define TEXT_PX 13.0
#define BOX_TOP 46.0
#define MAX_LINES 12

/* The words of the sentence, line by line; returns the height that they take. */
static double
paint_lines (cairo_t *cr, const SystoleNoRunPaint *self, double x, double y, double width, gboolean draw)
{
  const SystolePaintStyle *style = &self->style;
  double scale = MAX (style->font_scale, 0.5), line = 18 * scale, top = y;
  g_auto (GStrv) words = g_strsplit (self->message, " ", -1);
  g_autoptr (GString) text = g_string_new (NULL);
  guint lines = 0;

  for (guint i = 0; words[i] != NULL || text->len > 0; i++)
    {
      g_autofree char *longer = words[i] != NULL ? g_strdup_printf ("%s%s%s", text->str, text->len > 0 ? " " : "", words[i]) : NULL;

      if (longer != NULL && (text->len == 0 || systole_paint_text_width (style, longer, TEXT_PX, SYSTOLE_WEIGHT_NORMAL) <= width || lines + 1 == MAX_LINES))
        {
          g_string_assign (text, longer);
          continue;
        }
      if (draw)
        systole_paint_text (cr, style, text->str, NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, style->palette->text, x, y + line / 2, width, SYSTOLE_ALIGN_START);
      y += line;
      lines++;
      g_string_assign (text, words[i] != NULL ? words[i] : "");
      if (words[i] == NULL)
        break;
    }
  return y - top;
}

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

      paint_box (cr, self, 2 * EDGE + paint_lines (cr, self, x, 0, width, FALSE));
      paint_lines (cr, self, x, top + EDGE, width, TRUE);
    }
}
