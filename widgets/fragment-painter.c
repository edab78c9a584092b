/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/level-painter.h"

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "widgets/fragment-parts.h"
#include "widgets/box.h"
#include "widgets/sm-tensor.h"
#include "widgets/sm-trace-painter.h"
#include "widgets/sm-words.h"

/* The level "fragment": one tensor core, its registers, one sum step by step. */

typedef struct
{
  SystoleLaneCache *owned;
  const SystoleSmFrame *next;
  SystoleFragmentGeometry geometry;
  SystoleFragmentView view;
} View;

/* The cell that the words are about: pointed at, else focused, else pinned, else the camera's. */
static void
choose_cell (const SystoleLanePaint *self, SystoleFragmentView *view)
{
  const SystoleTarget *const targets[] = { &self->hover, self->has_focus ? &self->focus : &self->pinned, &self->pinned };

  view->row = MIN (self->camera.row, MAX (view->frame->fragment_rows, 1) - 1);
  view->column = MIN (self->camera.column, MAX (view->frame->fragment_columns, 1) - 1);
  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    if (targets[i]->kind == SYSTOLE_TARGET_MULTIPLIER && targets[i]->sub_core == view->sub_core && targets[i]->row < view->frame->fragment_rows && targets[i]->column < view->frame->fragment_columns)
      {
        view->row = targets[i]->row;
        view->column = targets[i]->column;
        break;
      }
  view->cell = systole_sm_find_cell (view->frame, view->sub_core, view->row, view->column);
}

static void
view_open (View *self, const SystoleLanePaint *lane, double x, double y, double width, double height)
{
  SystoleLaneCache *cache;
  const SystoleSmFrame *frame;

  *self = (View){ 0 };
  cache = systole_lane_cache_ensure (lane, &self->owned);
  frame = systole_lane_cache_sm (cache, lane->run, lane->camera.unit, lane->cycle, TRUE);
  self->view.frame = frame;
  if (lane->fraction > 0 && lane->cycle + 1 < systole_run_get_n_cycles (lane->run))
    {
      self->next = systole_lane_cache_sm (cache, lane->run, lane->camera.unit, lane->cycle + 1, TRUE);
      self->view.frame = lane->fraction >= 0.5 ? self->next : frame;
    }
  frame = self->view.frame;
  self->view.sub_core = MIN (lane->camera.sub_core, MAX (frame->n_sub_cores, 1) - 1);
  self->view.pipe = systole_sm_find_pipe (frame, frame->main_unit, self->view.sub_core);
  self->view.busy = self->view.pipe != NULL && self->view.pipe->reason == SYSTOLE_REASON_BUSY && self->view.pipe->k != SYSTOLE_NO_INDEX;
  if (self->view.busy)
    {
      self->view.k = self->view.pipe->k;
      self->view.k0 = self->view.k - self->view.k % MAX (frame->fragment_k, 1);
    }
  choose_cell (lane, &self->view);
  systole_fragment_measure (lane, frame, x, y, width, height, &self->geometry);
}

static void
view_close (View *self)
{
  systole_lane_cache_free (self->owned);
}

static gboolean
view_locate (const View *self, const SystoleTarget *target, SystoleSmBox *out)
{
  if (target->kind != SYSTOLE_TARGET_MULTIPLIER || target->sub_core != self->view.sub_core || target->row >= self->geometry.rows || target->column >= self->geometry.columns)
    return FALSE;
  *out = systole_fragment_cell_box (&self->geometry, target->row, target->column);
  return TRUE;
}

static void
paint_ring (cairo_t *cr, const SystoleLanePaint *lane, const View *self, const SystoleTarget *target, SystoleRing ring, guint number)
{
  SystoleSmBox box;

  if (view_locate (self, target, &box))
    systole_paint_ring (cr, &lane->style, ring, number, box.x, box.y, box.width, box.height);
}

static void
paint_trace (cairo_t *cr, const SystoleLanePaint *lane, const View *self)
{
  SystoleTarget target;
  SystoleSmBox box;

  if (systole_sm_find_trace (lane, &target) && view_locate (self, &target, &box))
    systole_sm_paint_trace (cr, lane, &box);
}

static void
paint (cairo_t *cr, const SystoleLanePaint *lane, double x, double y, double width, double height)
{
  const SystoleFragmentGeometry *geometry;
  double size;
  View self;

  view_open (&self, lane, x, y, width, height);
  geometry = &self.geometry;
  size = systole_sm_cell_size (geometry->pitch);
  systole_fragment_paint_registers (cr, lane, geometry, &self.view);
  systole_tensor_paint (cr, &lane->style, self.view.frame, self.next, lane->fraction, self.view.sub_core, geometry->cells_x, geometry->cells_y, geometry->pitch, geometry->pitch, geometry->columns * geometry->pitch, geometry->tokens, size >= 44 * lane->style.font_scale);
  systole_fragment_paint_sum (cr, lane, geometry, &self.view);
  systole_fragment_paint_steps (cr, lane, geometry, &self.view);
  systole_fragment_paint_formula (cr, lane, geometry, &self.view);
  if (self.view.cell != NULL && self.view.busy && geometry->tokens)
    {
      SystoleSmBox box = systole_fragment_cell_box (geometry, self.view.row, self.view.column);

      systole_paint_ring (cr, &lane->style, SYSTOLE_RING_HOVER, 0, box.x, box.y, box.width, box.height);
    }
  paint_trace (cr, lane, &self);
  paint_ring (cr, lane, &self, &lane->pinned, SYSTOLE_RING_PINNED, lane->pinned_second.kind != SYSTOLE_TARGET_NONE ? 1 : 0);
  paint_ring (cr, lane, &self, &lane->pinned_second, SYSTOLE_RING_PINNED, 2);
  paint_ring (cr, lane, &self, &lane->hover, SYSTOLE_RING_HOVER, 0);
  if (lane->has_focus)
    paint_ring (cr, lane, &self, &lane->focus, SYSTOLE_RING_FOCUS, 0);
  view_close (&self);
}

static SystoleTarget
pick (const SystoleLanePaint *lane, double x, double y, double width, double height, double px, double py)
{
  SystoleTarget target = SYSTOLE_TARGET_INIT;
  View self;

  view_open (&self, lane, x, y, width, height);
  if (px >= self.geometry.cells_x && py >= self.geometry.cells_y)
    {
      guint column = (guint) ((px - self.geometry.cells_x) / self.geometry.pitch), row = (guint) ((py - self.geometry.cells_y) / self.geometry.pitch);

      if (row < self.geometry.rows && column < self.geometry.columns)
        target = (SystoleTarget){ SYSTOLE_TARGET_MULTIPLIER, lane->camera.unit, self.view.sub_core, row, column, SYSTOLE_LEVEL_CHIP };
    }
  view_close (&self);
  return target;
}

static SystoleTarget
neighbour (const SystoleLanePaint *lane, const SystoleTarget *from, int dx, int dy)
{
  SystoleLaneCache *owned = NULL;
  const SystoleSmFrame *frame = systole_lane_cache_sm (systole_lane_cache_ensure (lane, &owned), lane->run, lane->camera.unit, lane->cycle, TRUE);
  SystoleTarget target = *from;

  if (from->kind != SYSTOLE_TARGET_MULTIPLIER || from->sub_core != lane->camera.sub_core)
    target = (SystoleTarget){ SYSTOLE_TARGET_MULTIPLIER, lane->camera.unit, lane->camera.sub_core, 0, 0, SYSTOLE_LEVEL_CHIP };
  else
    {
      target.row = (guint) CLAMP ((int) from->row + dy, 0, (int) MAX (frame->fragment_rows, 1) - 1);
      target.column = (guint) CLAMP ((int) from->column + dx, 0, (int) MAX (frame->fragment_columns, 1) - 1);
    }
  systole_lane_cache_free (owned);
  return target;
}

static gboolean
locate (const SystoleLanePaint *lane, double x, double y, double width, double height, const SystoleTarget *target, double *out_x, double *out_y, double *out_width, double *out_height)
{
  SystoleSmBox box;
  gboolean found;
  View self;

  view_open (&self, lane, x, y, width, height);
  found = view_locate (&self, target, &box);
  view_close (&self);
  if (found)
    {
      *out_x = box.x;
      *out_y = box.y;
      *out_width = box.width;
      *out_height = box.height;
    }
  return found;
}

static char *
explain (const SystoleLanePaint *lane, const SystoleTarget *target, GArray **facts, char **sentence)
{
  return systole_sm_level.explain (lane, target, facts, sentence);
}

static char *
describe (const SystoleLanePaint *lane)
{
  guint first, last;
  gboolean tensor;
  char *text;
  View self;

  view_open (&self, lane, 0, 0, lane->width, lane->height);
  tensor = self.view.frame->main_unit == SYSTOLE_UNIT_TENSOR;
  if (!self.view.busy)
    {
      const char *why = systole_reason_get_sentence (systole_sm_core_reason (self.view.frame, self.view.sub_core), SYSTOLE_FAMILY_SM);

      text = tensor ? g_strdup_printf (systole_maker_say (self.view.frame->maker, N_ ("The tensor core of sub-core %u is idle: %s.")), self.view.sub_core, why) : g_strdup_printf (systole_maker_say (self.view.frame->maker, N_ ("The lanes of sub-core %u are idle: %s.")), self.view.sub_core, why);
    }
  else
    {
      g_autofree char *k = systole_number_format_count (self.view.k);

      text = tensor ? g_strdup_printf (systole_maker_say (self.view.frame->maker, N_ ("The tensor core of sub-core %u multiplies column %s of A with row %s of B, %u products at once.")), self.view.sub_core, k, k, systole_sm_count_busy_cells (self.view.frame, self.view.sub_core, &first, &last))
                    : g_strdup_printf (systole_maker_say (self.view.frame->maker, N_ ("The lanes of sub-core %u multiply column %s of A with row %s of B.")), self.view.sub_core, k, k);
    }
  view_close (&self);
  return text;
}

static void
fill_head (const SystoleLanePaint *lane, SystoleLaneHead *head)
{
  View self;

  view_open (&self, lane, 0, 0, lane->width, lane->height);
  if (self.view.frame->main_unit == SYSTOLE_UNIT_TENSOR)
    {
      head->title = g_strdup (systole_maker_say (self.view.frame->maker, N_ ("One tensor-core fragment")));
      head->brief = g_strdup (_ ("One fragment"));
    }
  else
    {
      head->title = g_strdup (systole_maker_say (self.view.frame->maker, N_ ("The lanes of one sub-core")));
      head->brief = g_strdup (_ ("Lanes"));
    }
  if (self.view.busy)
    {
      g_autofree char *k = systole_number_format_count (self.view.k);

      /* Translators: where the fragment is: sub-core, warp, step of K */
      head->mapping = g_strdup_printf (systole_maker_say (self.view.frame->maker, N_ ("sub-core %u, warp W%u · k = %s")), self.view.sub_core, self.view.pipe->warp, k);
    }
  else
    head->mapping = g_strdup_printf (systole_maker_say (self.view.frame->maker, N_ ("sub-core %u")), self.view.sub_core);
  view_close (&self);
}

const SystoleLevelPainter systole_fragment_level = {
  .paint = paint,
  .pick = pick,
  .neighbour = neighbour,
  .locate = locate,
  .explain = explain,
  .describe = describe,
  .fill_head = fill_head,
};
