/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/tpu-wave.h"

#include "engine/systolic/array-frame.h"
#include "engine/systolic/tpu-frame.h"
#include "engine/systolic/tpu-scores.h"

/*
 * The PEs of an array in the steps of a program that multiply (tpu-feed.h). A PE at distance
 * row + column from the corner does what the corner did so many cycles ago; along such a diagonal all
 * is alike, so that a frame asks once a diagonal.
 */

/* What the corner did in one cycle. */
typedef struct
{
  const SystoleTpuFeed *feed; /* NULL: nothing entered */
  guint64 repetition;
  SystoleArraySchedule schedule;
  guint64 at; /* cycle of the schedule */
} Corner;

/* FALSE if nothing is multiplied. @corner may hold the answer for another cycle, which saves the schedule. */
static gboolean
find_corner (const SystoleTpuPlan *plan, guint unit, guint64 cycle, Corner *corner)
{
  const SystoleTpuFeed *feed;
  SystoleTpuPlace place;

  systole_tpu_program_find (&plan->program, cycle, &place);
  feed = systole_tpu_program_get_feed (&plan->program, place.step);
  if (feed == NULL)
    return FALSE;
  if (corner->feed != feed || corner->repetition != place.repetition)
    {
      corner->feed = NULL;
      if (!systole_tpu_feed_get_schedule (feed, unit, place.repetition, &corner->schedule))
        return FALSE;
      corner->feed = feed;
      corner->repetition = place.repetition;
    }
  corner->at = corner->schedule.load + place.offset;
  return corner->at < corner->schedule.load + corner->schedule.folds * corner->schedule.period;
}

/* PEs that nothing has reached, or that everything has passed: why, and which of them hold an element in the step that
 * multiplies now or did last. */
typedef struct
{
  SystoleReason reason;
  guint rows, columns;
} Gap;

/* The step that multiplies in the cycle, or the last one before it; FALSE: none yet. */
static gboolean
find_last_feed (const SystoleTpuPlan *plan, guint64 cycle, SystoleTpuPlace *place)
{
  systole_tpu_program_find (&plan->program, cycle, place);
  for (guint i = 0; i < 2 * SYSTOLE_TPU_MAX_STEPS; i++)
    {
      if (systole_tpu_program_get_feed (&plan->program, place->step) != NULL)
        return TRUE;
      if (!systole_tpu_program_next (&plan->program, place, -1, place))
        return FALSE;
    }
  return FALSE;
}

static void
find_gap (const SystoleTpuPlan *plan, guint unit, guint64 cycle, Gap *out)
{
  SystoleTpuPlace place, last;
  SystoleArraySchedule schedule;
  Corner corner = { NULL };

  systole_tpu_program_find (&plan->program, cycle, &place);
  *out = (Gap){ systole_tpu_reason_of_rest (plan, place.step), plan->core.rows, plan->core.columns };
  if (systole_tpu_program_get_feed (&plan->program, place.step) != NULL)
    out->reason = find_corner (plan, unit, cycle, &corner) ? SYSTOLE_REASON_FILL : SYSTOLE_REASON_NO_WORK;
  if (!find_last_feed (plan, cycle, &last) || !systole_tpu_feed_get_schedule (systole_tpu_program_get_feed (&plan->program, last.step), unit, last.repetition, &schedule))
    return;
  out->rows = systole_array_schedule_get_fold_rows (&schedule, schedule.folds - 1);
  out->columns = systole_array_schedule_get_fold_columns (&schedule, schedule.folds - 1);
}

static void
fill_gap (const Gap *gap, guint row, guint column, SystoleArrayCell *cell)
{
  SystoleReason reason = row < gap->rows && column < gap->columns ? gap->reason : SYSTOLE_REASON_PADDING;

  *cell = (SystoleArrayCell){ .row = row, .column = column, .reason = reason, .m = SYSTOLE_NO_INDEX, .n = SYSTOLE_NO_INDEX, .k = SYSTOLE_NO_INDEX, .fold = SYSTOLE_NO_INDEX };
}

/* PEs of a diagonal within rows × columns. */
static guint
count_diagonal (guint diagonal, guint rows, guint columns)
{
  guint first = diagonal < columns ? 0 : diagonal - columns + 1, last = MIN (diagonal, rows - 1);

  return last >= first ? last - first + 1 : 0;
}

/**
 * systole_tpu_count_wave:
 * @idle: (inout): by reason, added to
 *
 * Returns: PEs of @unit that multiply in @cycle. O(rows + columns).
 */
guint64
systole_tpu_count_wave (const SystoleTpuPlan *plan, guint unit, guint64 cycle, guint64 idle[SYSTOLE_N_REASONS])
{
  guint rows = plan->core.rows, columns = plan->core.columns;
  guint64 busy = 0;
  Corner corner = { NULL };
  Gap gap;

  find_gap (plan, unit, cycle, &gap);
  for (guint d = 0; d + 1 < rows + columns; d++)
    {
      guint all = count_diagonal (d, rows, columns), used = count_diagonal (d, gap.rows, gap.columns);
      SystoleReason reason = gap.reason;

      if (cycle >= d && find_corner (plan, unit, cycle - d, &corner))
        {
          SystoleArrayDiagonal shared;

          systole_array_schedule_get_diagonal (&corner.schedule, 0, corner.at, &shared);
          used = count_diagonal (d, shared.rows, shared.columns);
          reason = shared.place.reason;
        }
      *(reason == SYSTOLE_REASON_BUSY ? &busy : &idle[reason]) += used;
      idle[SYSTOLE_REASON_PADDING] += all - used;
    }
  return busy;
}

static void
fill_diagonal (const SystoleTpuPlan *plan, guint unit, guint64 cycle, guint diagonal, const Gap *gap, Corner *corner, SystoleArrayFrame *frame)
{
  const SystoleWindow *w = &frame->window;
  gboolean works = cycle >= diagonal && find_corner (plan, unit, cycle - diagonal, corner);
  SystoleArrayDiagonal shared;

  if (works)
    systole_array_schedule_get_diagonal (&corner->schedule, 0, corner->at, &shared);
  for (guint row = MAX (w->row0, diagonal - MIN (diagonal, w->column1 - 1)); row < w->row1 && row <= diagonal; row++)
    {
      guint column = diagonal - row;
      SystoleArrayCell *cell;

      if (column < w->column0)
        break;
      cell = &g_array_index (frame->cells, SystoleArrayCell, (row - w->row0) * (w->column1 - w->column0) + (column - w->column0));
      fill_gap (gap, row, column, cell);
      if (works)
        systole_array_schedule_fill_cell (&corner->schedule, &shared, row, column, corner->at, w->values, cell);
    }
}

/* What enters each row next. */
static void
fill_left (const SystoleTpuPlan *plan, guint unit, guint64 cycle, SystoleArrayFrame *frame)
{
  Corner corner = { NULL };

  for (guint row = frame->window.row0; row < frame->window.row1; row++)
    for (guint slot = 0; slot < SYSTOLE_EDGE_SLOTS; slot++)
      {
        guint64 enters = cycle + 1 + slot, m, n, k;
        SystoleEdgeToken token = { .lane = row, .slot = slot };
        SystoleArrayPlace place;

        if (enters < row || enters - row >= plan->program.n_cycles || !find_corner (plan, unit, enters - row, &corner) || corner.schedule.plan.a_later)
          continue;
        systole_array_schedule_place (&corner.schedule, 0, 0, corner.at, &place);
        if (row >= systole_array_schedule_get_fold_rows (&corner.schedule, place.fold))
          continue;
        token.hole = place.reason != SYSTOLE_REASON_BUSY;
        if (!token.hole)
          {
            systole_array_schedule_get_indices (&corner.schedule, place.fold, row, 0, (guint64) place.slot, &m, &n, &k);
            token.i = m;
            token.j = k;
            token.value = systole_product_a (&corner.schedule.plan.gemm, &corner.schedule.plan.unfolding, n, m, k);
          }
        g_array_append_val (frame->left, token);
      }
}

/* The sums of PEs that belong to one schedule. FALSE if @progress stopped it. */
static gboolean
add_up (const Corner *corner, GPtrArray *cells, SystoleProgress progress, gpointer progress_data)
{
  g_autofree SystoleGemmSum *sums = g_new (SystoleGemmSum, cells->len);

  for (guint i = 0; i < cells->len; i++)
    {
      const SystoleArrayCell *cell = g_ptr_array_index (cells, i);

      sums[i] = (SystoleGemmSum){ cell->m, cell->n, cell->k, 0 };
    }
  if (!systole_product_sums (&corner->schedule.plan.gemm, &corner->schedule.plan.unfolding, sums, cells->len, progress, progress_data))
    return FALSE;
  for (guint i = 0; i < cells->len; i++)
    systole_array_schedule_set_sum (&corner->schedule, sums[i].sum, g_ptr_array_index (cells, i));
  return TRUE;
}

static gboolean
fill_values (const SystoleTpuPlan *plan, const Corner *corner, GPtrArray *cells, guint64 max_additions, gboolean *lacks, SystoleProgress progress, gpointer progress_data)
{
  guint64 additions = 0;

  for (guint i = 0; i < cells->len; i++)
    additions += ((const SystoleArrayCell *) g_ptr_array_index (cells, i))->k;
  if (corner->feed->second)
    additions = systole_tpu_count_score_additions (plan, &corner->schedule, cells);
  if (corner->feed->second && additions > SYSTOLE_TPU_MAX_SCORE_ADDITIONS)
    return TRUE;
  *lacks |= additions > max_additions;
  if (additions > max_additions)
    return TRUE;
  if (corner->feed->second ? systole_tpu_fill_scores (plan, corner->feed, &corner->schedule, cells, progress, progress_data) : add_up (corner, cells, progress, progress_data))
    return TRUE;
  *lacks = TRUE;
  return FALSE;
}

/**
 * systole_tpu_fill_wave_sums:
 * @frame: filled by systole_tpu_fill_wave() with values
 *
 * Adds up what reaches each PE from above; `lacks_sums` says whether that took more than @max_additions.
 *
 * Returns: FALSE if @progress stopped it
 */
gboolean
systole_tpu_fill_wave_sums (const SystoleTpuPlan *plan, guint unit, guint64 max_additions, SystoleArrayFrame *frame, SystoleProgress progress, gpointer progress_data)
{
  const SystoleWindow *w = &frame->window;
  g_autoptr (GPtrArray) cells = g_ptr_array_new ();
  guint last = w->row1 + w->column1 - 2;
  Corner corner = { NULL };

  /* Diagonals with the same schedule are neighbours. */
  frame->lacks_sums = FALSE;
  for (guint d = w->row0 + w->column0; d <= last + 1; d++)
    {
      Corner now = corner;
      gboolean works = d <= last && frame->cycle >= d && find_corner (plan, unit, frame->cycle - d, &now);

      if (cells->len > 0 && (!works || now.feed != corner.feed || now.repetition != corner.repetition))
        {
          if (!fill_values (plan, &corner, cells, max_additions, &frame->lacks_sums, progress, progress_data))
            return FALSE;
          g_ptr_array_set_size (cells, 0);
        }
      if (!works)
        continue;
      corner = now;
      for (guint row = w->row0; row < w->row1 && row <= d; row++)
        if (d - row >= w->column0 && d - row < w->column1)
          {
            SystoleArrayCell *cell = &g_array_index (frame->cells, SystoleArrayCell, (row - w->row0) * (w->column1 - w->column0) + (d - row - w->column0));

            if (cell->reason == SYSTOLE_REASON_BUSY)
              g_ptr_array_add (cells, cell);
          }
    }
  return TRUE;
}

/**
 * systole_tpu_fill_wave:
 *
 * Fills @frame in any cycle of a program that has feeds.
 */
void
systole_tpu_fill_wave (const SystoleTpuPlan *plan, guint unit, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame)
{
  GArray *edges[] = { frame->left, frame->top, frame->bottom, frame->more };
  SystoleTpuPlace place;
  Corner corner = { NULL };
  Gap gap;

  find_gap (plan, unit, cycle, &gap);
  systole_tpu_program_find (&plan->program, cycle, &place);
  for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
    g_array_set_size (edges[i], 0);
  g_array_set_size (frame->cells, (window->row1 - window->row0) * (window->column1 - window->column0));
  frame->window = *window;
  frame->cycle = frame->step = cycle;
  frame->phase = systole_tpu_step_get_phase (place.step);
  frame->held = FALSE;
  frame->identity = frame->left_more = frame->out_total = frame->out_done = 0;
  for (guint d = window->row0 + window->column0; d + 1 < window->row1 + window->column1; d++)
    fill_diagonal (plan, unit, cycle, d, &gap, &corner, frame);
  frame->lacks_sums = FALSE;
  if (!window->values)
    return;
  fill_left (plan, unit, cycle, frame);
  systole_tpu_fill_wave_sums (plan, unit, window->max_additions > 0 ? window->max_additions : SYSTOLE_FRAME_MAX_ADDITIONS, frame, NULL, NULL);
}
