/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli-lanes.h"

#include <string.h>

#include "app/cli/cli-output.h"
#include "app/cli/cli-progress.h"
#include "app/cli/cli-locale.h"
#include "data/data.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* The machines that are built into the program; they are read once. */
const SystoleCatalogue *
systole_cli_get_catalogue (void)
{
  return systole_data_get_catalogue ();
}

/* The number format of an operation that states none: bf16, or the next that the
 * machine has a rate for; int8 on a bare array or SM. */
SystoleFormat
systole_cli_default_format (const SystoleMachine *machine)
{
  SystoleFamily family = systole_machine_get_family (machine);

  if (family == SYSTOLE_FAMILY_ARRAY || family == SYSTOLE_FAMILY_SM)
    return SYSTOLE_FORMAT_INT8;
  if (systole_machine_has (machine, SYSTOLE_FIELD_PEAK_BF16))
    return SYSTOLE_FORMAT_BF16;
  if (systole_machine_has (machine, SYSTOLE_FIELD_PEAK_FP16))
    return SYSTOLE_FORMAT_FP16;
  return systole_machine_has (machine, SYSTOLE_FIELD_PEAK_INT8) ? SYSTOLE_FORMAT_INT8 : SYSTOLE_FORMAT_BF16;
}

/**
 * systole_cli_read_scenario:
 *
 * Returns: (transfer full) (nullable): NULL with `file:line: …`; a file of a newer
 *   format is refused with %SYSTOLE_ERROR_VERSION
 */
SystoleScenario *
systole_cli_read_scenario (const char *path, GError **error)
{
  g_autofree char *data = NULL;
  g_autofree char *name = g_filename_display_name (path);
  gsize length;
  g_autoptr (SystoleScenario) scenario = NULL;

  if (!systole_cli_read_file (path, SYSTOLE_SCENARIO_MAX_BYTES, &data, &length, error))
    return NULL;
  scenario = systole_scenario_read (data, length, name, error);
  if (scenario != NULL && scenario->read_only)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_VERSION, _ ("%s: scenario: version: %u is newer than this program; it reads versions up to %d"), name, scenario->version, SYSTOLE_SCENARIO_FORMAT);
      return NULL;
    }
  return g_steal_pointer (&scenario);
}

static void
lane_free (gpointer data)
{
  SystoleCliLane *self = data;

  g_clear_pointer (&self->machine, systole_machine_unref);
  g_clear_pointer (&self->run, systole_run_unref);
  g_free (self);
}

void
systole_cli_lanes_free (SystoleCliLanes *self)
{
  g_free (self->file_name);
  g_clear_pointer (&self->scenario, systole_scenario_unref);
  g_ptr_array_unref (self->lanes);
  g_free (self);
}

SystoleCliLane *
systole_cli_lanes_get (const SystoleCliLanes *self, guint i)
{
  return self->lanes->pdata[i];
}

/**
 * systole_cli_lanes_get_title:
 * @for_programs: the locale is not looked at, only --language
 *
 * Returns: the title of the file; "" if it has none
 */
const char *
systole_cli_lanes_get_title (const SystoleCliLanes *self, gboolean for_programs)
{
  const char *const asked[] = { systole_cli_get_language (), NULL };

  if (self->scenario == NULL)
    return "";
  return systole_scenario_get_title (self->scenario, for_programs ? asked : g_get_language_names ());
}

static gboolean
parse_mapping (const char *text, SystoleMapping *out, GError **error)
{
  g_auto (GStrv) pairs = g_strsplit (text != NULL ? text : "", ",", -1);

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      guint64 stages;
      const char *twice = g_str_has_prefix (pairs[i], "tile=") && out->tile_m != 0                            ? "tile"
                          : g_str_has_prefix (pairs[i], "stages=") && out->stages != 0                        ? "stages"
                          : g_str_has_prefix (pairs[i], "schedule=") && out->schedule != SYSTOLE_SCHEDULE_ANY ? "schedule"
                                                                                                              : NULL;

      if (twice != NULL)
        {
          g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%s: the field is given twice"), twice);
          return FALSE;
        }
      if (g_str_has_prefix (pairs[i], "tile="))
        {
          if (!systole_mapping_parse_tile (out, pairs[i] + strlen ("tile="), error))
            return FALSE;
        }
      else if (g_str_has_prefix (pairs[i], "stages="))
        {
          if (!systole_number_parse_uint (pairs[i] + strlen ("stages="), 1, SYSTOLE_MAPPING_MAX_STAGES, "stages", &stages, error))
            return FALSE;
          out->stages = (guint) stages;
        }
      else if (g_str_has_prefix (pairs[i], "schedule="))
        {
          if (!systole_mapping_parse_schedule (out, pairs[i] + strlen ("schedule="), error))
            return FALSE;
        }
      else
        {
          g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("“%.40s” is not one of tile=MxNxK, stages=N, schedule=NAME"), pairs[i]);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
parse_start (const char *text, const SystoleMachine *machine, SystoleOperands *out, GError **error)
{
  SystoleFamily family = systole_machine_get_family (machine);

  const SystoleArrayDef *array = systole_machine_get_array (machine);
  gboolean has_memory = array != NULL && array->memory.dram_bytes_per_cycle > 0;

  *out = (family == SYSTOLE_FAMILY_ARRAY && !has_memory) || family == SYSTOLE_FAMILY_SM ? SYSTOLE_OPERANDS_ON_CHIP : SYSTOLE_OPERANDS_COLD;
  if (text == NULL || systole_operands_from_id (text, out))
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE, _ ("--start: “%.40s” is not one of %s"), text, "cold, resident, on-chip");
  return FALSE;
}

/* A name of the catalogue, or a file whose first lane has the machine: one's own. */
static SystoleMachine *
find_machine (const char *name, GError **error)
{
  g_autoptr (SystoleScenario) scenario = NULL;

  if (!g_str_has_suffix (name, ".systole"))
    return systole_catalogue_parse (systole_cli_get_catalogue (), name, error);
  scenario = systole_cli_read_scenario (name, error);
  return scenario != NULL ? systole_lane_resolve (systole_scenario_get_lane (scenario, 0), systole_cli_get_catalogue (), error) : NULL;
}

static gboolean
add_machine (SystoleCliLanes *self, const SystoleCliOptions *options, const char *name, GError **error)
{
  SystoleCliLane *lane = g_new0 (SystoleCliLane, 1);

  g_ptr_array_add (self->lanes, lane);
  lane->machine = find_machine (name, error);
  if (lane->machine == NULL)
    {
      systole_cli_error_in (error, "--machine");
      return FALSE;
    }
  if (!systole_op_parse (options->op, systole_cli_default_format (lane->machine), &lane->op, error))
    {
      systole_cli_error_in (error, "--op");
      return FALSE;
    }
  if (options->mapping != NULL && !parse_mapping (options->mapping, &lane->mapping, error))
    {
      systole_cli_error_in (error, "--mapping");
      return FALSE;
    }
  return parse_start (options->start, lane->machine, &lane->operands, error);
}

static gboolean
load_file (SystoleCliLanes *self, const char *path, GError **error)
{
  self->scenario = systole_cli_read_scenario (path, error);
  if (self->scenario == NULL)
    return FALSE;
  self->file_name = g_filename_display_name (path);
  for (guint i = 0; i < self->scenario->lanes->len; i++)
    {
      const SystoleLane *from = systole_scenario_get_lane (self->scenario, i);
      SystoleCliLane *lane = g_new0 (SystoleCliLane, 1);

      g_ptr_array_add (self->lanes, lane);
      lane->op = *systole_scenario_get_lane_op (self->scenario, i);
      lane->operands = from->operands;
      lane->mapping = from->mapping;
      lane->machine = systole_lane_resolve (from, systole_cli_get_catalogue (), error);
      if (lane->machine == NULL)
        {
          systole_cli_error_in (error, self->file_name);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
load_options (SystoleCliLanes *self, const SystoleCliOptions *options, GError **error)
{
  if (options->op == NULL || options->machines == NULL)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%s: give a scenario file, or an operation and its machines: --op OP --machine NAME"), options->op != NULL ? "--machine" : options->machines != NULL ? "--op"
                                                                                                                                                                                                                       : "FILE");
      return FALSE;
    }
  if (g_strv_length (options->machines) > SYSTOLE_SCENARIO_MAX_LANES)
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("--machine: at most %d machines are compared"), SYSTOLE_SCENARIO_MAX_LANES);
      return FALSE;
    }
  for (guint i = 0; options->machines[i] != NULL; i++)
    if (!add_machine (self, options, options->machines[i], error))
      return FALSE;
  return TRUE;
}

/**
 * systole_cli_lanes_load:
 *
 * From the one file of @options, or from --op and --machine. Nothing is run yet.
 */
SystoleCliLanes *
systole_cli_lanes_load (const SystoleCliOptions *options, GError **error)
{
  g_autoptr (SystoleCliLanes) self = g_new0 (SystoleCliLanes, 1);
  gboolean from_file = options->files[0] != NULL;

  self->lanes = g_ptr_array_new_with_free_func (lane_free);
  if (!systole_cli_options_need_files (options, 0, 1, error))
    return NULL;
  if (from_file && (options->op != NULL || options->machines != NULL || options->start != NULL || options->mapping != NULL))
    {
      const char *option = options->op != NULL ? "--op" : options->machines != NULL ? "--machine"
                                                      : options->start != NULL      ? "--start"
                                                                                    : "--mapping";

      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("%s: a file says this itself; give the file or the options, not both"), option);
      return NULL;
    }
  if (from_file ? !load_file (self, options->files[0], error) : !load_options (self, options, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * systole_cli_lanes_run:
 *
 * Runs lane @i, once.
 */
gboolean
systole_cli_lanes_run (SystoleCliLanes *self, guint i, GError **error)
{
  SystoleCliLane *lane = systole_cli_lanes_get (self, i);

  if (lane->run == NULL)
    lane->run = systole_run_new (&lane->op, lane->machine, lane->operands, &lane->mapping, systole_cli_progress, NULL, error);
  if (lane->run == NULL && self->file_name != NULL)
    {
      /* Translators: a file, and which of its lanes, from 0 */
      g_autofree char *place = g_strdup_printf (_ ("%s: lane %u"), self->file_name, i);

      systole_cli_error_in (error, place);
    }
  else if (lane->run == NULL)
    systole_cli_error_in (error, systole_machine_get_id (lane->machine));
  return lane->run != NULL;
}
