/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/fit-painter.h"

#include <math.h>

#include "engine/base/i18n.h"
#include "engine/run/fit.h"
#include "widgets/paint-lines.h"
#include "widgets/unit-format.h"

#define NAME_PX 13.0
#define NOTE_PX 11.5
#define BAR 16.0
#define LEAST_PART 2.0
#define MAX_LINES 4

static char *
whole_text (const SystoleFit *fit)
{
  g_autofree char *bytes = systole_units_format_bytes ((guint64) fit->bytes);
  g_autofree char *capacity = systole_units_format_bytes ((guint64) fit->capacity);

  if (fit->bytes <= fit->capacity)
    /* Translators: two amounts of bytes */
    return g_strdup_printf (_ ("Fits main memory: %s of %s"), bytes, capacity);
  /* Translators: two amounts of bytes */
  return g_strdup_printf (_ ("Does not fit main memory: %s, it has %s"), bytes, capacity);
}

static char *
parts_text (const SystoleFit *fit)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < fit->n; i++)
    {
      g_autofree char *bytes = systole_units_format_bytes ((guint64) fit->parts[i].bytes);

      g_string_append_printf (text, "%s%s %s", i > 0 ? " · " : "", fit->parts[i].title, bytes);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The whole bar is the memory, or the tensors where they are more: then a line says where
 * the memory ends. */
static void
paint_bar (cairo_t *cr, const SystolePaintStyle *style, const SystoleFit *fit, double x, double y, double width)
{
  const SystolePalette *palette = style->palette;
  const SystoleTriple *colors = &palette->meanings[fit->bytes <= fit->capacity ? SYSTOLE_MEANING_MEMORY : SYSTOLE_MEANING_ADVICE];
  double unit = width / MAX (fit->bytes, fit->capacity), line = style->line_scale, from = x;

  cairo_rectangle (cr, floor (x) + 0.5, floor (y) + 0.5, floor (width) - 1, BAR);
  systole_paint_source (cr, palette->idle_fill);
  cairo_fill_preserve (cr);
  systole_paint_source (cr, palette->second_text);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
  for (guint i = 0; i < fit->n; i++)
    {
      double part = MIN (MAX (fit->parts[i].bytes * unit, LEAST_PART), x + width - from);

      cairo_rectangle (cr, from + line / 2, floor (y) + 0.5, MAX (part - line, 1), BAR);
      systole_paint_source (cr, colors->tint);
      cairo_fill_preserve (cr);
      systole_paint_source (cr, colors->mark);
      cairo_set_line_width (cr, 1.5 * line);
      cairo_stroke (cr);
      from += part;
    }
  if (fit->bytes > fit->capacity)
    {
      systole_paint_source (cr, palette->text);
      cairo_set_line_width (cr, 3 * line);
      cairo_move_to (cr, x + fit->capacity * unit, y - 4);
      cairo_line_to (cr, x + fit->capacity * unit, y + BAR + 4);
      cairo_stroke (cr);
    }
}

/* Documented in fit-painter.h. */
double
systole_paint_fit (cairo_t *cr, const SystolePaintStyle *style, const SystoleRun *run, double x, double y, double width)
{
  const SystolePalette *palette = style->palette;
  double top = y;
  g_autofree char *whole = NULL;
  g_autofree char *parts = NULL;
  SystoleFit fit;

  if (!systole_run_get_fit (run, &fit))
    return 0;
  whole = whole_text (&fit);
  parts = parts_text (&fit);
  y += systole_paint_lines (cr, style, whole, NAME_PX, SYSTOLE_WEIGHT_SEMIBOLD, palette->text, x, y, width, MAX_LINES) + 4;
  if (cr != NULL)
    paint_bar (cr, style, &fit, x, y, width);
  y += BAR + 6;
  y += systole_paint_lines (cr, style, parts, NOTE_PX, SYSTOLE_WEIGHT_NORMAL, palette->second_text, x, y, width, MAX_LINES);
  return y - top;
}

/* Documented in fit-painter.h. */
char *
systole_fit_describe (const SystoleRun *run)
{
  g_autofree char *whole = NULL;
  g_autofree char *parts = NULL;
  SystoleFit fit;

  if (!systole_run_get_fit (run, &fit))
    return NULL;
  whole = whole_text (&fit);
  parts = parts_text (&fit);
  return g_strdup_printf ("%s: %s.", whole, parts);
}
