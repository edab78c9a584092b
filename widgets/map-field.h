/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/map.h"

G_BEGIN_DECLS

/* What a map looks like between its places: values and winners at fractions of an index, and
 * the lines along which a value is the same. Pure; no drawing. */

typedef struct
{
  SystoleMapVerdict verdict;
  guint winner; /* of ALONE, CLOSE and FASTER */
} SystoleMapSpot;

SystoleMapSpot systole_map_look (const SystoleMap *self, double x, double y);

/* A line, n ≥ 2 points of x and y in indices; `closed`: the last joins the first. */
typedef void (*SystoleMapLine) (const double *points, guint n, gboolean closed, gpointer data);

void systole_map_trace (const SystoleMap *self, guint lane, double lead, SystoleMapLine line, gpointer data);
double systole_map_get_most_factor (const SystoleMap *self);

G_END_DECLS
