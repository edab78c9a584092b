/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/export/json-writer.h"
#include "engine/run/run.h"

G_BEGIN_DECLS

/* Which tiles the library has for a product, and what each would take. */

void systole_cli_add_tiles_text (const SystoleRun *run, GString *out);
void systole_cli_add_tiles_json (SystoleJson *json, const SystoleRun *run);

G_END_DECLS
