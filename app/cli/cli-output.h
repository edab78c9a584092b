/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Standard output, files and standard error of the program. */

void systole_cli_write (GString *text);
gboolean systole_cli_finish_output (GError **error);
gboolean systole_cli_output_is_gone (void);
gboolean systole_cli_read_file (const char *path, gsize max_bytes, char **data, gsize *length, GError **error);
gboolean systole_cli_write_file (const char *path, const char *data, gsize length, GError **error);
void systole_cli_complain (const char *message);

G_END_DECLS
