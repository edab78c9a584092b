/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/machine/machine.h"
#include "engine/machine/maker.h"

G_BEGIN_DECLS

/* The identifiers of JSON, files, tests and palettes: one row a thing in the
 * .def tables beside this header, everything else is made from them. */

typedef enum
{
#define PHASE(ID, id, title) SYSTOLE_PHASE_##ID,
#include "engine/run/phases.def"
#undef PHASE
  SYSTOLE_N_PHASES
} SystolePhase;

typedef enum
{
  SYSTOLE_HATCH_NONE,
  SYSTOLE_HATCH_SLASH,
  SYSTOLE_HATCH_BACKSLASH,
  SYSTOLE_HATCH_DOUBLE_SLASH,
  SYSTOLE_HATCH_CROSS,
  SYSTOLE_HATCH_HORIZONTAL,
  SYSTOLE_HATCH_VERTICAL,
  SYSTOLE_HATCH_GRID,
  SYSTOLE_HATCH_DOTS,
  SYSTOLE_HATCH_DASHES,
  SYSTOLE_HATCH_ZIGZAG,
  SYSTOLE_HATCH_DASHED_SLASH
} SystoleHatch;

typedef enum
{
  SYSTOLE_REASON_BUSY, /* not idle */
#define REASON(ID, id, letter, hatch, title, sentence, elsewhere, short_form, long_form) SYSTOLE_REASON_##ID,
#include "engine/run/reasons.def"
#undef REASON
  SYSTOLE_N_REASONS
} SystoleReason;

typedef enum
{
#define PART(ID, id, reason, title) SYSTOLE_PART_##ID,
#include "engine/run/parts.def"
#undef PART
  SYSTOLE_N_PARTS
} SystolePart;

typedef enum
{
#define MEMORY_LEVEL(ID, id, title) SYSTOLE_MEMORY_##ID,
#include "engine/run/levels.def"
#undef MEMORY_LEVEL
  SYSTOLE_N_MEMORY_LEVELS
} SystoleMemoryLevel;

typedef enum
{
#define UNIT(ID, id, title) SYSTOLE_UNIT_##ID,
#include "engine/run/units.def"
#undef UNIT
  SYSTOLE_N_UNITS
} SystoleUnit;

typedef enum
{
  SYSTOLE_QUANTITY_COUNT,
  SYSTOLE_QUANTITY_CYCLES,
  SYSTOLE_QUANTITY_BYTES,
  SYSTOLE_QUANTITY_SECONDS,
  SYSTOLE_QUANTITY_HERTZ,
  SYSTOLE_QUANTITY_RATIO,
  SYSTOLE_QUANTITY_RATE,
  SYSTOLE_QUANTITY_REAL
} SystoleQuantityKind;

typedef enum
{
#define COUNTER(ID, id, kind, title, explanation, formula) SYSTOLE_COUNTER_##ID,
#include "engine/run/counters.def"
#undef COUNTER
  SYSTOLE_N_COUNTERS
} SystoleCounter;

/* Levels of semantic zoom, outermost first. */
typedef enum
{
#define ZOOM_LEVEL(ID, id, title) SYSTOLE_LEVEL_##ID,
#include "engine/run/zoom-levels.def"
#undef ZOOM_LEVEL
  SYSTOLE_N_LEVELS
} SystoleLevel;

typedef enum
{
#define STEP(ID, id, title) SYSTOLE_STEP_##ID,
#include "engine/run/steps.def"
#undef STEP
  SYSTOLE_N_STEPS
} SystoleStep;

/* Titles, sentences and letters come back translated; ids never are. */
const char *systole_phase_get_id (SystolePhase self);
const char *systole_phase_get_title (SystolePhase self);
const char *systole_reason_get_id (SystoleReason self); /* NULL for BUSY */
const char *systole_reason_get_letter (SystoleReason self);
const char *systole_reason_get_title (SystoleReason self);
const char *systole_reason_get_sentence (SystoleReason self, SystoleFamily family); /* why, on a machine of that family: only in arrays does a wave pass */
const char *systole_reason_get_short (SystoleReason self);                          /* after a count: “done” */
const char *systole_reason_get_long (SystoleReason self);                           /* after a count: “left without a tile”; NULL: short form and sentence */
SystoleHatch systole_reason_get_hatch (SystoleReason self);
const char *systole_part_get_id (SystolePart self);
const char *systole_part_get_title (SystolePart self);
SystoleReason systole_part_get_reason (SystolePart self);
const char *systole_memory_level_get_id (SystoleMemoryLevel self);
const char *systole_memory_level_get_title (SystoleMemoryLevel self, SystoleMaker maker);
const char *systole_unit_get_id (SystoleUnit self);
const char *systole_unit_get_title (SystoleUnit self, SystoleMaker maker);
const char *systole_counter_get_id (SystoleCounter self);
const char *systole_counter_get_title (SystoleCounter self);
const char *systole_counter_get_explanation (SystoleCounter self);
const char *systole_counter_get_formula (SystoleCounter self);
SystoleQuantityKind systole_counter_get_kind (SystoleCounter self);
gboolean systole_counter_from_id (const char *id, SystoleCounter *out);
const char *systole_level_get_id (SystoleLevel self);
const char *systole_level_get_title (SystoleLevel self, SystoleMaker maker);
gboolean systole_level_from_id (const char *id, SystoleLevel *out);
const char *systole_step_get_id (SystoleStep self);
const char *systole_step_get_title (SystoleStep self);
gboolean systole_step_from_id (const char *id, SystoleStep *out);

G_END_DECLS
