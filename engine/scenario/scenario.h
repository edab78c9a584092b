/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/machine/catalogue.h"
#include "engine/run/run.h"
#include "engine/workload/import.h"

G_BEGIN_DECLS

/*
 * A scenario: everything a `.systole` file holds. A value: immutable once made,
 * reference-counted, so that undo keeps whole states and a run may read one from
 * another thread. To edit: `systole_scenario_copy()`, change the copy's fields while
 * nobody else holds it, then treat it as `const`.
 */

typedef struct
{
  char *language; /* "en", "es" …; "" when the file gives none */
  char *text;
  gpointer unknown; /* private, here and below: parts of the file that are not understood and written back */
} SystoleText;

typedef struct
{
  SystoleField field;
  double value; /* in the field's unit */
  char *source; /* where the value comes from, or NULL */
  gpointer unknown;
} SystoleFieldSet;

typedef enum
{
  SYSTOLE_LANE_ARRAY,  /* a bare array */
  SYSTOLE_LANE_SM,     /* a bare SM */
  SYSTOLE_LANE_MACHINE /* one of the catalogue */
} SystoleLaneKind;

typedef struct
{
  char *op; /* id of an operation of the workload */
  SystoleOperands operands;
  SystoleLaneKind kind;
  SystoleArrayDef array;
  SystoleSmDef sm;
  char *machine; /* id in the catalogue, as written */
  GArray *sets;  /* SystoleFieldSet */
  SystoleMapping mapping;
  gpointer unknown;
} SystoleLane;

typedef enum
{
  SYSTOLE_TIME_CYCLES, /* every lane in the same cycle of its own clock */
  SYSTOLE_TIME_WALL,   /* seconds */
  SYSTOLE_TIME_WORK    /* share of the useful operations */
} SystoleTimeBase;

typedef struct
{
  guint lane;
  guint64 cycle;
  char *name; /* may be NULL */
  gpointer unknown;
} SystoleBookmark;

typedef struct
{
  gboolean present; /* the file has a <view> */
  SystoleTimeBase time_base;
  guint lane;              /* active lane */
  guint64 cycle;           /* of the active lane */
  double speed;            /* 0.1 … 16; G_MAXDOUBLE: "max" */
  gboolean step_automatic; /* the file does not say */
  SystoleStep step;
  GArray *zooms;     /* int, by lane: SystoleLevel, −1 when not stated */
  GArray *bookmarks; /* SystoleBookmark, at most 9 */
  gpointer unknown;
} SystoleViewState;

typedef struct
{
  guint lane;
  SystoleCounter what;
  SystoleQuantity value;
  double tolerance; /* relative; < 0: the default of the counter's kind */
  gpointer unknown;
} SystoleExpectation;

typedef struct
{
  gatomicrefcount ref_count;
  guint version;        /* of the format that was read */
  char *engine;         /* that wrote the expected values */
  gboolean read_only;   /* a newer format */
  GArray *titles;       /* SystoleText */
  GArray *summaries;    /* SystoleText */
  GArray *ops;          /* SystoleOp */
  GPtrArray *given;     /* SystoleGiven: the values that operations name, kept for them */
  GPtrArray *lanes;     /* SystoleLane */
  GArray *expectations; /* SystoleExpectation */
  SystoleViewState view;
  gboolean has_lesson;  /* the file has a <lesson>, perhaps an empty one */
  GPtrArray *beats;     /* SystoleBeat of engine/scenario/beat.h, shared */
  GPtrArray *exercises; /* SystoleExercise of engine/scenario/exercise.h, shared */
  GPtrArray *warnings;  /* char *: "file:line: …" of what was not understood */
  gpointer unknown;
} SystoleScenario;

#define SYSTOLE_SCENARIO_FORMAT 1
#define SYSTOLE_SCENARIO_MAX_BYTES (16u << 20)
#define SYSTOLE_SCENARIO_MAX_LANES 64
#define SYSTOLE_SCENARIO_MAX_OPS 4096
#define SYSTOLE_SCENARIO_MAX_BOOKMARKS 9
#define SYSTOLE_SCENARIO_NAMESPACE "urn:systole:scenario"

/* The newcomer's blank page: one 8 × 8 × 8 int8 product on an 8 × 8 array. */
SystoleScenario *systole_scenario_new (void) G_GNUC_WARN_UNUSED_RESULT;
void systole_scenario_keep_given (SystoleScenario *self, SystoleGiven *given);
SystoleScenario *systole_scenario_copy (const SystoleScenario *self) G_GNUC_WARN_UNUSED_RESULT;
SystoleScenario *systole_scenario_ref (SystoleScenario *self);
void systole_scenario_unref (SystoleScenario *self);
void systole_import_array_init (SystoleArrayDef *array); /* that layers are first shown on */
SystoleScenario *systole_scenario_from_import (const SystoleImport *import, const SystoleArrayDef *array, const char *title) G_GNUC_WARN_UNUSED_RESULT;
SystoleScenario *systole_scenario_combine (const SystoleScenario *const *parts, guint n) G_GNUC_WARN_UNUSED_RESULT;
gboolean systole_scenario_equal (const SystoleScenario *a, const SystoleScenario *b); /* by canonical bytes */

/* `file_name` is only named in messages. */
SystoleScenario *systole_scenario_read (const char *data, gsize length, const char *file_name, GError **error) G_GNUC_WARN_UNUSED_RESULT;
char *systole_scenario_write (const SystoleScenario *self, gsize *length) G_GNUC_WARN_UNUSED_RESULT; /* canonical form */

SystoleLane *systole_scenario_get_lane (const SystoleScenario *self, guint i);
const SystoleOp *systole_scenario_find_op (const SystoleScenario *self, const char *id);
const SystoleOp *systole_scenario_get_lane_op (const SystoleScenario *self, guint lane);
SystoleLane *systole_lane_new (void) G_GNUC_WARN_UNUSED_RESULT;
SystoleLane *systole_lane_copy (const SystoleLane *self) G_GNUC_WARN_UNUSED_RESULT;
void systole_lane_free (SystoleLane *self);

/* The machine of a lane with its changed fields (transfer full). */
int systole_lane_find_set (const SystoleLane *self, SystoleField field); /* index into sets, −1: as the catalogue has it */
SystoleMachine *systole_lane_resolve (const SystoleLane *self, const SystoleCatalogue *catalogue, GError **error) G_GNUC_WARN_UNUSED_RESULT;
SystoleRun *systole_scenario_run_lane (const SystoleScenario *self, guint lane, const SystoleCatalogue *catalogue, SystoleProgress progress, gpointer data, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Title and summary in the first of `languages` (NULL-terminated, as
 * g_get_language_names()) that the file has, else the file's first; never NULL. */
const char *systole_scenario_get_title (const SystoleScenario *self, const char *const *languages);
const char *systole_scenario_get_summary (const SystoleScenario *self, const char *const *languages);
void systole_scenario_set_title (SystoleScenario *self, const char *language, const char *title);

/* Compares one promise with a run; `actual` may be NULL. */
gboolean systole_expectation_check (const SystoleExpectation *self, const SystoleRun *run, SystoleQuantity *actual);

gboolean systole_counter_is_whole (SystoleCounter self); /* its values are whole numbers, compared exactly */

const char *systole_time_base_get_id (SystoleTimeBase self);
const char *systole_time_base_get_title (SystoleTimeBase self);
gboolean systole_time_base_from_id (const char *id, SystoleTimeBase *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleScenario, systole_scenario_unref)

G_END_DECLS
