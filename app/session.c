/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/session-private.h"

#include "engine/base/error.h"
#include "engine/scenario/beat.h"

/* Runs of up to this much work (MACs, else operations, else bytes) are done at once, so that the first picture is whole. */
#define SMALL_RUN_WORK (1u << 16)

#define PROGRESS_INTERVAL_MS 100

enum
{
  PROP_0,
  PROP_PLAYING,
  PROP_SPEED,
  PROP_STEP_UNIT,
  PROP_TIME_BASE,
  PROP_ACTIVE,
  PROP_RUNNING,
  PROP_FRACTION,
  PROP_BEAT,
  N_PROPS
};

enum
{
  SIGNAL_SCENARIO_CHANGED,
  SIGNAL_RUNS_CHANGED,
  SIGNAL_MOVED,
  SIGNAL_VIEW_TAKEN,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SystoleSession, systole_session, G_TYPE_OBJECT)

static void
forget_job (SystoleSession *self)
{
  g_clear_handle_id (&self->progress_source, g_source_remove);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->progress, systole_run_progress_unref);
}

static void
take_results (SystoleSession *self, SystoleResults *results)
{
  g_clear_pointer (&self->results, systole_results_unref);
  self->results = results;
  if (self->view_pending)
    {
      systole_session_take_view (self);
      g_signal_emit (self, signals[SIGNAL_VIEW_TAKEN], 0);
    }
  systole_session_settle (self);
  g_signal_emit (self, signals[SIGNAL_RUNS_CHANGED], 0);
  systole_session_emit_moved (self);
}

static void
run_done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (SystoleSession) self = data;
  g_autoptr (GError) error = NULL;
  SystoleResults *results = systole_runner_run_finish (result, &error);
  gboolean stale = self->cancellable == NULL || g_task_get_cancellable (G_TASK (result)) != self->cancellable;

  /* An edit since then has its own job: this result is of an old scenario. */
  if (stale)
    {
      g_clear_pointer (&results, systole_results_unref);
      return;
    }
  forget_job (self);
  if (results != NULL)
    take_results (self, results);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
}

static gboolean
poll_progress (gpointer data)
{
  SystoleSession *self = data;
  double fraction = systole_run_progress_get (self->progress);

  if (fraction > self->fraction)
    {
      self->fraction = fraction;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FRACTION]);
    }
  return G_SOURCE_CONTINUE;
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
run (SystoleSession *self)
{
  const SystoleScenario *scenario = systole_session_get_scenario (self);

  systole_session_cancel (self);
  self->fraction = 0;
  if (is_small (scenario))
    {
      take_results (self, systole_runner_run (scenario, self->catalogue));
      return;
    }
  self->cancellable = g_cancellable_new ();
  self->progress = systole_run_progress_new ();
  self->progress_source = g_timeout_add (PROGRESS_INTERVAL_MS, poll_progress, self);
  systole_runner_run_async (scenario, self->catalogue, self->progress, self->cancellable, run_done, g_object_ref (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
}

void
systole_session_scenario_changed (SystoleSession *self, SystoleEditKind kind)
{
  g_signal_emit (self, signals[SIGNAL_SCENARIO_CHANGED], 0, (guint) kind);
  if (kind != SYSTOLE_EDIT_DATA)
    run (self);
  else
    systole_session_emit_moved (self);
}

static void
systole_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SystoleSession *self = SYSTOLE_SESSION (object);

  switch (id)
    {
    case PROP_PLAYING:
      g_value_set_boolean (value, self->playing);
      break;
    case PROP_SPEED:
      g_value_set_double (value, self->speed);
      break;
    case PROP_STEP_UNIT:
      g_value_set_enum (value, self->step_unit);
      break;
    case PROP_TIME_BASE:
      g_value_set_enum (value, self->time_base);
      break;
    case PROP_ACTIVE:
      g_value_set_uint (value, self->active);
      break;
    case PROP_RUNNING:
      g_value_set_boolean (value, systole_session_is_running (self));
      break;
    case PROP_FRACTION:
      g_value_set_double (value, self->fraction);
      break;
    case PROP_BEAT:
      g_value_set_int (value, self->shown.beat);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
systole_session_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SystoleSession *self = SYSTOLE_SESSION (object);

  switch (id)
    {
    case PROP_PLAYING:
      systole_session_set_playing (self, g_value_get_boolean (value));
      break;
    case PROP_SPEED:
      systole_session_set_speed (self, g_value_get_double (value));
      break;
    case PROP_STEP_UNIT:
      systole_session_set_step_unit (self, g_value_get_enum (value));
      break;
    case PROP_TIME_BASE:
      systole_session_set_time_base (self, g_value_get_enum (value));
      break;
    case PROP_ACTIVE:
      systole_session_set_active (self, g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
systole_session_finalize (GObject *object)
{
  SystoleSession *self = SYSTOLE_SESSION (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  forget_job (self);
  g_clear_pointer (&self->results, systole_results_unref);
  g_clear_pointer (&self->at_beat, systole_scenario_unref);
  g_clear_object (&self->history);
  g_clear_pointer (&self->catalogue, systole_catalogue_unref);
  G_OBJECT_CLASS (systole_session_parent_class)->finalize (object);
}

static void
systole_session_class_init (SystoleSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags both = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  const GParamFlags read = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = systole_session_get_property;
  object_class->set_property = systole_session_set_property;
  object_class->finalize = systole_session_finalize;

  properties[PROP_PLAYING] = g_param_spec_boolean ("playing", NULL, NULL, FALSE, both);
  properties[PROP_SPEED] = g_param_spec_double ("speed", NULL, NULL, 0, G_MAXDOUBLE, 1, both);
  properties[PROP_STEP_UNIT] = g_param_spec_enum ("step-unit", NULL, NULL, SYSTOLE_TYPE_STEP, SYSTOLE_STEP_CYCLE, both);
  properties[PROP_TIME_BASE] = g_param_spec_enum ("time-base", NULL, NULL, SYSTOLE_TYPE_TIME_BASE, SYSTOLE_TIME_CYCLES, both);
  properties[PROP_ACTIVE] = g_param_spec_uint ("active", NULL, NULL, 0, SYSTOLE_MAX_LANES - 1, 0, both);
  properties[PROP_RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, read);
  properties[PROP_FRACTION] = g_param_spec_double ("fraction", NULL, NULL, 0, 1, 0, read);
  properties[PROP_BEAT] = g_param_spec_int ("beat", NULL, NULL, -1, SYSTOLE_SCENARIO_MAX_BEATS, -1, read);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[SIGNAL_SCENARIO_CHANGED] = g_signal_new ("scenario-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SIGNAL_RUNS_CHANGED] = g_signal_new ("runs-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_VIEW_TAKEN] = g_signal_new ("view-taken", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_MOVED] = g_signal_new ("moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
systole_session_init (SystoleSession *self)
{
  self->speed = 1;
  self->shown.beat = -1;
  self->step_automatic = TRUE;
}

/**
 * systole_session_new:
 * @catalogue: the machines that scenarios name
 *
 * Returns: (transfer full): a session with the blank scenario, not run yet
 */
SystoleSession *
systole_session_new (SystoleCatalogue *catalogue)
{
  SystoleSession *self = g_object_new (SYSTOLE_TYPE_SESSION, NULL);
  g_autoptr (SystoleScenario) blank = systole_scenario_new ();

  self->catalogue = systole_catalogue_ref (catalogue);
  self->history = systole_history_new (blank);
  return self;
}

/**
 * systole_session_load:
 *
 * Another document: its history begins here, its view is taken, its lanes run (small
 * ones before this returns).
 */
void
systole_session_load (SystoleSession *self, const SystoleScenario *scenario)
{
  g_return_if_fail (SYSTOLE_IS_SESSION (self));
  systole_session_set_playing (self, FALSE);
  g_clear_pointer (&self->results, systole_results_unref);
  systole_session_show_document (self);
  systole_history_reset (self->history, scenario);
  self->view_pending = TRUE;
  systole_session_scenario_changed (self, SYSTOLE_EDIT_STRUCTURE);
}

/**
 * systole_session_load_results:
 * @results: of @scenario, made before
 *
 * As [method@Session.load], without running anything.
 */
void
systole_session_load_results (SystoleSession *self, const SystoleScenario *scenario, SystoleResults *results)
{
  g_return_if_fail (SYSTOLE_IS_SESSION (self));
  systole_session_set_playing (self, FALSE);
  systole_session_cancel (self);
  systole_session_show_document (self);
  systole_history_reset (self->history, scenario);
  self->view_pending = TRUE;
  g_signal_emit (self, signals[SIGNAL_SCENARIO_CHANGED], 0, (guint) SYSTOLE_EDIT_STRUCTURE);
  take_results (self, systole_results_ref (results));
}

SystoleCatalogue *
systole_session_get_catalogue (SystoleSession *self)
{
  return self->catalogue;
}

SystoleHistory *
systole_session_get_history (SystoleSession *self)
{
  return self->history;
}

/**
 * systole_session_get_n_lanes:
 *
 * Returns: lanes with results, 0 … 4
 */
guint
systole_session_get_n_lanes (SystoleSession *self)
{
  return self->results != NULL ? self->results->n : 0;
}

SystoleRun *
systole_session_get_run (SystoleSession *self, guint lane)
{
  return lane < systole_session_get_n_lanes (self) ? self->results->runs[lane] : NULL;
}

const GError *
systole_session_get_error (SystoleSession *self, guint lane)
{
  return lane < systole_session_get_n_lanes (self) ? self->results->errors[lane] : NULL;
}

gboolean
systole_session_is_running (SystoleSession *self)
{
  return self->cancellable != NULL;
}

double
systole_session_get_fraction (SystoleSession *self)
{
  return self->fraction;
}

/**
 * systole_session_cancel:
 *
 * Ends the runs in flight; what was shown stays.
 */
void
systole_session_cancel (SystoleSession *self)
{
  g_return_if_fail (SYSTOLE_IS_SESSION (self));
  if (self->cancellable == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  forget_job (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
}

void
systole_session_emit_moved (SystoleSession *self)
{
  g_signal_emit (self, signals[SIGNAL_MOVED], 0);
}

void
systole_session_notify (SystoleSession *self, const char *property)
{
  g_object_notify (G_OBJECT (self), property);
}
