/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/systolic/tpu-frame.h"

#include "engine/systolic/array-frame.h"
#include "engine/systolic/tpu-wave.h"

/* The state of a TPU at one cycle, from the step of the program that it lies in. */

/* --- counts --- */

/* An operation without MACs is counted in the lanes of the vector units. */
SystoleReason
systole_tpu_reason_of_rest (const SystoleTpuPlan *plan, const SystoleTpuStep *step)
{
  SystoleReason reason = systole_tpu_step_get_reason (step);

  if (reason != SYSTOLE_REASON_BUSY)
    return !plan->multiplies && step->kind == SYSTOLE_TPU_STEP_VECTOR ? SYSTOLE_REASON_NO_WORK : reason;
  return SYSTOLE_REASON_OPERAND;
}

static void
summarize_matrix (const SystoleTpuMatrix *matrix, guint64 cycle, SystoleSummary *out)
{
  const SystoleArraySchedule *s = systole_tpu_matrix_get_longest (matrix);
  guint64 pes = (guint64) matrix->core.rows * matrix->core.columns;

  for (guint i = 0; i < matrix->n_kinds; i++)
    {
      const SystoleTpuKind *kind = &matrix->kinds[i];
      guint64 idle[SYSTOLE_N_REASONS] = { 0 };

      out->busy += kind->n * systole_array_schedule_count (&kind->schedule, cycle, idle);
      for (guint r = 0; r < SYSTOLE_N_REASONS; r++)
        out->idle[r] += kind->n * idle[r];
    }
  out->idle[SYSTOLE_REASON_NO_WORK] += pes * (matrix->core.mxus - matrix->parts_m * matrix->parts_n);
  out->phase = systole_array_schedule_get_phase (s, cycle);
  out->fold = systole_array_schedule_get_leading_fold (s, cycle);
  out->n_folds = s->folds;
}

/* Multipliers (lanes) that are busy in a step on average, of the chip's. */
guint64
systole_tpu_count_busy (const SystoleTpuPlan *plan, const SystoleTpuStep *step)
{
  double share = step->slots / (double) step->cycles / plan->peak;

  return MIN (plan->total, (guint64) (share * (double) plan->total + 0.5));
}

/**
 * systole_tpu_summarize:
 * @out: zeroed
 */
void
systole_tpu_summarize (const SystoleTpuPlan *plan, guint64 cycle, SystoleSummary *out)
{
  const SystoleTpuMatrix *matrix;
  SystoleTpuPlace place;

  systole_tpu_program_find (&plan->program, cycle, &place);
  matrix = systole_tpu_program_get_matrix (&plan->program, place.step);
  out->total = plan->total;
  if (matrix != NULL)
    {
      summarize_matrix (matrix, place.offset, out);
      return;
    }
  if (plan->program.n_feeds > 0)
    for (guint unit = 0; unit < plan->core.mxus; unit++)
      out->busy += systole_tpu_count_wave (plan, unit, cycle, out->idle);
  else
    {
      out->busy = systole_tpu_count_busy (plan, place.step);
      out->idle[systole_tpu_reason_of_rest (plan, place.step)] = plan->total - out->busy;
    }
  out->phase = systole_tpu_step_get_phase (place.step);
  if (place.stage->count > 1)
    {
      out->fold = place.repetition;
      out->n_folds = place.stage->count;
    }
}

/* --- arrays --- */

/* An array that has nothing to do in the step. */
static void
fill_idle (SystoleReason reason, SystolePhase phase, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame)
{
  GArray *edges[] = { frame->left, frame->top, frame->bottom, frame->more };

  g_array_set_size (frame->cells, 0);
  for (guint row = window->row0; row < window->row1; row++)
    for (guint column = window->column0; column < window->column1; column++)
      {
        SystoleArrayCell cell = { .row = row, .column = column, .reason = reason, .m = SYSTOLE_NO_INDEX, .n = SYSTOLE_NO_INDEX, .k = SYSTOLE_NO_INDEX, .fold = SYSTOLE_NO_INDEX };

        g_array_append_val (frame->cells, cell);
      }
  for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
    g_array_set_size (edges[i], 0);
  frame->window = *window;
  frame->cycle = cycle;
  frame->phase = phase;
  frame->lacks_sums = FALSE;
  frame->identity = frame->left_more = frame->out_total = frame->out_done = 0;
}

void
systole_tpu_fill_array_frame (const SystoleTpuPlan *plan, guint unit, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame)
{
  const SystoleTpuMatrix *matrix;
  SystoleArraySchedule schedule;
  SystoleTpuPlace place;

  if (plan->program.n_feeds > 0)
    {
      systole_tpu_fill_wave (plan, unit, cycle, window, frame);
      return;
    }
  systole_tpu_program_find (&plan->program, cycle, &place);
  matrix = systole_tpu_program_get_matrix (&plan->program, place.step);
  if (matrix == NULL)
    fill_idle (systole_tpu_step_get_reason (place.step), systole_tpu_step_get_phase (place.step), cycle, window, frame);
  else if (systole_tpu_matrix_get_kind (matrix, unit) == NULL)
    fill_idle (SYSTOLE_REASON_NO_WORK, systole_array_schedule_get_phase (systole_tpu_matrix_get_longest (matrix), place.offset), cycle, window, frame);
  else
    {
      systole_tpu_matrix_get_schedule (matrix, unit, &schedule);
      systole_array_schedule_fill_frame (&schedule, place.offset, window, frame);
      frame->cycle = cycle;
    }
}

/* The schedule that a frame was filled from is that of the step in which its cycle lies. */
gboolean
systole_tpu_fill_array_values (const SystoleTpuPlan *plan, guint unit, SystoleArrayFrame *frame, SystoleProgress progress, gpointer progress_data)
{
  SystoleArraySchedule schedule;
  SystoleTpuPlace place;

  if (plan->program.n_feeds > 0)
    return systole_tpu_fill_wave_sums (plan, unit, G_MAXUINT64, frame, progress, progress_data);
  systole_tpu_program_find (&plan->program, frame->cycle, &place);
  systole_tpu_matrix_get_schedule (systole_tpu_program_get_matrix (&plan->program, place.step), unit, &schedule);
  return systole_array_schedule_fill_sums (&schedule, G_MAXUINT64, frame, progress, progress_data);
}
