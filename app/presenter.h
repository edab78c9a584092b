/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/presenter-state.h"
#include "app/session.h"
#include "widgets/presenter-view.h"

G_BEGIN_DECLS

/*
 * The presenter: a lesson, or without one the present view, over the whole screen.
 *
 * Signals:
 *   left ()     it ends; the state tells which beat was shown last
 *   changed ()  something else is shown or said
 */

#define SYSTOLE_TYPE_PRESENTER (systole_presenter_get_type ())
G_DECLARE_FINAL_TYPE (SystolePresenter, systole_presenter, SYSTOLE, PRESENTER, GtkWindow)

GtkWidget *systole_presenter_new (SystoleSession *session, guint beat) G_GNUC_WARN_UNUSED_RESULT;
void systole_presenter_set_camera (SystolePresenter *self, guint lane, const SystoleCamera *camera); /* without a lesson */
void systole_presenter_start (SystolePresenter *self, GdkMonitor *avoid);                            /* full screen; on another monitor than `avoid` if there is one */
void systole_presenter_set_still (SystolePresenter *self);                                           /* nobody watches: it jumps instead of playing */
GtkWidget *systole_presenter_show_notes (SystolePresenter *self);                                    /* the teacher's window, also on the same screen */
const SystolePresenterState *systole_presenter_get_state (SystolePresenter *self);
SystoleSession *systole_presenter_get_session (SystolePresenter *self);
SystolePresenterView *systole_presenter_get_view (SystolePresenter *self);
const char *systole_presenter_get_caption (SystolePresenter *self);
void systole_presenter_press (SystolePresenter *self, SystolePresenterKey key, guint number);

G_END_DECLS
