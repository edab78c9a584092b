/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/cli-lanes.h"
#include "app/export/json-writer.h"

G_BEGIN_DECLS

/* A simulation in its three forms: JSON and CSV for programs, text for people. All
 * lanes have been run. */

void systole_cli_report_json (const SystoleCliLanes *lanes);
void systole_cli_report_csv (const SystoleCliLanes *lanes);
void systole_cli_report_text (const SystoleCliLanes *lanes);

void systole_cli_csv_counters (GString *text, const SystoleRun *run);
void systole_cli_json_counters (SystoleJson *json, const SystoleRun *run); /* the object "counters" */
void systole_cli_json_quantity (SystoleJson *json, const char *key, SystoleCounter counter, SystoleQuantity value);
char *systole_cli_text_quantity (SystoleCounter counter, SystoleQuantity value) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
