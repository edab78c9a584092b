/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/history.h"
#include "app/runner.h"
#include "widgets/types.h"

G_BEGIN_DECLS

/*
 * What one window works on: a scenario with its history, its runs, and the instant
 * that is looked at. Widgets show it and call it; nobody else changes it.
 *
 * Properties: playing (boolean), speed (double), step-unit (SystoleStep), time-base
 * (SystoleTimeBase), active (uint: the lane that steps act on), running (boolean),
 * fraction (double: of the runs in flight), beat (int: of the lesson; −1: none is shown).
 *
 * Signals:
 *   scenario-changed (uint kind)  another scenario; kind: SystoleEditKind
 *   runs-changed ()               other results
 *   moved ()                      another instant, or another axis to count it on
 *   view-taken ()                 the view of the scenario is shown, before its runs-changed
 */

#define SYSTOLE_TYPE_SESSION (systole_session_get_type ())
G_DECLARE_FINAL_TYPE (SystoleSession, systole_session, SYSTOLE, SESSION, GObject)

#define SYSTOLE_SPEED_MAX G_MAXDOUBLE

SystoleSession *systole_session_new (SystoleCatalogue *catalogue) G_GNUC_WARN_UNUSED_RESULT;
void systole_session_load (SystoleSession *self, const SystoleScenario *scenario);
void systole_session_load_results (SystoleSession *self, const SystoleScenario *scenario, SystoleResults *results);

/* --- the scenario --- */
SystoleCatalogue *systole_session_get_catalogue (SystoleSession *self);
SystoleHistory *systole_session_get_history (SystoleSession *self);
const SystoleScenario *systole_session_get_scenario (SystoleSession *self); /* what is shown: the document, or what its beat shows with all beats */
const SystoleScenario *systole_session_get_base (SystoleSession *self);     /* the document, as it is saved */
void systole_session_edit (SystoleSession *self, SystoleScenario *next, const char *name, SystoleEditKind kind, const char *merge_key);
void systole_session_edit_words (SystoleSession *self, SystoleScenario *next, const char *name, const char *merge_key);
void systole_session_edit_base (SystoleSession *self, SystoleScenario *next, int beat, const char *name, SystoleEditKind kind, const char *merge_key);
gboolean systole_session_undo (SystoleSession *self);
gboolean systole_session_redo (SystoleSession *self);

/* --- its beats --- */
int systole_session_get_beat (SystoleSession *self);       /* that is shown; −1: the document itself */
gboolean systole_session_has_draft (SystoleSession *self); /* something else was tried at the beat */
void systole_session_go_to_beat (SystoleSession *self, int beat);

/* --- its runs --- */
guint systole_session_get_n_lanes (SystoleSession *self);
SystoleRun *systole_session_get_run (SystoleSession *self, guint lane);     /* NULL: not yet, or it failed */
const GError *systole_session_get_error (SystoleSession *self, guint lane); /* or NULL */
gboolean systole_session_is_running (SystoleSession *self);
double systole_session_get_fraction (SystoleSession *self);
gboolean systole_session_needs_letters (SystoleSession *self); /* in sentences: two machines are of one kind */
void systole_session_cancel (SystoleSession *self);

/* --- time --- */
double systole_session_get_length (SystoleSession *self);               /* of the axis, in its unit */
double systole_session_get_axis (SystoleSession *self);                 /* position on it */
double systole_session_get_position (SystoleSession *self, guint lane); /* cycles of its clock, 0 … n */
guint64 systole_session_get_cycle (SystoleSession *self, guint lane);   /* the frame shown, 0 … n − 1 */
gboolean systole_session_has_ended (SystoleSession *self, guint lane);
gboolean systole_session_at_end (SystoleSession *self);  /* every lane has ended */
guint systole_session_get_leader (SystoleSession *self); /* lane whose cycles are counted now */

void systole_session_seek_axis (SystoleSession *self, double position);
void systole_session_seek (SystoleSession *self, guint lane, guint64 cycle, double fraction);
gboolean systole_session_step (SystoleSession *self, int direction);
gboolean systole_session_step_event (SystoleSession *self, int direction);
gboolean systole_session_step_mark (SystoleSession *self, int direction);
void systole_session_go_first (SystoleSession *self);
void systole_session_go_last (SystoleSession *self);
gboolean systole_session_find_step (SystoleSession *self, SystoleStep unit, int direction, guint *lane, guint64 *cycle);
gboolean systole_session_go_to_bookmark (SystoleSession *self, guint number);
guint systole_session_set_bookmark (SystoleSession *self, guint number);
guint systole_session_find_bookmark (SystoleSession *self);
void systole_session_remove_bookmark (SystoleSession *self, guint number);

gboolean systole_session_get_playing (SystoleSession *self);
double systole_session_get_speed (SystoleSession *self);
SystoleStep systole_session_get_step_unit (SystoleSession *self);
gboolean systole_session_is_step_automatic (SystoleSession *self);
SystoleTimeBase systole_session_get_time_base (SystoleSession *self);
guint systole_session_get_active (SystoleSession *self);
void systole_session_set_playing (SystoleSession *self, gboolean playing);
void systole_session_set_speed (SystoleSession *self, double speed);
void systole_session_set_step_unit (SystoleSession *self, SystoleStep unit);
void systole_session_set_time_base (SystoleSession *self, SystoleTimeBase base);
void systole_session_set_active (SystoleSession *self, guint lane);

/* The scenario with the present view written into it, for saving (transfer full).
 * `levels`: by lane, −1: not stated; NULL: as the scenario has them. */
SystoleScenario *systole_session_get_document (SystoleSession *self, const int *levels) G_GNUC_WARN_UNUSED_RESULT;

/* What is shown, with the present view (transfer full); at a beat too. */
SystoleScenario *systole_session_get_shown (SystoleSession *self, const int *levels) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
