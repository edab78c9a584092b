/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"

G_BEGIN_DECLS

/* Where a run lies under the two roofs of its machine: what all multipliers could do, and
 * what main memory could feed (Williams, Waterman, Patterson 2009). Operations count a
 * multiply and an add as two. */
typedef struct
{
  double peak;      /* operations a second of all multipliers, at this number format */
  double bandwidth; /* of main memory, bytes a second; 0: the machine has none */
  double intensity; /* operations a byte of main memory; 0: nothing moves through it */
  double achieved;  /* operations a second */
  double bound;     /* the lower of the two roofs at this intensity */
} SystoleRoofline;

gboolean systole_run_get_roofline (const SystoleRun *self, SystoleRoofline *out);
double systole_roofline_get_ridge (const SystoleRoofline *self); /* operations a byte where the roofs meet; 0: one roof */

/* The point of a run at one of its memories, and the slope of that memory's roof. */
typedef struct
{
  SystoleMemoryLevel level;
  double intensity; /* operations a byte that moves there */
  double rate;      /* bytes a second that moved, average over the run */
  double bandwidth; /* bytes a second that it could feed; 0: not known */
} SystoleRoofLevel;

guint systole_run_get_roof_levels (const SystoleRun *self, SystoleRoofLevel *out, guint max); /* outermost first */

G_END_DECLS
