/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/map-controller.h"

#include <string.h>

#include "app/edits.h"
#include "app/map-axes.h"
#include "app/map-window.h"
#include "app/maps.h"
#include "engine/base/i18n.h"
#include "engine/run/run-name.h"
#include "widgets/map-painter.h"
#include "widgets/quantity-text.h"

#define POLL_MS 100

struct _SystoleMapController
{
  SystoleSession *session;
  SystoleMapPage *page;

  GPtrArray *choices; /* of the operation, or NULL */
  SystoleOpKind kind; /* that they are for */
  char *x_keys, *y_keys;
  SystoleAxis *x, *y; /* of the map, or NULL */

  SystoleMapJob *job;        /* under way, or NULL */
  GCancellable *cancellable; /* its */
  guint source;              /* while it is under way: looks for what it has */
  SystoleScenario *shown;    /* whose map is shown or under way, or NULL */
  gboolean settled;
};

static SystoleMapView *
view_of (SystoleMapController *self)
{
  return systole_map_page_get_view (self->page);
}

/* --- a job --- */

static void
stop (SystoleMapController *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->job, systole_map_job_unref);
  systole_map_page_set_progress (self->page, -1);
}

static gboolean
take (SystoleMapController *self)
{
  SystoleMap *map = systole_map_job_take_map (self->job);

  if (map != NULL)
    systole_map_view_take_map (view_of (self), map);
  return map != NULL;
}

static gboolean
poll_cb (gpointer data)
{
  SystoleMapController *self = data;

  take (self);
  systole_map_page_set_progress (self->page, systole_map_job_get_progress (self->job));
  return G_SOURCE_CONTINUE;
}

static void
done_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SystoleMapJob *job = g_task_get_task_data (G_TASK (result));
  SystoleMapController *self = data;

  /* Cancelled: whoever did it has gone on, and may be gone. */
  if (!systole_map_job_run_finish (job, result))
    return;
  take (self);
  self->settled = TRUE;
  stop (self);
}

/* --- what the map is of --- */

/* What is offered follows the operation; what was chosen stays while it can. */
static void
update_choices (SystoleMapController *self, const SystoleOp *op)
{
  guint x, y;
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();

  if (self->choices != NULL && self->kind == op->kind)
    return;
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  self->choices = systole_map_choices_new (op);
  self->kind = op->kind;
  for (guint i = 0; i < self->choices->len; i++)
    g_ptr_array_add (titles, ((SystoleMapChoice *) self->choices->pdata[i])->title);
  g_ptr_array_add (titles, NULL);
  systole_map_choices_get_default (self->choices, op, &x, &y);
  g_free (self->x_keys);
  g_free (self->y_keys);
  self->x_keys = g_strdup (((SystoleMapChoice *) self->choices->pdata[x])->keys);
  self->y_keys = g_strdup (((SystoleMapChoice *) self->choices->pdata[y])->keys);
  systole_map_page_set_choices (self->page, (const char *const *) titles->pdata, x, y);
}

static const char *
title_of (SystoleMapController *self, const char *keys)
{
  for (guint i = 0; i < self->choices->len; i++)
    {
      const SystoleMapChoice *choice = self->choices->pdata[i];

      if (strcmp (choice->keys, keys) == 0)
        return choice->title;
    }
  return keys;
}

/* Two axes must not set the same dimension. */
static gboolean
share_a_key (const SystoleAxis *x, const SystoleAxis *y)
{
  for (guint i = 0; x->keys[i] != NULL; i++)
    if (g_strv_contains ((const char *const *) y->keys, x->keys[i]))
      return TRUE;
  return FALSE;
}

/* Why there can be no map, or NULL. */
static const char *
find_obstacle (SystoleMapController *self, const SystoleScenario *scenario)
{
  const SystoleOp *op = systole_edit_get_op (self->session);
  g_autoptr (SystoleMapJob) job = NULL;
  guint lanes[SYSTOLE_MAP_MAX_LANES];

  if (op == NULL || scenario->lanes->len < 2)
    return _ ("The map compares machines. Add one with “+ Compare”.");
  if (self->choices->len < 2)
    return _ ("This operation has one size only: there is no plane to map.");
  if (share_a_key (self->x, self->y))
    return _ ("Both sides of the map have the same size. Choose another for one of them.");
  job = systole_map_job_new (scenario, systole_session_get_catalogue (self->session), self->x, self->y);
  if (systole_map_job_get_lanes (job, lanes) < 2)
    return _ ("The lanes do different work, so that none is faster at the same.");
  return NULL;
}

static void
show_words (SystoleMapController *self, const SystoleScenario *scenario)
{
  const SystoleOp *op = systole_edit_get_op (self->session);
  guint lanes[SYSTOLE_MAP_MAX_LANES];
  SystoleMapWords words = { .subtitle = systole_op_kind_get_title (op->kind), .x_name = title_of (self, self->x_keys), .y_name = title_of (self, self->y_keys) };
  char *names[SYSTOLE_MAP_MAX_LANES];
  const SystoleRun *all[SYSTOLE_MAX_LANES];
  guint n = MIN (systole_session_get_n_lanes (self->session), G_N_ELEMENTS (all));

  for (guint i = 0; i < n; i++)
    all[i] = systole_session_get_run (self->session, i);
  words.n_lanes = systole_map_job_get_lanes (self->job, lanes);
  for (guint i = 0; i < words.n_lanes; i++)
    {
      SystoleRun *run = systole_session_get_run (self->session, lanes[i]);
      const SystoleOp *own = systole_scenario_get_lane_op (scenario, lanes[i]);
      const char *machine = systole_scenario_get_lane (scenario, lanes[i])->machine;
      g_auto (SystoleRunName) name = { NULL };

      if (run != NULL)
        systole_run_name_init (&name, all, n, lanes[i]);
      names[i] = systole_map_name_lane (run != NULL ? name.title : machine != NULL ? machine
                                                                                   : "",
                                        own->format);
      words.names[i] = names[i];
      words.letters[i] = (char) ('A' + lanes[i]);
    }
  systole_map_view_set_words (view_of (self), &words);
  for (guint i = 0; i < words.n_lanes; i++)
    g_free (names[i]);
}

static void
show_here (SystoleMapController *self)
{
  const SystoleOp *op = systole_edit_get_op (self->session);
  guint64 x = 0, y = 0;
  gboolean has = op != NULL && self->x != NULL && systole_map_axis_get_value (self->x, op, &x) && systole_map_axis_get_value (self->y, op, &y);

  systole_map_view_set_here (view_of (self), has, x, y);
}

/* Whether the map of @a is that of @b: only sizes along its sides differ. */
static gboolean
is_same_map (SystoleMapController *self, const SystoleScenario *a, const SystoleScenario *b)
{
  g_autoptr (SystoleScenario) copy = systole_scenario_copy (a);
  g_autoptr (SystoleScenario) other = systole_scenario_copy (b);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  SystoleScenario *both[] = { copy, other };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GPtrArray) ops = systole_edit_find_ops (both[i]);

      for (guint k = 0; k < ops->len; k++)
        {
          SystoleOp *op = g_ptr_array_index (ops, k);

          op->given = NULL;
          systole_axis_set_dims (self->x, systole_axis_get (self->x, 0), op);
          systole_axis_set_dims (self->y, systole_axis_get (self->y, 0), op);
        }
      both[i]->view.present = FALSE;
    }
  first = systole_scenario_write (copy, NULL);
  second = systole_scenario_write (other, NULL);
  return strcmp (first, second) == 0;
}

static void
make_axes (SystoleMapController *self, const SystoleScenario *scenario, const SystoleOp *op)
{
  g_clear_pointer (&self->x, systole_axis_free);
  g_clear_pointer (&self->y, systole_axis_free);
  self->x = systole_map_axis_new (self->x_keys, op, systole_map_is_bare (scenario));
  self->y = systole_map_axis_new (self->y_keys, op, systole_map_is_bare (scenario));
}

static gboolean
is_inside (const SystoleAxis *axis, const SystoleOp *op)
{
  guint64 value = systole_op_get_dim (op, axis->keys[0]);

  return systole_axis_get (axis, 0) <= value && value <= systole_axis_get (axis, systole_axis_get_n (axis) - 1);
}

static void
begin (SystoleMapController *self, const SystoleScenario *scenario)
{
  const char *obstacle = find_obstacle (self, scenario);

  stop (self);
  g_clear_pointer (&self->shown, systole_scenario_unref);
  systole_map_view_take_map (view_of (self), NULL);
  systole_map_view_set_message (view_of (self), obstacle);
  self->settled = obstacle != NULL;
  if (obstacle != NULL)
    return;
  self->shown = systole_scenario_ref ((SystoleScenario *) scenario);
  self->job = systole_map_job_new (scenario, systole_session_get_catalogue (self->session), self->x, self->y);
  self->cancellable = g_cancellable_new ();
  show_words (self, scenario);
  systole_map_page_set_progress (self->page, 0);
  systole_map_job_run_async (self->job, self->cancellable, done_cb, self);
  self->source = g_timeout_add (POLL_MS, poll_cb, self);
}

/* The present map is kept while the stage only goes to another place of it. */
static void
update (SystoleMapController *self)
{
  const SystoleScenario *scenario = systole_session_get_scenario (self->session);
  const SystoleOp *op = systole_edit_get_op (self->session);

  if (!gtk_widget_get_mapped (GTK_WIDGET (self->page)))
    return;
  if (op == NULL)
    {
      begin (self, scenario);
      return;
    }
  update_choices (self, op);
  if (self->shown == NULL || self->x == NULL || !is_inside (self->x, op) || !is_inside (self->y, op) || !is_same_map (self, self->shown, scenario))
    {
      make_axes (self, scenario, op);
      begin (self, scenario);
    }
  show_here (self);
}

/* --- what the user does --- */

static void
axes_cb (SystoleMapController *self, guint x, guint y)
{
  if (self->choices == NULL || x >= self->choices->len || y >= self->choices->len)
    return;
  g_free (self->x_keys);
  g_free (self->y_keys);
  self->x_keys = g_strdup (((SystoleMapChoice *) self->choices->pdata[x])->keys);
  self->y_keys = g_strdup (((SystoleMapChoice *) self->choices->pdata[y])->keys);
  g_clear_pointer (&self->shown, systole_scenario_unref);
  update (self);
}

/* What was found so far stays. */
static void
stop_cb (SystoleMapController *self)
{
  stop (self);
  if (systole_map_view_get_map (view_of (self)) == NULL)
    systole_map_view_set_message (view_of (self), _ ("Stopped before anything was found."));
}

static void
place_cb (SystoleMapController *self, guint64 x, guint64 y)
{
  SystoleScenario *next = systole_scenario_copy (systole_session_get_scenario (self->session));
  g_autoptr (GPtrArray) ops = systole_edit_find_ops (next);
  g_autofree char *x_text = systole_text_count (x);
  g_autofree char *y_text = systole_text_count (y);
  g_autofree char *name = NULL;
  gboolean good = TRUE;

  for (guint i = 0; i < ops->len; i++)
    {
      SystoleOp *op = g_ptr_array_index (ops, i);

      op->given = NULL;
      systole_axis_set_dims (self->x, x, op);
      good &= systole_axis_set_dims (self->y, y, op);
    }
  if (!good)
    {
      systole_scenario_unref (next);
      return;
    }
  /* Translators: name of an edit: two sizes and their values: “Set M to 256, N = K to 2048” */
  name = g_strdup_printf (_ ("Set %s to %s, %s to %s"), title_of (self, self->x_keys), x_text, title_of (self, self->y_keys), y_text);
  systole_session_edit (self->session, next, name, SYSTOLE_EDIT_PARAMETER, NULL);
  systole_history_seal (systole_session_get_history (self->session));
}

static void
enlarge_cb (SystoleMapController *self)
{
  systole_map_window_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self->page))), self->page);
}

static void
scenario_cb (SystoleMapController *self, guint kind)
{
  update (self);
}

/**
 * systole_map_controller_new:
 *
 * Both must outlive it.
 */
SystoleMapController *
systole_map_controller_new (SystoleSession *session, SystoleMapPage *page)
{
  SystoleMapController *self = g_new0 (SystoleMapController, 1);

  self->session = session;
  self->page = g_object_ref (page);
  g_signal_connect_swapped (session, "scenario-changed", G_CALLBACK (scenario_cb), self);
  g_signal_connect_swapped (session, "runs-changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (page, "map", G_CALLBACK (update), self);
  g_signal_connect_swapped (page, "axes-changed", G_CALLBACK (axes_cb), self);
  g_signal_connect_swapped (page, "stop", G_CALLBACK (stop_cb), self);
  g_signal_connect_swapped (page, "enlarge", G_CALLBACK (enlarge_cb), self);
  g_signal_connect_swapped (view_of (self), "place-activated", G_CALLBACK (place_cb), self);
  return self;
}

void
systole_map_controller_free (SystoleMapController *self)
{
  stop (self);
  g_signal_handlers_disconnect_by_data (self->session, self);
  g_signal_handlers_disconnect_by_data (view_of (self), self);
  g_signal_handlers_disconnect_by_data (self->page, self);
  g_object_unref (self->page);
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  g_clear_pointer (&self->x, systole_axis_free);
  g_clear_pointer (&self->y, systole_axis_free);
  g_clear_pointer (&self->shown, systole_scenario_unref);
  g_free (self->x_keys);
  g_free (self->y_keys);
  g_free (self);
}

gboolean
systole_map_controller_is_settled (SystoleMapController *self)
{
  return self->settled;
}
