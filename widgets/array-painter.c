/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/array-painter.h"

#include "engine/base/i18n.h"
#include "widgets/box.h"

static void
paint_ring (cairo_t *cr, const SystoleArrayPicture *self, const SystoleTarget *target, SystoleRing ring, guint number)
{
  const SystoleGeometry *geometry = &self->geometry;
  double x, y, width, height;

  if (target->kind != SYSTOLE_TARGET_PE || target->unit != self->lane->camera.unit || target->row >= geometry->rows || target->column >= geometry->columns)
    return;

  systole_geometry_locate (geometry, target->row, target->column, &x, &y, &width, &height);
  if (width < 6.0)
    {
      /* a PE of a raster is too small to be seen: a ring that is large enough to be */
      x -= 4.0;
      y -= 4.0;
      width = height = 8.0 + geometry->pitch;
    }
  systole_paint_ring (cr, &self->lane->style, ring, number, x, y, width, height);
}

static void
paint_rings (cairo_t *cr, const SystoleArrayPicture *self)
{
  const SystoleLanePaint *lane = self->lane;

  paint_ring (cr, self, &lane->hover, SYSTOLE_RING_HOVER, 0);
  if (lane->has_focus)
    paint_ring (cr, self, &lane->focus, SYSTOLE_RING_FOCUS, 0);
  paint_ring (cr, self, &lane->pinned, SYSTOLE_RING_PINNED, lane->pinned_second.kind != SYSTOLE_TARGET_NONE ? 1 : 0);
  paint_ring (cr, self, &lane->pinned_second, SYSTOLE_RING_PINNED, 2);
}

static void
array_paint (cairo_t *cr, const SystoleLanePaint *self, double x, double y, double width, double height)
{
  SystoleArrayPicture picture;

  systole_array_picture_init (&picture, self, x, y, width, height);
  systole_lane_cache_set_detail (self->cache, picture.geometry.detail);
  if (picture.geometry.detail > SYSTOLE_DETAIL_RASTER && !picture.geometry.plain)
    systole_array_paint_labels (cr, &picture);
  if (picture.geometry.panned)
    {
      cairo_save (cr);
      cairo_rectangle (cr, picture.geometry.clip_x - 1.0, picture.geometry.clip_y - 1.0, x + width - picture.geometry.clip_x + 1.0, y + height - picture.geometry.clip_y + 1.0);
      cairo_clip (cr);
    }

  if (picture.geometry.detail <= SYSTOLE_DETAIL_RASTER)
    systole_array_paint_raster (cr, &picture);
  else
    {
      systole_array_paint_cells (cr, &picture);
      systole_array_paint_queues (cr, &picture);
      systole_array_paint_moving (cr, &picture);
    }
  systole_array_paint_trail (cr, &picture);
  systole_array_paint_trace (cr, &picture);
  paint_rings (cr, &picture);

  if (picture.geometry.panned)
    cairo_restore (cr);
  systole_array_picture_clear (&picture);
}

static SystoleTarget
target_of (const SystoleLanePaint *self, guint row, guint column)
{
  SystoleTarget target = SYSTOLE_TARGET_INIT;

  target.kind = SYSTOLE_TARGET_PE;
  target.unit = self->camera.unit;
  target.row = row;
  target.column = column;

  return target;
}

static SystoleTarget
array_pick (const SystoleLanePaint *self, double x, double y, double width, double height, double px, double py)
{
  SystoleTarget none = SYSTOLE_TARGET_INIT;
  SystoleGeometry geometry;
  guint row, column;

  systole_array_get_geometry (self, x, y, width, height, &geometry);

  return systole_geometry_pick (&geometry, px, py, &row, &column) ? target_of (self, row, column) : none;
}

static SystoleTarget
array_neighbour (const SystoleLanePaint *self, const SystoleTarget *from, int dx, int dy)
{
  guint rows = 1, columns = 1;

  if (from->kind != SYSTOLE_TARGET_PE || from->unit != self->camera.unit)
    return target_of (self, 0, 0);

  systole_run_get_array_size (self->run, &rows, &columns);

  return target_of (self, (guint) CLAMP ((gint64) from->row + dy, 0, (gint64) rows - 1), (guint) CLAMP ((gint64) from->column + dx, 0, (gint64) columns - 1));
}

static gboolean
array_locate (const SystoleLanePaint *self, double x, double y, double width, double height, const SystoleTarget *target, double *out_x, double *out_y, double *out_width, double *out_height)
{
  SystoleGeometry geometry;

  systole_array_get_geometry (self, x, y, width, height, &geometry);
  if (target->kind != SYSTOLE_TARGET_PE || target->unit != self->camera.unit || target->row < geometry.row0 || target->row >= geometry.row1 || target->column < geometry.column0 || target->column >= geometry.column1)
    return FALSE;

  systole_geometry_locate (&geometry, target->row, target->column, out_x, out_y, out_width, out_height);

  return TRUE;
}

/* The last part of the head's line: how the operation lies on the array. */
static void
array_fill_head (const SystoleLanePaint *self, SystoleLaneHead *head)
{
  const char *dataflow = systole_dataflow_get_title (systole_run_get_dataflow (self->run));

  head->mapping = systole_run_is_overlapped (self->run) ? g_strdup_printf (_ ("%s, overlapped"), dataflow) : g_strdup (dataflow);
}

const SystoleLevelPainter systole_array_level = {
  .paint = array_paint,
  .pick = array_pick,
  .neighbour = array_neighbour,
  .locate = array_locate,
  .explain = systole_array_explain,
  .describe = systole_array_describe,
  .fill_head = array_fill_head,
};
