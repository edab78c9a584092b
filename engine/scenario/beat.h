/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/scenario/scenario.h"

G_BEGIN_DECLS

/*
 * A beat: one step of a lesson. It says what is shown (an own workload and lanes, or those
 * of the file), when and at which level (a view), what is said (texts by language, with
 * placeholders), and perhaps what is asked. Immutable once it belongs to a scenario,
 * reference-counted, so that the states of undo share it.
 */

/* An answer that may be chosen. Its numbers are computed. */
typedef struct
{
  char *value;         /* formula, see engine/scenario/formula.h */
  char *misconception; /* name of the wrong idea that gives this value; NULL: the right answer */
  char *instant;       /* formula: cycle of the view's lane that settles it, shown on the reveal; or NULL */
  GArray *answers;     /* SystoleText, with placeholders: what is offered; none: the value alone */
  GArray *reveals;     /* SystoleText: why the idea fails; of the right answer: why it is right */
  gpointer unknown;
} SystoleChoice;

#define SYSTOLE_BEAT_MAX_CHOICES 4

typedef struct
{
  gboolean present;
  guint lane, row, column; /* PE that is pinned */
} SystoleBeatSelection;

typedef struct
{
  gatomicrefcount ref_count;
  SystoleScenario *state;      /* of it: ops, lanes, expectations, view, unknown */
  gboolean own_ops, own_lanes; /* FALSE: those of the file */
  char *when;                  /* condition of the caption, a formula; NULL: always true */
  char *hides;                 /* id of the counter that is shown as "?" until the reveal, or NULL */
  char *pane;                  /* page of Explain that is shown, or NULL: none */
  guint64 play_to;             /* cycle of the view's lane at which playing from the view's ends; 0: it does not play */
  GArray *captions;            /* SystoleText, as all of these */
  GArray *neutrals;            /* said instead where `when` does not hold */
  GArray *descriptions;        /* for those who do not see the picture */
  GArray *notes;               /* for the teacher */
  SystoleBeatSelection selection;
  GArray *choices; /* SystoleChoice; none: nothing is asked */
  gpointer unknown;
} SystoleBeat;

#define SYSTOLE_SCENARIO_MAX_BEATS 200

SystoleBeat *systole_beat_new (void) G_GNUC_WARN_UNUSED_RESULT;
SystoleBeat *systole_beat_copy (const SystoleBeat *self) G_GNUC_WARN_UNUSED_RESULT; /* to be changed before anybody sees it */
SystoleBeat *systole_beat_ref (SystoleBeat *self);
void systole_beat_unref (SystoleBeat *self);

void systole_beat_add_choice (SystoleBeat *self, const SystoleChoice *choice); /* a copy; its texts may be NULL */

guint systole_scenario_get_n_beats (const SystoleScenario *self);
const SystoleBeat *systole_scenario_get_beat (const SystoleScenario *self, guint i);
SystoleScenario *systole_scenario_at_beat (const SystoleScenario *self, guint i) G_GNUC_WARN_UNUSED_RESULT;

/* Work and lanes of a scenario, nothing else. */
SystoleScenario *systole_scenario_strip (const SystoleScenario *self) G_GNUC_WARN_UNUSED_RESULT;
SystoleBeat *systole_beat_resolve (const SystoleScenario *self, guint i) G_GNUC_WARN_UNUSED_RESULT;
void systole_beat_take (SystoleBeat *self, const SystoleScenario *shown, const SystoleScenario *base);
void systole_scenario_keep_beats (SystoleScenario *self, const SystoleScenario *old);

/* The text in the first of `languages` that there is, else the first; "" without any. */
const char *systole_texts_choose (const GArray *texts, const char *const *languages);
void systole_texts_set (GArray *texts, const char *language, const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleBeat, systole_beat_unref)

G_END_DECLS
