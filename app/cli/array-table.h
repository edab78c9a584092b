/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/cli-options.h"
#include "engine/systolic/array-def.h"

G_BEGIN_DECLS

gboolean systole_cli_array_table (const SystoleCliOptions *options, SystoleTiming timing, GError **error);

G_END_DECLS
