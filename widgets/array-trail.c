/* SPDX-License-Identifier: GPL-3.0-or-later */

/* With less motion values jump; where they were a cycle ago keeps a thin border for a moment. */

#include "widgets/array-painter.h"

#define TRAIL_ALPHA 0.4

/** Draws the trail of the lane's last step; nothing where `trail` is not set. */
void
systole_array_paint_trail (cairo_t *cr, const SystoleArrayPicture *self)
{
  const SystoleLanePaint *lane = self->lane;
  const SystoleGeometry *geometry = &self->geometry;
  SystoleWindow window = { geometry->row0, geometry->column0, geometry->row1, geometry->column1, FALSE, 0 };
  SystoleColor color = self->palette->meanings[SYSTOLE_MEANING_SUM].mark;
  const SystoleArrayFrame *before;
  double out = geometry->gap / 2.0;

  if (!lane->trail || lane->cycle == 0 || geometry->detail != SYSTOLE_DETAIL_ALL)
    return;
  before = systole_lane_cache_array (self->cache, lane->run, lane->camera.unit, lane->cycle - 1, &window);
  cairo_new_path (cr);
  for (guint i = 0; i < before->cells->len; i++)
    {
      const SystoleArrayCell *cell = &g_array_index (before->cells, SystoleArrayCell, i);
      double x, y, width, height;

      if (cell->reason != SYSTOLE_REASON_BUSY)
        continue;
      systole_geometry_locate (geometry, cell->row, cell->column, &x, &y, &width, &height);
      systole_paint_rounded (cr, x - out, y - out, width + 2.0 * out, height + 2.0 * out, 3.0);
    }
  color.alpha = TRAIL_ALPHA;
  systole_paint_source (cr, color);
  cairo_set_line_width (cr, lane->style.line_scale);
  cairo_stroke (cr);
}
