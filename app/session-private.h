/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/session.h"

struct _SystoleSession
{
  GObject parent_instance;

  SystoleCatalogue *catalogue;
  SystoleHistory *history;
  SystoleShown shown;       /* of the document; a draft is `at_beat` */
  SystoleScenario *at_beat; /* what the beat shows, with what was tried there; NULL: the document is shown */

  SystoleResults *results;      /* or NULL before the first */
  SystoleRunProgress *progress; /* of the runs in flight, or NULL */
  GCancellable *cancellable;    /* of the runs in flight, or NULL */
  guint progress_source;
  double fraction;
  gboolean view_pending; /* the scenario's view is taken when its runs are there */
  gboolean view_moved;   /* the user looked elsewhere than the file says */

  /* The instant: exact in the clock of the lane that leads. */
  guint leader;
  guint64 cycle;            /* 0 … n; n: the end, a state of its own */
  double fraction_of_cycle; /* 0 … < 1 */

  gboolean playing;
  double speed;
  SystoleStep step_unit;
  gboolean step_automatic;
  SystoleTimeBase time_base;
  guint active;
};

guint64 systole_session_run_length (SystoleSession *self, guint lane); /* cycles; 0 without a run */
void systole_session_place (SystoleSession *self, guint leader, guint64 cycle, double fraction);
void systole_session_move (SystoleSession *self, guint leader, guint64 cycle, double fraction); /* and tell */
void systole_session_scenario_changed (SystoleSession *self, SystoleEditKind kind);
void systole_session_show_document (SystoleSession *self); /* and no beat; tells nobody but “beat” */
void systole_session_take_view (SystoleSession *self);
void systole_session_settle (SystoleSession *self);
void systole_session_emit_moved (SystoleSession *self);
void systole_session_notify (SystoleSession *self, const char *property);
