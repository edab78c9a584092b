/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/export/picture-map.h"

#include <string.h>

#include "app/map-axes.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/run/run-name.h"

struct _SystolePictureMap
{
  SystoleMap *map;
  SystoleAxis *x, *y;
  char *x_title, *y_title;
  SystoleOp op; /* of the runs, without its values */
  guint n_lanes;
  const SystoleRun *runs[SYSTOLE_MAP_MAX_LANES]; /* while the map is made */
  char *names[SYSTOLE_MAP_MAX_LANES];
  char letters[SYSTOLE_MAP_MAX_LANES];
  SystoleProgress progress;
  gpointer progress_data;
};

/* Those that do the work of the first, formats excepted. Returns: how many. */
static guint
find_lanes (const SystoleRun *const *runs, guint n, guint lanes[SYSTOLE_MAP_MAX_LANES])
{
  const SystoleOp *first = NULL;
  guint found = 0;

  for (guint i = 0; i < n && found < SYSTOLE_MAP_MAX_LANES; i++)
    {
      const SystoleOp *op = runs[i] != NULL ? systole_run_get_op (runs[i]) : NULL;

      if (op == NULL || (first != NULL && (op->kind != first->kind || memcmp (op->dims, first->dims, sizeof op->dims) != 0)))
        continue;
      first = first != NULL ? first : op;
      lanes[found++] = i;
    }
  return found;
}

/**
 * systole_picture_map_check:
 *
 * Returns: FALSE with SYSTOLE_ERROR_SHAPE where there is nothing to compare
 */
gboolean
systole_picture_map_check (const SystoleRun *const *runs, guint n, GError **error)
{
  guint lanes[SYSTOLE_MAP_MAX_LANES], found = find_lanes (runs, n, lanes);
  g_autoptr (GPtrArray) choices = found > 0 ? systole_map_choices_new (systole_run_get_op (runs[lanes[0]])) : NULL;

  if (found < 2)
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("--view: a map compares two machines or more at the same work"));
  else if (choices->len < 2)
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("--view: a map needs an operation of two sizes or more"));
  else
    return TRUE;
  return FALSE;
}

static const SystoleMapChoice *
find_choice (const GPtrArray *choices, const char *keys, guint usual, const char *option, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  if (keys == NULL)
    return choices->pdata[usual];
  for (guint i = 0; i < choices->len; i++)
    {
      const SystoleMapChoice *choice = choices->pdata[i];

      if (strcmp (choice->keys, keys) == 0)
        return choice;
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", choice->keys);
    }
  /* Translators: an option, what was given, what may be given */
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("%s: “%.40s” is not one of %s"), option, keys, names->str);
  return NULL;
}

static gboolean
is_bare (const SystolePictureMap *self)
{
  for (guint i = 0; i < self->n_lanes; i++)
    {
      const SystoleMachine *machine = systole_run_get_machine (self->runs[i]);

      if (systole_machine_get_array (machine) == NULL && systole_machine_get_sm (machine) == NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
make_axes (SystolePictureMap *self, const char *x_keys, const char *y_keys, GError **error)
{
  g_autoptr (GPtrArray) choices = systole_map_choices_new (&self->op);
  guint usual_x, usual_y;
  const SystoleMapChoice *x, *y;

  systole_map_choices_get_default (choices, &self->op, &usual_x, &usual_y);
  x = find_choice (choices, x_keys, usual_x, "--across", error);
  y = x != NULL ? find_choice (choices, y_keys, usual_y, "--upwards", error) : NULL;
  if (y == NULL)
    return FALSE;
  self->x = systole_map_axis_new (x->keys, &self->op, is_bare (self));
  self->y = systole_map_axis_new (y->keys, &self->op, is_bare (self));
  self->x_title = g_strdup (x->title);
  self->y_title = g_strdup (y->title);
  for (guint i = 0; self->x->keys[i] != NULL; i++)
    if (g_strv_contains ((const char *const *) self->y->keys, self->x->keys[i]))
      {
        g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("--upwards: “%s” is already what the map goes across"), self->x->keys[i]);
        return FALSE;
      }
  return TRUE;
}

static void
take_lanes (SystolePictureMap *self, const SystoleRun *const *runs, guint n)
{
  guint lanes[SYSTOLE_MAP_MAX_LANES];

  self->n_lanes = find_lanes (runs, n, lanes);
  for (guint i = 0; i < self->n_lanes; i++)
    {
      const SystoleRun *run = runs[lanes[i]];
      g_auto (SystoleRunName) name = { NULL };

      systole_run_name_init (&name, runs, n, lanes[i]);

      self->runs[i] = run;
      self->letters[i] = (char) ('A' + lanes[i] % 26);
      self->names[i] = systole_map_name_lane (name.title, systole_run_get_op (run)->format);
    }
}

static gboolean
goes_on (double fraction, gpointer data)
{
  const SystolePictureMap *self = data;

  return self->progress == NULL || self->progress (fraction, self->progress_data);
}

/* What a machine cannot run is left as it is. */
static gboolean
ask (gpointer data, guint lane, guint64 x, guint64 y, SystoleMapCell *out)
{
  const SystolePictureMap *self = data;
  const SystoleRun *like = self->runs[lane];
  SystoleRun *run = NULL;
  SystoleOp op = *systole_run_get_op (like);

  /* Values in full are of one shape; times do not depend on them. One size alone may not fit the other's old value. */
  op.given = NULL;
  systole_axis_set_dims (self->x, x, &op);
  if (systole_axis_set_dims (self->y, y, &op))
    run = systole_run_new (&op, systole_run_get_machine (like), systole_run_get_operands (like), systole_run_get_mapping (like), NULL, NULL, NULL);
  if (run != NULL)
    systole_map_set_cell (out, run);
  g_clear_pointer (&run, systole_run_unref);
  return TRUE;
}

/**
 * systole_picture_map_new:
 * @runs: (array): those that systole_picture_map_check() lets pass
 * @x_keys: (nullable): dimensions that the map goes across, “m”, “n=k”; NULL: the usual
 * @y_keys: (nullable): dimensions that the map goes upwards
 * @progress: (nullable): is asked between places
 *
 * Runs every machine at every place.
 *
 * Returns: (transfer full): the map, or NULL with SYSTOLE_ERROR_RANGE or SYSTOLE_ERROR_CANCELLED
 */
SystolePictureMap *
systole_picture_map_new (const SystoleRun *const *runs, guint n, const char *x_keys, const char *y_keys, SystoleProgress progress, gpointer progress_data, GError **error)
{
  g_autoptr (SystolePictureMap) self = g_new0 (SystolePictureMap, 1);

  take_lanes (self, runs, n);
  g_return_val_if_fail (self->n_lanes > 1, NULL);
  self->op = *systole_run_get_op (self->runs[0]);
  self->op.given = NULL;
  self->progress = progress;
  self->progress_data = progress_data;
  if (!make_axes (self, x_keys, y_keys, error))
    return NULL;
  self->map = systole_map_new (&g_array_index (self->x->values, guint64, 0), systole_axis_get_n (self->x), &g_array_index (self->y->values, guint64, 0), systole_axis_get_n (self->y), self->n_lanes);
  if (systole_map_fill (self->map, 1, ask, self, goes_on, self))
    return g_steal_pointer (&self);
  g_set_error_literal (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CANCELLED, _ ("Stopped"));
  return NULL;
}

void
systole_picture_map_free (SystolePictureMap *self)
{
  g_clear_pointer (&self->map, systole_map_free);
  g_clear_pointer (&self->x, systole_axis_free);
  g_clear_pointer (&self->y, systole_axis_free);
  g_free (self->x_title);
  g_free (self->y_title);
  for (guint i = 0; i < self->n_lanes; i++)
    g_free (self->names[i]);
  g_free (self);
}

/* All but width and style. */
void
systole_picture_map_init_paint (const SystolePictureMap *self, SystoleMapPaint *out)
{
  *out = (SystoleMapPaint){ .map = self->map, .subtitle = systole_op_kind_get_title (self->op.kind), .x_name = self->x_title, .y_name = self->y_title, .at_x = -1, .at_y = -1, .progress = -1 };
  for (guint i = 0; i < self->n_lanes; i++)
    {
      out->names[i] = self->names[i];
      out->letters[i] = self->letters[i];
    }
  out->has_here = systole_map_axis_get_value (self->x, &self->op, &out->here_x) && systole_map_axis_get_value (self->y, &self->op, &out->here_y);
}
