/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A bare streaming multiprocessor, for teaching: sub-cores with one scheduler
 * and one tensor core each, warps, a shared-memory port and a copy channel. */

#define SYSTOLE_SM_MAX_SUB_CORES 16
#define SYSTOLE_SM_MAX_TENSOR_SIDE 64
#define SYSTOLE_SM_MAX_WARPS 64
#define SYSTOLE_SM_MAX_PORT_BYTES 1024
#define SYSTOLE_SM_MAX_COPY_BYTES 4096
#define SYSTOLE_SM_MAX_COPY_LATENCY 100000
#define SYSTOLE_SM_MAX_STAGES 16

typedef struct
{
  guint sub_cores;            /* 1 … 16, default 4 */
  guint tensor_rows;          /* multipliers of one tensor core, 1 … 64, default 4 */
  guint tensor_columns;       /* 1 … 64, default 4 */
  guint warps;                /* 2 … 64, even: half multiply, half copy; default 8 */
  guint port_bytes;           /* bytes of one shared-memory load, one a cycle, 1 … 1024, default 16 */
  guint copy_bytes_per_cycle; /* bytes a cycle into shared memory, 1 … 4096, default 8 */
  guint copy_latency;         /* cycles from issue to the first byte, 0 … 100000, default 3 */
  guint stages;               /* tiles of shared memory, 1 … 16, default 2 */
  double clock_hz;            /* 1 … 1e12, default 1e9 */
} SystoleSmDef;

void systole_sm_def_init (SystoleSmDef *self);
gboolean systole_sm_def_check (const SystoleSmDef *self, GError **error);
gboolean systole_sm_def_equal (const SystoleSmDef *a, const SystoleSmDef *b);

G_END_DECLS
