/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cliffs.h"

#include "app/dim-names.h"
#include "app/edits.h"
#include "engine/run/run.h"

typedef struct
{
  SystoleScenario *scenario; /* a copy: its operation is changed */
  SystoleCatalogue *catalogue;
  GCancellable *cancellable;
  GHashTable *known; /* key of lane and value → cycles + 1; 0: does not run */
  GPtrArray *ops;    /* SystoleOp of the scenario: those that change together */
  guint dim;
  guint lanes[SYSTOLE_CLIFF_MAX_LANES];
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  systole_scenario_unref (job->scenario);
  systole_catalogue_unref (job->catalogue);
  g_hash_table_unref (job->known);
  g_ptr_array_unref (job->ops);
  g_free (job);
}

static gboolean
goes_on (double fraction, gpointer data)
{
  return !g_cancellable_is_cancelled (((Job *) data)->cancellable);
}

static guint64
run_once (Job *job, guint lane)
{
  SystoleRun *run = systole_scenario_run_lane (job->scenario, job->lanes[lane], job->catalogue, goes_on, job, NULL);
  guint64 cycles = 0;

  /* What an audit does not let stand is no number to advise with. */
  if (run != NULL && systole_run_is_sound (run))
    cycles = systole_run_get_n_cycles (run) + 1;
  g_clear_pointer (&run, systole_run_unref);
  return cycles;
}

static gboolean
set_dim (Job *job, guint64 value)
{
  gboolean good = TRUE;

  for (guint i = 0; i < job->ops->len; i++)
    {
      SystoleOp *op = g_ptr_array_index (job->ops, i);

      op->dims[job->dim] = value;
      good &= systole_op_check (op, NULL);
    }
  return good;
}

static gboolean
cycles_at (gpointer data, guint lane, guint64 value, guint64 *cycles)
{
  Job *job = data;
  guint64 key = value * SYSTOLE_CLIFF_MAX_LANES + lane;
  guint64 *known = g_hash_table_lookup (job->known, &key);

  if (!goes_on (0, job))
    return FALSE;
  if (known == NULL)
    {
      known = g_new (guint64, 2);
      known[0] = key;
      known[1] = set_dim (job, value) ? run_once (job, lane) : 0;
      g_hash_table_insert (job->known, &known[0], known);
      known = g_hash_table_lookup (job->known, &key);
    }
  if (known[1] == 0)
    return FALSE;
  *cycles = known[1] - 1;
  return TRUE;
}

/* Whether twice the value is twice the work: not so for the length of a sequence. */
static gboolean
doubles_work (const SystoleOp *op, guint dim)
{
  SystoleOp twice = *op;
  guint64 work = systole_op_get_useful_work (op);

  twice.dims[dim] *= 2;
  return systole_op_check (&twice, NULL) && systole_op_get_useful_work (&twice) / 2 == work;
}

static void
find_lanes (Job *job, SystoleCliffs *self)
{
  for (guint i = 0; i < job->scenario->lanes->len && self->n_lanes < SYSTOLE_CLIFF_MAX_LANES; i++)
    if (g_ptr_array_find (job->ops, systole_scenario_get_lane_op (job->scenario, i), NULL))
      {
        job->lanes[self->n_lanes] = i;
        self->lanes[self->n_lanes++] = i;
      }
  self->alone = job->scenario->lanes->len == 1;
}

static SystoleCliffs *
find (Job *job)
{
  SystoleCliffs *self = g_new0 (SystoleCliffs, 1);
  const SystoleOp *op;
  const SystoleOpDim *dims;
  guint n;

  if (job->ops->len == 0)
    return self;
  op = g_ptr_array_index (job->ops, 0);
  find_lanes (job, self);
  dims = systole_op_kind_get_dims (op->kind, &n);
  for (job->dim = 0; job->dim < n && goes_on (0, job); job->dim++)
    {
      const SystoleOpDim *dim = &dims[job->dim];
      SystoleCliff *cliff = &self->cliffs[job->dim];
      guint64 value = op->dims[job->dim];

      g_hash_table_remove_all (job->known);
      if (systole_dim_get_form (dim) == SYSTOLE_DIM_NUMBER && dim->min <= value && value <= dim->max)
        self->found[job->dim] = systole_cliff_find (value, dim->min, dim->max, self->n_lanes, cycles_at, job, cliff);
      set_dim (job, value);
      cliff->doubled.found = cliff->doubled.found && doubles_work (op, job->dim);
    }
  return self;
}

static void
find_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  SystoleCliffs *cliffs;

  job->cancellable = cancellable;
  cliffs = find (job);
  if (g_cancellable_is_cancelled (cancellable))
    {
      g_free (cliffs);
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
    }
  else
    g_task_return_pointer (task, cliffs, g_free);
}

/**
 * systole_cliffs_find_async:
 * @cancellable: (nullable): ends the work at the engine's next report
 *
 * Runs the scenario's lanes with neighbouring values of each dimension.
 */
void
systole_cliffs_find_async (const SystoleScenario *scenario, SystoleCatalogue *catalogue, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Job *job = g_new0 (Job, 1);

  job->scenario = systole_scenario_copy (scenario);
  /* Values in full are of one shape; cycles do not depend on them. */
  for (guint i = 0; i < job->scenario->ops->len; i++)
    g_array_index (job->scenario->ops, SystoleOp, i).given = NULL;
  job->ops = systole_edit_find_ops (job->scenario);
  job->catalogue = systole_catalogue_ref (catalogue);
  job->known = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  g_task_set_source_tag (task, systole_cliffs_find_async);
  g_task_set_priority (task, G_PRIORITY_LOW);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, find_thread);
}

/**
 * systole_cliffs_find_finish:
 *
 * Returns: (transfer full): the cliffs; %NULL with %G_IO_ERROR_CANCELLED only
 */
SystoleCliffs *
systole_cliffs_find_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
