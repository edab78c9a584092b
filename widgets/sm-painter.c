/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/level-painter.h"

#include "widgets/box.h"
#include "widgets/sm-geometry.h"
#include "widgets/sm-shared.h"
#include "widgets/sm-tensor.h"
#include "widgets/sm-trace-painter.h"
#include "widgets/sm-words.h"
#include "widgets/sub-core-painter.h"

/*
 * The levels "SM" and "sub-core": cards of sub-cores and the card of shared memory;
 * one sub-core's card at the inner level.
 */

#define MOST_VALUES 2048 /* cells of one fragment above which no cell is large enough for a number */
#define MAX_ROWS 128

typedef struct
{
  SystoleLaneCache *cache;
  SystoleLaneCache *owned;
  const SystoleSmFrame *frame; /* what is shown: the nearer cycle */
  const SystoleSmFrame *next;  /* what follows the cycle at rest; NULL at rest */
  SystoleSmGeometry geometry;
} View;

/* The room of a picture that is zoomed and panned: it is larger than the lane. */
static void
pan (const SystoleCamera *camera, double *x, double *y, double *width, double *height)
{
  double scale = MAX (camera->scale, 1);

  *x -= CLAMP (camera->centre_x * scale - 0.5, 0, scale - 1) * *width;
  *y -= CLAMP (camera->centre_y * scale - 0.5, 0, scale - 1) * *height;
  *width *= scale;
  *height *= scale;
}

static void
view_open (View *view, const SystoleLanePaint *self, double x, double y, double width, double height)
{
  const SystoleSmFrame *frame;
  gboolean values;

  *view = (View){ 0 };
  view->cache = systole_lane_cache_ensure (self, &view->owned);
  pan (&self->camera, &x, &y, &width, &height);
  /* A sum costs K additions: those that are too small to be written are not asked for. */
  frame = systole_lane_cache_sm (view->cache, self->run, self->camera.unit, self->cycle, FALSE);
  systole_sm_measure (self, frame, x, y, width, height, &view->geometry);
  values = frame->fragment_rows * frame->fragment_columns <= MOST_VALUES && view->geometry.card.has_tensor && (view->geometry.card.tokens || systole_tensor_has_numbers (view->geometry.card.pitch));
  if (values)
    frame = systole_lane_cache_sm (view->cache, self->run, self->camera.unit, self->cycle, TRUE);
  view->frame = frame;
  if (self->fraction > 0 && self->cycle + 1 < systole_run_get_n_cycles (self->run))
    {
      view->next = systole_lane_cache_sm (view->cache, self->run, self->camera.unit, self->cycle + 1, values);
      view->frame = self->fraction >= 0.5 ? view->next : frame;
      systole_sm_measure (self, view->frame, x, y, width, height, &view->geometry);
    }
}

static void
view_close (View *view)
{
  systole_lane_cache_free (view->owned);
}

static guint
rows_of (const View *view, guint core, SystoleWarpRow *rows)
{
  return systole_sm_get_rows (view->frame, core, MIN (view->geometry.card.n_rows, MAX_ROWS), rows);
}

/* The row in which a warp is, alone or in a group; −1: none. */
static int
find_row (const View *view, guint core, guint warp)
{
  SystoleWarpRow rows[MAX_ROWS];
  guint n = rows_of (view, core, rows);
  const SystoleWarpState *state = NULL;

  for (guint i = 0; i < view->frame->warps->len; i++)
    if (g_array_index (view->frame->warps, SystoleWarpState, i).warp == warp)
      state = &g_array_index (view->frame->warps, SystoleWarpState, i);
  if (state == NULL || state->sub_core != core)
    return -1;
  for (guint i = 0; i < n; i++)
    if (rows[i].first->warp == warp)
      return (int) i;
  for (guint i = 0; i < n; i++)
    if (rows[i].count > 1 && (rows[i].mixed || (!state->issues && rows[i].first->reason == state->reason)))
      return (int) i;
  return -1;
}

static guint
warp_core (const View *view, guint warp)
{
  for (guint i = 0; i < view->frame->warps->len; i++)
    if (g_array_index (view->frame->warps, SystoleWarpState, i).warp == warp)
      return g_array_index (view->frame->warps, SystoleWarpState, i).sub_core;
  return 0;
}

static gboolean
view_locate (const View *view, const SystoleTarget *target, SystoleSmBox *out)
{
  const SystoleSmGeometry *geometry = &view->geometry;
  guint core = target->kind == SYSTOLE_TARGET_WARP ? warp_core (view, target->row) : target->sub_core;
  gboolean shown = core >= geometry->first_core && core < geometry->first_core + geometry->n_cores;
  int row;

  switch (target->kind)
    {
    case SYSTOLE_TARGET_SUB_CORE:
      *out = systole_sm_core_box (geometry, core);
      return shown;
    case SYSTOLE_TARGET_WARP:
      row = shown ? find_row (view, core, target->row) : -1;
      if (row >= 0)
        *out = systole_sm_row_box (geometry, core, (guint) row);
      return row >= 0;
    case SYSTOLE_TARGET_MULTIPLIER:
      if (!shown || !geometry->card.has_tensor || target->row >= geometry->fragment_rows || target->column >= geometry->fragment_columns)
        return FALSE;
      *out = systole_sm_cell_box (geometry, core, target->row, target->column);
      return TRUE;
    case SYSTOLE_TARGET_STAGE:
      if (geometry->shared.height <= 0 || target->row >= view->frame->stages->len)
        return FALSE;
      *out = systole_sm_stage_box (geometry, target->row, view->frame->stages->len);
      return TRUE;
    case SYSTOLE_TARGET_COPY:
      if (target->row >= view->frame->copies->len || target->row >= systole_sm_n_copy_rows (geometry))
        return FALSE;
      *out = systole_sm_copy_box (geometry, target->row);
      return TRUE;
    case SYSTOLE_TARGET_NONE:
    case SYSTOLE_TARGET_UNIT:
    case SYSTOLE_TARGET_PE:
    case SYSTOLE_TARGET_MEMORY:
    case SYSTOLE_TARGET_ENGINE:
    case SYSTOLE_TARGET_LEVEL:
    default:
      return FALSE;
    }
}

static void
paint_ring (cairo_t *cr, const SystoleLanePaint *self, const View *view, const SystoleTarget *target, SystoleRing ring, guint number)
{
  SystoleSmBox box;

  if (view_locate (view, target, &box))
    systole_paint_ring (cr, &self->style, ring, number, box.x, box.y, box.width, box.height);
}

static void
paint_trace (cairo_t *cr, const SystoleLanePaint *self, const View *view)
{
  SystoleTarget target;
  SystoleSmBox box;

  if (systole_sm_find_trace (self, &target) && view_locate (view, &target, &box))
    systole_sm_paint_trace (cr, self, &box);
}

static void
paint (cairo_t *cr, const SystoleLanePaint *self, double x, double y, double width, double height)
{
  View view;

  view_open (&view, self, x, y, width, height);
  cairo_save (cr);
  if (self->camera.scale > 1)
    {
      cairo_rectangle (cr, x, y, width, height);
      cairo_clip (cr);
    }
  for (guint i = 0; i < view.geometry.n_cores; i++)
    systole_sub_core_paint (cr, self, &view.geometry, view.frame, view.next, self->fraction, view.geometry.first_core + i);
  /* Bars grow from the cycle at rest, also after the cells have changed. */
  if (view.next != NULL)
    systole_shared_paint (cr, self, &view.geometry, systole_lane_cache_sm (view.cache, self->run, self->camera.unit, self->cycle, view.frame->values), view.next, self->fraction);
  else
    systole_shared_paint (cr, self, &view.geometry, view.frame, NULL, 0);
  paint_trace (cr, self, &view);
  paint_ring (cr, self, &view, &self->pinned, SYSTOLE_RING_PINNED, self->pinned_second.kind != SYSTOLE_TARGET_NONE ? 1 : 0);
  paint_ring (cr, self, &view, &self->pinned_second, SYSTOLE_RING_PINNED, 2);
  paint_ring (cr, self, &view, &self->hover, SYSTOLE_RING_HOVER, 0);
  if (self->has_focus)
    paint_ring (cr, self, &view, &self->focus, SYSTOLE_RING_FOCUS, 0);
  cairo_restore (cr);
  view_close (&view);
}

static SystoleTarget
pick_in_core (const SystoleLanePaint *self, const View *view, guint core, double px, double py)
{
  const SystoleSmGeometry *geometry = &view->geometry;
  SystoleTarget target = { SYSTOLE_TARGET_SUB_CORE, self->camera.unit, core, 0, 0, SYSTOLE_LEVEL_CHIP };
  SystoleSmBox tensor = systole_sm_tensor_box (geometry, core);
  SystoleWarpRow rows[MAX_ROWS];
  guint n = rows_of (view, core, rows);

  for (guint i = 0; i < n; i++)
    {
      SystoleSmBox box = systole_sm_row_box (geometry, core, i);

      if (!systole_sm_box_contains (&box, px, py))
        continue;
      target.kind = SYSTOLE_TARGET_WARP;
      target.row = rows[i].first->warp;
      return target;
    }
  if (geometry->card.has_tensor && systole_sm_box_contains (&tensor, px, py))
    {
      target.kind = SYSTOLE_TARGET_MULTIPLIER;
      target.row = MIN ((guint) ((py - tensor.y) / geometry->card.pitch), geometry->fragment_rows - 1);
      target.column = MIN ((guint) ((px - tensor.x) / geometry->card.wide), geometry->fragment_columns - 1);
    }
  return target;
}

static SystoleTarget
view_pick (const SystoleLanePaint *self, const View *view, double px, double py)
{
  SystoleTarget target = SYSTOLE_TARGET_INIT;

  target.unit = self->camera.unit;
  for (guint i = 0; i < view->geometry.n_cores; i++)
    {
      guint core = view->geometry.first_core + i;
      SystoleSmBox box = systole_sm_core_box (&view->geometry, core);

      if (systole_sm_box_contains (&box, px, py))
        return pick_in_core (self, view, core, px, py);
    }
  for (int kind = SYSTOLE_TARGET_STAGE; kind <= SYSTOLE_TARGET_COPY; kind++)
    {
      guint n = kind == SYSTOLE_TARGET_STAGE ? view->frame->stages->len : view->frame->copies->len;

      for (target.row = 0; target.row < n; target.row++)
        {
          SystoleSmBox box;

          target.kind = (SystoleTargetKind) kind;
          if (view_locate (view, &target, &box) && systole_sm_box_contains (&box, px, py))
            return target;
        }
    }
  return (SystoleTarget) SYSTOLE_TARGET_INIT;
}

static SystoleTarget
pick (const SystoleLanePaint *self, double x, double y, double width, double height, double px, double py)
{
  SystoleTarget target = SYSTOLE_TARGET_INIT;
  View view;

  if (px < x || py < y || px >= x + width || py >= y + height)
    return target;
  view_open (&view, self, x, y, width, height);
  target = view_pick (self, &view, px, py);
  view_close (&view);
  return target;
}

static gboolean
locate (const SystoleLanePaint *self, double x, double y, double width, double height, const SystoleTarget *target, double *out_x, double *out_y, double *out_width, double *out_height)
{
  View view;
  SystoleSmBox box;
  gboolean found;

  view_open (&view, self, x, y, width, height);
  found = view_locate (&view, target, &box) && box.x < x + width && box.y < y + height && box.x + box.width > x && box.y + box.height > y;
  view_close (&view);
  if (found)
    {
      *out_x = box.x;
      *out_y = box.y;
      *out_width = box.width;
      *out_height = box.height;
    }
  return found;
}

/* Where the keyboard thinks a target is: a sub-core is its title. */
static SystoleSmBox
walk_box (const View *view, const SystoleTarget *target)
{
  SystoleSmBox box = { 0 };

  view_locate (view, target, &box);
  if (target->kind == SYSTOLE_TARGET_SUB_CORE)
    box.height = view->geometry.card.title > 0 ? MIN (box.height, view->geometry.card.title) : box.height;
  return box;
}

/* A step lands on what is drawn there; a card itself only in its title, or if nothing is in it. */
static gboolean
may_land (const View *view, const SystoleTarget *from, const SystoleTarget *to, double px, double py)
{
  SystoleSmBox title;

  if (to->kind == SYSTOLE_TARGET_NONE || systole_target_equal (from, to))
    return FALSE;
  if (to->kind != SYSTOLE_TARGET_SUB_CORE)
    return TRUE;
  title = walk_box (view, to);
  return systole_sm_box_contains (&title, px, py);
}

static SystoleTarget
first_target (const SystoleLanePaint *self, const View *view)
{
  SystoleTarget target = { SYSTOLE_TARGET_SUB_CORE, self->camera.unit, view->geometry.first_core, 0, 0, SYSTOLE_LEVEL_CHIP };

  return target;
}

/* Walks along a line until something else is there. */
static SystoleTarget
neighbour (const SystoleLanePaint *self, const SystoleTarget *from, int dx, int dy)
{
  double x, y, width, height;
  SystoleTarget found = *from;
  SystoleSmBox box;
  View view;

  systole_lane_get_room (self, &x, &y, &width, &height);
  view_open (&view, self, x, y, width, height);
  if (from->kind == SYSTOLE_TARGET_NONE || !view_locate (&view, from, &box))
    found = first_target (self, &view);
  else if (dx != 0 || dy != 0)
    {
      double px, py, step;

      box = walk_box (&view, from);
      px = box.x + box.width / 2 + dx * (box.width / 2 + 0.5);
      py = box.y + box.height / 2 + dy * (box.height / 2 + 0.5);
      step = MAX (1, MIN (4, view.geometry.card.pitch * 0.5));
      for (; px >= x && py >= y && px < x + width * MAX (self->camera.scale, 1) && py < y + height * MAX (self->camera.scale, 1); px += dx * step, py += dy * step)
        {
          SystoleTarget target = view_pick (self, &view, px, py);

          if (may_land (&view, from, &target, px, py))
            {
              found = target;
              break;
            }
        }
    }
  view_close (&view);
  return found;
}

static char *
explain (const SystoleLanePaint *self, const SystoleTarget *target, GArray **facts, char **sentence)
{
  SystoleLaneCache *owned = NULL;
  SystoleLaneCache *cache = systole_lane_cache_ensure (self, &owned);
  char *title;

  if (*facts == NULL)
    *facts = systole_facts_new ();
  title = systole_sm_explain (systole_lane_cache_sm (cache, self->run, self->camera.unit, self->cycle, TRUE), target, facts, sentence);
  systole_lane_cache_free (owned);
  return title;
}

static char *
describe (const SystoleLanePaint *self)
{
  SystoleLaneCache *owned = NULL;
  SystoleLaneCache *cache = systole_lane_cache_ensure (self, &owned);
  char *text = systole_sm_describe (self, systole_lane_cache_sm (cache, self->run, self->camera.unit, self->cycle, FALSE));

  systole_lane_cache_free (owned);
  return text;
}

const SystoleLevelPainter systole_sm_level = {
  .paint = paint,
  .pick = pick,
  .neighbour = neighbour,
  .locate = locate,
  .explain = explain,
  .describe = describe,
};
