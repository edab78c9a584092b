/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/workload/dim-words.h"

G_BEGIN_DECLS

/* What Setup and the names of edits call a dimension's value: numbers as the user likes them. */

char *systole_dim_get_value_title (const SystoleOpDim *dim, guint64 value) G_GNUC_WARN_UNUSED_RESULT; /* "4 096", "forward", "yes", translated */

G_END_DECLS
