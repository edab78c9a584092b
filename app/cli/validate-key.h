/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/cli-lanes.h"

G_BEGIN_DECLS

/* Exercises that students filled in, against the teacher's key. */

SystoleCliLanes *systole_cli_load_key (char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean systole_cli_check_answers (SystoleCliLanes *lanes, const SystoleCliLanes *key, GString *out, gboolean *kept, GError **error);

G_END_DECLS
