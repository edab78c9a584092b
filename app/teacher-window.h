/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/presenter.h"

G_BEGIN_DECLS

/*
 * What the teacher sees on the other monitor: notes, the present and the next beat, the
 * clock, how long the class has been going, the answer key, the tally. Its keys are those of
 * the presenter.
 */

#define SYSTOLE_TYPE_TEACHER_WINDOW (systole_teacher_window_get_type ())
G_DECLARE_FINAL_TYPE (SystoleTeacherWindow, systole_teacher_window, SYSTOLE, TEACHER_WINDOW, GtkWindow)

GtkWidget *systole_teacher_window_new (SystolePresenter *presenter) G_GNUC_WARN_UNUSED_RESULT;
char *systole_teacher_window_get_elapsed (gint64 seconds) G_GNUC_WARN_UNUSED_RESULT; /* "12:05", "1:02:05" */

G_END_DECLS
