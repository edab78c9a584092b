/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"

#include "app/cli/cli-lanes.h"
#include "app/cli/cli-output.h"
#include "app/cli/cli-progress.h"
#include "app/cli/frame-json.h"
#include "engine/base/error.h"
#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/gpu/sm-machine.h"
#include "engine/systolic/array-machine.h"

/* Elements of A, B and C that --operands prints at most: about 100 MB of text. */
#define MAX_ELEMENTS (G_GUINT64_CONSTANT (1) << 24)

typedef struct
{
  SystoleCliOptions options;
  char *view, *unit_text;
  gboolean operands, registers;

  SystoleCliLanes *lanes;
  const SystoleRun *run;
  guint lane, unit;
  guint64 cycle;
  gboolean is_array;
  SystoleWindow window;
} Frame;

static gboolean
parse (Frame *self, char **argv, GError **error)
{
  const GOptionEntry own[] = {
    { "view", 0, 0, G_OPTION_ARG_STRING, &self->view, N_ ("Only the PEs of rows R0 … R1 − 1 and columns C0 … C1 − 1"), "R0,C0,R1,C1" },
    { "unit", 0, 0, G_OPTION_ARG_STRING, &self->unit_text, N_ ("Array or SM of the chip, from 0 (default 0)"), "N" },
    { "operands", 0, 0, G_OPTION_ARG_NONE, &self->operands, N_ ("Add the matrices A, B and C"), NULL },
    { "registers", 0, 0, G_OPTION_ARG_NONE, &self->registers, N_ ("From the register machine, stepped cycle by cycle, instead of the closed form"), NULL },
    { NULL }
  };
  SystoleCliFormat format;

  return systole_cli_options_parse (&self->options, argv, SYSTOLE_CLI_OPTION_LANES | SYSTOLE_CLI_OPTION_CYCLE | SYSTOLE_CLI_OPTION_FORMAT, own, error) &&
         systole_cli_options_get_format (&self->options, 1u << SYSTOLE_CLI_JSON, &format, error);
}

static gboolean
parse_view (Frame *self, guint rows, guint columns, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (self->view != NULL ? self->view : "", ",", -1);
  guint64 v[4] = { 0, 0, rows, columns };
  gboolean good = self->view == NULL || g_strv_length (parts) == G_N_ELEMENTS (v);

  for (guint i = 0; good && self->view != NULL && i < G_N_ELEMENTS (v); i++)
    good = systole_number_parse_uint (parts[i], 0, i % 2 == 0 ? rows : columns, "", &v[i], NULL);
  if (!good || v[0] >= v[2] || v[1] >= v[3])
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_RANGE,
                   /* Translators: what was written, number of rows, number of columns */
                   _ ("--view: “%.60s” is not R0,C0,R1,C1 with 0 ≤ R0 < R1 ≤ %u and 0 ≤ C0 < C1 ≤ %u"),
                   self->view,
                   rows,
                   columns);
      return FALSE;
    }
  self->window = (SystoleWindow){ (guint) v[0], (guint) v[1], (guint) v[2], (guint) v[3], TRUE };
  return TRUE;
}

static gboolean
check_operands (const Frame *self, SystoleProduct *product, GError **error)
{
  const SystoleGemm *gemm = &product->gemm;
  double elements;

  if (!systole_op_as_product (systole_run_get_op (self->run), product))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("--operands: the operation has no matrices"));
      return FALSE;
    }
  elements = ((double) gemm->m * (double) gemm->k + (double) gemm->k * (double) gemm->n + (double) gemm->m * (double) gemm->n) * (double) gemm->batch;
  if (elements <= (double) MAX_ELEMENTS)
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_CAPACITY, _ ("--operands: A, B and C have %.0f elements; at most %.0f are printed"), elements, (double) MAX_ELEMENTS);
  return FALSE;
}

static gboolean
is_bare (const SystoleRun *run)
{
  SystoleFamily family = systole_machine_get_family (systole_run_get_machine (run));

  return family == SYSTOLE_FAMILY_ARRAY || family == SYSTOLE_FAMILY_SM;
}

/* Lane, run, cycle, unit and window, each checked against what there is. */
static gboolean
look_up (Frame *self, GError **error)
{
  guint64 number;
  guint rows, columns;

  self->lanes = systole_cli_lanes_load (&self->options, error);
  if (self->lanes == NULL || !systole_cli_options_get_uint (self->options.lane, "--lane", 0, self->lanes->lanes->len - 1, 0, &number, error))
    return FALSE;
  self->lane = (guint) number;
  if (!systole_cli_lanes_run (self->lanes, self->lane, error))
    return FALSE;
  self->run = systole_cli_lanes_get (self->lanes, self->lane)->run;
  if (self->options.cycle == NULL)
    {
      g_autofree char *last = g_strdup_printf ("%" G_GUINT64_FORMAT, systole_run_get_n_cycles (self->run) - 1);

      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SYNTAX, _ ("--cycle: say which cycle, from 0 to %s"), last);
      return FALSE;
    }
  if (!systole_cli_options_get_uint (self->options.cycle, "--cycle", 0, systole_run_get_n_cycles (self->run) - 1, 0, &self->cycle, error) ||
      !systole_cli_options_get_uint (self->unit_text, "--unit", 0, systole_run_get_n_units (self->run) - 1, 0, &number, error))
    return FALSE;
  self->unit = (guint) number;
  self->is_array = systole_run_get_array_size (self->run, &rows, &columns);
  if (self->registers && !is_bare (self->run))
    {
      g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_NOT_MODELLED, _ ("--registers: only a bare array and a bare SM have a register machine"));
      return FALSE;
    }
  if (self->is_array)
    return parse_view (self, rows, columns, error);
  if (self->view == NULL)
    return TRUE;
  g_set_error (error, SYSTOLE_ERROR, SYSTOLE_ERROR_SHAPE, _ ("--view: this machine has no array; a window is for arrays only"));
  return FALSE;
}

static void
add_head (const Frame *self, SystoleJson *json, SystolePhase phase)
{
  g_autofree char *caption = systole_run_describe_cycle (self->run, self->cycle);
  SystoleSummary summary;

  systole_run_summarize (self->run, self->cycle, &summary);
  systole_json_uint (json, "lane", self->lane);
  systole_json_uint (json, "unit", self->unit);
  systole_json_uint (json, "cycle", self->cycle);
  systole_json_string (json, "phase", systole_phase_get_id (phase));
  if (summary.n_folds > 0)
    systole_json_uint (json, "fold", summary.fold);
  else
    systole_json_null (json, "fold");
  systole_json_string (json, "caption", caption);
}

/* One row of PEs at a time, so that long sums can be cancelled. */
static gboolean
add_array (const Frame *self, SystoleJson *json, const SystoleArrayMachine *machine, GError **error)
{
  SystoleArrayFrame frame;
  SystoleProduct product;
  gboolean is_product = systole_op_as_product (systole_run_get_op (self->run), &product), going = TRUE;

  systole_array_frame_init (&frame);
  for (guint row = self->window.row0; going && row < self->window.row1 && !systole_cli_output_is_gone (); row++)
    {
      SystoleWindow window = self->window;

      window.row0 = row;
      window.row1 = row + 1;
      if (machine != NULL)
        systole_array_machine_frame (machine, &window, &frame);
      else
        systole_run_array_frame (self->run, self->unit, self->cycle, &window, &frame);
      if (row == self->window.row0)
        {
          add_head (self, json, frame.phase);
          systole_json_begin_array (json, "cells");
        }
      for (guint i = 0; i < frame.cells->len; i++)
        systole_cli_frame_json_array_cell (json, &g_array_index (frame.cells, SystoleArrayCell, i), is_product ? &product : NULL);
      going = systole_cli_go_on ((double) (row - self->window.row0) / (self->window.row1 - self->window.row0), error);
    }
  systole_json_end (json);
  systole_array_frame_clear (&frame);
  return going;
}

static gboolean
add_array_registers (const Frame *self, SystoleJson *json, GError **error)
{
  g_autoptr (SystoleArrayMachine) machine = systole_array_machine_new (self->run, error);

  if (machine == NULL)
    {
      systole_cli_error_in (error, "--registers");
      return FALSE;
    }
  while (systole_array_machine_get_cycle (machine) < self->cycle)
    {
      systole_array_machine_step (machine);
      if (!systole_cli_go_on ((double) systole_array_machine_get_cycle (machine) / (double) self->cycle, error))
        return FALSE;
    }
  return add_array (self, json, machine, error);
}

static gboolean
step_sm (const Frame *self, SystoleSmFrame *frame, GError **error)
{
  g_autoptr (SystoleSmMachine) machine = systole_sm_machine_new (self->run, error);

  if (machine == NULL)
    {
      systole_cli_error_in (error, "--registers");
      return FALSE;
    }
  while (systole_sm_machine_get_cycle (machine) < self->cycle)
    {
      systole_sm_machine_step (machine);
      if (!systole_cli_go_on ((double) systole_sm_machine_get_cycle (machine) / (double) self->cycle, error))
        return FALSE;
    }
  systole_sm_machine_frame (machine, frame);
  return TRUE;
}

static gboolean
add_sm (const Frame *self, SystoleJson *json, GError **error)
{
  SystoleSmFrame frame;
  gboolean good = TRUE;

  systole_sm_frame_init (&frame);
  frame.values = TRUE;
  if (self->registers)
    good = step_sm (self, &frame, error);
  else
    systole_run_sm_frame (self->run, self->unit, self->cycle, &frame);
  if (good)
    {
      add_head (self, json, frame.phase);
      systole_cli_frame_json_sm (json, &frame);
    }
  systole_sm_frame_clear (&frame);
  return good;
}

static gboolean
print (const Frame *self, GError **error)
{
  g_autoptr (SystoleJson) json = systole_json_new (systole_cli_write);
  SystoleProduct product;

  if (self->operands && !check_operands (self, &product, error))
    return FALSE;
  systole_json_begin_object (json, NULL);
  if (self->is_array ? !(self->registers ? add_array_registers (self, json, error) : add_array (self, json, NULL, error)) : !add_sm (self, json, error))
    return FALSE;
  if (self->operands && !systole_cli_frame_json_operands (json, &product, error))
    return FALSE;
  systole_json_end (json);
  systole_json_finish (json);
  return TRUE;
}

SystoleCliExit
systole_cli_frame (char **argv, GError **error)
{
  Frame self = { 0 };
  gboolean good = parse (&self, argv, error) && look_up (&self, error) && print (&self, error);

  systole_cli_options_clear (&self.options);
  g_free (self.view);
  g_free (self.unit_text);
  g_clear_pointer (&self.lanes, systole_cli_lanes_free);
  return good ? SYSTOLE_CLI_OK : SYSTOLE_CLI_BAD_INPUT;
}
