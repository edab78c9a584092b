/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/maps.h"

#include "app/edits.h"
#include "engine/run/run.h"

#define FIRST_STRIDE 4 /* then half of it, then every size */

struct _SystoleMapJob
{
  gatomicrefcount ref_count;
  SystoleScenario *scenario; /* a copy: its operations are changed */
  SystoleCatalogue *catalogue;
  GPtrArray *ops; /* SystoleOp of the scenario: those that change together */
  SystoleAxis *x, *y;
  guint n_lanes;
  guint lanes[SYSTOLE_MAP_MAX_LANES];
  GCancellable *cancellable; /* of the run under way, or NULL */
  guint pass;

  /* Written by the thread, read by anybody. */
  int thousandths;
  GMutex lock;
  SystoleMap *fresh; /* or NULL: nothing new */
};

static SystoleAxis *
copy_axis (const SystoleAxis *axis)
{
  SystoleAxis *copy = g_new0 (SystoleAxis, 1);

  copy->keys = g_strdupv (axis->keys);
  copy->values = g_array_copy (axis->values);
  return copy;
}

/**
 * systole_map_job_new:
 *
 * Compares the lanes that run the operation which Setup shows, four at most.
 */
SystoleMapJob *
systole_map_job_new (const SystoleScenario *scenario, SystoleCatalogue *catalogue, const SystoleAxis *x, const SystoleAxis *y)
{
  SystoleMapJob *self = g_new0 (SystoleMapJob, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->scenario = systole_scenario_copy (scenario);
  self->catalogue = systole_catalogue_ref (catalogue);
  self->x = copy_axis (x);
  self->y = copy_axis (y);
  /* Values in full are of one shape; times do not depend on them. */
  for (guint i = 0; i < self->scenario->ops->len; i++)
    g_array_index (self->scenario->ops, SystoleOp, i).given = NULL;
  self->ops = systole_edit_find_ops (self->scenario);
  for (guint i = 0; i < self->scenario->lanes->len && self->n_lanes < SYSTOLE_MAP_MAX_LANES; i++)
    if (g_ptr_array_find (self->ops, systole_scenario_get_lane_op (self->scenario, i), NULL))
      self->lanes[self->n_lanes++] = i;
  return self;
}

SystoleMapJob *
systole_map_job_ref (SystoleMapJob *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
systole_map_job_unref (SystoleMapJob *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  systole_scenario_unref (self->scenario);
  systole_catalogue_unref (self->catalogue);
  g_ptr_array_unref (self->ops);
  systole_axis_free (self->x);
  systole_axis_free (self->y);
  g_clear_pointer (&self->fresh, systole_map_free);
  g_mutex_clear (&self->lock);
  g_free (self);
}

guint
systole_map_job_get_lanes (SystoleMapJob *self, guint lanes[SYSTOLE_MAP_MAX_LANES])
{
  for (guint i = 0; i < self->n_lanes; i++)
    lanes[i] = self->lanes[i];
  return self->n_lanes;
}

static gboolean
goes_on (double fraction, gpointer data)
{
  return !g_cancellable_is_cancelled (((SystoleMapJob *) data)->cancellable);
}

/* Each pass has about four times the places of the one before. */
static gboolean
report (double fraction, gpointer data)
{
  static const double before[] = { 0, 0.0625, 0.25, 1 };
  SystoleMapJob *self = data;

  g_atomic_int_set (&self->thousandths, (int) (1000 * (before[self->pass] + fraction * (before[self->pass + 1] - before[self->pass]))));
  return goes_on (fraction, self);
}

static gboolean
ask (gpointer data, guint lane, guint64 x, guint64 y, SystoleMapCell *out)
{
  SystoleMapJob *self = data;
  SystoleRun *run;

  for (guint i = 0; i < self->ops->len; i++)
    {
      SystoleOp *op = g_ptr_array_index (self->ops, i);

      /* One alone may not fit the other's old value. */
      systole_axis_set_dims (self->x, x, op);
      if (!systole_axis_set_dims (self->y, y, op))
        return goes_on (0, self);
    }
  run = systole_scenario_run_lane (self->scenario, self->lanes[lane], self->catalogue, goes_on, self, NULL);
  if (run != NULL)
    systole_map_set_cell (out, run);
  g_clear_pointer (&run, systole_run_unref);
  return goes_on (0, self);
}

static void
publish (SystoleMapJob *self, const SystoleMap *map)
{
  SystoleMap *thin = systole_map_thin (map);

  g_mutex_lock (&self->lock);
  g_clear_pointer (&self->fresh, systole_map_free);
  self->fresh = thin;
  g_mutex_unlock (&self->lock);
}

gboolean
systole_map_job_run (SystoleMapJob *self, GCancellable *cancellable)
{
  g_autoptr (SystoleMap) map = NULL;

  g_return_val_if_fail (self->n_lanes > 0, FALSE);
  self->cancellable = cancellable;
  map = systole_map_new (&g_array_index (self->x->values, guint64, 0), self->x->values->len, &g_array_index (self->y->values, guint64, 0), self->y->values->len, self->n_lanes);
  for (guint stride = FIRST_STRIDE; stride >= 1; stride /= 2, self->pass++)
    {
      if (!systole_map_fill (map, stride, ask, self, report, self))
        return FALSE;
      publish (self, map);
    }
  g_atomic_int_set (&self->thousandths, 1000);
  return TRUE;
}

static void
run_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_boolean (task, systole_map_job_run (data, cancellable));
}

/**
 * systole_map_job_run_async:
 * @cancellable: (nullable): ends the work at the engine's next report
 *
 * A job runs once.
 */
void
systole_map_job_run_async (SystoleMapJob *self, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, systole_map_job_run_async);
  g_task_set_priority (task, G_PRIORITY_LOW);
  g_task_set_task_data (task, systole_map_job_ref (self), (GDestroyNotify) systole_map_job_unref);
  g_task_run_in_thread (task, run_thread);
}

/**
 * systole_map_job_run_finish:
 *
 * Returns: FALSE: it was cancelled
 */
gboolean
systole_map_job_run_finish (SystoleMapJob *self, GAsyncResult *result)
{
  return g_task_propagate_boolean (G_TASK (result), NULL);
}

/* 0 … 1 */
double
systole_map_job_get_progress (SystoleMapJob *self)
{
  return g_atomic_int_get (&self->thousandths) / 1000.0;
}

/* Documented in maps.h. */
SystoleMap *
systole_map_job_take_map (SystoleMapJob *self)
{
  SystoleMap *map;

  g_mutex_lock (&self->lock);
  map = g_steal_pointer (&self->fresh);
  g_mutex_unlock (&self->lock);
  return map;
}
