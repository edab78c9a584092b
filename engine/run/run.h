/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/progress.h"
#include "engine/machine/machine.h"
#include "engine/run/frame.h"
#include "engine/run/ids.h"
#include "engine/workload/op.h"

G_BEGIN_DECLS

/*
 * A run: one operation on one machine, the immutable result.
 *
 * It holds totals and the compressed schedule, never a recording: whatever is
 * asked for a cycle is computed from the schedule, in a time that does not depend
 * on the length of the run. Every function on a `const SystoleRun *` may be called
 * from any thread. Cycles are of the machine's own clock, from 0; a run of n cycles
 * has frames 0 … n − 1.
 */

typedef struct _SystoleRun SystoleRun;

/* Where the operands are when the run begins. */
typedef enum
{
  SYSTOLE_OPERANDS_COLD,        /* main memory */
  SYSTOLE_OPERANDS_RESIDENT,    /* last-level cache or on-chip buffer */
  SYSTOLE_OPERANDS_ON_CHIP,     /* array: at its edges; SM: in L2, the copies to shared memory remain */
  SYSTOLE_OPERANDS_REPEATED,    /* GPU: where the same call before it left them, as far as they fit the last-level cache */
  SYSTOLE_OPERANDS_NEW_WEIGHTS, /* GPU: A and C so, B in main memory: other weights with each call */
  SYSTOLE_N_OPERANDS
} SystoleOperands;

/* Whose kernels run. */
typedef enum
{
  SYSTOLE_LIBRARY_USUAL,    /* the vendor's, as the machine's generation has them */
  SYSTOLE_LIBRARY_VLLM,     /* attention that packs the heads of a group and overlaps exponentials with products */
  SYSTOLE_LIBRARY_ONE_POOL, /* the usual, with the values of attention where the keys are: half of the memory */
  SYSTOLE_LIBRARY_SYNC,     /* batches of products on Hopper by kernels of Ampere's kind: mma.sync, no clusters */
  SYSTOLE_LIBRARY_COMPILED  /* vector kernels that a compiler makes for the very operation: loads as wide as they can be, mean and variance of a row one after the other */
} SystoleLibrary;

/* How a product's tiles are dealt to the units of a GPU. */
typedef enum
{
#define SCHEDULE(ID, id, title, what) SYSTOLE_SCHEDULE_##ID,
#include "engine/run/schedules.def"
#undef SCHEDULE
  SYSTOLE_N_SCHEDULES
} SystoleSchedule;

const char *systole_schedule_get_id (SystoleSchedule self);    /* "stream-k" */
const char *systole_schedule_get_title (SystoleSchedule self); /* translated */
const char *systole_schedule_explain (SystoleSchedule self);   /* a clause, translated */
gboolean systole_schedule_from_id (const char *id, SystoleSchedule *out);

/* How an operation is laid on a machine; 0 means: the engine chooses. */
typedef struct
{
  guint tile_m, tile_n, tile_k; /* elements of one thread block's tile */
  guint stages;                 /* tiles of shared memory in flight, 1 … 16 */
  SystoleLibrary library;
  gboolean lanes;           /* products on GPUs: the vector lanes multiply what matrix units could */
  SystoleSchedule schedule; /* products on GPUs */
} SystoleMapping;

#define SYSTOLE_MAPPING_MAX_TILE 65536
#define SYSTOLE_MAPPING_MAX_STAGES 16

gboolean systole_mapping_parse_schedule (SystoleMapping *self, const char *text, GError **error);
gboolean systole_mapping_parse_tile (SystoleMapping *self, const char *text, GError **error);

SystoleRun *systole_run_new (const SystoleOp *op, const SystoleMachine *machine, SystoleOperands operands, const SystoleMapping *mapping, SystoleProgress progress, gpointer progress_data, GError **error) G_GNUC_WARN_UNUSED_RESULT;
SystoleRun *systole_run_ref (SystoleRun *self);
void systole_run_unref (SystoleRun *self);

/* --- what was run --- */
const SystoleOp *systole_run_get_op (const SystoleRun *self);
const SystoleMachine *systole_run_get_machine (const SystoleRun *self);
SystoleMaker systole_run_get_maker (const SystoleRun *self); /* in whose words its parts are told */
SystoleOperands systole_run_get_operands (const SystoleRun *self);
const SystoleMapping *systole_run_get_mapping (const SystoleRun *self);                /* as it was given; zeros: the engine chose */
char *systole_run_describe_mapping (const SystoleRun *self) G_GNUC_WARN_UNUSED_RESULT; /* "ws", "128x256x64, 3 stages": ids, English */
char *systole_run_describe_machine (const SystoleRun *self) G_GNUC_WARN_UNUSED_RESULT; /* title of a lane, translated: "Systolic array 8 × 8" */

/* --- totals --- */
guint64 systole_run_get_n_cycles (const SystoleRun *self);
double systole_run_get_clock_hz (const SystoleRun *self);
double systole_run_get_seconds (const SystoleRun *self);
const char *systole_run_get_bound (const SystoleRun *self); /* "compute", "memory:dram", "latency" */
guint64 systole_run_get_useful_macs (const SystoleRun *self);
guint64 systole_run_get_issued_macs (const SystoleRun *self);

typedef struct
{
  gboolean present;
  guint64 count; /* exact, for COUNT, CYCLES and BYTES */
  double real;   /* always */
} SystoleQuantity;

SystoleQuantity systole_run_get_counter (const SystoleRun *self, SystoleCounter counter);

typedef struct
{
  SystolePart part;
  guint64 cycles;
} SystoleWaterfallPart;

typedef struct
{
  SystoleMemoryLevel level;
  guint64 read_bytes, write_bytes;
} SystoleTraffic;

typedef struct
{
  SystoleUnit unit;
  double share;            /* 0 … 1 of the whole run */
  const char *denominator; /* what 1 would be, marked for translation */
} SystoleUtilization;

typedef struct
{
  const char *id;
  const char *title; /* marked for translation */
  gboolean ok;
} SystoleAuditCheck;

const SystoleWaterfallPart *systole_run_get_waterfall (const SystoleRun *self, guint *n); /* sums to the cycles */
const SystoleTraffic *systole_run_get_traffic (const SystoleRun *self, guint *n);
const SystoleUtilization *systole_run_get_utilization (const SystoleRun *self, guint *n);
const SystoleAuditCheck *systole_run_get_audit (const SystoleRun *self, guint *n);
const SystoleAuditCheck *systole_run_find_breach (const SystoleRun *self); /* the first check that fails, or NULL */
gboolean systole_run_is_sound (const SystoleRun *self);                    /* every check of the audit holds */

/* One way to do a product in tiles, and what it would take. */
typedef struct
{
  guint tile_m, tile_n, tile_k; /* elements */
  guint stages, splits, resident;
  SystoleSchedule schedule;
  double seconds;   /* of the whole run */
  SystolePart lost; /* of a tile that was not taken: what most of the further time goes to */
  gboolean taken;
} SystoleTileChoice;

#define SYSTOLE_RUN_MAX_CHOICES 32

guint systole_run_get_tile_choices (const SystoleRun *self, SystoleTileChoice *out, guint max); /* the taken one first; 0: nothing was chosen */

/* --- time --- */
typedef struct
{
  guint64 start, end; /* cycles, half-open */
  SystolePhase phase;
  SystoleReason reason; /* BUSY where something multiplies, else the cause of the whole stretch */
} SystoleStretch;

typedef struct
{
  guint64 total;                   /* PEs or multipliers of the whole machine: the same at each level and cycle */
  guint64 busy;                    /* busy + Σ idle = total */
  guint64 idle[SYSTOLE_N_REASONS]; /* by cause */
  SystolePhase phase;
  guint64 fold, n_folds; /* fold, tile or wave that leads at this cycle; n = 0: none */
} SystoleSummary;

void systole_run_summarize (const SystoleRun *self, guint64 cycle, SystoleSummary *out);
guint systole_run_get_strip (const SystoleRun *self, SystoleStretch *out, guint max);                   /* whole run; coarser when more than max */
void systole_run_get_busy_share (const SystoleRun *self, double from, double to, guint n, double *out); /* n bins of the multipliers' busy share, exact */
double systole_run_get_work_done (const SystoleRun *self, guint64 cycle);                               /* share of the useful work before the cycle, 0 … 1 */
guint64 systole_run_find_work (const SystoleRun *self, double share);                                   /* first cycle that reaches the share */
guint64 systole_run_step (const SystoleRun *self, guint64 cycle, SystoleStep step, int direction);      /* where one step leads, clamped to the run */
char *systole_run_describe_cycle (const SystoleRun *self, guint64 cycle) G_GNUC_WARN_UNUSED_RESULT;     /* caption: sentence, translated, without "Cycle 18." */

typedef enum
{
  SYSTOLE_EVENT_FIRST_OUTPUT = 1 << 0,
  SYSTOLE_EVENT_STALL = 1 << 1,
  SYSTOLE_EVENT_TILE = 1 << 2,
  SYSTOLE_EVENT_WAVE = 1 << 3,
  SYSTOLE_EVENT_BUSY = 1 << 4, /* idle → busy */
  SYSTOLE_EVENT_END = 1 << 5
} SystoleEvents;

gboolean systole_run_find_event (const SystoleRun *self, guint64 cycle, SystoleEvents kinds, int direction, guint64 *out, SystoleEvents *out_kind);

/* --- the pieces of the machine, for the levels of zoom --- */
guint systole_run_get_levels (const SystoleRun *self, SystoleLevel *out, guint max);       /* outermost first */
guint systole_run_get_n_units (const SystoleRun *self);                                    /* arrays (MXUs) or SMs of the chip */
gboolean systole_run_get_array_size (const SystoleRun *self, guint *rows, guint *columns); /* FALSE: no array in it */

void systole_run_array_frame (const SystoleRun *self, guint unit, guint64 cycle, const SystoleWindow *window, SystoleArrayFrame *frame);
/* Far from the cycle before, a sum takes up to K additions. For a picture at once: a window with few
 * `max_additions`; where the frame then `lacks_sums`, this fills the rest of a frame of one's own, in a thread of one's own. */
gboolean systole_run_array_values (const SystoleRun *self, guint unit, SystoleArrayFrame *frame, SystoleProgress progress, gpointer progress_data);
void systole_run_sm_frame (const SystoleRun *self, guint unit, guint64 cycle, SystoleSmFrame *frame);
void systole_run_chip_frame (const SystoleRun *self, guint64 cycle, SystoleChipFrame *frame);

const char *systole_operands_get_id (SystoleOperands self);
const char *systole_operands_get_title (SystoleOperands self);
gboolean systole_operands_from_id (const char *id, SystoleOperands *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleRun, systole_run_unref)

G_END_DECLS
