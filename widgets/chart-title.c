/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/chart-title.h"

#include "engine/base/i18n.h"

#define BADGE_PX 22.0
#define TEXT_PX 13.0
#define LINE_PX 18.0

/* Documented in chart-title.h. */
void
systole_paint_chart_title (cairo_t *cr, const SystolePaintStyle *style, const SystoleRun *run, const SystoleRunName *name, char letter, double px, double left, double right, double y)
{
  const SystolePalette *palette = style->palette;
  double size = BADGE_PX * MAX (style->font_scale, 0.5);
  const char text[2] = { letter, '\0' };
  g_autofree char *title = name != NULL ? g_strdup (name->title) : systole_run_describe_machine (run);
  g_autofree char *brief = name != NULL ? g_strdup (name->brief) : systole_run_describe_briefly (run);

  if (letter != '\0')
    {
      systole_paint_rounded (cr, left, y - size / 2, size, size, 0.28 * size);
      systole_paint_source (cr, palette->text);
      cairo_fill (cr);
      systole_paint_text (cr, style, text, NULL, TEXT_PX, SYSTOLE_WEIGHT_BOLD, palette->view, left + size / 2, y, 0, SYSTOLE_ALIGN_CENTRE);
      left += size + 10;
    }
  systole_paint_text (cr, style, title, brief, px, SYSTOLE_WEIGHT_BOLD, palette->text, left, y, right - left, SYSTOLE_ALIGN_START);
}

/* Documented in chart-title.h. */
gboolean
systole_paint_chart_breach (cairo_t *cr, const SystolePaintStyle *style, const SystoleRun *run, double left, double right, double y)
{
  const SystoleAuditCheck *breach = systole_run_find_breach (run);
  SystoleColor color = style->palette->text;

  if (breach == NULL)
    return FALSE;
  systole_paint_text (cr, style, _ ("This run breaks a law of the engine, so its numbers are not shown:"), NULL, TEXT_PX, SYSTOLE_WEIGHT_BOLD, color, left, y, right - left, SYSTOLE_ALIGN_START);
  systole_paint_text (cr, style, _ (breach->title), NULL, TEXT_PX, SYSTOLE_WEIGHT_NORMAL, color, left, y + LINE_PX * MAX (style->font_scale, 0.5), right - left, SYSTOLE_ALIGN_START);
  return TRUE;
}

/* Documented in chart-title.h. */
char *
systole_chart_breach_text (const SystoleRun *run)
{
  const SystoleAuditCheck *breach = systole_run_find_breach (run);

  if (breach == NULL)
    return NULL;
  return g_strdup_printf ("%s %s.", _ ("This run breaks a law of the engine, so its numbers are not shown:"), _ (breach->title));
}
