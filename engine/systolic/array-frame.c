/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-frame.h"

#include <math.h>
#include <string.h>

/*
 * The state of the PEs in a window at one cycle, in closed form from the schedule:
 * no PE's state needs its neighbour's or an earlier cycle's. Only a sum is a sum: it is
 * taken from the frame of the cycle before where the caller's buffer still holds that,
 * and added up anew otherwise.
 */

static SystoleValue
present (double value)
{
  return (SystoleValue){ TRUE, value };
}

/* Weights shift down, the last row's first: when i rows are in, row r < i holds row R − i + r. */
static guint
row_while_loading (gint64 i, guint row, guint rows)
{
  if (i >= (gint64) rows)
    return row;
  return (gint64) row < i ? (guint) (rows - i + row) : G_MAXUINT;
}

guint
systole_array_schedule_get_stationary_row (const SystoleArraySchedule *self, const SystoleArrayPlace *place, guint row, guint column, guint64 cycle)
{
  gint64 since = (gint64) cycle - (gint64) systole_array_schedule_get_stream_start (self, place->fold);
  guint stationary;

  if (self->overlapped && place->slot >= 0)
    return row;
  /* Overlapped: the columns' chains are skewed like the wave that they prepare for. */
  stationary = row_while_loading ((since + (gint64) self->load - (self->overlapped ? (gint64) column : 0)) * self->plan.push, row, self->plan.rows);
  return stationary < systole_array_schedule_get_fold_rows (self, place->fold) ? stationary : G_MAXUINT;
}

guint
systole_array_schedule_get_held_row (const SystoleArraySchedule *self, const SystoleArrayPlace *place, guint row, guint column, guint64 cycle)
{
  gint64 shift = (gint64) cycle - (gint64) (systole_array_schedule_get_stream_start (self, place->fold) + self->stream + self->plan.rows - 1);

  if (place->slot < (gint64) self->stream)
    return G_MAXUINT;
  if (self->plan.timing == SYSTOLE_TIMING_SCALE_SIM)
    return row;
  /* hardware: all columns shift at once when the last PE is done; overlapped: each when its own last one is */
  shift -= self->overlapped ? (gint64) column : (gint64) self->plan.columns - 1;
  if (shift <= 0)
    return row;
  return shift <= (gint64) row ? (guint) (row - shift) : G_MAXUINT;
}

static gboolean
holds (const SystoleArrayCell *cell, guint64 m, guint64 n)
{
  return cell != NULL && cell->m == m && cell->n == n;
}

/* Sum of the first k products of C[m, n], from a cell of the cycle before if it made or held it; else not present. */
static SystoleValue
sum_before (const SystoleArraySchedule *self, guint64 m, guint64 n, guint64 k, const SystoleArrayCell *before)
{
  if (k == 0)
    return present (0);
  if (holds (before, m, n) && before->k == k)
    return before->partial_in; /* the same step, held in the cycle before */
  if (holds (before, m, n) && before->reason == SYSTOLE_REASON_BUSY && before->k == k - 1)
    return before->partial_out;
  if (holds (before, m, n) && before->reason != SYSTOLE_REASON_BUSY && k == self->plan.gemm.k)
    return before->partial_in;
  return (SystoleValue){ FALSE, NAN };
}

static void
set_partial_in (const SystoleArraySchedule *self, SystoleValue sum, SystoleArrayCell *cell)
{
  cell->partial_in = sum;
  if (cell->reason != SYSTOLE_REASON_BUSY)
    return;
  cell->partial_out = (SystoleValue){ sum.present, NAN };
  if (sum.present)
    cell->partial_out.value = systole_format_add (self->plan.gemm.format, sum.value, cell->product.value);
}

static void
fill_busy (const SystoleArraySchedule *self, const SystoleArrayDiagonal *diagonal, gboolean values, const SystoleArrayCell *before, SystoleArrayCell *cell)
{
  const SystoleGemm *gemm = &self->plan.gemm;

  cell->final = cell->k + 1 == gemm->k;
  if (!values)
    return;
  if (!self->plan.b_later)
    cell->b = present (systole_product_b (gemm, &self->plan.unfolding, cell->k, cell->n));
  if (!self->plan.a_later)
    cell->a = present (systole_product_a (gemm, &self->plan.unfolding, diagonal->n0, cell->m, cell->k));
  if (!cell->a.present || !cell->b.present)
    return;
  cell->product = present (systole_format_multiply (gemm->format, cell->a.value, cell->b.value));
  set_partial_in (self, sum_before (self, cell->m, cell->n, cell->k, before), cell);
}

/* Element of the fold at (row, column) and of the stream, as indices of the product. */
static void
set_indices (const SystoleArraySchedule *self, const SystoleArrayDiagonal *diagonal, guint row, SystoleArrayCell *cell)
{
  guint64 i = diagonal->i + row, j = diagonal->j + cell->column;

  switch (self->plan.dataflow)
    {
    case SYSTOLE_DATAFLOW_WS:
      cell->m = diagonal->m0 + diagonal->s;
      cell->n = diagonal->n0 + j;
      cell->k = i;
      break;
    case SYSTOLE_DATAFLOW_OS:
      cell->m = diagonal->m0 + i;
      cell->n = diagonal->n0 + j;
      cell->k = diagonal->s;
      break;
    case SYSTOLE_DATAFLOW_IS:
      cell->m = diagonal->m0 + j;
      cell->n = diagonal->n0 + diagonal->s;
      cell->k = i;
      break;
    case SYSTOLE_N_DATAFLOWS:
    default:
      g_assert_not_reached ();
    }
}

/* ws, is: what stays in the PE is there although it does nothing; os: the sum that it keeps or passes down. */
static void
fill_idle (const SystoleArraySchedule *self, const SystoleArrayDiagonal *diagonal, guint64 cycle, gboolean values, const SystoleArrayCell *const before[2], SystoleArrayCell *cell)
{
  const SystoleGemm *gemm = &self->plan.gemm;
  SystoleDataflow dataflow = self->plan.dataflow;
  guint row = dataflow == SYSTOLE_DATAFLOW_OS ? systole_array_schedule_get_held_row (self, &diagonal->place, cell->row, cell->column, cycle)
                                              : systole_array_schedule_get_stationary_row (self, &diagonal->place, cell->row, cell->column, cycle);

  if (row == G_MAXUINT || cycle < self->lead)
    return;
  set_indices (self, diagonal, row, cell);
  if (dataflow == SYSTOLE_DATAFLOW_WS)
    cell->m = SYSTOLE_NO_INDEX;
  else if (dataflow == SYSTOLE_DATAFLOW_IS)
    cell->n = SYSTOLE_NO_INDEX;
  else
    cell->k = SYSTOLE_NO_INDEX;
  if (!values || (dataflow == SYSTOLE_DATAFLOW_WS && self->plan.b_later) || (dataflow == SYSTOLE_DATAFLOW_IS && self->plan.a_later))
    return;
  if (dataflow == SYSTOLE_DATAFLOW_WS)
    cell->b = present (systole_product_b (gemm, &self->plan.unfolding, cell->k, cell->n));
  else if (dataflow == SYSTOLE_DATAFLOW_IS)
    cell->a = present (systole_product_a (gemm, &self->plan.unfolding, diagonal->n0, cell->m, cell->k));
  else
    set_partial_in (self, sum_before (self, cell->m, cell->n, gemm->k, before[holds (before[0], cell->m, cell->n) ? 0 : 1]), cell);
}

static void
fill_cell (const SystoleArraySchedule *self, const SystoleArrayDiagonal *diagonal, guint row, guint column, guint64 cycle, gboolean values, const SystoleArrayCell *const before[2], SystoleArrayCell *cell)
{
  cell->row = row;
  cell->column = column;
  cell->reason = row < diagonal->rows && column < diagonal->columns ? diagonal->place.reason : SYSTOLE_REASON_PADDING;
  cell->final = FALSE;
  cell->m = cell->n = cell->k = SYSTOLE_NO_INDEX;
  cell->fold = diagonal->place.fold;
  if (values)
    cell->a = cell->b = cell->product = cell->partial_in = cell->partial_out = (SystoleValue){ FALSE, 0 };
  if (cell->reason == SYSTOLE_REASON_BUSY)
    {
      set_indices (self, diagonal, row, cell);
      fill_busy (self, diagonal, values, before[self->plan.dataflow == SYSTOLE_DATAFLOW_OS ? 0 : 1], cell);
    }
  else if (cell->reason != SYSTOLE_REASON_PADDING)
    fill_idle (self, diagonal, cycle, values, before, cell);
}

/* A sum that the frame lacks, and where it goes. */
typedef struct
{
  SystoleArrayCell *cell;
  SystoleEdgeToken *token;
} Place;

static void
want_sum (GArray *sums, GArray *places, guint64 m, guint64 n, guint64 k_end, Place place)
{
  SystoleGemmSum sum = { m, n, k_end, 0 };

  g_array_append_val (sums, sum);
  g_array_append_val (places, place);
}

/* The sums that are not in the frame. */
static void
list_missing (const SystoleArraySchedule *self, const SystoleArrayFrame *frame, GArray *sums, GArray *places)
{
  for (guint i = 0; i < frame->cells->len; i++)
    {
      SystoleArrayCell *cell = &g_array_index (frame->cells, SystoleArrayCell, i);
      if (!cell->partial_in.present && cell->m != SYSTOLE_NO_INDEX && cell->n != SYSTOLE_NO_INDEX)
        want_sum (sums, places, cell->m, cell->n, cell->k != SYSTOLE_NO_INDEX ? cell->k : self->plan.gemm.k, (Place){ cell, NULL });
    }
  for (guint i = 0; i < frame->bottom->len; i++)
    {
      SystoleEdgeToken *token = &g_array_index (frame->bottom, SystoleEdgeToken, i);

      if (isnan (token->value))
        want_sum (sums, places, token->i, token->j, systole_array_schedule_get_left_k_end (self, token, frame->step), (Place){ NULL, token });
    }
}

/* Where all take too long, each may take its share. Returns: TRUE if some were left out */
static gboolean
leave_out (GArray *sums, GArray *places, guint64 max_additions)
{
  guint64 additions = 0, share;
  guint n = 0;

  for (guint i = 0; i < sums->len; i++)
    additions += MIN (g_array_index (sums, SystoleGemmSum, i).k_end, G_MAXUINT64 - additions);
  if (additions <= max_additions)
    return FALSE;
  share = max_additions / sums->len;
  for (guint i = 0; i < sums->len; i++)
    if (g_array_index (sums, SystoleGemmSum, i).k_end <= share)
      {
        g_array_index (sums, SystoleGemmSum, n) = g_array_index (sums, SystoleGemmSum, i);
        g_array_index (places, Place, n++) = g_array_index (places, Place, i);
      }
  g_array_set_size (sums, n);
  g_array_set_size (places, n);
  return TRUE;
}

/**
 * systole_array_schedule_fill_sums:
 * @max_additions: what the missing sums may take altogether
 * @frame: filled, with values, by systole_array_schedule_fill_frame() of the same schedule
 *
 * Adds up the sums that the frame lacks; `lacks_sums` says afterwards whether it still does.
 *
 * Returns: FALSE if @progress stopped it
 */
gboolean
systole_array_schedule_fill_sums (const SystoleArraySchedule *self, guint64 max_additions, SystoleArrayFrame *frame, SystoleProgress progress, gpointer progress_data)
{
  g_autoptr (GArray) sums = g_array_new (FALSE, FALSE, sizeof (SystoleGemmSum));
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));

  if (!self->plan.a_later && !self->plan.b_later)
    list_missing (self, frame, sums, places);
  frame->lacks_sums = leave_out (sums, places, max_additions);
  if (sums->len == 0)
    return TRUE;
  if (!systole_product_sums (&self->plan.gemm, &self->plan.unfolding, (SystoleGemmSum *) (gpointer) sums->data, sums->len, progress, progress_data))
    {
      frame->lacks_sums = TRUE;
      return FALSE;
    }
  for (guint i = 0; i < sums->len; i++)
    {
      const SystoleGemmSum *sum = &g_array_index (sums, SystoleGemmSum, i);
      const Place *place = &g_array_index (places, Place, i);

      if (place->cell != NULL)
        set_partial_in (self, present (sum->sum), place->cell);
      else
        place->token->value = sum->sum;
    }
  return TRUE;
}

void
systole_array_schedule_fill_cell (const SystoleArraySchedule *self, const SystoleArrayDiagonal *diagonal, guint row, guint column, guint64 cycle, gboolean values, SystoleArrayCell *cell)
{
  const SystoleArrayCell *const before[2] = { NULL, NULL };

  fill_cell (self, diagonal, row, column, cycle, values, before, cell);
}

void
systole_array_schedule_set_sum (const SystoleArraySchedule *self, double sum, SystoleArrayCell *cell)
{
  set_partial_in (self, present (sum), cell);
}

static gboolean
same_window (const SystoleWindow *a, const SystoleWindow *b)
{
  return a->row0 == b->row0 && a->row1 == b->row1 && a->column0 == b->column0 && a->column1 == b->column1;
}

/**
 * systole_array_schedule_fill_frame:
 * @cycle: 0 … n_cycles − 1
 * @frame: buffer; if it holds this cycle, or the one before, of the same schedule and window with
 *   values, each sum is one addition, else O(K) additions; sums that take more of them
 *   than the window allows are left out
 *
 * Fills cells, edges and counts. Without values O(PEs of the window) at any length.
 */
void
systole_array_schedule_fill_frame (const SystoleArraySchedule *self, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame)
{
  gboolean knows = window->values && frame->identity == self->identity && same_window (&frame->window, window);
  gboolean is_next = knows && frame->step + 1 == cycle && !frame->held, is_same = knows && frame->step == cycle;
  guint width = window->column1 - window->column0;
  SystoleArrayDiagonal diagonals[2 * SYSTOLE_ARRAY_MAX_SIDE];
  gboolean had_values = frame->window.values;
  SystoleArrayCell *cells;

  g_return_if_fail (window->row1 <= self->plan.rows && window->column1 <= self->plan.columns);
  frame->window = *window;
  systole_array_schedule_fill_edges (self, cycle, is_next || is_same, frame);
  g_array_set_size (frame->cells, width * (window->row1 - window->row0));
  cells = (SystoleArrayCell *) (gpointer) frame->cells->data;
  /* Without values their fields are left alone, once they are empty: that halves the memory touched. */
  if (had_values && !window->values)
    memset (cells, 0, sizeof *cells * frame->cells->len);
  for (guint d = window->row0 + window->column0; d + 1 < window->row1 + window->column1; d++)
    systole_array_schedule_get_diagonal (self, d, cycle, &diagonals[d]);
  /* Bottom up: a sum comes from the PE above as it was, not as it will be. */
  for (guint row = window->row1; row-- > window->row0;)
    for (guint column = window->column0; column < window->column1; column++)
      {
        SystoleArrayCell *cell = &cells[(row - window->row0) * width + (column - window->column0)];
        const SystoleArrayCell *before[2] = { NULL, NULL };
        SystoleArrayCell old;

        if (is_next || is_same)
          {
            old = *cell;
            before[0] = &old;
            before[1] = is_same ? &old : row > window->row0 ? cell - width
                                                            : NULL;
          }
        fill_cell (self, &diagonals[row + column], row, column, cycle, window->values, before, cell);
      }
  frame->cycle = frame->step = cycle;
  frame->held = FALSE;
  frame->phase = systole_array_schedule_get_phase (self, cycle);
  frame->identity = window->values ? self->identity : 0;
  frame->lacks_sums = FALSE;
  if (window->values)
    systole_array_schedule_fill_sums (self, window->max_additions > 0 ? window->max_additions : SYSTOLE_FRAME_MAX_ADDITIONS, frame, NULL, NULL);
}
