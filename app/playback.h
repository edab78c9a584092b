/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/session.h"

G_BEGIN_DECLS

/* The one clock of a window: moves a session's playhead while it plays and the
 * widget is mapped, and takes no time otherwise. */

#define SYSTOLE_TYPE_PLAYBACK (systole_playback_get_type ())
G_DECLARE_FINAL_TYPE (SystolePlayback, systole_playback, SYSTOLE, PLAYBACK, GObject)

SystolePlayback *systole_playback_new (SystoleSession *session, GtkWidget *widget) G_GNUC_WARN_UNUSED_RESULT;
void systole_playback_set_reduced_motion (SystolePlayback *self, gboolean reduced);
gboolean systole_playback_is_ticking (SystolePlayback *self);

/* For tests: what one frame at `now` (microseconds of the frame clock) does. */
void systole_playback_advance (SystolePlayback *self, gint64 now);

G_END_DECLS
