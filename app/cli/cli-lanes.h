/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/cli-options.h"
#include "engine/scenario/scenario.h"

G_BEGIN_DECLS

/* What a command is asked to run: the lanes of a file, or of --op and --machine. */

typedef struct
{
  SystoleOp op;
  SystoleMachine *machine;
  SystoleOperands operands;
  SystoleMapping mapping;
  SystoleRun *run; /* NULL until systole_cli_lanes_run() */
} SystoleCliLane;

typedef struct
{
  char *file_name;           /* NULL: from the command line */
  SystoleScenario *scenario; /* NULL: from the command line */
  GPtrArray *lanes;          /* SystoleCliLane */
} SystoleCliLanes;

const SystoleCatalogue *systole_cli_get_catalogue (void);
SystoleFormat systole_cli_default_format (const SystoleMachine *machine);
SystoleScenario *systole_cli_read_scenario (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

SystoleCliLanes *systole_cli_lanes_load (const SystoleCliOptions *options, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void systole_cli_lanes_free (SystoleCliLanes *self);
SystoleCliLane *systole_cli_lanes_get (const SystoleCliLanes *self, guint i);
const char *systole_cli_lanes_get_title (const SystoleCliLanes *self, gboolean for_programs);
gboolean systole_cli_lanes_run (SystoleCliLanes *self, guint i, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleCliLanes, systole_cli_lanes_free)

G_END_DECLS
