/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The way of a sum that is followed: a frame around each PE that adds to it, and where the
 * operands of this cycle come from. Everything lies in the gaps, so that no number is covered. */

#include "widgets/array-painter.h"

#include "widgets/hatch.h"

#include <math.h>

#define LINE 2.5
#define LEAST_SIZE 3.0 /* pixels of a frame: PEs of a raster are smaller */

typedef struct
{
  cairo_t *cr;
  const SystoleArrayPicture *picture;
  const SystoleTrace *trace;
  double line;
} Drawing;

static gboolean
is_visible (const SystoleGeometry *geometry, const SystoleTraceStep *step)
{
  return step->row >= geometry->row0 && step->row < geometry->row1 && step->column >= geometry->column0 && step->column < geometry->column1;
}

/* Around a PE, in the middle of the gap. */
static void
add_frame (const Drawing *self, const SystoleTraceStep *step)
{
  const SystoleGeometry *geometry = &self->picture->geometry;
  double out = geometry->gap / 2.0, x, y, width, height;

  systole_geometry_locate (geometry, step->row, step->column, &x, &y, &width, &height);
  if (width < LEAST_SIZE)
    out += (LEAST_SIZE - width) / 2.0;
  systole_paint_rounded (self->cr, x - out, y - out, width + 2.0 * out, height + 2.0 * out, 3.0);
}

/* What was added, what is added now: solid; what is still to come: dashed. */
static void
stroke_frames (const Drawing *self, gboolean ahead)
{
  const double dash[] = { 4.0, 3.0 };
  const SystoleTraceStep *before = NULL;

  for (guint i = 0; i < self->trace->steps->len; i++)
    {
      const SystoleTraceStep *step = &g_array_index (self->trace->steps, SystoleTraceStep, i);

      /* os: it stays, one frame is enough */
      if ((step->cycle > self->picture->lane->cycle) != ahead || !is_visible (&self->picture->geometry, step) || (before != NULL && before->row == step->row && before->column == step->column))
        continue;
      add_frame (self, step);
      before = step;
    }
  systole_paint_source (self->cr, self->picture->palette->meanings[SYSTOLE_MEANING_RESULT].mark);
  cairo_set_line_width (self->cr, self->line);
  if (ahead)
    cairo_set_dash (self->cr, dash, 2, 0.0);
  cairo_stroke (self->cr);
  cairo_set_dash (self->cr, NULL, 0, 0.0);
}

/* From the edge that an operand came in by, along the gap, to the PE that uses it now. */
static void
stroke_way (const Drawing *self, SystoleMeaning meaning, double x0, double y0, double x1, double y1, double end_x, double end_y)
{
  systole_paint_source (self->cr, self->picture->palette->meanings[meaning].mark);
  cairo_set_line_width (self->cr, self->line);
  cairo_move_to (self->cr, x0, y0);
  cairo_line_to (self->cr, x1, y1);
  cairo_line_to (self->cr, end_x, end_y);
  cairo_stroke (self->cr);
}

static void
stroke_operands (const Drawing *self, const SystoleTraceStep *step)
{
  const SystoleGeometry *geometry = &self->picture->geometry;
  double gap = geometry->gap / 2.0, left = MAX (geometry->x - gap, geometry->clip_x), top = MAX (geometry->y - gap, geometry->clip_y), x, y, width, height;

  systole_geometry_locate (geometry, step->row, step->column, &x, &y, &width, &height);
  stroke_way (self, self->picture->passes, left, y + height + gap, x - gap, y + height + gap, x - gap, y + 0.6 * height);
  if (self->picture->dataflow == SYSTOLE_DATAFLOW_OS)
    stroke_way (self, self->picture->stays, x + width + gap, top, x + width + gap, y - gap, x + 0.6 * width, y - gap);
}

/** Draws the way of the lane's `trace` over the cells; nothing where there is none. */
void
systole_array_paint_trace (cairo_t *cr, const SystoleArrayPicture *self)
{
  const SystoleTrace *trace = self->lane->trace;
  Drawing drawing = { cr, self, trace, LINE * self->lane->style.line_scale };
  const SystoleTraceStep *now;

  if (trace == NULL || trace->unit != self->lane->camera.unit)
    return;
  now = systole_trace_find (trace, self->lane->cycle);
  cairo_save (cr);
  cairo_new_path (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  stroke_frames (&drawing, TRUE);
  stroke_frames (&drawing, FALSE);
  if (now != NULL && is_visible (&self->geometry, now))
    stroke_operands (&drawing, now);
  cairo_restore (cr);
}
