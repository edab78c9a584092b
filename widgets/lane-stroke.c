/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/lane-stroke.h"

#include <math.h>

#define N_LANES 4

static const struct
{
  int n;
  double lengths[4];
} dashes[N_LANES] = { { 0, { 0 } }, { 2, { 12, 5 } }, { 4, { 12, 4, 2, 4 } }, { 2, { 2, 4 } } };

/* Documented in lane-stroke.h. */
void
systole_lane_stroke_set (cairo_t *cr, const SystolePaintStyle *style, guint lane, double width)
{
  lane %= N_LANES;
  systole_paint_source (cr, style->palette->lanes[lane]);
  cairo_set_dash (cr, dashes[lane].lengths, dashes[lane].n, 0);
  cairo_set_line_width (cr, width * style->line_scale);
}

static void
add_polygon (cairo_t *cr, double x, double y, double radius, guint n, double turn)
{
  for (guint i = 0; i < n; i++)
    {
      double angle = turn + 2 * G_PI * i / n;

      cairo_line_to (cr, x + radius * cos (angle), y + radius * sin (angle));
    }
  cairo_close_path (cr);
}

/* Documented in lane-stroke.h. */
void
systole_lane_dot (cairo_t *cr, const SystolePaintStyle *style, guint lane, gboolean filled, double x, double y, double radius)
{
  const SystolePalette *palette = style->palette;

  lane %= N_LANES;
  cairo_save (cr);
  cairo_new_path (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  if (lane == 0)
    cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
  else if (lane == 1)
    add_polygon (cr, x, y, 1.3 * radius, 4, G_PI / 4);
  else if (lane == 2)
    add_polygon (cr, x, y, 1.4 * radius, 3, -G_PI / 2);
  else
    add_polygon (cr, x, y, 1.35 * radius, 4, 0);
  systole_paint_source (cr, filled ? palette->lanes[lane] : palette->view);
  cairo_fill_preserve (cr);
  systole_paint_source (cr, filled ? palette->text : palette->lanes[lane]);
  cairo_set_line_width (cr, (filled ? 1.5 : 2.5) * style->line_scale);
  cairo_stroke (cr);
  cairo_restore (cr);
}
