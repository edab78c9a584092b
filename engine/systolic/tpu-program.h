/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/run/run.h"
#include "engine/systolic/tpu-feed.h"
#include "engine/systolic/tpu-matrix.h"

G_BEGIN_DECLS

/*
 * What the units of a TPU's cores do, one step after another.
 *
 * A program is a few stages; a stage is a few steps that are repeated `count` times. In a
 * step each unit does one thing throughout, or nothing, or (MATRIX) the arrays follow their
 * own schedule, which has all that happens from the first fetch to the last store. Where a
 * cycle lies in the program is a division a stage away.
 */

typedef enum
{
#define TPU_STEP(ID, phase, reason, part) SYSTOLE_TPU_STEP_##ID,
#include "engine/systolic/tpu-steps.def"
#undef TPU_STEP
  SYSTOLE_N_TPU_STEPS
} SystoleTpuStepKind;

/* Units that are at work in a step. */
typedef enum
{
  SYSTOLE_TPU_SCALAR = 1 << 0, /* issues bundles and starts transfers */
  SYSTOLE_TPU_IN = 1 << 1,     /* copy engine, main memory → vector memory */
  SYSTOLE_TPU_OUT = 1 << 2,    /* back */
  SYSTOLE_TPU_MXU = 1 << 3,
  SYSTOLE_TPU_VPU = 1 << 4,
  SYSTOLE_TPU_SPARSE = 1 << 5,
  SYSTOLE_TPU_HOST_IN = 1 << 6, /* v1: the link to the host */
  SYSTOLE_TPU_HOST_OUT = 1 << 7
} SystoleTpuUnits;

typedef struct
{
  SystoleTpuStepKind kind;
  guint64 cycles;
  SystoleTpuUnits units;
  guint matrix;                /* MATRIX: which of the program's */
  guint feed;                  /* MULTIPLY: what goes into the arrays, 1 … of the program's; 0: not told */
  double useful;               /* MACs, vector operations or bytes of the operation that it does */
  double slots;                /* multiplier-cycles (vector operations, bytes) that are busy for it */
  guint64 bytes_in, bytes_out; /* of main memory, whole chip */
  guint64 host_in, host_out;   /* v1: bytes through the link to the host */
} SystoleTpuStep;

#define SYSTOLE_TPU_MAX_STEPS 8
#define SYSTOLE_TPU_MAX_STAGES 12
#define SYSTOLE_TPU_MAX_MATRICES 3
#define SYSTOLE_TPU_MAX_FEEDS 2

typedef struct
{
  SystoleTpuStep steps[SYSTOLE_TPU_MAX_STEPS];
  guint n_steps;
  guint64 count;         /* ≥ 1 */
  guint64 start, period; /* first cycle; cycles of all steps */
  const char *title;     /* what a repetition is, marked for translation; NULL where count is 1 */
} SystoleTpuStage;

typedef struct
{
  SystoleTpuStage stages[SYSTOLE_TPU_MAX_STAGES];
  guint n_stages;
  SystoleTpuMatrix matrices[SYSTOLE_TPU_MAX_MATRICES];
  guint n_matrices;
  SystoleTpuFeed feeds[SYSTOLE_TPU_MAX_FEEDS];
  guint n_feeds;
  guint64 n_cycles;
} SystoleTpuProgram;

/* Where a cycle lies. */
typedef struct
{
  const SystoleTpuStage *stage;
  const SystoleTpuStep *step;
  guint64 repetition; /* of the stage */
  guint64 start;      /* first cycle of the step */
  guint64 offset;     /* cycle − start */
} SystoleTpuPlace;

SystoleTpuStage *systole_tpu_program_add_stage (SystoleTpuProgram *self, guint64 count, const char *title);
SystoleTpuStep *systole_tpu_stage_add_step (SystoleTpuStage *self, SystoleTpuStepKind kind, double cycles, SystoleTpuUnits units);
void systole_tpu_program_set_feed (SystoleTpuProgram *self, SystoleTpuStep *step, const SystoleTpuFeed *feed);
const SystoleTpuFeed *systole_tpu_program_get_feed (const SystoleTpuProgram *self, const SystoleTpuStep *step); /* NULL: none */
void systole_tpu_program_add_matrix (SystoleTpuProgram *self, guint matrix);
void systole_tpu_program_drop_transfers (SystoleTpuProgram *self);
gboolean systole_tpu_program_finish (SystoleTpuProgram *self, GError **error);

void systole_tpu_program_find (const SystoleTpuProgram *self, guint64 cycle, SystoleTpuPlace *out);
gboolean systole_tpu_program_next (const SystoleTpuProgram *self, const SystoleTpuPlace *place, int direction, SystoleTpuPlace *out);
const SystoleTpuMatrix *systole_tpu_program_get_matrix (const SystoleTpuProgram *self, const SystoleTpuStep *step); /* NULL: none */
const SystoleArraySchedule *systole_tpu_matrix_get_longest (const SystoleTpuMatrix *self);

double systole_tpu_program_get_slots_before (const SystoleTpuProgram *self, double cycle);
double systole_tpu_program_get_useful_before (const SystoleTpuProgram *self, double cycle);
guint systole_tpu_program_get_strip (const SystoleTpuProgram *self, gboolean multiplies, SystoleStretch *out, guint max);

SystolePhase systole_tpu_step_get_phase (const SystoleTpuStep *self);
SystoleReason systole_tpu_step_get_reason (const SystoleTpuStep *self);
SystolePart systole_tpu_step_get_part (const SystoleTpuStep *self);

G_END_DECLS
