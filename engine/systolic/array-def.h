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

/* Registers of a PE for what stays in it (ws, is). */
typedef enum
{
/* SINGLE: the next fold's block shifts in when the present fold is done.
 * SHADOW: a second one is filled meanwhile; folds still follow one another, loading is hidden. */
#define WEIGHTS(ID, id, title) SYSTOLE_WEIGHTS_##ID,
#include "engine/systolic/weights.def"
#undef WEIGHTS
  SYSTOLE_N_WEIGHTS
} SystoleWeights;

typedef enum
{
#define BUFFERING(ID, id, title) SYSTOLE_BUFFERING_##ID,
#include "engine/systolic/bufferings.def"
#undef BUFFERING
  SYSTOLE_N_BUFFERINGS
} SystoleBuffering;

#define SYSTOLE_ARRAY_MAX_SIDE 1024
#define SYSTOLE_ARRAY_MAX_BUFFER (1u << 30)
#define SYSTOLE_ARRAY_MAX_WORD 65536
#define SYSTOLE_ARRAY_MAX_PORTS 64
#define SYSTOLE_ARRAY_MAX_DRAM_RATE 1048576
#define SYSTOLE_ARRAY_MAX_DRAM_LATENCY 1000000

/* On-chip buffer of one operand at the array's edge. */
typedef struct
{
  guint bytes;      /* 0: as large as the operand */
  guint word_bytes; /* of one access, 0: as wide as the edge */
  guint ports;      /* accesses a cycle, reads and writes together; 0 is 1 */
} SystoleArrayBuffer;

/* All zeros: memory never holds the array up. */
typedef struct
{
  SystoleArrayBuffer a, b, c;
  SystoleBuffering buffering;
  guint dram_bytes_per_cycle; /* main memory, reads and writes together; 0: unlimited, and without latency */
  guint dram_latency;         /* cycles from a request to its first byte */
} SystoleArrayMemoryDef;

typedef struct
{
  guint rows;    /* PEs, 1 … 1024 */
  guint columns; /* PEs, 1 … 1024 */
  SystoleDataflow dataflow;
  SystoleTiming timing;
  double clock_hz;        /* 1 … 1e12, default 1e9 */
  SystoleWeights weights; /* `hardware` timing only: `overlapped` always has shadows, `scale-sim` never, os nothing that stays */
  SystoleArrayMemoryDef memory;
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
const char *systole_weights_get_id (SystoleWeights self);
const char *systole_weights_get_title (SystoleWeights self);
gboolean systole_weights_from_id (const char *id, SystoleWeights *out);
const char *systole_buffering_get_id (SystoleBuffering self);
const char *systole_buffering_get_title (SystoleBuffering self);
gboolean systole_buffering_from_id (const char *id, SystoleBuffering *out);

G_END_DECLS
