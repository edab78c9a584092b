/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/session.h"

G_BEGIN_DECLS

/* The beats of the document in their order, the first row being the document as it opens.
 * Choosing one shows it; rows are dragged, or moved by Alt+Up and Alt+Down. */

#define SYSTOLE_TYPE_BEAT_LIST (systole_beat_list_get_type ())
G_DECLARE_FINAL_TYPE (SystoleBeatList, systole_beat_list, SYSTOLE, BEAT_LIST, GtkBox)

GtkWidget *systole_beat_list_new (SystoleSession *session) G_GNUC_WARN_UNUSED_RESULT;
void systole_beat_list_update (SystoleBeatList *self);
GtkWidget *systole_beat_list_get_row (SystoleBeatList *self, int beat); /* −1: the document; or NULL */
gboolean systole_beat_list_has_focus (SystoleBeatList *self);

G_END_DECLS
