/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/lesson/shown.h"

#include <math.h>

static void
clear_run (gpointer run)
{
  if (run != NULL)
    systole_run_unref (run);
}

/* The frame of a lane at the instant that the view names on the clock of its own lane. */
static guint64
find_cycle (const SystoleLessonShown *self, guint lane)
{
  const SystoleViewState *view = &self->scenario->view;
  const SystoleRun *run = g_ptr_array_index (self->runs, lane);
  const SystoleRun *leader = view->lane < self->runs->len ? g_ptr_array_index (self->runs, view->lane) : NULL;
  guint64 last, cycle = view->cycle;

  if (run == NULL)
    return 0;
  last = systole_run_get_n_cycles (run) - 1;
  if (lane != view->lane && leader != NULL && view->time_base == SYSTOLE_TIME_WALL)
    cycle = (guint64) floor ((double) view->cycle / systole_run_get_clock_hz (leader) * systole_run_get_clock_hz (run) + 1e-9);
  else if (lane != view->lane && leader != NULL && view->time_base == SYSTOLE_TIME_WORK)
    cycle = view->cycle >= systole_run_get_n_cycles (leader) ? last : systole_run_find_work (run, systole_run_get_work_done (leader, view->cycle));
  return MIN (cycle, last);
}

/**
 * systole_lesson_shown_new:
 * @beat: a beat of @lesson
 * @catalogue: for the machines; outlives the result, as @lesson does
 *
 * Runs every lane of the beat.
 *
 * Returns: (transfer full): what the beat’s texts are computed from
 */
SystoleLessonShown *
systole_lesson_shown_new (const SystoleScenario *lesson, guint beat, const SystoleCatalogue *catalogue)
{
  SystoleLessonShown *self;

  g_return_val_if_fail (beat < systole_scenario_get_n_beats (lesson), NULL);
  self = g_new0 (SystoleLessonShown, 1);
  self->beat = systole_scenario_get_beat (lesson, beat);
  self->scenario = systole_scenario_at_beat (lesson, beat);
  self->runs = g_ptr_array_new_with_free_func (clear_run);
  self->cycles = g_array_new (FALSE, TRUE, sizeof (guint64));
  for (guint i = 0; i < self->scenario->lanes->len; i++)
    g_ptr_array_add (self->runs, systole_scenario_run_lane (self->scenario, i, catalogue, NULL, NULL, NULL));
  for (guint i = 0; i < self->runs->len; i++)
    {
      guint64 cycle = find_cycle (self, i);

      g_array_append_val (self->cycles, cycle);
    }
  self->state = (SystoleLessonState){ self->scenario, catalogue, (const SystoleRun *const *) self->runs->pdata, (const guint64 *) (gconstpointer) self->cycles->data, self->runs->len };
  return self;
}

void
systole_lesson_shown_free (SystoleLessonShown *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->runs);
  g_array_unref (self->cycles);
  systole_scenario_unref (self->scenario);
  g_free (self);
}
