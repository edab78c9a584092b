/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "engine/run/run.h"
#include "engine/scenario/scenario.h"
#include "widgets/palette.h"
#include "widgets/selection.h"

G_BEGIN_DECLS

/* GTypes of plain values, for properties and signals. Runs and scenarios are
 * immutable, so that boxing one is only a reference. */

#define SYSTOLE_TYPE_RUN (systole_run_get_type ())
#define SYSTOLE_TYPE_SCENARIO (systole_scenario_get_type ())
#define SYSTOLE_TYPE_TARGET (systole_target_get_type ())
#define SYSTOLE_TYPE_SCHEME (systole_scheme_get_type ())
#define SYSTOLE_TYPE_STEP (systole_step_get_type ())
#define SYSTOLE_TYPE_TIME_BASE (systole_time_base_get_type ())

GType systole_run_get_type (void) G_GNUC_CONST;
GType systole_scenario_get_type (void) G_GNUC_CONST;
GType systole_target_get_type (void) G_GNUC_CONST;
GType systole_scheme_get_type (void) G_GNUC_CONST;
GType systole_step_get_type (void) G_GNUC_CONST;
GType systole_time_base_get_type (void) G_GNUC_CONST;

G_END_DECLS
