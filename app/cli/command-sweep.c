/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"

#include "config.h"

#include "app/cli/cli-output.h"
#include "app/cli/cli-progress.h"
#include "app/cli/simulate-report.h"
#include "engine/base/csv-table.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/run/axis.h"

/* A grid of runs: every lane at every combination of values. Points are independent, so a
 * pool of threads takes them; what they print is put in order afterwards. */

#define MAX_AXES 3
#define MAX_POINTS 100000000
#define BATCH 512 /* points that are kept before they are printed */

typedef struct
{
  SystoleCliOptions options;
  char **vary;
  char *shard;

  SystoleCliLanes *lanes;
  SystoleAxis *axes[MAX_AXES];
  guint n_axes;
  guint64 first, end; /* points of this shard, half-open; a point is a lane at a combination */
  gboolean with_head;
  SystoleCliFormat format;
} Sweep;

typedef struct
{
  SystoleOp op;
  SystoleRun *run; /* or NULL */
  GError *error;
} Point;

typedef struct
{
  const Sweep *sweep;
  guint64 first;
  Point points[BATCH];
} Batch;

static void
sweep_clear (Sweep *self)
{
  systole_cli_options_clear (&self->options);
  g_strfreev (self->vary);
  g_free (self->shard);
  g_clear_pointer (&self->lanes, systole_cli_lanes_free);
  for (guint i = 0; i < self->n_axes; i++)
    systole_axis_free (self->axes[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sweep, sweep_clear)

/* --- a point --- */

/* Lanes outermost, then the axes in the order given: the last one changes fastest. */
static guint
split_point (const Sweep *self, guint64 point, guint64 *values)
{
  for (guint i = self->n_axes; i-- > 0;)
    {
      guint n = systole_axis_get_n (self->axes[i]);

      values[i] = systole_axis_get (self->axes[i], (guint) (point % n));
      point /= n;
    }
  return (guint) point;
}

static gboolean
goes_on (double fraction, gpointer data)
{
  return !systole_cli_is_interrupted ();
}

static void
run_point (gpointer item, gpointer data)
{
  Batch *batch = data;
  guint which = GPOINTER_TO_UINT (item) - 1;
  Point *point = &batch->points[which];
  guint64 values[MAX_AXES];
  const SystoleCliLane *lane = systole_cli_lanes_get (batch->sweep->lanes, split_point (batch->sweep, batch->first + which, values));
  SystoleMachine *machine = systole_machine_ref (lane->machine);
  gboolean good = TRUE;

  *point = (Point){ .op = lane->op };
  point->op.given = NULL;
  for (guint i = 0; i < batch->sweep->n_axes && good; i++)
    good = systole_axis_apply (batch->sweep->axes[i], values[i], &point->op, &machine, &point->error);
  if (good)
    point->run = systole_run_new (&point->op, machine, lane->operands, &lane->mapping, goes_on, NULL, &point->error);
  systole_machine_unref (machine);
}

/* --- what is printed --- */

static void
write_head (const Sweep *self)
{
  g_autoptr (GString) text = g_string_new ("lane,machine");

  for (guint i = 0; i < self->n_axes; i++)
    {
      g_autofree char *name = systole_axis_get_name (self->axes[i]);

      g_string_append_printf (text, ",%s", name);
    }
  g_string_append (text, ",op,bound,sound");
  for (guint i = 0; i < SYSTOLE_N_COUNTERS; i++)
    g_string_append_printf (text, ",%s", systole_counter_get_id ((SystoleCounter) i));
  g_string_append (text, ",status,reason\n");
  systole_cli_write (text);
}

static void
write_csv (const Sweep *self, guint64 which, const Point *point, GString *text)
{
  guint64 values[MAX_AXES];
  guint lane = split_point (self, which, values);
  g_autofree char *op = systole_op_to_string (&point->op);

  g_string_append_printf (text, "%u,", lane);
  systole_csv_append (text, systole_machine_get_id (systole_cli_lanes_get (self->lanes, lane)->machine), ',');
  for (guint i = 0; i < self->n_axes; i++)
    g_string_append_printf (text, "%" G_GUINT64_FORMAT ",", values[i]);
  systole_csv_append (text, op, ',');
  if (point->run != NULL)
    {
      systole_csv_append (text, systole_run_get_bound (point->run), ',');
      g_string_append (text, systole_run_is_sound (point->run) ? "true" : "false");
      systole_cli_csv_counters (text, point->run);
      g_string_append (text, ",ok,\n");
      return;
    }
  g_string_append_c (text, ',');
  for (guint i = 0; i < SYSTOLE_N_COUNTERS; i++)
    g_string_append_c (text, ',');
  g_string_append (text, ",refused,");
  systole_csv_append (text, point->error->message, '\n');
}

static void
write_json (const Sweep *self, guint64 which, const Point *point, SystoleJson *json)
{
  guint64 values[MAX_AXES];
  guint lane = split_point (self, which, values);
  g_autofree char *op = systole_op_to_string (&point->op);

  systole_json_begin_object (json, NULL);
  systole_json_uint (json, "lane", lane);
  systole_json_string (json, "machine", systole_machine_get_id (systole_cli_lanes_get (self->lanes, lane)->machine));
  systole_json_string (json, "op", op);
  systole_json_begin_object (json, "varied");
  for (guint i = 0; i < self->n_axes; i++)
    for (guint k = 0; self->axes[i]->keys[k] != NULL; k++)
      systole_json_uint (json, self->axes[i]->keys[k], values[i]);
  systole_json_end (json);
  systole_json_string (json, "status", point->run != NULL ? "ok" : "refused");
  if (point->run != NULL)
    {
      systole_json_string (json, "bound", systole_run_get_bound (point->run));
      systole_json_boolean (json, "sound", systole_run_is_sound (point->run));
      systole_cli_json_counters (json, point->run);
    }
  else
    systole_json_string (json, "reason", point->error->message);
  systole_json_end (json);
}

/* --- all of them --- */

static void
batch_clear (Batch *self, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_clear_pointer (&self->points[i].run, systole_run_unref);
      g_clear_error (&self->points[i].error);
    }
}

/* Runs points first … first + n − 1 and prints them. */
static gboolean
run_batch (Batch *batch, guint n, SystoleJson *json, GError **error)
{
  GThreadPool *pool = g_thread_pool_new (run_point, batch, (int) g_get_num_processors (), FALSE, error);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean good = TRUE;

  if (pool == NULL)
    return FALSE;
  for (guint i = 0; i < n && good; i++)
    good = g_thread_pool_push (pool, GUINT_TO_POINTER (i + 1), error);
  g_thread_pool_free (pool, FALSE, TRUE);
  good = good && systole_cli_go_on ((double) (batch->first - batch->sweep->first) / (double) (batch->sweep->end - batch->sweep->first), error);
  for (guint i = 0; i < n && good; i++)
    if (json != NULL)
      write_json (batch->sweep, batch->first + i, &batch->points[i], json);
    else
      write_csv (batch->sweep, batch->first + i, &batch->points[i], text);
  if (good)
    systole_cli_write (text);
  batch_clear (batch, n);
  return good;
}

static gboolean
run_all (const Sweep *self, GError **error)
{
  g_autoptr (SystoleJson) json = self->format == SYSTOLE_CLI_JSON ? systole_json_new (systole_cli_write) : NULL;
  g_autofree Batch *batch = g_new0 (Batch, 1);

  batch->sweep = self;
  if (json != NULL)
    {
      systole_json_begin_object (json, NULL);
      systole_json_string (json, "systole", SYSTOLE_VERSION);
      systole_json_begin_array (json, "points");
    }
  else if (self->with_head)
    write_head (self);
  for (batch->first = self->first; batch->first < self->end && !systole_cli_output_is_gone (); batch->first += BATCH)
    if (!run_batch (batch, (guint) MIN (BATCH, self->end - batch->first), json, error))
      return FALSE;
  if (json != NULL)
    {
      systole_json_end (json);
      systole_json_end (json);
      systole_json_finish (json);
    }
  return TRUE;
}

/* --- what is asked --- */

static gboolean
parse_axis (Sweep *self, const char *text, GError **error)
{
  SystoleAxis *axis = systole_axis_parse (text, error);
  gboolean fits = FALSE;

  if (axis == NULL)
    return FALSE;
  self->axes[self->n_axes++] = axis;
  for (guint i = 0; i < self->lanes->lanes->len; i++)
    {
      const SystoleCliLane *lane = systole_cli_lanes_get (self->lanes, i);

      fits |= systole_axis_fits (axis, &lane->op, lane->machine);
    }
  if (!fits)
    g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("“%.60s”: neither the operation nor a machine has this field"), text);
  return fits;
}

static gboolean
parse_axes (Sweep *self, GError **error)
{
  guint n = self->vary != NULL ? g_strv_length (self->vary) : 0;

  if (n == 0 || n > MAX_AXES)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("--vary: say what is varied, such as m=64..8192*2, one to %d times"), MAX_AXES);
      return FALSE;
    }
  for (guint i = 0; i < n; i++)
    if (!parse_axis (self, self->vary[i], error))
      {
        systole_cli_error_in (error, "--vary");
        return FALSE;
      }
  return TRUE;
}

/* Shard I of N gets whole points, as equally as can be. */
static gboolean
parse_shard (Sweep *self, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (self->shard != NULL ? self->shard : "1/1", "/", -1);
  guint64 all = self->lanes->lanes->len, i, n;

  for (guint k = 0; k < self->n_axes; k++)
    if (!systole_checked_mul (all, systole_axis_get_n (self->axes[k]), &all) || all > MAX_POINTS)
      {
        g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("--vary: more than %d points"), MAX_POINTS);
        return FALSE;
      }
  if (g_strv_length (parts) != 2 || !systole_number_parse_uint (parts[1], 1, 1000000, "", &n, NULL) || !systole_number_parse_uint (parts[0], 1, n, "", &i, NULL))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("--shard: “%.40s” is not I/N with 1 ≤ I ≤ N"), self->shard);
      return FALSE;
    }
  self->first = all * (i - 1) / n;
  self->end = all * i / n;
  self->with_head = i == 1;
  return TRUE;
}

SystoleCliExit
systole_cli_sweep (char **argv, GError **error)
{
  g_auto (Sweep) self = { .format = SYSTOLE_CLI_CSV };
  const GOptionEntry own[] = {
    { "vary", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self.vary, N_ ("A field and its values, such as n=k=256..16384*2; repeat it for a grid"), "FIELD=VALUES" },
    { "shard", 0, 0, G_OPTION_ARG_STRING, &self.shard, N_ ("Only the Ith of N equal parts"), "I/N" },
    { NULL }
  };

  if (!systole_cli_options_parse (&self.options, argv, SYSTOLE_CLI_OPTION_LANES | SYSTOLE_CLI_OPTION_FORMAT, own, error) ||
      (self.options.format != NULL && !systole_cli_options_get_format (&self.options, 1u << SYSTOLE_CLI_CSV | 1u << SYSTOLE_CLI_JSON, &self.format, error)))
    return SYSTOLE_CLI_BAD_INPUT;
  self.lanes = systole_cli_lanes_load (&self.options, error);
  if (self.lanes == NULL || !parse_axes (&self, error) || !parse_shard (&self, error) || !run_all (&self, error))
    return SYSTOLE_CLI_BAD_INPUT;
  return SYSTOLE_CLI_OK;
}
