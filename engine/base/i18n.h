/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Messages of engine and painters: looked up in the text domain "systole",
 * whatever domain the program has. Tables mark their strings with N_() and are
 * translated where they are shown. */

#include <glib.h>

#define SYSTOLE_GETTEXT_DOMAIN "systole"

#define _(string) g_dgettext (SYSTOLE_GETTEXT_DOMAIN, string)
#define N_(string) (string)
#define C_(context, string) g_dpgettext2 (SYSTOLE_GETTEXT_DOMAIN, context, string)
#define NC_(context, string) (string)
#define NP_(one, many) one, many
#define P_(one, many, n) g_dngettext (SYSTOLE_GETTEXT_DOMAIN, one, many, (gulong) (n))
