/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/paint-lines.h"

#define LINE (18.0 / 13.0) /* of the size of the letters */

/* Documented in paint-lines.h. */
double
systole_paint_lines (cairo_t *cr, const SystolePaintStyle *style, const char *text, double px, SystoleWeight weight, SystoleColor color, double x, double y, double width, guint max_lines)
{
  double line = LINE * px * MAX (style->font_scale, 0.5), top = y;
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  g_autoptr (GString) so_far = g_string_new (NULL);
  guint lines = 0;

  for (guint i = 0; words[i] != NULL || so_far->len > 0; i++)
    {
      g_autofree char *longer = words[i] != NULL ? g_strdup_printf ("%s%s%s", so_far->str, so_far->len > 0 ? " " : "", words[i]) : NULL;

      if (longer != NULL && (so_far->len == 0 || systole_paint_text_width (style, longer, px, weight) <= width || lines + 1 == max_lines))
        {
          g_string_assign (so_far, longer);
          continue;
        }
      if (cr != NULL)
        systole_paint_text (cr, style, so_far->str, NULL, px, weight, color, x, y + line / 2, width, SYSTOLE_ALIGN_START);
      y += line;
      lines++;
      g_string_assign (so_far, words[i] != NULL ? words[i] : "");
      if (words[i] == NULL)
        break;
    }
  return y - top;
}
