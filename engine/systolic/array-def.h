/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A bare systolic array: rows × columns of PEs and how they are used. */

typedef enum
{
#define DATAFLOW(ID, id, title) SYSTOLE_DATAFLOW_##ID,
#include "engine/systolic/dataflows.def"
#undef DATAFLOW
  SYSTOLE_N_DATAFLOWS
} SystoleDataflow;

typedef enum
{
#define TIMING(ID, id, title) SYSTOLE_TIMING_##ID,
#include "engine/systolic/timings.def"
#undef TIMING
  SYSTOLE_N_TIMINGS
} SystoleTiming;

#define SYSTOLE_ARRAY_MAX_SIDE 1024

typedef struct
{
  guint rows;    /* PEs, 1 … 1024 */
  guint columns; /* PEs, 1 … 1024 */
  SystoleDataflow dataflow;
  SystoleTiming timing;
  double clock_hz; /* 1 … 1e12, default 1e9 */
} SystoleArrayDef;

void systole_array_def_init (SystoleArrayDef *self);
gboolean systole_array_def_check (const SystoleArrayDef *self, GError **error);
gboolean systole_array_def_equal (const SystoleArrayDef *a, const SystoleArrayDef *b);

const char *systole_dataflow_get_id (SystoleDataflow self);
const char *systole_dataflow_get_title (SystoleDataflow self);
gboolean systole_dataflow_from_id (const char *id, SystoleDataflow *out);
const char *systole_timing_get_id (SystoleTiming self);
const char *systole_timing_get_title (SystoleTiming self);
gboolean systole_timing_from_id (const char *id, SystoleTiming *out);

G_END_DECLS
