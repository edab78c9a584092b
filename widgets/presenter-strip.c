/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/presenter-parts.h"

#include <math.h>

#include "widgets/strip-painter.h"

/* The thin form of the timeline: strips with their phase words, a playhead, no axis. Lengths in units. */
#define WORDS 1.45
#define STRIP 1.05
#define BETWEEN 0.35
#define BADGE 1.35
#define HANDLE 0.8

double
systole_presenter_strip_height (double unit, guint n_lanes)
{
  guint n = MAX (n_lanes, 1);

  return (n * (WORDS + STRIP) + (n - 1) * BETWEEN) * unit;
}

/* Lanes without a run have no strip. */
static void
fill_timeline (const SystolePresenterPaint *self, const SystolePaintStyle *style, SystoleTimelinePaint *out)
{
  *out = (SystoleTimelinePaint){ .time_base = self->time_base, .position = self->axis, .untold = self->n_beats > 0, .width = self->width, .style = *style };
  for (guint i = 0; i < self->n_lanes; i++)
    if (self->lanes[i].run != NULL)
      {
        if (i == self->active)
          out->active = out->n_lanes;
        out->lanes[out->n_lanes++] = (SystoleTimelineLane){ self->lanes[i].run, self->lanes[i].letter, self->lanes[i].position };
      }
}

static void
fill_geometry (const SystoleTimelinePaint *paint, const SystolePresenterBox *box, double unit, SystoleTimelineGeometry *out)
{
  double length = systole_timeline_get_length (paint);

  *out = (SystoleTimelineGeometry){ .font = paint->style.font_scale, .name_x = -1 };
  out->left = box->x + (paint->n_lanes > 1 ? (BADGE + 0.5) * unit : 0);
  out->right = box->x + box->width;
  out->end = MAX (out->right - 1.2 * unit, out->left + 1);
  out->first = box->y;
  out->words = WORDS * unit;
  out->busy = STRIP * unit;
  out->pitch = (WORDS + STRIP + BETWEEN) * unit;
  out->axis = out->bottom = box->y + box->height;
  out->to = MAX (length, 1e-12);
  if (paint->time_base == SYSTOLE_TIME_CYCLES)
    out->half = 0.5;
  else if (paint->time_base == SYSTOLE_TIME_WALL)
    out->half = 0.5 / systole_run_get_clock_hz (paint->lanes[paint->active].run);
}

static void
paint_playhead (cairo_t *cr, const SystoleTimelinePaint *paint, const SystoleTimelineGeometry *geometry, double unit)
{
  const SystolePalette *palette = paint->style.palette;
  double x = MIN (systole_timeline_edge_x (geometry, MIN (paint->position + geometry->half, geometry->to)), geometry->end);
  double handle = HANDLE * unit, line = 2 * paint->style.line_scale;
  double top = geometry->first + geometry->words - 0.2 * unit;

  for (guint i = 0; i < paint->n_lanes; i++)
    {
      const SystoleRun *run = paint->lanes[i].run;
      double cycle = floor (paint->lanes[i].position + 1e-9), y = geometry->first + i * geometry->pitch + geometry->words;
      double x0, x1;
      SystoleColor color = palette->accent_fill;

      if (cycle >= (double) systole_run_get_n_cycles (run))
        continue;
      x0 = systole_timeline_edge_x (geometry, systole_time_from_cycle (paint->time_base, run, cycle));
      x1 = systole_timeline_edge_x (geometry, systole_time_from_cycle (paint->time_base, run, cycle + 1));
      color.alpha = 0.28;
      systole_paint_source (cr, color);
      cairo_rectangle (cr, x0, y, MAX (x1 - x0, 1), geometry->busy);
      cairo_fill (cr);
    }
  systole_paint_source (cr, palette->accent);
  cairo_rectangle (cr, x - line / 2, top, line, geometry->bottom - top);
  cairo_fill (cr);
  cairo_move_to (cr, x - handle / 2, top - 0.45 * handle);
  cairo_rel_line_to (cr, handle, 0);
  cairo_rel_line_to (cr, -handle / 2, 0.75 * handle);
  cairo_close_path (cr);
  cairo_fill (cr);
}

/**
 * systole_presenter_paint_strip:
 *
 * All lanes over one axis, the playhead through them.
 */
void
systole_presenter_paint_strip (cairo_t *cr, const SystolePresenterPaint *self, const SystolePaintStyle *style, const SystolePresenterBox *box, double unit)
{
  SystoleTimelinePaint paint;
  SystoleTimelineGeometry geometry;

  fill_timeline (self, style, &paint);
  if (paint.n_lanes == 0)
    return;
  fill_geometry (&paint, box, unit, &geometry);
  for (guint i = 0; i < paint.n_lanes; i++)
    {
      char letter[2] = { paint.lanes[i].letter, '\0' };
      double y = geometry.first + i * geometry.pitch + geometry.words + geometry.busy / 2, badge = BADGE * unit;

      systole_strip_paint (cr, &paint, &geometry, i);
      if (paint.n_lanes < 2)
        continue;
      systole_paint_rounded (cr, box->x, y - badge / 2, badge, badge, 0.28 * badge);
      systole_paint_source (cr, style->palette->text);
      cairo_fill (cr);
      systole_paint_text (cr, style, letter, NULL, 12.0, SYSTOLE_WEIGHT_BOLD, style->palette->view, box->x + badge / 2, y, 0, SYSTOLE_ALIGN_CENTRE);
    }
  paint_playhead (cr, &paint, &geometry, unit);
}
