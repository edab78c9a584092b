/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/stage-private.h"

/* The same element of the tensors in another machine: what multiplies for C[m, n]
 * (and best the same k) at the cycle that lane shows. */

typedef struct
{
  guint64 m, n, k; /* k: SYSTOLE_NO_INDEX when it does not matter */
} Element;

static gboolean
find_array_element (const SystoleArrayFrame *frame, const SystoleTarget *target, Element *out)
{
  const SystoleArrayCell *cell = systole_array_frame_get_cell (frame, target->row, target->column);

  if (cell == NULL || cell->m == SYSTOLE_NO_INDEX || cell->n == SYSTOLE_NO_INDEX)
    return FALSE;
  *out = (Element){ cell->m, cell->n, cell->k };
  return TRUE;
}

static gboolean
element_of (SystoleLaneView *lane, const SystoleTarget *target, Element *out)
{
  SystoleRun *run = systole_lane_view_get_run (lane);
  SystoleLanePaint paint;
  gboolean found = FALSE;

  systole_lane_view_get_paint (lane, &paint);
  if (target->kind == SYSTOLE_TARGET_PE)
    {
      SystoleWindow window = { target->row, target->column, target->row + 1, target->column + 1, FALSE };
      SystoleArrayFrame frame;

      systole_array_frame_init (&frame);
      systole_run_array_frame (run, target->unit, paint.cycle, &window, &frame);
      found = find_array_element (&frame, target, out);
      systole_array_frame_clear (&frame);
    }
  else if (target->kind == SYSTOLE_TARGET_MULTIPLIER)
    {
      SystoleSmFrame frame;

      systole_sm_frame_init (&frame);
      systole_run_sm_frame (run, target->unit, paint.cycle, &frame);
      for (guint i = 0; i < frame.cells->len && !found; i++)
        {
          const SystoleFragmentCell *cell = &g_array_index (frame.cells, SystoleFragmentCell, i);

          if (cell->sub_core != target->sub_core || cell->row != target->row || cell->column != target->column || cell->m == SYSTOLE_NO_INDEX)
            continue;
          *out = (Element){ cell->m, cell->n, cell->k };
          found = TRUE;
        }
      systole_sm_frame_clear (&frame);
    }
  return found;
}

static gboolean
better (const Element *wanted, guint64 m, guint64 n, guint64 k, gboolean *exact)
{
  *exact = m == wanted->m && n == wanted->n && k == wanted->k;
  return m == wanted->m && n == wanted->n;
}

static gboolean
find_in_array (SystoleRun *run, guint unit, guint64 cycle, const Element *wanted, SystoleTarget *out)
{
  SystoleArrayFrame frame;
  SystoleWindow window = { 0, 0, 0, 0, FALSE };
  gboolean found = FALSE, exact = FALSE;

  if (!systole_run_get_array_size (run, &window.row1, &window.column1))
    return FALSE;
  systole_array_frame_init (&frame);
  systole_run_array_frame (run, unit, cycle, &window, &frame);
  for (guint i = 0; i < frame.cells->len && !exact; i++)
    {
      const SystoleArrayCell *cell = &g_array_index (frame.cells, SystoleArrayCell, i);
      gboolean this_exact;

      if (!better (wanted, cell->m, cell->n, cell->k, &this_exact) || (found && !this_exact))
        continue;
      found = TRUE;
      exact = this_exact;
      *out = (SystoleTarget){ SYSTOLE_TARGET_PE, unit, 0, cell->row, cell->column, SYSTOLE_LEVEL_CHIP };
    }
  systole_array_frame_clear (&frame);
  return found;
}

/* A sub-core keeps one C block: its idle multipliers still belong to an element. */
static gboolean
find_in_sm (SystoleRun *run, guint unit, guint64 cycle, const Element *wanted, SystoleTarget *out)
{
  SystoleSmFrame frame;
  gboolean found = FALSE;

  systole_sm_frame_init (&frame);
  systole_run_sm_frame (run, unit, cycle, &frame);
  for (guint i = 0; i < frame.cells->len && !found; i++)
    {
      const SystoleFragmentCell *cell = &g_array_index (frame.cells, SystoleFragmentCell, i);

      if (cell->m != wanted->m || cell->n != wanted->n)
        continue;
      *out = (SystoleTarget){ SYSTOLE_TARGET_MULTIPLIER, unit, cell->sub_core, cell->row, cell->column, SYSTOLE_LEVEL_CHIP };
      found = TRUE;
    }
  for (guint i = 0; i < frame.pipes->len && !found; i++)
    {
      const SystolePipeState *pipe = &g_array_index (frame.pipes, SystolePipeState, i);

      if (pipe->unit != SYSTOLE_UNIT_TENSOR || pipe->m0 == SYSTOLE_NO_INDEX || pipe->tile == SYSTOLE_NO_INDEX)
        continue;
      if (wanted->m < pipe->m0 || wanted->m >= pipe->m0 + frame.fragment_rows || wanted->n < pipe->n0 || wanted->n >= pipe->n0 + frame.fragment_columns)
        continue;
      *out = (SystoleTarget){ SYSTOLE_TARGET_MULTIPLIER, unit, pipe->sub_core, (guint) (wanted->m - pipe->m0), (guint) (wanted->n - pipe->n0), SYSTOLE_LEVEL_CHIP };
      found = TRUE;
    }
  systole_sm_frame_clear (&frame);
  return found;
}

static gboolean
has_level (SystoleRun *run, SystoleLevel level)
{
  SystoleLevel levels[SYSTOLE_N_LEVELS];
  guint n = systole_run_get_levels (run, levels, SYSTOLE_N_LEVELS);

  for (guint i = 0; i < n; i++)
    if (levels[i] == level)
      return TRUE;
  return FALSE;
}

/* Unpins the other lanes: what they show is no longer known to be the same. */
void
systole_stage_unlink_others (SystoleStage *self, guint from)
{
  for (guint i = 0; i < self->n_lanes; i++)
    if (i != from)
      systole_lane_view_set_pinned (self->lanes[i], NULL);
}

void
systole_stage_link_selection (SystoleStage *self, guint from)
{
  SystoleLaneView *lane = self->lanes[from];
  SystoleTarget pinned;
  Element element = { 0, 0, 0 };
  gboolean known;

  systole_lane_view_get_pinned (lane, &pinned, NULL);
  known = pinned.kind != SYSTOLE_TARGET_NONE && systole_lane_view_get_run (lane) != NULL && element_of (lane, &pinned, &element);

  for (guint i = 0; i < self->n_lanes; i++)
    {
      SystoleRun *run = systole_lane_view_get_run (self->lanes[i]);
      SystoleTarget target = SYSTOLE_TARGET_INIT;
      SystoleLanePaint paint;
      SystoleOpKind kind;
      gboolean found = FALSE;

      if (i == from || run == NULL)
        continue;
      kind = systole_run_get_op (run)->kind;
      systole_lane_view_get_paint (self->lanes[i], &paint);
      if (known && kind == systole_run_get_op (systole_lane_view_get_run (lane))->kind)
        {
          if (has_level (run, SYSTOLE_LEVEL_ARRAY))
            found = find_in_array (run, paint.camera.unit, paint.cycle, &element, &target);
          else if (has_level (run, SYSTOLE_LEVEL_SM))
            found = find_in_sm (run, paint.camera.unit, paint.cycle, &element, &target);
        }
      systole_lane_view_set_pinned (self->lanes[i], found ? &target : NULL);
    }
}
