/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/lane-view-private.h"

#include <string.h>

#include "widgets/lane-cache.h"

/*
 * Sums that take long to add up, far from any cycle whose sums are known. The picture is
 * there at once, with “…” where a sum is lacking; a thread fills a frame of its own, which
 * then takes the place of the one in the cache. From there on a step is one addition.
 */

#define BUDGET (1u << 22) /* additions within a picture: some milliseconds */
#define CATCH_UP 64       /* cycles that play may have gone on meanwhile */

typedef struct
{
  SystoleLaneLack of; /* holds its run */
  SystoleArrayFrame frame;
  GCancellable *cancellable;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  systole_run_unref (job->of.run);
  systole_array_frame_clear (&job->frame);
  g_clear_object (&job->cancellable);
  g_free (job);
}

static gboolean
goes_on (double fraction, gpointer data)
{
  return !g_cancellable_is_cancelled (((Job *) data)->cancellable);
}

static void
fill_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;

  systole_run_array_frame (job->of.run, job->of.unit, job->of.cycle, &job->of.window, &job->frame);
  g_task_return_boolean (task, systole_run_array_values (job->of.run, job->of.unit, &job->frame, goes_on, job));
}

/* Playing went on: step by step to the cycle that is shown now. */
static void
catch_up (SystoleLaneView *self, const SystoleLaneLack *from)
{
  guint64 now = systole_lane_view_get_cycle (self);

  if (self->run != from->run || now <= from->cycle || now - from->cycle > CATCH_UP)
    return;
  for (guint64 cycle = from->cycle + 1; cycle <= now; cycle++)
    systole_lane_cache_array (self->cache, from->run, from->unit, cycle, &from->window);
}

static void
filled_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SystoleLaneView *self = SYSTOLE_LANE_VIEW (source);
  Job *job = g_task_get_task_data (G_TASK (result));
  gboolean filled = g_task_propagate_boolean (G_TASK (result), NULL);

  if (self->values_job == G_TASK (result))
    self->values_job = NULL;
  if (filled && self->run == job->of.run)
    {
      systole_lane_cache_put_array (self->cache, &job->of, &job->frame);
      catch_up (self, &job->of);
      systole_canvas_redraw (SYSTOLE_CANVAS (self));
      systole_lane_view_refresh_card (self);
      systole_lane_view_emit (self, SYSTOLE_LANE_VIEW_VALUES_CHANGED);
    }
}

static gboolean
is_same (const SystoleLaneLack *a, const SystoleLaneLack *b)
{
  return a->run == b->run && a->unit == b->unit && a->cycle == b->cycle && memcmp (&a->window, &b->window, sizeof a->window) == 0;
}

void
systole_lane_view_stop_values (SystoleLaneView *self)
{
  if (self->values_job == NULL)
    return;
  g_cancellable_cancel (((Job *) g_task_get_task_data (self->values_job))->cancellable);
  self->values_job = NULL;
}

/**
 * systole_lane_view_fill_values:
 *
 * After a picture: begins to add up what it lacks. While it plays, what is under way is
 * finished first: it leads on to the present cycle.
 */
void
systole_lane_view_fill_values (SystoleLaneView *self)
{
  SystoleLaneLack lack;
  Job *job = self->values_job != NULL ? g_task_get_task_data (self->values_job) : NULL;

  if (!systole_lane_cache_find_lack (self->cache, &lack))
    return;
  if (job != NULL && (is_same (&job->of, &lack) || (job->of.run == lack.run && systole_canvas_get_playing (SYSTOLE_CANVAS (self)))))
    return;
  systole_lane_view_stop_values (self);
  job = g_new0 (Job, 1);
  job->of = lack;
  systole_run_ref (job->of.run);
  systole_array_frame_init (&job->frame);
  job->cancellable = g_cancellable_new ();
  self->values_job = g_task_new (self, NULL, filled_cb, NULL);
  g_task_set_source_tag (self->values_job, systole_lane_view_fill_values);
  g_task_set_priority (self->values_job, G_PRIORITY_DEFAULT_IDLE);
  g_task_set_task_data (self->values_job, job, job_free);
  g_task_run_in_thread (self->values_job, fill_thread);
  g_object_unref (self->values_job); /* the task lives until it has called back */
}

SystoleLaneCache *
systole_lane_view_new_cache (void)
{
  SystoleLaneCache *cache = systole_lane_cache_new ();

  systole_lane_cache_set_budget (cache, BUDGET);
  return cache;
}

gboolean
systole_lane_view_is_settled (SystoleLaneView *self)
{
  SystoleLaneLack lack;

  return self->values_job == NULL && !systole_lane_cache_find_lack (self->cache, &lack);
}
