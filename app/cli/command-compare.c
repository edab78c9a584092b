/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"

#include <math.h>
#include <string.h>

#include "config.h"

#include "app/cli/cli-lanes.h"
#include "app/cli/cli-output.h"
#include "app/cli/cli-text.h"
#include "app/export/json-writer.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/run/difference.h"
#include "engine/run/known-error.h"

/* Two runs and why their times differ. Each side is a scenario file, of which the first lane
 * counts, or a machine that runs --op; one file alone is its first two lanes. */

typedef struct
{
  SystoleCliLanes *lanes[2];
  const SystoleCliLane *sides[2];
} Pair;

static void
pair_clear (Pair *self)
{
  for (guint i = 0; i < 2; i++)
    g_clear_pointer (&self->lanes[i], systole_cli_lanes_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pair, pair_clear)

static gboolean
is_machine (const char *text)
{
  return g_str_has_prefix (text, "array:") || g_str_has_prefix (text, "sm:") || strcmp (text, "sm") == 0 || systole_catalogue_find (systole_cli_get_catalogue (), text) != NULL;
}

/* The options that load one side alone. */
static SystoleCliLanes *
load_side (const SystoleCliOptions *options, char *text, GError **error)
{
  char *name[] = { text, NULL }, *none[] = { NULL };
  SystoleCliOptions own = { .files = name };

  if (is_machine (text))
    own = (SystoleCliOptions){ .op = options->op, .machines = name, .start = options->start, .mapping = options->mapping, .files = none };
  return systole_cli_lanes_load (&own, error);
}

static gboolean
load_pair (Pair *self, const SystoleCliOptions *options, GError **error)
{
  guint n_files = g_strv_length (options->files);
  guint second;

  for (guint i = 0; i < n_files; i++)
    {
      self->lanes[i] = load_side (options, options->files[i], error);
      if (self->lanes[i] == NULL)
        return FALSE;
    }
  second = n_files == 2 ? 0 : 1;
  if (n_files == 1 && self->lanes[0]->lanes->len < 2)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("%s: there is one lane only; name what it is compared with"), options->files[0]);
      return FALSE;
    }
  if (!systole_cli_lanes_run (self->lanes[0], 0, error) || !systole_cli_lanes_run (self->lanes[n_files - 1], second, error))
    return FALSE;
  self->sides[0] = systole_cli_lanes_get (self->lanes[0], 0);
  self->sides[1] = systole_cli_lanes_get (self->lanes[n_files - 1], second);
  return TRUE;
}

static void
add_side (SystoleJson *json, const char *key, const SystoleCliLane *lane)
{
  g_autofree char *op = systole_op_to_string (&lane->op);
  SystoleKnownError known = systole_run_get_known_error (lane->run);

  systole_json_begin_object (json, key);
  systole_json_string (json, "machine", systole_machine_get_id (lane->machine));
  systole_json_string (json, "op", op);
  systole_json_real (json, "seconds", systole_run_get_seconds (lane->run));
  systole_json_string (json, "bound", systole_run_get_bound (lane->run));
  systole_json_boolean (json, "sound", systole_run_is_sound (lane->run));
  if (known.count > 0)
    systole_json_real (json, "known_error_pct", known.mean_pct);
  else
    systole_json_null (json, "known_error_pct");
  systole_json_end (json);
}

static void
write_json (const Pair *pair, const SystoleDifference *difference)
{
  g_autoptr (SystoleJson) json = systole_json_new (systole_cli_write);

  systole_json_begin_object (json, NULL);
  systole_json_string (json, "systole", SYSTOLE_VERSION);
  add_side (json, "a", pair->sides[0]);
  add_side (json, "b", pair->sides[1]);
  systole_json_real (json, "factor", difference->factor);
  systole_json_real (json, "seconds", difference->seconds);
  systole_json_begin_array (json, "causes");
  for (guint i = 0; i < difference->n_causes; i++)
    {
      const SystoleDifferenceCause *cause = &difference->causes[i];

      systole_json_begin_line (json, NULL, '{');
      systole_json_string (json, "cause", cause->id);
      systole_json_real (json, "seconds_a", cause->seconds_a);
      systole_json_real (json, "seconds_b", cause->seconds_b);
      systole_json_real (json, "seconds", cause->seconds);
      systole_json_end (json);
    }
  systole_json_end (json);
  systole_json_end (json);
  systole_json_finish (json);
}

static char *
format_signed (double seconds)
{
  g_autofree char *size = systole_cli_text_seconds (fabs (seconds));

  return g_strconcat (seconds < 0 ? "−" : "+", size, NULL);
}

static void
write_text (const Pair *pair, const SystoleDifference *difference)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (SystoleCliGrid) grid = systole_cli_grid_new ("lrrr");
  g_autofree char *sentence = systole_difference_describe (difference);

  for (guint i = 0; i < 2; i++)
    {
      const SystoleRun *run = pair->sides[i]->run;
      SystoleKnownError known = systole_run_get_known_error (run);
      g_autofree char *title = systole_run_describe_machine (run);
      g_autofree char *op = systole_op_to_string (&pair->sides[i]->op);
      g_autofree char *error_words = systole_known_error_describe (&known);

      g_string_append_printf (out, "%c  %s, %s\n   %s: %s\n", 'A' + (int) i, title, op, _ ("Known error"), error_words);
    }
  g_string_append_printf (out, "\n%s\n\n", sentence);
  systole_cli_grid_add (grid, _ ("cause"));
  systole_cli_grid_add (grid, "A");
  systole_cli_grid_add (grid, "B");
  systole_cli_grid_add (grid, "B − A");
  systole_cli_grid_end_row (grid);
  for (guint i = 0; i < difference->n_causes; i++)
    {
      const SystoleDifferenceCause *cause = &difference->causes[i];
      gboolean of_both = !(cause->seconds_a > 0 || cause->seconds_b > 0);

      systole_cli_grid_add (grid, cause->title);
      systole_cli_grid_take (grid, of_both ? g_strdup ("") : systole_cli_text_seconds (cause->seconds_a));
      systole_cli_grid_take (grid, of_both ? g_strdup ("") : systole_cli_text_seconds (cause->seconds_b));
      systole_cli_grid_take (grid, format_signed (cause->seconds));
      systole_cli_grid_end_row (grid);
    }
  systole_cli_grid_add (grid, _ ("total"));
  systole_cli_grid_take (grid, systole_cli_text_seconds (difference->seconds_a));
  systole_cli_grid_take (grid, systole_cli_text_seconds (difference->seconds_b));
  systole_cli_grid_take (grid, format_signed (difference->seconds));
  systole_cli_grid_end_row (grid);
  systole_cli_grid_append_to (grid, out, 2);
  systole_cli_write (out);
}

SystoleCliExit
systole_cli_compare (char **argv, GError **error)
{
  g_auto (SystoleCliOptions) options = { 0 };
  g_auto (Pair) pair = { 0 };
  const SystoleAuditCheck *breach = NULL;
  SystoleDifference difference;
  SystoleCliFormat format;

  if (!systole_cli_options_parse (&options, argv, SYSTOLE_CLI_OPTION_LANES | SYSTOLE_CLI_OPTION_FORMAT, NULL, error) ||
      !systole_cli_options_get_format (&options, 1u << SYSTOLE_CLI_TEXT | 1u << SYSTOLE_CLI_JSON, &format, error))
    return SYSTOLE_CLI_BAD_INPUT;
  if (options.machines != NULL && options.files[0] == NULL)
    {
      g_strfreev (options.files);
      options.files = g_steal_pointer (&options.machines);
    }
  if (!systole_cli_options_need_files (&options, 1, 2, error) || !load_pair (&pair, &options, error))
    return SYSTOLE_CLI_BAD_INPUT;
  for (guint i = 0; i < 2 && breach == NULL; i++)
    breach = systole_run_find_breach (pair.sides[i]->run);
  systole_difference_init (&difference, pair.sides[0]->run, pair.sides[1]->run);
  if (format == SYSTOLE_CLI_JSON)
    write_json (&pair, &difference);
  else if (breach == NULL)
    write_text (&pair, &difference);
  else
    systole_cli_complain (_ (breach->title));
  return breach == NULL ? SYSTOLE_CLI_OK : SYSTOLE_CLI_FAILED;
}
