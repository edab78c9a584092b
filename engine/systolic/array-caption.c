/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/array-caption.h"

#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* First how many PEs do what, then why it is so. */

/* @clause: of @count PEs, whose number it takes as its only argument */
static void
append_clause (GString *text, guint64 count, const char *clause)
{
  g_autofree char *n = systole_number_format_count (count);

  if (count == 0)
    return;
  /* Translators: joins the parts of "48 of 64 PEs multiply, 6 are done, 10 wait for the wave" */
  g_string_append (text, _ (", "));
  g_string_append_printf (text, clause, n);
}

/* "48 of 64 PEs multiply, 6 are done, 10 wait for the wave" */
static char *
describe_counts (const SystoleArraySchedule *self, guint64 cycle)
{
  guint64 idle[SYSTOLE_N_REASONS] = { 0 };
  guint64 busy = systole_array_schedule_count (self, cycle, idle);
  guint64 total = (guint64) self->plan.rows * self->plan.columns;
  g_autofree char *busy_text = systole_number_format_count (busy);
  g_autofree char *total_text = systole_number_format_count (total);
  GString *text = g_string_new (NULL);

  if (busy == total)
    g_string_append_printf (text, P_ ("the only PE multiplies", "all %s PEs multiply", total), total_text);
  else if (busy == 0)
    g_string_append_printf (text, P_ ("the only PE does not multiply", "none of %s PEs multiplies", total), total_text);
  else
    /* Translators: PEs that multiply, all PEs */
    g_string_append_printf (text, P_ ("%1$s of %2$s PEs multiplies", "%1$s of %2$s PEs multiply", busy), busy_text, total_text);
  if (self->plan.dataflow == SYSTOLE_DATAFLOW_OS && busy == 0)
    append_clause (text, idle[SYSTOLE_REASON_DRAIN], P_ ("%s passes sums down", "%s pass sums down", idle[SYSTOLE_REASON_DRAIN]));
  else
    append_clause (text, idle[SYSTOLE_REASON_DRAIN], P_ ("%s is done", "%s are done", idle[SYSTOLE_REASON_DRAIN]));
  append_clause (text, idle[SYSTOLE_REASON_FILL], P_ ("%s waits for the wave", "%s wait for the wave", idle[SYSTOLE_REASON_FILL]));
  if (self->plan.dataflow == SYSTOLE_DATAFLOW_IS)
    append_clause (text, idle[SYSTOLE_REASON_WEIGHTS], P_ ("%s waits for its element of A", "%s wait for their elements of A", idle[SYSTOLE_REASON_WEIGHTS]));
  else
    append_clause (text, idle[SYSTOLE_REASON_WEIGHTS], P_ ("%s waits for its weight", "%s wait for their weights", idle[SYSTOLE_REASON_WEIGHTS]));
  append_clause (text, idle[SYSTOLE_REASON_MEMORY], P_ ("%s waits for memory", "%s wait for memory", idle[SYSTOLE_REASON_MEMORY]));
  append_clause (text, idle[SYSTOLE_REASON_PADDING], P_ ("%s is padding", "%s are padding", idle[SYSTOLE_REASON_PADDING]));
  return g_string_free (text, FALSE);
}

static guint64
busy_at (const SystoleArraySchedule *self, guint64 cycle)
{
  guint64 idle[SYSTOLE_N_REASONS] = { 0 };

  return cycle < self->n_cycles ? systole_array_schedule_count (self, cycle, idle) : 0;
}

static char *
explain_load (const SystoleArraySchedule *self, guint64 cycle, guint64 fold)
{
  guint64 rows = MIN (self->plan.rows, (self->load - (systole_array_schedule_get_stream_start (self, fold) - cycle)) * self->plan.push);
  g_autofree char *in = systole_number_format_count (rows);
  g_autofree char *all = systole_number_format_count (self->plan.rows);

  if (self->plan.dataflow == SYSTOLE_DATAFLOW_IS)
    /* Translators: rows that are in the array, all rows */
    return g_strdup_printf (P_ ("Elements of A shift down from above and then stay: %1$s of %2$s row is in.", "Elements of A shift down from above and then stay: %1$s of %2$s rows are in.", self->plan.rows), in, all);
  /* Translators: rows that are in the array, all rows */
  return g_strdup_printf (P_ ("Weights shift down from above and then stay: %1$s of %2$s row is in.", "Weights shift down from above and then stay: %1$s of %2$s rows are in.", self->plan.rows), in, all);
}

/* What streams is too short to fill the array: say so where the wave is widest. */
static char *
explain_widest (const SystoleArraySchedule *self)
{
  g_autofree char *length = systole_number_format_count (self->stream);

  switch (self->plan.dataflow)
    {
    case SYSTOLE_DATAFLOW_WS:
      return g_strdup_printf (P_ ("The wave is at its widest: with only %s row of A it never gets fuller.", "The wave is at its widest: with only %s rows of A it never gets fuller.", self->stream), length);
    case SYSTOLE_DATAFLOW_IS:
      return g_strdup_printf (P_ ("The wave is at its widest: with only %s column of B it never gets fuller.", "The wave is at its widest: with only %s columns of B it never gets fuller.", self->stream), length);
    case SYSTOLE_DATAFLOW_OS:
      return g_strdup_printf (P_ ("The wave is at its widest: with K = %s it never gets fuller.", "The wave is at its widest: with K = %s it never gets fuller.", self->stream), length);
    case SYSTOLE_N_DATAFLOWS:
    default:
      g_return_val_if_reached (NULL);
    }
}

static char *
explain_fill (const SystoleArraySchedule *self, guint64 cycle, guint64 fold)
{
  guint64 since = cycle - systole_array_schedule_get_stream_start (self, fold);
  guint64 reach = systole_array_schedule_get_fold_rows (self, fold) + systole_array_schedule_get_fold_columns (self, fold) - 2;
  guint64 left = reach > since ? reach - since : 0;
  g_autofree char *cycles = systole_number_format_count (left);

  if (since == 0)
    return g_strdup (self->plan.dataflow == SYSTOLE_DATAFLOW_OS   ? _ ("A enters from the left and B from above, each row and column one cycle after the one before.")
                     : self->plan.dataflow == SYSTOLE_DATAFLOW_WS ? _ ("A enters from the left, each row of the array one cycle after the one above.")
                                                                  : _ ("B enters from the left, each row of the array one cycle after the one above."));
  return g_strdup_printf (P_ ("The wave reaches the last PE in %s cycle.", "The wave reaches the last PE in %s cycles.", left), cycles);
}

static char *
explain_steady (const SystoleArraySchedule *self, guint64 cycle, guint64 fold)
{
  guint64 last = systole_array_schedule_get_stream_start (self, self->overlapped ? self->folds - 1 : fold) + self->stream;
  guint64 left = last > cycle ? last - cycle : 0;
  g_autofree char *cycles = systole_number_format_count (left);

  if (self->overlapped && !self->plan.shadow && self->folds > 1 && self->stream < self->own_period)
    {
      g_autofree char *stream = systole_number_format_count (self->stream);
      g_autofree char *rows = systole_number_format_count (self->own_period);

      /* Translators: cycles a fold streams, cycles to load or to empty the array */
      return g_strdup_printf (_ ("A fold streams for %1$s cycles and the next one is ready after %2$s: in between PEs idle."), stream, rows);
    }
  return g_strdup_printf (P_ ("The array is as full as it gets; the first PE finishes in %s cycle.", "The array is as full as it gets; the first PE finishes in %s cycles.", left), cycles);
}

static char *
explain_drain (const SystoleArraySchedule *self, guint64 cycle)
{
  guint64 total = systole_array_schedule_get_n_results (self);
  g_autofree char *done = systole_number_format_count (systole_array_schedule_count_results (self, cycle));
  g_autofree char *all = systole_number_format_count (total);

  if (self->plan.dataflow == SYSTOLE_DATAFLOW_OS && !self->overlapped && busy_at (self, cycle) > 0)
    return g_strdup (_ ("Finished sums wait in their PEs: they leave together when the last one is done."));
  if (self->plan.dataflow == SYSTOLE_DATAFLOW_OS && busy_at (self, cycle) == 0)
    /* Translators: results that have left the array, all results */
    return g_strdup_printf (P_ ("Finished sums shift down and leave below: %1$s of %2$s result is out.", "Finished sums shift down and leave below: %1$s of %2$s results are out.", total), done, all);
  /* Translators: results that have left the array, all results */
  return g_strdup_printf (P_ ("The wave leaves the array: %1$s of %2$s result is out.", "The wave leaves the array: %1$s of %2$s results are out.", total), done, all);
}

static char *
explain_padding (const SystoleArraySchedule *self, guint64 fold)
{
  /* Translators: rows in use, all rows, columns in use, all columns */
  return g_strdup_printf (_ ("The tensor fills %1$u of %2$u rows and %3$u of %4$u columns in this fold; the other PEs have nothing to do."),
                          systole_array_schedule_get_fold_rows (self, fold),
                          self->plan.rows,
                          systole_array_schedule_get_fold_columns (self, fold),
                          self->plan.columns);
}

static gboolean
is_widest (const SystoleArraySchedule *self, guint64 cycle, guint64 fold)
{
  guint64 busy = busy_at (self, cycle);
  guint64 mapped = (guint64) systole_array_schedule_get_fold_rows (self, fold) * systole_array_schedule_get_fold_columns (self, fold);

  return busy > 0 && busy < mapped && self->folds == 1 && busy >= busy_at (self, cycle + 1) && (cycle == 0 || busy >= busy_at (self, cycle - 1));
}

static char *
explain (const SystoleArraySchedule *self, guint64 cycle, SystolePhase phase, guint64 fold)
{
  guint64 idle[SYSTOLE_N_REASONS] = { 0 };

  systole_array_schedule_count (self, cycle, idle);
  if (phase == SYSTOLE_PHASE_LAUNCH)
    return g_strdup (_ ("The operation is being started; nothing has been fetched yet."));
  if (phase == SYSTOLE_PHASE_COPY)
    return g_strdup (_ ("The first blocks come from main memory; nothing can hide this wait."));
  if (phase == SYSTOLE_PHASE_EPILOGUE)
    return g_strdup (_ ("The last results travel to main memory."));
  if (phase == SYSTOLE_PHASE_LOAD)
    return explain_load (self, cycle, fold);
  if (is_widest (self, cycle, fold))
    return explain_widest (self);
  if (phase == SYSTOLE_PHASE_FILL)
    return explain_fill (self, cycle, self->overlapped ? 0 : fold);
  if (phase == SYSTOLE_PHASE_DRAIN)
    return explain_drain (self, cycle);
  if (idle[SYSTOLE_REASON_PADDING] > 0)
    return explain_padding (self, fold);
  return explain_steady (self, cycle, fold);
}

/* "Array", "Array, fold 3 of 6", "Array, fold 3 of 6, group 2 of 4" */
static char *
name_place (const SystoleArraySchedule *self, guint64 fold)
{
  guint64 row, column, batch = systole_array_schedule_split_fold (self, fold, &row, &column);
  g_autofree char *this_fold = systole_number_format_count (fold + 1);
  g_autofree char *folds = systole_number_format_count (self->folds);
  g_autofree char *this_batch = systole_number_format_count (batch + 1);
  g_autofree char *batches = systole_number_format_count (self->batch);

  if (self->folds == 1)
    return g_strdup (_ ("Array"));
  if (self->batch == 1)
    /* Translators: fold; all folds */
    return g_strdup_printf (_ ("Array, fold %1$s of %2$s"), this_fold, folds);
  if (self->plan.unfolding.unfolds)
    /* Translators: fold; all folds; group of channels of a convolution; all groups */
    return g_strdup_printf (_ ("Array, fold %1$s of %2$s, group %3$s of %4$s"), this_fold, folds, this_batch, batches);
  /* Translators: fold; all folds; product of a batch; all products */
  return g_strdup_printf (_ ("Array, fold %1$s of %2$s, product %3$s of %4$s"), this_fold, folds, this_batch, batches);
}

static char *
describe_step (const SystoleArraySchedule *self, guint64 step)
{
  SystolePhase phase = systole_array_schedule_get_phase (self, step);
  guint64 fold = systole_array_schedule_get_leading_fold (self, step);
  g_autofree char *place = name_place (self, fold);
  g_autofree char *counts = describe_counts (self, step);
  g_autofree char *why = explain (self, step, phase, fold);

  /* Translators: “Array, fold 3 of 6”; how many PEs do what; a sentence that says why */
  return g_strdup_printf (_ ("%1$s: %2$s. %3$s"), place, counts, why);
}

static const char *
name_missing (const SystoleArrayMoment *moment)
{
  if (moment->operand == SYSTOLE_OPERAND_A)
    return _ ("The next block of A is still on its way from main memory.");
  if (moment->operand == SYSTOLE_OPERAND_B)
    return _ ("The next block of B is still on its way from main memory.");
  return moment->is_write ? _ ("Results are still on their way to main memory, their buffer is full.")
                          : _ ("Partial sums that the next fold adds to are still on their way from main memory.");
}

static const char *
name_slow_stream (const SystoleArrayMoment *moment)
{
  if (moment->operand == SYSTOLE_OPERAND_A)
    return _ ("A streams straight from main memory, which is slower than the array.");
  if (moment->operand == SYSTOLE_OPERAND_B)
    return _ ("B streams straight from main memory, which is slower than the array.");
  return moment->is_write ? _ ("Results stream straight to main memory, which is slower than the array.")
                          : _ ("Partial sums stream straight from main memory, which is slower than the array.");
}

static const char *
name_narrow_port (const SystoleArrayTimeline *timeline)
{
  if (g_str_has_suffix (timeline->narrowest, "a"))
    return _ ("The ports of the buffer of A are narrower than the edge of the array.");
  if (g_str_has_suffix (timeline->narrowest, "b"))
    return _ ("The ports of the buffer of B are narrower than the edge of the array.");
  return _ ("The ports of the buffer of C are narrower than the edge of the array.");
}

static const char *
explain_stall (const SystoleArrayTimeline *timeline, const SystoleArrayMoment *moment)
{
  if (moment->outside)
    return moment->phase == SYSTOLE_PHASE_COPY ? _ ("The first blocks come from main memory; nothing can hide this wait.") : _ ("The last results travel to main memory.");
  switch (moment->stall)
    {
    case SYSTOLE_STALL_PORT:
      return name_narrow_port (timeline);
    case SYSTOLE_STALL_STREAM:
      return name_slow_stream (moment);
    case SYSTOLE_STALL_FETCH:
    case SYSTOLE_STALL_NONE:
    default:
      return name_missing (moment);
    }
}

/**
 * systole_array_timeline_describe_cycle:
 *
 * Returns: (transfer full): two sentences: how many PEs do what, and why
 */
char *
systole_array_timeline_describe_cycle (const SystoleArrayTimeline *self, guint64 cycle)
{
  SystoleArrayMoment moment;
  g_autofree char *place = NULL, *left = NULL, *first = NULL;

  systole_array_timeline_find (self, cycle, &moment);
  if (moment.stall == SYSTOLE_STALL_NONE && !moment.outside)
    return describe_step (&self->schedule, moment.step);
  place = name_place (&self->schedule, systole_array_schedule_get_leading_fold (&self->schedule, moment.step));
  left = systole_number_format_count (moment.left);
  /* Translators: “Array, fold 3 of 6”; a number of cycles */
  first = g_strdup_printf (P_ ("%1$s: memory holds the array up, for %2$s more cycle.", "%1$s: memory holds the array up, for %2$s more cycles.", moment.left), place, left);
  return g_strdup_printf ("%s %s", first, explain_stall (self, &moment));
}
