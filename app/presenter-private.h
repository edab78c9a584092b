/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/beat-maps.h"
#include "app/beat-runs.h"
#include "app/playback.h"
#include "app/presenter-content.h"
#include "app/presenter.h"

G_BEGIN_DECLS

struct _SystolePresenter
{
  GtkWindow parent_instance;

  SystoleScenario *lesson; /* as it was at the start */
  SystoleBeatRuns *runs;   /* NULL: no beats */
  SystoleBeatMaps *maps;   /* NULL: no beats */
  SystoleMapPaint map;     /* of the beat that is shown */
  SystoleSession *session; /* of the beat; without beats the window's */
  SystolePlayback *playback;
  SystolePresenterState state;
  SystolePresenterContent *content;
  SystolePresenterView *view;
  GtkWidget *teacher; /* window with the notes, or NULL */
  SystoleCamera cameras[SYSTOLE_PRESENTER_MAX_LANES];
  SystoleTarget pinned[SYSTOLE_PRESENTER_MAX_LANES];
  guint64 stop;       /* cycle of the view's lane at which playing ends; 0: none */
  gboolean still;     /* it jumps to where it would play */
  gboolean explains;  /* a page of Explain is shown that the beat does not name */
  gboolean as_left;   /* the beat is shown as it was left, once its runs are there */
  gboolean shown;     /* its runs are there */
  guint64 said_cycle; /* that the caption is of */
  guint leave_source, notes_source;
  guint reveal_tick; /* while the answer's frame grows */
  gint64 reveal_start;
  double reveal_progress;
};

void systole_presenter_refresh (SystolePresenter *self);
void systole_presenter_fill (SystolePresenterPaint *out, gpointer presenter);
void systole_presenter_leave (SystolePresenter *self);

/* presenter-press.c */
void systole_presenter_add_keys (SystolePresenter *self, GtkWidget *window);

/* presenter-beat.c */
void systole_presenter_take_session (SystolePresenter *self, SystoleSession *session);
const SystoleBeat *systole_presenter_get_beat (SystolePresenter *self); /* NULL: no lesson */
void systole_presenter_show_beat (SystolePresenter *self, gboolean as_left);
void systole_presenter_take_camera (SystoleSession *session, guint lane, SystoleCamera *out); /* as the scenario's view says */
void systole_presenter_show_answer (SystolePresenter *self);
void systole_presenter_ask_again (SystolePresenter *self);
void systole_presenter_stop (SystolePresenter *self); /* at the end of what it plays */
void systole_presenter_toggle_playing (SystolePresenter *self);

G_END_DECLS
