/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * The state of an array by diagonals, for arrays that are too fine to be drawn as cells.
 *
 * PE (r, c) does in cycle t what PE (0, 0) did in cycle t − r − c, as long as neither is
 * padding: operands and sums move one PE a cycle. So the busy share of the last w cycles
 * depends on r + c only, and one PE's past tells it for all. Causes of idling
 * come from a path along the top row and down the last column in use.
 */

#include "widgets/array-painter.h"

#include <string.h>

#define MAX_WINDOW 64

static SystoleReason
reason_at (const SystoleRun *run, guint unit, guint64 cycle, guint row, guint column, SystoleArrayFrame *frame)
{
  SystoleWindow window = { row, column, row + 1, column + 1, FALSE };

  systole_run_array_frame (run, unit, cycle, &window, frame);

  return g_array_index (frame->cells, SystoleArrayCell, 0).reason;
}

/* PEs in use in the present fold: the rest of the row or column is padding. */
static guint
count_used (const SystoleRun *run, guint unit, guint64 cycle, gboolean along_row, guint n, SystoleArrayFrame *frame)
{
  SystoleWindow window = { 0, 0, along_row ? 1 : n, along_row ? n : 1, FALSE };
  guint used = 0;

  systole_run_array_frame (run, unit, cycle, &window, frame);
  for (guint i = 0; i < frame->cells->len; i++)
    if (g_array_index (frame->cells, SystoleArrayCell, i).reason != SYSTOLE_REASON_PADDING)
      used = i + 1;

  return MAX (used, 1);
}

static guint
window_length (const SystoleRun *run)
{
  SystoleSummary summary = { 0 };
  guint64 fold;

  systole_run_summarize (run, 0, &summary);
  fold = systole_run_get_n_cycles (run) / MAX (summary.n_folds, 1);

  return (guint) CLAMP (fold / 8, 1, MAX_WINDOW);
}

/** The profile of an array in a cycle; O(rows + columns + w). */
void
systole_array_profile_init (SystoleArrayProfile *self, const SystoleRun *run, guint unit, guint64 cycle)
{
  guint rows = 1, columns = 1, length, busy = 0;
  SystoleArrayFrame frame;
  g_autofree guint8 *past = NULL; /* of PE (0, 0), `past[i]` cycles ago */

  memset (self, 0, sizeof *self);
  systole_run_get_array_size (run, &rows, &columns);
  systole_array_frame_init (&frame);

  self->n = rows + columns - 1;
  self->window = window_length (run);
  self->shares = g_new0 (double, self->n);
  self->reasons = g_new0 (guint8, self->n);

  length = self->n + self->window - 1;
  past = g_new0 (guint8, length);
  for (guint i = 0; i < length && i <= cycle; i++)
    past[i] = reason_at (run, unit, cycle - i, 0, 0, &frame) == SYSTOLE_REASON_BUSY;
  for (guint i = 0; i < self->window - 1; i++)
    busy += past[i];
  for (guint d = 0; d < self->n; d++)
    {
      busy += past[d + self->window - 1];
      self->shares[d] = busy / (double) self->window;
      busy -= past[d];
    }

  self->columns = count_used (run, unit, cycle, TRUE, columns, &frame);
  self->rows = count_used (run, unit, cycle, FALSE, rows, &frame);
  for (guint d = 0; d < self->rows + self->columns - 1; d++)
    self->reasons[d] = reason_at (run, unit, cycle, d < self->columns ? 0 : d - self->columns + 1, MIN (d, self->columns - 1), &frame);
  systole_array_frame_clear (&frame);
}

void
systole_array_profile_clear (SystoleArrayProfile *self)
{
  g_clear_pointer (&self->shares, g_free);
  g_clear_pointer (&self->reasons, g_free);
}
