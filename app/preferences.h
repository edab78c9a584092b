/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "app/settings.h"

G_BEGIN_DECLS

/* What a user may choose; every change acts at once. */

#define SYSTOLE_TYPE_PREFERENCES (systole_preferences_get_type ())
G_DECLARE_FINAL_TYPE (SystolePreferences, systole_preferences, SYSTOLE, PREFERENCES, AdwPreferencesWindow)

GtkWidget *systole_preferences_new (SystoleSettings *settings) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
