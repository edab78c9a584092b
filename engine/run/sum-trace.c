/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/sum-trace.h"

#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* Cycles in a row in which memory holds the array up, before the way is given up. */
#define MAX_HELD 4096

typedef struct
{
  const SystoleRun *run;
  SystoleTrace *trace;
  SystoleArrayFrame frame;
  guint rows;
  guint64 fold;
} Walk;

/* The PE at @row, if it adds to the sum that is followed. */
static const SystoleArrayCell *
find_cell (const Walk *self, guint row, guint column)
{
  const SystoleArrayCell *cell = systole_array_frame_get_cell (&self->frame, row, column);

  return cell != NULL && cell->reason == SYSTOLE_REASON_BUSY && cell->m == self->trace->m && cell->n == self->trace->n && cell->fold == self->fold ? cell : NULL;
}

/* Where the sum is a cycle later (earlier): in the same PE, or in the one below (above). */
static gboolean
move (Walk *self, int direction, SystoleTraceStep *step, gboolean *is_final)
{
  guint64 last = systole_run_get_n_cycles (self->run) - 1;
  guint from = direction > 0 ? step->row : step->row > 0 ? step->row - 1
                                                         : 0,
        to = direction > 0 ? MIN (step->row + 2, self->rows) : step->row + 1;
  SystoleWindow window = { from, step->column, to, step->column + 1, FALSE, 0 };
  guint64 cycle = step->cycle;

  for (guint i = 0; i < MAX_HELD; i++)
    {
      const SystoleArrayCell *cell;

      if (direction > 0 ? cycle >= last : cycle == 0)
        return FALSE;
      cycle += direction > 0 ? 1 : -1;
      systole_run_array_frame (self->run, self->trace->unit, cycle, &window, &self->frame);
      cell = find_cell (self, step->row, step->column);
      if (cell == NULL)
        cell = find_cell (self, direction > 0 ? to - 1 : from, step->column);
      if (cell != NULL)
        {
          *step = (SystoleTraceStep){ cycle, cell->row, cell->column, cell->k };
          *is_final = cell->final;
          return TRUE;
        }
      if (!self->frame.held)
        return FALSE;
    }
  return FALSE;
}

/* Both directions from one step; @is_final is of the last one. */
static void
walk (Walk *self, SystoleTraceStep here, gboolean is_final)
{
  SystoleTrace *trace = self->trace;
  SystoleTraceStep step = here;
  gboolean ignored;
  guint n = 0;

  for (; n < SYSTOLE_TRACE_MAX_STEPS && move (self, -1, &step, &ignored); n++)
    g_array_append_val (trace->steps, step);
  trace->begins = n < SYSTOLE_TRACE_MAX_STEPS;
  for (guint i = 0; i < n / 2; i++)
    {
      SystoleTraceStep *a = &g_array_index (trace->steps, SystoleTraceStep, i), *b = &g_array_index (trace->steps, SystoleTraceStep, n - 1 - i), kept = *a;

      *a = *b;
      *b = kept;
    }
  g_array_append_val (trace->steps, here);
  step = here;
  for (n = 0; n < SYSTOLE_TRACE_MAX_STEPS && move (self, 1, &step, &is_final); n++)
    g_array_append_val (trace->steps, step);
  trace->ends = n < SYSTOLE_TRACE_MAX_STEPS;
  trace->is_final = trace->ends && is_final;
}

/**
 * systole_run_trace:
 * @run: of an array
 * @cycle: 0 … n_cycles − 1
 *
 * Follows the sum that a PE adds to in @cycle, back to its first product and on to its last
 * one. It is found in the frames, so it holds for every dataflow and schedule.
 *
 * Returns: (transfer full) (nullable): the way; %NULL where that PE does not multiply, or
 *   works on no element of a product
 */
SystoleTrace *
systole_run_trace (const SystoleRun *run, guint unit, guint64 cycle, guint row, guint column)
{
  SystoleWindow window = { row, column, row + 1, column + 1, FALSE, 0 };
  Walk self = { .run = run };
  const SystoleArrayCell *cell;
  guint columns;

  if (!systole_run_get_array_size (run, &self.rows, &columns) || row >= self.rows || column >= columns)
    return NULL;
  systole_array_frame_init (&self.frame);
  systole_run_array_frame (run, unit, cycle, &window, &self.frame);
  cell = systole_array_frame_get_cell (&self.frame, row, column);
  if (cell != NULL && cell->reason == SYSTOLE_REASON_BUSY && cell->m != SYSTOLE_NO_INDEX && cell->n != SYSTOLE_NO_INDEX)
    {
      SystoleTraceStep here = { cycle, row, column, cell->k };

      self.trace = systole_trace_new (unit, cell->m, cell->n);
      self.fold = cell->fold;
      walk (&self, here, cell->final);
    }
  systole_array_frame_clear (&self.frame);
  return self.trace;
}

/* Documented in sum-trace.h. */
SystoleTrace *
systole_trace_new (guint unit, guint64 m, guint64 n)
{
  SystoleTrace *self = g_new0 (SystoleTrace, 1);

  *self = (SystoleTrace){ .unit = unit, .m = m, .n = n };
  self->steps = g_array_new (FALSE, FALSE, sizeof (SystoleTraceStep));
  return self;
}

void
systole_trace_free (SystoleTrace *self)
{
  g_array_unref (self->steps);
  g_free (self);
}

const SystoleTraceStep *
systole_trace_get_first (const SystoleTrace *self)
{
  return &g_array_index (self->steps, SystoleTraceStep, 0);
}

const SystoleTraceStep *
systole_trace_get_last (const SystoleTrace *self)
{
  return &g_array_index (self->steps, SystoleTraceStep, self->steps->len - 1);
}

const SystoleTraceStep *
systole_trace_find (const SystoleTrace *self, guint64 cycle)
{
  guint low = 0, high = self->steps->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (self->steps, SystoleTraceStep, middle).cycle < cycle)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->steps->len && g_array_index (self->steps, SystoleTraceStep, low).cycle == cycle ? &g_array_index (self->steps, SystoleTraceStep, low) : NULL;
}

/* Of a sum that stays: where, from when, until when. */
static char *
describe_stay (const SystoleTrace *self)
{
  const SystoleTraceStep *first = systole_trace_get_first (self), *last = systole_trace_get_last (self);
  g_autofree char *m = systole_number_format_count (self->m), *n = systole_number_format_count (self->n), *born = systole_number_format_count (first->cycle), *written = systole_number_format_count (last->cycle), *count = systole_number_format_count (self->steps->len);
  g_autofree char *begin = NULL, *products = NULL, *end = NULL;

  /* Translators: indices of an element of the result, a sub-core, row and column of a multiplier */
  begin = g_strdup_printf (systole_maker_say (self->maker, N_ ("The sum for C[%s, %s] stays in sub-core %u; multiplier (%u, %u) adds to it.")), m, n, self->sub_core, first->row, first->column);
  /* Translators: two cycles */
  products = self->begins ? g_strdup_printf (P_ ("Its product comes in cycle %2$s.", "Its %1$s products come from cycle %2$s to cycle %3$s.", self->steps->len), count, born, written)
                          : g_strdup_printf (P_ ("%s product is shown.", "%s products are shown.", self->steps->len), count);
  if (!self->ends)
    end = g_strdup (_ ("It goes on beyond what is followed here."));
  else
    end = g_strdup (self->is_final ? _ ("Then the result is complete.") : _ ("Other blocks sum the rest of K; all parts are added up at the end."));
  return g_strdup_printf ("%s %s %s", begin, products, end);
}

char *
systole_trace_describe (const SystoleTrace *self)
{
  const SystoleTraceStep *first = systole_trace_get_first (self), *last = systole_trace_get_last (self);
  g_autofree char *m = systole_number_format_count (self->m), *n = systole_number_format_count (self->n), *born = systole_number_format_count (first->cycle), *written = systole_number_format_count (last->cycle);
  g_autofree char *begin = NULL, *products = NULL, *end = NULL;

  if (self->stays)
    return describe_stay (self);
  /* Translators: indices of an element of the result, a cycle, row and column of a PE */
  begin = g_strdup_printf (_ ("The sum for C[%s, %s] is born in cycle %s in PE (%u, %u)."), m, n, born, first->row, first->column);
  products = g_strdup_printf (P_ ("%u product is added.", "%u products are added.", self->steps->len), self->steps->len);
  if (!self->ends)
    end = g_strdup (_ ("It goes on beyond what is followed here."));
  else if (self->is_final)
    end = g_strdup_printf (_ ("The result is complete in cycle %s in PE (%u, %u)."), written, last->row, last->column);
  else
    end = g_strdup_printf (_ ("The last one of this fold is added in cycle %s in PE (%u, %u); a later fold goes on with it."), written, last->row, last->column);
  return g_strdup_printf ("%s %s %s", begin, products, end);
}
