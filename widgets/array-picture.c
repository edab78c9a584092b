/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/array-painter.h"

#include <math.h>
#include <string.h>

#define PRESENTED_RESULTS 2 /* rows of results below an array that a class sees */

/** Which operand stays in the PEs of a run; a TPU's arrays are weight-stationary. */
SystoleDataflow
systole_run_get_dataflow (const SystoleRun *run)
{
  const SystoleArrayDef *def = systole_machine_get_array (systole_run_get_machine (run));

  return def != NULL ? def->dataflow : SYSTOLE_DATAFLOW_WS;
}

/** Whether folds overlap in a run. */
gboolean
systole_run_is_overlapped (const SystoleRun *run)
{
  const SystoleArrayDef *def = systole_machine_get_array (systole_run_get_machine (run));

  return def == NULL || def->timing == SYSTOLE_TIMING_OVERLAPPED;
}

/* Values glide from one PE to the next in the first 0.7 of a step, slowly at both ends. */
static double
ease (double fraction)
{
  double e = CLAMP (fraction / 0.7, 0.0, 1.0);

  return e < 0.5 ? 4.0 * e * e * e : 1.0 - pow (2.0 - 2.0 * e, 3.0) / 2.0;
}

/** Where the PEs of a lane’s array are in the room below its head: for drawing and for picking. */
void
systole_array_get_geometry (const SystoleLanePaint *lane, double x, double y, double width, double height, SystoleGeometry *out)
{
  SystoleEdges edges = { SYSTOLE_EDGE_SLOTS, systole_run_get_dataflow (lane->run) == SYSTOLE_DATAFLOW_OS ? SYSTOLE_EDGE_SLOTS : 0, lane->presented ? PRESENTED_RESULTS : SYSTOLE_EDGE_SLOTS, TRUE, lane->presented };
  guint rows = 1, columns = 1;
  SystoleDetail previous = systole_lane_cache_get_detail (lane->cache);

  systole_run_get_array_size (lane->run, &rows, &columns);
  systole_geometry_fit (out, rows, columns, &edges, lane->style.font_scale, previous, x, y, width, height);
  systole_geometry_zoom (out, lane->camera.scale, lane->camera.centre_x, lane->camera.centre_y, lane->style.font_scale, previous);
}

static void
get_frames (SystoleArrayPicture *self)
{
  const SystoleLanePaint *lane = self->lane;
  const SystoleGeometry *geometry = &self->geometry;
  SystoleWindow window = { geometry->row0, geometry->column0, geometry->row1, geometry->column1, geometry->detail == SYSTOLE_DETAIL_ALL };
  gboolean moves = lane->fraction > 0.0 && !lane->ended && lane->cycle + 1 < systole_run_get_n_cycles (lane->run);

  self->frame = self->shown = systole_lane_cache_array (self->cache, lane->run, lane->camera.unit, lane->cycle, &window);
  if (moves && lane->fraction >= 0.5)
    self->shown = systole_lane_cache_array (self->cache, lane->run, lane->camera.unit, lane->cycle + 1, &window);
  self->moving = moves && lane->fraction < 0.7 && geometry->detail == SYSTOLE_DETAIL_ALL;
  self->glide = ease (lane->fraction);
}

/** Everything that the drawing of an array needs, for a lane's room. */
void
systole_array_picture_init (SystoleArrayPicture *self, const SystoleLanePaint *lane, double x, double y, double width, double height)
{
  memset (self, 0, sizeof *self);
  self->lane = lane;
  self->palette = lane->style.palette;
  self->cache = systole_lane_cache_ensure (lane, &self->owned);
  self->dataflow = systole_run_get_dataflow (lane->run);
  self->overlapped = systole_run_is_overlapped (lane->run);
  self->stays = self->dataflow == SYSTOLE_DATAFLOW_IS ? SYSTOLE_MEANING_A : SYSTOLE_MEANING_B;
  self->passes = self->dataflow == SYSTOLE_DATAFLOW_IS ? SYSTOLE_MEANING_B : SYSTOLE_MEANING_A;
  systole_array_get_geometry (lane, x, y, width, height, &self->geometry);
  if (self->geometry.detail > SYSTOLE_DETAIL_RASTER)
    get_frames (self);
}

void
systole_array_picture_clear (SystoleArrayPicture *self)
{
  g_clear_pointer (&self->owned, systole_lane_cache_free);
}
