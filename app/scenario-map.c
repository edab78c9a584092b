/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/scenario-map.h"

#include <string.h>

#include "app/differences.h"
#include "app/edits.h"
#include "app/map-axes.h"

struct _SystoleScenarioMap
{
  SystoleMapJob *job;
  SystoleMap *map; /* found so far, or NULL */
  SystoleAxis *x, *y;
  char *key;
  const char *subtitle;
  char *x_name, *y_name;
  char *names[SYSTOLE_MAP_MAX_LANES];
  guint lanes[SYSTOLE_MAP_MAX_LANES], n_lanes;
};

/* Only sizes along the sides of the map may differ, and where one looks. */
static char *
make_key (const SystoleScenarioMap *self, const SystoleScenario *scenario)
{
  g_autoptr (SystoleScenario) bare = systole_scenario_copy (scenario);
  g_autoptr (GPtrArray) ops = systole_edit_find_ops (bare);
  g_autofree char *text = NULL;

  for (guint i = 0; i < ops->len; i++)
    {
      SystoleOp *op = g_ptr_array_index (ops, i);

      op->given = NULL;
      systole_axis_set_dims (self->x, systole_axis_get (self->x, 0), op);
      systole_axis_set_dims (self->y, systole_axis_get (self->y, 0), op);
    }
  g_array_set_size (bare->expectations, 0);
  bare->view.present = FALSE;
  text = systole_scenario_write (bare, NULL);
  return g_strdup_printf ("%u %u\n%s", systole_axis_get_n (self->x), systole_axis_get_n (self->y), text);
}

/* FALSE: the operation has not two sizes of its own. */
static gboolean
choose_axes (SystoleScenarioMap *self, const SystoleScenario *scenario, const SystoleOp *op)
{
  g_autoptr (GPtrArray) choices = systole_map_choices_new (op);
  const SystoleMapChoice *along, *up;
  guint x, y;

  if (choices->len < 2)
    return FALSE;
  systole_map_choices_get_default (choices, op, &x, &y);
  if (x == y)
    return FALSE;
  along = choices->pdata[x];
  up = choices->pdata[y];
  self->x = systole_map_axis_new (along->keys, op, systole_map_is_bare (scenario));
  self->y = systole_map_axis_new (up->keys, op, systole_map_is_bare (scenario));
  self->x_name = g_strdup (along->title);
  self->y_name = g_strdup (up->title);
  return TRUE;
}

/**
 * systole_scenario_map_new:
 *
 * Returns: (transfer full) (nullable): NULL where fewer than two lanes do the same work, or
 *   the work has one size only
 */
SystoleScenarioMap *
systole_scenario_map_new (const SystoleScenario *scenario, SystoleCatalogue *catalogue)
{
  const SystoleOp *op = systole_scenario_get_lane_op (scenario, 0);
  g_autoptr (SystoleScenarioMap) self = g_new0 (SystoleScenarioMap, 1);
  const char *plain[SYSTOLE_MAP_MAX_LANES];
  gboolean mixed = FALSE;

  if (op == NULL || scenario->lanes->len < 2 || !choose_axes (self, scenario, op))
    return NULL;
  self->job = systole_map_job_new (scenario, catalogue, self->x, self->y);
  self->n_lanes = systole_map_job_get_lanes (self->job, self->lanes);
  if (self->n_lanes < 2)
    return NULL;
  self->subtitle = systole_op_kind_get_title (op->kind);
  for (guint i = 0; i < self->n_lanes; i++)
    {
      const SystoleOp *own = systole_scenario_get_lane_op (scenario, self->lanes[i]);
      const char *model = systole_differences_get_model (systole_scenario_get_lane (scenario, self->lanes[i]), catalogue);

      mixed |= own->format != op->format;
      self->names[i] = g_strdup_printf ("%s, %s", model, systole_format_get_title (own->format));
      plain[i] = model;
    }
  /* A format that is the same everywhere tells nobody apart. */
  for (guint i = 0; !mixed && i < self->n_lanes; i++)
    {
      g_free (self->names[i]);
      self->names[i] = g_strdup (plain[i]);
    }
  self->key = make_key (self, scenario);
  return g_steal_pointer (&self);
}

void
systole_scenario_map_free (SystoleScenarioMap *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->job, systole_map_job_unref);
  g_clear_pointer (&self->map, systole_map_free);
  g_clear_pointer (&self->x, systole_axis_free);
  g_clear_pointer (&self->y, systole_axis_free);
  for (guint i = 0; i < self->n_lanes; i++)
    g_free (self->names[i]);
  g_free (self->x_name);
  g_free (self->y_name);
  g_free (self->key);
  g_free (self);
}

const char *
systole_scenario_map_get_key (const SystoleScenarioMap *self)
{
  return self->key;
}

SystoleMapJob *
systole_scenario_map_get_job (SystoleScenarioMap *self)
{
  return self->job;
}

/* Documented in scenario-map.h. */
gboolean
systole_scenario_map_take (SystoleScenarioMap *self)
{
  SystoleMap *map = systole_map_job_take_map (self->job);

  if (map == NULL)
    return FALSE;
  g_clear_pointer (&self->map, systole_map_free);
  self->map = map;
  return TRUE;
}

/**
 * systole_scenario_map_fill:
 * @here: with the same key: its sizes are where the stage is
 * @out: (out): all but width and style; lends what this holds
 */
void
systole_scenario_map_fill (const SystoleScenarioMap *self, const SystoleScenario *here, SystoleMapPaint *out)
{
  const SystoleOp *op = systole_scenario_get_lane_op (here, 0);

  memset (out, 0, sizeof *out);
  out->map = self->map;
  out->subtitle = self->subtitle;
  for (guint i = 0; i < self->n_lanes; i++)
    {
      out->names[i] = self->names[i];
      out->letters[i] = (char) ('A' + self->lanes[i]);
    }
  out->x_name = self->x_name;
  out->y_name = self->y_name;
  out->has_here = op != NULL && systole_map_axis_get_value (self->x, op, &out->here_x) && systole_map_axis_get_value (self->y, op, &out->here_y);
  out->at_x = out->at_y = -1;
  out->progress = self->map == NULL ? 0 : -1;
}
