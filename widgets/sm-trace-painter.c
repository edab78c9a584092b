/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/sm-trace-painter.h"

#define LINE 2.5
#define OUT 2.0 /* pixels between the cell and its frame */

/* Documented in sm-trace-painter.h. */
gboolean
systole_sm_find_trace (const SystoleLanePaint *self, SystoleTarget *out)
{
  const SystoleTrace *trace = self->trace;

  if (trace == NULL || !trace->stays || trace->unit != self->camera.unit)
    return FALSE;
  *out = (SystoleTarget){ SYSTOLE_TARGET_MULTIPLIER, trace->unit, trace->sub_core, systole_trace_get_first (trace)->row, systole_trace_get_first (trace)->column, SYSTOLE_LEVEL_CHIP };
  return TRUE;
}

/**
 * systole_sm_paint_trace:
 * @cell: of the multiplier
 *
 * A frame around the cell: dashed before the sum is born and after it is complete, and, as on an array, of
 * the result’s colour.
 */
void
systole_sm_paint_trace (cairo_t *cr, const SystoleLanePaint *self, const SystoleSmBox *cell)
{
  const double dash[] = { 4 * self->style.line_scale, 3 * self->style.line_scale };
  gboolean alive = self->cycle >= systole_trace_get_first (self->trace)->cycle && self->cycle <= systole_trace_get_last (self->trace)->cycle;
  double line = LINE * self->style.line_scale, out = OUT + line / 2;

  cairo_save (cr);
  systole_paint_source (cr, self->style.palette->meanings[SYSTOLE_MEANING_RESULT].mark);
  cairo_set_line_width (cr, line);
  if (!alive)
    cairo_set_dash (cr, dash, G_N_ELEMENTS (dash), 0);
  cairo_new_path (cr);
  cairo_rectangle (cr, cell->x - out, cell->y - out, cell->width + 2 * out, cell->height + 2 * out);
  cairo_stroke (cr);
  cairo_restore (cr);
}
