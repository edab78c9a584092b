/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * What a user chose, kept by GSettings. Without an installed schema the same
 * properties hold the defaults and last as long as the program.
 *
 * Properties, each with the key of the same name: language (string: "" follows the
 * session), color-scheme ("system", "light", "dark"), contrast ("system", "high"),
 * presenter-scheme (id of a scheme), motion ("system", "reduced"), text-size (double: 0.8 … 3),
 * counts ("exact", "rounded"), byte-units ("binary", "decimal"), letter-keys, hint-seen,
 * setup-visible, explain-visible, window-maximized (booleans), window-width,
 * window-height (int, pixels).
 */

#define SYSTOLE_TYPE_SETTINGS (systole_settings_get_type ())
G_DECLARE_FINAL_TYPE (SystoleSettings, systole_settings, SYSTOLE, SETTINGS, GObject)

#define SYSTOLE_SETTINGS_SCHEMA "org.systole.Systole"
#define SYSTOLE_TEXT_SIZE_MIN 0.8
#define SYSTOLE_TEXT_SIZE_MAX 3.0

SystoleSettings *systole_settings_new (void) G_GNUC_WARN_UNUSED_RESULT;
gboolean systole_settings_is_kept (SystoleSettings *self);
char *systole_settings_dup_string (SystoleSettings *self, const char *name) G_GNUC_WARN_UNUSED_RESULT;
gboolean systole_settings_get_boolean (SystoleSettings *self, const char *name);
int systole_settings_get_int (SystoleSettings *self, const char *name);
double systole_settings_get_double (SystoleSettings *self, const char *name);

G_END_DECLS
