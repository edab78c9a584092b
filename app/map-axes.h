/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/axis.h"
#include "engine/scenario/scenario.h"

G_BEGIN_DECLS

/* The two sizes that a map of a scenario may go over: dimensions of the operation, and
 * some that are equal in most layers. */

typedef struct
{
  char *keys;  /* "n=k" */
  char *title; /* "N = K", translated */
} SystoleMapChoice;

GPtrArray *systole_map_choices_new (const SystoleOp *op) G_GNUC_WARN_UNUSED_RESULT; /* SystoleMapChoice */
void systole_map_choices_get_default (const GPtrArray *choices, const SystoleOp *op, guint *x, guint *y);
gboolean systole_map_is_bare (const SystoleScenario *scenario); /* bare arrays and SMs only: small sizes are what one looks at */
SystoleAxis *systole_map_axis_new (const char *keys, const SystoleOp *op, gboolean bare) G_GNUC_WARN_UNUSED_RESULT;
gboolean systole_map_axis_get_value (const SystoleAxis *axis, const SystoleOp *op, guint64 *out); /* FALSE: its dimensions differ */

G_END_DECLS
