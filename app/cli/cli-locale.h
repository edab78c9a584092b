/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The language of messages: --language, else the locale. */

void systole_cli_set_locale (char **argv);
const char *systole_cli_get_language (void);
char *systole_cli_suspend_translation (void) G_GNUC_WARN_UNUSED_RESULT;
void systole_cli_resume_translation (const char *locale);

G_END_DECLS
