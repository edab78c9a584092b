/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "app/session.h"

G_BEGIN_DECLS

/*
 * Questions for one who learns alone: guess, then see. The stage goes to the cycle that settles it.
 *
 * Signal: untold-changed ()  something is asked, or its answer was shown: what must not be told is another
 */

#define SYSTOLE_TYPE_ASK_WINDOW (systole_ask_window_get_type ())
G_DECLARE_FINAL_TYPE (SystoleAskWindow, systole_ask_window, SYSTOLE, ASK_WINDOW, AdwWindow)

GtkWidget *systole_ask_window_new (SystoleSession *session) G_GNUC_WARN_UNUSED_RESULT;
guint systole_ask_window_get_n_choices (SystoleAskWindow *self); /* 0: nothing can be asked of these runs */
void systole_ask_window_choose (SystoleAskWindow *self, guint choice);
const char *systole_ask_window_get_verdict (SystoleAskWindow *self); /* "" before the answer */
void systole_ask_window_next (SystoleAskWindow *self);
gboolean systole_ask_window_is_untold (SystoleAskWindow *self);
gboolean systole_ask_window_get_hidden (SystoleAskWindow *self, SystoleCounter *out);

G_END_DECLS
