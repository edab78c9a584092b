/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/beat-runs.h"

/* Runs of up to this much work are made at once, as the session does. */
#define SMALL_RUN_WORK (1u << 16)
#define AHEAD 3 /* beats that are prepared behind the present one */

typedef struct
{
  SystoleScenario *scenario;
  char *key; /* work and machines, as bytes */
} Beat;

struct _SystoleBeatRuns
{
  SystoleCatalogue *catalogue;
  Beat *beats;
  guint n;
  GHashTable *results; /* key → SystoleResults, or NULL while under way */
  GCancellable *cancellable;
  SystoleBeatRunsReady ready;
  gpointer data;
};

typedef struct
{
  SystoleBeatRuns *owner; /* valid while the cancellable is not cancelled */
  GCancellable *cancellable;
  char *key;
} Job;

/* What the runs depend on: not where one looks. */
static char *
make_key (const SystoleScenario *scenario)
{
  g_autoptr (SystoleScenario) bare = systole_scenario_copy (scenario);

  g_array_set_size (bare->expectations, 0);
  bare->view.present = FALSE;
  return systole_scenario_write (bare, NULL);
}

static void
unref_results (gpointer results)
{
  g_clear_pointer ((SystoleResults **) &results, systole_results_unref);
}

/**
 * systole_beat_runs_new:
 * @lesson: with beats
 * @ready: called in the main loop for each beat whose runs have come
 */
SystoleBeatRuns *
systole_beat_runs_new (const SystoleScenario *lesson, SystoleCatalogue *catalogue, SystoleBeatRunsReady ready, gpointer data)
{
  SystoleBeatRuns *self = g_new0 (SystoleBeatRuns, 1);

  self->catalogue = systole_catalogue_ref (catalogue);
  self->n = systole_scenario_get_n_beats (lesson);
  self->beats = g_new0 (Beat, self->n);
  for (guint i = 0; i < self->n; i++)
    {
      self->beats[i].scenario = systole_scenario_at_beat (lesson, i);
      self->beats[i].key = make_key (self->beats[i].scenario);
    }
  self->results = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, unref_results);
  self->cancellable = g_cancellable_new ();
  self->ready = ready;
  self->data = data;
  return self;
}

void
systole_beat_runs_free (SystoleBeatRuns *self)
{
  if (self == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  for (guint i = 0; i < self->n; i++)
    {
      systole_scenario_unref (self->beats[i].scenario);
      g_free (self->beats[i].key);
    }
  g_free (self->beats);
  g_hash_table_unref (self->results);
  systole_catalogue_unref (self->catalogue);
  g_free (self);
}

static gboolean
is_small (const SystoleScenario *scenario)
{
  for (guint i = 0; i < scenario->lanes->len && i < SYSTOLE_MAX_LANES; i++)
    {
      const SystoleOp *op = systole_scenario_get_lane_op (scenario, i);

      if (op == NULL || systole_op_get_useful_work (op) > SMALL_RUN_WORK)
        return FALSE;
    }
  return TRUE;
}

static void
done (GObject *source, GAsyncResult *result, gpointer data)
{
  Job *job = data;
  SystoleResults *results = systole_runner_run_finish (result, NULL);

  if (results != NULL && !g_cancellable_is_cancelled (job->cancellable))
    {
      SystoleBeatRuns *self = job->owner;

      g_hash_table_replace (self->results, g_strdup (job->key), g_steal_pointer (&results));
      for (guint i = 0; !g_cancellable_is_cancelled (job->cancellable) && i < self->n; i++)
        if (g_str_equal (self->beats[i].key, job->key))
          self->ready (i, self->data);
    }
  unref_results (results);
  g_object_unref (job->cancellable);
  g_free (job->key);
  g_free (job);
}

static void
prepare_one (SystoleBeatRuns *self, guint beat)
{
  const Beat *own = &self->beats[beat];
  Job *job;

  if (g_hash_table_contains (self->results, own->key))
    return;
  if (is_small (own->scenario))
    {
      g_hash_table_insert (self->results, g_strdup (own->key), systole_runner_run (own->scenario, self->catalogue));
      return;
    }
  job = g_new0 (Job, 1);
  job->owner = self;
  job->cancellable = g_object_ref (self->cancellable);
  job->key = g_strdup (own->key);
  g_hash_table_insert (self->results, g_strdup (own->key), NULL);
  systole_runner_run_async (own->scenario, self->catalogue, NULL, self->cancellable, done, job);
}

/**
 * systole_beat_runs_prepare:
 * @beat: the one that is shown
 */
void
systole_beat_runs_prepare (SystoleBeatRuns *self, guint beat)
{
  for (guint i = beat; i <= beat + AHEAD && i < self->n; i++)
    prepare_one (self, i);
  if (beat > 0)
    prepare_one (self, beat - 1);
}

const SystoleScenario *
systole_beat_runs_get_scenario (SystoleBeatRuns *self, guint beat)
{
  g_return_val_if_fail (beat < self->n, NULL);
  return self->beats[beat].scenario;
}

SystoleResults *
systole_beat_runs_get (SystoleBeatRuns *self, guint beat)
{
  g_return_val_if_fail (beat < self->n, NULL);
  return g_hash_table_lookup (self->results, self->beats[beat].key);
}
