/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-frame.h"

#include <math.h>

/* The edges of the array: which operands enter next and which sums have just left. */

static void
push (GArray *edge, guint lane, guint slot, gboolean hole, double value, guint64 i, guint64 j)
{
  SystoleEdgeToken token = { lane, slot, hole, value, i, j, FALSE };

  g_array_append_val (edge, token);
}

/* @n: any column of the same product of the batch */
static double
value_of_a (const SystoleArraySchedule *self, guint64 m, guint64 n, guint64 k)
{
  return systole_product_a (&self->plan.gemm, &self->plan.unfolding, n, m, k);
}

static double
value_of_b (const SystoleArraySchedule *self, guint64 k, guint64 n)
{
  return systole_product_b (&self->plan.gemm, &self->plan.unfolding, k, n);
}

/* ws, os: A[m, k]; is: B[k, n]. */
static void
push_streamed (const SystoleArraySchedule *self, GArray *edge, guint row, guint slot, const SystoleArrayPlace *place)
{
  guint64 m, n, k;

  systole_array_schedule_get_indices (self, place->fold, row, 0, (guint64) place->slot, &m, &n, &k);
  if (self->plan.dataflow == SYSTOLE_DATAFLOW_IS)
    push (edge, row, slot, FALSE, value_of_b (self, k, n), k, n);
  else if (!self->plan.a_later)
    push (edge, row, slot, FALSE, value_of_a (self, m, n, k), m, k);
}

static void
fill_left (const SystoleArraySchedule *self, guint64 cycle, SystoleArrayFrame *frame)
{
  g_array_set_size (frame->left, 0);
  g_array_set_size (frame->more, 0);
  for (guint row = frame->window.row0; row < frame->window.row1; row++)
    {
      guint64 more = 0;

      for (guint slot = 0; slot <= SYSTOLE_EDGE_SLOTS; slot++)
        {
          guint64 enters = cycle + 1 + slot;
          SystoleArrayPlace place;

          if (enters < self->lead || enters >= self->compute_end)
            continue;
          systole_array_schedule_place (self, row, 0, enters, &place);
          if (place.reason == SYSTOLE_REASON_PADDING)
            continue;
          if (slot == SYSTOLE_EDGE_SLOTS)
            more = place.slot < 0 ? self->stream : self->stream - MIN (self->stream, (guint64) place.slot);
          else if (place.reason == SYSTOLE_REASON_BUSY)
            push_streamed (self, frame->left, row, slot, &place);
          else if (place.slot < 0 || place.fold + 1 < self->folds)
            push (frame->left, row, slot, TRUE, 0, 0, 0);
        }
      g_array_append_val (frame->more, more);
    }
  frame->left_more = frame->more->len > 0 ? g_array_index (frame->more, guint64, 0) : 0;
}

/* os: B[k, n] enters skewed, one element a column and cycle. */
static void
push_top_operand (const SystoleArraySchedule *self, GArray *edge, guint column, guint slot, guint64 enters)
{
  SystoleArrayPlace place;
  guint64 m, n, k;

  systole_array_schedule_place (self, 0, column, enters, &place);
  if (place.reason == SYSTOLE_REASON_PADDING)
    return;
  if (place.reason == SYSTOLE_REASON_BUSY)
    {
      systole_array_schedule_get_indices (self, place.fold, 0, column, (guint64) place.slot, &m, &n, &k);
      push (edge, column, slot, FALSE, value_of_b (self, k, n), k, n);
    }
  else if (place.slot < 0 || place.fold + 1 < self->folds)
    push (edge, column, slot, TRUE, 0, 0, 0);
}

/* ws, is: the block that will stay enters last row first; `i` − 1 rows of it are in before. */
static void
push_top_stationary (const SystoleArraySchedule *self, GArray *edge, guint column, guint slot, guint64 enters)
{
  gint64 since = (gint64) enters - 1 - (gint64) self->lead - (self->overlapped ? (gint64) column : 0);
  guint64 fold, i, m, n, k;
  guint row;

  if (since < 0)
    return;
  fold = (guint64) since / self->period;
  i = (guint64) since % self->period;
  if (fold >= self->folds || i >= self->load || column >= systole_array_schedule_get_fold_columns (self, fold))
    return;
  row = (guint) (self->plan.rows - 1 - i * self->plan.push);
  if (row >= systole_array_schedule_get_fold_rows (self, fold))
    {
      push (edge, column, slot, TRUE, 0, 0, 0);
      return;
    }
  systole_array_schedule_get_indices (self, fold, row, column, 0, &m, &n, &k);
  if (self->plan.dataflow == SYSTOLE_DATAFLOW_WS)
    push (edge, column, slot, FALSE, value_of_b (self, k, n), k, n);
  else
    push (edge, column, slot, FALSE, value_of_a (self, m, n, k), m, k);
}

static void
fill_top (const SystoleArraySchedule *self, guint64 cycle, SystoleArrayFrame *frame)
{
  g_array_set_size (frame->top, 0);
  for (guint column = frame->window.column0; column < frame->window.column1; column++)
    for (guint slot = 0; slot < SYSTOLE_EDGE_SLOTS; slot++)
      {
        guint64 enters = cycle + 1 + slot;

        if (enters < self->lead || enters >= self->compute_end)
          continue;
        if (self->plan.dataflow == SYSTOLE_DATAFLOW_OS)
          push_top_operand (self, frame->top, column, slot, enters);
        else
          push_top_stationary (self, frame->top, column, slot, enters);
      }
}

/* The sum that leaves the bottom of a column in cycle `leaves`: its indices and how many products are in it. */
static gboolean
find_leaving (const SystoleArraySchedule *self, guint column, guint64 leaves, guint64 *m, guint64 *n, guint64 *k_end)
{
  const SystoleArrayPlan *plan = &self->plan;
  gboolean os = plan->dataflow == SYSTOLE_DATAFLOW_OS;
  gint64 since = (gint64) leaves - (gint64) (self->lead + self->load + plan->rows - 1);
  guint64 fold, slot, k;

  if (os && plan->timing == SYSTOLE_TIMING_SCALE_SIM)
    return FALSE;
  if (os)
    since -= (gint64) self->stream + (self->overlapped ? (gint64) column : (gint64) plan->columns - 1);
  else
    since -= (gint64) column;
  if (since < 0)
    return FALSE;
  fold = MIN ((guint64) since / self->period, self->folds - 1);
  slot = (guint64) since - fold * self->period;
  if (column >= systole_array_schedule_get_fold_columns (self, fold))
    return FALSE;
  if (os)
    {
      guint row = plan->rows - 1 - (guint) MIN (slot, plan->rows - 1);

      if (slot >= plan->rows || row >= systole_array_schedule_get_fold_rows (self, fold))
        return FALSE;
      systole_array_schedule_get_indices (self, fold, row, column, 0, m, n, &k);
      *k_end = plan->gemm.k;
      return TRUE;
    }
  if (slot >= self->stream)
    return FALSE;
  systole_array_schedule_get_indices (self, fold, 0, column, slot, m, n, &k);
  *k_end = MIN (k + plan->rows, plan->gemm.k);
  return TRUE;
}

guint64
systole_array_schedule_get_left_k_end (const SystoleArraySchedule *self, const SystoleEdgeToken *token, guint64 cycle)
{
  guint64 m, n, k_end = 0;

  if (!find_leaving (self, token->lane, cycle - 1 - token->slot, &m, &n, &k_end))
    g_return_val_if_reached (0);
  return k_end;
}

/* The value of a sum that left, where the frame of the cycle before has it; else NaN. */
static double
get_left_value (const SystoleArraySchedule *self, const SystoleArrayFrame *frame, gboolean is_next, guint column, guint64 m, guint64 n, guint64 k_end)
{
  if (is_next)
    {
      const SystoleArrayCell *last = systole_array_frame_get_cell (frame, self->plan.rows - 1, column);

      for (guint i = 0; i < frame->spare->len; i++)
        {
          const SystoleEdgeToken *token = &g_array_index (frame->spare, SystoleEdgeToken, i);

          if (token->lane == column && !token->hole && token->i == m && token->j == n && (self->plan.rows_innermost ? 1 : self->column_folds) * self->period > SYSTOLE_EDGE_SLOTS + 1)
            return token->value;
          if (token->lane > column)
            break;
        }
      if (last != NULL && last->m == m && last->n == n && last->reason == SYSTOLE_REASON_BUSY && last->k + 1 == k_end)
        return last->partial_out.value;
      /* os: it was shifted out of the PE that held it */
      if (last != NULL && last->m == m && last->n == n && last->reason != SYSTOLE_REASON_BUSY && last->partial_in.present && k_end == self->plan.gemm.k)
        return last->partial_in.value;
    }
  return NAN;
}

static void
fill_bottom (const SystoleArraySchedule *self, guint64 cycle, gboolean is_next, SystoleArrayFrame *frame)
{
  GArray *old = frame->bottom;

  frame->bottom = frame->spare;
  frame->spare = old;
  g_array_set_size (frame->bottom, 0);
  for (guint column = frame->window.column0; column < frame->window.column1; column++)
    for (guint slot = 0; slot < SYSTOLE_EDGE_SLOTS; slot++)
      {
        guint64 m, n, k_end;

        if (cycle < slot + 1 || !find_leaving (self, column, cycle - 1 - slot, &m, &n, &k_end))
          continue;
        push (frame->bottom, column, slot, FALSE, frame->window.values ? get_left_value (self, frame, is_next, column, m, n, k_end) : 0, m, n);
        g_array_index (frame->bottom, SystoleEdgeToken, frame->bottom->len - 1).final = k_end == self->plan.gemm.k;
      }
}

void
systole_array_schedule_fill_edges (const SystoleArraySchedule *self, guint64 cycle, gboolean is_next, SystoleArrayFrame *frame)
{
  fill_left (self, cycle, frame);
  fill_top (self, cycle, frame);
  fill_bottom (self, cycle, is_next, frame);
  frame->out_total = systole_array_schedule_get_n_results (self);
  frame->out_done = systole_array_schedule_count_results (self, cycle);
}
