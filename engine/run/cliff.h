/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Cliffs of one dimension: where one more row or column costs a whole fold, tile or
 * wave, found by trying neighbours of the present value on every machine of a
 * comparison.
 *
 * A jump is a step of more than a hundredth of the present time above what the next
 * element costs anyway. Times need not grow with the dimension: what is reported was
 * computed at exactly the values that are named.
 */

#define SYSTOLE_CLIFF_MAX_LANES 4

/* Cycles of a lane with the dimension at `value`; FALSE: it cannot run so. */
typedef gboolean (*SystoleCliffCycles) (gpointer data, guint lane, guint64 value, guint64 *cycles);

typedef struct
{
  gboolean found;
  guint64 value;                          /* of the dimension */
  gint64 change[SYSTOLE_CLIFF_MAX_LANES]; /* cycles at it, less the cycles now; 0 where a lane does not run */
} SystoleCliffPlace;

typedef struct
{
  guint64 value; /* now */
  guint n_lanes;
  gboolean runs[SYSTOLE_CLIFF_MAX_LANES];
  guint64 cycles[SYSTOLE_CLIFF_MAX_LANES]; /* now */
  SystoleCliffPlace lower;                 /* the largest smaller value from which a jump leads up to the present time */
  SystoleCliffPlace room;                  /* the largest value that no jump separates from the present one; it may be that */
  SystoleCliffPlace beyond;                /* one past the room; its changes are from the room */
  SystoleCliffPlace doubled;               /* twice the present value */
} SystoleCliff;

gboolean systole_cliff_find (guint64 value, guint64 min, guint64 max, guint n_lanes, SystoleCliffCycles cycles, gpointer data, SystoleCliff *out);

G_END_DECLS
