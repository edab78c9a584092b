/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "app/window.h"

G_BEGIN_DECLS

/*
 * Everything a window can be told, found by typing a part of its name: what the list
 * of shortcuts and the menu name, in the words of both.
 */

#define SYSTOLE_TYPE_ACTION_SEARCH (systole_action_search_get_type ())
G_DECLARE_FINAL_TYPE (SystoleActionSearch, systole_action_search, SYSTOLE, ACTION_SEARCH, AdwWindow)

GtkWidget *systole_action_search_new (SystoleMainWindow *window, GMenuModel *menu) G_GNUC_WARN_UNUSED_RESULT;
guint systole_action_search_find (SystoleActionSearch *self, const char *words); /* how many are shown */
gboolean systole_action_search_activate (SystoleActionSearch *self);             /* the one that is chosen */

G_END_DECLS
