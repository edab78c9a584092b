/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "app/session.h"

G_BEGIN_DECLS

/*
 * Every field of one machine of the scenario: value, unit, range, where it comes from.
 * What is changed here is an edit of the scenario like any other; the machine as it
 * is can be kept for other scenarios.
 *
 * Signal: kept (string name)  among the user's own machines
 */

#define SYSTOLE_TYPE_MACHINE_WINDOW (systole_machine_window_get_type ())
G_DECLARE_FINAL_TYPE (SystoleMachineWindow, systole_machine_window, SYSTOLE, MACHINE_WINDOW, AdwWindow)

GtkWidget *systole_machine_window_new (SystoleSession *session, guint lane) G_GNUC_WARN_UNUSED_RESULT;
gboolean systole_machine_window_keep (SystoleMachineWindow *self, const char *name, GError **error);

G_END_DECLS
