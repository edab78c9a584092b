/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Progress of long work on a terminal (standard error), and Ctrl+C. */

void systole_cli_watch_interrupt (void);
gboolean systole_cli_is_interrupted (void);
gboolean systole_cli_progress (double fraction, gpointer data);
void systole_cli_progress_done (void);
gboolean systole_cli_go_on (double fraction, GError **error);

G_END_DECLS
